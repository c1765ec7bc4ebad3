"""How games ended, counted."""

from typing import NamedTuple, Self

from engine.game_state import GameState


class Tally(NamedTuple):
    """How many games each player won, how many were drawn, and how many have no result.

    >>> tally = Tally(white=3, draws=1, black=0, unfinished=2)
    >>> tally.games, tally.share_of_white
    (6, 0.875)
    """

    white: int = 0
    draws: int = 0
    black: int = 0
    unfinished: int = 0

    @classmethod
    def of(cls, result: GameState | None) -> Self:
        """One game that ended so."""
        place = _UNFINISHED if result is None else _PLACE.get(result, _UNFINISHED)
        return cls(*(int(number == place) for number in range(len(cls._fields))))

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def share_of_white(self) -> float | None:
        """The points White made, a draw being half of one, for each finished game; None without."""
        finished = self.white + self.draws + self.black
        return (self.white + self.draws / 2) / finished if finished else None


_PLACE = {GameState.WHITE_WINS: 0, GameState.DRAW: 1, GameState.BLACK_WINS: 2}
_UNFINISHED = 3
