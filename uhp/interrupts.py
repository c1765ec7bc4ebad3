"""SIGINT: it stops the command that is running, or ends the process when none is.

On Windows a client cannot send SIGINT to one child; Ctrl-C and Ctrl-Break do the same there.
That part has never been run on Windows.
"""

import signal
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from search.stop import StopFlag

EXIT_STATUS = 130
"""What a shell reports for a program that SIGINT ended."""


class Interrupts:
    """Takes note of interrupts from the moment it is made."""

    def __init__(self) -> None:
        self.pending = False
        self._flag: StopFlag | None = None
        self._wake: Callable[[], None] | None = None
        signal.signal(signal.SIGINT, self._on_signal)
        if hasattr(signal, "SIGBREAK"):
            signal.signal(signal.SIGBREAK, self._on_signal)

    def call_when_interrupted(self, wake: Callable[[], None]) -> None:
        """Name what gets the main thread out of its wait for input. It runs in the handler."""
        self._wake = wake
        if self.pending:
            wake()

    def begin_command(self) -> "StopFlag":
        """The flag of the command that starts now; set already if an interrupt is pending."""
        from search.stop import StopFlag

        flag = StopFlag()
        self._flag = flag
        if self.pending:
            flag.set()
        return flag

    def end_command(self) -> None:
        """The command is done and has used up the interrupts so far."""
        self._flag = None
        self.pending = False

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.pending = True
        if self._flag is not None:
            self._flag.set()
        if self._wake is not None:
            self._wake()
