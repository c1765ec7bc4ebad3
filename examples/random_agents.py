"""Random agents in the PettingZoo environment.

pip install 'propolis[rl]'
"""

from propolis.learning import env

hive = env("Base+MLP", max_plies=200, render_mode="ansi")
hive.reset()
for agent in hive.agent_iter():
    observation, reward, termination, truncation, _ = hive.last()
    if termination or truncation:
        print(f"{agent}: {reward:+.0f}")
        hive.step(None)
    else:
        hive.step(hive.action_space(agent).sample(observation["action_mask"]))
print(hive.render())
