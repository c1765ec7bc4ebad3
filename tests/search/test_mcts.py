"""Tree search: proofs, the tree kept from move to move, bounded memory and depth."""

import threading
import tracemalloc
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from bruteforce import (
    OPEN,
    WIN,
    after,
    code_of,
    crowded_game,
    crowded_position,
    loses_within,
    move_fates,
    wins_within,
)
from positions import board
from tactics import TACTICS

from engine import GAME_TYPES, Game
from engine.position import MAX_MOVES
from search import Limits, Line, Result, Searcher, StopFlag
from search.mcts.kernel import NODE, grow
from search.mcts.root_parallel import NODES_PER_PLY, REPORT_NODES
from search.root import prepare
from search.table import Table
from search.techniques import ALL_TECHNIQUES
from search.worker import MAX_PLY, new_worker

pytestmark = pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")

LONGEST_PROOF = 4
"""Plies; longer proofs take the full-width solver too long."""


def tree_searcher(table_mib: int = 4, threads: int = 1) -> Searcher:
    return Searcher(strategy="MCTS", table_mib=table_mib, threads=threads)


def is_proven(game: Game, line: Line) -> bool:
    """Whether the full-width solver agrees with the forced end a line claims."""
    mate = line.score.mate
    assert mate is not None
    code = code_of(line.pv[0])
    fate = move_fates(game.position)[code]
    if fate != OPEN:
        return (mate == 1) == (fate == WIN)
    below = after(game.position, code)
    return loses_within(below, mate - 1) if mate > 0 else wins_within(below, -mate - 1)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_a_proven_end_is_one_for_the_full_width_solver(threads: int) -> None:
    searcher = tree_searcher(threads=threads)
    proofs = 0
    for game_type in GAME_TYPES:
        for game in crowded_game(game_type, ("proofs", threads), 60, careful=True):
            if game.ply > 20 and game.ply % 6 == 0:
                for line in searcher.search(game, Limits(nodes=3000), multipv=4).lines:
                    mate = line.score.mate
                    if mate is not None and abs(mate) <= LONGEST_PROOF:
                        proofs += abs(mate) > 2
                        assert is_proven(game, line), (game.game_string, line)
    for tactic in TACTICS:
        game = Game.from_string(tactic.game_string)
        for line in searcher.search(game, Limits(nodes=20_000), multipv=2).lines:
            mate = line.score.mate
            if mate is not None and abs(mate) <= LONGEST_PROOF:
                proofs += abs(mate) > 2
                assert is_proven(game, line), (game.game_string, line)
    assert proofs > 10


@pytest.mark.slow
def test_short_wins_are_found_and_a_proof_ends_the_search() -> None:
    searcher = tree_searcher(table_mib=32)
    nodes = 100_000
    proofs = 0
    for tactic in TACTICS:
        if tactic.kind == "wins" and tactic.plies <= 3:
            game = Game.from_string(tactic.game_string)
            result = searcher.search(game, Limits(nodes=nodes))
            mate = result.lines[0].score.mate
            assert mate is not None or game.move_string(result.move) == tactic.move, tactic
            if mate is not None:
                assert mate >= tactic.plies, tactic
                assert result.nodes < nodes, tactic
                proofs += mate > 1
    assert proofs > 0


@pytest.mark.slow
def test_a_proven_win_is_not_let_go() -> None:
    """Whatever the opponent replies, the next search finds the rest of the win."""
    proofs = 0
    for tactic in TACTICS:
        if tactic.kind != "wins" or tactic.plies != 3:
            continue
        searcher = tree_searcher(table_mib=16)
        game = Game.from_string(tactic.game_string)
        result = searcher.search(game, Limits(nodes=50_000))
        if result.lines[0].score.mate != 3:
            continue
        game.play(result.move)
        for reply in game.legal_moves[::9]:
            later = game.copy()
            later.play(reply)
            if later.is_over:
                continue
            line = searcher.search(later, Limits(nodes=20_000)).lines[0]
            assert line.score.mate == 1, (later.game_string, line)
            proofs += 1
    game = Game.from_string(LONGER_WIN)
    searcher = tree_searcher(table_mib=64)
    mate = searcher.search(game, Limits(nodes=40_000)).lines[0].score.mate
    assert mate == 5
    game.play("bB1 bA2")
    game.play("wB2 wA2\\")
    assert searcher.search(game, Limits(nodes=40_000)).lines[0].score.mate == 3
    assert proofs > 20


