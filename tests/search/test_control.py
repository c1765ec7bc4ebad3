"""Starting, limiting, watching and stopping a search. Limits on time are generous on purpose."""

import json
import subprocess
import sys
import threading
import time
import tracemalloc
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from bruteforce import crowded_position, cycle_of
from searching import PATIENCE, comes_true, quiet_game, searcher_of

from engine import GAME_TYPES, Game
from search import STRATEGIES, Limits, Line, Result, Score, Searcher, StopFlag

pytestmark = pytest.mark.filterwarnings(
    "error::pytest.PytestUnhandledThreadExceptionWarning"  # the search runs in other threads
)

KINDS = tuple(product(STRATEGIES, (1, 2)))
"""Strategies with numbers of threads."""

ROOT = Path(__file__).resolve().parents[2]

TYPICAL_STOP = 0.1
"""Seconds; ten times what a stop takes on an idle machine."""

TYPICAL_LATENESS = 0.15


def summary(result: Result) -> list[Any]:
    """Everything of a result but times."""
    return [
        str(result.move),
        result.nodes,
        result.depth,
        [
            [line.rank, line.score.value, line.depth, line.nodes, [str(move) for move in line.pv]]
            for line in result.lines
        ],
    ]


class Background:
    """A search in a thread of its own."""

    def __init__(self, searcher: Searcher, game: Game, limits: Limits) -> None:
        self.stop = StopFlag()
        self.result: Result | None = None

        def run() -> None:
            self.result = searcher.search(game, limits, stop=self.stop)

        self.thread = threading.Thread(target=run)
        self.thread.start()

    def seconds_to_stop(self) -> float:
        asked = time.perf_counter()
        self.stop.set()
        self.thread.join()
        return time.perf_counter() - asked


# Stopping


@pytest.mark.parametrize(("strategy", "threads"), KINDS)
def test_an_unlimited_search_goes_on_until_stopped_and_stops_at_once(
    strategy: str, threads: int
) -> None:
    searcher, game = searcher_of(strategy, threads), quiet_game()
    taken = []
    for _ in range(5):
        search = Background(searcher, game, Limits())
        time.sleep(0.15)
        assert search.thread.is_alive()
        taken.append(search.seconds_to_stop())
        assert search.result is not None
        assert game.is_legal(search.result.move)
        assert search.result.nodes > 0
    assert median(taken) < TYPICAL_STOP


@pytest.mark.parametrize(("strategy", "threads"), KINDS)
def test_a_search_that_is_stopped_before_it_begins_has_a_move(strategy: str, threads: int) -> None:
    stop = StopFlag()
    stop.set()
    game = quiet_game()
    result = searcher_of(strategy, threads).search(game, Limits(), multipv=3, stop=stop)
    assert game.is_legal(result.move)
    assert len(result.lines) == 3
    assert result.seconds < 5


def test_a_stop_flag_stops_every_search_it_was_given_to() -> None:
    stop = StopFlag()
    assert not stop.is_set
    stop.set()
    assert stop.is_set
    searcher = searcher_of("AlphaBeta")
    for _ in range(3):
        assert searcher.search(quiet_game(), Limits(), stop=stop).nodes < 1000


# Limits


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "threads"), KINDS)
def test_a_time_limit_is_kept(strategy: str, threads: int) -> None:
    searcher, game = searcher_of(strategy, threads), quiet_game()
    for seconds in (0.02, 0.2):
        taken = [searcher.search(game, Limits(seconds=seconds)).seconds for _ in range(3)]
        assert min(taken) > 0.9 * seconds
        assert median(taken) < seconds + TYPICAL_LATENESS


@pytest.mark.parametrize(("strategy", "threads"), KINDS)
@pytest.mark.parametrize("nodes", [1, 100, 5000, 40_000])
def test_a_node_limit_is_kept(strategy: str, threads: int, nodes: int) -> None:
    game = quiet_game()
    result = searcher_of(strategy, threads).search(game, Limits(nodes=nodes))
    # A tree search counts a whole position's moves at once.
    at_once = 20 if strategy == "AlphaBeta" else len(game.legal_moves) * 3
    assert nodes * 0.4 <= result.nodes <= nodes + threads * at_once


