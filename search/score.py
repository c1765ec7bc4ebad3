"""What a search reports: scores, lines and the result."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from numbers import Real

from engine.checks import instance, whole_number
from engine.notation import Move
from search.alphabeta.kernel import MATE
from search.table import MATE_ZONE

POINTS_PER_DECADE = 400
"""A lead of this many hundredths means odds of ten to one."""


@dataclass(frozen=True)
class Score:
    """How good a position is for the side to move."""

    value: int
    """Hundredths of a point; beyond any of these stand forced wins and losses."""

    @property
    def mate(self) -> int | None:
        """Plies to the forced end, if one is known: positive wins, negative loses."""
        if self.value >= MATE_ZONE:
            return MATE - self.value
        if self.value <= -MATE_ZONE:
            return -(MATE + self.value)
        return None

    @property
    def win_chance(self) -> float:
        """The expected result between 0 and 1, by the scale the weights were fitted to."""
        if self.mate is not None:
            return 1.0 if self.value > 0 else 0.0
        return float(1 / (1 + 10 ** (-self.value / POINTS_PER_DECADE)))

    def __str__(self) -> str:
        if self.mate is None:
            return f"{self.value / 100:+.2f}"
        return f"#{self.mate}" if self.mate > 0 else f"-#{-self.mate}"


_MOST_NODES = 2**62
"""More than can ever be searched."""


@dataclass(frozen=True)
class Limits:
    """When to stop; with nothing set, when asked to.

    A depth below 1 means 1. Raises TypeError or ValueError for what is no limit.

    >>> Limits(nodes=0)
    Traceback (most recent call last):
        ...
    ValueError: the number of nodes must be at least 1, not 0
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            instance(self.seconds, Real, "the seconds must be a number")
            if isinstance(self.seconds, bool):
                raise TypeError(f"the seconds must be a number, not {self.seconds}")
            if not (math.isfinite(self.seconds) and self.seconds >= 0):
                raise ValueError(f"the seconds must be 0 or more and finite, not {self.seconds}")
        # Numbers of numpy become plain ones: kernels and JSON files want these.
        if self.depth is not None:
            object.__setattr__(self, "depth", whole_number(self.depth, "the depth"))
        if self.nodes is not None:
            nodes = min(whole_number(self.nodes, "the number of nodes", low=1), _MOST_NODES)
            object.__setattr__(self, "nodes", nodes)


@dataclass(frozen=True)
class Line:
    """One of the best lines found so far."""

    rank: int
    score: Score
    depth: int
    nodes: int
    seconds: float
    table_fill: float
    pv: tuple[Move, ...]


def by_score(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines with the best score first, so forced wins first of all, and ranks to match.

    A search that was cut short has searched some of them a ply deeper: of equal ones these come
    first, else it is for the reader of their depths to judge.
    """
    ordered = sorted(lines, key=lambda line: (-line.score.value, -line.depth))
    return tuple(replace(line, rank=rank) for rank, line in enumerate(ordered, start=1))


@dataclass(frozen=True)
class Result:
    """The outcome of a search.

    `line` is the one that begins with the move to play. `lines` are the best found, in the order of
    their scores; the first need not be the one to play, as another may have been searched deeper
    or, in a tree, far more often.
    """

    move: Move
    line: Line
    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    depth: int