LONGER_WIN = (
    "Base;InProgress;Black[25];wA1;bS1 wA1/;wA2 wA1\\;bQ \\bS1;wA3 /wA1;bA1 bQ/;wQ wA3\\;bA2 bA1\\;"
    "wA2 /bQ;bA2 /wQ;wB1 wQ-;bS2 bA1\\;wS1 /wA2;bS2 wA1\\;wB2 /wS1;bG1 -bA1;wA2 \\bG1;bG2 bA1\\;"
    "wB2 /wA3;bA2 \\wA2;wG1 wB2\\;bA2 /bQ;wG2 wG1\\;bG3 bG2-;wS2 /wG2;bA3 bG3/;wA2 wG2-;bA2 bA1/;"
    "wA2 /wS2;bA2 wB1\\;wA2 bA2/;bB1 bA2\\;wG3 -wS2;bA3 -wB2;wA2 /bG1;bA3 wG3\\;wA2 /bB1;bB2 bG3\\;"
    "wA2 -wG3;bA1 /bG1;wA2 /bB1;bA3 bG2\\;wA2 \\bG3;bA1 wG2\\;wA2 /bG1;bA3 wS2\\;wA2 -wB2;bA3 bB2/;"
    "wA2 -wS1"
)


def follow(game: Game, result: Result) -> Game:
    """The game after the first two moves of the best line."""
    later = game.copy()
    for move in result.lines[0].pv[:2]:
        later.play(move)
    return later


def test_the_tree_is_kept_from_move_to_move() -> None:
    """A search of one node has a long line only if an earlier one has found it."""
    game = crowded_position("Base+MLP", "reuse", 10)
    searcher = tree_searcher(table_mib=16)
    first = searcher.search(game, Limits(nodes=200_000))
    assert first.depth >= 4
    later = follow(game, first)
    kept = searcher.search(later, Limits(nodes=1))
    fresh = tree_searcher(table_mib=16).search(later, Limits(nodes=1))
    assert kept.depth >= first.depth - 2 > fresh.depth
    assert kept.lines[0].pv == first.lines[0].pv[2:]


def test_the_tree_is_forgotten_with_the_game_or_when_another_is_played() -> None:
    game = crowded_position("Base+MLP", "reuse", 10)
    searcher = tree_searcher(table_mib=16)
    later = follow(game, searcher.search(game, Limits(nodes=50_000)))
    searcher.new_game()
    assert searcher.search(later, Limits(nodes=1)).depth <= 1
    searcher.search(game, Limits(nodes=50_000))
    other = crowded_position("Base+MLP", "other", later.ply)
    assert searcher.search(other, Limits(nodes=1)).depth <= 1
    assert other.is_legal(searcher.search(other, Limits(nodes=3000)).move)


def test_another_rule_or_game_type_starts_afresh() -> None:
    searcher = tree_searcher()
    searcher.search(Game("Base+MLP"), Limits(nodes=5000))
    other = Game("Base+MLP", queen_first=True)
    lines = searcher.search(other, Limits(nodes=5000), multipv=8).lines
    assert len({line.pv[0] for line in lines}) == 8
    assert "wQ" in {other.move_string(line.pv[0]) for line in lines}


def test_a_forced_move_is_searched_within_the_limits() -> None:
    game = board("bQ  bA1 wQ  bA2")
    assert len(game.legal_moves) == 1
    for limits in (Limits(nodes=100), Limits(nodes=100, seconds=0.001), Limits()):
        result = tree_searcher().search(game, limits)
        assert result.nodes <= (limits.nodes or 2000)
        assert result.move == game.legal_moves[0]


def test_taking_back_or_repeating_a_search_does_no_harm() -> None:
    game = crowded_position("Base+MLP", "back", 20)
    searcher = tree_searcher()
    for step in (1, 1, -1, -1, 1, 1, 1, -2, 1):
        result = searcher.search(game, Limits(nodes=3000), multipv=2)
        assert game.is_legal(result.move)
        if step > 0:
            game.play(result.move)
        else:
            game.undo(-step)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_memory_stays_within_the_table_size(threads: int) -> None:
    game = crowded_position("Base+MLP", "memory", 6)
    searcher = tree_searcher(table_mib=2, threads=threads)
    searcher.warm_up()
    searcher.search(game, Limits(nodes=1000))
    fills: list[float] = []
    tracemalloc.start()
    try:
        searcher.new_game()
        for _ in range(3):
            result = searcher.search(
                game, Limits(nodes=150_000), on_line=lambda line: fills.append(line.table_fill)
            )
            game.play(result.move)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert max(fills) > 0.4
    assert max(fills) <= 1
    assert peak < 3 << 20


