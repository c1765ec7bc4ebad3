"""Elo, errors, LOS and normalised Elo against numbers that other programs have published.

fastchess prints, for a pentanomial, Elo, normalised Elo and LOS to two digits; the examples are
from its public issue tracker and from public logs of its users. cutechess-cli prints Elo to one
digit from wins, draws and losses.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.statistics.elo import Tally, elo_of, estimate, expected_score

Pairs = tuple[int, int, int, int, int]

FASTCHESS: list[tuple[Pairs, float, float, float, float, float]] = [
    ((30, 6, 18, 0, 6), -168.40, 73.37, -170.08, 62.16, 0.00),  # a published match
    ((0, 1, 4, 0, 0), -34.86, 62.20, -122.84, 215.34, 13.18),  # pull request 515
    ((115, 1156, 2443, 1233, 141), 4.40, 3.91, 7.61, 6.75, 98.64),  # cinder, pull request 879
    ((77, 111, 231, 149, 111), 27.17, 15.93, 31.68, 18.48, 99.96),
    ((37, 48, 117, 58, 40), 9.27, 23.12, 11.17, 27.80, 78.44),
    ((235, 1384, 2521, 1341, 239), -1.06, 4.05, -1.67, 6.37, 30.33),  # Lynx, pull request 1899
    ((0, 3, 3, 2, 0), -21.74, 96.80, -39.34, 170.24, 32.53),
]

CUTECHESS = [  # wins, losses, draws, Elo, error
    (449, 276, 275, 60.7, 18.5),
    (382, 320, 298, 21.6, 18.1),
    (372, 322, 306, 17.4, 17.9),
    (869, 646, 357, 41.6, 14.2),
]


@pytest.mark.parametrize(("pairs", "elo", "error", "nelo", "nelo_error", "los"), FASTCHESS)
def test_pairs_give_what_fastchess_prints(
    pairs: Pairs, elo: float, error: float, nelo: float, nelo_error: float, los: float
) -> None:
    found = estimate(Tally(pairs=pairs))
    assert found.elo == pytest.approx(elo, abs=0.006)
    assert found.elo_error == pytest.approx(error, abs=0.006)
    assert found.normalized == pytest.approx(nelo, abs=0.006)
    assert found.normalized_error == pytest.approx(nelo_error, abs=0.006)
    assert 100 * found.los == pytest.approx(los, abs=0.006)


@pytest.mark.parametrize(("wins", "losses", "draws", "elo", "error"), CUTECHESS)
def test_single_games_give_what_cutechess_prints(
    wins: int, losses: int, draws: int, elo: float, error: float
) -> None:
    """cutechess uses Winitzki's formula for the normal quantile: 1.9572 in place of 1.9600."""
    found = estimate(Tally(wins, draws, losses))
    assert found.elo == pytest.approx(elo, abs=0.06)
    assert found.elo_error * 1.9572 / 1.96 == pytest.approx(error, abs=0.06)


@pytest.mark.parametrize(
    ("elo", "score"),
    [(0, 0.5), (100, 0.6401), (200, 0.7597), (400, 10 / 11), (-400, 1 / 11)],
)
def test_the_score_expected_from_an_elo_difference(elo: float, score: float) -> None:
    """Arpad Elo's logistic curve: 400 Elo are odds of ten to one."""
    assert expected_score(elo) == pytest.approx(score, abs=5e-5)
    assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-9)


def test_nothing_is_known_without_games() -> None:
    found = estimate(Tally())
    assert found.elo == 0.0
    assert math.isinf(found.elo_error)
    assert math.isnan(found.los)


def test_a_clean_sweep_is_infinite_with_unknown_error() -> None:
    found = estimate(Tally(wins=4, pairs=(0, 0, 0, 0, 2)))
    assert (found.elo, found.elo_error) == (math.inf, math.inf)
    assert math.isnan(found.los)


@pytest.mark.parametrize(("wins", "losses", "los"), [(1, 0, 0.8413), (0, 4, 0.0228), (3, 3, 0.5)])
def test_single_games_need_not_be_alike_for_a_likelihood(
    wins: int, losses: int, los: float
) -> None:
    """(1 + erf((wins - losses) / sqrt(2 (wins + losses)))) / 2; draws do not count."""
    assert estimate(Tally(wins, 0, losses)).los == pytest.approx(los, abs=5e-5)
    assert estimate(Tally(wins, 7, losses)).los == pytest.approx(los, abs=5e-5)


def test_pairs_that_all_end_alike_say_nothing_about_the_error() -> None:
    found = estimate(Tally(wins=5, losses=5, pairs=(0, 0, 5, 0, 0)))
    assert found.elo == 0.0
    assert math.isinf(found.elo_error)
    assert math.isnan(found.los)


@given(st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(any))
def test_the_opponent_sees_the_mirror_image(counts: list[int]) -> None:
    a, b, c, d, e = counts
    one, other = estimate(Tally(pairs=(a, b, c, d, e))), estimate(Tally(pairs=(e, d, c, b, a)))
    assert one.elo == pytest.approx(-other.elo, abs=1e-6)
    assert one.los == pytest.approx(1 - other.los, abs=1e-9, nan_ok=True)


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=40))
def test_tallies_count_every_game_once(points: list[float]) -> None:
    tally = Tally()
    for point in points:
        tally = tally.add(point)
    assert tally.games == len(points)
    assert tally.points == sum(points)
