"""Our rules against OpenSpiel's on the same work in the same run; see `benchmarks.openspiel_rules`.

All is measured in CPU time, so that a busy machine hits both alike. Batches use all cores, and
what these spend counts in full: who waits for a batch gains by the number of cores beside.
"""

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import NamedTuple

from benchmarks import openspiel_rules, playouts
from benchmarks.measure import Bound, Measure, at_least
from benchmarks.perft import WrongCountError
from benchmarks.positions import P2, START
from benchmarks.timing import rounds, say, timed
from engine import Game

ROUNDS = 3
CLOCK = time.process_time
RANDOM_GAME_TYPES = ("Base", "Base+MLP")
PERFTS = 20
"""Our perft is over in milliseconds, so it is done that often."""


class Player(NamedTuple):
    name: str
    play: Callable[[str, int, int], int]
    games: int
    """Games a round: about a second's worth. For games of a batch the plies of each."""
    required: Bound | None = None
    goal: Bound | None = None
    """How many times OpenSpiel's plies there should be."""


OPENSPIEL = "OpenSpiel (C++)"
STEPPED = "GameBatch, numpy choosing"
PLAYERS = (
    Player(OPENSPIEL, openspiel_rules.random_games, 60),
    Player("jitted loop", playouts.jitted_games, 1500),
    Player("engine.Game (Python)", playouts.object_games, 6),
    Player("GameBatch.random_playouts", playouts.batched_games, 1500, at_least(20)),
    Player(STEPPED, playouts.stepped_games, 250, None, at_least(20)),
)


def run(quick: bool) -> Iterator[Measure]:
    for game_type in RANDOM_GAME_TYPES:
        yield from _random_games(game_type, 1 if quick else ROUNDS)
    yield from _perft("Base+MLP start", START, 4, 1 if quick else ROUNDS)
    yield from _perft("P2", P2, 2 if quick else 3, ROUNDS)


def _random_games(game_type: str, times: int) -> Iterator[Measure]:
    games_a_second: dict[str, list[float]] = {player.name: [] for player in PLAYERS}
    plies_a_second: dict[str, list[float]] = {player.name: [] for player in PLAYERS}
    for player in PLAYERS:
        player.play(game_type, 1, 1)
    for number in rounds(f"openspiel, random games of {game_type}", times):
        for name, play, games, *_ in PLAYERS:
            seconds, plies = timed(play, game_type, games, 1000 * number, clock=CLOCK)
            games_a_second[name].append(games / seconds)
            plies_a_second[name].append(plies / seconds)
    for name, rates in games_a_second.items():
        if name != STEPPED:
            title = f"random games of {game_type}, {name}"
            yield Measure(title, median(rates), "/s", samples=(*rates,))
    for name, _, _, required, goal in PLAYERS:
        if name != OPENSPIEL:
            ratio = median(plies_a_second[name]) / median(plies_a_second[OPENSPIEL])
            title = f"random plies of {game_type}, {name} : OpenSpiel"
            yield Measure(title, ratio, "x", required, goal)


def _perft(name: str, position: str, depth: int, times: int) -> Iterator[Measure]:
    game = Game.from_string(position)
    say(f"openspiel, distinct moves of {name}, depth {depth}")
    tree = openspiel_rules.DistinctTree(game, depth)
    if tree.leaves != game.perft(depth):
        raise WrongCountError(f"{name}: OpenSpiel {tree.leaves}, we {game.perft(depth)}")
    theirs, ours = [], []
    for _ in rounds(f"openspiel, perft of {name}, depth {depth}", times):
        theirs.append(timed(tree.walk, clock=CLOCK)[0])
        ours.append(timed(_perfts, game, depth, clock=CLOCK)[0] / PERFTS)
    title = f"perft {depth} of {name}"
    for who, seconds in (("OpenSpiel without duplicates", theirs), ("ours", ours)):
        rates = tuple(tree.leaves / sample for sample in seconds)
        yield Measure(f"{title}, {who}", max(rates), "/s", samples=rates)
    yield Measure(f"{title}, ours : OpenSpiel", min(theirs) / min(ours), "x")


def _perfts(game: Game, depth: int) -> None:
    for _ in range(PERFTS):
        game.perft(depth)
