"""One hive: the pieces stay linked, also while one of them moves."""

import pytest
from positions import assert_goes_to_stars, board, is_one_hive, movers


def test_ant_that_would_split_the_hive_may_not_move() -> None:
    picture = """
          .   .   .   .
        wQ  wA1 bA1 bQ  wG1
          .   .   .   .
    """
    assert_goes_to_stars("bA1", picture)


def test_queen_may_not_move_to_relink_the_hive_she_unlinks() -> None:
    picture = """
        wA1 x   bA1
          bQ  .   wQ
            bG1 wG1
    """
    assert_goes_to_stars("bQ", picture)


@pytest.mark.parametrize("piece", ["wQ", "wS1", "wB1", "wG1", "wA1", "wM", "wL", "wP"])
def test_no_bug_may_leave_when_it_links_the_hive(piece: str) -> None:
    other = "wA1" if piece == "wQ" else "wQ"
    assert_goes_to_stars(piece, f"{other} {piece} bB1 bQ")


def test_no_piece_may_be_left_stranded() -> None:
    game = board("""
        bQ  wA1
          wQ
        wG1
    """)
    assert movers(game) == {"wA1", "wG1"}


def test_a_piece_in_a_ring_does_not_link_the_hive() -> None:
    picture = """
          *   *   *
        *   wQ  bS1 *
          wA1 x   bQ  *
        *   wG1 bG1 *
          *   *   *
    """
    assert_goes_to_stars("wA1", picture)


def test_a_piece_on_top_may_leave_a_cell_that_links_the_hive() -> None:
    picture = """
          *   *
        wQ* bA1+wB1 bQ*
          *   *
    """
    assert_goes_to_stars("wB1", picture)


def test_a_tail_makes_a_ring_piece_link_the_hive() -> None:
    picture = """
          .   wQ  bS1
        wG1 wB1 .   bQ
          .   wS1 bG1
    """
    assert_goes_to_stars("wB1", picture)


def test_every_move_leaves_one_hive() -> None:
    picture = """
          wA1 bS1 wG1 .   bA1
        wQ  .   bB1+wB1 wP  bL
          wM  bG1 bQ  wL
            wS1 .   bM
    """
    for turn in "wb":
        game = board(picture, turn=turn)
        assert len(game.legal_moves) > 40
        for move in game.legal_moves:
            after = game.copy()
            after.play(move)
            assert is_one_hive(after), f"{game.move_string(move)} splits the hive"
