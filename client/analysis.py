"""What analyses for plain code and for asyncio have in common."""

import threading
from typing import Any

from client.core import EngineCore
from client.errors import EngineCancelledError
from client.lines import AnalysedLine
from client.steps import Steps, Wait


class AnalysisState:
    """The lines found so far, and a way to stop."""

    _has_begun = False
    _is_running = True

    def __init__(self, core: EngineCore, steps: Steps[Any]) -> None:
        self._core = core
        self._steps = steps
        self._latest: dict[int, AnalysedLine] = {}
        self._is_stopped = False
        self._lock = threading.Lock()

    @property
    def lines(self) -> list[AnalysedLine]:
        """The latest line of each rank, the best first."""
        return [line for _, line in sorted(self._latest.items())]

    def best(self) -> AnalysedLine | None:
        """The best line so far; None before the first."""
        return self._latest.get(1)

    @property
    def is_running(self) -> bool:
        """Whether there may be more lines."""
        return self._is_running

    def stop(self) -> None:
        """Ask the engine to stop, from any thread; what it has found by then still comes."""
        self._is_stopped = True
        if self._has_begun and self._is_running:
            self._core.cancel()

    def _begin(self) -> None:
        """Take the engine, unless that was done before or there is nothing to do."""
        if not self._has_begun and self._is_stopped:
            self._is_running = False
        elif not self._has_begun:
            self._core.begin("an analysis")
            self._has_begun = True

    def _take_step(self) -> Wait | AnalysedLine | None:
        """The next step: something to wait for, a line, or None at the end."""
        if not self._is_running:
            return None
        if self._is_stopped and not self._core.is_cancelled:
            self._core.cancel()  # it was stopped before the search began
        try:
            step = next(self._steps)
        except StopIteration as end:
            self._latest = {line.rank: line for line in end.value}
            self._finish()
            return None
        except EngineCancelledError:
            self._finish()
            if self._is_stopped:
                return None
            raise
        if isinstance(step, AnalysedLine):
            self._latest[step.rank] = step
        return step

    def _break_off(self) -> None:
        self._steps.close()

    def _finish(self) -> None:
        """Give the engine back, once."""
        with self._lock:
            if self._is_running:
                self._is_running = False
                self._core.end()
