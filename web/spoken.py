"""Moves and ends of games in plain words, for screen readers and for people."""

from engine import Game, GameState, Move, Piece
from engine.hexgrid import NE, NW, SE, SW, E, W
from engine.notation import parse_spelling
from engine.pieces import COPIES
from web.moves import surrounded

_SIDES = {
    NW: "to the upper left of",
    NE: "to the upper right of",
    E: "to the right of",
    SE: "to the lower right of",
    SW: "to the lower left of",
    W: "to the left of",
}


def spoken_move(before: Game, move: Move, thrown_by: Piece | None) -> str:
    """A legal move in words, in the game it was made in.

    >>> game = Game("Base")
    >>> spoken_move(game, game.parse_move("wS1"), None)
    'White places spider 1.'
    >>> _ = game.play("wS1")
    >>> spoken_move(game, game.parse_move("bA1 wS1-"), None)
    "Black places ant 1 to the right of White's spider 1."
    """
    piece = move.piece
    player = str(before.turn)
    if piece is None:
        return f"{player} passes."
    _, reference, direction = parse_spelling(before.move_string(move))
    where = ""
    if reference is not None:
        side = "onto" if direction is None else _SIDES[direction]
        where = f" {side} {_whose(reference)}"
    if before.place_of(piece) is None:
        return f"{player} places {_called(piece)}{where}."
    if thrown_by is not None:
        return f"{_whose(thrown_by)} throws {_whose(piece)}{where}."
    return f"{player} moves {_called(piece)}{where}."


def spoken_end(game: Game) -> str | None:
    """How the game has ended, in words; None while it goes on."""
    match game.state:
        case GameState.WHITE_WINS:
            return "White wins: Black's queen is surrounded."
        case GameState.BLACK_WINS:
            return "Black wins: White's queen is surrounded."
        case GameState.DRAW if surrounded(game):
            return "Draw: both queens are surrounded."
        case GameState.DRAW:
            return "Draw: the position has occurred for the third time."
    return None


def _called(piece: Piece) -> str:
    return f"{piece.bug} {piece.number}" if COPIES[piece.bug] > 1 else str(piece.bug)


def _whose(piece: Piece) -> str:
    return f"{piece.color}'s {_called(piece)}"
