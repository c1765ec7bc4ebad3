"""Elo and its error, likelihood of superiority, normalised Elo.

A pair of games from one opening with colours swapped is one observation with five outcomes (0 to 2
points in halves), for the games of a pair are not independent. The formulas are those of fishtest
and fastchess: the mean of the observations is normally distributed, and the error bars are its 95 %
limits turned into Elo. Where these reach a score of 0 or 1, or all observations are alike, a bound
takes their place.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.statistics.score_bounds import (
    ONE_SIDED_RISK,
    TWO_SIDED_RISK,
    greatest_score,
    least_score,
)

Z95 = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""

NORMALIZED_UNIT = 800 / math.log(10)
"""Normalised Elo of one standard deviation a game: 400 Elo a decade, and the slope at a half."""

PAIR_OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
GAME_OUTCOMES = (0.0, 0.5, 1.0)


def elo_of(score: float) -> float:
    """The Elo difference at which a score between 0 and 1 is expected.

    >>> round(elo_of(0.64), 1)
    100.0
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def expected_score(elo: float) -> float:
    """The score to expect from an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Tally:
    """The results of one engine: games, and pairs by their points (0, 1/2, 1, 3/2, 2)."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points a game; a half before the first."""
        return self.points / self.games if self.games else 0.5

    def __add__(self, other: "Tally") -> "Tally":
        pairs = tuple(one + two for one, two in zip(self.pairs, other.pairs, strict=True))
        wins, draws = self.wins + other.wins, self.draws + other.draws
        return Tally(wins, draws, self.losses + other.losses, pairs)  # type: ignore[arg-type]

    def add(self, points: float) -> "Tally":
        """The tally with another game of 1, 0.5 or 0 points."""
        return self + Tally(int(points == 1), int(points == 0.5), int(points == 0))

    def add_pair(self, points: float) -> "Tally":
        """The tally with another complete pair; its games are counted apart."""
        outcome = round(2 * points)
        counts = [count + (index == outcome) for index, count in enumerate(self.pairs)]
        return Tally(self.wins, self.draws, self.losses, tuple(counts))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Moments:
    """Number, mean and variance of observations between 0 and 1."""

    count: int
    mean: float
    variance: float

    @property
    def error(self) -> float:
        """The standard error of the mean; unknown, thus infinite, if all were alike."""
        return math.sqrt(self.variance / self.count) if self.variance else math.inf


def moments(counts: Sequence[float], outcomes: Sequence[float]) -> Moments:
    """The moments of observations counted by outcome."""
    total = sum(counts)
    if not total:
        return Moments(0, 0.5, 0.0)
    mean = sum(n * x for n, x in zip(counts, outcomes, strict=True)) / total
    variance = sum(n * (x - mean) ** 2 for n, x in zip(counts, outcomes, strict=True)) / total
    return Moments(round(total), mean, variance)


@dataclass(frozen=True)
class Estimate:
    """How much stronger an engine is, as far as the games tell.

    Unknown values are infinite, an unknown likelihood of superiority is no number.
    """

    elo: float
    elo_error: float
    normalized: float
    normalized_error: float
    los: float
    elo_least: float = -math.inf
    elo_most: float = math.inf
    """Bounds, where there is no error: the lower one for a lead, the upper one for the opposite,
    both for an even score."""
    normalized_least: float = -math.inf
    normalized_most: float = math.inf


def estimate(tally: Tally) -> Estimate:
    """The estimate from the complete pairs, or from single games while there are none."""
    if any(tally.pairs):
        seen, per_game = moments(tally.pairs, PAIR_OUTCOMES), 2
    else:
        seen, per_game = moments((tally.losses, tally.draws, tally.wins), GAME_OUTCOMES), 1
    if not seen.count:
        return Estimate(0.0, math.inf, 0.0, math.inf, math.nan)
    lead = seen.mean - 0.5
    los = _superiority_in_games(tally) if per_game == 1 else math.nan
    if not seen.variance:
        normalized = math.copysign(math.inf, lead) if lead else 0.0
        found = Estimate(elo_of(seen.mean), math.inf, normalized, math.inf, los)
        return _with_bounds(found, seen, per_game)
    reach = Z95 * seen.error
    found = Estimate(
        elo=elo_of(seen.mean),
        elo_error=(elo_of(seen.mean + reach) - elo_of(seen.mean - reach)) / 2,
        normalized=lead / math.sqrt(per_game * seen.variance) * NORMALIZED_UNIT,
        normalized_error=Z95 * NORMALIZED_UNIT / math.sqrt(per_game * seen.count),
        los=los if per_game == 1 else _normal(lead / seen.error),
    )
    return found if math.isfinite(found.elo_error) else _with_bounds(found, seen, per_game)


def _with_bounds(found: Estimate, seen: Moments, per_game: int) -> Estimate:
    """The estimate with bounds in place of the error it lacks."""
    risk = TWO_SIDED_RISK if seen.mean == 0.5 else ONE_SIDED_RISK
    least = least_score(seen.mean, seen.count, risk) if seen.mean >= 0.5 else 0.0
    most = greatest_score(seen.mean, seen.count, risk) if seen.mean <= 0.5 else 1.0
    found = replace(found, elo_least=elo_of(least), elo_most=elo_of(most))
    if seen.variance:
        return found
    if least > 0.5:
        return replace(found, normalized_least=_normalized_at(least, per_game))
    if most < 0.5:
        return replace(found, normalized_most=_normalized_at(most, per_game))
    return found


def _normalized_at(score: float, per_game: int) -> float:
    """The normalised Elo of that score nearest to 0: no observations scatter more than wins and
    losses without a draw.
    """
    return (score - 0.5) / math.sqrt(per_game * score * (1 - score)) * NORMALIZED_UNIT


def _superiority_in_games(tally: Tally) -> float:
    """The usual formula for single games, which leaves draws aside."""
    decided = tally.wins + tally.losses
    return _normal((tally.wins - tally.losses) / math.sqrt(decided)) if decided else math.nan


def _normal(deviations: float) -> float:
    """The share of a normal distribution below so many standard deviations."""
    return (1 + math.erf(deviations / math.sqrt(2))) / 2
