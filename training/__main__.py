"""`python -m training COMMAND`: one entry to the commands of this room."""

import importlib
import sys
from collections.abc import Sequence

COMMANDS = {
    "selfplay": "play games and keep their positions as samples",
    "fit": "fit the weights of the evaluation to self-play",
    "spsa": "tune the parameters of the search",
    "gate": "test whether a change makes the search stronger",
    "ablation": "measure what each technique of the search is worth",
    "tables": "write the tables in docs from the results on file",
}
"""Each is a module with a function `main(arguments)`."""


def main(arguments: Sequence[str]) -> int:
    """Run a command; it explains itself with `--help`."""
    if not arguments or arguments[0] not in COMMANDS:
        help_wanted = arguments in (["-h"], ["--help"])
        lines = (f"  {name:10}{what}" for name, what in COMMANDS.items())
        output = sys.stdout if help_wanted else sys.stderr
        print("usage: python -m training COMMAND ...", *lines, sep="\n", file=output)
        return 0 if help_wanted else 2
    module = importlib.import_module(f"training.{arguments[0]}")
    return module.main(arguments[1:]) or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
