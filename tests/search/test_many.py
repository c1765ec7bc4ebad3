"""Many positions in one call: the same results whatever the jobs and the order, and a clean end."""

import threading
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from bruteforce import crowded_position
from searching import PATIENCE, game_that_is_over, nobody_searches, searching_threads, told

from engine import GAME_TYPES, Game
from search import STRATEGIES, Limits, Searcher, StopFlag, analyse_many, analyse_stream
from search.many import _AHEAD

pytestmark = pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")


class OwnError(Exception):
    pass


def some_games() -> list[Game]:
    return [crowded_position(game_type, "many", 12) for game_type in GAME_TYPES]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_results_depend_neither_on_the_jobs_nor_on_the_order(strategy: str) -> None:
    games, limits = some_games(), Limits(nodes=3000)
    plain = [
        told(Searcher(table_mib=16, strategy=strategy).search(game, limits, multipv=2))
        for game in games
    ]
    for jobs in (1, 2, 5):
        results = analyse_many(games, limits, multipv=2, jobs=jobs, strategy=strategy)
        assert [*map(told, results)] == plain
    order = [*range(len(games))]
    Random(1).shuffle(order)
    shuffled = analyse_many([games[i] for i in order], limits, multipv=2, jobs=2, strategy=strategy)
    assert [told(result) for result in shuffled] == [plain[i] for i in order]


def test_a_fixed_depth_gives_the_same_whatever_the_jobs() -> None:
    one, two = (
        [*map(told, analyse_many(some_games(), Limits(depth=3), jobs=jobs))] for jobs in (1, 2)
    )
    assert one == two
    assert all(depth == 3 for _, _, depth, _ in one)


def test_a_game_that_is_over_has_no_result_and_breaks_nothing() -> None:
    over = game_that_is_over()
    results = analyse_many([over, Game(), over, Game("Base+MLP"), over], Limits(depth=1), jobs=2)
    assert [result is None for result in results] == [True, False, True, False, True]


def test_nothing_to_do_is_done_at_once() -> None:
    assert analyse_many([], Limits(depth=1)) == []
    assert analyse_many(iter(()), Limits(depth=1)) == []
    assert [*analyse_stream([], Limits(depth=1))] == []


def test_jobs_really_run_at_the_same_time() -> None:
    """Each of two unlimited searches only ends because the other one has begun."""
    stop = StopFlag()

    def watch() -> None:
        wait_for_threads(4)  # two jobs with a searching thread each
        stop.set()

    watcher = threading.Thread(target=watch)
    watcher.start()
    results = analyse_many([Game(), Game()], Limits(seconds=60), jobs=2, stop=stop)
    watcher.join()
    assert len(results) == 2


def wait_for_threads(count: int) -> None:
    deadline = time.perf_counter() + 30
    while len(searching_threads()) < count and time.perf_counter() < deadline:
        time.sleep(0.001)


def test_progress_is_told_in_the_callers_thread_position_by_position() -> None:
    calls: list[tuple[int, int | None, bool]] = []

    def note(done: int, total: int | None) -> None:
        calls.append((done, total, threading.current_thread() is threading.main_thread()))

    analyse_many([Game()] * 5, Limits(nodes=50), jobs=2, on_progress=note)
    assert calls == [(done, 5, True) for done in range(1, 6)]
    calls.clear()
    analyse_many((Game() for _ in range(3)), Limits(nodes=50), jobs=2, on_progress=note)
    assert calls == [(done, None, True) for done in range(1, 4)]


def test_games_are_taken_as_needed_and_a_few_ahead() -> None:
    taken = 0

    def endless() -> Iterator[Game]:
        nonlocal taken
        while True:
            taken += 1
            yield Game()

    results = analyse_stream(endless(), Limits(nodes=20), jobs=2)
    assert taken == 0
    for number in range(1, 40):
        assert next(results) is not None
        assert taken <= number + 2 * _AHEAD
    results.close()
    assert nobody_searches()
    assert next(results, "nothing") == "nothing"


def test_the_same_game_may_be_given_again_after_the_next_move() -> None:
    moves = crowded_position("Base+MLP", "record", 12).move_strings

    def positions() -> Iterator[Game]:
        game = Game("Base+MLP")
        for move in moves:
            game.play(move)
            yield game

    apart = [game.copy() for game in positions()]
    results = analyse_many(positions(), Limits(nodes=200), jobs=2)
    assert [told(result) for result in results] == [
        told(result) for result in analyse_many(apart, Limits(nodes=200), jobs=1)
    ]


@pytest.mark.slow
def test_ten_thousand_positions_are_a_matter_of_course() -> None:
    """At no time are there more games than are looked ahead."""
    alive = most = 0

    class Counted(Game):
        def copy(self) -> "Counted":
            nonlocal alive, most
            alive += 1
            most = max(most, alive)
            return super().copy()

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    over = Counted.from_string(game_that_is_over().game_string)
    alive += 1
    count = sum(1 for _ in analyse_stream((over for _ in range(10_000)), Limits(nodes=1), jobs=2))
    assert count == 10_000
    assert most <= 2 * _AHEAD + 5
    results = analyse_many((Game() for _ in range(2_000)), Limits(nodes=1))
    assert len(results) == 2000
    assert None not in results


