"""Nothing is left behind: no process, no descriptor, no thread, whatever happens."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from arena_helpers import ENVIRONMENT, ROOT, is_alive, numbers_logged, wait_for, wait_until_gone
from client_helpers import OURS, QUICK, command, game_after, with_habit

from client import AsyncEngine, Engine, EngineTimeoutError, PipedProcess, Timeouts
from client.watchdog import WATCHDOG
from engine import Game
from search import Limits

ONE = Limits(depth=1)
TRIFLE = ["sh", "-c", "echo 'id Trifle'; echo ok; while read line; do echo ok; done"]
"""An engine that says yes to everything and starts in a moment."""


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors")
def test_a_hundred_engines_leave_no_descriptor_and_no_thread() -> None:
    def some(count: int) -> None:
        for _ in range(count):
            with Engine.open(TRIFLE, timeouts=QUICK):
                pass

    async def some_async(count: int) -> None:
        for _ in range(count):
            async with await AsyncEngine.open(TRIFLE, timeouts=QUICK):
                pass

    some(1)
    asyncio.run(some_async(1))
    before = descriptors(), threading.active_count()
    some(60)
    asyncio.run(some_async(40))
    assert (descriptors(), threading.active_count()) == before


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors")
def test_engines_that_fail_leave_nothing_either() -> None:
    with Engine.open(TRIFLE, timeouts=QUICK):
        pass
    before = descriptors()
    for words in (["sh", "-c", "exit 1"], ["/nowhere"], ["echo", "ok"]):
        with pytest.raises(Exception, match=r"banner|started"):
            Engine.open(words, timeouts=QUICK)
    assert descriptors() == before


def test_an_engine_that_ignores_exit_is_terminated_then_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = with_habit("ignores-exit", "--log", str(log))
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < 8
    wait_until_gone(numbers_logged(log, "started"))


def test_children_of_an_engine_go_down_with_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    timeouts = Timeouts(search=0.5, exit=0.5)
    with with_habit("children", "--log", str(log), timeouts=timeouts) as engine:
        with pytest.raises(EngineTimeoutError):
            engine.play(Game(), ONE)
        children = numbers_logged(log, "child")
        assert len(children) == 2
        wait_until_gone(children)


@pytest.mark.parametrize("kind", ["Engine", "AsyncEngine"])
def test_engines_do_not_outlive_a_killed_program(kind: str) -> None:
    """This engine goes on for ever when its input ends."""
    run = "engine = Engine.open" if kind == "Engine" else "engine = asyncio.run(AsyncEngine.open"
    code = (
        "import asyncio, sys, time; from client import AsyncEngine, Engine\n"
        f"{run}(sys.argv[1:]){')' * (kind == 'AsyncEngine')}\n"
        "print(engine.pid, flush=True); time.sleep(60)"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", code, *command("--habit", "ignores-exit")],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    engine = int(owner.stdout.readline())
    assert is_alive(engine)
    owner.kill()
    owner.communicate()
    wait_until_gone([engine], 10.0)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_an_engine_that_was_forgotten_is_ended() -> None:
    engine = with_habit("ignores-exit")
    pid = engine.pid or 0
    assert is_alive(pid)
    del engine
    gc.collect()
    wait_until_gone([pid])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_leaves_its_parents_engines_and_their_watchdog_alone() -> None:
    code = (
        "import gc, os, sys, time; from client import Engine\n"
        "engine = Engine.open(sys.argv[1:])\n"
        "print(engine.pid, flush=True)\n"
        "if os.fork() == 0:\n"
        "    del engine; gc.collect(); time.sleep(60)\n"
        "time.sleep(0.5); print(engine.command('info').lines[0], flush=True); time.sleep(60)"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", code, *command("--habit", "ignores-exit")],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert owner.stdout is not None
    engine = int(owner.stdout.readline())
    assert owner.stdout.readline() == "id Habits 1.0\n"
    owner.kill()
    owner.wait()
    try:
        wait_until_gone([engine], 10.0)  # although the fork lives
    finally:
        os.killpg(owner.pid, signal.SIGKILL)
        owner.stdout.close()


def test_a_dead_engine_is_known_as_such_before_it_is_asked() -> None:
    with with_habit() as engine:
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        wait_for(lambda: not engine.is_alive)


def test_a_watchdog_that_was_killed_is_replaced() -> None:
    with with_habit() as first:
        watchdog = WATCHDOG.pid
        assert watchdog is not None
        os.kill(watchdog, signal.SIGKILL)
        wait_for(lambda: not is_alive(watchdog))
        with with_habit() as second:
            assert first.is_alive
            assert second.is_alive
            assert WATCHDOG.pid not in (None, watchdog)


def test_engines_in_threads_do_not_disturb_each_other() -> None:
    found: list[str] = []

    def play(plies: int) -> None:
        with with_habit() as engine:
            found.extend(engine.play(game_after(n), ONE).text for n in range(plies, plies + 3))

    threads = [threading.Thread(target=play, args=(plies,)) for plies in (0, 3, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    from client_helpers import SCRIPT

    assert sorted(found) == sorted(SCRIPT[:9])


# The process layer


def test_a_process_takes_anything_and_hides_nothing() -> None:
    with PipedProcess(["cat"]) as process:
        process.send(b"\xff\x00rubbish\n\nwithout an end")
        process.close_input()
        assert process.wait_for_end(20) == 0
        assert process.output.line() == b"\xff\x00rubbish"
        assert process.output.line() == b""
        assert process.output.line() is None
        assert process.output.take() == b"without an end"


def test_a_process_that_reads_slowly_is_sent_everything() -> None:
    data = b"x" * 1_000_000 + b"\n"
    with PipedProcess(["cat"]) as process:
        process.send(data)
        assert process.has_unsent
        process.close_input()
        assert process.wait_for_end(30) == 0
        assert process.output.take() == data


def test_the_end_of_a_process_is_waited_for_only_so_long() -> None:
    with PipedProcess(["sleep", "60"]) as process:
        with pytest.raises(TimeoutError, match=r"sleep has not ended within 0\.1 s"):
            process.wait_for_end(0.1)
        process.interrupt()
        assert process.wait_for_end(10) == -signal.SIGINT
    process.interrupt()
    process.send(b"nobody reads this")


def test_the_environment_is_the_callers() -> None:
    env = {**os.environ, "PROPOLIS_OPTIONS": "Level=3,Threads=1", "PROPOLIS_BACKGROUND": "off"}
    with Engine.open(OURS, env=env, cwd=ROOT) as engine:
        assert (engine.options["Level"].value, engine.options["Level"].default) == (3, 3)
