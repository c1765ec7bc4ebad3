"""Command-line arguments. A client gives none; these are for people and installers."""

import os

from uhp.output import note
from uhp.version import NAME, __version__

_USAGE = f"""\
{NAME} {__version__}, a Hive engine that speaks the Universal Hive Protocol.

usage: propolis              read commands from stdin; 'help' lists them
       propolis --warm-up    compile everything now, so that later starts are fast
       propolis --version    print the version
       propolis --help       print this text"""


def run_arguments(arguments: list[str]) -> int:
    """Do what the arguments ask for; returns the exit status."""
    match arguments:
        case ["--help" | "-h"]:
            print(_USAGE)
        case ["--version"]:
            print(f"{NAME} {__version__}")
        case ["--warm-up"]:
            return _warm_up()
        case _:
            unknown = next((a for a in arguments if a not in _KNOWN), None)
            what = f"unknown argument {unknown!r}" if unknown else "one argument at a time, please"
            note(f"propolis: {what}; see 'propolis --help'")
            return 2
    return 0


_KNOWN = ("--help", "-h", "--version", "--warm-up")


def _warm_up() -> int:
    """Compile all kernels, or find them compiled."""
    from uhp.errors import RefusedError
    from uhp.interrupts import EXIT_STATUS
    from uhp.loader import Loader, do_without_scipy

    do_without_scipy()
    try:
        for stage in Loader().stages:
            stage.wait()
            note(f"propolis: {stage.title}: ready in {stage.seconds:.1f} s")
    except RefusedError as error:
        note(f"propolis: {error}")
        return 1
    except KeyboardInterrupt:
        note("propolis: interrupted")
        os._exit(EXIT_STATUS)
    from engine.cache import CACHE_DIR

    if CACHE_DIR is None:
        note("propolis: there is no folder where compiled code could be kept")
    else:
        note(f"propolis: compiled code is kept in {CACHE_DIR}")
    return 0
