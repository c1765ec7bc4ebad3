"""`propolis openings`: from the command line to the exit code."""

import argparse
import os
import sys
from collections.abc import Sequence

from engine.errors import HiveError
from study.lost_output import drop_output
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

_COMMANDS = {"show": show_command, "make": make_command}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for; returns the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    if not words:
        _parser().print_help()
        return SUCCESS
    given = _parser().parse_args(words[:1])
    command = _COMMANDS[given.verb]
    parser = argparse.ArgumentParser(
        prog=f"propolis openings {given.verb}", description=command.__doc__
    )
    command.add_arguments(parser)
    given = parser.parse_intermixed_args(words[1:])
    try:
        command.run(given)
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
        drop_output()
    except OSError as error:
        name = "" if error.filename is None else f"{os.fsdecode(error.filename)!r}: "
        note(f"propolis openings: {name}{error.strerror or error}")
        return FAILURE
    return SUCCESS


def _parser() -> argparse.ArgumentParser:
    """For the first argument. Those after it have a parser of their own, which takes files and
    options in any order.
    """
    parser = argparse.ArgumentParser(
        prog="propolis openings",
        usage="propolis openings show|make ...",
        description="Opening books: positions equal up to rotation, reflection, shift and the\n"
        "order of moves are one, with games, results and the engine's score.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "verb",
        choices=_COMMANDS,
        metavar="show|make",
        help="what a book knows of a position; a book from games; each tells more with --help",
    )
    return parser
