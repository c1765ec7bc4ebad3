"""SIGINT, noticed at once whatever the main thread is waiting for.

Python runs signal handlers in the main thread, between two of its instructions: one that waits for
a lock may not get there for as long as it waits. So the thread that reads commands waits for
signals too, through a descriptor that the interpreter writes to the moment the signal comes.

On Windows a client cannot send SIGINT to one child; Ctrl-C and Ctrl-Break do the same there.
That part has never been run on Windows.
"""

import os
import signal
from types import FrameType


class Interrupts:
    """Takes note of interrupts from the moment it is made; a descriptor can be read for each."""

    def __init__(self) -> None:
        self.descriptor, write = _channel()
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        for name in ("SIGINT", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _do_nothing)


def _do_nothing(number: int, frame: FrameType | None) -> None:
    """In place of Python's own handler, which would raise KeyboardInterrupt somewhere."""


def _channel() -> tuple[int, int]:
    """A descriptor to read from, and the one that the interpreter writes to."""
    if os.name == "posix":
        read, write = os.pipe()
        os.set_blocking(read, False)
        os.set_blocking(write, False)
        return read, write
    import socket

    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    return receiver.detach(), sender.detach()


def read_interrupts(descriptor: int) -> bool:
    """Take all interrupts there are; returns whether there were any. On Windows, waits for one."""
    try:
        if os.name == "posix":
            return bool(os.read(descriptor, 1 << 16))
        import socket

        return bool(socket.socket(fileno=descriptor).recv(1 << 16))
    except BlockingIOError:
        return False
