"""The search on one thread: nodes a second, depth, time to depth, and how soon it stops.

What the network and the priors cost are ratios: the same positions with them and without, in turn.
"""

import threading
import time
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from benchmarks.measure import Measure, at_least, at_most
from benchmarks.positions import P2, P2_WINS, P3, SIGNATURE_SET, START
from benchmarks.timing import rounds, say, timed
from engine import Game
from search import Limits, Line, Searcher, StopFlag
from search.techniques import all_but
from training.match import Configuration, Player

SECONDS = 5.0
QUICK_SECONDS = 2.0
STOPS = 20
QUICK_STOPS = 5
STOP_WITHIN_MS = at_most(10.0)
ROUNDS = 7
QUICK_ROUNDS = 1
NODES = 100_000
LEARNT_REQUIRED = at_least(0.6)

SIDES = (
    Configuration(),
    Configuration(network=None),
    Configuration(techniques=all_but("priors"), network=None),
)


class Case(NamedTuple):
    name: str
    position: str
    lines: int
    nodes_a_second: int
    depth: int


CASES = (
    Case("Base+MLP start", START, 1, 480_000, 10),
    # The two moves of P2 that win at once need no search: the third line is what is searched.
    Case("P2 (third line)", P2, P2_WINS + 1, 300_000, 7),
    Case("P3", P3, 1, 300_000, 7),
    Case("move 14", SIGNATURE_SET["Base+MLP, move 14"], 1, 300_000, 7),
    Case("move 20", SIGNATURE_SET["Base+MLP, move 20"], 1, 300_000, 7),
)


def run(quick: bool) -> Iterator[Measure]:
    searcher = Searcher(threads=1)
    searcher.warm_up()
    for case in CASES:
        yield from _speed(searcher, case, QUICK_SECONDS if quick else SECONDS)
    yield from _learnt(QUICK_ROUNDS if quick else ROUNDS)
    yield _stop(searcher, QUICK_STOPS if quick else STOPS)


def _speed(searcher: Searcher, case: Case, seconds: float) -> Iterator[Measure]:
    say(f"search, {case.name}, {seconds:g} s")
    searcher.new_game()
    completed: dict[int, float] = {}

    def note(line: Line) -> None:
        if line.rank == case.lines:
            completed[line.depth] = line.seconds

    game = Game.from_string(case.position)
    result = searcher.search(game, Limits(seconds=seconds), multipv=case.lines, on_line=note)
    rate = result.nodes / result.seconds
    depth = max(completed, default=0)
    yield Measure(f"{case.name}, nodes", rate, "/s", at_least(case.nodes_a_second))
    promised = at_least(case.depth) if seconds == SECONDS else None
    yield Measure(f"{case.name}, depth in {seconds:g} s", depth, "", promised)
    if case.depth in completed:
        yield Measure(f"{case.name}, time to depth {case.depth}", completed[case.depth], "s")


def _learnt(times: int) -> Iterator[Measure]:
    """How many nodes a second are left of those without the network, and without priors too."""
    players = [Player(side, NODES) for side in SIDES]
    games = [Game.from_string(text) for text in SIGNATURE_SET.values()]
    samples = [
        tuple(_seconds_a_node(player, game) for game in games for player in players)
        for _ in rounds("search, with the network and priors and without", times)
    ]
    # Every search at its best, since all that disturbs one takes time.
    best = [min(taken) for taken in zip(*samples, strict=True)]
    all_samples = tuple(chain.from_iterable(samples))
    with_all, without_network, plain = (sum(best[at :: len(SIDES)]) for at in range(len(SIDES)))
    for name, seconds in (
        ("nodes a second, with the network : without", without_network),
        ("nodes a second, with network and priors : without", plain),
    ):
        yield Measure(name, seconds / with_all, "x", LEARNT_REQUIRED, None, all_samples)


def _seconds_a_node(player: Player, game: Game) -> float:
    player.new_game()
    hashes = [int(game.position["hash"])]
    seconds, _ = timed(player.choose, game.position, hashes, clock=time.process_time)
    return seconds / player.visited


def _stop(searcher: Searcher, times: int) -> Measure:
    waits = [
        1000 * _wait_for_stop(searcher, CASES[number % len(CASES)], 0.1 + 0.013 * number)
        for number in rounds("search, stopping", times)
    ]
    return Measure(f"stop (longest of {times})", max(waits), "ms", STOP_WITHIN_MS, None, (*waits,))


def _wait_for_stop(searcher: Searcher, case: Case, pause: float) -> float:
    """Seconds between asking a search to stop and having its result."""
    stop = StopFlag()
    asked: list[float] = []

    def ask() -> None:
        asked.append(time.perf_counter())
        stop.set()

    timer = threading.Timer(pause, ask)
    timer.start()
    searcher.search(Game.from_string(case.position), Limits(), multipv=case.lines, stop=stop)
    ended = time.perf_counter()
    timer.join()
    return ended - asked[0]
