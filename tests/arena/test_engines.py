"""Matches between real engines: ours at different time controls, and one made of OpenSpiel."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from arena_helpers import engine_option, run_arena

OURS = f"cmd={shlex.join((sys.executable, '-m', 'uhp'))}"
SINGLE = ["option.Threads=1", "option.TableSizeMiB=16", "startup=120", "reply=300"]


def result(directory: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((directory / "r.json").read_text())
    return report


@pytest.mark.slow
def test_more_depth_wins(tmp_path: Path) -> None:
    deep = ["-engine", OURS, *SINGLE, "name=deep", "depth=3"]
    shallow = ["-engine", OURS, *SINGLE, "name=shallow", "depth=1"]
    more = ["-games", "4", "-strict", "-jsonout", "r.json", "-quiet", "-maxplies", "120"]
    done = run_arena([*deep, *shallow, *more], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    (match,) = result(tmp_path)["encounters"]
    assert match["points"] >= 3


@pytest.mark.slow
def test_all_time_controls_work_with_our_engine(tmp_path: Path) -> None:
    """Nodes, time a move and a clock, with nobody late."""
    players = [
        part
        for name, control in (("nodes", "nodes=300"), ("time", "st=0.05"), ("clock", "tc=2+0.05"))
        for part in ("-engine", OURS, *SINGLE, f"name={name}", control, "margin=2")
    ]
    more = ["-openings", "plies=6", "-maxplies", "20"]
    done = run_arena([*players, *more, "-games", "2", "-strict", "-quiet"], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_an_independent_engine_plays_by_the_same_rules(tmp_path: Path) -> None:
    """OpenSpiel lets Black break the hive while the white queen is in hand: that alone may fail."""
    ours = ["-engine", OURS, *SINGLE, "name=ours", "depth=2"]
    theirs = engine_option("depth=1", script="openspiel_player")
    more = ["-gametype", "Base,Base+MLP", "-games", "4", "-seed", "3", "-jsonout", "r.json"]
    done = run_arena([*ours, *theirs, *more, "-quiet"], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "OpenSpiel MCTS as White" in done.stdout
    report = result(tmp_path)
    assert [f for f in report["faults"] if f["what"] != "illegal move"] == []
    assert "ours" not in [fault["engine"] for fault in report["faults"]]
    assert report["disagreements"] == []
    assert report["encounters"][0]["points"] >= 3
