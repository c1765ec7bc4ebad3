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
from uhp.exit_codes import SUCCESS
from uhp.interrupts import read_interrupts

LONGEST_LINE = 4 << 20
"""Longer lines, in bytes, are refused; what goes beyond is not even kept."""

_CHUNK = 1 << 16
_MOST_WAITING = 64
"""Commands that may wait before no more are read."""

STOP = "stop"
"""The line that only ends what has no end of its own."""

_STDIN = 0
_BYTE_ORDER_MARK = "\ufeff"

_PAUSE = 0.002
"""Seconds to wait when so many commands are waiting."""

_CAN_POLL = hasattr(select, "poll")
"""Whether one thread can wait for input and interrupts: not on Windows."""


class CommandLine(NamedTuple):
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
    """What else can happen while waiting for a command."""

    END = "end of input"
    INTERRUPT = "interrupt"


class CommandQueue:
    """The commands that have been read from stdin, in order, and the one that is running."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[CommandLine | Event] = deque()
        self._stop_flag: StopFlag | None = None
        self._stop_next = False
        self._ends_at_next = False

    def start(self, output: int, interrupts: int) -> None:
        """Begin to read; `interrupts` is where they can be read.

        After the end of input, a closed `output` ends the process: no one would read its answers.
        """
        if _CAN_POLL:
            _start_thread(self._watch, output, interrupts)
        else:
            _start_thread(self._read_only)
            _start_thread(self._watch_interrupts, interrupts)

    def next(self) -> CommandLine | Event:
        """The next command, which runs from now on, or the next event."""
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            received = self._waiting.popleft()
            if isinstance(received, CommandLine):
                self._stop_flag = StopFlag()
                if self._stop_next:
                    self._stop_flag.set()
                    self._stop_next = False
            return received

    @property
    def stop_flag(self) -> StopFlag:
        """What stops the command that is running."""
        assert self._stop_flag is not None
        return self._stop_flag

    def end_at_next(self) -> None:
        """The command that is running has no end of its own: the next command or event ends it."""
        with self._changed:
            self._ends_at_next = True
            if self._waiting:
                self.stop_flag.set()

    def end_command(self) -> CommandLine | None:
        """The command is done: an interrupt is not for it any more.

        Returns the line `stop` if there was one to end the command: it gets no answer of its own.
        """
        with self._changed:
            self._stop_flag = None
            ended_at_next, self._ends_at_next = self._ends_at_next, False
            if ended_at_next and self._waiting:
                line = self._waiting[0]
                if isinstance(line, CommandLine) and line.text.lower() == STOP:
                    self._waiting.popleft()
                    return line
            return None

    def interrupt(self) -> None:
        """There has been an interrupt, later than all commands that are waiting."""
        with self._changed:
            if self._stop_flag is not None:
                self._stop_flag.set()
            elif self._waiting:
                self._stop_next = True
            else:
                self._put(Event.INTERRUPT)

    @property
    def is_empty(self) -> bool:
        """Whether no command or event is waiting."""
        return not self._waiting

    def _put(self, *received: CommandLine | Event) -> None:
        self._waiting.extend(received)
        if received and self._ends_at_next:
            self.stop_flag.set()
        self._changed.notify()

    def _watch(self, output: int, interrupts: int) -> None:
        """Wait for input and interrupts until nobody reads answers any more."""
        splitter = LineSplitter()
        reading = True
        while reading:
            crowded = len(self._waiting) > _MOST_WAITING
            wanted = [interrupts] if crowded else [interrupts, _STDIN]
            ready, _, _ = select.select(wanted, [], [], _PAUSE if crowded else None)
            # What was sent before the interrupt is read first.
            if _STDIN in ready:
                reading = self._add_chunk(splitter, _read_chunk())
            if interrupts in ready and read_interrupts(interrupts):
                self.interrupt()
        watch = select.poll()
        watch.register(interrupts, select.POLLIN)
        watch.register(output, 0)
        while output not in (descriptor for descriptor, _ in watch.poll()):
            if read_interrupts(interrupts):
                self.interrupt()
        os._exit(SUCCESS)

    def _read_only(self) -> None:
        splitter = LineSplitter()
        while self._add_chunk(splitter, _read_chunk()):
            while len(self._waiting) > _MOST_WAITING:
                time.sleep(_PAUSE)

    def _watch_interrupts(self, interrupts: int) -> None:
        while read_interrupts(interrupts):
            self.interrupt()

    def _add_chunk(self, splitter: "LineSplitter", chunk: bytes | None) -> bool:
        """Add the commands of a chunk to those waiting; returns whether more may follow."""
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
    """Finds the lines in a stream of chunks. Blank ones are left out."""

    def __init__(self) -> None:
        self._begun = bytearray()

    def lines(self, chunk: bytes, arrived: float) -> Iterable[CommandLine]:
        """The lines that end in a chunk."""
        found: list[CommandLine] = []
        *ended, tail = chunk.split(b"\n")
        for part in ended:
            found += command_lines(self._begun + part, arrived)
            self._begun = bytearray()
        if len(self._begun) <= LONGEST_LINE:
            self._begun += tail
        return found

    def rest(self, arrived: float) -> Iterable[CommandLine]:
        """The last line, which needs no ending."""
        return command_lines(self._begun, arrived)


def command_lines(data: bytes | bytearray, arrived: float) -> Iterator[CommandLine]:
    """The command line that some bytes are; none if they are blank."""
    if len(data) > LONGEST_LINE:
        yield CommandLine("", arrived, too_long=True)
    elif text := data.decode("utf-8", "replace").removeprefix(_BYTE_ORDER_MARK).strip():
        yield CommandLine(text, arrived)


def _read_chunk() -> bytes | None:
    """The next bytes; empty at the end of input; None if there are none at the moment."""
    try:
        return os.read(_STDIN, _CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""
