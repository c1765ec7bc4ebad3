"""Ratings of a whole tournament: the Elo numbers under which its results are likeliest.

The model is Bradley and Terry's, with a draw as half a win. The errors come from the observed
scatter of the pairs (the "sandwich" of Huber and White), so that draws and the dependence of the
two games of a pair are allowed for.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.statistics.elo import Z95

ELO_UNIT = 400 / math.log(10)

_MOST_STEPS = 100
_PRECISION = 1e-10
_LONGEST_STEP = 2.0
_NEGLIGIBLE = 1e-9
"""Relative to the largest, an eigenvalue that is nothing but rounding."""

_Matrix = NDArray[np.float64]


class Bout(NamedTuple):
    """The one or two games of a pair: numbers of the engines, and the first one's points."""

    first: int
    second: int
    games: int
    points: float


@dataclass(frozen=True)
class Rating:
    """An engine's rating, relative to the average of the field."""

    elo: float
    error: float
    bounded: bool = False
    """Whether an engine won or lost everything, so that the number is only a guess."""


def rate(engines: int, bouts: Sequence[Bout]) -> list[Rating]:
    """The maximum-likelihood ratings of engines numbered from 0; their mean is 0."""
    if not bouts:
        return [Rating(0.0, math.inf)] * engines
    bounded = not _has_maximum(engines, bouts)
    prior = [Bout(a, b, 1, 0.5) for a, b in _met(bouts)] if bounded else []
    counted = [*bouts, *prior]
    strength = _maximum(engines, counted)
    information, scatter = _curvature(strength, counted)
    inverse = _inverse(information)
    variance = np.diag(inverse @ scatter @ inverse)
    return [
        Rating(float(strength[index]) * ELO_UNIT, _error(float(variance[index])), bounded)
        for index in range(engines)
    ]


def _met(bouts: Sequence[Bout]) -> list[tuple[int, int]]:
    return sorted({(min(b.first, b.second), max(b.first, b.second)) for b in bouts})


def _has_maximum(engines: int, bouts: Sequence[Bout]) -> bool:
    """Whether every engine can be reached from every other along points taken (Ford, 1957)."""
    took = np.eye(engines, dtype=bool)
    for bout in bouts:
        took[bout.first, bout.second] |= bout.points > 0
        took[bout.second, bout.first] |= bout.points < bout.games
    for _ in range(engines):
        took = (took.astype(np.int64) @ took.astype(np.int64)) > 0
    return bool(took.all())


def _maximum(engines: int, bouts: Sequence[Bout]) -> _Matrix:
    """Newton's method on the log-likelihood, which has a single maximum."""
    strength = np.zeros(engines)
    for _ in range(_MOST_STEPS):
        gradient = np.zeros(engines)
        for bout in bouts:
            surprise = bout.points - bout.games * _win_chance(strength, bout)
            gradient[bout.first] += surprise
            gradient[bout.second] -= surprise
        information, _ = _curvature(strength, bouts)
        step = _inverse(information) @ gradient
        strength += np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
        strength -= strength.mean()
        if np.abs(step).max() < _PRECISION:
            break
    return strength


def _inverse(information: _Matrix) -> _Matrix:
    """The inverse but for the directions nothing is known of: the sum of all ratings is free."""
    inverse = np.linalg.pinv(information, rcond=_NEGLIGIBLE, hermitian=True)
    return np.asarray(inverse, dtype=np.float64)


def _error(variance: float) -> float:
    """The 95 % error in Elo; unknown, thus infinite, if the results did not scatter."""
    deviation = math.sqrt(max(0.0, variance))
    return Z95 * deviation * ELO_UNIT if deviation > _NEGLIGIBLE else math.inf


def _win_chance(strength: _Matrix, bout: Bout) -> float:
    return 1 / (1 + math.exp(float(strength[bout.second] - strength[bout.first])))


def _curvature(strength: _Matrix, bouts: Sequence[Bout]) -> tuple[_Matrix, _Matrix]:
    """The information of the results, and the scatter actually seen in them."""
    size = len(strength)
    information, scatter = np.zeros((size, size)), np.zeros((size, size))
    for bout in bouts:
        chance = _win_chance(strength, bout)
        weight = bout.games * chance * (1 - chance)
        surprise = (bout.points - bout.games * chance) ** 2
        for matrix, value in ((information, weight), (scatter, surprise)):
            matrix[bout.first, bout.first] += value
            matrix[bout.second, bout.second] += value
            matrix[bout.first, bout.second] -= value
            matrix[bout.second, bout.first] -= value
    return information, scatter
