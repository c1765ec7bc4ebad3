"""What tests of searches share."""

import threading
import time
from collections.abc import Callable
from typing import Any

from bruteforce import crowded_position
from tactics import TACTICS

from engine import Game
from search import Result, Searcher

PATIENCE = 30.0
"""Seconds to wait for what is to happen at once, on a machine with other work."""


def searching_threads() -> list[str]:
    """The names of threads that search, or wait to."""
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("search ")]


def nobody_searches() -> bool:
    """Whether all have ended: a thread is listed for a moment after its work is done."""
    return comes_true(lambda: not searching_threads())


def comes_true(condition: Callable[[], bool]) -> bool:
    """Whether something is so before long, however busy the machine."""
    deadline = time.perf_counter() + PATIENCE
    while not condition():
        if time.perf_counter() > deadline:
            return False
        time.sleep(0.001)
    return True


def quiet_game() -> Game:
    """A position in which neither side is near to winning."""
    return crowded_position("Base+MLP", "quiet", 8)


def searcher_of(strategy: str, threads: int = 1, table_mib: int = 4) -> Searcher:
    """A searcher that has its kernels."""
    searcher = Searcher(strategy=strategy, threads=threads, table_mib=table_mib)
    searcher.warm_up()
    return searcher


def game_that_is_over() -> Game:
    tactic = next(tactic for tactic in TACTICS if (tactic.kind, tactic.plies) == ("wins", 1))
    game = Game.from_string(tactic.game_string)
    game.play(tactic.move)
    assert game.is_over
    return game


def told(result: Result | None) -> Any:
    """Everything of a result but times."""
    if result is None:
        return None
    lines = [(line.rank, line.score, line.depth, line.nodes, line.pv) for line in result.lines]
    return result.move, result.nodes, result.depth, lines
