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
        # Garbage may be collected at any moment, and an engine among it is to be forgotten.
        self._lock = threading.RLock()
        self._pipe: IO[bytes] | None = None
        self._watched: dict[str, int] = {}
        self.pid: int | None = None
        """The number of the watchdog's process, once there is one."""
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._leave_to_parent)

    def _leave_to_parent(self) -> None:
        """A forked child must not keep the pipe open: its end would no longer tell anything."""
        self._lock = threading.RLock()
        self._watched.clear()
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def watch(self, leader: int, mark: str) -> None:
        """See to it that this engine and what it starts do not outlive this process."""
        with self._lock:
            self._watched[mark] = leader
            self._send(f"+ {leader} {mark}\n")

    def forget(self, leader: int, mark: str) -> None:
        """The engine has ended."""
        with self._lock:
            self._watched.pop(mark, None)
            self._send(f"- {leader} {mark}\n")

    def _send(self, line: str) -> None:
        with suppress(OSError):
            if self._pipe is not None:
                with suppress(BrokenPipeError):  # somebody has killed it
                    os.write(self._pipe.fileno(), line.encode())
                    return
            self._end()
            self._start()
            lines = (f"+ {leader} {mark}\n" for mark, leader in list(self._watched.items()))
            if self._pipe is not None:
                os.write(self._pipe.fileno(), "".join(lines).encode())

    def _end(self) -> None:
        """Clear away what is left of a watchdog that was killed."""
        if self._pipe is not None and self.pid is not None:
            self._pipe.close()
            self._pipe = None
            with suppress(OSError):
                os.waitpid(self.pid, os.WNOHANG)

    def _start(self) -> None:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _PROGRAM, str(Path(__file__).parents[1])],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            bufsize=0,
        )
        self._pipe, self.pid = process.stdin, process.pid
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