@pytest.mark.parametrize("threads", [1, 2])
def test_a_depth_limit_is_reached_and_kept(threads: int) -> None:
    searcher, game = searcher_of("AlphaBeta", threads), quiet_game()
    for depth in (1, 2, 4, 3):
        result = searcher.search(game, Limits(depth=depth), multipv=2)
        assert result.depth == depth
        assert [line.depth for line in result.lines] == [depth, depth]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_first_limit_reached_ends_the_search(strategy: str) -> None:
    searcher, game = searcher_of(strategy), quiet_game()
    short = searcher.search(game, Limits(seconds=60, depth=50, nodes=2000))
    assert short.nodes < 3000
    short = searcher.search(game, Limits(seconds=0.05, depth=50, nodes=1 << 40))
    assert short.seconds < 5
    searcher.new_game()
    assert searcher.search(game, Limits(seconds=60, depth=1, nodes=3000)).depth == 1


# Reports


def test_reports_come_with_rising_depth_rank_by_rank() -> None:
    lines: list[Line] = []
    result = searcher_of("AlphaBeta").search(
        quiet_game(), Limits(depth=4), multipv=2, on_line=lines.append
    )
    assert [(line.depth, line.rank) for line in lines] == list(product((1, 2, 3, 4), (1, 2)))
    assert all(
        one.nodes <= two.nodes and one.seconds <= two.seconds for one, two in pairwise(lines)
    )
    assert lines[-2].score == result.lines[0].score
    assert {line.pv[0] for line in lines[-2:]} == {line.pv[0] for line in result.lines}


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_reports_tell_how_work_and_memory_grow(strategy: str) -> None:
    lines: list[Line] = []
    searcher = searcher_of(strategy, table_mib=1)
    searcher.search(quiet_game(), Limits(nodes=500_000), on_line=lines.append)
    assert len(lines) >= 2
    assert lines[0].nodes < lines[-1].nodes
    assert all(0 <= line.table_fill <= 1 for line in lines)
    assert lines[-1].table_fill > 0.1


def test_win_chances_rise_with_the_score_and_are_even_at_zero() -> None:
    chances = [Score(value).win_chance for value in range(-30000, 30001, 50)]
    assert all(one <= two for one, two in pairwise(chances))
    middle = [Score(value).win_chance for value in range(-1000, 1001, 50)]
    assert all(one < two for one, two in pairwise(middle))
    assert Score(0).win_chance == 0.5
    assert (chances[0], chances[-1]) == (0, 1)
    assert Score(150).win_chance + Score(-150).win_chance == pytest.approx(1)


# The same again


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_one_thread_and_a_node_limit_give_the_same_lines_again(strategy: str) -> None:
    searcher = searcher_of(strategy)
    games = [crowded_position(game_type, "again", 22) for game_type in GAME_TYPES[::3]]
    results = []
    for _ in range(2):
        searcher.new_game()
        results.append(
            [summary(searcher.search(game, Limits(nodes=6000), multipv=2)) for game in games]
        )
    assert results[0] == results[1]


FRESH_PROCESS = """
import json, sys
sys.path[:0] = {paths!r}
from test_control import searcher_of, summary
from engine import Game
from search import Limits
result = searcher_of({strategy!r}).search(Game.from_string({game!r}), Limits(nodes=6000), multipv=2)
print(json.dumps(summary(result)))
"""


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_fresh_process_gives_the_same_lines(strategy: str) -> None:
    game = crowded_position("Base+MLP", "again", 22)
    here = summary(searcher_of(strategy).search(game, Limits(nodes=6000), multipv=2))
    code = FRESH_PROCESS.format(
        paths=[str(Path(__file__).parent), str(ROOT / "tests" / "support")],
        strategy=strategy,
        game=game.game_string,
    )
    there = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert there.returncode == 0, there.stderr
    assert json.loads(there.stdout) == here


# Threads, settings


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_two_threads_give_the_same_kind_of_result(strategy: str) -> None:
    game = quiet_game()
    lines: list[Line] = []
    result = searcher_of(strategy, 2).search(
        game, Limits(nodes=30_000), multipv=3, on_line=lines.append
    )
    assert game.is_legal(result.move)
    assert [line.rank for line in result.lines] == [1, 2, 3]
    assert result.depth >= 2
    assert lines
    assert result.lines[0].nodes <= result.nodes


def both_have_searched(searcher: Searcher) -> bool:
    nodes = [int(worker["nodes"]) for worker in searcher._workers]
    return len(nodes) == 2 and min(nodes) > 20_000


