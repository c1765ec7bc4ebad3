"""`propolis openings`: from the command line to the exit code."""

import argparse
import os
import sys
from collections.abc import Sequence

from engine.errors import HiveError
from study.openings import make_command, show_command
from uhp.errors import RefusedError
from uhp.exit_codes import BAD_ARGUMENTS, FAILURE, INTERRUPTED, SUCCESS
from uhp.output import note

_EXAMPLES = """\
examples:
  propolis openings show                                 the book that comes with the program
  propolis openings show wP "bL wP-"                     after two moves
  propolis openings show --walk                          type numbers or moves to go on
  propolis openings make games.pgn more/ --out my.book   from records
  propolis openings make --selfplay 2000 --out my.book   from games of the engine with itself
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for; returns the exit code."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.verb is None:
        parser.print_help()
        return SUCCESS
    try:
        given.run(given)
        sys.stdout.flush()
    except RefusedError as error:
        note(f"propolis openings: {error}")
        return BAD_ARGUMENTS
    except HiveError as error:
        note(f"propolis openings: {error}")
        return FAILURE
    except KeyboardInterrupt:
        note("propolis openings: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more. Python would complain once again when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        name = "" if error.filename is None else f"{os.fsdecode(error.filename)!r}: "
        note(f"propolis openings: {name}{error.strerror or error}")
        return FAILURE
    return SUCCESS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="propolis openings",
        description="Opening books: positions equal up to rotation, reflection, shift and the "
        "order of moves are one, with games, results and the engine's score.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", metavar="show|make")
    for name, command, meaning in (
        ("show", show_command, "what was played in a position, and how it ended"),
        ("make", make_command, "make a book from games"),
    ):
        verb = verbs.add_parser(
            name, help=meaning, description=f"{meaning[0].upper()}{meaning[1:]}."
        )
        verb.set_defaults(run=command.run)
        command.add_arguments(verb)
    return parser
