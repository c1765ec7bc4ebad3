"""Command-line arguments and the environment: how people, installers and bots start the program.

A client that speaks the protocol needs none of them. What is wrong is found before the banner.
"""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from uhp import OPTIONS_VARIABLE
from uhp.errors import RefusedError, quoted
from uhp.exit_codes import BAD_ARGUMENTS, FAILURE, INTERRUPTED, SUCCESS
from uhp.options import Options
from uhp.output import note
from uhp.version import NAME, __version__

if TYPE_CHECKING:
    from uhp.log import Log

_USAGE = f"""\
{NAME} {__version__}, a Hive engine that speaks the Universal Hive Protocol.

usage: propolis [--option NAME=VALUE ...] [--log FILE]
                             read commands from stdin; 'help' lists them
       propolis --warm-up    compile everything now, so that later starts are fast;
                             with --option and --log, also see that they are right
       propolis web          play and analyse in the browser
       propolis review       find the mistakes in games
       propolis puzzles      solve puzzles, list them, make new ones
       propolis openings     look openings up, make books of them
       propolis arena        hold tournaments, as propolis-arena does;
                             all of these tell more with --help
       propolis --version    print the version
       propolis --help       print this text

  --option NAME=VALUE        start with this value, as if set by 'options set NAME VALUE';
                             'help options' lists the names
  --log FILE                 add all that is read and written to a file; at 10 MB it becomes
                             FILE.1, and of these three are kept

{OPTIONS_VARIABLE}="Level=5,Threads=1" in the environment does the same; --option wins.

A bot that is started anew for every move: propolis --option Threads=1 --log bot.log"""


class Start(NamedTuple):
    """How to serve a client."""

    options: Options
    log: "Log | None"


class _Given(NamedTuple):
    """What the command line says."""

    options: list[str]
    log: str | None
    warm_up: bool
    text: str | None


def run_arguments(arguments: list[str], environment: Mapping[str, str]) -> Start | int:
    """Do what the arguments ask for: the exit code, or how to go on and serve a client."""
    try:
        given = _parsed(arguments)
        if given.text is not None:
            print(given.text)
            return SUCCESS
        options = _options(given.options, environment)
    except RefusedError as error:
        note(f"propolis: {error}")
        return BAD_ARGUMENTS
    log = None
    if given.log is not None:
        from uhp.log import Log

        log = Log(given.log)
    return _warm_up() if given.warm_up else Start(options, log)


def _parsed(arguments: list[str]) -> _Given:
    options: list[str] = []
    log, warm_up = None, False
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if name in ("--option", "--log"):
            value = value if equals else next(words, "")
            if not value:
                wanted = "NAME=VALUE" if name == "--option" else "a file"
                raise RefusedError(f"{wanted} is missing after {name}; {_MORE}")
            if name == "--option":
                options.append(value)
            else:
                log = value
        elif word == "--warm-up":
            warm_up = True
        elif word in _TEXTS:
            if len(arguments) > 1:
                raise RefusedError(f"{word} goes with no other argument; {_MORE}")
            return _Given([], None, False, _TEXTS[word])
        else:
            raise RefusedError(f"unknown argument {quoted(word)}; {_MORE}")
    return _Given(options, log, warm_up, None)


_TEXTS = {"--help": _USAGE, "-h": _USAGE, "--version": f"{NAME} {__version__}"}
_MORE = "see 'propolis --help'"


def _options(given: list[str], environment: Mapping[str, str]) -> Options:
    """The options to start with. Raises RefusedError."""
    options = Options()
    variable = environment.get(OPTIONS_VARIABLE, "").split(",")
    assignments = [(OPTIONS_VARIABLE, part) for part in variable if part.strip()]
    assignments += [("--option", part) for part in given]  # last, since later ones win
    for where, assignment in assignments:
        try:
            options.start_with(assignment)
        except RefusedError as error:
            raise RefusedError(f"{where}: {error}") from None
    return options


def _warm_up() -> int:
    """Compile all kernels, or find them compiled."""
    from uhp.loader import Loader, keep_scipy_out

    keep_scipy_out()
    try:
        for stage in Loader().stages:
            stage.wait()
            note(f"propolis: {stage.title}: ready in {stage.seconds:.1f} s")
    except RefusedError as error:
        note(f"propolis: {error}")
        return FAILURE
    except KeyboardInterrupt:
        note("propolis: interrupted")
        os._exit(INTERRUPTED)
    from engine.cache import CACHE_DIR, not_kept

    if CACHE_DIR is None:
        note("propolis: there is no folder where compiled code could be kept")
    elif not not_kept:
        note(f"propolis: compiled code is kept in {CACHE_DIR}")
    return SUCCESS
