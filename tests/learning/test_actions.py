"""Actions: every legal move has one number, the number stays, and others are refused."""

import hashlib
from typing import Any

import learning_model as model
import numpy as np
import pytest
from helpers import ONE_GAME_TYPE_FAST
from positions import board

from benchmarks.positions import P2, SIGNATURE_SET
from engine import (
    GAME_TYPES,
    PASS,
    Game,
    Hex,
    IllegalMoveError,
    Move,
    MoveParseError,
    Piece,
    Reason,
)
from learning import (
    ACTIONS,
    ACTIONS_VERSION,
    CENTRES,
    PASS_ACTION,
    action_mask,
    action_of,
    legal_actions,
    move_of,
)

GAMES, PLIES = 3, 60


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_every_legal_move_has_the_number_that_is_documented(game_type: str) -> None:
    for seed in range(GAMES):
        for game in model.eventful_game(game_type, seed, PLIES):
            centre = CENTRES[(seed + game.ply) % len(CENTRES)]
            numbers = model.actions(game, centre)
            assert len({*numbers.values()}) == len(numbers)
            found = legal_actions(game, centre)
            assert sorted(found.tolist()) == sorted(numbers.values())
            mask = action_mask(game, centre)
            assert np.array_equal(np.flatnonzero(mask), np.sort(found))
            for move in [*numbers][::8]:
                assert action_of(game, move, centre) == numbers[move]
                assert move_of(game, numbers[move], centre) == move


def test_a_forced_pass_has_the_last_number() -> None:
    game = board("bQ  bA1 wQ  bA2")
    assert game.legal_moves == [PASS]
    assert legal_actions(game).tolist() == [PASS_ACTION]
    assert action_of(game, PASS) == action_of(game, "pass") == PASS_ACTION
    assert move_of(game, PASS_ACTION) == PASS
    assert ACTIONS == PASS_ACTION + 1 == 28_673


def is_over_after(game: Game, action: int) -> bool:
    after = game.copy()
    after.play(move_of(after, action))
    return after.is_over


def test_a_finished_game_has_no_actions() -> None:
    game = Game.from_string(P2)
    wins = (action for action in legal_actions(game).tolist() if is_over_after(game, action))
    game.play(move_of(game, next(wins)))
    assert game.is_over
    assert legal_actions(game).size == 0
    assert not action_mask(game).any()
    with pytest.raises(IllegalMoveError, match="action 5: the game is over"):
        move_of(game, 5)


def test_a_third_occurrence_leaves_no_actions() -> None:
    game = Game("Base", repetition_draw=True)
    for move in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        game.play(move)
    for _ in range(2):
        for move in ("wQ \\wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"):
            game.play(move)
    assert game.is_over
    assert legal_actions(game).size == 0
    assert not action_mask(game).any()


@pytest.fixture
def game() -> Game:
    game = Game("Base")
    for move in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        game.play(move)
    return game


def number(mover: int, q: int, r: int) -> int:
    """An action by its mover and where it goes, from the own queen."""
    return 1024 * mover + 32 * (r + 16) + q + 16


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (number(0, 0, 0), Reason.UNREACHABLE),
        (number(1, -1, 0), Reason.BREAKS_HIVE),
        (number(15, 5, 5), Reason.WRONG_COLOR),
        (number(4, -1, 0), Reason.NOT_IN_HAND),
        (number(3, 1, 0), Reason.OCCUPIED),
        (number(3, -9, -4), Reason.NOT_AT_HIVE),
        (number(3, 4, 0), Reason.TOUCHES_ENEMY),
        (number(13, -1, 0), Reason.NOT_IN_GAME),
        (PASS_ACTION, Reason.PASS_NOT_FORCED),
    ],
)
def test_an_illegal_action_is_refused_with_the_reason(
    game: Game, action: int, reason: Reason
) -> None:
    before = game.game_string
    with pytest.raises(IllegalMoveError, match=f"action {action}: ") as refusal:
        move_of(game, action)
    assert refusal.value.reason is reason
    assert game.game_string == before


@pytest.mark.parametrize("action", [-1, ACTIONS, 10**12])
def test_a_number_that_is_no_action_is_refused(game: Game, action: int) -> None:
    with pytest.raises(ValueError, match="the action must be between 0 and 28672"):
        move_of(game, action)


@pytest.mark.parametrize("action", [1.5, "7", None, True])
def test_what_is_no_number_is_refused(game: Game, action: Any) -> None:
    with pytest.raises(TypeError, match="the action must be a whole number"):
        move_of(game, action)


def test_moves_without_a_number_are_refused(game: Game) -> None:
    with pytest.raises(IllegalMoveError, match="would break the hive"):
        action_of(game, Move(Piece.named("wS1"), Hex(0, 1)))
    with pytest.raises(IllegalMoveError):
        action_of(game, "wA1 bQ-")
    with pytest.raises(MoveParseError):
        action_of(game, "nonsense")


def test_other_bad_arguments_are_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="there is no centre 'middle'; known are own queen,"):
        legal_actions(game, "middle")
    with pytest.raises(TypeError, match="a centre is one of"):
        legal_actions(game, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="actions belong to a Game"):
        legal_actions("Base")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a mask has the shape"):
        action_mask(game, out=np.empty(5))


def test_a_mask_is_written_to_the_array_given(game: Game) -> None:
    out = np.full(ACTIONS, 7, dtype=np.float32)
    assert action_mask(game, out=out) is out
    assert np.array_equal(out, action_mask(game))


def test_the_numbering_is_that_of_its_version() -> None:
    """Networks are trained on it. What changes a number raises the version and changes this."""
    digest = hashlib.sha256()
    for text in SIGNATURE_SET.values():
        game = Game.from_string(text)
        for centre in CENTRES:
            digest.update(
                repr((text, centre, sorted(legal_actions(game, centre).tolist()))).encode()
            )
    assert {Game.from_string(text).game_type for text in SIGNATURE_SET.values()} == {*GAME_TYPES}
    assert (ACTIONS_VERSION, digest.hexdigest()[:16]) == (1, "611f74976874adb5")
