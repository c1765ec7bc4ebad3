"""Who meets whom, with which opening and colours: a pure function of the game's number."""

from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Pairing:
    """A game of the schedule; engines are numbered in the order of the command line."""

    white: int
    black: int
    game_type: str
    opening: int


class Schedule:
    """All games of a tournament, numbered from 1.

    Rounds follow one another; in a round every two engines that meet play two games from one
    opening, with colours swapped. All encounters of a round share the opening. Rounds go through
    the game types in turn. A longer tournament begins like a shorter one, so games can be added.
    """

    def __init__(
        self, engines: int, games: int, game_types: tuple[str, ...], *, gauntlet: bool = False
    ) -> None:
        pairs = combinations(range(engines), 2)
        self.encounters = [pair for pair in pairs if not gauntlet or pair[0] == 0]
        self._game_types = game_types
        self.games = games * len(self.encounters)

    def game(self, number: int) -> Pairing:
        """The game with that number."""
        pair, swapped = divmod(number - 1, 2)
        round_number, encounter = divmod(pair, len(self.encounters))
        opening, kind = divmod(round_number, len(self._game_types))
        first, second = self.encounters[encounter]
        white, black = (second, first) if swapped else (first, second)
        return Pairing(white, black, self._game_types[kind], opening)
