"""Perft: counting the legal move sequences of a given length.

With several threads, or where somebody may want to stop it, the tree is cut into tasks: positions
some plies below the root, which threads take one after another.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from engine import types
from engine.checks import whole_number
from engine.jit import kernel
from engine.movegen import count_moves, legal_codes, list_moves
from engine.position import MAX_MOVES, Position, make, unmake

Buffer = types.Array(types.int32, 2)
MAX_DEPTH = 64

_LEAVES_PER_TASK = 4_000_000
"""Leaves that one task counts: some 60 ms, against 0.1 ms to set it up."""

_TASKS_PER_THREAD = 8
_NOT_WORTH_SPLITTING = 10_000
_POLL_SECONDS = 0.01


@kernel(types.int64(Position, Buffer, types.int64))
def count_leaves(pos, moves, depth):
    """Leaves of the move tree of a depth of at least 1; one row of moves a level is needed."""
    if depth == 1:
        return count_moves(pos, moves[0])
    own = moves[depth - 1]
    total = np.int64(0)
    for i in range(list_moves(pos, own)):
        move = np.int64(own[i])
        undo = make(pos, move)
        total += count_leaves(pos, moves, np.int64(depth - 1))
        unmake(pos, move, undo)
    return total


def perft(position: Any, depth: int, workers: int = 1) -> int:
    """How many legal move sequences of that length start here."""
    depth, workers = _checked(depth, workers)
    if workers == 1:
        return _leaves(position.copy(), depth)
    *_, count = perft_counts(position, depth, workers)
    return count


def perft_split(position: Any, depth: int, workers: int = 1) -> dict[int, int]:
    """The count below every first move, by the move's code."""
    depth, workers = _checked(depth, workers)
    if depth == 0:
        raise ValueError("a split needs a depth of at least 1")
    plies = 1
    if workers > 1:
        counts = list(perft_counts(position, depth - 1, workers))
        plies = max(1, _plies_above_tasks(counts, workers))
    tasks = _Tasks(position, plies, depth - plies, _never)
    tasks.run(workers)
    return {code: tasks.counts[code] for code in legal_codes(position)}


def _never() -> bool:
    return False


def perft_counts(
    position: Any, depth: int, workers: int = 1, stopped: Callable[[], bool] = _never
) -> Iterator[int]:
    """The count of every depth up to the one asked for, until `stopped` returns true.

    A stop is noticed within a hundredth of a second.
    """
    counts: list[int] = []
    for level in range(depth + 1):
        plies = _plies_above_tasks(counts, workers)
        if plies == 0:
            count = _leaves(position.copy(), level)
        else:
            tasks = _Tasks(position, plies, level - plies, stopped)
            if not tasks.run(workers):
                return
            count = tasks.counts.total()
        counts.append(count)
        yield count


def _plies_above_tasks(counts: list[int], workers: int) -> int:
    """How many plies to walk before kernels take over, judged by the counts of lower depths."""
    if len(counts) < 3 or counts[-1] < _NOT_WORTH_SPLITTING:
        return 0
    growth = max(counts[-1] / counts[-2], counts[-2] / counts[-3])
    expected = counts[-1] * growth
    for plies, tasks in enumerate(counts):
        if tasks >= _TASKS_PER_THREAD * workers and expected / tasks <= _LEAVES_PER_TASK:
            return plies
    return len(counts) - 1


class _Tasks:
    """Positions some plies below the root, and the leaves below them by the root's moves."""

    def __init__(self, position: Any, plies: int, depth: int, stopped: Callable[[], bool]) -> None:
        self.counts: Counter[int] = Counter()
        self._depth = depth
        self._stopped = stopped
        self._positions = _positions(position.copy(), plies)
        self._lock = threading.Lock()
        self._abandoned = False
        self._failure: Exception | None = None

    def run(self, workers: int) -> bool:
        """Count all tasks with so many threads; returns whether all have been counted."""
        threads = [
            threading.Thread(target=self._work, name="perft", daemon=True) for _ in range(workers)
        ]
        for thread in threads:
            thread.start()
        try:
            # A stop need not wait for the tasks under way: nobody will look at their counts.
            while not self._stopped() and (busy := [t for t in threads if t.is_alive()]):
                busy[0].join(_POLL_SECONDS)
        finally:
            self._abandoned = True
        if self._failure is not None:
            raise self._failure
        return not self._stopped()

    def _work(self) -> None:
        """Count tasks until there are no more."""
        try:
            while not self._abandoned and self._failure is None:
                with self._lock:
                    first, position = next(self._positions, (0, None))
                if position is None:
                    return
                count = _leaves(position, self._depth)
                with self._lock:
                    self.counts[first] += count
        except Exception as error:
            self._failure = error


def _positions(position: Any, plies: int) -> Iterator[tuple[int, Any]]:
    """Every position so many plies on, at least one, with the first move on the way to it."""
    for code in legal_codes(position):
        undo = make(position, code)
        if plies == 1:
            yield code, position.copy()
        else:
            for _, below in _positions(position, plies - 1):
                yield code, below
        unmake(position, code, undo)


def _leaves(position: Any, depth: int) -> int:
    """The count of one position, which is changed on the way."""
    if depth == 0:
        return 1
    return int(count_leaves(position, np.empty((depth, MAX_MOVES), dtype=np.int32), depth))


def _checked(depth: int, workers: int) -> tuple[int, int]:
    return (
        whole_number(depth, "the depth", 0, MAX_DEPTH),
        whole_number(workers, "the number of workers", 1),
    )
