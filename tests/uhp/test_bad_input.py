"""Whatever a client does, it gets one clear line and `ok`, and the game stays as it was."""

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from uhp_client import PATIENCE, ROOT, Engine, converse, environment, start

from client.piped_process import PipedProcess

GAME = "Base;InProgress;White[2];wS1;bS1 wS1-"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        engine.ask(f"newgame {GAME}")
        yield engine
        assert "Traceback" not in engine.errors


def is_refused(engine: Engine, line: bytes) -> bool:
    """Whether a line is answered by one refusal that leaves the game alone."""
    before = engine.ask("pgn")
    reply = engine.ask(line)
    assert engine.ask("pgn") == before
    return len(reply) == 1 and reply[0].startswith(("err ", "invalidmove "))


@pytest.mark.parametrize(
    "line",
    [
        b"\x00",
        b"play\x00wQ",
        b"play wQ\x00 -wS1",
        b"\xff\xfe\xfd",
        b"play \xc3\x28",
        "play w\uff31 -wS1".encode(),
        "undo \uff11".encode(),
        "bestmove depth \u00b2".encode(),
        b"x" * 1_000_000,
        b"play " + b"wQ" * 500_000,
        b"newgame " + b";" * 1_000_000,
        b"newgame Base;InProgress;White[2]" + b";wS1" * 250_000,
        b"undo " + b"9" * 1_000_000,
        b"bestmove depth " + b"9" * 1_000_000,
        b"bestmove time " + b"0" * 1_000_000 + b":00:00",
        b"options set Threads " + b"1" * 1_000_000,
        b"options " + b"get " * 200_000,
        b"y" * 9_000_000,
        b"play \x1b[31m",
        b"play wQ\x0b-wS1\x0c!",
    ],
    ids=range(20),
)
def test_line_is_refused(engine: Engine, line: bytes) -> None:
    assert is_refused(engine, line)


@pytest.mark.parametrize("line", [b"", b"   ", b"\t", b"\r", b" \r"], ids=range(5))
def test_blank_line_is_ignored(engine: Engine, line: bytes) -> None:
    engine.send(line + b"\n")
    assert engine.ask("info")[0].startswith("id ")


@pytest.mark.parametrize(
    "line", [b"info\r", b"\tINFO\t", b"info\tnow", b"\xef\xbb\xbfinfo", b"  Info  more  \r"]
)
def test_line_is_understood(engine: Engine, line: bytes) -> None:
    assert engine.ask(line)[0].startswith("id ")


def test_move_may_be_written_with_any_blanks_and_case(engine: Engine) -> None:
    assert engine.ask(b"play\tWQ\t -ws1") == ["Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1"]
    engine.ask("undo")


def test_many_lines_at_once_are_answered_in_order() -> None:
    lines, status = converse("newgame Base\n" + "play wS1\nundo\n" * 2000 + "validmoves")
    assert status == 0
    assert lines.count("ok") == 4003
    assert lines[-2:] == ["wS1;wB1;wG1;wA1", "ok"]


def test_no_input_at_all_is_the_end() -> None:
    assert converse("") == (["id Propolis v0.2.0", "Mosquito;Ladybug;Pillbug", "ok"], 0)


def read_to(process: PipedProcess, beginning: bytes) -> None:
    """Read lines up to one that begins so."""
    while not (line := process.output.line() or b"").startswith(beginning):
        if not line:
            process.wait(PATIENCE)


def test_nobody_reading_ends_the_engine_quietly() -> None:
    with start() as process:
        read_to(process, b"id ")
        process.close_output()
        process.send(b"info\n" * 10)
        assert process.wait_for_end(PATIENCE) == 0
        assert process.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell")
def test_client_that_dies_during_a_search_takes_the_engine_with_it() -> None:
    with start() as process:
        process.send(b"newgame Base+MLP\neval\nbestmove time 01:00:00\n")
        read_to(process, b"total")
        process.close_input()
        time.sleep(0.5)
        assert not process.has_exited, "the end of input alone must not stop a search"
        process.close_output()
        assert process.wait_for_end(10) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("closed", "expected"),
    [("0<&-", 3), ("1>&-", 0), ("2>&-", 5), ("1>&- 2>&-", 0), ("0<&- 1>&- 2>&-", 0)],
)
def test_closed_standard_streams_do_no_harm(closed: str, expected: int) -> None:
    finished = subprocess.run(
        ["sh", "-c", f'exec "{sys.executable}" -m uhp {closed}'],
        cwd=ROOT,
        env=environment(),
        input=b"newgame Base\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert finished.returncode == 0
    assert finished.stdout.count(b"\n") == expected
    assert b"Traceback" not in finished.stderr
