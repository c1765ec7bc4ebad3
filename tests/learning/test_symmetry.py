"""Symmetries: a game that is turned has the observation, mask and actions turned."""

from typing import Any

import learning_model as model
import numpy as np
import pytest

from engine import GAME_TYPES, Game, Move
from learning import (
    ACTIONS,
    CENTRES,
    PASS_ACTION,
    SYMMETRIES,
    action_mask,
    action_of,
    fits,
    observation,
    symmetric_actions,
    symmetric_planes,
    symmetric_policy,
)
from learning.symmetry import ACTION_SYMMETRIES, turned

PLIES = 60


def turned_move(move: Move, symmetry: int) -> Move:
    return Move(move.piece, None if move.to is None else turned(move.to, symmetry))


@pytest.mark.parametrize("symmetry", range(SYMMETRIES))
def test_a_turned_game_is_seen_turned(symmetry: int) -> None:
    game_type = GAME_TYPES[symmetry % len(GAME_TYPES)]
    other = Game(game_type)
    history: tuple[Move, ...] = ()
    for game in model.eventful_game(game_type, f"turned {symmetry}", PLIES):
        for move in game.history[len(history) :]:
            other.play(turned_move(move, symmetry))
        history = game.history
        for centre in CENTRES:
            planes = observation(game, centre)
            assert fits(planes)
            assert np.array_equal(observation(other, centre), symmetric_planes(planes, symmetry))
            assert np.array_equal(
                action_mask(other, centre), symmetric_policy(action_mask(game, centre), symmetry)
            )
        for move in game.legal_moves[::7]:
            action = action_of(game, move)
            assert action_of(other, turned_move(move, symmetry)) == symmetric_actions(
                action, symmetry
            )


def test_symmetries_are_the_twelve_of_a_hexagon() -> None:
    rows = {row.tobytes() for row in ACTION_SYMMETRIES}
    assert len(rows) == SYMMETRIES
    assert ACTION_SYMMETRIES.shape == (SYMMETRIES, ACTIONS)
    for row in ACTION_SYMMETRIES:
        assert np.array_equal(np.sort(row), np.arange(ACTIONS))
        assert row[PASS_ACTION] == PASS_ACTION
        for other in ACTION_SYMMETRIES:
            assert row[other].tobytes() in rows


def test_symmetries_work_on_batches() -> None:
    games = [game.copy() for game in model.eventful_game("Base+MLP", "batch", 20)]
    planes = np.array([observation(game) for game in games])
    masks = np.array([action_mask(game) for game in games])
    assert fits(planes).all()
    assert fits(planes).shape == (len(games),)
    for i in (0, len(games) - 1):
        assert np.array_equal(symmetric_planes(planes, 7)[i], symmetric_planes(planes[i], 7))
        assert np.array_equal(symmetric_policy(masks, 7)[i], symmetric_policy(masks[i], 7))


def line_of_pieces() -> Game:
    """The longest line there is, with Black's queen off its middle."""
    game = Game("Base+MLP", queen_first=True)
    game.play("wQ")
    game.play("bG1 wQ-")
    ends = "bG1"
    whites = ["S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P"]
    blacks = ["Q", "S1", "S2", "B1", "B2", "G2", "G3", "A1", "A2", "A3", "M", "L", "P"]
    left = "wQ"
    for white, black in zip(whites, blacks, strict=True):
        game.play(f"w{white} -{left}")
        game.play(f"b{black} {ends}-")
        left, ends = f"w{white}", f"b{black}"
    return game


def test_out_of_reach_is_told_and_a_hive_is_in_reach_of_its_middle() -> None:
    game = line_of_pieces()
    reach = {centre: bool(fits(observation(game, centre))) for centre in CENTRES}
    assert reach == {"own queen": True, "enemy queen": False, "hive": True}
    for symmetry in range(SYMMETRIES):
        other = Game("Base+MLP", queen_first=True)
        for move in game.history:
            other.play(turned_move(move, symmetry))
        assert np.array_equal(
            observation(other, "hive"), symmetric_planes(observation(game, "hive"), symmetry)
        )
        assert np.array_equal(
            action_mask(other, "hive"), symmetric_policy(action_mask(game, "hive"), symmetry)
        )


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="the symmetry must be between 0 and 11, not 12"):
        symmetric_planes(observation(Game()), 12)
    with pytest.raises(ValueError, match="planes are of 32 x 32"):
        symmetric_planes(np.zeros((3, 31, 32)), 1)
    with pytest.raises(ValueError, match="has 28673 entries"):
        symmetric_policy(np.zeros(5), 1)


@pytest.mark.parametrize("actions", [-1, ACTIONS, [0, -5], "x", 1.5, None, True])
def test_only_actions_can_be_turned(actions: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="actions are"):
        symmetric_actions(actions, 1)


@pytest.mark.parametrize("planes", [3, [[1]], np.zeros(3), np.zeros((5, 32, 32))])
def test_only_observations_fit(planes: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"planes|observation"):
        fits(planes)
