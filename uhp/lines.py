"""Reading: command lines from stdin, whatever bytes come.

A thread of its own reads, so that the main thread can be woken by a signal while it waits. A plain
read in the main thread would do on POSIX systems but not on Windows, where it would also swallow
Ctrl-C.
"""

import os
import select
import threading
import time
from collections.abc import Iterable, Iterator
from enum import Enum
from queue import Empty, SimpleQueue
from typing import NamedTuple

LONGEST_LINE = 4 << 20
"""Lines of more bytes are refused; what goes beyond is not even kept."""

_CHUNK = 1 << 16
_MOST_WAITING = 64
_STDIN = 0
_BYTE_ORDER_MARK = "\ufeff"

_PATIENCE = None if os.name == "posix" else 0.1
"""How long one wait for input may take: on Windows, signal handlers run only between waits."""


class Line(NamedTuple):
    """A command line without its ending."""

    text: str
    arrived: float
    too_long: bool = False

    @property
    def keyword(self) -> str:
        """The command, in lower case."""
        return next(iter(self.text.split(maxsplit=1)), "").lower()

    @property
    def parameters(self) -> str:
        """What follows the keyword."""
        return next(iter(self.text.split(maxsplit=1)[1:]), "")


class Event(Enum):
    """What else can happen while waiting for a line."""

    END = "end of input"
    INTERRUPT = "interrupt"


class Lines:
    """The lines of stdin, in the order in which they came."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Line | Event] = SimpleQueue()

    def start(self, output: int) -> None:
        """Begin to read. After the end of input, a closed `output` ends the process."""
        thread = threading.Thread(target=self._read, args=(output,), name="stdin", daemon=True)
        thread.start()

    def interrupt(self) -> None:
        """Let the reader of lines see an interrupt; safe in a signal handler."""
        self._queue.put(Event.INTERRUPT)

    def next(self, timeout: float | None = None) -> Line | Event | None:
        """The next line or event; None if there is none within the time."""
        if timeout is not None or _PATIENCE is None:
            return self._get(timeout)
        while (found := self._get(_PATIENCE)) is None:
            pass
        return found

    @property
    def waiting(self) -> bool:
        """Whether something has come in that has not been taken yet."""
        return not self._queue.empty()

    def _get(self, timeout: float | None) -> Line | Event | None:
        try:
            return self._queue.get(timeout=timeout)
        except Empty:
            return None

    def _read(self, output: int) -> None:
        for line in split_lines(_chunks()):
            self._queue.put(line)
            while self._queue.qsize() > _MOST_WAITING:
                time.sleep(0.002)
        self._queue.put(Event.END)
        if _closed_at_other_end(output):
            os._exit(0)


def split_lines(chunks: Iterable[tuple[bytes, float]]) -> Iterator[Line]:
    """The lines in a stream of timed chunks; the last one needs no ending. Blank ones go."""
    kept = bytearray()
    arrived = 0.0
    for chunk, arrived in chunks:
        *ended, tail = chunk.split(b"\n")
        for part in ended:
            yield from _line(kept + part, arrived)
            kept = bytearray()
        if len(kept) <= LONGEST_LINE:
            kept += tail
    yield from _line(kept, arrived)


def _line(data: bytearray, arrived: float) -> Iterator[Line]:
    if len(data) > LONGEST_LINE:
        yield Line("", arrived, too_long=True)
    elif text := data.decode("utf-8", "replace").removeprefix(_BYTE_ORDER_MARK).strip():
        yield Line(text, arrived)


def _chunks() -> Iterator[tuple[bytes, float]]:
    while True:
        try:
            chunk = os.read(_STDIN, _CHUNK)
        except BlockingIOError:
            select.select([_STDIN], [], [])
            continue
        except OSError:
            return
        if not chunk:
            return
        yield chunk, time.perf_counter()


def _closed_at_other_end(output: int) -> bool:
    """Wait until the reader of our output is gone: without it, a search would go on for nobody.

    False at once where this cannot be found out.
    """
    if not hasattr(select, "poll"):
        return False
    try:
        watch = select.poll()
        watch.register(output, 0)
        return bool(watch.poll())
    except OSError:
        return False
