"""Time controls and clocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match.time_control import Clock, TimeControl, parse_time_control
from client.search_command import bestmove_command, uhp_time


@pytest.mark.parametrize(
    ("kind", "text", "control", "shown"),
    [
        ("st", "1", TimeControl(move_time=1.0), "st=1"),
        ("st", "0.25", TimeControl(move_time=0.25), "st=0.25"),
        ("tc", "60+0.5", TimeControl(clock=60.0, increment=0.5), "tc=60+0.5"),
        ("tc", "5:30", TimeControl(clock=330.0), "tc=330+0"),
        ("depth", "0", TimeControl(depth=0), "depth=0"),
        ("nodes", "1000", TimeControl(nodes=1000), "nodes=1000"),
    ],
)
def test_time_controls_are_read_and_shown(
    kind: str, text: str, control: TimeControl, shown: str
) -> None:
    assert parse_time_control(kind, text) == control
    assert str(control) == shown


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("st", "0"),
        ("st", "soon"),
        ("st", "inf"),
        ("st", "nan"),
        ("st", "-1"),
        ("tc", "40/60"),
        ("tc", "0+1"),
        ("tc", "60+"),
        ("depth", "-1"),
        ("depth", "x"),
        ("nodes", "0"),
    ],
)
def test_bad_time_controls_are_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=kind):
        parse_time_control(kind, text)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1, "00:00:01"),
        (90, "00:01:30"),
        (3661, "01:01:01"),
        (0.5, "00:00:00.500"),
        (1.0004, "00:00:01"),
        (59.9996, "00:01:00"),
    ],
)
def test_a_fraction_is_only_written_where_there_is_one(seconds: float, text: str) -> None:
    assert uhp_time(seconds) == text


def command(clock: Clock) -> str:
    return bestmove_command(clock.limits())


def test_commands_of_the_four_time_controls() -> None:
    assert command(Clock(TimeControl(move_time=2))) == "bestmove time 00:00:02"
    assert command(Clock(TimeControl(depth=3))) == "bestmove depth 3"
    assert command(Clock(TimeControl(nodes=500))) == "bestmove nodes 500"
    assert command(Clock(TimeControl(clock=60, increment=0.5))) == "bestmove time 00:00:02.800"


@given(
    st.floats(0.1, 1000),
    st.floats(0, 10),
    st.lists(st.floats(0.9, 1.0), min_size=1, max_size=200),
)
def test_an_engine_that_keeps_to_its_limits_never_runs_out(
    remaining: float, increment: float, shares: list[float]
) -> None:
    clock = Clock(TimeControl(clock=remaining, increment=increment))
    for share in shares:
        seconds, allowed = clock.limits().seconds, clock.allowed()
        assert seconds is not None
        assert allowed is not None
        assert 0.01 <= seconds <= max(allowed, 0.01)
        if allowed > 0.06:
            assert seconds <= allowed - 0.05 + 1e-9
        clock.spend(min(seconds * share, allowed))


def test_engines_that_want_whole_seconds_get_them() -> None:
    clock = Clock(TimeControl(clock=60, increment=0.5), whole_seconds=True)
    assert command(clock) == "bestmove time 00:00:02"
    clock.remaining = 3.0
    assert command(clock) == "bestmove time 00:00:01"
