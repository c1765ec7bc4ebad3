"""The pillbug and its power to throw a neighbour over itself."""

import pytest
from positions import assert_goes_to_stars, board, destinations

from engine import Color


def test_pillbug_crawls_one_space_like_the_queen() -> None:
    picture = """
          *   .   .
        wP  wQ  bQ  .
          *   .   .
    """
    assert_goes_to_stars("wP", picture)


def test_pillbug_throws_an_enemy_to_any_empty_cell_next_to_itself() -> None:
    picture = """
          *   *   .
        bA1 wP  *   .
          *   wQ  .
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_pillbug_throws_a_friend_too() -> None:
    picture = """
          *   *   .
        wG1 wP  *   .
          *   wQ  .
    """
    assert_goes_to_stars("wG1", picture)


def test_pillbug_throws_a_piece_it_touches_only() -> None:
    picture = "bA1 wQ  wP"
    assert_goes_to_stars("bA1", picture, turn="w")


def test_pillbug_throws_down_to_the_ground_only() -> None:
    picture = """
          wS1 bG1
        bA1 wP  *
          bQ  wQ
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_either_queen_can_be_thrown() -> None:
    picture = """
          *   *
        bQ  wP  *
          *   wQ
    """
    assert_goes_to_stars("bQ", picture, turn="w")
    assert_goes_to_stars("wQ", picture.translate(str.maketrans("wb", "bw")).replace("bP", "wP"))


def test_an_enemy_pillbug_can_be_thrown() -> None:
    picture = """
          *   *
        bP  wP  *
          *   wQ
    """
    assert_goes_to_stars("bP", picture, turn="w")


def test_pillbug_does_not_throw_the_piece_the_enemy_moved_last() -> None:
    picture = """
          .   .
        bA1 wP  .
          .   wQ
    """
    assert_goes_to_stars("bA1", picture, turn="w", stunned="bA1")


@pytest.mark.parametrize("piece", ["bB1", "wG1"])
def test_pillbug_throws_no_piece_of_a_stack(piece: str) -> None:
    picture = """
          .   .
        wG1+bB1 wP  .
          .   wQ
    """
    assert_goes_to_stars(piece, picture, turn="w")


def test_pillbug_does_not_throw_a_piece_that_holds_the_hive_together() -> None:
    picture = """
              .   .
        bG1 bA1 wP  .
              .   wQ
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_pillbug_does_not_lift_a_piece_through_a_gate_of_stacks() -> None:
    picture = """
          .   wQ+wB1
        .   wP  bA1
          .   bQ+bB1
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_one_stack_beside_the_way_up_is_no_gate() -> None:
    picture = """
          *   wQ+wB1
        *   wP  bA1
          *   bQ
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_pillbug_does_not_set_a_piece_down_through_a_gate_of_stacks() -> None:
    picture = """
          *   wQ+wB1
        bA1 wP  x
          *   bQ+bB1
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_single_pieces_are_no_gate_for_a_throw() -> None:
    picture = """
          bS1 wA1
        bA1 wP  *
          wQ  bQ
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_pinned_pillbug_may_throw() -> None:
    picture = """
          *   bQ
        bA1 wP  *
          *   wQ
    """
    assert_goes_to_stars("bA1", picture, turn="w")
    assert destinations(board(picture), "wP") == set()


def test_covered_pillbug_neither_moves_nor_throws() -> None:
    picture = """
          .   .
        bA1 wP+bB1 .
          .   wQ
    """
    assert_goes_to_stars("bA1", picture, turn="w")
    assert_goes_to_stars("wP", picture)


def test_stunned_pillbug_neither_moves_nor_throws() -> None:
    picture = """
          .   .
        bA1 wP  .
          .   wQ
    """
    assert_goes_to_stars("bA1", picture, turn="w", stunned="wP")
    assert_goes_to_stars("wP", picture, stunned="wP")


def test_throwing_takes_the_place_of_moving() -> None:
    game = board("bA1 wP  wQ  bQ")
    game.play(r"bA1 \wP")
    assert game.turn is Color.BLACK


def test_a_cell_reached_on_foot_and_by_two_throwers_is_one_move() -> None:
    picture = """
        .   .   *   *
          *   wA1 wP  *
        *   bQ  wM  wQ  *
          *   *   *   *
    """
    assert_goes_to_stars("wA1", picture)
    moves = board(picture).legal_moves
    assert len(moves) == len(set(moves))
