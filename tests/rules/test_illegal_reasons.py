"""Every reason for refusing a move, and that a refused move changes nothing."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from positions import board, played

from engine import Game, Hex, IllegalMoveError, Move, Piece, Reason

LONGEST_MESSAGE = 100

THREE_TURNS = ("wS1", "bS1 wS1-", "wA1 -wS1", "bQ bS1-", "wG1 -wA1", "bA1 bQ-")
WON = """
      wS1 bS1
    wA1 bQ  wG1
      wQ  bG1 bA1
"""
IN_A_GATE = """
      bA1 bA2
    .   wQ  bG1
      bS1 bG2 bQ
"""
BETWEEN_STACKS = """
      wQ+wB1
    wP  bA1
      bQ+bB1
"""
BELOW_STACKS = """
      wQ+bB1
    wB1 bQ
      bA1+bB2
"""


class Case(NamedTuple):
    reason: Reason
    game: Callable[[], Game]
    move: str | Move


def put(piece: str, q: int, r: int) -> Move:
    return Move(Piece.named(piece), Hex(q, r))


CASES = {
    "a move after the end": Case(Reason.GAME_OVER, lambda: board(WON, turn="b"), "bA1 -wA1"),
    "a pass after the end": Case(Reason.GAME_OVER, lambda: board(WON, turn="b"), "pass"),
    "moving an enemy": Case(Reason.WRONG_COLOR, lambda: board("wA1 wQ  bQ  bA1"), "bA1 -wA1"),
    "placing an enemy": Case(Reason.WRONG_COLOR, lambda: board("wA1 wQ  bQ  bA1"), "bA2 bA1-"),
    "opening with an enemy": Case(Reason.WRONG_COLOR, lambda: Game("Base"), "bS1"),
    "a piece of another set": Case(Reason.NOT_IN_GAME, lambda: played("Base+M", "wS1"), "bP wS1-"),
    "a reference in hand": Case(Reason.REFERENCE_IN_HAND, lambda: board("wA1 wQ  bQ"), "wA1 wG1-"),
    "placing by itself": Case(Reason.REFERENCE_IN_HAND, lambda: board("wA1 wQ  bQ"), "wG1 wG1-"),
    "no place named": Case(Reason.NO_DESTINATION, lambda: played("Base", "wS1"), "bS1"),
    "White's queen first": Case(Reason.QUEEN_FIRST_TURN, lambda: Game("Base"), "wQ"),
    "Black's queen first": Case(Reason.QUEEN_FIRST_TURN, lambda: played("Base", "wS1"), "bQ wS1-"),
    "a fourth piece, no queen": Case(
        Reason.QUEEN_OVERDUE, lambda: played("Base", *THREE_TURNS), "wB1 -wG1"
    ),
    "a walk before the queen": Case(
        Reason.QUEEN_NOT_PLACED, lambda: played("Base", *THREE_TURNS), r"wG1 \wA1"
    ),
    "a throw before the queen": Case(
        Reason.QUEEN_NOT_PLACED, lambda: board("wA1 wP  bS1", turn_number=3), r"wA1 \wP"
    ),
    "the second ant first": Case(Reason.NOT_IN_HAND, lambda: board("wQ  bQ"), "wA2 -wQ"),
    "placing on a piece": Case(Reason.OCCUPIED, lambda: board("wQ  bQ"), "wB1 wQ"),
    "a side that is taken": Case(Reason.OCCUPIED, lambda: board("wB1 wQ  bQ"), "wB1 wQ-"),
    "placing far away": Case(Reason.NOT_AT_HIVE, lambda: board("wQ  bQ"), put("wA1", -5, 0)),
    "placing a lap away": Case(Reason.NOT_AT_HIVE, lambda: board("wQ  bQ"), put("wA1", -1, 32)),
    "placing next to an enemy": Case(Reason.TOUCHES_ENEMY, lambda: board("wQ  bQ"), "wA1 bQ-"),
    "a piece under a beetle": Case(Reason.COVERED, lambda: board("wA1+bB1 wQ  bQ"), r"wA1 \wQ"),
    "throwing an enemy off a stack": Case(
        Reason.COVERED, lambda: board("wG1+bB1 wP  wQ  bQ"), "bB1 wP\\"
    ),
    "climbing by a covered name": Case(
        Reason.NOT_THE_TOP, lambda: board("wB1 wQ+bB1 bQ"), "wB1 wQ"
    ),
    "a stunned walker": Case(
        Reason.STUNNED, lambda: board("wA1 wQ  bQ", stunned="wA1"), r"wA1 \wQ"
    ),
    "throwing a stunned piece": Case(
        Reason.STUNNED, lambda: board("bA1 wP  wQ  bQ", stunned="bA1"), r"bA1 \wP"
    ),
    "a link of the hive": Case(Reason.BREAKS_HIVE, lambda: board("wQ  wA1 bQ"), "wA1 bQ-"),
    "throwing a link of the hive": Case(
        Reason.BREAKS_HIVE, lambda: board("bG1 bA1 wP  wQ"), r"bA1 \wP"
    ),
    "sliding through a gate": Case(Reason.GATE, lambda: board(IN_A_GATE), "wQ -wQ"),
    "climbing through a gate": Case(Reason.GATE, lambda: board(BELOW_STACKS), "wB1 bQ"),
    "throwing through a gate": Case(Reason.GATE, lambda: board(BETWEEN_STACKS), "bA1 -wP"),
    "too far for a queen": Case(Reason.UNREACHABLE, lambda: board("wQ  wA1 bQ"), "wQ bQ-"),
    "staying in place": Case(Reason.UNREACHABLE, lambda: board("wB1 wQ  bQ"), "wB1 -wQ"),
    "a walk of a lap": Case(Reason.UNREACHABLE, lambda: board("wQ  bQ"), put("wQ", 0, 31)),
    "throwing too far": Case(Reason.UNREACHABLE, lambda: board("bA1 wP  wQ  bQ"), r"bA1 \bQ"),
    "passing by choice": Case(Reason.PASS_NOT_FORCED, lambda: board("wA1 wQ  bQ"), "pass"),
    "a walk where a pass is due": Case(Reason.MUST_PASS, lambda: board(IN_A_GATE), "wQ bQ-"),
}


def refusal(game: Game, move: str | Move) -> IllegalMoveError:
    """The error that a move raises, after a look at its message and at the game left behind."""
    before, text, moves = game.copy(), game.notation, game.legal_moves
    assert not game.is_legal(move)
    with pytest.raises(IllegalMoveError) as caught:
        game.play(move)
    assert game == before
    assert game.stacks == before.stacks
    assert game.notation == text
    assert game.legal_moves == moves
    assert_plain(str(caught.value))
    return caught.value


def assert_plain(message: str) -> None:
    """One line of words for people, without traces of Python."""
    assert message.isprintable()
    assert 10 < len(message) <= LONGEST_MESSAGE
    assert not any(word in message for word in ("Hex", "Piece.", "Reason", "None", "Error"))


@pytest.mark.parametrize("case", CASES)
def test_refusal_of(case: str) -> None:
    reason, game, move = CASES[case]
    assert refusal(game(), move).reason is reason


def test_every_reason_has_a_case() -> None:
    assert {case.reason for case in CASES.values()} == set(Reason)


def test_an_own_beetle_is_not_thrown_off_a_stack_because_of_the_stack() -> None:
    error = refusal(board("wG1+wB1 wP  wQ  bQ"), "wB1 wP\\")
    assert error.reason is not Reason.GATE


@pytest.mark.parametrize("move", ["bA1", "bA1 wA1-", "bA1 bS2-"])
def test_any_spelling_is_refused_as_game_over_after_the_end(move: str) -> None:
    assert refusal(board(WON, turn="b"), move).reason is Reason.GAME_OVER


def test_a_far_cell_that_shares_a_torus_cell_is_refused_on_an_empty_board() -> None:
    game = Game("Base")
    for far in (Hex(0, 32), Hex(32, -1), Hex(1, 0)):
        with pytest.raises(IllegalMoveError) as refused:
            game.play(Move(Piece.named("wS1"), far))
        assert refused.value.reason is Reason.NOT_AT_HIVE


def test_a_piece_on_top_is_told_that_it_lies_there_already() -> None:
    error = refusal(board("wQ+wB1 bQ"), "wB1 wQ")
    assert "already lies on wQ" in str(error)
