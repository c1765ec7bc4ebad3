"""How the protocol is written once for plain code and for asyncio.

What talks to an engine is a generator. It never waits: it yields a `Wait` and is resumed when the
process has something to read or to write, or when the moment has come. A driver does the waiting;
here is the one that blocks, `client/async_engine.py` has the one for asyncio. Whatever else such a
generator yields is news for the caller: lines of a search as they are found.
"""

import time
from collections.abc import Callable, Generator
from typing import NamedTuple, TypeVar

from client.lines import AnalysedLine
from client.piped_process import PipedProcess

Result = TypeVar("Result")


class Wait(NamedTuple):
    """Wait for a process, until a moment of `time.monotonic()` at the latest."""

    process: PipedProcess
    until: float


Waits = Generator[Wait, None, Result]
"""Steps that bring no news."""

Steps = Generator[Wait | AnalysedLine, None, Result]
"""Steps that may."""


def drive(
    steps: Steps[Result] | Waits[Result], news: Callable[[AnalysedLine], object] | None = None
) -> Result:
    """Take all steps in this thread; returns what they come to."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        if isinstance(step, Wait):
            step.process.wait(step.until - time.monotonic())
        elif news is not None:
            news(step)
