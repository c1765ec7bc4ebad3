"""The `propolis` program, also `python -m uhp`: a UHP engine on stdin and stdout.

The banner is out before anything that takes time is imported; only arguments are looked at first.
`propolis web`, `propolis arena` and the like are other programs, to be found under one name.
"""

import os
import sys
from importlib import import_module

from uhp import OPTIONS_VARIABLE
from uhp.exit_codes import FAILURE, INTERRUPTED, SUCCESS
from uhp.output import ClientGoneError, Output, fill_closed_streams, note
from uhp.version import INFO

_ENGINE_ROOMS = ("engine", "search")
_PROGRAMS = {
    "arena": ("arena.command_line.main", (*_ENGINE_ROOMS, "arena")),
    "openings": ("study.openings.command_line", (*_ENGINE_ROOMS, "study")),
    "puzzles": ("study.puzzles.command_line", (*_ENGINE_ROOMS, "study")),
    "review": ("study.review.command_line", (*_ENGINE_ROOMS, "study")),
    "web": ("web.command_line", (*_ENGINE_ROOMS, "client", "study", "web")),
}
"""Programs that the first argument may name: the modules whose `main` takes the other arguments and
returns the exit code, and the packages that they need."""


def main() -> int:
    """Run the engine, or do what the arguments ask for; returns the exit code."""
    program = sys.argv[1] if sys.argv[1:] else ""
    home, rooms = _PROGRAMS.get(program, (None, _ENGINE_ROOMS))
    foreigner = _foreigner(rooms)
    if foreigner is not None:
        note(
            f"propolis: {foreigner} has the name of a package that propolis needs: "
            "rename it, or start propolis from another folder"
        )
        return FAILURE
    if home is not None:
        fill_closed_streams()
        try:
            exit_code: int = import_module(home).main(sys.argv[2:])
        except KeyboardInterrupt:  # while it was loaded; what it does after that is its own affair
            return INTERRUPTED
        except ImportError as error:
            if not getattr(error, "told_in_one_line", False):
                raise
            note(f"propolis: {error}")
            return FAILURE
        return exit_code
    options = log = None
    if sys.argv[1:] or os.environ.get(OPTIONS_VARIABLE):
        from uhp.arguments import run_arguments

        start = run_arguments(sys.argv[1:], os.environ)
        if isinstance(start, int):
            return start
        options, log = start

    from uhp.interrupts import Interrupts

    output = Output(log)
    interrupts = Interrupts()
    try:
        output.write(*INFO, "ok")
    except ClientGoneError:
        return SUCCESS

    if output.is_terminal and os.isatty(0) and os.name == "posix":
        from uhp.terminal.main import serve_person

        return serve_person(output, interrupts, options)

    # Before all that takes time: which came first, a command or an interrupt, must be seen.
    from uhp.stdin import CommandQueue

    commands = CommandQueue()
    commands.start(output.descriptor, interrupts.descriptor)

    from uhp.main_loop import serve

    return serve(output, commands, options)


def _foreigner(rooms: tuple[str, ...]) -> str | None:
    """A user's file or folder that would be imported in place of one of our packages.

    It must not be run: it may well read the commands that are for us.
    """
    home = os.path.dirname(os.path.dirname(__file__))
    for room in rooms:
        spec = next(filter(None, (finder.find_spec(room, None) for finder in sys.meta_path)), None)
        places: list[str | None] = (
            [spec.origin, *(spec.submodule_search_locations or ())] if spec else []
        )
        place = next(filter(None, places), None)
        if place is not None:
            folder, ours = os.path.dirname(place), os.path.join(home, room)
            if folder != ours and os.path.realpath(folder) != os.path.realpath(ours):
                return place
    return None


if __name__ == "__main__":
    sys.exit(main())
