"""Scores and limits: plain values with a few promises."""

import math
from itertools import pairwise

import pytest

from search import Limits, Score


@pytest.mark.parametrize(
    ("value", "mate", "text"),
    [
        (0, None, "+0.00"),
        (37, None, "+0.37"),
        (-250, None, "-2.50"),
        (28999, None, "+289.99"),
        (-28999, None, "-289.99"),
        (29999, 1, "#1"),
        (29995, 5, "#5"),
        (29000, 1000, "#1000"),
        (-29998, -2, "-#2"),
        (-29000, -1000, "-#1000"),
    ],
)
def test_a_score_is_in_points_or_counts_the_plies_to_a_forced_end(
    value: int, mate: int | None, text: str
) -> None:
    assert Score(value).mate == mate
    assert str(Score(value)) == text


@pytest.mark.parametrize(("value", "chance"), [(0, 1 / 2), (400, 10 / 11), (-800, 1 / 101)])
def test_four_hundred_mean_odds_of_ten_to_one(value: int, chance: float) -> None:
    assert Score(value).win_chance == pytest.approx(chance)


def test_a_forced_end_is_certain() -> None:
    assert Score(29000).win_chance == 1
    assert Score(-29000).win_chance == 0
    assert 0 < Score(-2000).win_chance < Score(2000).win_chance < 1


@pytest.mark.parametrize(
    ("limits", "deadline"),
    [
        (Limits(seconds=2), 12.0),
        (Limits(seconds=0), 10.0),
        (Limits(seconds=2, deadline=11.5), 11.5),
        (Limits(seconds=1, deadline=11.5), 11.0),
        (Limits(deadline=11.5), 11.5),
        (Limits(depth=3), None),
    ],
)
def test_seconds_become_the_earlier_deadline(limits: Limits, deadline: float | None) -> None:
    counted = limits.counted_from(10.0)
    assert counted.deadline == deadline
    assert counted.seconds is None
    assert (counted.depth, counted.nodes) == (limits.depth, limits.nodes)


@pytest.mark.parametrize("deadline", [math.nan, math.inf, -math.inf])
def test_a_deadline_is_finite(deadline: float) -> None:
    with pytest.raises(ValueError, match="the deadline must be finite"):
        Limits(deadline=deadline)
    with pytest.raises(TypeError, match="the deadline must be a number"):
        Limits(deadline=True)


def test_odds_rise_evenly_with_the_score() -> None:
    chances = [Score(value).win_chance for value in range(-1000, 1001, 100)]
    odds = [chance / (1 - chance) for chance in chances]
    assert all(later / earlier == pytest.approx(10**0.25) for earlier, later in pairwise(odds))
