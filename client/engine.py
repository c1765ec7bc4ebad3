"""`Engine`: a UHP engine for plain code, in any thread."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Self, TypeVar

from client import searching
from client.analysis import AnalysisState
from client.conversation import Reply
from client.core import EngineCore
from client.engine_view import EngineView
from client.errors import EngineBusyError, EngineError
from client.lines import AnalysedLine, PlayResult
from client.steps import Steps, Wait, Waits, drive
from client.timeouts import Timeouts
from engine import Game
from search.limits import Limits

Result = TypeVar("Result")


class Engine(EngineView):
    """A running UHP engine.

    >>> import sys
    >>> with Engine.open([sys.executable, "-m", "uhp"], options={"Threads": 1}) as engine:
    ...     engine.id.name, engine.options["Threads"].value
    ...     game = Game("Base+MLP")
    ...     result = engine.play(game, Limits(depth=2))
    ...     game.is_legal(result.move)
    ('Propolis', 1)
    True

    One call at a time: a second one, from another thread or while an analysis is on, raises
    EngineBusyError. `cancel` and `close` may be called from any thread at any time. Each engine is
    independent of all others.

    A call that is broken off, by Ctrl-C say, leaves the engine ready for the next one.
    """

    @classmethod
    def open(
        cls,
        command: Sequence[str] | str,
        *,
        cwd: str | PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
        timeouts: Timeouts | None = None,
    ) -> Self:
        """Start an engine; returns when it has said who it is and the options are set.

        The command is a list of words, or a text that is split as a shell would. `env` takes the
        place of the whole environment, as in `subprocess`. Raises EngineError.
        """
        engine = cls(EngineCore(command, cwd=cwd, env=env, timeouts=timeouts))
        try:
            engine._call("its start", engine._core.start())
            if options:
                engine.configure(options)
        except BaseException:
            engine._core.kill()
            raise
        return engine

    def configure(self, options: Mapping[str, Any]) -> None:
        """Set options. Raises EngineOptionError for an unknown name or a value that is not taken.

        All are checked before the first is sent.
        """
        self._call("'options set'", self._core.configure(options))

    def play(
        self,
        game: Game,
        limits: Limits,
        *,
        info: Callable[[AnalysedLine], object] | None = None,
        timeout: float | None = None,
    ) -> PlayResult:
        """The engine's move in a game. Nothing is played.

        `limits` name one of seconds, depth and nodes. `info` is called with what the engine tells
        on the way, where it can. `timeout` takes the place of what `Timeouts` says. After `cancel`
        it is the best move so far, or EngineCancelledError if the engine has told none.
        """
        steps = searching.play(self._core, game, limits, tell=info is not None, timeout=timeout)
        return self._call("a search", steps, info)

    def analyse(
        self,
        game: Game,
        limits: Limits,
        multipv: int | None = None,
        *,
        timeout: float | None = None,
    ) -> list[AnalysedLine]:
        """The best lines of a game, the best first. Raises EngineUnsupportedError."""
        steps = searching.analyse(self._core, game, limits, multipv, timeout=timeout)
        return list(self._call("an analysis", steps))

    def analysis(self, game: Game, limits: Limits | None = None, multipv: int = 1) -> "Analysis":
        """Start an analysis whose lines come as they are found; without limits, until stopped.

        Raises EngineUnsupportedError, here or from the iterator.
        """
        steps = searching.analyse(self._core, game, limits, multipv, tell=True)
        return Analysis(self, self._core, steps)

    def command(self, text: str, timeout: float | None = None) -> Reply:
        """Send any line as it is; the reply's lines without the `ok`, also if it is a refusal."""
        self._core.game.forget()
        return self._call(f"'{text}'", self._core.command(text, timeout))

    def restart(self) -> None:
        """Start a new process with the same options, whether the old one is gone or not."""
        self._call("a restart", self._core.restart())

    def close(self) -> None:
        """End the engine: `exit`, and by force if it does not obey. May be called again."""
        try:
            self._core.begin("its end")
        except EngineBusyError:
            self._core.end_soon()
            # An analysis that nobody looks at never gives the engine back.
            is_driven = self._core.is_driven
            if not is_driven or not self._core.wait_until_free(self._core.timeouts.exit):
                self._core.kill()
                return
        try:
            drive(self._core.close())
        finally:
            self._core.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _call(
        self,
        what: str,
        steps: Steps[Result] | Waits[Result],
        news: Callable[[AnalysedLine], object] | None = None,
    ) -> Result:
        self._core.begin(what)
        self._core.is_driven = True
        try:
            return drive(steps, news)
        except BaseException:
            steps.close()
            self._recover()
            raise
        finally:
            self._core.is_driven = False
            self._core.end()

    def _recover(self) -> None:
        """Bring the engine back into step; a second exception meanwhile ends it."""
        try:
            drive(self._core.recover())
        except EngineError:
            pass  # what broke off the call is raised, and the next call tells of this
        except BaseException:
            self._core.kill()
            raise


class Analysis(AnalysisState):
    """A search under way: iterate over its lines, stop it, or wait for its end.

    Lines are read while somebody iterates or waits. It has the engine to itself until it has ended;
    as a context manager it is stopped in the end.
    """

    def __init__(self, engine: Engine, core: EngineCore, steps: Steps[Any]) -> None:
        super().__init__(core, steps)
        self._engine = engine
        self._begin()
        self._next(until_searching=True)

    def __iter__(self) -> Iterator[AnalysedLine]:
        return self

    def __next__(self) -> AnalysedLine:
        line = self._next()
        if line is None:
            raise StopIteration
        return line

    def wait(self) -> list[AnalysedLine]:
        """Wait for the end; returns the last lines, the best first."""
        while self._next() is not None:
            pass
        return self.lines

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()
        self.wait()

    def _next(self, *, until_searching: bool = False) -> AnalysedLine | None:
        """The next line; None at the end, or once the search is under way."""
        self._core.is_driven = True
        try:
            while True:
                step = self._take_step()
                if isinstance(step, Wait):
                    if until_searching and self._core.is_searching:
                        return None
                    step.process.wait(step.until - time.monotonic())
                elif step is None or not until_searching:
                    return step
        except BaseException:
            self._break_off()
            self._engine._recover()
            self._finish()
            raise
        finally:
            self._core.is_driven = False
