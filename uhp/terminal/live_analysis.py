"""An analysis to look at: its lines stay in their place and change, until a key ends it."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from uhp.search_commands import SearchCommands
from uhp.terminal.lines import SpelledLine, heading, totals
from uhp.terminal.screen import ERASE_BELOW, ERASE_LINE, Keys, Screen

if TYPE_CHECKING:
    from engine import Game
    from search import Limits, Line, Result
    from search.stop_flag import StopFlag

_REFRESH = 0.1
"""Seconds between two drawings."""

_MOST_NEWS = 1000
"""Lines that wait to be written, where each is written once; older ones are dropped."""


def analyze_live(
    screen: Screen,
    search: SearchCommands,
    game: "Game",
    limits: "Limits | None",
    count: int,
    stop: "StopFlag",
) -> Iterator[str]:
    """Show the lines while they are found; the best of them when it is over.

    Without limits it goes on until `stop` is set or a key is hit. That key is used up; lines that
    were typed before it began are not, and so they end it at once if nothing else would.
    """
    search.wait_until_ready(stop)
    lines = _Lines(screen, search, game, limits, count, stop)
    block = _Block(screen, lines.rows)
    with screen.keys(block.erase, block.begin_anew) as keys:
        lines.start()
        try:
            if screen.can_redraw:
                _refresh(lines, block, keys)
            else:
                yield from _one_by_one(lines, keys)
        finally:
            lines.stop()
            block.erase()
    yield from lines.result()


def _refresh(lines: "_Lines", block: "_Block", keys: Keys) -> None:
    block.draw()
    while not lines.wait_for_end(keys):
        block.draw()


def _one_by_one(lines: "_Lines", keys: Keys) -> Iterator[str]:
    """Without a cursor that can be moved."""
    has_ended = False
    while not has_ended:
        has_ended = lines.wait_for_end(keys)
        yield from lines.news()


class _Lines:
    """The search, in a thread of its own, and the lines that it has found so far."""

    def __init__(
        self,
        screen: Screen,
        search: SearchCommands,
        game: "Game",
        limits: "Limits | None",
        count: int,
        stop: "StopFlag",
    ) -> None:
        self._screen = screen
        self._search = search
        self._game = game.copy()
        self._limits = limits
        self._count = count
        self._stop = stop
        self._best: dict[int, SpelledLine] = {}
        self._news: deque[SpelledLine] = deque(maxlen=_MOST_NEWS)
        self._started = time.perf_counter()
        self._result: Result | None = None
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="live analysis", daemon=True)

    def start(self) -> None:
        """Begin to search."""
        self._started = time.perf_counter()
        self._thread.start()

    def stop(self) -> None:
        """End the search and wait for that."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def wait_for_end(self, keys: Keys) -> bool:
        """Wait for as long as a drawing may stay; returns whether it is over."""
        is_endless = self._limits is None
        if keys.is_pressed(_REFRESH) or (is_endless and keys.were_typed_ahead):
            self._stop.set()
        return self._stop.is_set or not (is_endless or self._thread.is_alive())

    def news(self) -> Iterator[str]:
        """The lines that are new, one a row."""
        while self._news:
            yield self._news.popleft().row(self._screen.width)

    def rows(self) -> list[str]:
        """All that is known now."""
        width, height = self._screen.width, self._screen.size.lines
        result = self._result
        title = f"Any key ends this; {self._game.turn} to move"
        if result is None:
            best = [line for _, line in sorted(self._best.items())]
            seconds = time.perf_counter() - self._started
            # Before the first line the count may still be that of an earlier search.
            nodes = self._search.nodes_so_far if best else 0
            status = totals(nodes, seconds, width)
        else:
            best = self._spelled(result)
            status = totals(result.nodes, result.seconds, width)
            title += "; there is no more to find"
        rows = [title[:width], *heading(width), *(line.row(width) for line in best)]
        return [*rows[: max(height - 2, 1)], status]

    def result(self) -> Iterator[str]:
        """The best lines in full, and what they took. Raises what has ended the search."""
        if self._failure is not None:
            raise self._failure
        assert self._result is not None
        width = self._screen.width
        yield from heading(width)
        for line in self._spelled(self._result):
            yield from line.full(width)
        yield totals(self._result.nodes, self._result.seconds, width)

    def _spelled(self, result: "Result") -> list[SpelledLine]:
        return [SpelledLine.of(line, self._game) for line in result.lines]

    def _run(self) -> None:
        from search import Limits

        limits = Limits() if self._limits is None else self._limits
        try:
            self._result = self._search.search_lines(
                self._game, limits, self._count, self._stop, self._found
            )
        except BaseException as failure:
            self._failure = failure
            self._stop.set()

    def _found(self, line: "Line") -> None:
        """Called by a searching thread."""
        spelled = SpelledLine.of(line, self._game)
        self._best[line.rank] = spelled
        self._news.append(spelled)


class _Block:
    """Rows that are drawn again and again in one place.

    Between two drawings the cursor stands at the first of them: whatever a terminal does with long
    rows when its window gets narrower, all of the old ones are below the cursor.
    """

    def __init__(self, screen: Screen, rows: Callable[[], list[str]]) -> None:
        self._screen = screen
        self._rows = rows
        self._size: object = None
        self._shown: list[str] = []

    def draw(self) -> None:
        """Show the rows as they are now."""
        size = self._screen.size
        rows = self._rows()
        if size == self._size and rows == self._shown:
            return
        start = "\r" if size == self._size else "\r" + ERASE_BELOW
        text = f"{ERASE_LINE}\n".join(rows) + ERASE_LINE + ERASE_BELOW
        up = f"\x1b[{len(rows) - 1}A" if len(rows) > 1 else ""
        self._screen.draw(f"{start}{text}{up}\r")
        self._size, self._shown = size, rows

    def begin_anew(self) -> None:
        """Draw all of it where the cursor is now: something else has been written."""
        self._size = None
        if self._screen.can_redraw:
            self.draw()

    def erase(self) -> None:
        """Leave nothing of it."""
        if self._screen.can_redraw:
            self._screen.draw("\r" + ERASE_BELOW)
