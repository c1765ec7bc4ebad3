"""The searcher: keeps what is learnt from search to search and starts runs."""

import time
import weakref
from collections.abc import Callable
from mmap import mmap
from random import Random
from typing import Any

from engine.checks import instance, whole_number
from engine.game import Game
from engine.position import unmake
from search.alphabeta.deepening import AlphaBetaRun
from search.alphabeta.kernel import search_root
from search.checked_attributes import choice, whole
from search.levels import TOP_LEVEL, choose_line, limits_of_level, lines_of_level
from search.limits import Limits
from search.result import Line, Result, by_score
from search.root import list_root_moves
from search.run import Run
from search.stop_flag import StopFlag
from search.strategies import STRATEGIES
from search.table import Table
from search.techniques import ALL_TECHNIQUES
from search.threads import SearchThreads
from search.worker import forget, new_worker

_MOST_THREADS = 1024
_RESERVE = 32 << 20
"""Bytes that must be left for threads and everything else beside a search's own memory."""

_SEEDS = 2**31 - 1
"""How many seeds the clock can give: those that the UHP option takes, but for 0."""


class Searcher:
    """Chooses moves. What it learns in one search serves the next; attributes may be set between.

    `level` weakens the choice of a move, from 1 to full strength 10. `seed` is where the chance
    used for that comes from: the same moves again for the same seed, or with 0 a new one from the
    clock for every game, which `seed_in_use` tells. What is no threads, level and so on raises
    TypeError or ValueError at once.

    >>> from engine import Game
    >>> result = Searcher().search(Game("Base"), Limits(depth=1))
    >>> Game("Base").is_legal(result.move)
    True
    """

    threads = whole(1, _MOST_THREADS)
    table_mib = whole(1)
    strategy = choice(STRATEGIES)
    level = whole(1, TOP_LEVEL)
    seed = whole(0)

    def __init__(
        self,
        *,
        threads: int = 1,
        table_mib: int = 64,
        strategy: str = "AlphaBeta",
        level: int = TOP_LEVEL,
        seed: int = 0,
    ) -> None:
        self.threads = threads
        self.table_mib = table_mib
        self.strategy = strategy
        self.level = level
        self.seed = seed
        self.techniques = ALL_TECHNIQUES
        self._seed_of_game: int | None = None
        self._table: Table | None = None
        self._workers: list[Any] = []
        self._trees: list[Any] = []
        self._memory_wanted: tuple[str, int, int] | None = None
        self.table_mib_in_use = 0
        """Memory that the last search had: less than `table_mib` if the system gave no more."""
        self._kind: tuple[str, bool] | None = None
        self._search_threads = SearchThreads()
        # No thread may use the searcher's memory when it goes, or when the interpreter ends.
        weakref.finalize(self, self._search_threads.end)

    def search(
        self,
        game: Game,
        limits: Limits,
        *,
        multipv: int | None = None,
        stop: StopFlag | None = None,
        on_line: Callable[[Line], None] | None = None,
    ) -> Result:
        """The best move of a game that is not over, found within limits.

        With `multipv` it is an analysis: the best so many lines at full strength, whatever the
        level; else the one line that the level plays. `stop` ends the search early; `on_line`
        is called from a searching thread with every line as its depth is completed. Below the top
        level a search may end before its time.

        However this is left, no thread goes on searching: an exception, be it of `on_line` or
        KeyboardInterrupt, is raised once the threads have ended.
        """
        started = time.perf_counter()
        instance(game, Game, "only a Game can be searched")
        instance(limits, Limits, "limits are given as Limits, such as Limits(seconds=1)")
        stop = StopFlag() if stop is None else stop
        instance(stop, StopFlag, "a search is stopped by a StopFlag")
        if multipv is not None:
            level, wanted = TOP_LEVEL, whole_number(multipv, "multipv", low=1)
        else:
            level, wanted = self.level, lines_of_level(self.level)
        self.stop_pondering()
        limits = limits_of_level(level, limits.counted_from(started))
        run = self._run(game, limits, wanted, stop, on_line, started)
        lines = run.finish(self._search_threads)
        chosen = choose_line(level, lines, self._random(game))
        return Result(
            move=chosen.pv[0],
            line=chosen,
            lines=by_score(lines)[: multipv or 1],
            nodes=run.nodes,
            seconds=time.perf_counter() - started,
            depth=lines[0].depth,
        )

    def start_pondering(self, game: Game) -> None:
        """Search in the background until `stop_pondering` or the next search."""
        instance(game, Game, "only a Game can be searched")
        self.stop_pondering()
        if game.is_over:
            return
        run = self._run(game.copy(), Limits(), 1, StopFlag(), None, time.perf_counter())
        run.start(self._search_threads)

    def stop_pondering(self) -> None:
        """End the search in the background, if there is one. Raises the error that ended it."""
        self._search_threads.end()
        self._search_threads.check()

    @property
    def seed_in_use(self) -> int:
        """The seed, or the one drawn from the clock for this game."""
        if self.seed:
            return self.seed
        if self._seed_of_game is None:
            self._seed_of_game = time.time_ns() % _SEEDS + 1
        return self._seed_of_game

    def new_game(self) -> None:
        """Forget what earlier searches have found; a seed from the clock is drawn anew."""
        self._seed_of_game = None
        self._forget()

    def _forget(self) -> None:
        self.stop_pondering()
        self._trees = []
        self._table = None
        for worker in self._workers:
            forget(worker)

    def warm_up(self) -> None:
        """Compile or load every kernel a search needs."""
        kernels = [list_root_moves, search_root, unmake]
        if self.strategy == "MCTS":
            from search.mcts.kernel import copy_subtree, grow, widen

            kernels += [grow, copy_subtree, widen]
        for kernel in kernels:
            kernel.ensure_compiled()

    def _run(
        self,
        game: Game,
        limits: Limits,
        lines: int,
        stop: StopFlag,
        on_line: Callable[[Line], None] | None,
        started: float,
    ) -> Run:
        kind = game.game_type, game.queen_first
        if kind != self._kind:
            self._forget()
            self._kind = kind
        threads = self.threads
        while len(self._workers) < threads:
            self._workers.append(new_worker())
        del self._workers[threads:]
        self._get_memory(threads)
        assert self._table is not None
        self._table.new_search()
        memory = self._workers[:], self._table
        arguments = game, limits, lines, *memory, self.techniques, stop, on_line, started
        if self.strategy == "MCTS":
            from search.mcts.root_parallel import MctsRun

            return MctsRun(self._trees, *arguments)
        return AlphaBetaRun(*arguments)

    def _get_memory(self, threads: int) -> None:
        """See that the strategy has its memory, as much of what is wanted as the system gives.

        Raises MemoryError if it does not even give a mebibyte.
        """
        use_trees = self.strategy == "MCTS"
        wanted = self.strategy, self.table_mib, threads if use_trees else 0
        if self._memory_wanted == wanted and self._table is not None:
            return
        # One strategy has the memory at a time.
        self._table = None
        self._trees = []
        size = self.table_mib
        while self._table is None:
            try:
                if use_trees:
                    from search.mcts.tree import Tree

                    self._trees = [Tree(size / threads) for _ in range(threads)]
                table = Table(0 if use_trees else size)
                mmap(-1, _RESERVE).close()
                self._table = table
            except (MemoryError, OSError):
                self._trees = []
                if size <= 1:
                    raise MemoryError("there is no memory to search with") from None
                size //= 2
        self._memory_wanted = wanted
        self.table_mib_in_use = size

    def _random(self, game: Game) -> Random:
        """Chance that depends on the seed and the game alone, so that games can be replayed."""
        return Random(f"{self.seed_in_use} {game.notation}")
