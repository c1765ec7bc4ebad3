"""`python -m training` where streams or files fail: one line, and nothing done is lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from training import gate
from training.files import replace_file
from training.results import read_results

ROOT = Path(__file__).parents[2]
MATCH = ["gate", "--nodes=20", "--games=2", "--workers=1", "--out"]
CHOICES = ["choices", "--nodes=30", "--judge=50", "--positions=4", "--workers=2", "late_moves_1=3"]


def run(redirected: str, *arguments: str, encoding: str = "utf-8") -> "subprocess.Popen[str]":
    """Run the program by way of a shell, which redirects its streams."""
    environment = {key: os.environ[key] for key in os.environ if key != "PYTHONUNBUFFERED"}
    return subprocess.Popen(
        ["bash", "-c", f'"$@" {redirected}', "bash", sys.executable, "-m", "training", *arguments],
        cwd=ROOT,
        env={**environment, "PYTHONIOENCODING": encoding},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_results_are_on_file_though_they_cannot_be_printed(tmp_path: Path) -> None:
    out = tmp_path / "results.json"
    with run(">/dev/full", *MATCH, str(out)) as process:
        _, notes = process.communicate(timeout=300)
    assert process.returncode == 2
    assert "No space left" in notes.splitlines()[-1]
    assert "Exception" not in notes
    assert read_results(out)["rows"][0]["games"] == 2


def test_a_list_of_commands_that_cannot_be_printed_is_told_of_in_one_line() -> None:
    with run(">/dev/full", "--help") as process:
        _, notes = process.communicate(timeout=300)
    assert process.returncode == 2
    assert notes == "python -m training --help: No space left on device\n"


def test_what_cannot_be_encoded_is_printed_all_the_same() -> None:
    with run("", *CHOICES, encoding="ascii") as process:
        shown, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    assert shown.splitlines()[-1] == "| late_moves_1=3 | 30 nodes | 4 | 0 | +0.0 ? 0.0 |"


def test_closed_streams_do_not_get_in_the_way_of_processes() -> None:
    with run("<&- 2>&-", *CHOICES) as process:
        shown, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    assert shown.splitlines()[-1] == "| late_moves_1=3 | 30 nodes | 4 | 0 | +0.0 ± 0.0 |"


def test_a_place_where_nothing_can_be_written_is_known_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "results.json.new").mkdir()
    with pytest.raises(SystemExit) as ended:
        gate.main(["--out", str(tmp_path / "results.json")])
    assert ended.value.code == 2
    assert "results.json.new is a directory" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_whole_leaves_the_old_one_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.json"
    replace_file(path, "old")

    def fail_half_way(self: Path, content: bytes) -> None:
        with self.open("wb") as file:
            file.write(content[:1])
        raise OSError("No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail_half_way)
    with pytest.raises(OSError, match="No space left") as raised:
        replace_file(path, "new")
    assert raised.value.filename == str(path)
    assert path.read_text() == "old"
    monkeypatch.undo()
    replace_file(path, "a name that is no text: \udcff")
    assert path.read_text() == "a name that is no text: \\udcff"
    assert [*tmp_path.iterdir()] == [path]
