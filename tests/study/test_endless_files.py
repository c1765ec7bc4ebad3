"""Files of records that are too large, or never end: every program that reads them refuses them."""

import os
import resource
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from engine.errors import RecordError
from engine.reading import read_games
from study.bad_games import BadGames

ROOT = Path(__file__).parents[2]
MEMORY = 6 << 30
"""Bytes of address space; the rules and the search reserve much of it and use little."""

PROGRAMS = ("review", "puzzles make", "openings make")
each_program = pytest.mark.parametrize("program", PROGRAMS)


def run(program: str, file: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    out = folder / "out"
    return subprocess.run(
        [sys.executable, "-m", "propolis", *program.split(), file, "--out", out],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )


def check_refused(found: subprocess.CompletedProcess[str], words: str, file: Path) -> None:
    assert found.returncode == 1
    assert "Traceback" not in found.stderr
    [told] = [line for line in found.stderr.splitlines() if words in line]
    assert str(file) in told


def endless_pipe(folder: Path, line: str) -> Path:
    """A pipe that somebody writes the same line to for ever."""
    pipe = folder / "pipe.pgn"
    os.mkfifo(pipe)
    chunk = (line * (1 << 16)).encode()

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("wb") as file:
            while True:
                file.write(chunk)

    threading.Thread(target=write, daemon=True).start()
    return pipe


@each_program
def test_a_device_without_end_is_refused(program: str, tmp_path: Path) -> None:
    zero = Path("/dev/zero")
    if not zero.exists():
        pytest.skip("there is no such device here")
    check_refused(run(program, zero, tmp_path), "more than 16 million characters", zero)


@each_program
def test_a_huge_file_is_refused_at_once(program: str, tmp_path: Path) -> None:
    huge = tmp_path / "huge.pgn"
    with huge.open("wb") as file:
        file.truncate(5 << 30)
    check_refused(run(program, huge, tmp_path), "the file is larger than", huge)


@pytest.mark.parametrize(
    "line", ["words that go on and on\n", "(;C[and on and on\n", "# and on and on and on\n"]
)
def test_a_pipe_without_end_is_refused(line: str, tmp_path: Path) -> None:
    pipe = endless_pipe(tmp_path, line)
    check_refused(run("review", pipe, tmp_path), "cannot read on", pipe)


ENDLESS = {
    "\n": "more than 1 million lines",
    "(;)\n": "10,000 games in a row are of no use",
    "Base;x\n": "10,000 games in a row are of no use",
    "Base;NotStarted;White[1]\n": "10,000 games in a row are of no use",
    "Base;InProgress;Black[1];wS1\n": "more than 10,000 games",
}


@pytest.mark.parametrize("line", ENDLESS)
def test_small_games_without_end_are_soon_refused(line: str, tmp_path: Path) -> None:
    pipe = endless_pipe(tmp_path, line)
    check_refused(run("review", pipe, tmp_path), ENDLESS[line], pipe)


@pytest.mark.parametrize("program", ["puzzles make", "openings make --skip-errors"])
def test_bad_games_without_end_are_soon_refused(program: str, tmp_path: Path) -> None:
    pipe = endless_pipe(tmp_path, "Base;x\n")
    check_refused(run(program, pipe, tmp_path), "10,000 games in a row are of no use", pipe)


def test_good_games_between_bad_ones_are_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("study.bad_games.MOST_IN_A_ROW", 3)
    for text, seen in (("xxgxxg", 6), ("gxxxgg", 4)):
        lines = {"g": "Base;InProgress;Black[1];wS1\n", "x": "Base;x\n"}
        errors: list[RecordError] = []
        bad_games = BadGames(errors.append)
        good = 0
        with suppress(RecordError):
            for _ in read_games("".join(lines[each] for each in text), on_error=bad_games):
                bad_games.saw_good_game()
                good += 1
        assert good + len(errors) == seen
