"""What scores mean: points, draws, forced wins and losses.

A score is in hundredths of a point for the side to move. A forced win scores MATE minus the plies
it takes, a forced loss the negative of that.
"""

from dataclasses import dataclass

MATE = 30000
MATE_ZONE = 29000
"""Scores beyond this are forced wins; the table keeps them counted from the node, not the root."""

INFINITY = 31000
DRAW = 0
LARGEST_EVALUATION = 20000
"""Static values stay below the scores of forced wins."""

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
