"""Whether `bestmove time` keeps its time, and how soon SIGINT is answered.

The engine runs with its default options, so with a thread a core. The positions are undecided: a
proven win or a forced move would rightly be answered sooner.
"""

import time
from collections.abc import Iterator

from uhp_client import Engine, warm_up

from benchmarks.measure import Measure, at_least, at_most
from benchmarks.positions import SIGNATURE_SET
from benchmarks.timing import rounds, say, timed

EARLIEST_SHARE = 0.9
LATE_SECONDS = 0.05
INTERRUPT_WITHIN = at_most(0.2)

TIMES = {0.1: 12, 0.5: 12, 1.0: 8, 5.0: 4}
QUICK_TIMES = {0.1: 6, 0.5: 4, 1.0: 2, 5.0: 1}
"""Seconds to think, with how often to do so."""

FIRST_SECONDS = (0.1, 1.0)
FIRST_MOVES = 6
QUICK_FIRST_MOVES = 2
INTERRUPTS = 12
QUICK_INTERRUPTS = 4
POSITIONS = tuple(SIGNATURE_SET.values())[::-1]
"""The last first: where there is little time, mid-game positions of Base+MLP are tried."""


def run(quick: bool) -> Iterator[Measure]:
    say("time, filling the cache")
    warm_up()
    yield from _thinking_at_first(QUICK_FIRST_MOVES if quick else FIRST_MOVES)
    with Engine() as engine:
        engine.ask(f"newgame {POSITIONS[0]}")
        engine.ask("bestmove depth 1")
        for seconds, times in (QUICK_TIMES if quick else TIMES).items():
            yield from _thinking(engine, seconds, times)
        yield _at_once(engine)
        yield _interrupted(engine, QUICK_INTERRUPTS if quick else INTERRUPTS)


def _thinking_at_first(times: int) -> Iterator[Measure]:
    """A new process a move: the search may still be loading when the command comes."""
    for seconds in FIRST_SECONDS:
        answers = []
        for _ in rounds(f"time, {seconds:g} s to think in a new process", times):
            with Engine() as engine:
                engine.ask(f"newgame {POSITIONS[0]}")
                answers.append(_seconds_to_answer(engine, f"bestmove time 00:00:{seconds:04.1f}"))
        latest = at_most(seconds + LATE_SECONDS)
        name = f"{seconds:g} s in a new process, latest of {times}"
        yield Measure(name, max(answers), "s", latest, None, (*answers,))


def _thinking(engine: Engine, seconds: float, times: int) -> Iterator[Measure]:
    answers = []
    for number in rounds(f"time, {seconds:g} s to think", times):
        engine.ask(f"newgame {POSITIONS[number]}")
        answers.append(_seconds_to_answer(engine, f"bestmove time 00:00:{seconds:04.1f}"))
    samples = (*answers,)
    soonest, latest = at_least(EARLIEST_SHARE * seconds), at_most(seconds + LATE_SECONDS)
    yield Measure(f"{seconds:g} s, earliest of {times}", min(answers), "s", soonest, None, samples)
    yield Measure(f"{seconds:g} s, latest of {times}", max(answers), "s", latest, None, samples)


def _at_once(engine: Engine) -> Measure:
    answers = []
    for number in rounds("time, none to think", len(POSITIONS)):
        engine.ask(f"newgame {POSITIONS[number]}")
        answers.append(_seconds_to_answer(engine, "bestmove time 00:00:00"))
    name = f"no time, latest of {len(answers)}"
    return Measure(name, max(answers), "s", at_most(LATE_SECONDS), None, (*answers,))


def _interrupted(engine: Engine, times: int) -> Measure:
    answers = []
    for number in rounds("time, SIGINT", times):
        engine.ask(f"newgame {POSITIONS[number]}")
        engine.send("bestmove time 01:00:00\n")
        time.sleep(0.2 + 0.03 * number)
        engine.interrupt()
        answers.append(timed(engine.reply)[0])
    name = f"SIGINT, latest answer of {times}"
    return Measure(name, max(answers), "s", INTERRUPT_WITHIN, None, (*answers,))


def _seconds_to_answer(engine: Engine, command: str) -> float:
    seconds, lines = timed(engine.ask, command)
    if not lines or lines[0].startswith(("err", "invalidmove")):
        raise RuntimeError(f"{command!r} was answered with {lines}")
    return seconds
