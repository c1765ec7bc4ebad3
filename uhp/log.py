"""A file with the traffic between a client and the engine, for those who run bots.

    2026-03-01 17:04:05.123 4711 > bestmove time 00:00:05
    2026-03-01 17:04:10.114 4711 < wA1 bQ/

`>` is what the client sent, `<` what it got, and the number is that of the process: a client may
start one for every move and several at once, all with the same file. Every entry is added by one
write to the end of the file, which systems keep whole. Nothing that is wrong with the log may stop
the engine.
"""

import os
import re
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise

from uhp.output import note

LARGEST = 10_000_000
"""Bytes after which the file is put aside and a new one begun."""

OLD_FILES = 3
"""How many are kept beside it: FILE.1 is the latest."""

_LONGEST_TEXT = 20_000
_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

_FLAGS = (
    os.O_WRONLY
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe without a reader must not block
)


class Log:
    """A log file, opened for every entry, since another process may have put it aside."""

    def __init__(self, path: str, *, largest: int = LARGEST) -> None:
        self._path = os.path.abspath(path)
        self._largest = largest
        self._failure_noted = False
        self._add(b"")

    def received(self, text: str) -> None:
        """Keep a line from the client."""
        self._add_lines(">", [text])

    def sent(self, lines: Iterable[str]) -> None:
        """Keep lines for the client."""
        self._add_lines("<", lines)

    def _add_lines(self, mark: str, lines: Iterable[str]) -> None:
        now = time.time()
        clock = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now))
        head = f"{clock}.{int(now % 1 * 1000):03d} {os.getpid()} {mark} "
        self._add("".join(f"{head}{_shown(line)}\n" for line in lines).encode("utf-8", "replace"))

    def _add(self, data: bytes) -> None:
        try:
            descriptor = os.open(self._path, _FLAGS, 0o666)
            try:
                if data and os.write(descriptor, data) < len(data):
                    raise OSError("there was room for a part only")
                status = os.fstat(descriptor)
                full = status.st_size > self._largest and stat.S_ISREG(status.st_mode)
                if full and os.name == "posix":
                    self._put_aside(descriptor)
            finally:
                os.close(descriptor)
            if full and os.name != "posix":
                self._rename()  # which fails while anybody has the file open, also ourselves
        except (OSError, ValueError) as error:
            if not self._failure_noted:
                self._failure_noted = True
                reason = getattr(error, "strerror", None) or error
                note(f"propolis: cannot write the log {self._path!a}: {reason}")

    def _put_aside(self, descriptor: int) -> None:
        """Make the file the latest of the old ones, unless another process is doing so.

        Only the process that has locked the file under its name may rename files. It renames that
        one last, since from then on others lock a new file of that name.
        """
        with suppress(OSError):
            if _lock(descriptor) and os.path.samestat(os.fstat(descriptor), os.stat(self._path)):
                self._rename()

    def _rename(self) -> None:
        names = [self._path, *(f"{self._path}.{n}" for n in range(1, OLD_FILES + 1))]
        with suppress(OSError):
            for older, younger in pairwise(reversed(names)):
                if os.path.lexists(younger):
                    os.replace(younger, older)


def _lock(descriptor: int) -> bool:
    """Take the lock of a file if it is free; closing the file gives it back."""
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks; two processes at once are rare
    return True


def _shown(text: str) -> str:
    """A text fit for one line of the log."""
    if len(text) > _LONGEST_TEXT:
        text = f"{text[:_LONGEST_TEXT]}... ({len(text)} characters)"
    return _UNFIT.sub(lambda found: ascii(found[0])[1:-1], text)
