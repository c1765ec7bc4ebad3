"""The `propolis` program, also `python -m uhp`: a UHP engine on stdin and stdout.

The banner is out before anything that takes time is imported.
"""

import sys

from uhp.output import ClientGoneError, Output
from uhp.version import INFO


def main() -> int:
    """Run the engine, or do what the arguments ask for; returns the exit status."""
    if sys.argv[1:]:
        from uhp.arguments import run_arguments

        return run_arguments(sys.argv[1:])

    from uhp.interrupts import Interrupts

    output = Output()
    interrupts = Interrupts()
    try:
        output.write(*INFO, "ok")
    except ClientGoneError:
        return 0

    from uhp.process import serve

    return serve(output, interrupts)


if __name__ == "__main__":
    sys.exit(main())
