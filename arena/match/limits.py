"""What an engine may spend on a move, and the clock of a game."""

import math
import re
from dataclasses import dataclass

from arena.output.plain_text import MOST_SHOWN

SHARE_OF_CLOCK = 25
"""A move may take this fraction of the clock: games of Hive last 20 to 40 moves a side."""

SHARE_OF_INCREMENT = 0.8
OVERHEAD = 0.05
"""Seconds of the clock that are never budgeted, for the way to the engine and back."""

SHORTEST_BUDGET = 0.01
"""Some engines take a time of zero for no limit at all, so it is never sent."""

_CLOCK = re.compile(r"(?:(\d+):)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")


@dataclass(frozen=True)
class Limit:
    """One of: seconds a move, a clock with increment, a depth, a number of nodes."""

    move_time: float | None = None
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None

    @property
    def is_timed(self) -> bool:
        """Whether the engine is told a time, and must keep to it."""
        return self.move_time is not None or self.clock is not None

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


def parse_limit(kind: str, text: str) -> Limit:
    """The limit that `st=`, `tc=`, `depth=` or `nodes=` stands for; ValueError if none.

    >>> parse_limit("tc", "1:30+0.5")
    Limit(move_time=None, clock=90.0, increment=0.5, depth=None, nodes=None)
    """
    if kind == "tc":
        match = _CLOCK.fullmatch(text)
        if match is None:
            raise ValueError(f"tc={text[:MOST_SHOWN]} is not a clock such as 60+0.5 or 5:00+3")
        clock = 60 * int(match[1] or 0) + float(match[2])
        limit = Limit(clock=clock, increment=float(match[3] or 0))
    elif kind == "st":
        limit = Limit(move_time=_number(kind, text))
    elif kind == "depth":
        return Limit(depth=_whole_number(kind, text, 0))
    else:
        return Limit(nodes=_whole_number(kind, text, 1))
    seconds = limit.move_time if limit.clock is None else limit.clock
    if seconds is None or not 0 < seconds < math.inf:
        raise ValueError(f"{kind}={text[:MOST_SHOWN]} leaves no time to think")
    return limit


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{name}={text[:MOST_SHOWN]} is not a number") from None


def _whole_number(name: str, text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise ValueError(f"{name}={text[:MOST_SHOWN]} is not a whole number of at least {least}")
    return int(text)


def uhp_time(seconds: float) -> str:
    """A time as UHP writes it, `hh:mm:ss`, with a fraction only where there is one.

    >>> uhp_time(90), uhp_time(0.25)
    ('00:01:30', '00:00:00.250')
    """
    milliseconds = round(seconds * 1000)
    whole, fraction = divmod(milliseconds, 1000)
    text = f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{fraction:03}" if fraction else text


@dataclass
class Clock:
    """The time an engine has left. UHP knows no clocks, so the arena budgets every move."""

    limit: Limit
    whole_seconds: bool = False
    remaining: float = 0.0

    def __post_init__(self) -> None:
        self.remaining = self.limit.clock or 0.0

    def budget(self) -> float | None:
        """Seconds to allow for the next move; None if the limit is not a time.

        On a clock: a 25th of the time left and most of the increment, but never the last 50 ms.
        """
        if self.limit.move_time is not None:
            return self.limit.move_time
        if self.limit.clock is None:
            return None
        share = self.remaining / SHARE_OF_CLOCK + SHARE_OF_INCREMENT * self.limit.increment
        budget = max(min(share, self.remaining - OVERHEAD), SHORTEST_BUDGET)
        return max(1.0, math.floor(budget)) if self.whole_seconds else budget

    def allowed(self) -> float | None:
        """Seconds after which the move is late; None if the limit is not a time."""
        return self.remaining if self.limit.clock is not None else self.limit.move_time

    def spend(self, seconds: float) -> None:
        """Take the time of a move off the clock and add the increment."""
        if self.limit.clock is not None:
            self.remaining = max(0.0, self.remaining - seconds) + self.limit.increment

    def command(self) -> str:
        """The `bestmove` command for the next move."""
        budget = self.budget()
        if budget is not None:
            return f"bestmove time {uhp_time(budget)}"
        if self.limit.depth is not None:
            return f"bestmove depth {self.limit.depth}"
        return f"bestmove nodes {self.limit.nodes}"
