"""Breaking off a search: the engine answers or is started anew, and is ready either way."""

import asyncio
import contextlib
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from client_helpers import (
    QUICK,
    SCRIPT,
    async_with_habit,
    commands_logged,
    game_after,
    ours,
    with_habit,
)

from client import Engine, EngineBusyError, EngineCancelledError, EngineClosedError
from client.lines import AnalysedLine
from engine import Game
from search import Limits

ONE = Limits(depth=1)
LONG = Limits(seconds=60)


def cancel_soon(engine: Engine, seconds: float = 0.4) -> None:
    """Break off the search that goes on in a moment, or as soon as there is one."""

    def cancel() -> None:
        deadline = time.monotonic() + QUICK.reply
        while not engine.cancel() and time.monotonic() < deadline:
            time.sleep(0.01)

    threading.Timer(seconds, cancel).start()


def starts(log: Path) -> int:
    return sum(line.startswith("started") for line in commands_logged(log))


def test_a_cancelled_search_of_ours_answers_with_the_best_move_so_far() -> None:
    with ours() as engine:
        game = Game("Base+MLP")
        engine.play(game, ONE)
        pid, began = engine.pid, time.monotonic()
        for _ in range(3):
            cancel_soon(engine, 0.2)
            assert engine.play(game, LONG).move in game.legal_moves
        assert time.monotonic() - began < 20
        assert engine.pid == pid


def test_an_engine_that_hears_sigint_lives_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    patient = replace(QUICK, cancel=20.0)
    with with_habit("hangs", "--at", "4", "--log", str(log), timeouts=patient) as engine:
        for _ in range(2):
            cancel_soon(engine)
            assert engine.play(game_after(4), LONG).text == SCRIPT[4]
        assert engine.play(Game(), ONE).text == "wS1"
    assert starts(log) == 1


@pytest.mark.parametrize("sigint", ["ignore", "die"])
def test_an_engine_that_does_not_is_started_anew_with_its_options(
    sigint: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    arguments = ("--at", "4", "--sigint", sigint, "--log", str(log))
    with with_habit("hangs", *arguments, options={"Level": 5}) as engine:
        for _ in range(2):
            cancel_soon(engine)
            began = time.monotonic()
            with pytest.raises(EngineCancelledError, match="had told no move"):
                engine.play(game_after(4), LONG)
            assert time.monotonic() - began < 10
            assert engine.options["Level"].value == 5
            assert engine.play(game_after(3), ONE).text == SCRIPT[3]
    assert starts(log) == 3
    assert commands_logged(log).count("options set Level 5") == 3


def test_what_was_told_before_the_engine_had_to_be_killed_is_kept() -> None:
    with with_habit("reports", "--sigint", "ignore") as engine:

        def heard(line: AnalysedLine) -> None:
            if line.depth == 3:
                cancel_soon(engine, 0)

        result = engine.play(Game(), LONG, info=heard)
        assert (result.text, result.depth) == ("wS1", 3)
        with engine.analysis(Game()) as analysis:
            while (line := next(analysis)).depth != 2:
                pass
        assert line.rank == 1
        assert [line.depth for line in analysis.lines] >= [2]
        assert engine.is_alive


def test_nothing_to_cancel_is_no_harm() -> None:
    with with_habit() as engine:
        assert engine.cancel() is False
        assert engine.play(Game(), ONE).text == "wS1"
        assert engine.cancel() is False
        assert engine.play(Game(), ONE).text == "wS1"


def test_a_signal_that_comes_after_the_answer_costs_a_restart_at_most() -> None:
    """Cancelled at the very moment when the time is up, our engine may take it for the end."""
    with ours() as engine:
        game = Game("Base+MLP")
        engine.play(game, ONE)
        for step in range(6):
            timer = threading.Timer(0.1 + step * 0.002, engine.cancel)
            timer.start()
            with contextlib.suppress(EngineCancelledError):
                assert engine.play(game, Limits(seconds=0.11)).move in game.legal_moves
            timer.join()
            assert engine.is_alive


def test_an_exception_in_a_callback_breaks_off_the_search_and_nothing_else() -> None:
    def no_more(line: AnalysedLine) -> None:
        raise KeyboardInterrupt

    with ours() as engine:
        game = Game("Base+MLP")
        with pytest.raises(KeyboardInterrupt):
            engine.play(game, LONG, info=no_more)
        assert engine.play(game, ONE).move in game.legal_moves


def test_control_c_breaks_off_a_call_and_leaves_the_engine_usable() -> None:
    """Both in a search and in a command that takes long."""
    main = threading.main_thread().ident
    assert main is not None
    with ours() as engine:
        game = Game("Base+MLP")
        engine.play(game, ONE)
        pid = engine.pid
        for call in (lambda: engine.play(game, LONG), lambda: engine.command("perft 12")):
            timer = threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT))
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                call()
            assert engine.play(game, ONE).move in game.legal_moves
        assert engine.pid != pid, "what does not end is killed, and the engine started anew"