def test_the_second_thread_searches_too() -> None:
    for strategy in STRATEGIES:
        searcher = searcher_of(strategy, 2)
        with searcher.analysis(quiet_game()):
            assert comes_true(partial(both_have_searched, searcher)), strategy


@pytest.mark.parametrize("table_mib", [1, 2, 3, 8, 16, 64])
def test_the_table_may_have_any_size_also_a_new_one_for_the_next_search(table_mib: int) -> None:
    searcher, game = Searcher(table_mib=table_mib), quiet_game()
    first = searcher.search(game, Limits(depth=3))
    for size in (1, table_mib):
        searcher.table_mib = size
        again = searcher.search(game, Limits(depth=3))
        assert (again.move, again.depth) == (first.move, 3)


def test_threads_and_strategy_may_change_between_searches() -> None:
    searcher, game = Searcher(table_mib=2), quiet_game()
    for strategy, threads in (*KINDS, *reversed(KINDS)):
        searcher.strategy, searcher.threads = strategy, threads
        result = searcher.search(game, Limits(nodes=3000))
        assert game.is_legal(result.move)
        assert result.nodes < 3000 + threads * 500
        game.play(result.move)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("allowed", [0, 1, 3])
def test_a_search_makes_do_with_the_threads_it_gets(
    monkeypatch: pytest.MonkeyPatch, strategy: str, allowed: int
) -> None:
    searcher, game = searcher_of(strategy, threads=4), quiet_game()
    searcher.search(game, Limits(nodes=4000))
    started: list[threading.Thread] = []
    start = threading.Thread.start

    def start_a_few(thread: threading.Thread) -> None:
        if len(started) == allowed:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", start_a_few)
        if allowed:
            game.play(searcher.search(game, Limits(nodes=4000)).move)
        else:
            with pytest.raises(RuntimeError, match="new thread"):
                searcher.search(game, Limits(nodes=4000))
    for thread in started:
        thread.join(10)
    assert not any(thread.is_alive() for thread in started)
    game.play(searcher.search(game, Limits(nodes=4000)).move)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_depth_below_one_means_one(strategy: str) -> None:
    searcher, game = searcher_of(strategy), quiet_game()
    for depth in (0, -3):
        assert searcher.search(game, Limits(depth=depth)).depth == 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_was_searched_before_a_new_game_does_not_matter(strategy: str) -> None:
    game, limits = quiet_game(), Limits(nodes=20_000)
    fresh = summary(searcher_of(strategy).search(game, limits))
    for earlier in STRATEGIES:
        searcher = searcher_of(earlier)
        searcher.search(crowded_position("Base+MLP", "earlier", 30), limits)
        searcher.new_game()
        searcher.strategy = strategy
        assert summary(searcher.search(game, limits)) == fresh


def test_many_threads_are_stopped_in_time() -> None:
    searcher, game = Searcher(threads=40, table_mib=4), quiet_game()
    searcher.search(game, Limits(nodes=1))
    started = time.perf_counter()
    searcher.search(game, Limits(seconds=0.2))
    assert time.perf_counter() - started < PATIENCE


def test_only_one_strategy_has_memory_at_a_time() -> None:
    searcher, game = Searcher(table_mib=16), quiet_game()
    tracemalloc.start()
    try:
        for strategy in (*STRATEGIES, *STRATEGIES):
            searcher.strategy = strategy
            searcher.search(game, Limits(nodes=1000))
        searcher.new_game()
        searcher.search(game, Limits(nodes=1000))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 24 << 20


@pytest.mark.parametrize(("strategy", "threads"), KINDS)
def test_a_search_leaves_the_game_as_it_was(strategy: str, threads: int) -> None:
    game = crowded_position("Base+MLP", "same", 40)
    before = (game.game_string, game.position_hash, game.stacks, game.position.tobytes())
    searcher_of(strategy, threads).search(game, Limits(nodes=5000), multipv=2)
    assert (game.game_string, game.position_hash, game.stacks, game.position.tobytes()) == before


# Long games


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_game_longer_than_is_remembered_can_be_searched(strategy: str) -> None:
    """Six hundred plies to and fro without a placement."""
    games = (crowded_position("Base", ("long", seed), 20) for seed in range(100))
    game, cycle = next((game, cycle) for game in games if (cycle := cycle_of(game)))
    while game.ply < 620:
        for move in cycle:
            game.play(move)
    result = searcher_of(strategy).search(game, Limits(nodes=3000))
    assert game.is_legal(result.move)
