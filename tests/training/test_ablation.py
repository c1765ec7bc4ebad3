"""Matches of the search against itself without a technique."""

import json
from pathlib import Path

import pytest

from search.techniques import ALL_TECHNIQUES, all_but
from training import ablation
from training.match import Configuration, play_match

QUICK = ["--games", "4", "--nodes", "50", "--workers", "1"]


def test_a_row_is_the_match_against_the_search_without(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "results.json"
    ablation.main([*QUICK, "table", "quiescence", "--out", str(out)])
    printed = capfd.readouterr()
    rows = json.loads(out.read_text())["rows"]
    assert [row["name"] for row in rows] == [
        "with and without table",
        "with and without quiescence",
    ]
    without = Configuration(techniques=all_but("quiescence"))
    *_, tally = play_match(Configuration(), without, 50, 4, 1, 1)
    assert rows[1]["pairs"] == list(tally.pairs)
    assert len(printed.out.splitlines()) == 2 + len(rows)
    assert "quiescence" in printed.err


def test_a_technique_that_does_not_exist_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ablation.main([*QUICK, "killers", "gravity"])
    assert "there is no technique 'gravity'" in capfd.readouterr().err


def test_techniques_are_left_out_by_name() -> None:
    assert all_but("") == ALL_TECHNIQUES
    without = all_but("killers, history")
    assert without == all_but("killers") & all_but("history") != ALL_TECHNIQUES
