"""Clocks and progress."""

import sys
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")

_STARTED = time.perf_counter()


def say(text: str) -> None:
    """Write to stderr what is being done."""
    print(f"{time.perf_counter() - _STARTED:6.1f} s  {text}", file=sys.stderr, flush=True)


def timed(
    work: Callable[..., T], *arguments: object, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, T]:
    """How long one call takes, and what it returns."""
    started = clock()
    result = work(*arguments)
    return clock() - started, result


def rounds(what: str, times: int) -> Iterator[int]:
    """Numbers from 0 on, with progress."""
    for number in range(times):
        say(f"{what}, {number + 1} of {times}")
        yield number
