"""Games of the engine against itself, on all cores, the same for the same seed."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

from engine.cores import usable_cores
from engine.game import Game
from search.limits import Limits
from search.searcher import Searcher
from search.stop_flag import StopFlag

LONGEST_GAME = 200
"""Plies after which a game is broken off without a result."""

_TABLE_MIB = 16
_AHEAD = 2
"""Games begun ahead for every job, so that none waits while a long one keeps the others back."""


@dataclass(frozen=True)
class SelfPlay:
    """How games are played: by whom, from where, and by what chance.

    The first plies are chosen at random, at least `random_plies[0]` and at most
    `random_plies[1]` of them; then each move is the best that a search of so many nodes finds.
    """

    game_types: Sequence[str] = ("Base+MLP",)
    nodes: int = 2000
    random_plies: tuple[int, int] = (2, 8)
    seed: int = 1

    def game(self, number: int, stop: StopFlag | None = None) -> Game | None:
        """The game of a number, always the same one; None if it was stopped."""
        random = Random(f"{self.seed} {number}")
        game = Game(self.game_types[number % len(self.game_types)])
        for _ in range(random.randint(*self.random_plies)):
            if game.is_over:
                break
            game.play(random.choice(game.legal_moves))
        searcher = Searcher(table_mib=_TABLE_MIB)
        limits = Limits(nodes=self.nodes)
        while not game.is_over and game.ply < LONGEST_GAME:
            result = searcher.search(game, limits, stop=stop)
            if stop is not None and stop.is_set:
                return None
            game.play(result.move)
        return game

    def games(self, count: int, *, first: int = 0, jobs: int | None = None) -> Iterator[Game]:
        """So many games in the order of their numbers, `jobs` at a time, one for each core.

        When the iterator is closed, or an error or an interrupt ends it, games under way are
        given up at once.
        """
        Searcher().warm_up()
        stop = StopFlag()
        jobs = usable_cores() if jobs is None else jobs
        numbers = iter(range(first, first + count))
        with ThreadPoolExecutor(jobs) as pool:
            try:
                under_way: list[Future[Game | None]] = []
                for number in numbers:
                    under_way.append(pool.submit(self.game, number, stop))
                    if len(under_way) >= jobs * _AHEAD:
                        yield _played(under_way.pop(0))
                while under_way:
                    yield _played(under_way.pop(0))
            finally:
                stop.set()
                pool.shutdown(wait=False, cancel_futures=True)


def _played(future: "Future[Game | None]") -> Game:
    game = future.result()
    assert game is not None  # nothing stops the games while somebody waits for one
    return game
