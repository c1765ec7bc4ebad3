"""Engines for the tests of the client."""

import os
import sys
from pathlib import Path
from typing import Any

from arena_helpers import ENGINES

from client import AsyncEngine, Engine, Timeouts
from engine import Game

SCRIPT = (
    "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/", "wG1 -wQ", "bG1 \\bQ", "wG1 bQ\\", "bG2 bQ/",
    "wA1 wQ\\", "bA1 bG2/", "wA1 bG2\\", "bA1 \\bG2", "wQ \\wS1", "bA1 bG2/",
)  # fmt: skip
"""The moves of the scripted game but the last, which wins."""

OURS = (sys.executable, "-m", "uhp")
QUICK = Timeouts(startup=20.0, reply=20.0, search=20.0, cancel=0.5, exit=0.5)


def command(*arguments: str) -> list[str]:
    """How to start an engine with a habit."""
    return [sys.executable, str(ENGINES / "habits.py"), *arguments]


def with_habit(habit: str = "", *arguments: str, **changes: Any) -> Engine:
    """A running engine with a habit."""
    words = ("--habit", habit) if habit else ()
    return Engine.open(command(*words, *arguments), **{"timeouts": QUICK, **changes})


async def async_with_habit(habit: str = "", *arguments: str, **changes: Any) -> AsyncEngine:
    """A running engine with a habit, for asyncio."""
    words = ("--habit", habit) if habit else ()
    return await AsyncEngine.open(command(*words, *arguments), **{"timeouts": QUICK, **changes})


def ours(**changes: Any) -> Engine:
    """A running engine of our own."""
    env = {**os.environ, "PROPOLIS_BACKGROUND": "off"}
    settings = {"env": env, "options": {"Threads": 1, "TableSizeMiB": 16}, **changes}
    return Engine.open(OURS, timeouts=Timeouts(reply=300.0), **settings)


def game_after(plies: int) -> Game:
    """The scripted game after some moves."""
    game = Game()
    for text in SCRIPT[:plies]:
        game.play(text)
    return game


def commands_logged(log: Path) -> list[str]:
    """What an engine was asked, its starts included."""
    return [line for line in log.read_text().splitlines() if line != "options"]
