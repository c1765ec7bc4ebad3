"""Reviews of games for a page: on its share of the cores, told as they go on, ended when asked."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from engine import Game
from search import Limits, StopFlag
from study.review.model import GameReview
from study.review.positions import PositionAnalysis
from study.review.reviewing import Found, review_games
from web.messages import LARGEST_ID, BadRequestError, Fields, Request
from web.sharing import Share
from web.state import ServerState
from web.view import read_game

FEWEST_NODES, MOST_NODES, USUAL_NODES = 100, 200_000, 20_000
"""Nodes for each position of a game."""
LONGEST_REVIEW = 3600.0
"""Seconds."""
_BETWEEN_NEWS = 0.2

Answer = dict[str, Any]
Send = Callable[[Answer], Awaitable[None]]


class Reviewer:
    """The reviews of one page, one at a time: a new one ends the one before."""

    def __init__(
        self,
        state: ServerState,
        send: Send,
        start: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
        sentence: Callable[[Exception], str],
    ) -> None:
        self._state = state
        self._send = send
        self._start = start
        self._sentence = sentence
        self._last = 0
        self._present: tuple[int, _Run] | None = None
        self._task: asyncio.Task[None] | None = None

    async def begin(self, request: Request) -> None:
        """Start the review of a game; its number is the answer."""
        game = read_game(request)
        nodes = request.whole("nodes", FEWEST_NODES, MOST_NODES, USUAL_NODES)
        request.done()
        if not game.history:
            raise BadRequestError("there are no moves to review")
        self._stop_present()
        self._last += 1
        number, before = self._last, self._task
        run = _Run(self._state, game, nodes)
        self._present = number, run
        await self._send({"id": request.key, "ok": {"review": number}})
        self._task = self._start(self._run(number, run, before))

    def end(self, request: Fields) -> Answer:
        """End a review that is under way."""
        number = request.whole("review", 1, LARGEST_ID)
        request.done()
        if self._present is not None and self._present[0] == number:
            self._stop_present()
        return {}

    def _stop_present(self) -> None:
        if self._present is not None:
            self._present[1].stop("stopped")
            self._present = None

    async def _run(self, number: int, run: "_Run", before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])

        async def tell(news: Answer) -> None:
            await self._send({"event": "reviewing", "review": number, **news})

        result, message = None, None
        try:
            review = await run.result(tell)
            why = run.why if review is None else "finished"
            result = None if review is None else review.to_dict()
        except Exception as error:
            why, message = "error", self._sentence(error)
        if self._present is not None and self._present[0] == number:
            self._present = None
        end = {"why": why, "message": message, "result": result}
        await self._send({"event": "reviewed", "review": number, **end})


class _Run:
    """One review. When its share of the cores changes it is begun anew with what it knows."""

    def __init__(self, state: ServerState, game: Game, nodes: int) -> None:
        self.why = "stopped"
        self._state = state
        self._game = game
        self._limits = Limits(nodes=nodes)
        self._is_stopped = False
        self._flag = StopFlag()
        self._known = _Known()
        self._seen: set[int] = set()
        self._news: list[list[float]] = []
        """Plies and White's chances there, as they are found; one thread adds, another reads."""

    def stop(self, why: str) -> None:
        """End it soon."""
        if not self._is_stopped:
            self._is_stopped, self.why = True, why
            self._flag.set()

    async def result(self, tell: Send) -> GameReview | None:
        """The review, or None if it was stopped."""
        await self._state.preparation.wait_for("the search")
        share = self._state.cores.join(self._state.cores.count)
        teller = asyncio.create_task(self._keep_telling(tell))
        late = asyncio.get_running_loop().call_later(LONGEST_REVIEW, self.stop, "limit")
        try:
            while not self._is_stopped:
                review = await self._with(share)
                if review is not None:
                    return review
            return None
        finally:
            late.cancel()
            teller.cancel()
            self._state.cores.leave(share)
            await asyncio.wait([teller])

    async def _with(self, share: Share) -> GameReview | None:
        """Review until it is done or the share changes."""
        share.changed.clear()
        flag = self._flag = StopFlag()
        if self._is_stopped:
            return None
        watcher = asyncio.create_task(_set_on_change(share, flag))
        work = _InThread(lambda: self._review(share.threads, flag))
        try:
            return await work.result()
        finally:
            watcher.cancel()
            flag.set()
            await work.end()

    def _review(self, jobs: int, flag: StopFlag) -> GameReview | None:
        reviews = review_games(
            [self._game],
            self._limits,
            jobs=jobs,
            memory=self._known,
            on_position=self._found,
            stop=flag,
        )
        return next((review for _, review in reviews), None)

    def _found(self, found: Found) -> None:
        if found.ply not in self._seen:  # as it is when the review was begun anew
            self._seen.add(found.ply)
            self._news.append([found.ply, round(found.chance, 4)])

    async def _keep_telling(self, tell: Send) -> None:
        """Send what is new, now and then; chances come in the order in which they were found."""
        total = len(self._game.history) + 1
        told = 0
        while True:
            fresh = self._news[told:]
            if fresh:
                told += len(fresh)
                await tell({"done": told, "total": total, "chances": fresh})
            await asyncio.sleep(_BETWEEN_NEWS)


class _Known:
    """What a review has found before it was begun anew."""

    def __init__(self) -> None:
        self._analyses: dict[str, PositionAnalysis] = {}

    def get(self, key: str) -> PositionAnalysis | None:
        """The analysis of that name, if there is one."""
        return self._analyses.get(key)

    def put(self, key: str, analysis: PositionAnalysis) -> None:
        """Keep an analysis."""
        self._analyses[key] = analysis


class _InThread:
    """Work in a thread of its own, however many others wait for theirs."""

    def __init__(self, work: Callable[[], GameReview | None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[GameReview | None] = self._loop.create_future()
        self._work = work
        threading.Thread(target=self._run, name="search review", daemon=True).start()

    async def result(self) -> GameReview | None:
        """What the work has come to. Raises its error."""
        return await asyncio.shield(self._done)

    async def end(self) -> None:
        """Wait for the end of work that has been told to end, whatever it has come to."""
        while not self._done.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([self._done])
        self._done.exception()

    def _run(self) -> None:
        result, error = None, None
        try:
            result = self._work()
        except BaseException as raised:
            error = raised
        with suppress(RuntimeError):  # the loop may have been closed
            self._loop.call_soon_threadsafe(self._settle, result, error)

    def _settle(self, result: GameReview | None, error: BaseException | None) -> None:
        if error is not None:
            self._done.set_exception(error)
        else:
            self._done.set_result(result)


async def _set_on_change(share: Share, flag: StopFlag) -> None:
    await share.changed.wait()
    flag.set()
