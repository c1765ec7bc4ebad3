"""Moves and analyses for a page, by the searcher of the house or by other engines."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any

from client.lines import PlayResult
from engine import Game
from search import Analysis, Limits, Result, Searcher
from search.levels import TOP_LEVEL
from web.engines import OWN, Seat
from web.lines import LineBoard, score_shown
from web.sharing import LEAST_MEMORY, Share
from web.state import ServerState

LONGEST_MOVE = 120.0
"""Seconds for one move."""
LONGEST_ANALYSIS = 3600.0
TOP_LEVEL_SECONDS = 5.0
"""What full strength takes for a move when nobody says how long."""
MOST_LINES = 5
USUAL_MEMORY = 64
_BETWEEN_UPDATES = 0.1
"""Seconds; a page needs no more than ten updates a second."""
_BETWEEN_HEAPS = 0.05
_SETTLED = 0.25
"""Seconds: a search is not begun anew for others that come and go within them."""

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Thinker:
    """The engines of one page. What they have learnt stays for its next question.

    Moves and analyses have a searcher each, as one does one search at a time.
    """

    def __init__(self, state: ServerState) -> None:
        self._state = state
        self._player = Searcher(table_mib=USUAL_MEMORY)
        self._analyst = Searcher(table_mib=USUAL_MEMORY)
        self._seats: dict[tuple[str, str], Seat] = {}
        self._played: tuple[str, ...] = ()
        """The game that the last move was for."""

    async def move(self, game: Game, engine: str, level: int, seconds: float) -> dict[str, Any]:
        """A move, with what it is worth if the engine says so."""
        await self._state.preparation.wait_for("the search")
        started = time.perf_counter()
        result: Result | PlayResult
        is_weak = engine == OWN and level < TOP_LEVEL
        async with self._cores(1 if is_weak else self._state.cores.count) as share:
            if engine == OWN:
                self._see_whether_new(game)
                # Fetching memory takes longer than the searches of weaker levels.
                self._get_memory(self._player, LEAST_MEMORY if is_weak else USUAL_MEMORY)
                self._player.level = level
                result = await self._choose(game, started + seconds, share)
            else:
                result = await self._seat(engine, "move").play(game, Limits(seconds=seconds))
        took = round(time.perf_counter() - started, 3)
        text = game.move_string(result.move)
        return {"move": text, "seconds": took, **score_shown(game, result.score)}

    async def analyse(self, analysis: "AnalysisRequest", send: Send) -> str:
        """Send lines until the analysis is stopped or comes to its end; returns why it ended."""
        await self._state.preparation.wait_for("the search")
        board = LineBoard(analysis.game, analysis.lines)
        teller = asyncio.create_task(_tell(board, send))
        try:
            async with self._cores(analysis.threads) as share:
                if analysis.engine == OWN:
                    why = await self._search(analysis, board, share)
                else:
                    why = await self._ask(analysis, board)
        finally:
            teller.cancel()
            await asyncio.wait([teller])
        if board.is_fresh:
            await send(board.snapshot())
        return why

    async def _choose(self, game: Game, deadline: float, share: Share) -> Result:
        """The move of the own searcher, with more or fewer threads as others come and go."""
        best: Result | None = None
        while True:
            threads = self._player.threads = share.threads
            limits = Limits(deadline=deadline)
            async with (
                self._player.analysis(game, limits, multipv=None) as search,
                _stopped_on_change(share, search.stop),
            ):
                result = await search
            # The last one may have had no time to get as far as the one before.
            if best is None or result.depth >= best.depth:
                best = result
            if share.threads == threads or time.perf_counter() >= deadline:
                return best

    def _see_whether_new(self, game: Game) -> None:
        """In another game, or after moves were taken back, weaker levels may choose otherwise."""
        played = (game.game_type, game.start_position or "", *game.move_strings)
        if played[: len(self._played)] != self._played:
            self._player.new_game()
        self._played = played

    async def close(self) -> None:
        """End all engines and give back the memory."""
        for searcher in (self._player, self._analyst):
            searcher.new_game()  # its memory is not to wait for the garbage collector
            self._state.memory.free(searcher)
        await asyncio.gather(*(seat.close() for seat in self._seats.values()))

    async def _search(self, request: "AnalysisRequest", board: LineBoard, share: Share) -> str:
        """Analyse with the own searcher, with more or fewer threads as others come and go.

        A search begun anew finds its way in the memory of the one before.
        """
        searcher = self._analyst
        self._get_memory(searcher, request.memory_mib)
        deadline = time.perf_counter() + LONGEST_ANALYSIS
        while not request.is_stopped:
            threads = searcher.threads = share.threads
            limits = Limits(deadline=deadline)
            async with searcher.analysis(request.game, limits, multipv=request.lines) as analysis:
                request.end = analysis.stop
                try:
                    async with _stopped_on_change(share, analysis.stop):
                        await _take(analysis, board)
                        result = await analysis
                finally:
                    request.end = None
            if request.is_stopped or share.threads == threads:
                if board.is_empty:  # there was nothing to search for, as with a forced move
                    for line in result.lines:
                        board.add(line)
                board.finish(result.nodes, result.seconds)
                break
            board.begin_anew()
        if request.is_stopped:
            return "stopped"
        return "limit" if time.perf_counter() >= deadline else "certain"

    async def _ask(self, request: "AnalysisRequest", board: LineBoard) -> str:
        """Analyse with an engine of another program."""
        seat = self._seat(request.engine, "analysis")
        started = time.perf_counter()
        async with aclosing(seat.lines(request, Limits(seconds=LONGEST_ANALYSIS))) as lines:
            async for line in lines:
                board.add(line)
        if request.is_stopped:
            return "stopped"
        return "limit" if time.perf_counter() - started >= LONGEST_ANALYSIS else "certain"

    @asynccontextmanager
    async def _cores(self, wanted: int) -> AsyncIterator[Share]:
        share = self._state.cores.join(wanted)
        try:
            yield share
        finally:
            self._state.cores.leave(share)

    def _get_memory(self, searcher: Searcher, wanted: int) -> None:
        """Memory for a search that has its cores; with less of them than a core it gets less, too.

        The system takes a tenth of a second of the processor for as much as is usual.
        """
        crowd = max(1.0, self._state.cores.searches / self._state.cores.count)
        fair = min(wanted, max(LEAST_MEMORY, int(wanted / crowd)))
        searcher.table_mib = self._state.memory.grant(searcher, fair)

    def _seat(self, name: str, purpose: str) -> Seat:
        """The process of an engine for a purpose: a move may be wanted during an analysis."""
        if (name, purpose) not in self._seats:
            self._seats[name, purpose] = Seat(self._state.programs, name)
        return self._seats[name, purpose]


class AnalysisRequest:
    """What is to be analysed, and the way to end it."""

    def __init__(self, game: Game, engine: str, lines: int, threads: int, memory_mib: int) -> None:
        self.game = game
        self.engine = engine
        self.lines = lines
        self.threads = threads
        self.memory_mib = memory_mib
        self.is_stopped = False
        self.end: Callable[[], object] | None = None
        """Ends the search under way."""

    def stop(self) -> None:
        """End it soon, with the best it has found."""
        self.is_stopped = True
        if self.end is not None:
            self.end()


async def _take(analysis: Analysis, board: LineBoard) -> None:
    """Take in all lines of an analysis, in heaps: being woken for each costs the search time."""
    rested = 0.0
    async for line in analysis:
        board.add(line)
        if time.perf_counter() - rested > _BETWEEN_HEAPS:
            await asyncio.sleep(_BETWEEN_HEAPS)
            rested = time.perf_counter()


async def _tell(board: LineBoard, send: Send) -> None:
    while True:
        if board.is_fresh:
            await send(board.snapshot())
        await asyncio.sleep(_BETWEEN_UPDATES)


@asynccontextmanager
async def _stopped_on_change(share: Share, stop: Callable[[], None]) -> AsyncIterator[None]:
    """Stop a search that has just begun when its share of the cores becomes another for good."""
    threads = share.threads

    async def watch() -> None:
        while share.threads == threads:
            share.changed.clear()
            await share.changed.wait()
            await asyncio.sleep(_SETTLED)
        stop()

    watcher = asyncio.create_task(watch())
    try:
        yield
    finally:
        watcher.cancel()
