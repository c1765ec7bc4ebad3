"""Ctrl-C at any moment: an exception soon, no thread that goes on, and a searcher that works."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest
from searching import PATIENCE

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="signals cannot be sent there"),
]

WAYS = {
    "search": "searcher.search(game, Limits())",
    "search on two threads": "two.search(game, Limits())",
    "search with a clock": "searcher.search(game, Limits(seconds=60), multipv=3)",
    "MCTS": "tree.search(game, Limits())",
    "analyse_many": "analyse_many([game] * 20, Limits(seconds=60), jobs=2)",
    "analyse_many, short": "analyse_many((game for _ in iter(int, 1)), Limits(nodes=50), jobs=2)",
    "stream": "[*analyse_stream([game] * 20, Limits(seconds=60), jobs=2)]",
    "lines": "[*searcher.analysis(game)]",
    "lines in with": "use_with()",
    "wait": "searcher.analysis(game).wait()",
    # Python's own clean-up is noisy when the loop is interrupted before it runs.
    "asyncio": "asyncio.run(search())",
    "async for": "asyncio.run(read())",
}

START = """
import asyncio, os, signal, sys, threading, time
from queue import SimpleQueue
from random import Random
from engine import Game
from search import Limits, Searcher, analyse_many, analyse_stream
from search.many import ResultStream
searcher = Searcher(table_mib=1)
two = Searcher(table_mib=1, threads=2)
tree = Searcher(table_mib=1, strategy="MCTS")
game = Game("Base+MLP")
for each in (searcher, two, tree):
    each.search(game, Limits(nodes=100))
def use_with():
    with searcher.analysis(game) as analysis:
        for line in analysis:
            pass
async def search():
    begin()
    await searcher.search_async(game, Limits())
async def read():
    begin()
    async with searcher.analysis(game) as analysis:
        async for line in analysis:
            pass
"""

SAY_READY = """
def begin():
    print("ready", flush=True)
"""


def begun(way: str) -> str:
    """The code of a way, which calls `begin` when it can be interrupted."""
    return WAYS[way] if "asyncio.run" in WAYS[way] else f"begin(); {WAYS[way]}"


MANY_MOMENTS = (
    START
    + """
requests, sent = SimpleQueue(), []
def send():
    while True:
        time.sleep(requests.get())
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
def left():
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("search ")]
random = Random(1)
taken = []
for _ in range({rounds}):
    delay = random.choice((0, random.uniform(0, 0.003), random.uniform(0, 0.05)))
    def begin():
        requests.put(delay)
    try:
        {way}
    except KeyboardInterrupt:
        taken.append(time.perf_counter() - sent[-1])
    deadline = time.perf_counter() + 30
    while left() and time.perf_counter() < deadline:
        time.sleep(0.001)
    assert not left(), left()
    for each in (searcher, two, tree):
        assert each.search(game, Limits(nodes=50)).nodes > 0
print(*taken)
"""
)


@pytest.mark.parametrize("way", WAYS)
def test_an_interrupt_at_any_moment_is_raised_soon_and_leaves_nothing_behind(way: str) -> None:
    code = MANY_MOMENTS.format(way=begun(way), rounds=25)
    finished = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stderr == ""
    taken = [*map(float, finished.stdout.split())]
    assert len(taken) == 25
    assert median(taken) < 0.1
    assert max(taken) < PATIENCE


RAISED_ANYWHERE = (
    START
    + """
count = point = 0
PLACES = "threads", "turns", "analysis", "many", "searcher"
FILES = *(f"search/{place}.py" for place in PLACES), "threading.py"
def trace(frame, event, argument):
    global count
    if not frame.f_code.co_filename.endswith(FILES):
        return None
    count += 1
    if count == point:
        signal.raise_signal(signal.SIGINT)
    return trace
def lines():
    for line in searcher.analysis(game, Limits(nodes=3000)):
        pass
def within():
    with searcher.analysis(game) as analysis:
        next(analysis)
def many():
    analyse_many([game] * 2, Limits(nodes=300), jobs=2)
def left():
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("search ")]
for way in (lines, within, many):
    way()
    raised = 0
    for point in range(1, 4000):
        count = 0
        try:
            sys.settrace(trace)
            way()
        except KeyboardInterrupt:
            raised += 1
        finally:
            sys.settrace(None)
        deadline = time.perf_counter() + 5
        while left() and time.perf_counter() < deadline:
            time.sleep(0.0005)
        assert not left(), (way, point, left())
        if count < point:
            break
    print(point, raised)
"""
)


def test_an_exception_injected_at_any_point_leaves_no_thread() -> None:
    """A signal handler may raise between any two instructions of the caller's thread."""
    finished = subprocess.run(
        [sys.executable, "-c", RAISED_ANYWHERE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert finished.returncode == 0, finished.stderr
    numbers = [[*map(int, line.split())] for line in finished.stdout.splitlines()]
    assert len(numbers) == 3
    for points, raised in numbers:
        assert points > 50
        # Python itself loses what is raised while an object is being dropped.
        assert raised > 0.8 * points


@pytest.mark.parametrize("way", WAYS)
def test_an_interrupted_process_ends_cleanly(way: str) -> None:
    for delay in (0.0, 0.1):
        process = subprocess.Popen(
            [sys.executable, "-c", f"{START}\n{SAY_READY}\n{begun(way)}\n"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(delay)
        sent = time.perf_counter()
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=30)[1]
        assert time.perf_counter() - sent < 5
        assert process.returncode in (-signal.SIGINT, 130), errors
        assert errors.rstrip().endswith("KeyboardInterrupt")
        assert "Exception ignored" not in errors
        assert "Exception in thread" not in errors
        assert "Fatal" not in errors


@pytest.mark.parametrize(
    "way",
    [
        "analysis = searcher.analysis(game); next(analysis)",
        "results = analyse_stream([Game()] * 3, Limits(seconds=60), jobs=2); results._hand_out()",
        "loop = asyncio.new_event_loop(); "
        "task = loop.create_task(searcher.search_async(game, Limits())); "
        "task._log_destroy_pending = False; loop.run_until_complete(asyncio.sleep(0.05))",
    ],
)
def test_the_interpreter_ends_while_a_search_in_the_background_runs(way: str) -> None:
    for pause in ("", "\ntime.sleep(0.05)"):
        finished = subprocess.run(
            [sys.executable, "-c", f"{START}\n{way}{pause}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (finished.returncode, finished.stdout) == (0, ""), finished.stderr
        assert "Error" not in finished.stderr
        assert "ignored" not in finished.stderr
