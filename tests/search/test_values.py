"""Scores and limits: plain values with a few promises."""

import math
from itertools import pairwise
from typing import Any

import pytest

from engine import Color
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


def test_the_better_score_is_the_greater() -> None:
    rising = [
        Score.mate_in(-1),
        Score.mate_in(-5),
        Score.mate_in(-1000),
        Score(-28999),
        Score(-1),
        Score(0),
        Score(1),
        Score(28999),
        Score.mate_in(1000),
        Score.mate_in(5),
        Score.mate_in(1),
    ]
    assert sorted(rising, key=lambda score: score) == rising
    assert all(one < two and two > one and one != two for one, two in pairwise(rising))
    assert all(one <= one >= one for one in rising)
    assert [-score for score in reversed(rising)] == rising
    assert len({*rising, *rising}) == len(rising)
    with pytest.raises(TypeError):
        assert Score(0) < 1  # type: ignore[operator]


def test_a_score_shows_itself_as_it_can_be_written() -> None:
    for score in (Score(0), Score(-250), Score.mate_in(3), Score.mate_in(-2)):
        assert eval(repr(score)) == score
    assert repr(Score(29997)) == "Score.mate_in(3)"


@pytest.mark.parametrize(
    ("plies", "error"), [(0, ValueError), (1001, ValueError), (1.5, TypeError)]
)
def test_a_forced_end_is_some_plies_away(plies: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Score.mate_in(plies)


def test_a_score_can_be_seen_by_either_player() -> None:
    white, black = Color.WHITE, Color.BLACK
    assert Score(35).pov(white, turn=white) == Score(35) == Score(35).pov(black, turn=black)
    assert Score(35).pov(white, turn=black) == Score(-35) == Score(35).pov(black, turn=white)
    assert Score.mate_in(3).pov(white, turn=black) == Score.mate_in(-3)
    with pytest.raises(ValueError, match="not a valid Color"):
        Score(1).pov("white", turn=white)  # type: ignore[arg-type]
