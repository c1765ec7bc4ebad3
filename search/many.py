"""Many positions in one call, a searcher of its own for every core."""

import os
import time
import weakref
from collections.abc import Callable, Iterable, Sized
from queue import Empty, SimpleQueue
from typing import Self

from engine.checks import instance, whole_number
from engine.cores import usable_cores
from engine.game import Game
from search.limits import Limits
from search.result import Result
from search.searcher import MOST_THREADS, Searcher, check_search
from search.stop_flag import StopFlag
from search.threads import SearchThreads

TABLE_MIB = 16
"""Memory of a job. That it does not depend on their number keeps results the same."""

_AHEAD = 8
"""Positions taken ahead for every job, so that none waits while a hard one keeps results back."""

_LONGEST_WAIT = 0.1
"""Seconds between two moments at which Python can run signal handlers."""

OnProgress = Callable[[int, int | None], None]
"""Called with the number of positions done and, where it is known, of all."""


def analyse_many(
    games: Iterable[Game],
    limits: Limits,
    *,
    multipv: int = 1,
    jobs: int | None = None,
    table_mib: int = TABLE_MIB,
    strategy: str = "AlphaBeta",
    on_progress: OnProgress | None = None,
    stop: StopFlag | None = None,
) -> list[Result | None]:
    """Search many positions at full strength: their results in the order given.

    A game that is over has None. Limits are for each position, but for a deadline, which is for
    all. `jobs` positions are searched at a time, by default as many as there are cores, with
    `table_mib` of memory each. Every position is searched as if it were the first: with a limit of
    nodes or depth its result depends on nothing else, neither on `jobs` nor on the order.

    `on_progress` is called in the caller's thread after every position. With `stop`, or at the
    deadline, positions under way get the best found so far, and the list ends before the first
    that has not been begun. However this is left, by an error of `games`, of `on_progress` or by
    KeyboardInterrupt, no thread goes on searching.

    >>> from engine import Game
    >>> games = [Game("Base"), Game("Base+MLP")]
    >>> [result.depth for result in analyse_many(games, Limits(depth=2))]
    [2, 2]
    """
    results = analyse_stream(
        games,
        limits,
        multipv=multipv,
        jobs=jobs,
        table_mib=table_mib,
        strategy=strategy,
        on_progress=on_progress,
        stop=stop,
    )
    # An interrupt that comes when the first `close` begins finds the second.
    try:
        try:
            return [*results]
        finally:
            results.close()
    finally:
        results.close()


def analyse_stream(
    games: Iterable[Game],
    limits: Limits,
    *,
    multipv: int = 1,
    jobs: int | None = None,
    table_mib: int = TABLE_MIB,
    strategy: str = "AlphaBeta",
    on_progress: OnProgress | None = None,
    stop: StopFlag | None = None,
) -> "ResultStream":
    """The same as `analyse_many`, one result at a time, as soon as it and those before are there.

    Games are taken as they are needed, a few ahead, so there may be any number of them. They are
    copied when they are taken: an iterator may give the same game again after the next move.

    >>> from engine import Game
    >>> def positions(moves):
    ...     game = Game("Base")
    ...     for move in moves:
    ...         game.play(move)
    ...         yield game
    >>> moves = ["wS1", "bS1 wS1-", "wQ -wS1"]
    >>> for result in analyse_stream(positions(moves), Limits(nodes=100)):
    ...     print(result.move.piece.color)
    Black
    White
    Black
    """
    if multipv is None:
        raise TypeError("multipv must be a whole number, not None")
    check_search(Game(), limits, multipv, stop)
    if stop is None and limits == Limits():
        raise ValueError("without a limit or a stop the first position would be searched for ever")
    if jobs is None:
        jobs = usable_cores()
    jobs = whole_number(jobs, "jobs", 1, MOST_THREADS)
    if isinstance(games, Sized):
        jobs = min(jobs, max(len(games), 1))
    searcher = Searcher(table_mib=table_mib, strategy=strategy)
    searcher.warm_up()
    return ResultStream(games, _Pool(searcher, jobs, limits, multipv, stop), on_progress)


