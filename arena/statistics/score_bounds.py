"""Bounds of a true score that hold for few games and for one-sided results.

Near 0 and 1 the mean of the observations is not normally distributed, and where all are alike
their scatter tells nothing. What holds always is Hoeffding's inequality of 1963: the mean of n
independent observations between 0 and 1, expected to be s, reaches m > s with a chance of at most

    exp(-n D(m, s)),  D(m, s) = m ln(m / s) + (1 - m) ln((1 - m) / (1 - s)).

A pair of games is such an observation, however its two games depend on each other and however many
are drawn. For nothing but wins the inequality is exact: s is at least `risk ** (1 / n)`.
"""

import math

ONE_SIDED_RISK = 0.05
"""How often a bound on one side may be wrong."""

TWO_SIDED_RISK = ONE_SIDED_RISK / 2
"""The same for each of two bounds that are reported together."""

_HALVINGS = 100


def least_score(mean: float, observations: int, risk: float = ONE_SIDED_RISK) -> float:
    """The smallest true score under which so high a mean is not too unlikely.

    >>> round(least_score(1.0, 20), 4), round(0.05 ** (1 / 20), 4)
    (0.8609, 0.8609)
    """
    allowed = -math.log(risk) / observations
    low, high = 0.0, mean
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _divergence(mean, middle) > allowed:
            low = middle
        else:
            high = middle
    return low


def greatest_score(mean: float, observations: int, risk: float = ONE_SIDED_RISK) -> float:
    """The largest true score under which so low a mean is not too unlikely."""
    return 1 - least_score(1 - mean, observations, risk)


def _divergence(mean: float, score: float) -> float:
    """Kullback and Leibler's distance between two chances; the score is not above the mean."""
    if score <= 0:
        return math.inf if mean > 0 else 0.0
    rest = (1 - mean) * math.log((1 - mean) / (1 - score)) if mean < 1 else 0.0
    return mean * math.log(mean / score) + rest
