"""Repetition as some engines count it: positions are equal whichever piece is stunned.

For the referee the stunned piece is a part of the position, because it decides what may be moved.
Engines that leave it out see a third occurrence earlier.
"""

from collections import Counter

from engine import Game

OCCURRENCES_FOR_DRAW = 3

_Key = tuple[object, ...]


class PlainRepetition:
    """Counts the positions of a game by bugs, places and side to move alone."""

    def __init__(self) -> None:
        self._seen: Counter[_Key] = Counter()
        self._last: _Key = ()

    def add(self, game: Game) -> None:
        """Take note of the position a game has come to."""
        self._last = _key(game)
        self._seen[self._last] += 1

    @property
    def is_draw(self) -> bool:
        """Whether the last position has occurred for at least the third time."""
        return self._seen[self._last] >= OCCURRENCES_FOR_DRAW


def _key(game: Game) -> _Key:
    """Equal for equal positions, wherever the hive lies; bugs of one kind are alike."""
    stacks = game.stacks
    left = min((place.q for place in stacks), default=0)
    upper = min((place.r for place in stacks), default=0)
    cells = (
        (place.q - left, place.r - upper, *((piece.color, piece.bug) for piece in pieces))
        for place, pieces in stacks.items()
    )
    return (game.turn, frozenset(cells))
