"""The searcher: keeps what is learnt from search to search and starts runs."""

import time
import weakref
from collections.abc import Callable
from copy import copy
from mmap import mmap
from random import Random
from typing import TYPE_CHECKING, Any

from engine.checks import instance, whole_number
from engine.game import Game
from engine.position import unmake
from search.alphabeta.deepening import AlphaBetaRun
from search.alphabeta.kernel import search_root
from search.checked_attributes import choice, whole
from search.levels import (
    TOP_LEVEL,
    choose_line,
    limits_of_level,
    lines_of_level,
    threads_of_level,
)
from search.limits import Limits
from search.result import Line, Result, by_score
from search.root import list_root_moves
from search.run import GAME_OVER, Run
from search.stop_flag import StopFlag
from search.strategies import STRATEGIES
from search.table import Table
from search.techniques import ALL_TECHNIQUES
from search.threads import SearchThreads
from search.turns import Turns
from search.worker import forget, new_worker

if TYPE_CHECKING:
    from search.analysis import Analysis

MOST_THREADS = 1024
_RESERVE = 32 << 20
"""Bytes that must be left for threads and everything else beside a search's own memory."""

_SEEDS = 2**31 - 1
"""How many seeds the clock can give: those that the UHP option takes, but for 0."""


def check_search(game: Game, limits: Limits, multipv: int | None, stop: StopFlag | None) -> None:
    """Refuse what cannot be searched. Raises TypeError or ValueError."""
    instance(game, Game, "only a Game can be searched")
    instance(limits, Limits, "limits are given as Limits, such as Limits(seconds=1)")
    if multipv is not None:
        whole_number(multipv, "multipv", low=1)
    if stop is not None:
        instance(stop, StopFlag, "a search is stopped by a StopFlag")


