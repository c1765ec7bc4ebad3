"""The commands of this room, and how they end whatever happens to them."""

import importlib
import io
import signal
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from types import FrameType

from search.shipped import DamagedError
from study.lost_output import drop_output
from training.files import InputError, reason
from uhp.output import fill_closed_streams, note

COMMANDS = {
    "selfplay": "play games and keep their positions as a data set",
    "relabel": "search positions of a data set again, deeper",
    "train": "train the network of the evaluation on data sets",
    "priors": "learn how likely kinds of moves are, from data sets",
    "fit": "fit the weights of the evaluation to self-play",
    "spsa": "tune the parameters of the search",
    "choices": "compare the moves that variants of the search choose",
    "gate": "test whether a change makes the search stronger",
    "levels": "measure what the levels are worth",
    "ablation": "measure what each technique of the search is worth",
    "tables": "write the tables in docs from the results on file",
}
"""Each is a module with a function `main(arguments)`."""


def run() -> int:
    """What the program does; returns its exit code."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is signal.SIG_DFL:  # not so under nohup
            signal.signal(number, terminate)
    prepare_streams()
    return main(sys.argv[1:])


def main(arguments: Sequence[str]) -> int:
    """Run a command; it explains itself with `--help`. Returns the exit code."""
    command = arguments[0] if arguments else ""
    title = f"python -m training {command}".rstrip()
    try:
        try:
            if command not in COMMANDS:
                return show_commands(is_asked_for=arguments in (["-h"], ["--help"]))
            module = importlib.import_module(f"training.{command}")
            exit_code: int | None = module.main(arguments[1:])
            return exit_code or 0
        finally:
            flush_output()
    except (InputError, OSError, DamagedError) as error:
        note(f"{title}: {reason(error)}")
        return 2
    except BrokenProcessPool:
        note(f"{title}: a process that played games was killed")
        return 1
    except KeyboardInterrupt:
        note(f"{title}: interrupted")
        return 128 + signal.SIGINT


def show_commands(is_asked_for: bool) -> int:
    """List the commands; the exit code is that of an error if nobody has asked for it."""
    lines = (f"  {name:10}{what}" for name, what in COMMANDS.items())
    output = sys.stdout if is_asked_for else sys.stderr
    print("usage: python -m training COMMAND ...", *lines, sep="\n", file=output)
    return 0 if is_asked_for else 2


def flush_output() -> None:
    """Write what was printed while an error can still be told. Raises OSError."""
    try:
        sys.stdout.flush()
    except OSError:
        drop_output()
        raise


def prepare_streams() -> None:
    """Have all three, and print in their place what a stream cannot encode."""
    fill_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def terminate(number: int, frame: FrameType | None) -> None:
    """End in order: the processes that play games go first."""
    sys.exit(128 + number)