def test_two_calls_at_once_are_refused() -> None:
    with with_habit("thinks") as engine:
        first: list[str] = []
        thread = threading.Thread(
            target=lambda: first.append(engine.play(Game(), Limits(seconds=1)).text)
        )
        thread.start()
        time.sleep(0.4)
        with pytest.raises(EngineBusyError, match="is busy with a search"):
            engine.play(Game(), ONE)
        thread.join()
        assert first == ["wS1"]
        assert engine.play(Game(), ONE).text == "wS1"


def test_an_analysis_has_the_engine_to_itself_until_it_is_stopped() -> None:
    with with_habit("reports") as engine:
        analysis = engine.analysis(Game())
        with pytest.raises(EngineBusyError, match="is busy with an analysis"):
            engine.play(Game(), ONE)
        analysis.stop()
        analysis.wait()
        assert engine.play(Game(), ONE).text == "wS1"
    analysis = with_habit("reports").analysis(Game())
    analysis._engine.close()
    with pytest.raises(EngineClosedError):
        list(analysis)


def test_an_engine_can_be_closed_while_it_searches() -> None:
    engine = with_habit("hangs")
    caught: list[BaseException] = []

    def play() -> None:
        try:
            engine.play(Game(), LONG)
        except EngineClosedError as error:
            caught.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    time.sleep(0.4)
    engine.close()
    thread.join(10)
    assert len(caught) == 1
    assert engine.pid is None


# asyncio


@pytest.mark.parametrize("sigint", ["answer", "ignore", "die"])
def test_cancelling_a_task_leaves_the_engine_usable(sigint: str) -> None:
    async def main() -> None:
        arguments = ("--at", "4", "--sigint", sigint)
        async with await async_with_habit("hangs", *arguments) as engine:
            for _ in range(2):
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(engine.play(game_after(4), LONG), 0.4)
                assert (await engine.play(game_after(3), ONE)).text == SCRIPT[3]

    asyncio.run(main())


def test_cancelling_twice_ends_the_engine_at_once() -> None:
    async def main() -> None:
        async with await async_with_habit("hangs", "--sigint", "ignore") as engine:
            task = asyncio.create_task(engine.play(Game(), LONG))
            await asyncio.sleep(0.3)
            task.cancel()
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert not engine.is_alive
            await engine.restart()
            assert engine.is_alive

    asyncio.run(main())


def test_tasks_go_on_while_engines_think() -> None:
    async def main() -> None:
        engines = [await async_with_habit("thinks") for _ in range(3)]
        try:
            began = time.monotonic()
            games = [engine.play(Game(), Limits(seconds=3)) for engine in engines]
            results = await asyncio.gather(*games)
            assert [result.text for result in results] == ["wS1"] * 3
            assert time.monotonic() - began < 8
            with pytest.raises(EngineBusyError):
                await asyncio.gather(*(engines[0].play(Game(), Limits(seconds=1)) for _ in "ab"))
        finally:
            for engine in engines:
                await engine.close()

    asyncio.run(main())


def test_lines_come_in_asyncio_too() -> None:
    async def main() -> None:
        async with await async_with_habit("reports") as engine:
            async with engine.analysis(Game()) as analysis:
                async for line in analysis:
                    if line.depth == 2:
                        analysis.stop()
            assert (await analysis.wait())[0].depth in (2, 3)
            unused = engine.analysis(Game())
            unused.stop()
            assert await unused.wait() == []
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.5), engine.analysis(Game()) as endless:
                    await endless.wait()
            assert (await engine.play(Game(), ONE)).text == "wS1"
            assert (await engine.analyse(Game(), ONE))[0].depth == 3
            await engine.configure({"Level": 2})
            assert (await engine.command("info")).lines[0] == "id Habits 1.0"

    asyncio.run(main())


def test_closing_breaks_off_what_another_task_waits_for() -> None:
    async def main() -> None:
        engine = await async_with_habit("hangs")
        task = asyncio.create_task(engine.play(Game(), LONG))
        await asyncio.sleep(0.3)
        await engine.close()
        with pytest.raises(EngineClosedError):
            await task

    asyncio.run(main())
