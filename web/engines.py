"""UHP engines that the command line has named: started when first asked, anew after a crash.

A page knows them by name only: what is run, and where, is for the command line alone.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from client import AsyncEngine, EngineError, EngineStartError, PlayResult, Timeouts
from client.lines import AnalysedLine
from engine import Game
from search.limits import Limits
from uhp.output import note

if TYPE_CHECKING:
    from web.thinking import AnalysisRequest

OWN = "Propolis"
"""The engine of the house, which needs no process."""
MOST_PROCESSES = 16
_TIMEOUTS = Timeouts(cancel=1.0, exit=0.5)
"""A page that goes, or the whole server, is not to wait long for an engine that does not listen."""


class EngineTroubleError(Exception):
    """An engine could not do what was asked; the text is for the page."""


class Programs:
    """The commands behind the names, and how many of them are running."""

    def __init__(self, commands: Mapping[str, str]) -> None:
        self._commands = dict(commands)
        self.running = 0

    @property
    def names(self) -> list[str]:
        """All engines there are, the own one first."""
        return [OWN, *self._commands]

    def command(self, name: str) -> str:
        """How an engine is started."""
        return self._commands[name]


class Seat:
    """The place of one engine for one page: its process, if there is one."""

    def __init__(self, programs: Programs, name: str) -> None:
        self._programs = programs
        self._name = name
        self._engine: AsyncEngine | None = None

    async def play(self, game: Game, limits: Limits) -> PlayResult:
        """The engine's move. Raises EngineTroubleError."""
        async with self._at_work(game) as engine:
            return await engine.play(game, limits)

    async def lines(
        self, request: "AnalysisRequest", limits: Limits
    ) -> AsyncGenerator[AnalysedLine, None]:
        """The lines of an analysis until it is stopped. Raises EngineTroubleError."""
        async with self._at_work(request.game) as engine:
            analysis = engine.analysis(request.game, limits, request.lines)
            async with analysis:
                request.end = analysis.stop
                if request.is_stopped:
                    analysis.stop()
                async for line in analysis:
                    yield line

    async def close(self) -> None:
        """End the process."""
        engine, self._engine = self._engine, None
        if engine is not None:
            self._programs.running -= 1
            await engine.close()

    @asynccontextmanager
    async def _at_work(self, game: Game) -> AsyncIterator[AsyncEngine]:
        """The engine, alive. What goes wrong is told without what is for the terminal alone."""
        if game.start_position is not None:
            raise EngineTroubleError(
                f"{self._name} plays games from the empty board only: other engines cannot be sent "
                "a position that was set up."
            )
        try:
            yield await self._ready()
        except EngineStartError as error:
            self._remark(str(error))
            raise EngineTroubleError(
                f"{self._name} cannot be started; the terminal tells why."
            ) from None
        except EngineError as error:
            self._remark(str(error))
            again = "" if self._engine and self._engine.is_alive else "; it will be started anew"
            raise EngineTroubleError(f"{self._name} {error.message}{again}.") from None

    async def _ready(self) -> AsyncEngine:
        if self._engine is None:
            if self._programs.running >= MOST_PROCESSES:
                raise EngineTroubleError("Too many engines are running; close another page first.")
            self._programs.running += 1
            try:
                command = self._programs.command(self._name)
                self._engine = await AsyncEngine.open(command, timeouts=_TIMEOUTS)
            except BaseException:
                self._programs.running -= 1
                raise
        elif not self._engine.is_alive:
            await self._engine.restart()
        return self._engine

    def _remark(self, text: str) -> None:
        note(f"propolis web: {self._name}: {text}")
