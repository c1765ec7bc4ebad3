"""One page: its WebSocket, the requests that come in and what is on the way to it."""

import asyncio
import json
import sys
import traceback
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from search.levels import TOP_LEVEL
from web import answers, puzzles
from web.engines import OWN, EngineTroubleError
from web.messages import (
    LARGEST_ID,
    LONGEST_MESSAGE,
    BadRequestError,
    Fields,
    KeyedError,
    Request,
    read_request,
)
from web.openings import openings
from web.preparing import PreparationError
from web.reviewing import Reviewer
from web.state import MOST_SESSIONS, ServerState
from web.thinking import (
    LONGEST_MOVE,
    MOST_LINES,
    TOP_LEVEL_SECONDS,
    USUAL_MEMORY,
    AnalysisRequest,
    Thinker,
)
from web.view import read_game, sentence

UNSUPPORTED_DATA, TOO_BIG, TRY_AGAIN_LATER = 1003, 1009, 1013
"""How WebSockets say why they are closed."""

Answer = dict[str, Any]
_QUICK: dict[str, Callable[[ServerState, Fields], Answer]] = {
    "view": answers.view_game,
    "play": answers.play,
    "setup": answers.set_up,
    "svg": answers.picture,
}
_HEAVY: dict[str, Callable[[ServerState, Fields], Answer]] = {
    "openings": openings,
    "read": answers.read,
    "write": answers.write,
    **puzzles.REQUESTS,
}
"""Those that may take seconds, as whole files do."""
_MOST_HEAVY = 4
_MOST_WAITING = 100
"""Requests that wait for the rules to be loaded."""
_LONGEST_SEND = 60.0
"""Seconds after which a page that takes nothing has gone."""
_GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending to a page that has gone may raise."""
_EXPECTED = (BadRequestError, EngineTroubleError, PreparationError)


class Connection:
    """A page that is connected. All it has started ends with it."""

    def __init__(self, socket: WebSocket, state: ServerState) -> None:
        self._socket = socket
        self._state = state
        self._thinker = Thinker(state)
        self._sending = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._moves: dict[int, asyncio.Task[None]] = {}
        self._heavy = 0
        self._waiting = 0
        self._in_turn = asyncio.Lock()
        self._analyses = 0
        self._analysis: tuple[int, AnalysisRequest] | None = None
        self._analysing: asyncio.Task[None] | None = None
        self._reviewer = Reviewer(state, self._send, self._start, self._sentence)

    async def serve(self) -> None:
        """Answer until the page goes."""
        await self._socket.accept()
        if self._state.sessions >= MOST_SESSIONS:
            reason = f"{MOST_SESSIONS} pages are open already: close one."
            await self._socket.close(TRY_AGAIN_LATER, reason)
            return
        self._state.sessions += 1
        try:
            if not self._state.preparation.is_over:
                self._start(self._tell_preparation())
            with suppress(*_GONE):
                while await self._serve_one():
                    # However many requests are waiting here, other pages have their turn.
                    await asyncio.sleep(0)
        finally:
            try:
                await self._end()
            finally:
                self._state.sessions -= 1

    async def _serve_one(self) -> bool:
        """Take one message; whether the socket is still open."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return False
        text = message.get("text")
        if text is None:
            await self._socket.close(UNSUPPORTED_DATA, "messages are JSON texts")
            return False
        if len(text) > LONGEST_MESSAGE:
            await self._socket.close(TOO_BIG, f"a message has at most {LONGEST_MESSAGE} bytes")
            return False
        try:
            request = read_request(text)
        except BadRequestError as error:
            key = error.key if isinstance(error, KeyedError) else None
            await self._send({"id": key, "error": sentence(error)})
            return True
        await self._answer(request.key, self._now_or_later(request))
        return True

    async def _now_or_later(self, request: Request) -> Answer | None:
        """The answer to a request, at once unless the rules are yet to be loaded.

        What waits for them does not keep us from seeing that the page goes. All goes in turn.
        """
        if request.do == "hello":
            return answers.hello(self._state, request)
        if not self._waiting and self._state.preparation.is_ready("the rules"):
            return await self._dispatch(request)
        if self._waiting >= _MOST_WAITING:
            raise BadRequestError("the rules are being loaded: wait a little")
        self._waiting += 1
        self._start(self._answer(request.key, self._later(request)))
        return None

    async def _later(self, request: Request) -> Answer | None:
        try:
            async with self._in_turn:
                await self._state.preparation.wait_for("the rules")
                return await self._dispatch(request)
        finally:
            self._waiting -= 1

    async def _dispatch(self, request: Request) -> Answer | None:
        """The answer to a request; None if it is to come later."""
        do = request.do
        if do == "stop":
            return self._stop(request)
        if do == "cancel":
            return self._cancel(request)
        if do == "end_review":
            return self._reviewer.end(request)
        if do not in (*_QUICK, *_HEAVY, "move", "analyse", "review"):
            raise BadRequestError("there is no such request")
        if do in _QUICK:
            return _QUICK[do](self._state, request)
        if do in _HEAVY:
            self._begin_heavy(request)
        elif do == "move":
            self._begin_move(request)
        elif do == "review":
            await self._reviewer.begin(request)
        else:
            await self._begin_analysis(request)
        return None

    # Files

    def _begin_heavy(self, request: Request) -> None:
        if self._heavy >= _MOST_HEAVY:
            raise BadRequestError("other files are still being read or written")
        self._heavy += 1
        self._start(self._answer(request.key, self._do_heavy(request)))

    async def _do_heavy(self, request: Request) -> Answer:
        try:
            answer = partial(_HEAVY[request.do], self._state, request)
            return await self._state.in_thread(answer)
        finally:
            self._heavy -= 1

    # Moves

    def _begin_move(self, request: Request) -> None:
        game = read_game(request)
        engine = request.choice("engine", self._state.programs.names, OWN)
        level = request.whole("level", 1, TOP_LEVEL, None)
        seconds = request.number("seconds", 0.01, LONGEST_MOVE, None)
        request.done()
        if game.is_over:
            raise BadRequestError("the game is over")
        if engine != OWN and level is not None:
            raise BadRequestError(f"{engine} has no levels: give it seconds")
        if request.key in self._moves:
            raise BadRequestError(f"request {request.key} is being answered already")
        if any(not task.cancelling() for task in self._moves.values()):
            raise BadRequestError("another move is being thought out: cancel it first")
        if seconds is None:
            seconds = TOP_LEVEL_SECONDS if (level or TOP_LEVEL) == TOP_LEVEL else LONGEST_MOVE
        before = [*self._moves.values()]

        async def think() -> Answer:
            try:
                if before:
                    await asyncio.wait(before)
                return await self._thinker.move(game, engine, level or TOP_LEVEL, seconds)
            except asyncio.CancelledError:
                raise BadRequestError("cancelled") from None
            finally:
                self._moves.pop(request.key, None)

        self._moves[request.key] = self._start(self._answer(request.key, think()))

    def _cancel(self, request: Request) -> Answer:
        number = request.whole("of", 0, LARGEST_ID)
        request.done()
        task = self._moves.get(number)
        if task is not None and not task.cancelling():
            task.cancel()
        return {}

    # Analyses

    async def _begin_analysis(self, request: Request) -> None:
        game = read_game(request)
        memory = self._state.memory
        cores = self._state.cores.count
        wanted = AnalysisRequest(
            game,
            request.choice("engine", self._state.programs.names, OWN),
            request.whole("lines", 1, MOST_LINES, 1),
            min(cores, request.whole("threads", 1, 1024, cores)),
            min(memory.most_for_one, request.whole("memory_mib", 1, 1 << 20, USUAL_MEMORY)),
        )
        request.done()
        if game.is_over:
            raise BadRequestError("the game is over")
        self._stop_analysis()
        self._analyses += 1
        number, before = self._analyses, self._analysing
        self._analysis = number, wanted
        await self._send({"id": request.key, "ok": {"analysis": number}})
        self._analysing = self._start(self._analyse(number, wanted, before))

    async def _analyse(
        self, number: int, request: AnalysisRequest, before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait([before])

        async def send(lines: Answer) -> None:
            await self._send({"event": "lines", "analysis": number, **lines})

        message = None
        try:
            why = await self._thinker.analyse(request, send)
        except Exception as error:
            why, message = "error", self._sentence(error)
        if self._analysis is not None and self._analysis[0] == number:
            self._analysis = None
        await self._send({"event": "analysed", "analysis": number, "why": why, "message": message})

    def _stop(self, request: Request) -> Answer:
        number = request.whole("analysis", 1, LARGEST_ID)
        request.done()
        if self._analysis is not None and self._analysis[0] == number:
            self._stop_analysis()
        return {}

    def _stop_analysis(self) -> None:
        if self._analysis is not None:
            self._analysis[1].stop()
            self._analysis = None

    # Sending

    async def _tell_preparation(self) -> None:
        told = None
        while not self._state.preparation.is_over:
            status = self._state.preparation.status()
            if status != told and status is not None:
                await self._send({"event": "preparing", **status})
                told = status
            await asyncio.sleep(0.1)
        status = self._state.preparation.status()
        await self._send({"event": "ready"} if status is None else {"event": "preparing", **status})

    async def _answer(self, number: int, answer: Coroutine[Any, Any, Answer | None]) -> None:
        """Send the answer to a request, or in one sentence why there is none."""
        try:
            found = await answer
        except Exception as error:
            await self._send({"id": number, "error": self._sentence(error)})
        else:
            if found is not None:
                await self._send({"id": number, "ok": found})

    def _sentence(self, error: Exception) -> str:
        if isinstance(error, _EXPECTED):
            return sentence(error)
        traceback.print_exception(error, file=sys.stderr)
        return "Something went wrong in the server; the terminal tells what."

    async def _send(self, message: Answer) -> None:
        text = json.dumps(message, separators=(",", ":"), allow_nan=False)
        async with asyncio.timeout(_LONGEST_SEND), self._sending:
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._socket.send_text(text)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(self._until_disconnected(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _until_disconnected(self, work: Coroutine[Any, Any, None]) -> None:
        # The page may have gone; `serve` sees to the rest.
        with suppress(*_GONE):
            await work

    async def _end(self) -> None:
        """Stop everything this page has started, and wait for its end."""
        self._stop_analysis()
        await asyncio.sleep(0)  # what was started just now must have begun to be ended
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait([*self._tasks])
        await self._thinker.close()
