"""A run of the soak: crashed items, the ledger, going on after an interrupt or a kill."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from uhp_client import ROOT

from soak.campaign import Campaign, Outcome
from soak.cli import main
from soak.ledger import Entry, Ledger, LedgerError
from soak.pool import run_items

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Shaky(Campaign):
    """Crashes at one item, hangs at another and raises at a third."""

    name: ClassVar[str] = "shaky"
    unit: ClassVar[str] = "things"
    patience: ClassVar[float] = 2.0

    def run(self, number: int, chance: Random) -> Outcome:
        if number == 2:
            os.kill(os.getpid(), signal.SIGSEGV)
        if number == 3:
            time.sleep(3600)
        if number == 4:
            raise ZeroDivisionError
        outcome = Outcome()
        outcome.counts["things"] += 1
        outcome.sample("a moment", 0.001)
        return outcome


def test_crashes_and_hangs_are_failures_of_their_items_alone() -> None:
    found = {
        item: " ".join(failure["what"] for failure in outcome.failures)
        for item, _, outcome in run_items(Shaky(), 0, range(7), 2, lambda: None)
    }
    assert sorted(found) == list(range(7))
    assert {item for item, what in found.items() if what} == {2, 3, 4}
    assert found[4] == "the trial broke off"


def entry(item: int, campaign: str = "games") -> Entry:
    return Entry(campaign, item, 0, "abc", 1.0, Outcome())


def test_a_ledger_survives_a_torn_line_and_is_held_by_one_run(tmp_path: Path) -> None:
    path = tmp_path / "soak.jsonl"
    ledger = Ledger(path)
    for item in range(3):
        ledger.append(entry(item))
    with pytest.raises(LedgerError, match="in use"):
        Ledger(path)
    ledger.close()
    with path.open("ab") as file:
        file.write(b'{"campaign": "ga')
    ledger = Ledger(path)
    ledger.append(entry(3, "fuzz"))
    assert [e.item for e in ledger.entries] == [0, 1, 2, 3]
    ledger.forget(("games",))
    ledger.append(entry(4))
    ledger.close()
    again = Ledger(path)
    assert [(e.campaign, e.item) for e in again.entries] == [("fuzz", 3), ("games", 4)]
    again.close()
    path.write_text("rubbish\n")
    with pytest.raises(LedgerError, match="line 1"):
        Ledger(path)


def started_run(arguments: list[str], ledger: Path) -> "subprocess.Popen[str]":
    """A run of its own that has finished two items."""
    run = subprocess.Popen(
        [sys.executable, "-m", "soak", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Jobs in the background inherit that SIGINT is ignored; this one must not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while not ledger.exists() or ledger.read_bytes().count(b"\n") < 2:
        assert run.poll() is None
        time.sleep(0.02)
    return run


def test_an_interrupted_run_tells_how_far_it_came(tmp_path: Path) -> None:
    arguments = ["--only", "games", "--games", "999", "--jobs", "1", "--results", str(tmp_path)]
    run = started_run(arguments, tmp_path / "soak.jsonl")
    run.send_signal(signal.SIGINT)
    output, errors = run.communicate(timeout=30)
    assert run.returncode == 130, errors
    assert "of 999 items" in output
    assert "goes on from here" in errors
    assert "Traceback" not in errors


def test_a_killed_run_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--only", "games", "--games", "12", "--jobs", "1", "--results", str(tmp_path)]
    ledger = tmp_path / "soak.jsonl"
    run = started_run(arguments, ledger)
    run.kill()
    run.communicate()
    before = ledger.read_bytes()
    assert main(arguments) == 0
    assert ledger.read_bytes().startswith(before[: before.rindex(b"\n") + 1])
    items = [json.loads(line)["item"] for line in ledger.read_text().splitlines()]
    assert sorted(items) == list(range(12))
    summary = json.loads((tmp_path / "summary.json").read_text())["games"]
    assert summary["items done"] == summary["counts"]["games"] == 12
    assert "12 of 12 items" in capsys.readouterr().out


def test_a_failure_is_told_and_can_be_seen_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "soak.jsonl"
    arguments = ["--only", "games", "--games", "1", "--results", str(tmp_path)]
    assert main(arguments) == 0
    record = json.loads(path.read_text())
    record["failures"] = [{"what": "wrong list of legal moves"}]
    path.write_text(json.dumps(record) + "\n")
    capsys.readouterr()
    assert main(arguments) == 1
    told = capsys.readouterr().out
    assert "FAILED: wrong list of legal moves" in told
    assert "python -m soak --seed 0 --repeat games 0" in told
    assert main(["--seed", "0", "--repeat", "games", "0"]) == 0
    record["code"] = "another version"
    path.write_text(json.dumps(record) + "\n")
    assert main(arguments) == 0
    assert main(["--repeat", "nothing", "0"]) == 2
