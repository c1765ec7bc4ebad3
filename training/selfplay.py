"""Games between configurations of the search inside one process, for tuning and for tests.

Limits are in nodes, so that results do not depend on the machine; tournaments between engines
proper are the business of the arena.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from engine.movegen import list_moves
from engine.position import MAX_MOVES, losers, make, new_position
from search.alphabeta.deepening import search_rank
from search.evaluation.evaluate import WEIGHTS
from search.parameters import MAX_DEPTH
from search.root import is_certain, prepare
from search.stop_flag import StopFlag
from search.table import Table
from search.techniques import ALL_TECHNIQUES
from search.values import MATE_ZONE
from search.worker import MAX_HISTORY, forget, new_worker

WHITE_WINS, DRAW, BLACK_WINS = 1.0, 0.5, 0.0
LONGEST_GAME = 240


class Choice(NamedTuple):
    """A move's code with the score it was chosen for."""

    code: int
    score: int


class Player:
    """A search with one thread and a node limit; its packed weights may be replaced."""

    def __init__(self, nodes: int, techniques: int = ALL_TECHNIQUES, table_mib: int = 8) -> None:
        self.nodes = nodes
        self.techniques = techniques
        self.weights = WEIGHTS
        self._worker = new_worker()
        self._table = Table(table_mib)
        self._never = StopFlag()

    def new_game(self) -> None:
        """Forget the last game."""
        self._table.clear()
        forget(self._worker)

    def choose(self, position: Any, hashes: list[int]) -> Choice:
        """The move to play in a position that `hashes` led to."""
        worker = self._worker
        self._table.new_search()
        recent = hashes[-MAX_HISTORY:]
        prepare(
            worker,
            position,
            self._table,
            recent,
            self._never,
            self._never,
            self.techniques,
            self.nodes,
            repetition_draw=True,
        )
        worker["weights"] = self.weights
        score = int(worker["root_scores"][0])
        if not is_certain(worker, 0) and int(worker["root_count"]) > 1:
            for depth in range(1, MAX_DEPTH + 1):
                score = search_rank(worker, position, depth, 0, score)
                if worker["stopped"] or abs(score) >= MATE_ZONE:
                    break
        return Choice(int(worker["root_moves"][0]), score)


class Ply(NamedTuple):
    """A position of a game with the move chosen in it."""

    position: Any
    choice: Choice


def random_opening(game_type: str, plies: int, random: Random) -> tuple[Any, list[int]]:
    """A position after random moves that is not over, with the hashes that led there."""
    buffer = np.empty(MAX_MOVES, dtype=np.int32)
    while True:
        position = new_position(game_type)
        hashes = [int(position["hash"])]
        for _ in range(plies):
            count = list_moves(position, buffer)
            make(position, int(buffer[random.randrange(count)]))
            hashes.append(int(position["hash"]))
        if not losers(position):
            return position, hashes


def play(
    players: tuple[Player, Player], position: Any, hashes: list[int]
) -> tuple[float, list[Ply]]:
    """Play a game to its end: the result for White and the plies. Changes neither argument.

    A third occurrence of a position or an endless game is a draw.
    """
    position = position.copy()
    hashes = hashes.copy()
    seen = Counter(hashes)
    plies: list[Ply] = []
    for player in players:
        player.new_game()
    while int(position["ply"]) < LONGEST_GAME:
        choice = players[int(position["ply"]) & 1].choose(position, hashes)
        plies.append(Ply(position.copy(), choice))
        make(position, choice.code)
        lost = losers(position)
        if lost:
            return (DRAW, BLACK_WINS, WHITE_WINS, DRAW)[lost], plies
        hashes.append(int(position["hash"]))
        seen[hashes[-1]] += 1
        if seen[hashes[-1]] >= 3:
            break
    return DRAW, plies


def play_pairs(
    one: Player, other: Player, pairs: int, seed: int, game_type: str = "Base+MLP"
) -> Iterator[tuple[float, float]]:
    """Play pairs of games from random openings, colours swapped: the results of `one`."""
    for number in range(pairs):
        random = Random(f"{seed} {number}")
        position, hashes = random_opening(game_type, random.randrange(4, 9), random)
        first = play((one, other), position, hashes)[0]
        second = play((other, one), position, hashes)[0]
        yield first, 1 - second
