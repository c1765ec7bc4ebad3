"""The PettingZoo environment: it passes PettingZoo's own tests, and games end as they should."""

import pickle
import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from benchmarks.positions import P2
from engine import Color, Game, IllegalMoveError
from learning import (
    ACTIONS,
    HiveEnvironment,
    action_mask,
    action_of,
    env,
    legal_actions,
    observation,
)

ROOT = Path(__file__).resolve().parents[2]

KNOWN_WARNINGS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)
"""PettingZoo has these for every environment with a mask in its observation."""


@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_it_passes_the_api_test_of_pettingzoo(game_type: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(game_type, max_plies=40), num_cycles=100)
    unknown = [w for w in caught if not str(w.message).startswith(KNOWN_WARNINGS)]
    assert unknown == []


def test_it_passes_the_seed_test_of_pettingzoo() -> None:
    seed_test(lambda: env(max_plies=30), num_cycles=40)


def test_it_passes_the_render_test_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env)
    assert "White's hand:" in capsys.readouterr().out


def played(hive: Any, choose: Any) -> dict[str, float]:
    """The rewards of all agents after a whole game."""
    rewards: dict[str, float] = {}
    for agent in hive.agent_iter():
        seen, reward, termination, truncation, _ = hive.last()
        if termination or truncation:
            assert not seen["action_mask"].any()
            rewards[agent] = reward
            hive.step(None)
        else:
            hive.step(choose(hive, seen["action_mask"]))
    return rewards


def winning(hive: Any, mask: Any) -> int:
    game = hive.unwrapped.game
    for move in game.legal_moves:
        after = game.copy()
        after.play(move)
        if after.winner is game.turn:
            return action_of(game, move)
    raise AssertionError("there is no win at once")


def test_the_winner_gets_1_and_the_loser_minus_1() -> None:
    hive = env()
    hive.reset(options={"notation": P2})
    winner = hive.agent_selection
    loser = ({*hive.possible_agents} - {winner}).pop()
    assert played(hive, winning) == {winner: 1.0, loser: -1.0}
    assert hive.unwrapped.game.is_over


def test_a_ply_limit_truncates_without_a_reward() -> None:
    hive = env("Base", max_plies=7)
    hive.reset()
    rewards = played(hive, lambda hive, mask: int(np.flatnonzero(mask)[0]))
    assert rewards == {"player_0": 0.0, "player_1": 0.0}
    assert hive.unwrapped.game.ply == 7


def test_a_third_occurrence_ends_the_game_without_a_reward() -> None:
    moves = iter(
        ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
        + ("wQ \\wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-") * 2
    )
    hive = env("Base", repetition_draw=True)
    hive.reset()
    rewards = played(hive, lambda hive, mask: action_of(hive.unwrapped.game, next(moves)))
    assert rewards == {"player_0": 0.0, "player_1": 0.0}
    assert next(moves, None) is None


def test_agents_see_the_game_as_documented() -> None:
    hive = env(centre="hive")
    hive.reset(options={"notation": P2})
    game = Game.from_string(P2)
    for agent, viewer in zip(hive.possible_agents, Color, strict=True):
        seen = hive.observe(agent)
        assert hive.observation_space(agent).contains(seen)
        assert np.array_equal(seen["observation"], observation(game, "hive", viewer=viewer))
        expected = action_mask(game, "hive") if viewer == game.turn else np.zeros(ACTIONS)
        assert np.array_equal(seen["action_mask"], expected)


def test_an_illegal_action_loses_the_game() -> None:
    hive = env("Base")
    hive.reset()
    illegal = int(np.flatnonzero(action_mask(Game("Base")) == 0)[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rewards = played(hive, lambda hive, mask: illegal)
    assert rewards == {"player_0": -1.0, "player_1": 0.0}


def test_without_wrappers_an_illegal_action_is_refused_with_the_reason() -> None:
    inner = HiveEnvironment("Base")
    inner.reset()
    with pytest.raises(IllegalMoveError, match="action 528: the queen may not be placed"):
        inner.step(528)
    inner.step(int(legal_actions(inner.game)[0]))
    assert inner.game.ply == 1


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(
        ValueError, match="there is no render mode 'film'; known are human, ansi, svg"
    ):
        env(render_mode="film")
    with pytest.raises(ValueError, match="there is no centre"):
        env(centre="here")
    with pytest.raises(ValueError, match="unknown game type"):
        env("Chess")
    hive = env("Base", max_plies=1)
    with pytest.raises(ValueError, match="a Base game below 1 plies is wanted"):
        hive.reset(options={"notation": "Base;InProgress;Black[1];wS1"})


def test_an_environment_can_be_pickled() -> None:
    inner = HiveEnvironment("Base+M", max_plies=9, repetition_draw=True)
    copy = pickle.loads(pickle.dumps(inner))
    assert (copy.game.game_type, copy.max_plies) == ("Base+M", 9)
    assert copy.game.repetition_draw


def output_of(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_without_the_extra_the_error_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import learning\n"
        "try: learning.env()\n"
        "except ImportError as error: print(error)"
    )
    assert output_of(code) == (
        "the environment needs pettingzoo, which pip install 'propolis[rl]' brings"
    )


def test_importing_the_rest_loads_neither_pettingzoo_nor_gymnasium() -> None:
    code = (
        "import sys, learning\n"
        "print('numpy' in sys.modules)\n"
        "learning.GameBatch(2).random_step()\n"
        "learning.fits, learning.observation, learning.action_of\n"
        "print([name for name in ('pettingzoo', 'gymnasium', 'numba') if name in sys.modules])"
    )
    output_of(code)
    assert output_of(code) == "False\n[]"


def test_all_public_names_can_be_imported() -> None:
    learning: Any = import_module("learning")
    assert {*learning.__all__} <= {*dir(learning)}
    for name in learning.__all__:
        assert getattr(learning, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        learning.nonsense  # noqa: B018


def test_a_position_without_a_history_is_a_start_and_is_drawn() -> None:
    hive = env(game_type="Base", render_mode="svg")
    hive.reset(options={"notation": "Base Black[3] wQ,bQwB1,bS1 -;bA1 bS1-"})
    assert hive.agent_selection == "player_0"
    assert hive.unwrapped.game.place_of("bA1") is not None
    assert hive.render().startswith("<svg")
    observed = hive.last()[0]
    assert observed["action_mask"].sum() == len(hive.unwrapped.game.legal_moves)
