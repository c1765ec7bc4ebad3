"""The explorer of openings: what a book knows of the position that a page looks at."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from engine import Game
from study import Book, BookMove
from study.openings.book import OWN_BOOK
from study.openings.tally import Tally
from web.messages import Fields
from web.state import ServerState
from web.view import place, read_game

_MOST_MOVES = 60


def openings(state: ServerState, request: Fields) -> dict[str, Any]:
    """The games that came to a position, and the moves made there."""
    game = read_game(request)
    request.done()
    book = _book(state.book or OWN_BOOK)
    here = book.position(game)
    return {
        "known": here is not None,
        **_tally(Tally() if here is None else here.reached),
        "score": None if here is None or here.score is None else str(here.score),
        "moves": [_move(game, move) for move in book.moves(game)[:_MOST_MOVES]],
    }


@lru_cache(maxsize=1)
def _book(path: Path) -> Book:
    return Book.load(path)


def _move(game: Game, found: BookMove) -> dict[str, Any]:
    """A move with what is needed to draw it. Where it was never made here, others led there."""
    piece, to = found.move
    return {
        "move": found.text,
        "piece": None if piece is None else piece.name,
        "from": None if piece is None else place(game.place_of(piece)),
        "to": place(to),
        "made_here": found.played.games > 0,
        **_tally(found.played if found.played.games else found.reached),
        "score": None if found.score is None else str(found.score),
    }


def _tally(tally: Tally) -> dict[str, int]:
    return {
        "games": tally.games,
        "white": tally.white,
        "draws": tally.draws,
        "black": tally.black,
    }
