"""Perft in pieces small enough that it can be stopped at any moment."""

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Game
    from search.stop_flag import StopFlag

_LEAVES_PER_TASK = 4_000_000
"""Leaves that one call of a kernel counts: some 60 ms, against 0.2 ms to set it up."""

_NOT_WORTH_SPLITTING = 10_000

_TASKS_PER_THREAD = 8
_POLL = 0.01


def perft_lines(game: "Game", depth: int, threads: int, stop: "StopFlag") -> Iterator[str]:
    """A line `depth count seconds s rate M/s` for every depth up to the one asked for."""
    counts: list[int] = []
    for level in range(depth + 1):
        started = time.perf_counter()
        count = _count(game, level, _plies_above_tasks(counts, threads), threads, stop)
        if count is None:
            return
        counts.append(count)
        seconds = time.perf_counter() - started
        yield f"{level} {count} {seconds:.3f} s {count / max(seconds, 1e-6) / 1e6:.1f} M/s"


def _plies_above_tasks(counts: list[int], threads: int) -> int:
    """How many plies to walk before kernels take over, judged by the counts of lower depths."""
    if len(counts) < 3 or counts[-1] < _NOT_WORTH_SPLITTING:
        return 0
    growth = max(counts[-1] / counts[-2], counts[-2] / counts[-3])
    expected = counts[-1] * growth
    for plies, tasks in enumerate(counts):
        if tasks >= _TASKS_PER_THREAD * threads and expected / tasks <= _LEAVES_PER_TASK:
            return plies
    return len(counts) - 1


def _count(game: "Game", depth: int, plies: int, threads: int, stop: "StopFlag") -> int | None:
    """Perft of one depth, or None if stopped."""
    if plies == 0:
        return game.perft(depth)
    tasks = _Tasks(game, plies, depth - plies, stop)
    workers = [
        threading.Thread(target=tasks.work, name="perft", daemon=True) for _ in range(threads)
    ]
    for worker in workers:
        worker.start()
    # A stop need not wait for the tasks under way: nobody will look at their counts.
    while not stop.is_set and (busy := [worker for worker in workers if worker.is_alive()]):
        busy[0].join(_POLL)
    return None if stop.is_set else tasks.total()


class _Tasks:
    """Positions a few plies on, handed out to threads that count what lies below them."""

    def __init__(self, game: "Game", plies: int, depth: int, stop: "StopFlag") -> None:
        self._games = _positions(game.copy(), plies)
        self._depth = depth
        self._stop = stop
        self._lock = threading.Lock()
        self._sum = 0
        self._failure: Exception | None = None

    def work(self) -> None:
        """Count tasks until there are no more."""
        try:
            while not self._stop.is_set and self._failure is None:
                with self._lock:
                    game = next(self._games, None)
                if game is None:
                    return
                count = game.perft(self._depth)
                with self._lock:
                    self._sum += count
        except Exception as error:
            self._failure = error

    def total(self) -> int:
        """The sum of all tasks."""
        if self._failure is not None:
            raise self._failure
        return self._sum


def _positions(game: "Game", plies: int) -> Iterator["Game"]:
    """Every position a number of plies on, as a game of its own."""
    if plies == 0:
        yield game.copy()
        return
    for move in game.legal_moves:
        game.play(move)
        yield from _positions(game, plies - 1)
        game.undo()
