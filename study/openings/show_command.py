"""`propolis openings show`: what a book knows of a position."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import HiveError, MoveParseError
from engine.game import Game
from engine.notation import parse_spelling
from study.openings.book import OWN_BOOK, Book
from study.openings.shown import as_json, table
from uhp.errors import RefusedError
from uhp.output import note

_LONGEST_NUMBER = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be given."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="[FILE] MOVE",
        help="a book, if not the one that comes with the program, and moves from the start, each "
        "one argument or with ; between them",
    )
    parser.add_argument(
        "--gametype", default="Base+MLP", metavar="TYPE", help="Base, ... Base+MLP (the default)"
    )
    parser.add_argument("--game", metavar="GAMESTRING", help="the position, in place of moves")
    parser.add_argument("--json", action="store_true", help="for programs: one JSON object")
    parser.add_argument(
        "--walk", action="store_true", help="go on with moves or their numbers from stdin"
    )


def run(given: argparse.Namespace) -> None:
    """Show a position, and where it is asked for those that are walked to."""
    path, moves = _file_and_moves(given.words)
    if given.game is not None and moves:
        raise RefusedError("the position is given by moves or by --game, not by both")
    book = Book.load(path)
    if given.game is not None:
        game = Game.from_notation(given.game, queen_first=True)
    else:
        game = Game(given.gametype, queen_first=True)
    for move in moves:
        game.play(move)
    _print_position(book, game, given.json)
    if given.walk:
        _walk(book, game, given.json)


def _file_and_moves(words: Sequence[str]) -> tuple[str | Path, list[str]]:
    """The book that is named, or our own, and the moves after it."""
    path: str | Path = OWN_BOOK
    if words and not _is_move(words[0].partition(";")[0]):
        path, words = words[0], words[1:]
    moves = [move.strip() for word in words for move in word.split(";")]
    return path, [move for move in moves if move]


def _is_move(text: str) -> bool:
    try:
        parse_spelling(text)
    except MoveParseError:
        return False
    return True


def _print_position(book: Book, game: Game, as_object: bool) -> None:
    print(json.dumps(as_json(book, game)) if as_object else table(book, game), flush=True)


def _walk(book: Book, game: Game, as_object: bool) -> None:
    """Go from position to position as stdin says, until it ends."""
    if sys.stdin.isatty():
        note("a number or a move goes on, 'back' goes back, 'quit' or Ctrl-D ends")
    for line in sys.stdin:
        word = line.strip()
        if word.lower() in ("quit", "exit", "q"):
            return
        if not word:
            continue
        try:
            if word.lower() in ("back", "b"):
                game.undo()
            elif word.isascii() and word.isdigit():
                moves = book.moves(game)
                # A number of thousands of digits is none that Python would read.
                number = int(word) if len(word) < _LONGEST_NUMBER else 0
                if not 1 <= number <= len(moves):
                    raise HiveError(f"there is no move {word[:_LONGEST_NUMBER]}")
                game.play(moves[number - 1].move)
            else:
                game.play(word)
        except HiveError as error:
            note(f"propolis openings: {error}")
            continue
        _print_position(book, game, as_object)
