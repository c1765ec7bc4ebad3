"""SIGINT, noticed at once whatever the main thread is waiting for.

Python runs signal handlers in the main thread, between two of its instructions: one that waits for
a lock may not get there for as long as it waits. So a thread of its own is woken through a
descriptor, which the interpreter writes to the moment the signal comes.

On Windows a client cannot send SIGINT to one child; Ctrl-C and Ctrl-Break do the same there.
That part has never been run on Windows.
"""

import os
import signal
from collections.abc import Callable
from types import FrameType

EXIT_STATUS = 130
"""What a shell reports for a program that SIGINT ended."""


class Interrupts:
    """Takes note of interrupts from the moment it is made; `watch` tells of them."""

    def __init__(self) -> None:
        self._read, write = _channel()
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        for name in ("SIGINT", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _do_nothing)

    def watch(self, tell: Callable[[], None]) -> None:
        """Call a function for every interrupt, on a thread of its own; also for earlier ones."""
        import threading

        thread = threading.Thread(target=self._wait, args=(tell,), name="signals", daemon=True)
        thread.start()

    def _wait(self, tell: Callable[[], None]) -> None:
        while self._read():
            tell()


def _do_nothing(number: int, frame: FrameType | None) -> None:
    """In place of Python's own handler, which would raise KeyboardInterrupt somewhere."""


def _channel() -> tuple[Callable[[], bytes], int]:
    """How to wait for a signal, and the descriptor that the interpreter writes to."""
    if os.name == "posix":
        read, write = os.pipe()
        os.set_blocking(write, False)
        return lambda: os.read(read, 512), write
    import socket

    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    return lambda: receiver.recv(512), sender.detach()
