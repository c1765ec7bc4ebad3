"""The time that is said to be left is told late rather than wrong."""

import io
import re

import pytest

from study.progress import Progress
from study.review.forecast import Forecast


class Clock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("study.progress.time", clock)
    return clock


def seconds_left(progress: Progress) -> int | None:
    told = re.search(r"(?:(\d+):)?(\d+):(\d+) left", str(progress))
    if told is None:
        return None
    hours, minutes, seconds = (int(number or 0) for number in told.groups())
    return 3600 * hours + 60 * minutes + seconds


def test_the_time_left_is_not_told_before_the_pace_is_known(clock: Clock) -> None:
    progress = Progress(100, "games", io.StringIO())
    clock.now += 30  # everything is compiled
    for done in range(1, 100):
        progress.advance()
        left = seconds_left(progress)
        if done < 5:
            assert left is None
        else:
            assert left == 100 - done
        clock.now += 1
    progress.advance()
    assert seconds_left(progress) is None


def test_what_was_known_already_does_not_count_for_the_pace(clock: Clock) -> None:
    progress = Progress(200, "positions", io.StringIO())
    for _ in range(100):
        progress.advance(work=0)
    assert seconds_left(progress) is None
    for _ in range(6):
        clock.now += 2
        progress.advance()
    assert seconds_left(progress) == 2 * 94


@pytest.mark.parametrize("share", [20, 40, 60, 80])
def test_second_looks_are_expected_before_they_are_asked_for(clock: Clock, share: int) -> None:
    """Games of 50 positions, of which so many percent are looked at again, four times as long."""
    games, length = 8, 50
    again = length * share // 100
    forecast = Forecast([length] * games)
    progress = Progress(games * length, "positions", io.StringIO())
    progress.work_left = forecast.work_left
    end = clock.now + games * (length + 4 * again)

    def check(game: int) -> None:
        left = seconds_left(progress)
        if left is not None and clock.now < end:
            # What is usual is assumed at first; from a quarter on these games tell themselves.
            low, high = (0.7, 1.9) if game < games // 4 else (0.9, 1.3)
            assert low < left / (end - clock.now) < high

    for game in range(games):
        for _ in range(length):
            clock.now += 1
            progress.advance(work=forecast.first_look(game))
            check(game)
        progress.expect(again)
        forecast.second_looks(again, 0)
        for _ in range(again):
            clock.now += 4
            progress.advance(work=forecast.second_looks(0, 1))
            check(game)
    assert clock.now == end
    assert forecast.work_left() == pytest.approx(0)


@pytest.mark.parametrize("seconds", [2, 4, 8])
def test_second_looks_that_take_another_time_than_thought_set_the_pace(
    clock: Clock, seconds: int
) -> None:
    looks, again = 100, 50
    forecast = Forecast([looks])
    progress = Progress(looks, "positions", io.StringIO())
    progress.work_left = forecast.work_left
    for _ in range(looks):
        clock.now += 1
        progress.advance(work=forecast.first_look(0))
    progress.expect(again)
    forecast.second_looks(again, 0)
    for done in range(1, again):
        clock.now += seconds
        progress.advance(work=forecast.second_looks(0, 1))
        left = seconds_left(progress)
        assert left is not None
        true = seconds * (again - done)
        assert true / 2 <= left <= 2 * true
        assert left == true or done * seconds < looks + 2 * seconds


def test_a_pace_that_was_seen_for_a_moment_alone_tells_nothing(clock: Clock) -> None:
    progress = Progress(100, "positions", io.StringIO())
    for _ in range(6):
        progress.advance()
    clock.now += 10
    assert seconds_left(progress) is None


def test_what_is_remembered_of_the_pace_does_not_grow_with_the_steps(clock: Clock) -> None:
    progress = Progress(10**6, "positions", io.StringIO())
    for _ in range(20_000):
        clock.now += 0.001
        progress.advance()
    assert seconds_left(progress) == pytest.approx(980, abs=15)
    assert len(progress._marks) < 200
