"""`AsyncEngine`: a UHP engine for asyncio. The same steps as for plain code, other waiting."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Self, TypeVar

from client import searching
from client.analysis import AnalysisState
from client.conversation import Reply
from client.core import EngineCore
from client.engine_view import EngineView
from client.errors import EngineBusyError, EngineError
from client.lines import AnalysedLine, PlayResult
from client.steps import Steps, Wait, Waits
from client.timeouts import Timeouts
from engine import Game
from search.limits import Limits

Result = TypeVar("Result")


async def wait_for(step: Wait) -> None:
    """Wait for a process without blocking other tasks, then read and write what can be."""
    process = step.process
    readers, writers, look_again = process.interests()
    seconds = min(step.until, look_again) - time.monotonic()
    loop = asyncio.get_running_loop()
    woken = loop.create_future()

    def wake() -> None:
        if not woken.done():
            woken.set_result(None)

    timer = loop.call_later(max(0.0, seconds), wake)
    for descriptor in readers:
        loop.add_reader(descriptor, wake)
    for descriptor in writers:
        loop.add_writer(descriptor, wake)
    try:
        await woken
    finally:
        timer.cancel()
        for descriptor in readers:
            loop.remove_reader(descriptor)
        for descriptor in writers:
            loop.remove_writer(descriptor)
    process.work()


async def drive_async(
    steps: Steps[Result] | Waits[Result], news: Callable[[AnalysedLine], object] | None = None
) -> Result:
    """Take all steps in this task; returns what they come to."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        if isinstance(step, Wait):
            await wait_for(step)
        elif news is not None:
            news(step)


class AsyncEngine(EngineView):
    """A running UHP engine, as `Engine` is, for asyncio.

    >>> import sys
    >>> async def main() -> bool:
    ...     async with await AsyncEngine.open([sys.executable, "-m", "uhp"]) as engine:
    ...         game = Game("Base+MLP")
    ...         result = await engine.play(game, Limits(depth=2))
    ...         return game.is_legal(result.move)
    >>> asyncio.run(main())
    True

    One call at a time: a second one raises EngineBusyError. Cancelling a task that waits for a call
    breaks off the search and leaves the engine ready for the next one. Needs an event loop that can
    watch pipes, as all but those of Windows can.
    """

    @classmethod
    async def open(
        cls,
        command: Sequence[str] | str,
        *,
        cwd: str | PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
        timeouts: Timeouts | None = None,
    ) -> Self:
        """Start an engine; see `Engine.open`."""
        engine = cls(EngineCore(command, cwd=cwd, env=env, timeouts=timeouts))
        try:
            await engine._call("its start", engine._core.start())
            if options:
                await engine.configure(options)
        except BaseException:
            engine._core.kill()
            raise
        return engine

    async def configure(self, options: Mapping[str, Any]) -> None:
        """Set options; see `Engine.configure`."""
        await self._call("'options set'", self._core.configure(options))

    async def play(
        self,
        game: Game,
        limits: Limits,
        *,
        info: Callable[[AnalysedLine], object] | None = None,
        timeout: float | None = None,
    ) -> PlayResult:
        """The engine's move in a game; see `Engine.play`."""
        steps = searching.play(self._core, game, limits, tell=info is not None, timeout=timeout)
        return await self._call("a search", steps, info)

    async def analyse(
        self,
        game: Game,
        limits: Limits,
        multipv: int | None = None,
        *,
        timeout: float | None = None,
    ) -> list[AnalysedLine]:
        """The best lines of a game, the best first. Raises EngineUnsupportedError."""
        steps = searching.analyse(self._core, game, limits, multipv, timeout=timeout)
        return list(await self._call("an analysis", steps))

    def analysis(
        self, game: Game, limits: Limits | None = None, multipv: int = 1
    ) -> "AsyncAnalysis":
        """An analysis whose lines come as they are found; it starts when first waited for."""
        steps = searching.analyse(self._core, game, limits, multipv, tell=True)
        return AsyncAnalysis(self, self._core, steps)

    async def command(self, text: str, timeout: float | None = None) -> Reply:
        """Send any line as it is; the reply's lines without the `ok`, also if it is a refusal."""
        self._core.game.forget()
        return await self._call(f"'{text}'", self._core.command(text, timeout))

    async def restart(self) -> None:
        """Start a new process with the same options, whether the old one is gone or not."""
        await self._call("a restart", self._core.restart())

    async def close(self) -> None:
        """End the engine: `exit`, and by force if it does not obey. May be called again."""
        try:
            self._core.begin("its end")
        except EngineBusyError:
            self._core.end_soon()
            deadline = time.monotonic() + self._core.timeouts.exit
            while not self._core.wait_until_free(0.0):
                # An analysis that nobody looks at never gives the engine back.
                if not self._core.is_driven or time.monotonic() > deadline:
                    self._core.kill()
                    return
                await asyncio.sleep(0.01)
        steps = self._core.close()
        try:
            await drive_async(steps)
        finally:
            steps.close()
            self._core.end()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def _call(
        self,
        what: str,
        steps: Steps[Result] | Waits[Result],
        news: Callable[[AnalysedLine], object] | None = None,
    ) -> Result:
        self._core.begin(what)
        self._core.is_driven = True
        try:
            return await drive_async(steps, news)
        except BaseException:
            steps.close()
            await self._recover()
            raise
        finally:
            self._core.is_driven = False
            self._core.end()

    async def _recover(self) -> None:
        """Bring the engine back into step; a second exception meanwhile ends it."""
        try:
            await drive_async(self._core.recover())
        except EngineError:
            pass  # what broke off the call is raised, and the next call tells of this
        except BaseException:
            self._core.kill()
            raise


class AsyncAnalysis(AnalysisState):
    """A search under way, as `Analysis` is, for asyncio."""

    def __init__(self, engine: AsyncEngine, core: EngineCore, steps: Steps[Any]) -> None:
        super().__init__(core, steps)
        self._engine = engine

    def __aiter__(self) -> AsyncIterator[AnalysedLine]:
        return self

    async def __anext__(self) -> AnalysedLine:
        line = await self._next()
        if line is None:
            raise StopAsyncIteration
        return line

    async def wait(self) -> list[AnalysedLine]:
        """Wait for the end; returns the last lines, the best first."""
        while await self._next() is not None:
            pass
        return self.lines

    async def __aenter__(self) -> Self:
        await self._next(until_searching=True)
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.stop()
        await self.wait()

    async def _next(self, *, until_searching: bool = False) -> AnalysedLine | None:
        """The next line; None at the end, or once the search is under way."""
        self._begin()
        self._core.is_driven = True
        try:
            while True:
                step = self._take_step()
                if isinstance(step, Wait):
                    if until_searching and self._core.is_searching:
                        return None
                    await wait_for(step)
                elif step is None or not until_searching:
                    return step
        except BaseException:
            self._break_off()
            await self._engine._recover()
            self._finish()
            raise
        finally:
            self._core.is_driven = False
