"""Perft on one thread, against the published counts."""

import time
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.measure import Measure, at_most
from benchmarks.positions import P2, START
from benchmarks.timing import rounds, timed
from engine import Game

REPETITIONS = 5
QUICK_REPETITIONS = 2


class Case(NamedTuple):
    name: str
    position: str
    depth: int
    leaves: int
    required: float
    goal: float


FROM_START = Case("Base+MLP start, depth 6", START, 6, 192_353_904, 1.5, 0.6)
FROM_P2 = Case("P2, depth 4", P2, 4, 151_460_537, 3.5, 2.0)


class WrongCountError(Exception):
    """Perft has counted something else than everybody else."""


def run(quick: bool) -> Iterator[Measure]:
    """The best of several runs: whatever else goes on in the machine only makes them longer."""
    times = QUICK_REPETITIONS if quick else REPETITIONS
    for case in (FROM_START, FROM_P2):
        game = Game.from_string(case.position)
        game.perft(1)
        wall, cpu = [], []
        for _ in rounds(f"perft, {case.name}", times):
            started = time.process_time()
            wall.append(seconds_to_count(case, game))
            cpu.append(time.process_time() - started)
        bounds = at_most(case.required), at_most(case.goal)
        yield Measure(f"{case.name} (best of {times})", min(wall), "s", *bounds, (*wall,))
        yield Measure(f"{case.name}, CPU time", min(cpu), "s", samples=(*cpu,))
        yield Measure(f"{case.name}, leaves", case.leaves / min(wall) / 1e6, "M/s")


def seconds_to_count(case: Case, game: Game, workers: int = 1) -> float:
    """How long a perft takes whose count is checked."""
    seconds, leaves = timed(game.perft, case.depth, workers)
    if leaves != case.leaves:
        raise WrongCountError(f"{case.name}: {leaves:,} instead of {case.leaves:,}")
    return seconds
