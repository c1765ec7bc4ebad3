"""Searching in the background while the opponent thinks."""

import threading
import time
from itertools import product

import pytest
from bruteforce import crowded_position
from searching import PATIENCE, comes_true, quiet_game, searcher_of
from tactics import TACTICS

from engine import Game
from search import STRATEGIES, Limits

pytestmark = pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")

KINDS = tuple(product(STRATEGIES, (1, 2)))
"""Strategies with numbers of threads."""


@pytest.mark.parametrize(("strategy", "threads"), KINDS)
def test_pondering_starts_stops_and_disturbs_nothing(strategy: str, threads: int) -> None:
    searcher, game = searcher_of(strategy, threads), quiet_game()
    before, running = game.game_string, threading.active_count()
    searcher.stop_pondering()
    searcher.start_pondering(game)
    assert threading.active_count() > running
    searcher.start_pondering(game)
    game.play(game.legal_moves[0])
    game.undo()
    time.sleep(0.05)
    asked = time.perf_counter()
    searcher.stop_pondering()
    assert time.perf_counter() - asked < PATIENCE
    assert threading.active_count() == running
    searcher.start_pondering(game)
    result = searcher.search(game, Limits(nodes=3000))
    assert game.is_legal(result.move)
    assert result.nodes < 3000 + threads * 500
    assert threading.active_count() == running
    searcher.start_pondering(game)
    searcher.new_game()
    assert threading.active_count() == running
    assert game.game_string == before


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_there_is_nothing_to_ponder_where_the_move_is_certain(strategy: str) -> None:
    tactic = next(tactic for tactic in TACTICS if (tactic.kind, tactic.plies) == ("wins", 1))
    searcher = searcher_of(strategy)
    searcher.start_pondering(Game.from_string(tactic.game_string))
    assert not any(thread.name.startswith("search ") for thread in threading.enumerate())
    assert int(searcher._workers[0]["nodes"]) == 0
    searcher.stop_pondering()


def test_there_is_nothing_to_ponder_when_the_game_is_over() -> None:
    searcher = searcher_of("AlphaBeta")
    game = crowded_position("Base", 1, 40)
    while not game.is_over:
        game.play(searcher.search(game, Limits(nodes=2000)).move)
    running = threading.active_count()
    searcher.start_pondering(game)
    assert threading.active_count() == running
    searcher.stop_pondering()


def test_pondering_leaves_its_findings_to_the_next_search() -> None:
    game = quiet_game()
    plain = searcher_of("AlphaBeta", table_mib=16).search(game, Limits(depth=9)).nodes
    searcher = searcher_of("AlphaBeta", table_mib=16)
    searcher.start_pondering(game)
    assert comes_true(lambda: searcher.nodes_so_far > 10 * plain)
    assert searcher.search(game, Limits(depth=9)).nodes < plain


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_below_the_top_level_nothing_is_searched_meanwhile(strategy: str) -> None:
    searcher = searcher_of(strategy)
    searcher.level = 9
    running = threading.active_count()
    searcher.start_pondering(quiet_game())
    assert threading.active_count() == running
    assert searcher.nodes_so_far == 0
