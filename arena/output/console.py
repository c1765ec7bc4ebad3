"""Reports go to standard output, notes to standard error; nobody has to read either."""

import os
import sys
from contextlib import suppress


def show(report: str) -> None:
    """Print a report to standard output; whether anybody reads it does not matter."""
    try:
        print(report, end="", flush=True)
    except (OSError, ValueError) as error:
        if not isinstance(error, BrokenPipeError):
            note(f"propolis-arena: cannot print the report: {error}")
        # What is left in the buffer would fail again at the end of the program.
        with suppress(OSError, ValueError):
            output = sys.stdout.fileno()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, output)
            os.close(nowhere)


def note(text: str) -> None:
    """Print a line to standard error, if that is there."""
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            print(text, file=sys.stderr, flush=True)
