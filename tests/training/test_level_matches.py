"""Matches of each level against the one below."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from search import Searcher
from search.levels import _LEVELS, MOST_NODES, TOP_LEVEL
from training import levels
from training.files import fingerprint
from training.results import FOLDER, read_results

QUICK = ["--games", "2", "--nodes", "300"]


def test_each_level_plays_the_one_below(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    tables = []
    for workers in ("1", "2"):
        out = tmp_path / f"{workers}.json"
        levels.main([*QUICK, "--workers", workers, "--out", str(out)])
        rows = json.loads(out.read_text())["rows"]
        names = [f"level {level} against {level - 1}" for level in range(2, TOP_LEVEL + 1)]
        assert [row["name"] for row in rows] == names
        assert all(row["games"] == 2 for row in rows)
        tables.append(capfd.readouterr().out)
    assert tables[0] == tables[1]


def test_levels_can_be_measured_alone(tmp_path: Path) -> None:
    """With the games that they play among all."""
    found = []
    for named in (["2", "3", "5"], ["5"]):
        out = tmp_path / "levels.json"
        levels.main(["--games", "4", "--nodes", "300", "--workers", "1", "--out", str(out), *named])
        found.append(json.loads(out.read_text())["rows"])
    assert [row["name"] for row in found[0]] == [
        "level 2 against 1",
        "level 3 against 2",
        "level 5 against 4",
    ]
    assert found[1] == found[0][-1:]


@pytest.mark.parametrize("level", ["1", "11", "two"])
def test_levels_with_none_below_are_refused(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        levels.main([*QUICK, level])
    assert ended.value.code == 2
    assert level in capsys.readouterr().err.splitlines()[-1]


def test_the_levels_on_file_make_even_steps() -> None:
    """Who changes the levels measures them anew, and then says so here."""
    assert fingerprint(np.array(_LEVELS), np.array(MOST_NODES)) == "ffa3a7cb92ca"
    rows = read_results(FOLDER / "levels.json")["rows"]
    names = [f"level {level} against {level - 1}" for level in range(2, TOP_LEVEL + 1)]
    assert [row["name"] for row in rows] == names
    assert all(100 <= row["elo"] <= 250 for row in rows)
    assert all(row["games"] >= 100 and row["limit"] == f"{MOST_NODES} nodes" for row in rows)


def test_a_strong_level_beats_a_weak_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def searcher(*, level: int, **others: Any) -> Searcher:
        made.append(level)
        return Searcher(level=9 if level == 2 else 1, **others)

    monkeypatch.setattr(levels, "Searcher", searcher)
    points = [sum(levels.play_pair(2000, 1, (2, number))) for number in range(3)]
    assert made == [2, 1] * 3
    assert sum(points) >= 5


def test_openings_leave_the_game_open() -> None:
    seen = set()
    for seed in range(20):
        moves = levels.opening(Random(seed))
        assert 2 <= len(moves) <= 6
        seen.add(len(moves))
    assert len(seen) > 2
