"""Moves as objects: the same ones wherever the hive lies, and nobody can change them."""

from random import Random

import pytest
from positions import played

from engine import GAME_TYPES, PASS, Game, Hex, IllegalMoveError, Move, Piece, Reason
from engine.layout import Layout


def shifted(layout: Layout, by: Hex) -> Layout:
    """The same pieces elsewhere on the table."""
    there = Layout()
    for (q, r), stack in layout.stacks.items():
        for piece in stack:
            there.carry(piece, Hex(q + by.q, r + by.r))
    return there


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_moves_of_a_hive_far_out_are_those_of_the_middle(game_type: str) -> None:
    """A hive that touches the seam of the table of moves is served without it."""
    random, game = Random(game_type), played(game_type, "wS1")
    for _ in range(60):
        if not (moves := game.legal_moves):
            break
        for by in (Hex(40, 3), Hex(-17, 9), Hex(13, -14), Hex(0, 15)):
            there = shifted(game._layout, by)
            expected = {
                move.piece.index << 10 | (move.to.cell + by.cell) & 1023: Move(
                    move.piece, Hex(move.to.q + by.q, move.to.r + by.r)
                )
                for move in moves
                if move.piece and move.to
            }
            assert {code: there.move_of(code) for code in expected} == expected
            assert there.moves_of([*expected]) == [*expected.values()]
        game.play(random.choice(moves))


def test_a_long_walk_away_from_the_origin_keeps_its_coordinates() -> None:
    """Pieces that go as far to the right as they can leave the table of moves."""
    random = Random(1)
    game = played("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    while min(place.q for place in game.stacks) < 20:
        steps = [
            (move.to.q - came_from.q, random.random(), move)
            for move in game.legal_moves
            if move.piece and move.to and (came_from := game.place_of(move.piece))
        ]
        game.play(max(steps)[-1] if steps else game.legal_moves[-1])
    assert Game.from_string(game.game_string) == game
    assert all(game.is_legal(move) for move in game.legal_moves)
    for move in game.legal_moves:
        assert move.to is not None
        assert game.parse_move(game.move_string(move)) == move
        assert not game.is_legal(Move(move.piece, Hex(move.to.q - 32, move.to.r + 1)))


@pytest.mark.parametrize(
    "half", [Move(Piece.named("wQ"), None), Move(Piece.named("bQ"), None), Move(None, Hex(1, 0))]
)
def test_half_a_move_is_no_pass(half: Move) -> None:
    """Neither where passing is forced nor elsewhere."""
    stuck = Game.from_position_text("Base White[4] bQ,bA1,wQ,bA2 -", queen_first=True)
    for game in (stuck, played("Base", "wS1", "bS1 wS1-", "wQ -wS1")):
        before = game.stacks
        assert not game.is_legal(half)
        with pytest.raises(IllegalMoveError, match="a pass has neither") as refusal:
            game.play(half)
        assert refusal.value.reason is Reason.NO_DESTINATION
        assert game.stacks == before
    assert stuck.legal_moves == [PASS]


def test_moves_cannot_be_changed() -> None:
    move = Game("Base").legal_moves[0]
    with pytest.raises(AttributeError):
        move.to = Hex(1, 1)  # type: ignore[misc]
    assert move.piece is not None
    with pytest.raises(AttributeError):
        move.piece.name = "bQ"  # type: ignore[misc]
    assert Piece.named("wA2").index == 9


def test_the_list_of_legal_moves_is_the_callers_own() -> None:
    game = Game("Base")
    game.legal_moves.clear()
    assert len(game.legal_moves) == 4
    moves = game.legal_moves
    game.play(moves[0])
    assert len(moves) == 4
    assert game.legal_moves != moves


def test_legal_moves_are_new_after_play_undo_and_copy() -> None:
    game = played("Base", "wS1")
    before = game.legal_moves
    twin = game.copy()
    game.play(before[0])
    assert game.legal_moves != before
    assert twin.legal_moves == before
    with pytest.raises(IllegalMoveError):
        game.play(before[0])
    game.undo()
    assert game.legal_moves == before
