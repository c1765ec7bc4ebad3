"""How moves are judged. Every number that decides stands here; docs/review.md explains them.

A chance is the expected result of the player who moves, from 0 (lost) to 1 (won). A move is judged
by the chance that it gave away: what the best move promised less what was left after it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

USUAL_NODES = 50_000
"""Nodes for each position where nobody says otherwise: a game takes less than a minute."""
INACCURACY = 0.06
"""Chance given away from which on a move is an inaccuracy, `?!`; what is below may be noise."""
MISTAKE = 0.12
"""From here on it is a mistake, `?`."""
BLUNDER = 0.24
"""From here on it is a blunder, `??`."""
ONLY_MOVE = 0.10
"""How much worse the second best move must be for the best one to be an only move, `!`."""
SHALLOW_DEPTH = 1
"""Plies of the look that must not find an only move at once: what is easy gets no `!`."""
HALF_ACCURACY = 0.12
"""Chance given away by a move that is half as accurate as the best one."""


class Judgement(StrEnum):
    """What a move was worth."""

    GREAT = "great"
    """The only good move, and not one that is found at a glance."""
    BEST = "best"
    GOOD = "good"
    FORCED = "forced"
    """The only legal move, or one of many in a position that was lost whatever was played."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def sign(self) -> str:
        """What is written behind such a move; nothing for most.

        >>> Judgement.BLUNDER.sign, Judgement.GOOD.sign
        ('??', '')
        """
        return _SIGNS.get(self, ("", 0))[0]

    @property
    def nag(self) -> int | None:
        """The number that PGN has for the sign."""
        return _SIGNS[self][1] if self in _SIGNS else None

    @property
    def is_error(self) -> bool:
        """Whether a better move was there."""
        return self in ERRORS


ERRORS = (Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER)
_SIGNS = {
    Judgement.GREAT: ("!", 1),
    Judgement.MISTAKE: ("?", 2),
    Judgement.BLUNDER: ("??", 4),
    Judgement.INACCURACY: ("?!", 6),
}


@dataclass(frozen=True)
class Facts:
    """All that a judgement rests on. Chances are those of the player who moves."""

    hoped: float
    """The chance that the best move promised."""
    left: float
    """The chance after the move that was played."""
    is_forced: bool = False
    """Whether no other move was legal."""
    is_best: bool = False
    """Whether the best move was played, or one that wins at once."""
    missed_win_in_one: bool = False
    win_was_forced: bool = False
    """Whether the best move was proven to win."""
    win_is_forced: bool = False
    """Whether the move played is proven to win."""
    loss_was_forced: bool = False
    """Whether every move was proven to lose."""
    second: float | None = None
    """The chance that the second best move promised."""
    is_hidden: bool = False
    """Whether a shallow look prefers another move."""


def drop_of(facts: Facts) -> float:
    """The chance that a move gave away, from 0 to 1."""
    if facts.is_forced or facts.is_best or facts.loss_was_forced or facts.win_is_forced:
        return 0.0
    return max(0.0, facts.hoped - facts.left)


def judge(facts: Facts) -> Judgement:
    """What a move was worth.

    >>> judge(Facts(hoped=0.6, left=0.3)), judge(Facts(hoped=0.6, left=0.3, is_forced=True))
    (<Judgement.BLUNDER: 'blunder'>, <Judgement.FORCED: 'forced'>)
    """
    if facts.is_forced:
        return Judgement.FORCED
    if facts.missed_win_in_one:
        # The game could have been over: no slip of the pen, even where the win stays in hand.
        return Judgement.INACCURACY if facts.win_is_forced else _by_drop(facts, Judgement.MISTAKE)
    if facts.is_best:
        return Judgement.GREAT if _is_great(facts) else Judgement.BEST
    if facts.loss_was_forced:
        return Judgement.FORCED
    return _by_drop(facts, Judgement.GOOD)


def has_missed_win(facts: Facts) -> bool:
    """Whether a proven win was thrown away; a win in one counts also if another win was left."""
    if facts.missed_win_in_one:
        return True
    return facts.win_was_forced and not facts.win_is_forced and drop_of(facts) >= INACCURACY


def may_be_great(hoped: float, second: float | None) -> bool:
    """Whether a move that was the best one is so by far, so that a shallow look is worth while."""
    return second is not None and hoped - second >= ONLY_MOVE


def accuracy_of(drop: float) -> float:
    """The accuracy of a move in percent.

    >>> accuracy_of(0), accuracy_of(HALF_ACCURACY)
    (100.0, 50.0)
    """
    return float(100 * 0.5 ** (drop / HALF_ACCURACY))


def accuracy_of_player(drops: Iterable[float]) -> float | None:
    """The mean accuracy of a player's moves, of those that were a choice; None if none was."""
    each = [accuracy_of(drop) for drop in drops]
    return sum(each) / len(each) if each else None


def _by_drop(facts: Facts, least: Judgement) -> Judgement:
    drop = drop_of(facts)
    steps = ((BLUNDER, Judgement.BLUNDER), (MISTAKE, Judgement.MISTAKE))
    for threshold, judgement in steps:
        if drop >= threshold:
            return judgement
    if least is Judgement.GOOD and drop >= INACCURACY:
        return Judgement.INACCURACY
    return least


def _is_great(facts: Facts) -> bool:
    is_far_ahead = may_be_great(min(facts.hoped, facts.left), facts.second)
    return is_far_ahead and facts.is_hidden
