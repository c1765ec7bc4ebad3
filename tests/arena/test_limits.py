"""Limits and clocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match.limits import Clock, Limit, parse_limit, uhp_time


@pytest.mark.parametrize(
    ("kind", "text", "limit", "shown"),
    [
        ("st", "1", Limit(move_time=1.0), "st=1"),
        ("st", "0.25", Limit(move_time=0.25), "st=0.25"),
        ("tc", "60+0.5", Limit(clock=60.0, increment=0.5), "tc=60+0.5"),
        ("tc", "5:30", Limit(clock=330.0), "tc=330+0"),
        ("depth", "0", Limit(depth=0), "depth=0"),
        ("nodes", "1000", Limit(nodes=1000), "nodes=1000"),
    ],
)
def test_limits_are_read_and_shown(kind: str, text: str, limit: Limit, shown: str) -> None:
    assert parse_limit(kind, text) == limit
    assert str(limit) == shown


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
def test_bad_limits_are_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=kind):
        parse_limit(kind, text)


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


def test_commands_of_the_four_limits() -> None:
    commands = [Clock(limit).command() for limit in (Limit(move_time=2), Limit(depth=3))]
    commands.append(Clock(Limit(nodes=500)).command())
    assert commands == ["bestmove time 00:00:02", "bestmove depth 3", "bestmove nodes 500"]
    assert Clock(Limit(clock=60, increment=0.5)).command() == "bestmove time 00:00:02.800"


@given(
    st.floats(0.1, 1000),
    st.floats(0, 10),
    st.lists(st.floats(0.9, 1.0), min_size=1, max_size=200),
)
def test_an_engine_that_keeps_to_its_budget_never_runs_out(
    seconds: float, increment: float, shares: list[float]
) -> None:
    clock = Clock(Limit(clock=seconds, increment=increment))
    for share in shares:
        budget, allowed = clock.budget(), clock.allowed()
        assert budget is not None
        assert allowed is not None
        assert 0.01 <= budget <= max(allowed, 0.01)
        if allowed > 0.06:
            assert budget <= allowed - 0.05 + 1e-9
        clock.spend(min(budget * share, allowed))


def test_engines_that_want_whole_seconds_get_them() -> None:
    clock = Clock(Limit(clock=60, increment=0.5), whole_seconds=True)
    assert clock.command() == "bestmove time 00:00:02"
    clock.remaining = 3.0
    assert clock.command() == "bestmove time 00:00:01"
