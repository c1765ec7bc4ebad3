"""`propolis review`: from the command line to the exit code."""

import argparse
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from study.longest_search import LONGEST_SECONDS, MOST_NODES
from study.lost_output import drop_output
from study.review.judging import USUAL_NODES
from study.termination import termination_as_interrupt
from uhp.exit_codes import FAILURE, INTERRUPTED, SUCCESS, CommandLineError
from uhp.output import note

if TYPE_CHECKING:
    from search.limits import Limits
    from study.review.journal import Journal
    from study.review.model import GameReview
    from study.review.outputs import Files
    from study.review.sources import Source

_USUAL_FOLDER = "review"


def main(arguments: Sequence[str] | None = None) -> int:
    """Review games; returns the exit code."""
    given = _parser().parse_args(arguments)
    try:
        with termination_as_interrupt():
            return _run(given)
    except CommandLineError as error:
        _complain(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        _complain("interrupted; the same command goes on where it was")
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads; else Python would try again at the end, and complain.
        with suppress(OSError):
            drop_output()
        return FAILURE


def _complain(text: str) -> None:
    note(f"propolis review: {text}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="propolis review",
        description="Find the mistakes in games: an annotated PGN, a page to look at and a JSON "
        "file for each game.",
        epilog="Exit codes: 0 all games were reviewed, 1 some could not be read or written, "
        "2 bad arguments, 130 interrupted.",
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=Path,
        help="PGN, SGF or GameStrings (one to a line), or a folder of such files",
    )
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument(
        "--nodes",
        type=int,
        metavar="N",
        help=f"nodes for a position, {USUAL_NODES:,} if not given, {MOST_NODES:,} at most",
    )
    limits.add_argument(
        "--time", type=float, metavar="S", help="seconds for a position, a day at most"
    )
    limits.add_argument("--depth", type=int, metavar="D", help="plies for a position")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        default=Path(_USUAL_FOLDER),
        help=f"where the files go, '{_USUAL_FOLDER}' if not given",
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="positions at a time, one a core")
    return parser


def _run(given: argparse.Namespace) -> int:
    # After the arguments: this loads the rules and the search.
    from search.limits import Limits
    from search.parameters import MAX_DEPTH
    from search.searcher import MOST_THREADS

    if given.jobs is not None and not 1 <= given.jobs <= MOST_THREADS:
        raise CommandLineError(f"--jobs takes a number from 1 to {MOST_THREADS}")
    if given.depth is not None and not 1 <= given.depth <= MAX_DEPTH:
        raise CommandLineError(f"--depth takes a number from 1 to {MAX_DEPTH}")
    if given.time is not None and not 0 < given.time <= LONGEST_SECONDS:
        raise CommandLineError(f"--time takes more than 0 and at most {LONGEST_SECONDS:,} seconds")
    nodes = given.nodes
    if nodes is not None and not 1 <= nodes <= MOST_NODES:
        raise CommandLineError(f"--nodes takes a number from 1 to {MOST_NODES:,}")
    if nodes is None and given.time is None and given.depth is None:
        nodes = USUAL_NODES
    limits = Limits(seconds=given.time, depth=given.depth, nodes=nodes)
    return _Session(given.files, given.out, limits, given.jobs).run()


