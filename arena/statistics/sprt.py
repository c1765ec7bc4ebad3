"""The sequential probability ratio test: stop as soon as one of two hypotheses is likely enough.

It is the generalised test (GSPRT) on pairs of games: each hypothesis is given the most likely
outcome distribution it allows, and the logarithm of the ratio of the likelihoods is compared with
Wald's bounds. See M. Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo
for practical use"; fishtest and fastchess do the same.
"""

import math
from collections.abc import Sequence
from enum import StrEnum

from arena.settings import SprtBounds
from arena.statistics.elo import NORMALIZED_UNIT, PAIR_OUTCOMES, expected_score, moments

UNSEEN = 1e-3
"""Stands for a count of zero, so that no hypothesis is ruled out by an outcome not yet seen."""

_PRECISION = 1e-12
_MOST_ROUNDS = 200
_PAIR_SIZE = 2


class SprtState(StrEnum):
    """Where the test stands."""

    RUNNING = "running"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


def wald_bounds(bounds: SprtBounds) -> tuple[float, float]:
    """The log-likelihood ratios at which H0 and H1 are accepted."""
    lower = math.log(bounds.beta / (1 - bounds.alpha))
    upper = math.log((1 - bounds.beta) / bounds.alpha)
    return lower, upper


def log_likelihood_ratio(pairs: Sequence[int], bounds: SprtBounds) -> float:
    """How much likelier the pairs are under H1 (elo1) than under H0 (elo0), as a logarithm."""
    if not any(pairs):
        return 0.0
    counts = [count or UNSEEN for count in pairs]
    total = sum(counts)
    seen = [count / total for count in counts]
    fit = _fit_normalized if bounds.normalized else _fit_logistic
    under0, under1 = fit(seen, bounds.elo0), fit(seen, bounds.elo1)
    return sum(
        count * math.log(p1 / p0) for count, p0, p1 in zip(counts, under0, under1, strict=True)
    )


def sprt_state(pairs: Sequence[int], bounds: SprtBounds) -> SprtState:
    """Whether the test is decided."""
    lower, upper = wald_bounds(bounds)
    ratio = log_likelihood_ratio(pairs, bounds)
    if ratio >= upper:
        return SprtState.H1
    return SprtState.H0 if ratio <= lower else SprtState.RUNNING


def _fit_logistic(seen: Sequence[float], elo: float) -> list[float]:
    """The likeliest distribution whose mean is the score expected at that Elo."""
    score = expected_score(elo)
    return _fit_zero_mean(seen, [outcome - score for outcome in PAIR_OUTCOMES])


def _fit_normalized(seen: Sequence[float], elo: float) -> list[float]:
    """The likeliest distribution whose lead over a half is that many standard deviations.

    The condition is not linear in the probabilities. It is replaced by its tangent at the
    distribution found so far, until nothing changes.

    A tangent that is nowhere zero has no solution. That can only happen at the first one, for the
    distributions found later have a larger lead than asked for, never a smaller one; the start is
    moved towards nothing but wins, or nothing but losses, until its tangent has a zero.
    """
    lead = elo / NORMALIZED_UNIT * math.sqrt(_PAIR_SIZE)
    fitted = [1 / len(PAIR_OUTCOMES)] * len(PAIR_OUTCOMES)
    tangent = _tangent(fitted, lead)
    while not min(tangent) < 0 < max(tangent):
        fitted = [p / 2 for p in fitted]
        fitted[-1 if lead > 0 else 0] += 0.5
        tangent = _tangent(fitted, lead)
    for _ in range(_MOST_ROUNDS):
        previous, fitted = fitted, _fit_zero_mean(seen, tangent)
        tangent = _tangent(fitted, lead)
        if max(abs(a - b) for a, b in zip(previous, fitted, strict=True)) < _PRECISION:
            break
    return fitted


def _tangent(fitted: Sequence[float], lead: float) -> list[float]:
    """What each outcome adds to the lead over a half, less the lead that is asked for."""
    now = moments(fitted, PAIR_OUTCOMES)
    deviation = math.sqrt(now.variance)
    return [
        x - 0.5 - lead * deviation * (1 + ((x - now.mean) / deviation) ** 2) / 2
        for x in PAIR_OUTCOMES
    ]


def _fit_zero_mean(seen: Sequence[float], values: Sequence[float]) -> list[float]:
    """The likeliest distribution, given what was seen, under which the values average to zero.

    By Lagrange's method it is `p / (1 + t * value)` for the one t that makes the average vanish;
    the average falls with t, so t is found by halving.
    """
    low, high = -1 / max(values), -1 / min(values)
    for _ in range(_MOST_ROUNDS):
        t = (low + high) / 2
        if sum(p * v / (1 + t * v) for p, v in zip(seen, values, strict=True)) > 0:
            low = t
        else:
            high = t
    return [p / (1 + t * v) for p, v in zip(seen, values, strict=True)]
