"""How hard a puzzle is: one number from 1 to 10, and the formula for it."""

from dataclasses import dataclass
from math import log2

from engine.game import Game
from engine.notation import Move
from search.limits import Limits
from search.searcher import Searcher
from search.stop_flag import StopFlag

DEEPEST = 5
"""Plies of the deepest search that is asked."""

LENGTH_WEIGHT = 1.6
TEMPTING_WEIGHT = 0.45
DEPTH_WEIGHT = 0.35
CHOICE_WEIGHT = 0.3
USUAL_CHOICE = 30
"""Legal moves for which the choice adds nothing."""

_TABLE_MIB = 1


@dataclass(frozen=True)
class Hardness:
    """What makes a puzzle hard.

    `length`: turns to look ahead, for a defence those that the opponent needs plus the own one.
    `tempting`: how many wrong moves a search of one ply takes for as good as the right one.
    `depth`: the plies from which on a search plays the right one, one more than DEEPEST if it
    still does not. `choice`: how many legal moves there are.
    """

    length: int
    tempting: int
    depth: int
    choice: int

    @property
    def difficulty(self) -> int:
        """From 1, which a beginner sees, to 10.

        >>> Hardness(1, 0, 1, 30).difficulty, Hardness(4, 40, 6, 80).difficulty
        (1, 10)
        """
        points = (
            1
            + LENGTH_WEIGHT * (self.length - 1)
            + TEMPTING_WEIGHT * log2(1 + self.tempting)
            + DEPTH_WEIGHT * (self.depth - 1)
            + CHOICE_WEIGHT * log2(self.choice / USUAL_CHOICE)
        )
        return min(max(round(points), 1), 10)


def hardness(
    game: Game, move: Move, kind: str, length: int, stop: StopFlag | None = None
) -> Hardness:
    """How hard it is to find the one right move; always the same for the same position."""
    searcher = Searcher(table_mib=_TABLE_MIB)
    choice = len(game.legal_moves)
    lines = searcher.search(game, Limits(depth=1), multipv=choice, stop=stop).lines
    scores = {line.pv[0]: line.score.value for line in lines}
    tempting = sum(1 for other, score in scores.items() if other != move and score >= scores[move])
    depth = DEEPEST + 1
    for plies in range(DEEPEST, 0, -1):
        searcher.new_game()
        if searcher.search(game, Limits(depth=plies), stop=stop).move != move:
            break
        depth = plies
    return Hardness(length + (kind == "save"), tempting, depth, choice)
