"""A watchdog that ends engines left behind by a program that was killed.

It is a process of its own at the other end of a pipe. However the program ends, the pipe closes;
the watchdog then ends every engine it was told of and not told to forget, with all it has started.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

from client.descendants import end_family

_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from client.watchdog import watch_until_the_program_ends; watch_until_the_program_ends()"
)
"""It loads nothing but this room: the environment may have been deleted by then."""


class Watchdog:
    """The program's side of the pipe; the process is started at the first engine."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pipe: IO[bytes] | None = None
        self._owner = 0

    def watch(self, leader: int, mark: str) -> None:
        """See to it that this engine and what it starts do not outlive this process."""
        self._send(f"+ {leader} {mark}\n")

    def forget(self, leader: int, mark: str) -> None:
        """The engine has ended."""
        self._send(f"- {leader} {mark}\n")

    def _send(self, line: str) -> None:
        with self._lock, suppress(OSError):
            if self._pipe is None or self._owner != os.getpid():
                self._start()
            if self._pipe is not None:
                self._pipe.write(line.encode())
                self._pipe.flush()

    def _start(self) -> None:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _PROGRAM, str(Path(__file__).parents[1])],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._pipe, self._owner = process.stdin, os.getpid()
        # It ends by itself after this process, so nobody waits for it.
        process.returncode = 0


WATCHDOG = Watchdog()
"""One for the whole process: it acts only when that is gone."""


def watch_until_the_program_ends() -> None:
    """What the watchdog process does: read until the pipe closes, then kill what is left."""
    engines: dict[str, int] = {}
    for line in sys.stdin:
        what, leader, mark = line.split()
        if what == "+":
            engines[mark] = int(leader)
        else:
            engines.pop(mark, None)
    for mark, leader in engines.items():
        end_family(leader, mark)
