"""Files of records that are too large, or never end: every program that reads them refuses them."""

import os
import resource
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

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
    pipe = tmp_path / "pipe.pgn"
    os.mkfifo(pipe)
    chunk = (line * (1 << 16)).encode()

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("wb") as file:
            while True:
                file.write(chunk)

    threading.Thread(target=write, daemon=True).start()
    check_refused(run("review", pipe, tmp_path), "cannot read on", pipe)
