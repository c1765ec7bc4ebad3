"""How far a long computation is, on stderr: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

_WIDTH = 30
_REFRESH = 0.1
"""Seconds between two drawings of the bar."""
_LINES = 10.0
"""Seconds between two lines where there is no terminal."""
_LEAST_SECONDS, _LEAST_STEPS = 3.0, 4
"""What has to be seen of the work before the time left is told: it would be a wild guess."""


class Progress:
    """Counts what is done. Used in a `with` statement; whatever happens, the bar's line is ended.

    >>> with Progress(2, "positions") as progress:
    ...     for _ in range(2):
    ...         progress.advance()
    """

    def __init__(self, total: int | None, what: str, stream: TextIO | None = None) -> None:
        self._total = total
        self._what = what
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream.isatty()
        self._started = self._told = time.monotonic()
        self._has_line = False
        self._paced_from: float | None = None
        """When the first was done: before that, programs are compiled and files read."""
        self._paced_steps = 0
        self._paced_work = 0.0
        self._marks: deque[tuple[float, float]] = deque()
        """When how much work was done, in the latter half of the time, the oldest first."""
        self.done = 0
        self.work_left: Callable[[], float] | None = None
        """Tells how much work is left, where that is not how many; in the unit of `advance`."""

    def advance(self, count: int = 1, work: float | None = None) -> None:
        """So many more are done. It took some work, or none for what was known already."""
        self.done += count
        now = time.monotonic()
        if work != 0:
            if self._paced_from is None:
                self._paced_from = now
            else:
                self._paced_steps += count
                self._paced_work += count if work is None else work
            self._mark(now)
        if now - self._told >= (_REFRESH if self._is_terminal else _LINES):
            self._told = now
            self._tell()

    def expect(self, count: int) -> None:
        """So many more are to be done than was known."""
        if self._total is not None:
            self._total += count

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._has_line:
            self._tell()
            self._write("\n")

    def __str__(self) -> str:
        passed = time.monotonic() - self._started
        rate = self.done / passed if passed > 0 else 0.0
        words = [f"{self.done:,}"]
        if self._total is not None:
            words += [f"of {self._total:,}"]
        words += [self._what, f"({_rate(rate)})"]
        left = self._seconds_left()
        words += [f"in {_duration(passed)}" if left is None else f"{_duration(left)} left"]
        return " ".join(words)

    def _seconds_left(self) -> float | None:
        """By the pace so far; None where that tells nothing yet, or all is done."""
        if self._total is None or self.done >= self._total or self._paced_from is None:
            return None
        passed = time.monotonic() - self._paced_from
        if passed < _LEAST_SECONDS or self._paced_steps < _LEAST_STEPS or len(self._marks) < 2:
            return None
        left = self._total - self.done if self.work_left is None else self.work_left()
        now, done = self._marks[-1]
        then, had_done = self._marks[0]
        return left * (now - then) / (done - had_done)

    def _mark(self, now: float) -> None:
        """The pace is that of the latter half: work of another kind may take another time."""
        assert self._paced_from is not None
        if self._marks and now - self._marks[-1][0] < _REFRESH:
            return  # what is kept does not grow with the number of steps
        self._marks.append((now, self._paced_work))
        half = (self._paced_from + now) / 2
        while len(self._marks) > _LEAST_STEPS + 1 and self._marks[1][0] <= half:
            self._marks.popleft()

    def _tell(self) -> None:
        if not self._is_terminal:
            self._write(f"{self}\n")
            return
        bar = ""
        if self._total:
            filled = min(_WIDTH * self.done // self._total, _WIDTH)
            bar = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] "
        self._write(f"\r{bar}{self}\x1b[K")
        self._has_line = True

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # who looks at it has gone, the work goes on
            self._has_line = False


def _rate(each_second: float) -> str:
    return f"{each_second:.0f} a second" if each_second >= 10 else f"{each_second:.1f} a second"


def _duration(seconds: float) -> str:
    """Hours, minutes and seconds.

    >>> _duration(59.6), _duration(61), _duration(7322)
    ('1:00', '1:01', '2:02:02')
    """
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
