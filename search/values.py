"""What scores mean: points, draws, forced wins and losses.

A score is in hundredths of a point for the side to move. A forced win scores MATE minus the plies
it takes, a forced loss the negative of that.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.checks import whole_number

if TYPE_CHECKING:
    from engine.pieces import Color

MATE = 30000
MATE_ZONE = 29000
"""Scores beyond this are forced wins; the table keeps them counted from the node, not the root."""

INFINITY = 31000
DRAW = 0
LARGEST_EVALUATION = 20000
"""Static values stay below the scores of forced wins."""

POINTS_PER_DECADE = 400
"""A lead of this many hundredths means odds of ten to one."""


@dataclass(frozen=True, order=True, repr=False)
class Score:
    """How good a position is for the side to move; the better of two scores is the greater.

    A quick win is better than a slow one, any win better than any number of points, and a loss the
    better the longer it takes.

    >>> sorted([Score(35), Score.mate_in(5), Score.mate_in(-2), Score.mate_in(3)])
    [Score.mate_in(-2), Score(35), Score.mate_in(5), Score.mate_in(3)]
    >>> str(Score(35)), str(-Score(35)), str(Score.mate_in(3)), Score(35).win_chance > 0.5
    ('+0.35', '-0.35', '#3', True)
    """

    value: int
    """Hundredths of a point; beyond any of these stand forced wins and losses."""

    @classmethod
    def mate_in(cls, plies: int) -> Self:
        """A forced win in so many plies, or with a negative number a forced loss."""
        longest = MATE - MATE_ZONE
        plies = whole_number(plies, "the number of plies", -longest, longest)
        if plies == 0:
            raise ValueError("a forced end is at least one ply away, not 0")
        return cls(MATE - plies if plies > 0 else -MATE - plies)

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

    def pov(self, color: "Color", *, turn: "Color") -> Self:
        """The score from a player's point of view, given whose turn it is.

        >>> from engine import Color, Game
        >>> game = Game.from_string("Base;InProgress;Black[1];wS1")
        >>> Score(35).pov(Color.WHITE, turn=game.turn)
        Score(-35)
        """
        from engine.pieces import Color

        return self if Color(color) is Color(turn) else -self

    def __neg__(self) -> Self:
        """The same for the opponent."""
        return type(self)(-self.value)

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"{name}({self.value})" if self.mate is None else f"{name}.mate_in({self.mate})"

    def __str__(self) -> str:
        if self.mate is None:
            return f"{self.value / 100:+.2f}"
        return f"#{self.mate}" if self.mate > 0 else f"-#{-self.mate}"
