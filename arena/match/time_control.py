"""Time controls: what is agreed for a game, and what an engine is asked for one move of it."""

import math
import re
from dataclasses import dataclass

from arena.plain_text import MOST_SHOWN
from client.search_command import SHORTEST_TIME
from search.limits import Limits

SHARE_OF_CLOCK = 25
"""A move may take this fraction of the clock: games of Hive last 20 to 40 moves a side."""

SHARE_OF_INCREMENT = 0.8
OVERHEAD = 0.05
"""Seconds of the clock that no move may plan to use, for the way to the engine and back."""

_CLOCK = re.compile(r"(?:(\d+):)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")


@dataclass(frozen=True)
class TimeControl:
    """One of: seconds a move, a clock with increment, a depth, a number of nodes."""

    move_time: float | None = None
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None

    @property
    def needs_fractions(self) -> bool:
        """Whether the times to be sent are not whole seconds."""
        return self.clock is not None or (
            self.move_time is not None and self.move_time != int(self.move_time)
        )

    def __str__(self) -> str:
        if self.move_time is not None:
            return f"st={self.move_time:g}"
        if self.clock is not None:
            return f"tc={self.clock:g}+{self.increment:g}"
        if self.depth is not None:
            return f"depth={self.depth}"
        return f"nodes={self.nodes}"


def parse_time_control(kind: str, text: str) -> TimeControl:
    """What `st=`, `tc=`, `depth=` or `nodes=` stands for. Raises ValueError.

    >>> parse_time_control("tc", "1:30+0.5")
    TimeControl(move_time=None, clock=90.0, increment=0.5, depth=None, nodes=None)
    """
    if kind == "tc":
        match = _CLOCK.fullmatch(text)
        if match is None:
            raise ValueError(f"tc={text[:MOST_SHOWN]} is not a clock such as 60+0.5 or 5:00+3")
        clock = 60 * int(match[1] or 0) + float(match[2])
        control = TimeControl(clock=clock, increment=float(match[3] or 0))
    elif kind == "st":
        control = TimeControl(move_time=_number(kind, text))
    elif kind == "depth":
        return TimeControl(depth=_whole_number(kind, text, 0))
    else:
        return TimeControl(nodes=_whole_number(kind, text, 1))
    seconds = control.move_time if control.clock is None else control.clock
    if seconds is None or not 0 < seconds < math.inf:
        raise ValueError(f"{kind}={text[:MOST_SHOWN]} leaves no time to think")
    return control


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{name}={text[:MOST_SHOWN]} is not a number") from None


def _whole_number(name: str, text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise ValueError(f"{name}={text[:MOST_SHOWN]} is not a whole number of at least {least}")
    return int(text)


@dataclass
class Clock:
    """The time an engine has left. UHP knows no clocks, so the arena divides it among the moves."""

    control: TimeControl
    whole_seconds: bool = False
    remaining: float = 0.0

    def __post_init__(self) -> None:
        self.remaining = self.control.clock or 0.0

    def limits(self) -> Limits:
        """What to ask of the engine for the next move.

        On a clock: a 25th of the time left and most of the increment, but never the last 50 ms.
        """
        control = self.control
        if control.clock is None:
            return Limits(seconds=control.move_time, depth=control.depth, nodes=control.nodes)
        share = self.remaining / SHARE_OF_CLOCK + SHARE_OF_INCREMENT * control.increment
        seconds = max(min(share, self.remaining - OVERHEAD), SHORTEST_TIME)
        return Limits(seconds=max(1.0, math.floor(seconds)) if self.whole_seconds else seconds)

    def allowed(self) -> float | None:
        """Seconds after which the move is late; None without a time."""
        return self.control.move_time if self.control.clock is None else self.remaining

    def spend(self, seconds: float) -> None:
        """Take the time of a move off the clock and add the increment."""
        if self.control.clock is not None:
            self.remaining = max(0.0, self.remaining - seconds) + self.control.increment
