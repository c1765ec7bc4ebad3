"""How soon `python -m uhp` is there: bot bridges start one process a move."""

import tempfile
from collections.abc import Iterator

from uhp_client import Engine, converse, environment, warm_up

from benchmarks.measure import Measure, at_most, median_of
from benchmarks.positions import SIGNATURE_SET
from benchmarks.timing import rounds, say, timed

BANNER_REQUIRED = at_most(0.1)
MOVE_REQUIRED = at_most(0.5)
MOVE_GOAL = at_most(0.3)
TIMES = 15
QUICK_TIMES = 5
COLD_TIMES = 5

GAME = SIGNATURE_SET["Base+MLP, move 14"]
CONVERSATION = f"newgame {GAME}\nbestmove depth 1\n"


def run(quick: bool) -> Iterator[Measure]:
    times = QUICK_TIMES if quick else TIMES
    say("startup, filling the cache")
    warm_up()
    banners = [_banner() for _ in rounds("startup, banner", times)]
    yield median_of("first ok, warm cache", banners, BANNER_REQUIRED)
    moves = [_one_move() for _ in rounds("startup, a move by a new process", times)]
    name = "newgame GameString, bestmove depth 1, end of input"
    yield median_of(name, moves, MOVE_REQUIRED, MOVE_GOAL)
    cold = [_cold_banner() for _ in rounds("startup, banner with a cold cache", COLD_TIMES)]
    yield median_of("first ok, cold cache", cold, BANNER_REQUIRED)


def _banner() -> float:
    with Engine() as engine:
        return engine.banner_seconds


def _cold_banner() -> float:
    with (
        tempfile.TemporaryDirectory() as cache,
        Engine(env=environment(PROPOLIS_CACHE_DIR=cache)) as engine,
    ):
        return engine.banner_seconds


def _one_move() -> float:
    """A whole process that is asked for one move, the way a bot bridge does it."""
    seconds, (lines, status) = timed(converse, CONVERSATION)
    if status != 0 or lines.count("ok") != 3 or lines[-1] != "ok" or GAME not in lines:
        raise RuntimeError(f"unexpected replies: {lines}")
    return seconds
