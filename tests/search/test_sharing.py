"""Searchers and threads: one may be called from many, and many are strangers to each other."""

import os
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from bruteforce import crowded_position
from searching import PATIENCE, nobody_searches, told

from engine import Game
from search import STRATEGIES, Limits, Line, Result, Searcher, StopFlag, analyse_stream
from search.threads import SearchThreads

pytestmark = pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")


def in_threads(works: list[Callable[[], Any]]) -> list[Any]:
    """What calls return that are made at the same time; raises what one of them raised."""
    results: list[Any] = [None] * len(works)
    gate = threading.Barrier(len(works))

    def run(number: int) -> None:
        gate.wait()
        try:
            results[number] = works[number]()
        except BaseException as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("threads", [1, 2])
def test_searches_of_one_searcher_come_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, strategy: str, threads: int
) -> None:
    """They use the same memory, so two at a time would ruin each other."""
    searcher = Searcher(strategy=strategy, threads=threads, table_mib=1)
    game = crowded_position("Base+MLP", "shared", 12)
    under_way = most = 0
    run = SearchThreads.run

    def counted(self: SearchThreads, *arguments: Any) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        try:
            run(self, *arguments)
        finally:
            under_way -= 1

    monkeypatch.setattr(SearchThreads, "run", counted)

    def work() -> None:
        for number in range(8):
            result = searcher.search(game, Limits(nodes=1500), multipv=2)
            assert game.is_legal(result.move)
            # None is cut short by another.
            assert result.nodes >= 1500 * 0.4
            if number == 3:
                searcher.new_game()
            if number % 4 == 1:
                searcher.start_pondering(game)
                searcher.stop_pondering()

    in_threads([work] * 4)
    assert most == 1
    assert nobody_searches()


def test_searches_of_one_searcher_find_what_they_find_alone() -> None:
    """A fixed number of nodes after a new game gives the same whoever asks."""
    game, limits = crowded_position("Base+MLP", "shared", 12), Limits(depth=4)
    plain = Searcher(table_mib=4).search(game, limits)
    searcher = Searcher(table_mib=4)
    results = in_threads([lambda: searcher.search(game, limits)] * 3)
    assert {result.depth for result in results} == {4}
    assert told(plain) in [told(result) for result in results]  # the first


def test_different_searchers_do_not_wait_for_each_other_and_find_the_same() -> None:
    game, limits = crowded_position("Base+MLP", "apart", 12), Limits(nodes=20_000)
    plain = [told(Searcher(table_mib=2, strategy=name).search(game, limits)) for name in STRATEGIES]

    def work(strategy: str) -> Callable[[], Result]:
        searcher = Searcher(table_mib=2, strategy=strategy)
        return lambda: searcher.search(game.copy(), limits)

    results = in_threads([work(strategy) for strategy in STRATEGIES * 4])
    assert [told(result) for result in results] == plain * 4


def test_time_counts_from_when_the_turn_comes() -> None:
    searcher = Searcher(table_mib=1)
    searcher.warm_up()
    game = crowded_position("Base+MLP", "quiet", 8)
    results = in_threads([lambda: searcher.search(game, Limits(seconds=0.2))] * 3)
    assert all(result.seconds > 0.18 for result in results)
    assert all(result.nodes > 0 for result in results)


def test_a_search_that_is_stopped_while_it_waits_has_a_move_at_once() -> None:
    searcher, stop, end = Searcher(table_mib=1), StopFlag(), StopFlag()
    searcher.warm_up()
    game = crowded_position("Base+MLP", "quiet", 8)
    long = threading.Thread(target=lambda: searcher.search(game, Limits(), stop=end))
    long.start()
    time.sleep(0.05)
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    started = time.perf_counter()
    result = searcher.search(game, Limits(), multipv=2, stop=stop)
    assert time.perf_counter() - started < PATIENCE
    assert long.is_alive()
    assert game.is_legal(result.move)
    assert len(result.lines) == 2
    end.set()
    long.join()
    timer.join()


def test_a_searcher_cannot_be_used_by_its_own_callback() -> None:
    searcher = Searcher(table_mib=1)
    calls: list[Callable[[], Any]] = [
        lambda: searcher.search(Game(), Limits(nodes=10)),
        lambda: searcher.start_pondering(Game()),
        searcher.stop_pondering,
        searcher.new_game,
    ]
    for call in calls:

        def on_line(line: Line, call: Callable[[], Any] = call) -> None:
            call()

        with pytest.raises(RuntimeError, match="by its own `on_line`"):
            searcher.search(Game(), Limits(seconds=60), on_line=on_line)
    assert searcher.search(Game(), Limits(nodes=100)).nodes > 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_fork_can_search_although_another_thread_was_searching() -> None:
    searcher, stop = Searcher(table_mib=1), StopFlag()
    searcher.warm_up()
    thread = threading.Thread(target=lambda: searcher.search(Game(), Limits(), stop=stop))
    thread.start()
    time.sleep(0.05)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if searcher.search(Game(), Limits(nodes=300)).nodes > 0 else 2
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    stop.set()
    thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_fork_does_not_wait_for_what_only_its_parent_finds() -> None:
    results = analyse_stream([Game("Base+MLP")] * 40, Limits(nodes=30_000), jobs=2)
    analysis = Searcher(table_mib=1).analysis(Game())
    assert next(results) is not None
    next(analysis)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            refused = 0
            for reader in (results, analysis):
                try:
                    for _ in range(1000):
                        next(reader)
                except RuntimeError:
                    refused += 1
            status = 0 if refused == 2 else 2
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    results.close()
    analysis.close()
