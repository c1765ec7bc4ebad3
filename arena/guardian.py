"""A watchman that ends engines left behind by an arena that was killed.

It is a process of its own which holds one end of a pipe. However the arena ends, the pipe closes;
the watchman then kills every process group it was told of and not told to forget.
"""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO


class Guardian:
    """The arena's side of the pipe; the watchman is started at the first engine."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pipe: IO[bytes] | None = None
        self._owner = 0

    def watch(self, group: int) -> None:
        """See to it that this process group does not outlive the arena."""
        self._tell(f"+{group}\n")

    def forget(self, group: int) -> None:
        """The process group has ended."""
        self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        with self._lock, suppress(OSError):
            if self._pipe is None or self._owner != os.getpid():
                self._start()
            if self._pipe is not None:
                self._pipe.write(line.encode())
                self._pipe.flush()

    def _start(self) -> None:
        watchman = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__],
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
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line[0] == "+":
            groups.add(group)
        else:
            groups.discard(group)
    for group in groups:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    stand_watch()
