"""Hive as a PettingZoo environment: `pip install 'propolis[rl]'`.

from learning import env

hive = env(game_type="Base+MLP", render_mode="ansi")
hive.reset(seed=1)
for agent in hive.agent_iter():
    observation, reward, termination, truncation, info = hive.last()
    if termination or truncation:
        action = None
    else:
        action = hive.action_space(agent).sample(observation["action_mask"])
    hive.step(action)
"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import Color, Game
from engine.checks import whole_number
from learning.actions import action_mask, move_of
from learning.centre import CENTRES, centre_number
from learning.numbering import ACTIONS
from learning.observations import OBSERVATION_SHAPE, observation
from learning.planes import MOST

try:
    from gymnasium import logger, spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ImportError(
        f"the environment needs {error.name}, which pip install 'propolis[rl]' brings"
    ) from None

AGENTS = ("player_0", "player_1")
"""White and Black."""

RENDER_MODES = ("human", "ansi", "svg")
ILLEGAL_REWARD = -1.0


def env(
    game_type: str = "Base+MLP",
    *,
    render_mode: str | None = None,
    max_plies: int = 500,
    centre: str = CENTRES[0],
    queen_first: bool = False,
    repetition_draw: bool = False,
) -> Any:
    """The environment with PettingZoo's usual wrappers.

    An illegal action ends the game, with a reward of -1 for the player who chose it.
    """
    inner = HiveEnvironment(
        game_type,
        render_mode=render_mode,
        max_plies=max_plies,
        centre=centre,
        queen_first=queen_first,
        repetition_draw=repetition_draw,
    )
    ended = wrappers.TerminateIllegalWrapper(inner, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


class HiveEnvironment(AECEnv, EzPickle):  # type: ignore[misc]
    """A game of Hive between the agents player_0, who is White, and player_1.

    What an agent observes is a dict of `observation`, the planes as that agent sees them, and
    `action_mask`, which has no ones while the other agent is to move. Rewards come at the end: 1
    for the winner, -1 for the loser, 0 for both after a draw. A game that reaches `max_plies` plies
    is truncated. There is no chance in the game: a seed changes nothing. `reset` takes a game to
    start from as the option `notation`: a GameString, or a position text with moves after it.

    Rendering gives the board as text: with `ansi` it is returned, with `human` it is printed after
    every step; with `svg` a picture is returned, which notebooks show.
    """

    metadata = {  # noqa: RUF012 - as PettingZoo has it
        "name": "hive_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game_type: str = "Base+MLP",
        *,
        render_mode: str | None = None,
        max_plies: int = 500,
        centre: str = CENTRES[0],
        queen_first: bool = False,
        repetition_draw: bool = False,
    ) -> None:
        rules = {"queen_first": queen_first, "repetition_draw": repetition_draw}
        EzPickle.__init__(
            self, game_type, render_mode=render_mode, max_plies=max_plies, centre=centre, **rules
        )
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            known = ", ".join(RENDER_MODES)
            raise ValueError(f"there is no render mode {render_mode!r}; known are {known}")
        centre_number(centre)  # refuses an unknown one
        self.game = Game(game_type, **rules)
        self.render_mode = render_mode
        self.max_plies = whole_number(max_plies, "the largest number of plies", 1)
        self.centre = centre
        self.possible_agents = list(AGENTS)
        self._rules = rules
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, OBSERVATION_SHAPE, np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, self._observation_space)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}

    def observation_space(self, agent: str) -> "spaces.Dict":
        """What an agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete":
        """All actions, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game, or go on with the one given as option `notation`."""
        game_type = self.game.game_type
        text = (options or {}).get("notation", game_type)
        game = Game.from_notation(text, **self._rules)
        if game.game_type != game_type or game.is_over or game.ply >= self.max_plies:
            raise ValueError(f"a {game_type} game below {self.max_plies} plies is wanted")
        self.game = game
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[game.turn]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The planes and the mask for an agent."""
        viewer = Color(AGENTS.index(agent))
        goes_on = self.game.ply < self.max_plies and not any(self.terminations.values())
        if viewer == self.game.turn and goes_on:
            mask = action_mask(self.game, self.centre)
        else:
            mask = np.zeros(ACTIONS, dtype=np.int8)
        planes = observation(self.game, self.centre, viewer=viewer)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is. Raises IllegalMoveError or ValueError."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(move_of(self.game, action, self.centre))  # type: ignore[arg-type]
        # The reward of the agent that moves now was for what had happened before.
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            winner = self.game.winner
            if winner is not None:
                self.rewards = {AGENTS[winner]: 1.0, AGENTS[winner.other]: -1.0}
        elif self.game.ply >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = AGENTS[self.game.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text or as a picture, or nothing where it is printed."""
        if self.render_mode is None:
            logger.warn("render() was called without a render mode")
            return None
        if self.render_mode == "svg":
            return self.game.svg(hands=True)
        picture = str(self.game)
        if self.render_mode == "ansi":
            return picture
        sys.stdout.write(f"{picture}\n\n")
        return None

    def close(self) -> None:
        """There is nothing to be released."""
