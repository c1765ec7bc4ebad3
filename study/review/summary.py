"""How a player did in a game."""

from collections.abc import Sequence

from engine.pieces import Color
from study.review.judging import INACCURACY, Judgement, accuracy_of_player
from study.review.model import PlayerSummary, ReviewedMove, UnpunishedMistake

_SERIOUS = (Judgement.MISTAKE, Judgement.BLUNDER)


def summarise(
    moves: Sequence[ReviewedMove], chances: Sequence[float], color: Color
) -> PlayerSummary:
    """The moves of one player, counted; `chances` are White's, beginning before the first move."""
    own = [move for move in moves if move.color is color]
    counts = {kind: sum(move.judgement is kind for move in own) for kind in Judgement}
    drops = [move.drop for move in own if move.judgement is not Judgement.FORCED]
    accuracy = accuracy_of_player(drops)
    return PlayerSummary(
        accuracy=None if accuracy is None else round(accuracy, 1),
        inaccuracies=counts[Judgement.INACCURACY],
        mistakes=counts[Judgement.MISTAKE],
        blunders=counts[Judgement.BLUNDER],
        great_moves=counts[Judgement.GREAT],
        missed_wins=tuple(move.missed_win for move in own if move.missed_win is not None),
        longest_unpunished=_longest_unpunished(moves, chances, color),
    )


def _longest_unpunished(
    moves: Sequence[ReviewedMove], chances: Sequence[float], color: Color
) -> UnpunishedMistake | None:
    """The mistake that stood longest until the opponent gave back what it had cost."""
    sign = 1 if color is Color.WHITE else -1
    longest: UnpunishedMistake | None = None
    for place, move in enumerate(moves):
        if move.color is not color or move.judgement not in _SERIOUS:
            continue
        for later in range(place + 2, len(chances)):
            chance = 0.5 + sign * (chances[later] - 0.5)
            if chance > move.hoped - INACCURACY:
                stood = UnpunishedMistake(move.ply, moves[later - 1].ply)
                if longest is None or stood.plies > longest.plies:
                    longest = stood
                break
    return longest