class Searcher:
    """Chooses moves. What it learns in one search serves the next; attributes may be set between.

    `level` weakens the choice of a move, from 1 to full strength 10; below that it is searched with
    one thread. `seed` is where the chance used for that comes from: the same moves again for the
    same seed, or with 0 a new one from the clock for every game, which `seed_in_use` tells. Levels
    below the top one forget what was found before. What is no threads, level and so on raises
    TypeError or ValueError at once.

    Any thread may call it: one search goes on at a time, and others wait for their turn. A pickle
    or a copy has the settings of a searcher and none of its memory.

    >>> from engine import Game
    >>> result = Searcher().search(Game("Base"), Limits(depth=1))
    >>> Game("Base").is_legal(result.move)
    True
    """

    threads = whole(1, MOST_THREADS)
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
        self._turns = Turns()
        self._search_threads = SearchThreads()
        self._when_dropped: Any = None

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
        return self.search_until(StopFlag(), game, limits, multipv, stop, on_line)

    def analysis(
        self,
        game: Game,
        limits: Limits | None = None,
        *,
        multipv: int | None = 1,
        stop: StopFlag | None = None,
    ) -> "Analysis":
        """A search in the background that gives its lines as they come, and its result at the end.

        Without limits it goes on until the `Analysis` is stopped, closed or dropped.

        >>> game = Game("Base")
        >>> with Searcher(table_mib=1).analysis(game, multipv=2) as analysis:
        ...     for line in analysis:
        ...         if line.depth == 3:
        ...             break
        >>> len(line.pv)
        3
        """
        return self._analysis(game, Limits() if limits is None else limits, multipv, stop)

    async def search_async(
        self,
        game: Game,
        limits: Limits,
        *,
        multipv: int | None = None,
        stop: StopFlag | None = None,
        on_line: Callable[[Line], None] | None = None,
    ) -> Result:
        """The same as `search` for asyncio: the event loop goes on meanwhile and calls `on_line`.

        When the task is cancelled the search ends first, which takes milliseconds.
        """
        with_lines = on_line is not None
        async with self._analysis(game, limits, multipv, stop, with_lines) as analysis:
            if on_line is not None:
                async for line in analysis:
                    on_line(line)
            return await analysis

    def search_until(
        self,
        due: StopFlag,
        game: Game,
        limits: Limits,
        multipv: int | None = None,
        stop: StopFlag | None = None,
        on_line: Callable[[Line], None] | None = None,
        asked: float | None = None,
    ) -> Result:
        """The same as `search` with one more flag, which ends this search alone.

        The flag may be set afterwards, so every search needs a new one. `asked` is when the clock
        started.
        """
        asked = time.perf_counter() if asked is None else asked
        check_search(game, limits, multipv, stop)
        stop = StopFlag() if stop is None else stop
        # Signals are held while the searcher is in use, but compiling takes too long for that.
        self.warm_up()
        self._refuse_own_threads()
        with self._turns.turn(due, stop) as waited:
            if waited is not None:
                return self._search(due, game, limits, multipv, stop, on_line, asked + waited)
        # Stopped before its turn came: it says what can be said without memory.
        due.set()
        substitute = copy(self)
        substitute.table_mib, substitute.threads = 1, 1
        return substitute.search(game, limits, multipv=multipv, stop=due)

    def _analysis(
        self,
        game: Game,
        limits: Limits,
        multipv: int | None,
        stop: StopFlag | None,
        with_lines: bool = True,
    ) -> "Analysis":
        from search.analysis import Analysis

        check_search(game, limits, multipv, stop)
        if game.is_over:
            raise ValueError(GAME_OVER)
        asked = time.perf_counter()
        game = game.copy()  # the caller's may change while the search goes on

        def search(due: StopFlag, on_line: Callable[[Line], None]) -> Result:
            wanted = on_line if with_lines else None
            return self.search_until(due, game, limits, multipv, stop, wanted, asked)

        return Analysis(self.warm_up, search)

    def _search(
        self,
        due: StopFlag,
        game: Game,
        limits: Limits,
        multipv: int | None,
        stop: StopFlag,
        on_line: Callable[[Line], None] | None,
        started: float,
    ) -> Result:
        self._end_pondering()
        level = self.level if multipv is None else TOP_LEVEL
        if level < TOP_LEVEL:
            # The move depends on the game, the seed and the limits, not on what was asked before.
            self._forget()
        wanted = lines_of_level(level) if multipv is None else int(multipv)
        limits = limits_of_level(level, limits.counted_from(started))
        threads = threads_of_level(level, self.threads)
        run = self._run(game, limits, wanted, threads, stop, on_line, started, due)
        lines = run.finish(self._search_threads)
        chosen = lines[0]
        if level < TOP_LEVEL:
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
        """Search in the background until `stop_pondering` or the next search.

        Below the top level nothing is searched: it would be forgotten.
        """
        instance(game, Game, "only a Game can be searched")
        self.warm_up()
        self._refuse_own_threads()
        with self._turns.turn(StopFlag()) as waited:
            if waited is None:
                return
            self._end_pondering()
            if self.level == TOP_LEVEL and not game.is_over:
                now = time.perf_counter()
                run = self._run(game.copy(), Limits(), 1, self.threads, StopFlag(), None, now)
                run.start(self._search_threads)

    def stop_pondering(self) -> None:
        """End the search in the background, if there is one. Raises the error that ended it."""
        self._refuse_own_threads()
        with self._turns.turn(StopFlag()) as waited:
            if waited is not None:
                self._end_pondering()

    @property
    def seed_in_use(self) -> int:
        """The seed, or the one drawn from the clock for this game."""
        if self.seed:
            return self.seed
        if self._seed_of_game is None:
            self._seed_of_game = time.time_ns() % _SEEDS + 1
        return self._seed_of_game

    @property
    def nodes_so_far(self) -> int:
        """How many nodes the search under way, or the last one, has visited.

        Any thread may ask while another searches.
        """
        return sum(int(worker["nodes"]) for worker in self._workers)

    def new_game(self) -> None:
        """Forget what earlier searches have found; a seed from the clock is drawn anew."""
        self._refuse_own_threads()
        with self._turns.turn(StopFlag()) as waited:
            if waited is not None:
                self._seed_of_game = None
                self._end_pondering()
                self._forget()

    def __getstate__(self) -> dict[str, Any]:
        names = "threads", "table_mib", "strategy", "level", "seed", "techniques"
        return {name: getattr(self, name) for name in names}

    def __setstate__(self, state: dict[str, Any]) -> None:
        settings = {**state}
        techniques = settings.pop("techniques")
        self.__init__(**settings)  # type: ignore[misc]
        self.techniques = techniques

    def __repr__(self) -> str:
        settings = {**self.__getstate__()}
        del settings["techniques"]
        shown = ", ".join(f"{name}={value!r}" for name, value in settings.items())
        return f"{type(self).__name__}({shown})"

    def _refuse_own_threads(self) -> None:
        """Raises RuntimeError in `on_line`, where waiting for the end of the search has no end."""
        if self._search_threads.include_this_one:
            raise RuntimeError("a searcher cannot be used by its own `on_line` while it searches")

    def _end_pondering(self) -> None:
        self._search_threads.end()
        self._search_threads.check()

    def _forget(self) -> None:
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
        threads: int,
        stop: StopFlag,
        on_line: Callable[[Line], None] | None,
        started: float,
        due: StopFlag | None = None,
    ) -> Run:
        kind = game.game_type, game.queen_first
        if kind != self._kind:
            self._forget()
            self._kind = kind
        if self._when_dropped is None:
            # No thread may use the searcher's memory when it goes, or when the interpreter ends.
            self._when_dropped = weakref.finalize(self, self._search_threads.end)
        while len(self._workers) < self.threads:
            self._workers.append(new_worker())
        del self._workers[self.threads :]
        for idle in self._workers[threads:]:
            idle["nodes"] = 0
        self._get_memory(threads)
        assert self._table is not None
        self._table.new_search()
        memory = self._workers[:threads], self._table
        arguments = game, limits, lines, *memory, self.techniques, stop, on_line, started, due
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
