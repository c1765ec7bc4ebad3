"""Engines and games for the tests of the arena."""

import io
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from arena.command_line.main import main
from arena.match.engine_slots import EngineSlots
from arena.match.game_record import Ending, GameRecord
from arena.match.referee import GameTask, play_game
from arena.match.time_control import TimeControl
from arena.settings import Conditions, EngineSettings

ROOT = Path(__file__).parents[2]
ENGINES = Path(__file__).parents[1] / "engines"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
os.environ["PYTHONPATH"] = str(ROOT)

SLOTS = EngineSlots()
"""Where the games of `play` keep their engines; a test that plays some closes it in the end."""

SCRIPT_PLIES = 15
"""The length of the game that scripted engines play; White wins it."""


def command(script: str, *arguments: str) -> tuple[str, ...]:
    """How to start one of the engines made for the tests."""
    return (sys.executable, str(ENGINES / f"{script}.py"), *arguments)


def scripted(*arguments: str, name: str = "Scripted", **changes: Any) -> EngineSettings:
    """The settings of a scripted engine."""
    settings = EngineSettings(
        name, command("scripted", *arguments), TimeControl(move_time=0.3), margin=2.0, startup=60.0
    )
    return replace(settings, **changes)


def play(
    white: EngineSettings,
    black: EngineSettings,
    *,
    game_type: str = "Base",
    opening: tuple[str, ...] = (),
    conditions: Conditions | None = None,
    slots: EngineSlots | None = None,
) -> GameRecord:
    """Play one game in this thread."""
    task = GameTask(1, white, black, game_type, opening, conditions or Conditions())
    return play_game(task, slots or SLOTS)


def record(
    number: int,
    white: str,
    black: str,
    result: str,
    *,
    game_type: str = "Base",
    ending: Ending = Ending.QUEEN_SURROUNDED,
) -> GameRecord:
    """A game that was never played."""
    return GameRecord(number, white, black, game_type, (), result, ending, started="2026-01-01")


def engine_option(*parts: str, script: str = "scripted", arguments: str = "") -> list[str]:
    """An `-engine` option of the command line for a test engine."""
    return ["-engine", f"cmd={shlex.join((*command(script), *shlex.split(arguments)))}", *parts]


def arena_command(*arguments: str) -> list[str]:
    """The command that starts the arena."""
    return [sys.executable, "-m", "arena", *arguments]


class Outcome(NamedTuple):
    """What a run of the arena left behind."""

    returncode: int
    stdout: str
    stderr: str


def run_arena(arguments: Sequence[str], directory: Path) -> Outcome:
    """Run the arena to its end, inside this process: that saves loading the rules anew."""
    output, errors = io.StringIO(), io.StringIO()
    with chdir(directory), redirect_stdout(output), redirect_stderr(errors):
        code = main(arguments)
    return Outcome(code, output.getvalue(), errors.getvalue())


def numbers_logged(log: Path, word: str) -> list[int]:
    """The processes that scripted engines wrote to their log as `started PID` or `child PID`."""
    return [int(line.split()[1]) for line in log.read_text().splitlines() if word in line]


def is_alive(process: int) -> bool:
    """Whether a process is running; one that has ended and was not waited for is not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return True


def wait_for(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait until something is so; fail if it takes too long."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def wait_until_gone(processes: Iterable[int], seconds: float = 5.0) -> None:
    """Wait until none of the processes is left."""
    wait_for(lambda: not any(map(is_alive, processes)), seconds)
