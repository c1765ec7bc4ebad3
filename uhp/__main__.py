"""The `propolis` program, also `python -m uhp`: a UHP engine on stdin and stdout.

The banner is out before anything that takes time is imported; only arguments are looked at first.
"""

import os
import sys

from uhp import OPTIONS_VARIABLE
from uhp.exit_codes import SUCCESS
from uhp.output import ClientGoneError, Output
from uhp.version import INFO


def main() -> int:
    """Run the engine, or do what the arguments ask for; returns the exit code."""
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

    # Before all that takes time: which came first, a command or an interrupt, must be seen.
    from uhp.stdin import CommandQueue

    commands = CommandQueue()
    commands.start(output.descriptor, interrupts.descriptor)

    from uhp.main_loop import serve

    return serve(output, commands, options)


if __name__ == "__main__":
    sys.exit(main())
