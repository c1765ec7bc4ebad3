"""The searcher: keeps what is learnt from search to search and starts runs."""

import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

from engine.checks import instance, whole_number
from engine.game import Game
from engine.position import unmake
from search.alphabeta import list_root_moves, search_root
from search.lazysmp import AlphaBetaRun
from search.levels import TOP_LEVEL, choose_line, limits_of_level, lines_of_level
from search.run import Run
from search.score import Limits, Line, Result, by_score
from search.settings import choice, whole
from search.stop import StopFlag
from search.strategies import STRATEGIES
from search.table import Table
from search.techniques import ALL_TECHNIQUES
from search.worker import forget, new_worker

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

    threads = whole(1)
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
        self._kind: tuple[str, bool] | None = None
        self._pondering: tuple[threading.Thread, StopFlag] | None = None

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
        """
        started = time.perf_counter()
        instance(game, Game, "only a Game can be searched")
        instance(limits, Limits, "limits are given as Limits, such as Limits(seconds=1)")
        if multipv is not None:
            level, wanted = TOP_LEVEL, whole_number(multipv, "multipv", low=1)
        else:
            level, wanted = self.level, lines_of_level(self.level)
        self.stop_pondering()
        limits = limits_of_level(level, limits)
        run = self._run(game, limits, wanted, stop or StopFlag(), on_line, started)
        lines = run.finish()
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
        self.stop_pondering()
        if game.is_over:
            return
        stop = StopFlag()
        run = self._run(game.copy(), Limits(), 1, stop, None, time.perf_counter())
        thread = threading.Thread(target=run.finish, daemon=True)
        self._pondering = thread, stop
        thread.start()

    def stop_pondering(self) -> None:
        """End the search in the background, if there is one."""
        if self._pondering is not None:
            thread, stop = self._pondering
            stop.set()
            thread.join()
            self._pondering = None

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
            from search.mcts import copy_subtree, grow, widen

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
        threads = max(self.threads, 1)
        while len(self._workers) < threads:
            self._workers.append(new_worker())
        del self._workers[threads:]
        # One strategy has the memory at a time.
        use_trees = self.strategy == "MCTS"
        mebibytes = 0 if use_trees else self.table_mib
        if not use_trees:
            self._trees = []
        if self._table is None or self._table.mebibytes != mebibytes:
            self._table = None
            self._table = Table(mebibytes)
        self._table.new_search()
        arguments = (game, limits, lines, self._workers[:], self._table, self.techniques)
        if use_trees:
            return self._mcts_run(*arguments, stop, on_line, started)
        return AlphaBetaRun(*arguments, stop, on_line, started)

    def _mcts_run(self, game: Game, *arguments: Any) -> Run:
        from search.treesearch import MctsRun, Tree

        threads = max(self.threads, 1)
        shape = (threads, self.table_mib)
        if not self._trees or self._trees[0] != shape:
            self._trees = [shape, [Tree(self.table_mib / threads) for _ in range(threads)]]
        run = MctsRun(game, *arguments)
        run.grow_in(self._trees[1])
        return run

    def _random(self, game: Game) -> Random:
        """Chance that depends on the seed and the game alone, so that games can be replayed."""
        return Random(f"{self.seed_in_use} {game.game_string}")