class _Session:
    """One run of the program."""

    def __init__(
        self, paths: Sequence[Path], folder: Path, limits: "Limits", jobs: int | None
    ) -> None:
        from study.review.model import ReviewSettings
        from study.review.outputs import Folder
        from uhp.version import __version__

        self._paths = paths
        self._folder = Folder(folder)
        self._settings = ReviewSettings(limits, __version__)
        self._jobs = jobs
        self._failures = 0
        self._told: dict[int, str] = {}
        """What is said of each game at the end."""

    def run(self) -> int:
        """Read, review, write, tell."""
        from study.review.journal import BusyError, Journal
        from study.review.sources import read_sources, shown

        sources = read_sources(self._paths, self._fail)
        if not sources:
            return FAILURE
        place = shown(self._folder.path)
        try:
            self._folder.path.mkdir(parents=True, exist_ok=True)
            with Journal(self._folder.path) as journal:
                self._review(sources, journal)
                journal.remove()
                self._folder.tidy()
        except BusyError:
            raise CommandLineError(f"another review is being written to {place}", FAILURE) from None
        except FileExistsError:
            raise CommandLineError(f"{place} is not a folder", FAILURE) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CommandLineError(
                f"cannot write to {place}: {error.strerror or error}", FAILURE
            ) from None
        self._tell()
        return FAILURE if self._failures else SUCCESS

    def _review(self, sources: "list[Source]", journal: "Journal") -> None:
        from study.progress import Progress
        from study.review.forecast import Forecast
        from study.review.reviewing import Found, review_games

        waiting = self._unfinished(sources)
        if not waiting:
            return
        lengths = [source.tree.end().depth + 1 for _, source, _ in waiting]
        forecast = Forecast(lengths)
        spared = 0
        with Progress(sum(lengths), "positions") as progress:
            progress.work_left = forecast.work_left

            def advance(work: float) -> None:
                nonlocal spared
                progress.advance(work=work if journal.spared == spared else 0)
                spared = journal.spared

            def look(found: Found) -> None:
                advance(forecast.first_look(found.number))

            def look_again(expected: int, done: int) -> None:
                progress.expect(expected)
                work = forecast.second_looks(expected, done)
                if done:
                    advance(work)

            reviews = review_games(
                (source.tree for _, source, _ in waiting),
                self._settings.limits,
                jobs=self._jobs,
                memory=journal,
                on_position=look,
                on_second_look=look_again,
            )
            for done, review in reviews:
                number, source, files = waiting[done]
                self._write(number, source, files, review)

    def _unfinished(self, sources: "list[Source]") -> "list[tuple[int, Source, Files]]":
        """The games that are yet to be reviewed, and the files for them."""
        from study.review.outputs import are_there, finished_review

        waiting = []
        for number, source in enumerate(sources):
            files = self._folder.files_for(source.name, source.tree)
            review = finished_review(files, source.tree, self._settings)
            if review is None:
                waiting.append((number, source, files))
            elif are_there(files):
                self._told[number] = _summary(files, review)
            else:
                self._write(number, source, files, review)
        return waiting

    def _write(self, number: int, source: "Source", files: "Files", review: "GameReview") -> None:
        from uhp.errors import RefusedError

        try:
            files.write(source.tree, review, source.path.name)
        except RefusedError as error:
            raise CommandLineError(str(error), FAILURE) from None
        self._told[number] = _summary(files, review)

    def _tell(self) -> None:
        try:
            for _, text in sorted(self._told.items()):
                print(text)
            print(end="", flush=True)  # which bears a stdout that was closed from the start
        except BrokenPipeError:
            raise
        except OSError as error:
            with suppress(OSError):
                drop_output()
            raise CommandLineError(f"cannot print the summary: {error.strerror}", FAILURE) from None
        if self._failures:
            told = len(self._told)
            games = "1 game was" if told == 1 else f"{told} games were"
            _complain(f"{games} reviewed; what could not be is told above")

    def _fail(self, text: str) -> None:
        self._failures += 1
        _complain(text)


def _summary(files: "Files", review: "GameReview") -> str:
    """A game in one line."""
    from study.review.sources import shown

    players = []
    for name, player in (("White", review.white), ("Black", review.black)):
        accuracy = "-" if player.accuracy is None else f"{player.accuracy:.1f}%"
        errors = f"{player.inaccuracies} ?!  {player.mistakes} ?  {player.blunders} ??"
        count = len(player.missed_wins)
        missed = f"  {count} missed win{'s' if count > 1 else ''}" if count else ""
        players.append(f"{name} {accuracy}  {errors}{missed}")
    return f"{shown(files.html)}: {'; '.join(players)}"
