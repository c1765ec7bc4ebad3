"""Making puzzles from games: on all cores, the same for the same games, none twice."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from engine.game import Game
from search.stop_flag import StopFlag
from study.puzzles.finding import CLASSES, Candidate, candidates, finished
from study.puzzles.puzzle import Kind, Puzzle

_AHEAD = 3
"""Games taken up ahead for every job, so that none waits while a long one keeps the others back."""

Source = Callable[[StopFlag], Game | None]
"""Where a game comes from; None if it was stopped on the way."""


class Maker:
    """Finds the puzzles of games in the order of these, each position once.

    Positions that differ by rotation, reflection, colours or the stunned piece alone count as one,
    and of several positions on the way to one end the earliest is taken that is wanted: `each` of
    every kind and length are, or all if that is None.
    """

    def __init__(self, *, each: int | None = None, jobs: int = 1) -> None:
        self.puzzles: list[Puzzle] = []
        self._each = each
        self._jobs = jobs
        self._taken: Counter[tuple[Kind, int]] = Counter()
        self._seen: set[int] = set()
        self._stop = StopFlag()

    @property
    def is_full(self) -> bool:
        """Whether there are enough puzzles of every kind and length."""
        return not self._wanted()

    def make(self, games: Iterable[Source]) -> Iterator[int]:
        """Go through games; after each the number of puzzles so far is given.

        However this is left, `puzzles` has those that were finished.
        """
        with ThreadPoolExecutor(self._jobs) as pool:
            searched: deque[Future[list[Candidate] | None]] = deque()
            finishing: deque[tuple[Candidate, Future[Puzzle | None]]] = deque()
            sources = iter(games)
            try:
                while not self.is_full:
                    while len(searched) < self._jobs * _AHEAD:
                        source = next(sources, None)
                        if source is None:
                            break
                        searched.append(pool.submit(self._search, source, self._wanted()))
                    if not searched:
                        break
                    for candidate in self._choice(searched.popleft().result() or []):
                        # Before what was found ahead, which may count on its place being taken.
                        finishing.append((candidate, pool.submit(self._finish, candidate)))
                    self._collect(finishing, wait=False)
                    yield len(self.puzzles)
                self._collect(finishing, wait=True)
            finally:
                self._stop.set()
                pool.shutdown(wait=True, cancel_futures=True)

    def _search(
        self, source: Source, wanted: frozenset[tuple[Kind, int]]
    ) -> list[Candidate] | None:
        game = source(self._stop)
        return None if game is None else candidates(game, wanted, self._stop)

    def _finish(self, candidate: Candidate) -> Puzzle | None:
        puzzle = finished(candidate, self._stop)
        return None if self._stop.is_set else puzzle

    def _wanted(self) -> frozenset[tuple[Kind, int]]:
        return frozenset(
            each for each in CLASSES if self._each is None or self._taken[each] < self._each
        )

    def _choice(self, found: list[Candidate]) -> Iterator[Candidate]:
        """Those that are wanted and new, the longest of each way to an end."""
        ends: set[tuple[Kind, int, int]] = set()
        for candidate in sorted(found, key=lambda each: -each.length):
            kind, length = candidate.kind, candidate.length
            end = kind, candidate.game.ply & 1, candidate.game.ply + 2 * length
            if (kind, length) not in self._wanted() or end in ends:
                continue
            ends.add(end)
            if candidate.look in self._seen:
                continue
            self._seen.add(candidate.look)
            self._taken[kind, length] += 1
            yield candidate

    def _collect(
        self, finishing: "deque[tuple[Candidate, Future[Puzzle | None]]]", wait: bool
    ) -> None:
        """Take over what is finished, in order."""
        while finishing and (wait or finishing[0][1].done()):
            puzzle = finishing.popleft()[1].result()
            if puzzle is not None:
                self.puzzles.append(puzzle)


def in_order(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Easy puzzles first."""
    return sorted(puzzles, key=lambda each: (each.difficulty, each.length, each.kind, each.id))
