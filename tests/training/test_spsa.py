"""The tuner: it climbs through noise, keeps to ranges and schedule, and survives being killed."""

import json
import math
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from search.parameters import PARAMETERS, Parameter
from training import spsa
from training.match import Pair
from training.spsa import Schedule, StateError, moved, perturb, tune

Values = Mapping[str, int]

HILL = (
    Parameter("far", 20, 0, 200, "best at 120"),
    Parameter("near", 50, 0, 100, "best at 40"),
    Parameter("small", 2, 0, 10, "best at 7"),
    Parameter("edge", 8, 0, 10, "best at more than it may be"),
)
SUMMIT = {"far": 120, "near": 40, "small": 7, "edge": 15}


def height(values: Values) -> float:
    """A quadratic hill."""
    ranges = {p.name: p.high - p.low for p in HILL}
    return -sum(((values[name] - SUMMIT[name]) / ranges[name]) ** 2 for name in SUMMIT)


def noisy_pair(plus: Values, minus: Values, seed: str) -> float:
    """Wins less losses of two games whose odds depend on the heights."""
    random = Random(f"noise {seed}")
    chance = 1 / (1 + 10 ** (-(height(plus) - height(minus))))
    return float(sum(1 if random.random() < chance else -1 for _ in range(2)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_climbs_a_noisy_hill(seed: int, tmp_path: Path) -> None:
    schedule = Schedule(iterations=3000, rate=0.03)
    values = tune(HILL, schedule, seed, noisy_pair, tmp_path / "state.json")
    start = {parameter.name: parameter.value for parameter in HILL}
    best = height({**SUMMIT, "edge": 10})
    assert best - height(values) < 0.2 * (best - height(start))


def test_reach_and_step_shrink_as_spall_and_fishtest_have_it() -> None:
    parameter = Parameter("some", 50, 0, 100, "")
    schedule = Schedule(iterations=1000, rate=0.002)
    # fishtest: c = c_end N^gamma, a = r_end c_end^2 (A + N)^alpha, step = a_k / c_k
    for k in (0, 1, 10, 999):
        c = 5 * 1000**0.101 / (k + 1) ** 0.101
        a = 0.002 * 5**2 * (100 + 1000) ** 0.602 / (100 + k + 1) ** 0.602
        assert schedule.reach(parameter, k) == pytest.approx(c)
        assert schedule.step(parameter, k) == pytest.approx(a / c)


def test_both_sides_of_a_trial_differ_and_stay_in_range() -> None:
    schedule = Schedule(iterations=50, rate=0.01)
    random = Random(1)
    directions = set()
    for iteration in range(50):
        values = {p.name: random.uniform(p.low + 1, p.high - 1) for p in HILL}
        trial = perturb(HILL, values, schedule, iteration, random)
        for parameter in HILL:
            plus, minus = trial.plus[parameter.name], trial.minus[parameter.name]
            assert (plus - minus) * trial.signs[parameter.name] > 0
            assert all(parameter.low <= value <= parameter.high for value in (plus, minus))
        directions.add(tuple(trial.signs.values()))
    assert len(directions) > 8


def test_rounding_favours_neither_side() -> None:
    """A quarter above a whole number is rounded up in a quarter of the trials."""
    parameter = Parameter("some", 5, 0, 10, "")
    schedule = Schedule(iterations=1, rate=0.01)
    random = Random(1)
    trials = [perturb([parameter], {"some": 5.25}, schedule, 0, random) for _ in range(4000)]
    means = [sum(side) / 2 for side in ((t.plus["some"], t.minus["some"]) for t in trials)]
    assert sum(means) / len(means) == pytest.approx(5.25, abs=0.03)


def test_values_move_towards_the_winner_and_not_out_of_range() -> None:
    schedule = Schedule(iterations=10, rate=0.01)
    values = {"far": 20.0, "near": 50.0, "small": 2.0, "edge": 10.0}
    signs = {"far": 1, "near": -1, "small": 1, "edge": 1}
    won = moved(HILL, values, schedule, 0, signs, 2)
    assert won["far"] > 20
    assert won["near"] < 50
    assert won["edge"] == 10
    lost = moved(HILL, values, schedule, 0, signs, -2)
    assert 20 - lost["far"] == pytest.approx(won["far"] - 20)
    assert moved(HILL, values, schedule, 0, signs, 0) == values


def test_going_on_after_a_break_ends_where_an_unbroken_run_ends(tmp_path: Path) -> None:
    schedule = Schedule(iterations=40, rate=0.05)
    unbroken, broken = tmp_path / "unbroken.json", tmp_path / "broken.json"
    expected = tune(HILL, schedule, 1, noisy_pair, unbroken)
    calls = 0

    def breaks_off(plus: Values, minus: Values, seed: str) -> float:
        nonlocal calls
        calls += 1
        if calls % 13 == 0:
            raise KeyboardInterrupt
        return noisy_pair(plus, minus, seed)

    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            tune(HILL, schedule, 1, breaks_off, broken)
    assert tune(HILL, schedule, 1, breaks_off, broken) == expected
    assert calls == 40 + 3
    assert broken.read_bytes() == unbroken.read_bytes()


def test_a_state_of_another_tuning_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    tune(HILL, Schedule(5, 0.01), 1, noisy_pair, state)
    for schedule, seed, about, found in (
        (Schedule(6, 0.01), 1, {}, "iterations 5, not 6"),
        (Schedule(5, 0.02), 1, {}, "rate 0.01, not 0.02"),
        (Schedule(5, 0.01), 2, {}, "seed 1, not 2"),
        (Schedule(5, 0.01), 1, {"nodes": 7}, "nodes None, not 7"),
    ):
        with pytest.raises(StateError, match=f"other settings: {found}$"):
            tune(HILL, schedule, seed, noisy_pair, state, about)
    whole = json.loads(state.read_text())
    damages: tuple[dict[str, Any], ...] = (
        {"iterations": 6},
        {"iterations": -1},
        {"iterations": 2.5},
        {"exact": {}},
        {"exact": None},
        {"exact": {**whole["exact"], "far": 201}},
        {"exact": {**whole["exact"], "far": math.nan}},
        {"exact": {**whole["exact"], "farther": 1}},
        {"settings": None},
    )
    for damage in damages:
        state.write_text(json.dumps({**whole, **damage}))
        with pytest.raises(StateError):
            tune(HILL, Schedule(5, 0.01), 1, noisy_pair, state)
    state.write_text('{"rows": []}')
    with pytest.raises(StateError, match="not the state"):
        tune(HILL, Schedule(5, 0.01), 1, noisy_pair, state)


def command(state: Path, iterations: int, workers: int) -> list[str]:
    small = ["--nodes", "300", "--pairs", "2", "--rate", "0.5", "--workers", str(workers)]
    return ["--state", str(state), "--iterations", str(iterations), *small]


@pytest.mark.slow
def test_a_killed_process_goes_on_to_the_same_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Played with real games, by one process and by two."""
    killed, whole = tmp_path / "killed.json", tmp_path / "whole.json"
    program = [sys.executable, "-m", "training", "spsa", *command(killed, 6, 1)]
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        # Not as soon as there is a file: whether it can be written is tried with an empty one.
        assert "1 of 6" in process.stderr.readline()
        process.kill()
    spsa.main(command(whole, 6, 1))
    expected = capsys.readouterr().out
    spsa.main(command(killed, 6, 2))
    assert capsys.readouterr().out == expected
    assert killed.read_bytes() == whole.read_bytes()
    values = json.loads(whole.read_text())["values"]
    tuned = [p for p in PARAMETERS if not p.name.startswith("tree_")]
    assert expected.splitlines() == [f"{p.name} {p.value} -> {values[p.name]}" for p in tuned]
    assert any(values[p.name] != p.value for p in tuned)
    assert all(p.low <= values[p.name] <= p.high for p in tuned)


def test_parameters_can_be_tuned_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spsa.main([*command(tmp_path / "state.json", 1, 1), "history_bonus"])
    assert capsys.readouterr().out.startswith("history_bonus 57 -> ")


def test_parameters_of_the_tree_search_are_tuned_in_its_own_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Pair] = []

    def watched(pair: Pair) -> tuple[float, float]:
        played.append(pair)
        return 1.0, 1.0

    monkeypatch.setattr(spsa, "play_pair", watched)
    spsa.main([*command(tmp_path / "state.json", 1, 1), "--strategy", "MCTS"])
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == [p.name for p in PARAMETERS if p.name.startswith("tree_")]
    assert {side.strategy for pair in played for side in (pair.one, pair.other)} == {"MCTS"}
    assert set(played[0].one.parameters) == set(names)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("gravity", "AlphaBeta has no parameter 'gravity'"),
        ("tree_children", "AlphaBeta has no parameter 'tree_children'"),
        ("--strategy MCTS history_bonus", "MCTS has no parameter 'history_bonus'"),
        ("--strategy Luck", "--strategy"),
        ("--rate 0", "--rate"),
        ("--rate nan", "--rate"),
        ("--iterations 0", "--iterations"),
        ("--pairs 0", "--pairs"),
        ("history_bonus history_bonus", "a parameter is named twice"),
    ],
)
def test_wrong_arguments_are_refused(
    wrong: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        spsa.main(["--state", str(tmp_path / "state.json"), *wrong.split()])
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]
