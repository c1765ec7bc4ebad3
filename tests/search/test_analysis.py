"""Searches in the background: lines as they come, with and without asyncio, and a clean end."""

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Coroutine
from statistics import median
from typing import Any

import pytest
from searching import (
    PATIENCE,
    game_that_is_over,
    nobody_searches,
    quiet_game,
    searching_threads,
    told,
)

from engine import Game
from search import STRATEGIES, Analysis, Limits, Line, Result, Searcher, StopFlag
from search.levels import limits_of_level

pytestmark = pytest.mark.filterwarnings(
    "error::pytest.PytestUnhandledThreadExceptionWarning",
    "error::pytest.PytestUnraisableExceptionWarning",
    "error::RuntimeWarning",  # a coroutine that was never awaited
)

TYPICAL_END = 0.1
"""Seconds; ten times what ending a search takes on an idle machine."""


def ready_searcher(strategy: str = "AlphaBeta", threads: int = 1) -> Searcher:
    searcher = Searcher(table_mib=2, strategy=strategy, threads=threads)
    searcher.warm_up()
    return searcher


class OwnError(Exception):
    pass


# Without asyncio


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_lines_and_result_are_those_of_a_plain_search(strategy: str) -> None:
    game, limits, lines = quiet_game(), Limits(nodes=20_000), list[Line]()
    plain = ready_searcher(strategy).search(game, limits, multipv=2, on_line=lines.append)
    analysis = ready_searcher(strategy).analysis(game, limits, multipv=2)
    streamed = [*analysis]
    assert [(line.depth, line.score, line.pv) for line in streamed] == [
        (line.depth, line.score, line.pv) for line in lines
    ]
    assert told(analysis.wait()) == told(plain)
    assert [*analysis] == []
    assert nobody_searches()


def test_the_result_comes_without_reading_the_lines() -> None:
    assert ready_searcher().analysis(quiet_game(), Limits(depth=3)).wait().depth == 3


def test_lines_come_while_the_search_goes_on() -> None:
    analysis = ready_searcher().analysis(quiet_game())
    depths = [next(analysis).depth for _ in range(3)]
    assert depths == [1, 2, 3]
    assert searching_threads()
    analysis.stop()
    depths += [line.depth for line in analysis]
    assert depths == [*range(1, len(depths) + 1)]
    # The best move may come from the depth that was not completed, which has no line.
    assert analysis.wait().depth - len(depths) in (0, 1)
    assert nobody_searches()


def leave_by_break(searcher: Searcher) -> None:
    for _ in searcher.analysis(quiet_game()):
        break


def leave_by_with(searcher: Searcher) -> None:
    with searcher.analysis(quiet_game()) as analysis:
        next(analysis)


def leave_by_close(searcher: Searcher) -> None:
    analysis = searcher.analysis(quiet_game())
    next(analysis)
    analysis.close()
    analysis.close()


def leave_by_dropping(searcher: Searcher) -> None:
    searcher.analysis(quiet_game())


def leave_by_an_error(searcher: Searcher) -> None:
    def read() -> None:
        with searcher.analysis(quiet_game()) as analysis:
            for _ in analysis:
                raise OwnError

    with pytest.raises(OwnError):
        read()


@pytest.mark.parametrize(
    "leave",
    [leave_by_break, leave_by_with, leave_by_close, leave_by_dropping, leave_by_an_error],
)
def test_an_analysis_that_is_left_ends_and_the_searcher_works_on(
    leave: Callable[[Searcher], None],
) -> None:
    searcher = ready_searcher(threads=2)
    for _ in range(5):
        leave(searcher)
        assert nobody_searches()
        assert searcher.search(quiet_game(), Limits(nodes=500)).nodes > 0


def test_a_stop_flag_and_limits_end_an_analysis_with_a_result() -> None:
    searcher, stop = ready_searcher(), StopFlag()
    analysis = searcher.analysis(quiet_game(), stop=stop)
    next(analysis)
    stop.set()
    assert analysis.wait().depth >= 1
    started = time.perf_counter()
    assert searcher.analysis(quiet_game(), Limits(seconds=0.1)).wait().seconds >= 0.09
    assert time.perf_counter() - started < 5


def test_the_game_may_change_meanwhile() -> None:
    game = quiet_game()
    plain = ready_searcher().search(game, Limits(nodes=20_000), multipv=1)
    analysis = ready_searcher().analysis(game, Limits(nodes=20_000))
    game.play(game.legal_moves[0])
    assert told(analysis.wait()) == told(plain)


def test_an_error_of_the_search_ends_the_lines_and_is_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from search.alphabeta.deepening import AlphaBetaRun

    def broken(self: AlphaBetaRun, number: int) -> None:
        raise OwnError("broken")

    monkeypatch.setattr(AlphaBetaRun, "search", broken)
    analysis = ready_searcher().analysis(quiet_game())
    with pytest.raises(OwnError, match="broken"):
        next(analysis)
    with pytest.raises(OwnError, match="broken"):
        analysis.wait()


def test_bad_arguments_are_refused_at_once() -> None:
    searcher: Any = ready_searcher()
    with pytest.raises(TypeError, match="only a Game can be searched"):
        searcher.analysis("Base")
    with pytest.raises(ValueError, match="the game is over"):
        searcher.analysis(game_that_is_over())
    with pytest.raises(ValueError, match="multipv must be at least 1"):
        searcher.analysis(Game(), multipv=0)
    with pytest.raises(TypeError, match="limits are given as Limits"):
        searcher.analysis(Game(), 5)
    assert nobody_searches()


