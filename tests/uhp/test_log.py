"""The log of the traffic: complete whatever ends the process, bounded, and never in the way."""

import contextlib
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import uhp_client
from uhp_client import ENGINE, PATIENCE, ROOT, Engine, environment

from uhp.log import LARGEST, OLD_FILES, Log

ENTRY = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (\d+) ([<>]) (.*)")


def logged(path: Path) -> list[tuple[str, str]]:
    """Direction and text of every entry; the text itself is checked to be made of entries."""
    entries = [ENTRY.fullmatch(line) for line in path.read_text("utf-8").splitlines()]
    return [
        (entry[2], entry[3]) for entry in entries if entry is not None or pytest.fail(str(path))
    ]


def start(log: Path) -> Engine:
    return Engine((*ENGINE, "--option", "Threads=1", "--log", str(log)))


BANNER = [("<", "id Propolis v0.2.0"), ("<", "Mosquito;Ladybug;Pillbug"), ("<", "ok")]


def test_both_directions_are_kept_when_the_client_says_exit(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    with start(log) as engine:
        engine.ask(r"newgame Base;InProgress;Black[1];wS1")
        engine.ask(r"play bS1 \wS1")
        engine.ask("nonsense")
        engine.send("exit\n")
        assert engine.wait(10) == 0
    assert logged(log) == [
        *BANNER,
        (">", "newgame Base;InProgress;Black[1];wS1"),
        ("<", "Base;InProgress;Black[1];wS1"),
        ("<", "ok"),
        (">", r"play bS1 \wS1"),
        ("<", r"Base;InProgress;White[2];wS1;bS1 \wS1"),
        ("<", "ok"),
        (">", "nonsense"),
        ("<", "err there is no command 'nonsense'; try 'help'"),
        ("<", "ok"),
        (">", "exit"),
    ]


def test_the_log_is_complete_at_the_end_of_input(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    for _ in range(2):
        finished = subprocess.run(
            [*ENGINE, "--log", str(log)],
            input=b"newgame Base\nbestmove depth 1",
            capture_output=True,
            cwd=ROOT,
            env=environment(),
            timeout=PATIENCE,
            check=True,
        )
    answers = finished.stdout.decode().splitlines()
    entries = logged(log)
    assert len(entries) == 2 * (len(answers) + 2)
    assert [text for mark, text in entries[-len(answers) - 2 :] if mark == "<"] == answers
    assert [text for mark, text in entries if mark == ">"] == [
        "newgame Base",
        "bestmove depth 1",
    ] * 2


def test_the_log_is_complete_when_an_interrupt_ends_the_engine(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    with start(log) as engine:
        engine.ask("info")
        engine.interrupt()
        assert engine.wait(10) == 130
    assert logged(log) == [*BANNER, (">", "info"), *BANNER]


def test_the_log_is_complete_when_the_client_goes_away(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    with start(log) as engine:
        engine.ask("newgame Base")
        engine.send("validmoves\n")
        assert engine.reply() == ["wS1;wB1;wG1;wA1"]
        engine.process.kill()
    assert logged(log)[-3:] == [(">", "validmoves"), ("<", "wS1;wB1;wG1;wA1"), ("<", "ok")]


@pytest.mark.parametrize("place", ["missing/traffic.log", "", "\0", "x" * 300])
def test_a_log_that_cannot_be_written_is_reported_once_and_stops_nothing(
    place: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = Log(os.path.join(tmp_path, place))
    for _ in range(3):
        log.received("info")
        log.sent(["ok"])
    said = capfd.readouterr().err
    assert said.startswith("propolis: cannot write the log ")
    assert said.count("\n") == 1


def test_the_engine_answers_without_its_log(tmp_path: Path) -> None:
    with start(tmp_path) as engine:
        assert engine.ask("newgame Base") == ["Base;NotStarted;White[1]"]
        assert engine.ask("bestmove depth 1")
        assert engine.errors.count("cannot write the log") == 1
        engine.close_input()
        assert engine.wait(10) == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_that_nobody_reads_does_not_hold_the_engine_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    started = time.perf_counter()
    with start(tmp_path / "pipe") as engine:
        assert engine.ask("info")
    assert time.perf_counter() - started < 10


def test_a_full_disk_is_reported_once(capfd: pytest.CaptureFixture[str]) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no device that is always full")
    log = Log("/dev/full")
    log.sent(["ok"])
    log.sent(["ok"])
    assert capfd.readouterr().err.count("No space left") == 1


def test_an_entry_is_one_line_of_reasonable_length(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    writer = Log(str(log))
    writer.received("play\x00 wS1\r\x1b[31m\u2028é")
    writer.received("y" * 4_000_000)
    (_, odd), (_, long) = logged(log)
    assert odd == r"play\x00 wS1\r\x1b[31m\u2028é"
    assert long.endswith("... (4000000 characters)")
    assert log.stat().st_size < 50_000


def test_a_full_log_is_put_aside_and_old_ones_go(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    writer = Log(str(log), largest=1000)
    for number in range(200):
        writer.sent([f"line {number}"])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "traffic.log",
        *(f"traffic.log.{n}" for n in range(1, OLD_FILES + 1)),
    ]
    assert all(path.stat().st_size < 1100 for path in tmp_path.iterdir())
    kept = [
        text
        for path in sorted(tmp_path.iterdir(), key=lambda path: path.name, reverse=True)
        for _, text in logged(path)
        if path != log
    ] + [text for _, text in logged(log)]
    assert kept == [f"line {number}" for number in range(200 - len(kept), 200)]
    assert len(kept) > 60


WRITER = """
import sys
from uhp.log import Log
log = Log(sys.argv[1], largest=30_000)
for number in range(150):
    log.sent([f"{sys.argv[2]} {number}", "x" * (number % 90)])
"""


def test_many_processes_write_whole_entries_and_put_the_log_aside_together(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(log), name],
            cwd=ROOT,
            env=environment(),
            stderr=subprocess.PIPE,
        )
        for name in "abcd"
    ]
    for process in processes:
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert errors == b""
    files = list(tmp_path.iterdir())
    assert 2 <= len(files) <= OLD_FILES + 1
    names = [text for path in files for _, text in logged(path) if " " in text]
    # All of it fits into the files that are kept.
    assert sorted(names) == sorted(f"{name} {n}" for name in "abcd" for n in range(150))


@pytest.mark.slow
def test_engines_that_find_the_log_full_at_once_all_answer(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    log.write_bytes(b"old\n" * (LARGEST // 4))
    with contextlib.ExitStack() as stack:
        command = [*ENGINE, "--log", str(log)]
        engines = [stack.enter_context(uhp_client.start(command)) for _ in range(4)]
        for engine in engines:
            engine.send(b"newgame Base\nbestmove depth 1\n")
            engine.close_input()
        for engine in engines:
            assert engine.wait_for_end(PATIENCE) == 0
            assert engine.output.take().count(b"ok\n") == 3
    rest = (tmp_path / "traffic.log.1").read_text().removeprefix("old\n" * (LARGEST // 4))
    entries = [ENTRY.fullmatch(line) for line in (rest + log.read_text()).splitlines()]
    assert None not in entries
    assert sum(entry is not None and entry[3] == "ok" for entry in entries) == 12
