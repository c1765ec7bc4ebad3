"""The table has no edge: a hive may be all pieces in one row, and may drift anywhere."""

import pytest
from positions import board, destinations

from engine import Game
from engine.pieces import ALL_PIECES

PIECES = [piece.name for piece in ALL_PIECES]
DIRECTIONS = ("to the right", "down to the right", "down to the left")


def row_of_all(first: str, direction: str) -> str:
    """A picture of all pieces in one row that begins with a given piece."""
    row = [first, *(piece for piece in PIECES if piece != first)]
    if direction == "to the right":
        return " ".join(row)
    if direction == "down to the left":
        return "\n".join("  " * (len(row) - number) + piece for number, piece in enumerate(row))
    return "\n".join("  " * number + piece for number, piece in enumerate(row))


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_an_ant_walks_round_a_row_of_all_pieces(direction: str) -> None:
    game = board(row_of_all("wA1", direction))
    start = game.place_of("wA1")
    others = set(game.stacks) - {start}
    around = {place.neighbour(d) for place in others for d in range(6)} - others - {start}
    assert destinations(game, "wA1") == around
    assert len(around) == 57


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_grasshopper_jumps_over_all_other_pieces(direction: str) -> None:
    game = board(row_of_all("wG1", direction))
    first, second, last = (game.place_of(piece) for piece in ("wG1", "wQ", "bP"))
    assert first
    assert second
    assert last
    onward = next(d for d in range(6) if first.neighbour(d) == second)
    assert destinations(game, "wG1") == {last.neighbour(onward)}


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_ends_of_a_row_of_all_pieces_do_not_meet(direction: str) -> None:
    game = board(row_of_all("wQ", direction))
    assert len(destinations(game, "wQ")) == 2
    assert {move.piece.name for move in game.legal_moves if move.piece} == {"wQ"}


def test_a_hive_that_drifts_across_the_table_keeps_its_moves() -> None:
    game = Game("Base", queen_first=True)
    game.play("wQ")
    game.play("bQ wQ-")
    moves, position = set(game.legal_move_strings), game.position_hash
    for _ in range(100):
        game.play(r"wQ \bQ")
        game.play("bQ wQ-")
        assert set(game.legal_move_strings) == moves
        assert game.position_hash == position
    assert game.place_of("wQ") == (100, -100)
    game.undo(200)
    assert game.place_of("wQ") == (0, 0)
