"""Reading: command lines from stdin, whatever bytes come, and which of them an interrupt is for.

A thread of its own waits for both at once, so that it knows which came first even if it is kept
waiting for the interpreter's lock. An interrupt is for the command that is running; if none is, for
the one that was sent before it and has not been begun; if there is none, it ends the engine. It
never counts for a command that is sent later.
"""

import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from search.stop_flag import StopFlag
from uhp.interrupts import read_interrupts

LONGEST_LINE = 4 << 20
"""Lines of more bytes are refused; what goes beyond is not even kept."""

_CHUNK = 1 << 16
_MOST_WAITING = 64
_STDIN = 0
_BYTE_ORDER_MARK = "\ufeff"

_RELIEF = 0.002
"""Seconds to wait when so many lines are waiting."""

_CAN_POLL = hasattr(select, "poll")
"""Whether one thread can wait for input and interrupts: not on Windows."""


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

    def start(self, output: int, interrupts: int) -> None:
        """Begin to read; `interrupts` is where they can be read.

        After the end of input, a closed `output` ends the process: a search would go on for nobody.
        """
        if _CAN_POLL:
            _start_thread(self._watch, output, interrupts)
        else:
            _start_thread(self._read_only)
            _start_thread(self._watch_interrupts, interrupts)

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
        """There has been an interrupt, after all that has been put among the lines waiting."""
        with self._changed:
            if self._running is not None:
                self._running.set()
            elif self._waiting:
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

    def _watch(self, output: int, interrupts: int) -> None:
        """Wait for input and interrupts until nobody wants answers any more."""
        splitter = LineSplitter()
        reading = True
        while reading:
            crowded = len(self._waiting) > _MOST_WAITING
            wanted = [interrupts] if crowded else [interrupts, _STDIN]
            ready, _, _ = select.select(wanted, [], [], _RELIEF if crowded else None)
            # What was sent before the interrupt is read first.
            if _STDIN in ready:
                reading = self._take(splitter, _read_chunk())
            if interrupts in ready and read_interrupts(interrupts):
                self.interrupt()
        watch = select.poll()
        watch.register(interrupts, select.POLLIN)
        watch.register(output, 0)
        while output not in (descriptor for descriptor, _ in watch.poll()):
            if read_interrupts(interrupts):
                self.interrupt()
        os._exit(0)

    def _read_only(self) -> None:
        splitter = LineSplitter()
        while self._take(splitter, _read_chunk()):
            while len(self._waiting) > _MOST_WAITING:
                time.sleep(_RELIEF)

    def _watch_interrupts(self, interrupts: int) -> None:
        while read_interrupts(interrupts):
            self.interrupt()

    def _take(self, splitter: "LineSplitter", chunk: bytes | None) -> bool:
        """Put the lines of a chunk among those waiting; returns whether more may follow."""
        if chunk is None:
            return True
        arrived = time.perf_counter()
        lines = splitter.lines(chunk, arrived) if chunk else splitter.rest(arrived)
        with self._changed:
            self._put(*lines)
            if not chunk:
                self._put(Event.END)
        return bool(chunk)


def _start_thread(target: Callable[..., None], *arguments: int) -> None:
    threading.Thread(target=target, args=arguments, name="input", daemon=True).start()


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