# Ends


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stop_gives_what_there_is_and_leaves_out_the_rest(jobs: int) -> None:
    stop = StopFlag()

    def after_three(done: int, total: int | None) -> None:
        if done == 3:
            stop.set()

    started = time.perf_counter()
    games = [Game()] * 3 + [Game("Base+MLP")] * 20
    limits = Limits(seconds=0.2)
    results = analyse_many(games, limits, jobs=jobs, stop=stop, on_progress=after_three)
    # How many more are done before the third is told depends on the machine, not all of them.
    assert 3 <= len(results) < len(games)
    assert None not in results
    assert time.perf_counter() - started < 10
    assert analyse_many(games, limits, stop=stop) == []


def test_seconds_are_for_each_position_and_a_deadline_is_for_all() -> None:
    results = analyse_many([Game("Base+MLP")] * 3, Limits(seconds=0.1), jobs=1)
    assert all(result is not None and result.seconds > 0.09 for result in results)
    deadline = time.perf_counter() + 3
    limits = Limits(seconds=0.5, deadline=deadline)
    results = analyse_many([Game("Base+MLP")] * 100, limits, jobs=1)
    assert 1 <= len(results) <= 7
    assert time.perf_counter() < deadline + PATIENCE


def test_an_error_of_the_iterator_reaches_the_caller_and_nothing_goes_on() -> None:
    def games() -> Iterator[Game]:
        yield Game()
        yield Game()
        raise OwnError("no more games")

    with pytest.raises(OwnError, match="no more games"):
        analyse_many(games(), Limits(seconds=60), jobs=2)
    assert nobody_searches()


def test_an_error_of_the_callback_reaches_the_caller_and_nothing_goes_on() -> None:
    def refuse(done: int, total: int | None) -> None:
        raise OwnError("seen enough")

    games = [game_that_is_over(), *[Game("Base+MLP")] * 5]
    started = time.perf_counter()
    with pytest.raises(OwnError, match="seen enough"):
        analyse_many(games, Limits(seconds=60), jobs=2, on_progress=refuse)
    assert time.perf_counter() - started < 10
    assert nobody_searches()


def test_an_error_of_a_search_reaches_the_caller_with_the_number_of_the_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from search.alphabeta.deepening import AlphaBetaRun

    search = AlphaBetaRun.search

    def break_at_ply_three(self: AlphaBetaRun, number: int) -> None:
        if self.game.ply == 3:
            raise OwnError("broken")
        search(self, number)

    monkeypatch.setattr(AlphaBetaRun, "search", break_at_ply_three)
    games = [Game("Base+MLP")] * 4 + [
        Game.from_string("Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1")
    ]
    with pytest.raises(OwnError, match="broken") as caught:
        analyse_many([*games, *games], Limits(seconds=0.2), jobs=2)
    assert "at position 4, counted from 0" in caught.value.__notes__
    assert nobody_searches()


def test_what_is_no_game_is_refused_by_its_number() -> None:
    for wrong in (None, "Base"):
        games: Any = [Game(), wrong]
        with pytest.raises(TypeError, match="position 1: only a Game can be searched, not "):
            analyse_many(games, Limits(seconds=60), jobs=2)
        assert nobody_searches()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"jobs": 0}, ValueError, "jobs must be between 1 and"),
        ({"jobs": 1.5}, TypeError, "jobs must be a whole number"),
        ({"multipv": 0}, ValueError, "multipv must be at least 1"),
        ({"multipv": None}, TypeError, "multipv must be a whole number"),
        ({"strategy": "x"}, ValueError, "strategy must be"),
        ({"table_mib": 0}, ValueError, "table_mib must be"),
        ({"stop": 1}, TypeError, "stopped by a StopFlag"),
        ({"limits": 5}, TypeError, "limits are given as Limits"),
    ],
)
def test_bad_arguments_are_refused_before_anything_begins(
    arguments: Any, error: type[Exception], message: str
) -> None:
    def games() -> Iterator[Game]:
        raise AssertionError("nobody may ask")
        yield

    for call in (analyse_many, analyse_stream):
        with pytest.raises(error, match=message):
            call(games(), **{"limits": Limits(nodes=1), **arguments})


def test_a_stream_that_is_dropped_or_closed_leaves_no_thread() -> None:
    games = [game_that_is_over(), *[Game("Base+MLP")] * 5]
    for _ in analyse_stream(games, Limits(seconds=60), jobs=2):
        break
    assert nobody_searches()
    with analyse_stream(games, Limits(seconds=60), jobs=2) as results:
        assert next(results) is None
        assert searching_threads()
    assert nobody_searches()


def test_the_level_of_play_does_not_matter_to_an_analysis() -> None:
    game = crowded_position("Base+MLP", "level", 12)
    [result] = analyse_many([game], Limits(depth=4))
    assert result is not None
    assert result.depth == 4


def test_a_search_that_nothing_could_end_is_refused() -> None:
    for call in (analyse_many, analyse_stream):
        with pytest.raises(ValueError, match="for ever"):
            call([Game()], Limits())
    stop = StopFlag()
    stop.set()
    assert analyse_many([Game()], Limits(), stop=stop) == []
    assert analyse_many([Game()], Limits(deadline=0.0)) == []
