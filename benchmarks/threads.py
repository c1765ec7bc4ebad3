"""What a second thread is worth: the same work with one thread and with two, in turn."""

import time
from collections.abc import Iterator
from statistics import median

from benchmarks.measure import Measure, at_least
from benchmarks.perft import FROM_P2, seconds_to_count
from benchmarks.positions import P2, P2_WINS, SIGNATURE_SET, START
from benchmarks.timing import rounds
from engine import Game
from search import Limits, Searcher, analyse_many

ROUNDS = 3
SECONDS = 3.0
QUICK_SECONDS = 1.0
PERFT_REQUIRED = at_least(1.6)
SEARCH_REQUIRED = at_least(1.7)
MANY_REQUIRED = at_least(1.7)
MANY_NODES = 100_000

SEARCHES = (("Base+MLP start", START, 1), ("P2", P2, P2_WINS + 1))
"""With lines to search for: P2's wins at once need no search, so the best move after them is."""


def run(quick: bool) -> Iterator[Measure]:
    times = 1 if quick else ROUNDS
    yield _perft(times)
    for name, position, lines in SEARCHES:
        yield from _search(name, position, lines, QUICK_SECONDS if quick else SECONDS, times)
    yield _many(times)


def _many(times: int) -> Measure:
    games = [Game.from_string(text) for text in SIGNATURE_SET.values()]
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in rounds("threads, many positions", times):
        for jobs, taken in seconds.items():
            started = time.perf_counter()
            analyse_many(games, Limits(nodes=MANY_NODES), jobs=jobs)
            taken.append(time.perf_counter() - started)
    gain = min(seconds[1]) / min(seconds[2])
    name = f"analyse_many, {len(games)} positions, 2 : 1"
    return Measure(name, gain, "x", MANY_REQUIRED, None, (*seconds[1], *seconds[2]))


def _perft(times: int) -> Measure:
    game = Game.from_string(FROM_P2.position)
    one, two = [], []
    for _ in rounds("threads, perft of P2", times):
        one.append(seconds_to_count(FROM_P2, game, workers=1))
        two.append(seconds_to_count(FROM_P2, game, workers=2))
    gain = min(one) / min(two)
    return Measure(f"perft {FROM_P2.name}, 2 : 1", gain, "x", PERFT_REQUIRED, None, (*one, *two))


def _search(name: str, position: str, lines: int, seconds: float, times: int) -> Iterator[Measure]:
    game = Game.from_string(position)
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in rounds(f"threads, search of {name}", times):
        for threads, found in rates.items():
            searcher = Searcher(threads=threads)
            searcher.warm_up()
            result = searcher.search(game, Limits(seconds=seconds), multipv=lines)
            found.append(result.nodes / result.seconds)
    gain = median(rates[2]) / median(rates[1])
    yield Measure(
        f"search of {name}, 2 threads", median(rates[2]), "nodes/s", None, None, (*rates[2],)
    )
    yield Measure(f"search nodes/s of {name}, 2 : 1", gain, "x", SEARCH_REQUIRED)
