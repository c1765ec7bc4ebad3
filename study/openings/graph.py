"""Positions of one game type and the moves between them, as columns of numbers.

A position is known by its canonical hash alone, so it is the same one however it lies and
whatever led there. Columns are plain arrays: they are read from a file and looked things up in
without numpy, which takes longer to load than a book.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from study.openings.tally import Tally

NO_SCORE = -(2**15)
"""In place of a score, for a position that was not searched."""

KEY, COUNT, SCORE = "Q", "I", "h"
"""Types of columns: 8, 4 and 2 bytes an entry."""

RESULTS = len(Tally._fields)


def _counts() -> "array[int]":
    return array(COUNT)


def _four_counts() -> "tuple[array[int], ...]":
    return tuple(_counts() for _ in range(RESULTS))


@dataclass
class Graph:
    """The positions of a game type by their keys, and the moves that were made in them.

    Positions are numbered in the order of their keys. The moves made in position `p` are those
    numbered `first[p]` up to but without `first[p + 1]`; `child` tells where each leads, in
    ascending order.
    """

    keys: "array[int]" = field(default_factory=lambda: array(KEY))
    reached: "tuple[array[int], ...]" = field(default_factory=_four_counts)
    """How the games ended that came to a position, each counted once."""
    scores: "array[int]" = field(default_factory=lambda: array(SCORE))
    """The engine's score for the side to move, in hundredths of a point; NO_SCORE if unknown."""
    first: "array[int]" = field(default_factory=lambda: array(COUNT, [0]))
    child: "array[int]" = field(default_factory=_counts)
    played: "tuple[array[int], ...]" = field(default_factory=_four_counts)
    """How the games ended in which a move was made, each counted once."""

    def __len__(self) -> int:
        return len(self.keys)

    def index(self, key: int) -> int | None:
        """The number of a position; None if it is not there."""
        index = bisect_left(self.keys, key)
        return index if index < len(self.keys) and self.keys[index] == key else None

    def moves_of(self, index: int) -> range:
        """The numbers of the moves made in a position."""
        return range(self.first[index], self.first[index + 1])

    def children_of(self, index: int) -> "array[int]":
        """The positions that these moves lead to."""
        return self.child[self.first[index] : self.first[index + 1]]

    def move_between(self, index: int, child: int) -> int | None:
        """The number of the move from one position to another; None if nobody made it."""
        moves = self.moves_of(index)
        found = bisect_left(self.child, child, moves.start, moves.stop)
        return found if found < moves.stop and self.child[found] == child else None

    def reached_tally(self, index: int) -> Tally:
        """The games that came to a position."""
        return Tally(*(column[index] for column in self.reached))

    def played_tally(self, move: int | None) -> Tally:
        """The games in which a move was made."""
        return Tally() if move is None else Tally(*(column[move] for column in self.played))

    def score(self, index: int) -> int | None:
        """The engine's score for the side to move; None if it is unknown."""
        score = self.scores[index]
        return None if score == NO_SCORE else score

    def columns(self) -> "Iterator[array[int]]":
        """All columns, those of positions first."""
        yield from (self.keys, *self.reached, self.scores, self.first, self.child, *self.played)
