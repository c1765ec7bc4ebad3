"""Engines that flood, crash or run away: each ends in time, burns no core and leaves nothing."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from arena_helpers import (
    ENVIRONMENT,
    ROOT,
    SCRIPT_PLIES,
    SLOTS,
    is_alive,
    numbers_logged,
    play,
    scripted,
    wait_until_gone,
)
from hypothesis import given
from hypothesis import strategies as st

from arena.match.engine_process import EngineFailure, EngineProcess
from arena.match.game_record import Ending, GameRecord
from arena.match.time_control import TimeControl
from arena.settings import EngineSettings
from client.descendants import MARK, marked_environment
from client.line_buffer import LineBuffer

GOOD = scripted(name="Good")
PATIENCE = 2.0


@pytest.fixture(autouse=True)
def _no_engine_stays() -> Iterator[None]:
    yield
    SLOTS.close()


class Cost(NamedTuple):
    """What a game took: seconds on the clock, and on the cores of arena and engines."""

    game: GameRecord
    clock: float
    cores: float


def bad(fault: str, log: Path, patience: float = PATIENCE) -> EngineSettings:
    arguments = ("--fault", fault, "--log", str(log))
    return scripted(*arguments, name="Bad", time_control=TimeControl(depth=1), patience=patience)


def cost(white: EngineSettings, black: EngineSettings) -> Cost:
    """Play a game; engines that ended meanwhile are counted with their whole lives."""

    def cores() -> float:
        used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return sum(one.ru_utime + one.ru_stime for one in used)

    for engine in (white, black):
        SLOTS.of_this_thread().engine(engine)
    start, before = time.monotonic(), cores()
    game = play(white, black)
    return Cost(game, time.monotonic() - start, cores() - before)


@pytest.mark.slow
def test_a_flood_on_stderr_ends_with_the_patience_and_burns_no_core(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game, clock, cores = cost(bad("stderr-flood", log), GOOD)
    assert (game.result, game.ending) == ("0-1", Ending.HANG)
    assert game.stderr.endswith("oh dear")
    assert PATIENCE <= clock < PATIENCE + 10
    assert cores < 0.5 * PATIENCE
    wait_until_gone(numbers_logged(log, "started"))


def test_an_engine_that_talks_on_stderr_all_the_time_can_play(tmp_path: Path) -> None:
    game, _, _ = cost(bad("noisy", tmp_path / "log", 20.0), GOOD)
    assert (game.ending, len(game.moves)) == (Ending.QUEEN_SURROUNDED, SCRIPT_PLIES)


@pytest.mark.slow
def test_a_flood_of_blank_lines_ends_at_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game, clock, cores = cost(bad("blank-lines", log, 60.0), GOOD)
    assert (game.result, game.ending) == ("0-1", Ending.PROTOCOL)
    assert "printed a megabyte for 'bestmove depth 1' without 'ok'" in game.detail
    assert clock < 20
    assert cores < 3
    wait_until_gone(numbers_logged(log, "started"))


def test_a_crash_is_seen_though_a_child_holds_the_pipes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game, clock, _ = cost(bad("leaves-child", log, 60.0), GOOD)
    assert (game.result, game.ending) == ("0-1", Ending.CRASH)
    assert "ended with exit code 3 during 'bestmove depth 1'" in game.detail
    assert clock < 10
    wait_until_gone(numbers_logged(log, "child"))


@pytest.mark.slow
def test_children_in_sessions_of_their_own_go_down_too(tmp_path: Path) -> None:
    """One of them has inherited the environment, the other has an empty one."""
    log = tmp_path / "log"
    game, clock, _ = cost(bad("runaway", log), GOOD)
    assert (game.result, game.ending) == ("0-1", Ending.HANG)
    assert clock < PATIENCE + 10
    children = numbers_logged(log, "child")
    assert len(children) == 2
    wait_until_gone(children)


def test_children_whose_parents_are_gone_are_found(tmp_path: Path) -> None:
    """The engine starts a process that starts another in a session of its own, and ends."""
    note = tmp_path / "child"
    shell = (
        f"setsid sh -c 'echo $$ > {note}; exec sleep 600' > /dev/null 2>&1 & "
        "echo 'id Parent'; echo ok; read line"
    )
    engine = EngineProcess(EngineSettings("Parent", ("sh", "-c", shell), TimeControl(depth=1)))
    deadline = time.monotonic() + 10
    while not (note.exists() and note.read_text().strip()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    child = int(note.read_text())
    assert is_alive(child)
    with pytest.raises(EngineFailure, match="ended with exit code 0 during 'anything'"):
        engine.command("anything", 10.0)
    wait_until_gone([child])


@pytest.mark.slow
def test_runaway_children_do_not_outlive_a_killed_arena(tmp_path: Path) -> None:
    log = tmp_path / "log"
    code = (
        "import sys; from arena_helpers import scripted\n"
        "from arena.match.engine_process import EngineProcess\n"
        "settings = scripted('--fault', 'runaway', '--at', '0', '--log', sys.argv[1])\n"
        "engine = EngineProcess(settings)\n"
        "engine.command('bestmove depth 1', 60)"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", code, str(log)], cwd=ROOT / "tests" / "support", env=ENVIRONMENT
    )
    deadline = time.monotonic() + 30
    while not log.exists() or len(numbers_logged(log, "child")) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(owner.pid, signal.SIGKILL)
    owner.wait()
    wait_until_gone([*numbers_logged(log, "child"), *numbers_logged(log, "started")], 10.0)


def test_a_reply_is_taken_though_the_engine_ends_right_after_it() -> None:
    command = ("sh", "-c", "sleep 600 & echo 'id Brief'; echo ok; read line; echo done; echo ok")
    engine = EngineProcess(EngineSettings("Brief", command, TimeControl(depth=1)))
    assert engine.command("anything", 10.0).lines == ["done"]
    time.sleep(0.3)
    with pytest.raises(EngineFailure, match="ended with exit code 0"):
        engine.command("more", 10.0)


@pytest.mark.slow
def test_blank_lines_between_commands_are_not_collected_for_ever() -> None:
    shell = "echo 'id Blank'; echo ok; while :; do echo; done"
    engine = EngineProcess(EngineSettings("Blank", ("sh", "-c", shell), TimeControl(depth=1)))
    start = time.monotonic()
    with pytest.raises(EngineFailure, match="a megabyte"):
        engine.command("anything", 60.0)
    assert time.monotonic() - start < 30


def test_marks_are_added_to_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """An arena may be started by an engine of another one, which must find all below it."""
    monkeypatch.setenv(MARK, "outer")
    assert marked_environment("inner")[MARK] == "outer inner"


@given(st.lists(st.binary(max_size=8) | st.sampled_from([b"\n", b"a\nb\n"]), max_size=20))
def test_lines_are_the_same_in_whatever_pieces_they_come(pieces: list[bytes]) -> None:
    buffer, lines = LineBuffer(), []
    for piece in pieces:
        buffer.feed(piece)
        while (line := buffer.line()) is not None:
            lines.append(line)
    *expected, rest = b"".join(pieces).split(b"\n")
    assert lines == expected
    assert len(buffer) == len(rest)
    assert buffer.take() == rest
    assert len(buffer) == 0
