"""Turns: when pieces may move, and when a player passes."""

import pytest
from positions import assert_goes_to_stars, board, movers, placeable, played

from engine import PASS, Color, Game, IllegalMoveError, Reason

STUCK = "bQ  bA1 wQ  bA2"
"""White can neither move, since the queen links the hive, nor place without touching Black."""


def test_no_piece_moves_before_its_queen_is_placed() -> None:
    game = played("Base", "wA1", "bS1 wA1-", "wA2 -wA1", "bQ bS1-")
    assert movers(game) == set()
    assert placeable(game) == {"wQ", "wS1", "wB1", "wG1", "wA3"}


def test_the_enemy_queen_does_not_let_ones_own_pieces_move() -> None:
    game = played("Base", "wA1", "bA1 wA1-", "wQ -wA1")
    assert movers(game) == set()
    assert placeable(game) == {"bQ", "bS1", "bB1", "bG1", "bA2"}


def test_no_piece_is_thrown_before_ones_queen_is_placed() -> None:
    game = board("bQ  wP  bA1", turn_number=3)
    assert movers(game) == set()


def test_once_the_queen_is_placed_a_player_may_place_or_move() -> None:
    game = played("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    assert movers(game) == {"wQ"}
    assert placeable(game) == {"wS1", "wB1", "wG1", "wA2"}


def test_a_piece_in_play_may_move_next_to_enemies() -> None:
    picture = """
          *   *   *   *
        wA1 wQ  bQ  bA1 *
          *   *   *   *
    """
    assert_goes_to_stars("wA1", picture)


def test_a_player_moves_own_pieces_only() -> None:
    picture = "wA1 wQ  bQ  bA1"
    assert movers(board(picture, "Base", turn="w")) == {"wA1"}
    assert movers(board(picture, "Base", turn="b")) == {"bA1"}


@pytest.mark.parametrize("action", ["wA2 -wA1", "wA1 \\wQ", "bA1 -wP"])
def test_a_turn_is_a_single_placement_move_or_throw(action: str) -> None:
    game = board("""
        wA1 wQ  bQ
          .   wP  bA1
    """)
    game.play(action)
    assert game.turn_string == "Black[10]"


def test_players_take_turns_beginning_with_white() -> None:
    game = Game("Base")
    turns = [game.turn_string]
    for move in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        game.play(move)
        turns.append(game.turn_string)
    assert turns == ["White[1]", "Black[1]", "White[2]", "Black[2]", "White[3]"]


def test_a_player_who_can_neither_place_nor_move_passes() -> None:
    assert board(STUCK).legal_moves == [PASS]


def test_a_pass_changes_nothing_but_the_turn() -> None:
    game = board(STUCK)
    stacks = game.stacks
    game.play("pass")
    assert game.stacks == stacks
    assert (game.turn, game.turn_number) == (Color.BLACK, 10)


def test_a_player_passes_again_and_again_until_able_to_move() -> None:
    game = board(STUCK)
    for move in ("pass", "bQ \\bA1", "pass", "bQ -bA1"):
        game.play(move)
        if game.turn is Color.WHITE:
            assert game.legal_moves == [PASS]
    game.play("pass")
    game.play("bA2 -bQ")
    assert movers(game) == {"wQ"}
    assert PASS not in game.legal_moves


def test_no_pass_while_a_piece_can_be_placed() -> None:
    game = board("bA1 wQ  wA1 wA2 bQ")
    assert movers(game) == set()
    assert placeable(game) == {"wS1", "wB1", "wG1", "wA3", "wM", "wL", "wP"}
    assert PASS not in game.legal_moves


def test_no_pass_while_a_piece_can_move() -> None:
    picture = """
          .   *   *
        wQ+bB1 bA1* bA2+wB1 bQ*
          .   *   *
    """
    assert_goes_to_stars("wB1", picture)
    game = board(picture)
    assert placeable(game) == set()
    assert PASS not in game.legal_moves


def test_passing_by_choice_is_refused() -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        board("wA1 wQ  bQ  bA1").play("pass")
    assert refusal.value.reason is Reason.PASS_NOT_FORCED
