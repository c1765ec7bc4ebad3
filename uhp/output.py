"""`Output.write` for replies on stdout, `note` for remarks on stderr. Imports next to nothing."""

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uhp.log import Log

_STDIN, _STDOUT, _STDERR = range(3)


class ClientGoneError(Exception):
    """Nobody reads our replies any more."""


def note(text: str) -> None:
    """Write a remark to stderr, if there is one."""
    with suppress(OSError):
        os.write(_STDERR, text.encode("utf-8", "replace") + b"\n")


class Output:
    """The stream of replies.

    It takes stdout for itself: whatever else is printed in this process goes to stderr, so that
    nothing but the protocol ever reaches the client.
    """

    def __init__(self, log: "Log | None" = None) -> None:
        self.log = log
        fill_closed_descriptors()
        self.descriptor = os.dup(_STDOUT)
        os.dup2(_STDERR, _STDOUT)

    def write(self, *lines: str) -> None:
        """Write lines to the client at once. Raises ClientGoneError."""
        if self.log is not None:
            # First, since with the answer in hand a client may end this process.
            self.log.sent(lines)
        self.draw("".join(f"{line}\n" for line in lines))

    def draw(self, text: str) -> None:
        """Write as it is: on a terminal, what is not there to stay. Raises ClientGoneError."""
        data = text.encode("ascii", "backslashreplace")
        while data:
            try:
                data = data[os.write(self.descriptor, data) :]
            except BlockingIOError:
                time.sleep(0.001)
            except OSError as error:
                raise ClientGoneError from error

    @property
    def is_terminal(self) -> bool:
        """Whether a person is looking at the replies."""
        return os.isatty(self.descriptor)


def fill_closed_descriptors() -> None:
    """Open the null device in place of standard streams that the parent process has closed.

    Else the next file opened would get their number, and our replies would land in it.
    """
    for descriptor in (_STDIN, _STDOUT, _STDERR):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def fill_closed_streams() -> None:
    """The same for a program that prints: Python has no stream at all where one was closed."""
    import sys

    fill_closed_descriptors()
    if sys.stdin is None:
        sys.stdin = os.fdopen(_STDIN, encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(_STDOUT, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(_STDERR, "w", encoding="utf-8", closefd=False)
