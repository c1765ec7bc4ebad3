"""`propolis openings make`: a book from records, other books or self-play."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from engine.errors import HiveError, RecordError
from engine.pieces import GAME_TYPES, canonical_game_type
from engine.reading import read_games
from study.bad_games import BadGames
from study.longest_search import MOST_NODES
from study.openings.arguments import number
from study.openings.book import Book
from study.openings.book_file import BookError, is_book
from study.openings.making import USUAL_NODES, judged
from study.openings.tree import USUAL_PLIES, OpeningTree
from study.openings.varied_play import VariedPlay
from study.progress import Progress
from study.record_files import LARGEST_FILE
from uhp.errors import RefusedError
from uhp.output import note
from uhp.saving import why_not_writable

_MOST_PLIES = 100
_USUAL_GAMES = 1000
_USUAL_FILE = "openings.book"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be given."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="PGN, SGF, GameStrings, folders of these, or other books, which are merged",
    )
    parser.add_argument(
        "--selfplay",
        nargs="?",
        type=number(1),
        const=_USUAL_GAMES,
        metavar="N",
        help=f"have the engine play N games ({_USUAL_GAMES:,}) with itself",
    )
    parser.add_argument("--out", default=_USUAL_FILE, metavar="FILE", help=f"({_USUAL_FILE})")
    parser.add_argument(
        "--plies",
        type=number(1, _MOST_PLIES),
        default=USUAL_PLIES,
        metavar="N",
        help=f"how much of every game is looked at ({USUAL_PLIES})",
    )
    parser.add_argument(
        "--min-games",
        type=number(1),
        default=1,
        metavar="K",
        help="leave out positions with fewer games (1)",
    )
    parser.add_argument(
        "--nodes",
        type=number(0, MOST_NODES),
        default=USUAL_NODES,
        metavar="N",
        help=f"nodes of the search for every score ({USUAL_NODES:,}); 0 for no scores",
    )
    parser.add_argument(
        "--skip-errors", action="store_true", help="name games that cannot be read, and go on"
    )
    parser.add_argument(
        "--jobs", type=number(1, 1024), metavar="N", help="cores to use (all there are)"
    )
    playing = parser.add_argument_group("self-play")
    playing.add_argument(
        "--gametype",
        default="Base+MLP",
        metavar="TYPE,...|all",
        help="the game types that are played in turn (Base+MLP)",
    )
    playing.add_argument(
        "--play-nodes",
        type=number(1, MOST_NODES),
        default=1000,
        metavar="N",
        help="nodes a move (1,000)",
    )
    playing.add_argument(
        "--seed", type=number(0), default=1, metavar="N", help="the same games again (1)"
    )


def run(given: argparse.Namespace) -> None:
    """Make a book and write it."""
    if not given.files and given.selfplay is None:
        raise RefusedError("name files to make a book from, or --selfplay; see --help")
    game_types = _game_types(given.gametype)
    if (why := why_not_writable(given.out)) is not None:
        raise BookError(f"cannot write {given.out!r}: {why}")
    tree = OpeningTree(given.plies)
    bad = _add_files(tree, given.files, given.skip_errors)
    if given.selfplay is not None:
        _add_own_games(tree, given, game_types)
    if not tree.games:
        raise BookError("there are no games to make a book from")
    book = tree.book(given.min_games)
    if given.nodes:
        book = judged(
            book,
            given.nodes,
            jobs=given.jobs,
            watched=lambda total: Progress(total, "positions scored"),
        )
    book.save(given.out)
    size = Path(given.out).stat().st_size
    shown = given.out if given.out.isprintable() else repr(given.out)
    skipped = f"; {bad:,} left out because of errors" if bad else ""
    note(
        f"propolis openings: {len(book):,} positions of {tree.games:,} "
        f"{'game' if tree.games == 1 else 'games'} in {shown} "
        f"({size:,} bytes){skipped}"
    )


def _game_types(text: str) -> tuple[str, ...]:
    if text.lower() == "all":
        return GAME_TYPES
    return tuple(dict.fromkeys(canonical_game_type(part.strip()) for part in text.split(",")))


def _add_own_games(
    tree: OpeningTree, given: argparse.Namespace, game_types: tuple[str, ...]
) -> None:
    play = VariedPlay(game_types, nodes=given.play_nodes, seed=given.seed, varied_plies=given.plies)
    with Progress(given.selfplay, "games played") as progress:
        for game in play.games(given.selfplay, jobs=given.jobs):
            tree.add(game)
            progress.advance()


def _add_files(tree: OpeningTree, files: Sequence[str], skip_errors: bool) -> int:
    """Count the games of files; returns how many could not be read."""
    bad = 0

    def refuse(error: HiveError) -> None:
        nonlocal bad
        if not skip_errors:
            raise error
        bad += 1
        note(f"propolis openings: {error}")

    bad_games = BadGames(refuse)
    with Progress(None, "games read") as progress:
        for path in map(Path, files):
            if is_book(path):
                tree.add_book(Book.load(path))
                continue
            for record in read_games(path, on_error=bad_games, largest=LARGEST_FILE):
                try:
                    tree.add(record.game, record.result)
                except HiveError as error:
                    bad_games(RecordError(str(error), path=str(path)))
                else:
                    bad_games.saw_good_game()
                progress.advance()
    return bad
