"""Hexagons and the torus they lie on. Knows nothing of bugs.

The board is a torus of 32 x 32 cells with the linear map `cell = (32 * r + q) & 1023`, so a
neighbour is one addition and one mask away and there is no edge to fall off. The shortest way
round the torus is 32 steps; a hive of 28 bugs, even in one line, spans 27 and cannot meet itself.
"""

from typing import NamedTuple

import numpy as np

from engine.checks import whole_number

SIDE = 32
CELLS = SIDE * SIDE
CELL_MASK = CELLS - 1

NW, NE, E, SE, SW, W = range(6)
"""Directions in clockwise order; Mzinga looks for a reference piece in this order."""

ALL_AROUND = 63
"""The neighbour mask of a cell that is completely surrounded (bit d = direction d)."""


class Hex(NamedTuple):
    """A cell in unbounded axial coordinates: q grows to the right, r downward."""

    q: int
    r: int

    @classmethod
    def of(cls, place: "Hex | tuple[int, int]") -> "Hex":
        """A hexagon given as itself or as two numbers; TypeError if it is neither."""
        if isinstance(place, Hex):
            return place
        if not isinstance(place, tuple) or len(place) != 2:
            raise TypeError(f"a place is a Hex or two numbers, such as (0, -1), not {place!r}")
        q, r = place
        return cls(whole_number(q, "a coordinate"), whole_number(r, "a coordinate"))

    @property
    def neighbours(self) -> tuple["Hex", ...]:
        """The six cells around this one: NW, NE, E, SE, SW, W.

        >>> Hex(0, 0).neighbours[:2]
        (Hex(q=0, r=-1), Hex(q=1, r=-1))
        """
        return tuple(map(self.neighbour, range(6)))

    def neighbour(self, direction: int) -> "Hex":
        """The cell next to this one; directions are 0 to 5 for NW, NE, E, SE, SW, W."""
        step = STEPS[direction]
        return Hex(self.q + step.q, self.r + step.r)

    def rotated(self, steps: int = 1) -> "Hex":
        """Where it comes to lie when the board turns clockwise about (0, 0), by 60 degrees a step.

        >>> Hex(1, 0).rotated(), Hex(1, 0).rotated(-1)
        (Hex(q=0, r=1), Hex(q=1, r=-1))
        """
        q, r = self
        for _ in range(steps % 6):
            q, r = -r, q + r
        return Hex(q, r)

    def mirrored(self) -> "Hex":
        """Where it comes to lie when left and right change places, (0, 0) staying as it is.

        >>> Hex(1, 0).mirrored(), Hex(0, 1).mirrored()
        (Hex(q=-1, r=0), Hex(q=-1, r=1))
        """
        return Hex(-self.q - self.r, self.r)

    @property
    def cell(self) -> int:
        """The torus cell this hexagon is stored in."""
        return (SIDE * self.r + self.q) & CELL_MASK


STEPS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))

OFFSETS = np.array([SIDE * step.r + step.q for step in STEPS], dtype=np.int64)
"""What to add to a cell to reach its neighbour in each direction."""


def _slides(mask: int) -> int:
    """Directions a bug on the ground can crawl from a cell with these occupied neighbours.

    The target is empty and exactly one of the two cells beside the step is occupied: with both
    the step is barred by a gate, with neither the bug would lose contact with the hive.
    """
    occupied = [bool(mask >> d & 1) for d in range(6)]
    open_ = 0
    for d in range(6):
        if not occupied[d] and occupied[(d + 1) % 6] != occupied[(d + 5) % 6]:
            open_ |= 1 << d
    return open_


def _arcs(mask: int) -> int:
    """How many separate runs the occupied neighbours form (0 for none and for the full ring)."""
    return sum(1 for d in range(6) if mask >> d & 1 and not mask >> ((d + 1) % 6) & 1)


SLIDES = np.array([_slides(mask) for mask in range(64)], dtype=np.int64)
ARCS = np.array([_arcs(mask) for mask in range(64)], dtype=np.int64)