@pytest.mark.slow
def test_a_full_tree_makes_room_and_grows_on() -> None:
    game = crowded_position("Base+MLP", "memory", 6)
    searcher = tree_searcher(table_mib=1)
    lines: list[Line] = []
    searcher.search(game, Limits(nodes=1_500_000), on_line=lines.append)
    fills = [line.table_fill for line in lines]
    assert sum(later < earlier for earlier, later in pairwise(fills)) > 3


def test_walks_that_end_in_a_repetition_count_as_nodes() -> None:
    """Else a node limit is never reached where nothing but a repetition is left to look at."""
    game = crowded_position("Base+MLP", "repetition", 16)
    code = next(
        code_of(move) for move in game.legal_moves if move.piece and game.place_of(move.piece)
    )
    repeated, other = int(after(game.position, code)["hash"]), 0
    hashes = [repeated, other, repeated, other, other, int(game.position["hash"])]
    worker, position, stop = new_worker(), game.position.copy(), StopFlag()
    prepare(worker, position, Table(0), hashes, (stop, stop), ALL_TECHNIQUES, 100)
    nodes = np.zeros(8 * MAX_MOVES, dtype=NODE)
    nodes[0]["first"] = nodes[0]["count"] = 1
    nodes[1]["move"] = code
    timer = threading.Timer(5, stop.set)
    timer.start()
    grow(worker, position, nodes, 2, 10)
    timer.cancel()
    assert worker["nodes"] == 100
    assert nodes[1]["visits"] == 100


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_depth_limit_caps_the_tree(depth: int) -> None:
    searcher = tree_searcher()
    for game_type in ("Base", "Base+MLP"):
        game = crowded_position(game_type, "cap", 8)
        lines: list[Line] = []
        limits = Limits(depth=depth, nodes=20_000)
        result = searcher.search(game, limits, multipv=5, on_line=lines.append)
        assert result.depth <= depth
        assert all(len(line.pv) <= depth for line in (*lines, *result.lines))


def test_a_depth_limit_alone_ends_the_search() -> None:
    searcher = tree_searcher()
    game = crowded_position("Base+MLP", "cap", 8)
    assert 1 <= searcher.search(game, Limits(depth=2)).depth <= 2


def test_one_thread_is_deterministic_over_a_whole_game() -> None:
    games = []
    for _ in range(2):
        searcher = tree_searcher(table_mib=1)
        game = crowded_position("Base+MP", "whole", 6)
        while not game.is_over and game.ply < 50:
            game.play(searcher.search(game, Limits(nodes=3000)).move)
        games.append(game.game_string)
    assert games[0] == games[1]


def test_trees_that_share_little_memory_have_room_for_all_moves() -> None:
    game = crowded_position("Base+MLP", "little", 20)
    searcher = tree_searcher(table_mib=1, threads=8)
    result = searcher.search(game, Limits(nodes=80_000))
    assert game.is_legal(result.move)
    assert all(len(tree.nodes) >= 4 * MAX_MOVES for tree in searcher._trees)
    assert all(tree.used <= len(tree.nodes) for tree in searcher._trees)


@pytest.mark.parametrize(("depth", "deepest"), [(None, MAX_PLY - 2), (200, MAX_PLY - 2), (7, 7)])
def test_a_tree_is_no_deeper_than_a_line_can_get(
    depth: int | None, deepest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel would write beyond the worker's record."""
    asked: list[int] = []

    def watched(worker: Any, position: Any, nodes: Any, used: int, most: int) -> Any:
        asked.append(most)
        return grow(worker, position, nodes, used, most)

    monkeypatch.setattr("search.mcts.root_parallel.grow", watched)
    game = crowded_position("Base+MLP", "deep", 12)
    tree_searcher().search(game, Limits(depth=depth, nodes=2000))
    assert asked == [deepest]


def test_reports_come_every_so_many_nodes_and_the_search_goes_on() -> None:
    lines: list[Line] = []
    game = crowded_position("Base+MLP", "reports", 12)
    result = tree_searcher(table_mib=64).search(
        game, Limits(nodes=3 * REPORT_NODES - 1), on_line=lines.append
    )
    assert len(lines) == 3
    for number, line in enumerate(lines, start=1):
        assert 0 <= line.nodes - number * REPORT_NODES + (number == 3) < 1000
    assert lines[-1].nodes == result.nodes


@pytest.mark.parametrize("depth", [1, 2])
def test_a_depth_alone_gives_as_many_nodes_for_every_ply(depth: int) -> None:
    game = crowded_position("Base+MLP", "cap", 8)
    result = tree_searcher(table_mib=64).search(game, Limits(depth=depth))
    assert 0 <= result.nodes - NODES_PER_PLY * depth < 1000
