"""What a search reports: scores, lines and the result."""

from dataclasses import dataclass

from engine.notation import Move
from search.alphabeta import MATE
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


@dataclass(frozen=True)
class Limits:
    """When to stop; with nothing set, when asked to."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None


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


@dataclass(frozen=True)
class Result:
    """The outcome of a search."""

    move: Move
    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    depth: int
