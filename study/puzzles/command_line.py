"""`propolis puzzles`: from the command line to the exit code."""

import argparse
import os
import sys
from collections.abc import Sequence

from study.longest_search import MOST_NODES
from study.lost_output import drop_output
from uhp.exit_codes import FAILURE, INTERRUPTED, SUCCESS, CommandLineError
from uhp.output import note

_DESCRIPTION = "Solve puzzles of Hive at the terminal, list them, make new ones."
_SEVERAL = "Without a command, puzzles are there to be solved."
_MOST_TURNS = 8


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for; returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    given = _parser().parse_args(words if _names_command(words) else ["play", *words])
    try:
        exit_code = _run(given)
        sys.stdout.flush()
        return exit_code
    except CommandLineError as error:
        note(f"propolis puzzles: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; the interpreter must not try to write the rest.
        drop_output()
        return SUCCESS
    except OSError as error:
        drop_output()
        name = "" if error.filename is None else f"{os.fsdecode(error.filename)!r}: "
        note(f"propolis puzzles: {name}{error.strerror or error}")
        return FAILURE


def _names_command(words: Sequence[str]) -> bool:
    return bool(words) and words[0] in ("play", "list", "make", "check", "solve", "-h", "--help")


def _run(given: argparse.Namespace) -> int:
    # The rules take a while to load; help is there at once.
    if given.command == "make":
        from study.puzzles.make_command import make

        return make(given)
    from study.puzzles.listing import check_puzzles, list_puzzles, solve_position

    if given.command == "list":
        return list_puzzles(given)
    if given.command == "check":
        return check_puzzles(given)
    if given.command == "solve":
        return solve_position(given)
    from study.puzzles.terminal import play

    return play(given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="propolis puzzles", description=f"{_DESCRIPTION} {_SEVERAL}"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    play = commands.add_parser("play", help="solve puzzles at the terminal")
    _add_choice(play)
    play.add_argument("--seed", type=int, metavar="N", help="always the same order")
    listing = commands.add_parser("list", help="list puzzles")
    _add_choice(listing)
    listing.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_make(commands.add_parser("make", help="find puzzles in games, or in self-play"))
    check = commands.add_parser("check", help="prove puzzles anew")
    _add_choice(check)
    _add_jobs(check)
    solve = commands.add_parser("solve", help="prove what can be forced in a position")
    solve.add_argument("position", metavar="POSITION", help="a position text or a GameString")
    solve.add_argument(
        "--turns", type=_whole(1, _MOST_TURNS), default=3, metavar="N", help="look so far (3)"
    )
    solve.add_argument(
        "--nodes", type=_whole(1, MOST_NODES), metavar="N", help="give up after so many nodes"
    )
    _add_jobs(solve)
    return parser


def _add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--file", metavar="FILE", help="puzzles of `make` instead of the shipped")
    parser.add_argument("--theme", metavar="THEME", help="of this theme only, such as 'win in 2'")
    parser.add_argument(
        "--difficulty", metavar="N[-M]", help="of this difficulty only, from 1 to 10"
    )
    parser.add_argument("--id", metavar="ID", help="this puzzle only")


def _add_make(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="games: PGN, SGF, GameStrings, folders of them"
    )
    parser.add_argument(
        "--selfplay", type=_whole(1), metavar="N", help="play at most so many games instead"
    )
    parser.add_argument("--out", metavar="FILE", help="write there, not to standard output")
    parser.add_argument("--overwrite", action="store_true", help="even if there is such a file")
    parser.add_argument(
        "--each", type=_whole(1), metavar="N", help="at most so many of every kind and length"
    )
    parser.add_argument("--seed", type=_whole(0), default=1, metavar="N", help="of self-play (1)")
    parser.add_argument(
        "--first", type=_whole(0), default=0, metavar="N", help="the first game's number (0)"
    )
    parser.add_argument(
        "--nodes",
        type=_whole(1, MOST_NODES),
        default=2000,
        metavar="N",
        help="a move of self-play (2000)",
    )
    parser.add_argument(
        "--game-types",
        default="Base+MLP",
        metavar="T,T",
        help="of self-play, in turn (Base+MLP)",
    )
    _add_jobs(parser)


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=_whole(1, 1024), metavar="N", help="threads; one for each core"
    )


class _whole:  # noqa: N801 - argparse shows the name
    """A whole number between bounds."""

    def __init__(self, low: int, high: int = 2**53) -> None:
        self._low = low
        self._high = high

    def __call__(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = self._low - 1
        if not self._low <= number <= self._high:
            most = "" if self._high == 2**53 else f" to {self._high}"
            raise argparse.ArgumentTypeError(
                f"a whole number from {self._low}{most} is wanted, not {text[:40]!r}"
            )
        return number
