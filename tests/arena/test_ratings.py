"""Maximum-likelihood ratings of a tournament."""

import math
import random

import numpy as np
import pytest
from scipy.optimize import minimize

from arena.statistics.elo import Tally, elo_of, estimate
from arena.statistics.ratings import Bout, rate


def test_two_engines_differ_by_the_elo_of_their_score() -> None:
    bouts = [Bout(0, 1, 2, 2.0)] * 3 + [Bout(0, 1, 2, 1.0)] * 5 + [Bout(0, 1, 2, 0.5)] * 2
    first, second = rate(2, bouts)
    assert first.elo - second.elo == pytest.approx(elo_of(12 / 20), abs=1e-6)
    assert first.elo == pytest.approx(-second.elo)


def test_two_engines_have_the_error_of_their_pairs() -> None:
    """For many games the error of the difference is that of the pentanomial estimate."""
    counts = (40, 90, 160, 130, 80)
    bouts = [Bout(0, 1, 2, points / 2) for points, n in enumerate(counts) for _ in range(n)]
    first, second = rate(2, bouts)
    assert first.error + second.error == pytest.approx(
        estimate(Tally(pairs=counts)).elo_error, rel=0.01
    )


def test_a_known_example_of_bradley_and_terry() -> None:
    """The baseball data of Agresti, Categorical Data Analysis, table 10.10 (1987 season).

    The strengths, with Baltimore at zero, are in his text: Milwaukee 1.58, Detroit 1.44, Toronto
    1.29, New York 1.25, Boston 1.11, Cleveland 0.68.
    """
    names = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    bouts = [
        Bout(a, b, 1, 1.0) for a in range(7) for b in range(7) if a != b for _ in range(wins[a][b])
    ]
    unit = math.log(10) / 400
    ratings = rate(len(names), bouts)
    strengths = [(rating.elo - ratings[-1].elo) * unit for rating in ratings]
    assert strengths == pytest.approx([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0], abs=0.005)


def test_a_general_optimiser_finds_the_same_ratings() -> None:
    generator = random.Random(11)
    bouts = [
        Bout(a, b, 2, generator.choice([0, 0.5, 1, 1, 1.5, 2]))
        for a in range(5)
        for b in range(a + 1, 5)
        for _ in range(6)
    ]

    def loss(strength: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
        total = 1e-6 * float(strength.sum()) ** 2
        for bout in bouts:
            chance = 1 / (1 + math.exp(float(strength[bout.second] - strength[bout.first])))
            total -= bout.points * math.log(chance)
            total -= (bout.games - bout.points) * math.log(1 - chance)
        return total

    found = minimize(loss, np.zeros(5), method="BFGS").x
    expected = (found - found.mean()) * 400 / math.log(10)
    assert [rating.elo for rating in rate(5, bouts)] == pytest.approx(expected, abs=0.05)


def test_errors_cover_the_truth_nineteen_times_in_twenty() -> None:
    generator = random.Random(5)
    truth = [120.0, 20.0, -140.0]
    inside = total = 0
    for _ in range(60):
        bouts = []
        for a, b in ((0, 1), (0, 2), (1, 2)):
            chance = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
            for _ in range(60):
                points = sum(generator.random() < chance for _ in range(2))
                bouts.append(Bout(a, b, 2, float(points)))
        for rating, elo in zip(rate(3, bouts), truth, strict=True):
            inside += abs(rating.elo - elo) <= rating.error
            total += 1
    assert 0.89 <= inside / total <= 1.0


def test_errors_of_an_ordinary_tournament_are_ordinary() -> None:
    """The sum of the ratings is free; rounding there must not be taken for information."""
    pairs = {(0, 1): (0, 10, 40), (0, 2): (20, 10, 20), (1, 2): (20, 10, 20)}
    bouts = [
        Bout(a, b, 2, points)
        for (a, b), counts in pairs.items()
        for points, count in zip((2.0, 1.0, 0.0), counts, strict=True)
        for _ in range(count)
    ]
    assert all(10 < rating.error < 100 for rating in rate(3, bouts))


def test_a_clean_sweep_gets_a_finite_rating_marked_as_a_guess() -> None:
    ratings = rate(3, [Bout(0, 1, 2, 2.0), Bout(0, 2, 2, 2.0), Bout(1, 2, 2, 1.5)])
    assert all(rating.bounded and math.isfinite(rating.elo) for rating in ratings)
    assert ratings[0].elo > ratings[1].elo > ratings[2].elo


def test_no_games_no_ratings() -> None:
    assert [rating.elo for rating in rate(3, [])] == [0.0, 0.0, 0.0]
