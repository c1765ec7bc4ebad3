"""The sequential test against published values and against brute force.

The brute force has nothing in common with the program but the definition: a general optimiser
looks for the outcome distribution that makes the observed pairs likeliest under each hypothesis.
"""

import math
import random

import numpy as np
import pytest
from scipy.optimize import minimize

from arena.settings import SprtBounds
from arena.statistics.sprt import UNSEEN, SprtState, log_likelihood_ratio, sprt_state, wald_bounds

POINTS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
NELO_PER_SIGMA = 800 / math.log(10)

PUBLISHED = [
    # fastchess: pentanomial, bounds, model, LLR as printed
    ((115, 1156, 2443, 1233, 141), (-3, 1), True, 2.90),  # cinder, pull request 879
    ((77, 111, 231, 149, 111), (0, 10), True, 2.97),
    ((235, 1384, 2521, 1341, 239), (-5, 0), False, 1.69),  # Lynx, pull request 1899
    ((0, 3, 3, 2, 0), (0, 10), False, -0.11),
]


@pytest.mark.parametrize(("pairs", "elo", "normalized", "llr"), PUBLISHED)
def test_fastchess_prints_the_same_ratio(
    pairs: tuple[int, ...], elo: tuple[float, float], normalized: bool, llr: float
) -> None:
    bounds = SprtBounds(*elo, normalized=normalized)
    assert log_likelihood_ratio(pairs, bounds) == pytest.approx(llr, abs=0.006)


def constrained_log_likelihood(counts: list[float], elo: float, normalized: bool) -> float:
    """The largest log-likelihood of any distribution that the hypothesis allows."""
    weights = np.array(counts)

    def excess(p: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
        mean = float(p @ POINTS)
        if not normalized:
            return mean - 1 / (1 + 10 ** (-elo / 400))
        # A pair is the mean of two games, so its deviation is smaller by the root of two.
        sigma_of_game = math.sqrt(2 * max(1e-15, float(p @ (POINTS - mean) ** 2)))
        return mean - 0.5 - elo / NELO_PER_SIGMA * sigma_of_game

    best = -math.inf
    one_sided = np.array([0.01, 0.02, 0.03, 0.04, 0.9])
    for start in (weights / weights.sum(), np.full(5, 0.2), one_sided, one_sided[::-1]):
        found = minimize(
            lambda p: -float(weights @ np.log(np.maximum(p, 1e-300))) / weights.sum(),
            start,
            jac=lambda p: -weights / np.maximum(p, 1e-300) / weights.sum(),
            bounds=[(1e-12, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": excess},
            ],
            method="SLSQP",
            options={"maxiter": 1000, "ftol": 1e-15},
        )
        if abs(excess(found.x)) < 1e-8 and abs(found.x.sum() - 1) < 1e-8:
            best = max(best, -found.fun * weights.sum())
    assert math.isfinite(best)
    return best


@pytest.mark.slow
@pytest.mark.parametrize("normalized", [True, False])
def test_brute_force_finds_the_same_ratio(normalized: bool) -> None:
    generator = random.Random(7)
    for _ in range(12):
        pairs = [generator.randint(5, 60) for _ in range(5)]
        elo0 = generator.uniform(-60, 40)
        elo1 = elo0 + generator.uniform(5, 80)
        expected = constrained_log_likelihood(
            list(map(float, pairs)), elo1, normalized
        ) - constrained_log_likelihood(list(map(float, pairs)), elo0, normalized)
        found = log_likelihood_ratio(pairs, SprtBounds(elo0, elo1, normalized=normalized))
        assert found == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize("elo", [-400.0, -300.0, -232.0, 232.0, 300.0, 400.0])
def test_large_normalized_elo_can_be_tested(elo: float) -> None:
    pairs = [20.0, 12.0, 9.0, 17.0, 30.0]
    bounds = SprtBounds(min(0.0, elo), max(0.0, elo))
    expected = constrained_log_likelihood(pairs, bounds.elo1, normalized=True)
    expected -= constrained_log_likelihood(pairs, bounds.elo0, normalized=True)
    counts = [int(count) for count in pairs]
    assert log_likelihood_ratio(counts, bounds) == pytest.approx(expected, rel=1e-4)
    for one_sided in ((0, 0, 0, 0, 9), (9, 0, 0, 0, 0), (0, 0, 9, 0, 0), (1, 0, 0, 0, 999)):
        assert math.isfinite(log_likelihood_ratio(one_sided, bounds))


def test_two_outcomes_leave_no_choice() -> None:
    """With only lost and won pairs the distribution follows from the mean alone: a plain SPRT.

    The unseen outcomes count for a thousandth of a pair each, which is the tolerance.
    """
    pairs = (30, 0, 0, 0, 50)
    score0, score1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (0, 50))
    plain = 50 * math.log(score1 / score0) + 30 * math.log((1 - score1) / (1 - score0))
    found = log_likelihood_ratio(pairs, SprtBounds(0, 50, normalized=False))
    assert found == pytest.approx(plain, abs=10 * UNSEEN)


def test_walds_bounds() -> None:
    """A. Wald, Sequential Analysis (1947): log(beta / (1 - alpha)) and log((1 - beta) / alpha)."""
    assert wald_bounds(SprtBounds(0, 5)) == pytest.approx((-2.944439, 2.944439))
    assert wald_bounds(SprtBounds(0, 5, 0.05, 0.10)) == pytest.approx((-2.251292, 2.890372))


def test_the_test_goes_on_until_a_bound_is_reached() -> None:
    bounds = SprtBounds(0, 100)
    assert sprt_state((0, 0, 0, 0, 0), bounds) is SprtState.RUNNING
    assert sprt_state((2, 3, 5, 4, 3), bounds) is SprtState.RUNNING
    assert sprt_state((2, 3, 5, 14, 23), bounds) is SprtState.H1
    assert sprt_state((23, 14, 5, 3, 2), bounds) is SprtState.H0


@pytest.mark.parametrize("normalized", [True, False])
def test_one_sided_matches_are_decided(normalized: bool) -> None:
    bounds = SprtBounds(0, 200, normalized=normalized)
    assert sprt_state((0, 0, 0, 0, 40), bounds) is SprtState.H1
    assert sprt_state((40, 0, 0, 0, 0), bounds) is SprtState.H0


@pytest.mark.slow
def test_errors_are_as_rare_as_promised() -> None:
    """Simulated matches between engines that differ by elo0 or elo1 exactly."""
    generator = random.Random(3)
    bounds = SprtBounds(0, 120, alpha=0.1, beta=0.1, normalized=False)
    wrong = 0
    for truth, accepted in ((0.0, SprtState.H1), (120.0, SprtState.H0)):
        score = 1 / (1 + 10 ** (-truth / 400))
        for _ in range(60):
            pairs = [0] * 5
            while (state := sprt_state(pairs, bounds)) is SprtState.RUNNING:
                pairs[2 * sum(generator.random() < score for _ in range(2))] += 1
            wrong += state is accepted
    assert wrong <= 120 * 0.1 * 1.6
