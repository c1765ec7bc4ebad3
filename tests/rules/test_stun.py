"""The piece moved last rests for one turn, in games with the pillbug."""

import pytest
from positions import assert_goes_to_stars, board, destinations, marked, movers, played

from engine import PASS

THROW = """
      .   .   .
    bA1 wP  wQ  bQ  bG1
"""


def test_a_thrown_piece_may_not_move_on_the_next_turn() -> None:
    game = board(THROW)
    game.play("bA1 wP/")
    assert str(game.stunned) == "bA1"
    assert movers(game) == {"bG1"}


def test_a_thrown_piece_may_not_be_thrown_on_the_next_turn() -> None:
    game = board("""
          .   wQ
        bA1 wP  bP  bQ
    """)
    game.play("bA1 wP\\")
    assert destinations(game, "bA1") == set()
    assert movers(game) == {"bQ", "wQ", "wP"}


def test_a_thrown_pillbug_may_not_throw_on_the_next_turn() -> None:
    picture = """
          .   wQ
        bP  wP  .
          wA1 bQ
    """
    game = board(picture)
    game.play("bP wP-")
    assert movers(game) == {"bQ"}
    game.play("bA1 bQ-")
    game.play("wA2 -wA1")
    assert movers(game) == {"bP", "bQ", "bA1", "wP", "wQ"}


def test_a_thrown_piece_is_free_again_one_turn_later() -> None:
    after = """
          *   bA1
        bG1 wP  wQ  bQ
          *   *
    """
    game = board(THROW)
    game.play("bA1 wP/")
    game.play("bG1 -wP")
    assert str(game.stunned) == "bG1"
    assert destinations(game, "bA1") == marked(after)


def test_a_piece_that_walked_may_not_be_thrown_on_the_next_turn() -> None:
    game = board("bA1 bQ  wQ  wP", turn="b")
    game.play("bA1 wP-")
    assert str(game.stunned) == "bA1"
    assert destinations(game, "bA1") == set()


def test_a_placed_piece_is_not_stunned() -> None:
    game = board("wP  wQ  bQ  bA1")
    game.play("wA1 -wP")
    assert game.stunned is None


def test_the_thrower_is_not_stunned() -> None:
    game = board(THROW)
    game.play(r"bA1 \wP")
    assert str(game.stunned) == "bA1"


def test_a_pass_frees_the_stunned_piece() -> None:
    before = """
          .   .
        bQ  wP  .   wG1
          .   wQ  wA1
    """
    after = """
          *   *
        *   wP  bQ  wG1
          *   wQ  wA1
    """
    game = board(before)
    game.play("bQ wP-")
    assert game.legal_moves == [PASS]
    game.play("pass")
    assert game.stunned is None
    assert destinations(game, "bQ") == marked(after)


@pytest.mark.parametrize("game_type", ["Base", "Base+M", "Base+L", "Base+ML"])
def test_nothing_is_stunned_in_games_without_the_pillbug(game_type: str) -> None:
    game = played(game_type, "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-", r"wQ \wA1")
    assert game.stunned is None


@pytest.mark.parametrize("game_type", ["Base+P", "Base+MP", "Base+LP", "Base+MLP"])
def test_the_piece_moved_last_is_stunned_in_games_with_the_pillbug(game_type: str) -> None:
    game = played(game_type, "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-", r"wQ \wA1")
    assert str(game.stunned) == "wQ"


def test_a_stunned_neighbour_can_still_be_walked_over() -> None:
    picture = """
          .   .   .
        wG1 bA1 wQ  *
          .   .   .
    """
    assert_goes_to_stars("wG1", picture, stunned="bA1")
