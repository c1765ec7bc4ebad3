"""A position of a book for people, as a table, and for programs, as JSON."""

from typing import Any

from engine.game import Game
from engine.pieces import Color
from study.openings.book import Book, BookMove
from study.openings.tally import Tally

_HEADINGS = ("", "move", "games", "won", "drawn", "lost", "score")
_OTHERWISE = "Games in brackets came to the position by other moves."
_OWN = "Moves without games are the engine's own."


def table(book: Book, game: Game) -> str:
    """What a book knows of a position, from the point of view of who is to move."""
    lines = [_headline(book, game)]
    moves = book.moves(game)
    if not moves:
        why = "the game is over" if game.is_over else "the book has no moves here"
        return "\n".join([*lines, why])
    rows = [_HEADINGS, *(_row(rank, move, game.turn) for rank, move in enumerate(moves, start=1))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
    for row in rows:
        # Names of moves stand to the left, numbers to the right.
        cells = [
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    if any(move.reached.games and not move.played.games for move in moves):
        lines.append(_OTHERWISE)
    if any(not move.reached.games for move in moves):
        lines.append(_OWN)
    return "\n".join(lines)


def as_json(book: Book, game: Game) -> dict[str, Any]:
    """The same as an object for JSON; results and scores are those of who is to move."""
    here = book.position(game)
    return {
        "game": game.notation,
        "game_type": game.game_type,
        "turn": game.turn_string,
        "position": game.canonical_text,
        "known": here is not None,
        **(_figures(here.reached, game.turn) if here else _figures(Tally(), game.turn)),
        "score": None if here is None or here.score is None else str(here.score),
        "moves": [
            {
                "move": move.text,
                **_figures(move.played, game.turn),
                "score": None if move.score is None else str(move.score),
                "position": _figures(move.reached, game.turn),
            }
            for move in book.moves(game)
        ],
    }


def _headline(book: Book, game: Game) -> str:
    here = book.position(game)
    title = f"{game.game_type} {game.turn_string}"
    if here is None:
        return f"{title}: not in the book"
    count = here.reached.games
    words = [f"{title}: {count:,} {'game' if count == 1 else 'games'}"]
    won, drawn, lost = _shares(here.reached, game.turn)
    if won is not None:
        words.append(f"{game.turn} won {won}, drew {drawn}, lost {lost}")
    if here.score is not None:
        words.append(f"score {here.score}")
    return "; ".join(words)


def _row(rank: int, move: BookMove, turn: Color) -> tuple[str, ...]:
    results = move.played if move.played.games else move.reached
    games = f"{results.games:,}" if results.games else "-"
    if results is not move.played and results.games:
        games = f"({games})"
    shares = (share or "-" for share in _shares(results, turn))
    return (str(rank), move.text, games, *shares, "-" if move.score is None else str(move.score))


def _shares(results: Tally, turn: Color) -> tuple[str | None, ...]:
    """How many percent of the finished games were won, drawn and lost."""
    figures = _figures(results, turn)
    finished = figures["won"] + figures["drawn"] + figures["lost"]
    if not finished:
        return (None, None, None)
    return tuple(f"{figures[word] / finished:.0%}" for word in ("won", "drawn", "lost"))


def _figures(results: Tally, turn: Color) -> dict[str, int]:
    won, lost = results.white, results.black
    if turn is Color.BLACK:
        won, lost = lost, won
    return {"games": results.games, "won": won, "drawn": results.draws, "lost": lost}
