"""How much of a review is left, though second looks are not known before first ones are over."""

from collections.abc import Sequence

from study.review.positions import SECOND_LOOK

_USUAL_SHARE = 0.55
"""Second looks for each first one: as many as the records of 65 games of people had."""
_CERTAINTY = 50
"""How many first looks of this review weigh as much as that."""


class Forecast:
    """Counts what is done. The unit is a first look; a second one takes longer."""

    def __init__(self, lengths: Sequence[int]) -> None:
        """For games with so many positions each."""
        self._unseen = [*lengths]
        self._lengths = lengths
        self._over = 0
        """Positions of games whose first looks are over: for these, second looks were asked for."""
        self._just_over = 0
        """Those of a game that has had no time to ask for its second looks."""
        self._asked = self._done = 0

    def first_look(self, number: int) -> float:
        """A position of a game, counted from 0, was looked at; the work that is."""
        self._settle()
        self._unseen[number] -= 1
        if self._unseen[number] == 0:
            self._just_over = self._lengths[number]
        return 1.0

    def second_looks(self, asked: int, done: int) -> float:
        """So many more are to be looked at again, and have been; the work that was."""
        self._settle()
        self._asked += asked
        self._done += done
        return float(done * SECOND_LOOK)

    def work_left(self) -> float:
        """What is known to be left, and what can be expected of games that are not so far."""
        share = (self._asked + _USUAL_SHARE * _CERTAINTY) / (self._over + _CERTAINTY)
        expected = share * (sum(self._lengths) - self._over)
        return sum(self._unseen) + SECOND_LOOK * (self._asked - self._done + expected)

    def _settle(self) -> None:
        self._over += self._just_over
        self._just_over = 0