class ResultStream:
    """An iterator over results. At its end, when closed or dropped, it leaves no thread behind."""

    def __init__(
        self, games: Iterable[Game], pool: "_Pool", on_progress: OnProgress | None
    ) -> None:
        self._total = len(games) if isinstance(games, Sized) else None
        self._games = iter(games)
        self._pool = pool
        self._on_progress = on_progress
        self._taken = 0
        self._done = 0
        self._next = 0
        self._all_taken = False
        self._results: dict[int, Result | _NotBegun | None] = {}
        self._when_dropped = weakref.finalize(self, pool.close)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Result | None:
        """The result of the next position, when it is there."""
        try:
            return self._next_result()
        except BaseException:  # StopIteration above all
            self.close()
            raise

    def close(self) -> None:
        """End all searches and wait until their threads have ended."""
        self._all_taken = True
        self._next = self._taken
        self._pool.close()
        self._when_dropped.detach()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _next_result(self) -> Result | None:
        self._hand_out()
        while self._next not in self._results:
            if self._next == self._taken:
                raise StopIteration
            number, result = self._pool.next_result()
            self._results[number] = result
            if not isinstance(result, _NotBegun):
                self._done += 1
                if self._on_progress is not None:
                    self._on_progress(self._done, self._total)
            self._hand_out()
        result = self._results.pop(self._next)
        self._next += 1
        if isinstance(result, _NotBegun):
            raise StopIteration
        return result

    def _hand_out(self) -> None:
        """Give the jobs positions to work on."""
        while not self._all_taken and self._taken < self._next + self._pool.ahead:
            game = _NONE_LEFT if self._pool.is_stopped else next(self._games, _NONE_LEFT)
            if game is _NONE_LEFT:
                self._all_taken = True
                return
            instance(game, Game, f"position {self._taken}: only a Game can be searched")
            assert isinstance(game, Game)
            self._pool.hand_out(self._taken, game.copy())
            self._taken += 1


_NONE_LEFT = object()


class _NotBegun:
    """In place of the result of a position that came too late."""


class _Closing(StopFlag):
    """Ends all jobs: the searches under way, each by a flag of its own, and the waiting for work.

    It takes no lock either.
    """

    def __init__(self, jobs: int, positions: "SimpleQueue[tuple[int, Game] | None]") -> None:
        super().__init__()
        self.under_way = [StopFlag() for _ in range(jobs)]
        self._positions = positions

    def set(self) -> None:
        super().set()
        for flag in self.under_way:
            flag.set()
            self._positions.put(None)


class _Pool:
    """Threads that search positions. They do not know who asks for the results."""

    def __init__(
        self, searcher: Searcher, jobs: int, limits: Limits, multipv: int, stop: StopFlag | None
    ) -> None:
        self.ahead = jobs * _AHEAD
        self._searcher = searcher
        self._jobs = jobs
        self._limits = limits
        self._multipv = multipv
        self._stop = StopFlag() if stop is None else stop
        self._positions: SimpleQueue[tuple[int, Game] | None] = SimpleQueue()
        self._results: SimpleQueue[tuple[int, Result | _NotBegun | None] | None] = SimpleQueue()
        self._closing = _Closing(jobs, self._positions)
        self._threads = SearchThreads()
        self._has_started = False
        self._process = os.getpid()

    def hand_out(self, number: int, game: Game) -> None:
        """Have a position searched; threads are started for the first one."""
        self._positions.put((number, game))
        if not self._has_started:
            self._has_started = True
            self._threads.start(self._work, self._jobs, self._closing)

    def next_result(self) -> tuple[int, Result | _NotBegun | None]:
        """The number and the result of a position that is done. Raises what ended a job."""
        while True:
            try:
                result = self._results.get(timeout=_LONGEST_WAIT)
            except Empty:
                if self._process != os.getpid():
                    raise RuntimeError("the positions are searched in another process") from None
                continue
            if result is not None:
                return result
            self._threads.end()
            self._threads.check()

    @property
    def is_stopped(self) -> bool:
        """Whether no more positions are to be begun."""
        deadline = self._limits.deadline
        is_late = deadline is not None and time.perf_counter() >= deadline
        return is_late or self._stop.is_set or self._closing.is_set

    def close(self) -> None:
        """End everything and wait for the threads."""
        self._closing.set()
        self._threads.end()

    def _work(self, job: int) -> None:
        """What a thread does: search one position after the other."""
        searcher = Searcher(table_mib=self._searcher.table_mib, strategy=self._searcher.strategy)
        number = None
        try:
            while (position := self._positions.get()) is not None:
                number, game = position
                self._results.put((number, self._analyse(searcher, game, job)))
        except BaseException as error:
            error.add_note(f"at position {number}, counted from 0")
            self._results.put(None)
            raise

    def _analyse(self, searcher: Searcher, game: Game, job: int) -> Result | _NotBegun | None:
        due = self._closing.under_way[job] = StopFlag()
        if self.is_stopped:  # after the flag is where `_closing` looks for it
            return _NotBegun()
        if game.is_over:
            return None
        searcher.new_game()
        return searcher.search_until(due, game, self._limits, self._multipv, self._stop)
