"""Reading: command lines from stdin, whatever bytes come, and which of them an interrupt is for.

A thread of its own reads. An interrupt is for the command that is running; if none is, for the one
that was sent before it and has not been begun; if there is none, it ends the engine. It never
counts for a command that is sent later.
"""

import os
import select
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from search.stop import StopFlag

LONGEST_LINE = 4 << 20
"""Lines of more bytes are refused; what goes beyond is not even kept."""

_CHUNK = 1 << 16
_MOST_WAITING = 64
_STDIN = 0
_BYTE_ORDER_MARK = "\ufeff"

_CAN_POLL = os.name == "posix"
"""Whether the system tells if there is something to read: not for pipes on Windows."""


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
    """The lines of stdin, in the order in which they came, and the command that is running."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[Line | Event] = deque()
        self._running: StopFlag | None = None
        self._stop_next = False

    def start(self, output: int) -> None:
        """Begin to read. After the end of input, a closed `output` ends the process."""
        thread = threading.Thread(target=self._read, args=(output,), name="stdin", daemon=True)
        thread.start()

    def next(self) -> Line | Event:
        """The next line or event. A line is a command that runs from now on."""
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            found = self._waiting.popleft()
            if isinstance(found, Line):
                self._running = StopFlag()
                if self._stop_next:
                    self._running.set()
                    self._stop_next = False
            return found

    @property
    def running(self) -> StopFlag:
        """What stops the command that is running."""
        assert self._running is not None
        return self._running

    def end_command(self) -> None:
        """The command is done: an interrupt is not for it any more."""
        with self._changed:
            self._running = None

    def interrupt(self) -> None:
        """There has been an interrupt."""
        with self._changed:
            if self._running is not None:
                self._running.set()
            elif self._waiting or _something_to_read():
                self._stop_next = True
            else:
                self._put(Event.INTERRUPT)

    @property
    def are_waiting(self) -> bool:
        """Whether something has come in that has not been taken yet."""
        return bool(self._waiting)

    def _put(self, *found: Line | Event) -> None:
        self._waiting.extend(found)
        self._changed.notify()

    def _read(self, output: int) -> None:
        splitter = LineSplitter()
        ended = False
        while not ended:
            if _CAN_POLL:
                # What is sent is either still to be read or waiting, whenever `interrupt` looks.
                _wait_for_something_to_read()
                with self._changed:
                    ended = self._take(splitter, _read_chunk())
            else:
                chunk = _read_chunk()
                with self._changed:
                    ended = self._take(splitter, chunk)
            while len(self._waiting) > _MOST_WAITING:
                time.sleep(0.002)
        if _closed_at_other_end(output):
            os._exit(0)

    def _take(self, splitter: "LineSplitter", chunk: bytes | None) -> bool:
        """Put the lines of a chunk among those waiting; returns whether it was the last."""
        if chunk is None:
            return False
        arrived = time.perf_counter()
        lines = splitter.lines(chunk, arrived) if chunk else splitter.rest(arrived)
        self._put(*lines)
        if self._stop_next and not self._waiting:
            # What was to be read is no command.
            self._stop_next = False
            self._put(Event.INTERRUPT)
        if not chunk:
            self._put(Event.END)
        return not chunk


class LineSplitter:
    """Finds the lines in a stream of chunks. Blank ones go."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def lines(self, chunk: bytes, arrived: float) -> Iterable[Line]:
        """The lines that end in a chunk."""
        found: list[Line] = []
        *ended, tail = chunk.split(b"\n")
        for part in ended:
            found += _line(self._kept + part, arrived)
            self._kept = bytearray()
        if len(self._kept) <= LONGEST_LINE:
            self._kept += tail
        return found

    def rest(self, arrived: float) -> Iterable[Line]:
        """The last line, which needs no ending."""
        return _line(self._kept, arrived)


def _line(data: bytearray, arrived: float) -> Iterator[Line]:
    if len(data) > LONGEST_LINE:
        yield Line("", arrived, too_long=True)
    elif text := data.decode("utf-8", "replace").removeprefix(_BYTE_ORDER_MARK).strip():
        yield Line(text, arrived)


def _read_chunk() -> bytes | None:
    """The next bytes; none at the end of input; None if there are none at the moment."""
    try:
        return os.read(_STDIN, _CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _wait_for_something_to_read() -> None:
    try:
        select.select([_STDIN], [], [])
    except (OSError, ValueError):
        return


def _something_to_read() -> bool:
    if not _CAN_POLL:
        return False
    try:
        return bool(select.select([_STDIN], [], [], 0)[0])
    except (OSError, ValueError):
        return False


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
