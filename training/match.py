"""Games and matches between configurations of the search, in this process or several.

Limits are in nodes, so that results do not depend on the machine; games between engines proper
are the business of the arena.
"""

import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from arena.statistics.elo import Tally
from engine.movegen import legal_codes
from engine.position import losers, make, new_position
from search.alphabeta.deepening import search_rank
from search.evaluation.evaluate import WEIGHTS
from search.evaluation.network import Network, shipped_network
from search.mcts.kernel import grow
from search.mcts.root_parallel import ranked_moves
from search.mcts.tree import Tree
from search.parameters import MAX_DEPTH, PARAMETERS, set_parameters
from search.priors.priors import shipped_priors
from search.root import is_certain, is_forced, prepare
from search.stop_flag import StopFlag
from search.table import Table
from search.techniques import ALL_TECHNIQUES, TABLE
from search.values import MATE_ZONE
from search.worker import MAX_HISTORY, MAX_PLY, forget, new_worker
from training.files import fingerprint

WHITE_WINS, DRAW, BLACK_WINS = 1.0, 0.5, 0.0
LONGEST_GAME = 240
DRAWING_OCCURRENCE = 3
"""A position that occurs so often ends the game."""

TABLE_MIB = 8
_WAITING_PER_WORKER = 4


_OF_TREES = tuple(each for each in PARAMETERS if each.name.startswith("tree_"))
PARAMETERS_OF = {
    "AlphaBeta": tuple(each for each in PARAMETERS if each not in _OF_TREES),
    "MCTS": _OF_TREES,
}
"""The parameters that are tuned for a strategy."""


class Configuration(NamedTuple):
    """What two sides of a match differ in; the search as it is unless said otherwise."""

    techniques: int = ALL_TECHNIQUES
    weights: Any = WEIGHTS
    """Packed."""
    parameters: Mapping[str, int] = {}
    network: Network | None = shipped_network()
    """None for the linear sum alone."""
    priors: Any = shipped_priors()
    strategy: str = "AlphaBeta"


@lru_cache
def program_fingerprint() -> str:
    """A short name for all that the games of this program depend on besides their settings."""
    root = Path(__file__).parents[1]
    rooms = (root / room for room in ("engine", "search"))
    files = [path for room in rooms for kind in ("*.py", "*.npy") for path in room.rglob(kind)]
    files += (
        root / "training" / f"{name}.py" for name in ("match", "relabel", "samples", "selfplay")
    )
    parts = [np.frombuffer(path.read_bytes(), dtype=np.uint8) for path in sorted(files)]
    return fingerprint(*parts)


class Choice(NamedTuple):
    """A move's code with the score it was chosen for."""

    code: int
    score: int


class Player:
    """A search with one thread and a node limit."""

    def __init__(self, configuration: Configuration, nodes: int) -> None:
        self.configuration = configuration
        self.nodes = nodes
        self._worker = new_worker()
        self._table = Table(TABLE_MIB)
        self._never = StopFlag()

    @property
    def visited(self) -> int:
        """Nodes of the last search."""
        return int(self._worker["nodes"])

    def new_game(self) -> None:
        """Forget the last game."""
        self._table.clear()
        forget(self._worker)

    def choose(self, position: Any, hashes: list[int]) -> Choice:
        """The move to play in a position that `hashes` led to."""
        worker = self._worker
        self._table.new_search()
        prepare(
            worker,
            position,
            self._table,
            hashes[-MAX_HISTORY:],
            (self._never, self._never),
            self.configuration.techniques,
            self.nodes,
            repetition_draw=True,
        )
        worker["weights"] = self.configuration.weights
        network = self.configuration.network
        worker["network"] = network.address if network else 0
        worker["priors"] = self.configuration.priors
        set_parameters(worker, self.configuration.parameters)
        if is_certain(worker, 0):
            return Choice(int(worker["root_moves"][0]), int(worker["root_scores"][0]))
        if is_forced(worker):
            # There is nothing to choose, but the score is wanted.
            return Choice(int(worker["root_moves"][0]), search_rank(worker, position, 1, 0, 0))
        return self._search(position)

    def _search(self, position: Any) -> Choice:
        worker = self._worker
        score = int(worker["root_scores"][0])
        for depth in range(1, MAX_DEPTH + 1):
            score = search_rank(worker, position, depth, 0, score)
            if worker["stopped"] or abs(score) >= MATE_ZONE:
                break
        return Choice(int(worker["root_moves"][0]), score)


class TreePlayer(Player):
    """The same with Monte-Carlo tree search; every move grows a tree of its own."""

    def __init__(self, configuration: Configuration, nodes: int) -> None:
        super().__init__(configuration, nodes)
        self._tree = Tree(TABLE_MIB)

    def _search(self, position: Any) -> Choice:
        worker, tree = self._worker, self._tree
        worker["techniques"] &= ~TABLE
        tree.clear()
        while not worker["stopped"] and tree.nodes[0]["proven"] == 0:
            tree.used = int(grow(worker, position, tree.nodes, tree.used, MAX_PLY - 2))
            if not worker["stopped"]:
                tree.shrink(worker)
        best = ranked_moves(worker, [tree])[0]
        return Choice(best.code, best.score)


PLAYERS = {"AlphaBeta": Player, "MCTS": TreePlayer}


class Ply(NamedTuple):
    """A position of a game with the move chosen in it."""

    position: Any
    choice: Choice


def random_opening(game_type: str, plies: int, random: Random) -> tuple[Any, list[int]]:
    """A position after random moves that is not over, with the hashes that led there."""
    while True:
        position = new_position(game_type)
        hashes = [int(position["hash"])]
        for _ in range(plies):
            make(position, random.choice(legal_codes(position)))
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
        if seen[hashes[-1]] >= DRAWING_OCCURRENCE:
            break
    return DRAW, plies


class Pair(NamedTuple):
    """Two games from one opening, which the seed decides, with colours swapped."""

    one: Configuration
    other: Configuration
    nodes: int
    seed: str
    game_type: str = "Base+MLP"


def play_pair(pair: Pair) -> tuple[float, float]:
    """Play a pair: the points of `one` with White and with Black."""
    random = Random(pair.seed)
    position, hashes = random_opening(pair.game_type, random.randrange(4, 9), random)
    one, other = (PLAYERS[side.strategy](side, pair.nodes) for side in (pair.one, pair.other))
    with_white, _ = play((one, other), position, hashes)
    with_black, _ = play((other, one), position, hashes)
    return with_white, 1 - with_black


@contextmanager
def processes(workers: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """A `map` whose calls are done by so many processes; results come in the order asked for.

    Whatever ends this process, the others do not outlive it.
    """
    if workers == 1:
        yield map
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin_worker)

    def spread(work: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        waiting: deque[Future[Any]] = deque()
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= _WAITING_PER_WORKER * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    try:
        yield spread
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Leave Ctrl-C to the process that started this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """See that this process ends when the one that started it does."""
    threading.Thread(target=_wait_for_end_of_parent, daemon=True).start()


def _wait_for_end_of_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def play_match(
    one: Configuration,
    other: Configuration,
    nodes: int,
    games: int,
    seed: int,
    workers: int,
    game_type: str = "Base+MLP",
) -> Generator[Tally]:
    """The results of `one` after each pair of games; the same with any number of workers."""
    pairs = (Pair(one, other, nodes, f"{seed} {number}", game_type) for number in range(games // 2))
    tally = Tally()
    with processes(workers) as spread:
        for with_white, with_black in spread(play_pair, pairs):
            tally = tally.add(with_white).add(with_black).add_pair(with_white + with_black)
            yield tally