# With asyncio


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run in an event loop that tells of everything that goes wrong in it."""
    complaints: list[Any] = []

    async def watched() -> Any:
        asyncio.get_running_loop().set_exception_handler(lambda _, about: complaints.append(about))
        return await work

    try:
        return asyncio.run(watched())
    finally:
        gc.collect()
        assert complaints == []


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_search_with_asyncio_finds_what_a_plain_one_finds(strategy: str) -> None:
    game, limits = quiet_game(), Limits(nodes=20_000)
    plain = ready_searcher(strategy).search(game, limits)
    lines: list[tuple[int, bool]] = []

    def note(line: Line) -> None:
        lines.append((line.depth, threading.current_thread() is threading.main_thread()))

    searcher = ready_searcher(strategy)
    assert told(run(searcher.search_async(game, limits))) == told(plain)
    searcher.new_game()
    assert told(run(searcher.search_async(game, limits, on_line=note))) == told(plain)
    assert lines
    assert all(in_the_loop for _, in_the_loop in lines)


def test_the_level_counts_with_asyncio_too() -> None:
    limits = Limits(nodes=20_000)
    searcher = Searcher(table_mib=1, level=1, seed=5)
    depth = run(searcher.search_async(quiet_game(), limits)).depth
    assert depth == limits_of_level(1, limits).depth
    assert depth < ready_searcher().search(quiet_game(), limits).depth


def test_the_event_loop_goes_on_during_a_search() -> None:
    """The loop itself ends the search, by its fiftieth tick: long before the limit."""

    async def work() -> tuple[Result, int]:
        stop, ticks = StopFlag(), 0

        async def tick() -> None:
            nonlocal ticks
            while ticks < 50:
                await asyncio.sleep(0.002)
                ticks += 1
            stop.set()

        ticker = asyncio.create_task(tick())
        result = await ready_searcher().search_async(quiet_game(), Limits(seconds=30), stop=stop)
        ticker.cancel()
        return result, ticks

    result, ticks = run(work())
    assert result.nodes > 100
    assert ticks == 50
    assert result.seconds < 20


@pytest.mark.parametrize(("strategy", "threads"), [("AlphaBeta", 1), ("AlphaBeta", 2), ("MCTS", 1)])
def test_a_cancelled_search_ends_at_once_and_the_searcher_works_on(
    strategy: str, threads: int
) -> None:
    searcher = ready_searcher(strategy, threads)

    async def work() -> list[float]:
        taken = []
        for number in range(8):
            task = asyncio.create_task(searcher.search_async(quiet_game(), Limits()))
            await asyncio.sleep(0.004 * number)
            asked = time.perf_counter()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            taken.append(time.perf_counter() - asked)
            assert not any(name == "search 0" for name in searching_threads())
            assert (await searcher.search_async(quiet_game(), Limits(nodes=300))).nodes > 0
        return taken

    assert median(run(work())) < TYPICAL_END
    assert nobody_searches()


def test_a_timeout_ends_a_search_and_one_cancelled_twice_ends_as_well() -> None:
    searcher = ready_searcher()

    async def work() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await searcher.search_async(quiet_game(), Limits())
        task = asyncio.create_task(searcher.search_async(quiet_game(), Limits()))
        await asyncio.sleep(0.02)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(work())
    assert nobody_searches()


def test_lines_come_with_async_for_and_the_result_with_await() -> None:
    searcher = ready_searcher()

    async def work() -> tuple[list[int], Result]:
        analysis = searcher.analysis(quiet_game(), Limits(depth=4))
        depths = [line.depth async for line in analysis]
        return depths, await analysis

    depths, result = run(work())
    assert depths == [1, 2, 3, 4]
    assert result.depth == 4


def test_async_for_can_be_left_and_cancelled() -> None:
    searcher = ready_searcher(threads=2)

    async def read(analysis: Analysis) -> None:
        async for _ in analysis:
            pass

    async def work() -> None:
        async for _ in searcher.analysis(quiet_game()):
            break
        assert nobody_searches()
        async with searcher.analysis(quiet_game()) as analysis:
            async for line in analysis:
                if line.depth == 3:
                    break
        assert nobody_searches()
        analysis = searcher.analysis(quiet_game())
        reader = asyncio.create_task(read(analysis))
        await asyncio.sleep(0.05)
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reader
        assert nobody_searches()
        with pytest.raises(OwnError):
            await searcher.search_async(quiet_game(), Limits(), on_line=refuse)
        assert nobody_searches()

    def refuse(line: Line) -> None:
        raise OwnError

    run(work())
    assert searcher.search(quiet_game(), Limits(nodes=300)).nodes > 0


def test_two_searches_with_one_searcher_take_turns_and_a_waiting_one_can_be_cancelled() -> None:
    searcher = ready_searcher()

    async def work() -> float:
        first = asyncio.create_task(searcher.search_async(quiet_game(), Limits()))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(searcher.search_async(quiet_game(), Limits()))
        await asyncio.sleep(0.05)
        asked = time.perf_counter()
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        taken = time.perf_counter() - asked
        assert not first.done()
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        three = (searcher.search_async(quiet_game(), Limits(nodes=3000)) for _ in range(3))
        assert all(result.nodes > 0 for result in await asyncio.gather(*three))
        return taken

    assert run(work()) < PATIENCE
    assert nobody_searches()


def test_a_loop_that_is_closed_in_the_middle_leaves_no_thread() -> None:
    searcher = ready_searcher()
    loop = asyncio.new_event_loop()
    task = loop.create_task(searcher.search_async(quiet_game(), Limits()))
    loop.run_until_complete(asyncio.sleep(0.05))
    task._log_destroy_pending = False  # type: ignore[attr-defined]
    loop.close()
    del task
    gc.collect()
    assert nobody_searches()
    assert searcher.search(quiet_game(), Limits(nodes=300)).nodes > 0
