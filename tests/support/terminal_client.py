"""A person at a terminal, for tests: types, waits until something is shown, changes the window.

Nothing here depends on how fast the program is: what is waited for is a text.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from uhp_client import ENGINE, PATIENCE, ROOT, environment

_CONTROL = (
    "import fcntl, os, sys, termios\n"
    "os.setsid()\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "os.execv(sys.argv[1], sys.argv[1:])\n"
)
"""Makes stdin the terminal whose Ctrl-C and hang-up the program gets, as a shell does."""

_LONGEST_EXCERPT = 1000

CTRL_C, CTRL_D, CTRL_U, CTRL_Z, UP = b"\x03", b"\x04", b"\x15", b"\x1a", b"\x1b[A"
PROMPT = "propolis> "


class Terminal:
    """A program at a terminal of its own, with a state folder of its own."""

    def __init__(
        self,
        state: Path,
        *,
        columns: int = 80,
        lines: int = 40,
        command: Sequence[str] = ENGINE,
        cwd: Path = ROOT,
        **changes: str,
    ) -> None:
        self._ours, self._theirs = pty.openpty()
        self.resize(columns, lines)
        self.modes_before = self.modes
        self.shown = ""
        self._is_open = True
        self._seen = 0
        self.process = subprocess.Popen(
            [sys.executable, "-c", _CONTROL, *command],
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            cwd=cwd,
            env=environment(
                **{
                    "TERM": "xterm",
                    "NO_COLOR": "1",
                    "XDG_STATE_HOME": str(state),
                    "PROPOLIS_OPTIONS": "Threads=1,TableSizeMiB=1,Seed=1",
                    "INPUTRC": os.devnull,
                }
                | changes
            ),
        )

    def type(self, text: str | bytes) -> None:
        """Press keys."""
        data = text.encode() if isinstance(text, str) else text
        while data:
            data = data[os.write(self._ours, data[:1024]) :]
            self._read(0)

    def wait_for(self, text: str) -> str:
        """What is shown up to a text, since what was waited for last."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.shown.find(text, self._seen)) < 0:
            if time.monotonic() > deadline or not self._read(0.1):
                rest = self.shown[self._seen :][-_LONGEST_EXCERPT:]
                raise AssertionError(f"{text!r} was not shown, but at last {rest!r}")
        before, self._seen = self.shown[self._seen : found], found + len(text)
        return before

    def ask(self, line: str, until: str = PROMPT) -> str:
        """Type a line; what is shown after it up to the next prompt."""
        self.type(line + "\n")
        self.wait_for(line[-10:])
        return self.wait_for(until).replace("\r\n", "\n")

    def finish(self) -> int:
        """Read on to the end of the program; its exit status."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self._read(0.1)
            assert time.monotonic() < deadline, "the program does not end"
        while self._read(0):
            pass
        return self.process.returncode

    @property
    def modes(self) -> list[Any]:
        """How the terminal is set, for comparison."""
        return termios.tcgetattr(self._theirs)

    def resize(self, columns: int, lines: int = 40) -> None:
        """Give the window another size."""
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, size)

    def send_signal(self, number: signal.Signals) -> None:
        """As another program does."""
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """As when a window is closed."""
        os.close(self._theirs)
        os.close(self._ours)
        self._is_open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self._is_open:
            self.hang_up()

    def _read(self, seconds: float) -> bool:
        """Take what is shown; false if nothing more can be."""
        if select.select([self._ours], [], [], seconds)[0]:
            self.shown += os.read(self._ours, 65536).decode("utf-8", "replace")
            return True
        return self.process.poll() is None
