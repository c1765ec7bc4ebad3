"""A watchman that ends engines left behind by an arena that was killed.

It is a process of its own which holds one end of a pipe. However the arena ends, the pipe closes;
the watchman then ends every engine it was told of and not told to forget, with all it has started.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

from arena.match.descendants import end_family

_WATCHMAN = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from arena.match.watchdog import stand_watch; stand_watch()"
)
"""It loads nothing but this room: the environment may be one that has gone by then."""


class Guardian:
    """The arena's side of the pipe; the watchman is started at the first engine."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pipe: IO[bytes] | None = None
        self._owner = 0

    def watch(self, leader: int, mark: str) -> None:
        """See to it that this engine and what it starts do not outlive the arena."""
        self._tell(f"+ {leader} {mark}\n")

    def forget(self, leader: int, mark: str) -> None:
        """The engine has ended."""
        self._tell(f"- {leader} {mark}\n")

    def _tell(self, line: str) -> None:
        with self._lock, suppress(OSError):
            if self._pipe is None or self._owner != os.getpid():
                self._start()
            if self._pipe is not None:
                self._pipe.write(line.encode())
                self._pipe.flush()

    def _start(self) -> None:
        watchman = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _WATCHMAN, str(Path(__file__).parents[2])],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._pipe, self._owner = watchman.stdin, os.getpid()
        # It ends by itself after this process, so nobody waits for it.
        watchman.returncode = 0


GUARDIAN = Guardian()


def stand_watch() -> None:
    """The watchman's life: read until the pipe closes, then kill what is left."""
    engines: dict[str, int] = {}
    for line in sys.stdin:
        what, leader, mark = line.split()
        if what == "+":
            engines[mark] = int(leader)
        else:
            engines.pop(mark, None)
    for mark, leader in engines.items():
        end_family(leader, mark)
