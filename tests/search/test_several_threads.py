"""Searching on several threads: the others do real work, and it counts."""

import time
from typing import Any

import numpy as np
import pytest
from bruteforce import code_of, open_position
from search_model import Model
from tactics import TACTICS

from engine import GAME_TYPES, Game
from search import STRATEGIES, Limits, Line, Searcher, StopFlag
from search.alphabeta.deepening import AlphaBetaRun
from search.table import MISS, NO_MOVE, Table, entry_depth, entry_move, probe
from search.techniques import ALL_TECHNIQUES, TECHNIQUES
from search.worker import new_worker

PATIENCE = 30.0
"""Seconds that a thread on a busy machine may take to get going."""

BUSY = 2000
"""Nodes that show that a thread is searching."""


def wait_for(happened: Any) -> bool:
    deadline = time.perf_counter() + PATIENCE
    while not happened() and time.perf_counter() < deadline:
        time.sleep(0.001)
    return bool(happened())


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("threads", [2, 3])
def test_every_thread_searches(strategy: str, threads: int) -> None:
    """The first thread waits with its first line until all the others are at work."""
    searcher = Searcher(strategy=strategy, threads=threads, table_mib=4)
    searcher.warm_up()
    game = open_position("Base+MLP", "threads", 14)
    busy: list[bool] = []

    def everyone_is_busy() -> bool:
        return all(int(worker["nodes"]) > BUSY for worker in searcher._workers[1:])

    def watch(line: Line) -> None:
        if not busy:
            busy.append(wait_for(everyone_is_busy))

    nodes = 300_000 * threads
    result = searcher.search(game, Limits(nodes=nodes), on_line=watch)
    assert busy == [True]
    assert result.nodes == sum(int(worker["nodes"]) for worker in searcher._workers)
    assert len(searcher._workers) == threads


def run_of(game: Game, threads: int, table: Table, lines: int = 1, depth: int = 5) -> AlphaBetaRun:
    workers = [new_worker() for _ in range(threads)]
    limits = Limits(depth=depth)
    return AlphaBetaRun(
        game, limits, lines, workers, table, ALL_TECHNIQUES, StopFlag(), None, time.perf_counter()
    )


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_helper_deepens_as_the_model_does_and_reports_nothing(number: int) -> None:
    """Every other helper begins a depth later, so that not all do the same at the same time."""
    for game_type in GAME_TYPES[::4]:
        game = open_position(game_type, "helper", 10)
        run = run_of(game, 4, Table(8), depth=4)
        before = run.found[:]
        run.search(number)
        model = Model(game, TECHNIQUES)
        guess = model.root[0][1]
        for depth in range(1 + number % 2, 5):
            guess = model.search_rank(depth, 0, guess)
        worker = run.workers[number]
        assert int(worker["nodes"]) == model.nodes > 100
        count = len(model.root)
        found = zip(
            worker["root_moves"][:count].tolist(),
            worker["root_scores"][:count].tolist(),
            strict=True,
        )
        assert [*found] == model.root
        assert run.found == before
        assert [int(other["nodes"]) for other in run.workers if other is not worker] == [0, 0, 0]


def test_what_a_helper_finds_is_in_the_table_for_all() -> None:
    game = open_position("Base+MLP", "shared", 10)
    table = Table(8)
    run = run_of(game, 2, table)
    run.search(1)
    line = run.workers[1]["pv"][0][: int(run.workers[1]["pv_length"][0])].tolist()
    after = game.copy()
    after.play(after.move_of(line[0]))
    known = probe(table.address, table.mask, np.uint64(after.position["hash"]))
    assert known != MISS
    assert int(entry_depth(known)) >= 3
    assert int(entry_move(known)) != NO_MOVE
    # The first thread gets along with fewer nodes for it.
    run.search(0)
    alone = run_of(game, 1, Table(8))
    alone.search(0)
    assert int(run.workers[0]["nodes"]) < int(alone.workers[0]["nodes"])


def test_a_helper_passes_over_moves_that_win_at_once() -> None:
    """The win is certain; what is worth searching for is the best of the rest."""
    tactic = next(tactic for tactic in TACTICS if (tactic.kind, tactic.plies) == ("wins", 1))
    game = Game.from_string(tactic.game_string)
    run = run_of(game, 2, Table(4), lines=2, depth=3)
    worker = run.workers[1]
    wins = int(worker["root_wins"])
    assert wins == 1
    run.search(1)
    assert int(worker["nodes"]) > 0
    assert int(worker["root_moves"][0]) == code_of(game.parse_move(tactic.move))
    assert int(worker["root_scores"][0]) == 29999


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_nodes_are_shared_out_among_the_threads(threads: int) -> None:
    game = open_position("Base", "share", 10)
    workers = [new_worker() for _ in range(threads)]
    table = Table(1)
    AlphaBetaRun(
        game, Limits(nodes=1000), 1, workers, table, 0, StopFlag(), None, time.perf_counter()
    )
    limits = {int(worker["node_limit"]) for worker in workers}
    assert limits == {-(-1000 // threads)}
    AlphaBetaRun(game, Limits(), 1, workers, table, 0, StopFlag(), None, time.perf_counter())
    assert all(int(worker["node_limit"]) > 1 << 60 for worker in workers)


def test_every_tree_counts_in_the_end() -> None:
    """The visits of both threads' trees are added up, so the line is that of the sum."""
    searcher = Searcher(strategy="MCTS", threads=2, table_mib=8)
    game = open_position("Base+MLP", "sum", 14)
    searcher.warm_up()
    helped: list[bool] = []

    def watch(line: Line) -> None:
        helped.append(wait_for(lambda: int(searcher._workers[1]["nodes"]) > BUSY))

    result = searcher.search(game, Limits(nodes=40_000), multipv=3, on_line=watch)
    assert all(helped)
    visits: dict[int, int] = {}
    for tree in searcher._trees:
        assert int(tree.nodes[0]["visits"]) > 0
        for child in tree.children(0):
            node = tree.nodes[child]
            visits[int(node["move"])] = visits.get(int(node["move"]), 0) + int(node["visits"])
    most = sorted(visits, key=lambda move: -visits[move])[:3]
    assert code_of(result.move) == most[0]
    assert {code_of(line.pv[0]) for line in result.lines} == {*most}
