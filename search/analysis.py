"""A search in the background, for readers of its lines, with asyncio or without."""

import atexit
import threading
import weakref
from asyncio import CancelledError, Future, get_running_loop
from asyncio import wait as wait_for_any
from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Self

from search.held_signals import HeldSignals
from search.result import Line, Result
from search.stop_flag import StopFlag

_LONGEST_WAIT = 0.1
"""Seconds between two moments at which Python can run signal handlers."""

Search = Callable[[StopFlag, Callable[[Line], None]], Result]
"""Searches until a flag is set, or as long as it has limits, and reports lines."""


class Analysis:
    """A search that is under way: its lines as they are completed, then its result.

    Iterate over it with `for` or `async for`; `wait()` or `await` gives the result at the end,
    whether the lines have been read or not. An error of the search is raised by either.

    It is over when a limit is reached, after `stop()`, or after `close()`, which is what leaving
    `with` or `async with` means, and an exception in the middle of waiting. If it is just dropped,
    as by `break` in a loop over one that has no name, it ends as well.
    """

    def __init__(self, prepare: Callable[[], None], search: Search) -> None:
        self._background = _Background(prepare, search)
        self._when_dropped = weakref.finalize(self, self._background.abandon)
        self._when_dropped.atexit = False  # `_end_all` waits, too
        self._background.start()

    def stop(self) -> None:
        """End the search soon, with the best it has found; lines and result can still be read."""
        self._background.due.set()

    def wait(self) -> Result:
        """The result, when the search is over."""
        try:
            while not self._background.is_done:
                self._background.wait_for_end()
        except BaseException:
            self.close()
            raise
        self._when_dropped.detach()
        return self._background.result()

    def close(self) -> None:
        """End the search and wait until its threads have ended."""
        self._background.abandon()
        with HeldSignals(_nothing):
            self._background.join()
        self._when_dropped.detach()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Line:
        """The next line, when it is there."""
        background = self._background
        line, is_over = None, False
        try:
            while line is None and not is_over:
                is_over = background.is_done  # before the look at what lines there are
                line = background.next_line(0 if is_over else _LONGEST_WAIT)
        except BaseException:
            self.close()
            raise
        if line is None:
            self._when_dropped.detach()
            background.check()
            raise StopIteration
        return line

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Line:
        """The next line, when it is there."""
        background = self._background
        while True:
            is_over = background.is_done  # before the look at what lines there are
            line = background.next_line()
            if line is not None or is_over:
                break
            await self._wait_for(background.a_line_or_the_end)
        if line is None:
            background.check()
            raise StopAsyncIteration
        return line

    def __await__(self) -> Generator[Any, None, Result]:
        return self._result().__await__()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *exception: object) -> None:
        if kind is GeneratorExit:  # the event loop has gone, so nothing can be waited for
            self._background.abandon()
        else:
            await self.aclose()

    async def aclose(self) -> None:
        """The same as `close` while the event loop goes on."""
        background = self._background
        background.abandon()
        cancelled: CancelledError | None = None
        while background.is_searching:
            try:
                await background.until(background.the_end)
            except CancelledError as error:  # it ends anyway, and soon
                cancelled = error
        if cancelled is not None:
            raise cancelled

    async def _result(self) -> Result:
        while not self._background.is_done:
            await self._wait_for(self._background.the_end)
        return self._background.result()

    async def _wait_for(self, event: Callable[[], bool]) -> None:
        try:
            await self._background.until(event)
        except CancelledError:
            await self.aclose()
            raise
        except BaseException:
            self._background.abandon()
            raise


class _Background:
    """The thread of an analysis, and what it has to say. It does not know who is listening."""

    def __init__(self, prepare: Callable[[], None], search: Search) -> None:
        self.due = StopFlag()
        self.is_done = False
        self._prepare = prepare
        self._search: Search | None = search
        self._lines: SimpleQueue[Line | None] = SimpleQueue()
        self._end: SimpleQueue[None] = SimpleQueue()
        # Weak, so that a task of a loop that is closed can go, and end this.
        self._waiting: deque[weakref.ref[Future[None]]] = deque()
        self._is_abandoned = False
        self._has_begun = False
        self._result: Result | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="search analysis", daemon=True)

    def start(self) -> None:
        """Raises RuntimeError if the system has no thread for it."""
        with HeldSignals(self.abandon):
            _under_way.add(self)
            try:
                self._thread.start()
            except BaseException:
                _under_way.discard(self)
                raise

    def abandon(self) -> None:
        """Nobody listens any more. Takes no lock, and waits for nothing."""
        self._is_abandoned = True
        self.due.set()

    @property
    def is_searching(self) -> bool:
        """Whether it searches, or still might. What is abandoned before it begins never does."""
        return not self.is_done and (self._has_begun or not self._is_abandoned)

    def join(self) -> None:
        """Wait for the end of one that is abandoned."""
        if self.is_searching and threading.current_thread() is not self._thread:
            self._thread.join()

    def wait_for_end(self) -> None:
        """Wait a while for the end."""
        try:
            self._end.get(timeout=_LONGEST_WAIT)
        except Empty:
            self._see_that_it_lives()

    def next_line(self, seconds: float = 0) -> Line | None:
        """A line, or None at the end or if there is none within the time."""
        try:
            return self._lines.get(block=seconds > 0, timeout=seconds)
        except Empty:
            self._see_that_it_lives()
            return None

    def the_end(self) -> bool:
        """Whether the search is over."""
        return self.is_done

    def a_line_or_the_end(self) -> bool:
        """Whether there is something to read."""
        return self.is_done or not self._lines.empty()

    async def until(self, event: Callable[[], bool]) -> None:
        """Wait until the next line or the end, unless the event has come."""
        news: Future[None] = get_running_loop().create_future()
        self._waiting.append(weakref.ref(news))
        # The event comes before the thread looks who is waiting. An event loop that sleeps for
        # long may miss a signal: one that came right before it fell asleep.
        while not event() and not news.done():
            await wait_for_any([news], timeout=_LONGEST_WAIT)

    def check(self) -> None:
        """Raise the error that has ended the search, if one has."""
        if self._error is not None:
            raise self._error

    def result(self) -> Result:
        """The result of a search that is over. Raises the error that has ended it."""
        self.check()
        assert self._result is not None
        return self._result

    def _run(self) -> None:
        try:
            self._prepare()
            self._has_begun = True
            if self._is_abandoned or self._search is None:
                raise RuntimeError("the analysis was closed before it began")
            self._result = self._search(self.due, self._report)
        except BaseException as error:
            self._error = error
        finally:
            self._search = None  # with the searcher
            self.is_done = True
            _under_way.discard(self)
            self._end.put(None)
            self._report(None)

    def _report(self, line: Line | None) -> None:
        self._lines.put(line)
        while self._waiting:
            news = self._waiting.popleft()()
            if news is None:
                continue
            with suppress(RuntimeError):  # the loop may have been closed
                news.get_loop().call_soon_threadsafe(_tell, news)

    def _see_that_it_lives(self) -> None:
        """Raises RuntimeError in a fork, which has no such thread."""
        if not self._thread.is_alive() and not self.is_done:
            raise RuntimeError("the analysis goes on in another process")


_under_way: set[_Background] = set()


def _end_all() -> None:
    """No thread may use a searcher's memory when the interpreter ends."""
    for background in [*_under_way]:
        background.abandon()
        background.join()


atexit.register(_end_all)


def _tell(news: "Future[None]") -> None:
    if not news.done():
        news.set_result(None)


def _nothing() -> None:
    """In place of an interrupt: what has to end is ending already."""
