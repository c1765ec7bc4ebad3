"""The real arena with a fault planted in it, to see whether trials find it out.

The first argument is the fault: `orphan`, `scribbles` or `skips`.
"""

import subprocess
import sys
from typing import Any
from unittest.mock import patch

from arena.command_line.main import main
from arena.tournament.journal import Journal


def plant(fault: str) -> None:
    """Lose every second game, or write rubbish between them, or leave a process behind."""
    append = Journal.append
    calls = 0

    def faulty_append(self: Journal, record: Any) -> None:
        nonlocal calls
        calls += 1
        if fault == "scribbles":
            self._write({"number": "two"})
        if fault != "skips" or calls % 2 == 0:
            append(self, record)

    if fault == "orphan":
        subprocess.Popen(["sleep", "3600"], stderr=subprocess.DEVNULL)
    else:
        patch.object(Journal, "append", faulty_append).start()


if __name__ == "__main__":
    plant(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
