"""How a game ends."""

import pytest
from positions import board

from engine import Color, GameState, IllegalMoveError, Reason

ONE_GAP = """
      wS1 bS1
    .   bQ  wG1 wA1
      wQ  bG1 bA1
"""
"""The black queen has one free side, which both ants can reach."""


def test_surrounding_the_enemy_queen_wins() -> None:
    game = board(ONE_GAP)
    game.play("wA1 -bQ")
    assert (game.state, game.winner) == (GameState.WHITE_WINS, Color.WHITE)


def test_black_wins_in_the_same_way() -> None:
    game = board(ONE_GAP.translate(str.maketrans("wb", "bw")), turn="b")
    game.play("bA1 -wQ")
    assert (game.state, game.winner) == (GameState.BLACK_WINS, Color.BLACK)


def test_five_neighbours_do_not_surround_a_queen() -> None:
    assert board(ONE_GAP).state is GameState.IN_PROGRESS


@pytest.mark.parametrize("colours", ["wwwww", "bbbbb", "wbwbw"])
def test_pieces_of_either_colour_surround_a_queen(colours: str) -> None:
    one, two, three, four, five = list(colours)
    game = board(f"""
          {one}M  {two}L
        .   bQ  {three}P  wA1
          {four}S1 {five}G1 wQ
    """)
    game.play("wA1 -bQ")
    assert game.state is GameState.WHITE_WINS


def test_surrounding_ones_own_queen_loses() -> None:
    game = board(ONE_GAP, turn="b")
    game.play("bA1 -bQ")
    assert (game.state, game.winner) == (GameState.WHITE_WINS, Color.WHITE)


def test_surrounding_both_queens_at_once_is_a_draw() -> None:
    game = board("""
          bA1 bA2+wB1 bS1 bS2
        wA1 wQ  .   bQ  wA2
          wG1 wG2 bG1 bG2
    """)
    game.play("wB1 wQ-")
    assert (game.state, game.winner) == (GameState.DRAW, None)


def test_the_game_is_won_with_pieces_still_in_hand() -> None:
    game = board(ONE_GAP)
    game.play("wA1 -bQ")
    assert game.hand(Color.WHITE) != ()


def test_a_covered_queen_is_surrounded_by_her_six_neighbours() -> None:
    game = board("""
          wS1 bS1
        .   bQ+wB1 wG1 wA1
          wQ  bG1
    """)
    assert not game.is_over
    game.play("wA1 -bQ")
    assert game.state is GameState.WHITE_WINS


def test_covering_a_queen_does_not_close_her_last_side() -> None:
    game = board("""
          wS1 bS1
        .   bQ  wB1
          wQ  bG1
    """)
    game.play("wB1 bQ")
    assert game.state is GameState.IN_PROGRESS


def test_stacks_count_as_neighbours() -> None:
    game = board("""
          wS1+wB1 bS1+bB1
        .   bQ  wG1 wA1
          wQ  bG1
    """)
    game.play("wA1 -bQ")
    assert game.state is GameState.WHITE_WINS


def test_a_throw_may_close_the_ring() -> None:
    game = board("""
          wS1 bS1
        .   bQ  wG1
          wP  bG1
        bA1 wQ
    """)
    game.play("bA1 -bQ")
    assert game.state is GameState.WHITE_WINS


def test_a_placement_may_close_the_ring() -> None:
    game = board(
        """
          bS1 wS1
        .   bQ  wG1
          bA1 wQ
    """,
        turn="b",
    )
    game.play("bG1 -bQ")
    assert game.state is GameState.WHITE_WINS


def test_the_game_ends_as_soon_as_a_queen_is_surrounded() -> None:
    game = board(ONE_GAP)
    game.play("wA1 -bQ")
    assert game.is_over
    assert game.legal_moves == []
    for move in ("bA1 -wA1", "bA2 bA1-", "pass"):
        with pytest.raises(IllegalMoveError) as refusal:
            game.play(move)
        assert refusal.value.reason is Reason.GAME_OVER


def test_a_player_without_a_move_passes_until_the_queen_is_surrounded() -> None:
    game = board("""
          bA1 bG1
        .   wQ  bS1 bQ  bA3
          bG2 .   bA2
    """)
    for move in ("pass", "bA2 wQ\\", "pass"):
        assert not game.is_over
        game.play(move)
    game.play("bA3 -wQ")
    assert game.state is GameState.BLACK_WINS
