"""However a search is left, no thread of it goes on, and errors reach the caller."""

import _thread
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from searching import nobody_searches, searching_threads

from engine import Game
from search import STRATEGIES, Limits, Line, Searcher
from search.stop_flag import StopFlag
from search.threads import SearchThreads

ROOT = Path(__file__).resolve().parents[2]
KINDS = [(strategy, threads) for strategy in STRATEGIES for threads in (1, 2)]


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    """What a new interpreter makes of some code."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300
    )


class OwnError(Exception):
    pass


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "threads"), KINDS)
def test_interrupted_searches_leave_no_thread_and_the_next_search_works(
    strategy: str, threads: int
) -> None:
    searcher = Searcher(strategy=strategy, threads=threads, table_mib=1)
    game = Game("Base+MLP")
    searcher.search(game, Limits(nodes=100))
    interrupted = 0
    for attempt in range(20):
        timer = threading.Timer(0.005 * (attempt % 5 + 1), _thread.interrupt_main)
        try:
            timer.start()
            searcher.search(game, Limits(seconds=30))
        except KeyboardInterrupt:
            interrupted += 1
        assert nobody_searches()
        timer.join()
        assert game.is_legal(searcher.search(game, Limits(nodes=200)).move)
    assert interrupted == 20


@pytest.mark.slow
def test_an_exception_injected_at_any_point_leaves_no_thread_and_no_lock() -> None:
    """A signal handler may raise between any two instructions of the code that waits."""
    finished = run_python(RAISED_ANYWHERE)
    assert finished.returncode == 0, finished.stderr
    searches, raised = map(int, finished.stdout.split())
    assert searches > 100
    assert raised > searches // 2


RAISED_ANYWHERE = """
import os, signal, sys, threading, time
from engine import Game
from search import Limits, Searcher
searcher = Searcher(threads=2, table_mib=1)
game = Game("Base+MLP")
searcher.search(game, Limits(nodes=100))
count = point = 0

def trace(frame, event, argument):
    global count
    places = "search/threads.py", "search/turns.py", "search/searcher.py", "threading.py"
    if not frame.f_code.co_filename.endswith(places):
        return None
    count += 1
    if count == point:
        signal.raise_signal(signal.SIGINT)
    return trace

searches = raised = 0
for point in range(1, 4000):
    count = 0
    started = time.perf_counter()
    try:
        sys.settrace(trace)
        searcher.search(game, Limits(seconds=0.002))
    except KeyboardInterrupt:
        raised += 1
    finally:
        sys.settrace(None)
    searches += 1
    assert time.perf_counter() - started < 30
    job = searcher._search_threads._job
    assert job is None or not job._at_work
    if count < point:
        break
print(searches, raised)
"""

INTERRUPTED_TWICE = """
import _thread, threading, time
from engine import Game
from search import Limits, Searcher
searcher = Searcher(threads={threads}, table_mib=1)
game = Game("Base+MLP")
done = False
def hammer():
    while not done:
        time.sleep(0.0007)
        _thread.interrupt_main()
searcher.search(game, Limits(nodes=100))
thread = threading.Thread(target=hammer, daemon=True)
ends = 0
while ends < 300:
    try:
        if not thread.is_alive():
            thread.start()
        searcher.search(game, Limits(seconds=0.005))
    except KeyboardInterrupt:
        pass
    finally:
        ends += 1
done = True
for _ in range(100):
    try:
        time.sleep(0.01)
    except KeyboardInterrupt:
        pass
# The nodes are shared out among the threads, and the first that has done its part ends the search.
print(searcher.search(game, Limits(nodes=1000)).nodes >= 1000 // {threads})
"""


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_interrupts_at_every_moment_do_not_crash_the_interpreter(threads: int) -> None:
    """Also while the threads of an interrupted search are being waited for."""
    finished = run_python(INTERRUPTED_TWICE.format(threads=threads))
    # Python itself may report an interrupt that came at a moment of its own.
    assert finished.returncode in (0, 1, 130), finished.stderr
    if finished.returncode == 1:
        assert "KeyboardInterrupt" in finished.stderr.strip().splitlines()[-1], finished.stderr
    assert finished.returncode or finished.stdout == "True\n"


@pytest.mark.parametrize(("strategy", "threads"), KINDS)
def test_an_error_of_on_line_reaches_the_caller(strategy: str, threads: int) -> None:
    searcher = Searcher(strategy=strategy, threads=threads, table_mib=1)

    def refuse(line: Line) -> None:
        raise OwnError("no more")

    started = time.perf_counter()
    with pytest.raises(OwnError, match="no more"):
        searcher.search(Game("Base+MLP"), Limits(seconds=30), on_line=refuse)
    assert time.perf_counter() - started < 20
    assert nobody_searches()
    assert searcher.search(Game("Base+MLP"), Limits(nodes=200)).nodes > 0


def test_an_error_of_a_helper_reaches_the_caller() -> None:
    stop = StopFlag()
    threads = SearchThreads()

    def work(number: int) -> None:
        if number == 1:
            raise OwnError("helper")
        while not stop.is_set:
            time.sleep(0.001)

    with pytest.raises(OwnError, match="helper"):
        threads.run(work, 2, stop, time.perf_counter() + 30)
    threads.check()


def test_threads_whose_end_was_skipped_are_waited_for_by_the_next_start() -> None:
    threads = SearchThreads()
    active: list[int] = []
    most: list[int] = []

    def work(number: int) -> None:
        active.append(number)
        most.append(len(active))
        time.sleep(0.05)
        active.pop()

    for _ in range(5):
        threads.start(work, 1, StopFlag())
        while not active:
            time.sleep(0.001)
    threads.end()
    assert active == []
    assert max(most) == 1


def test_an_error_while_pondering_is_raised_when_it_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from search.alphabeta.deepening import AlphaBetaRun

    def broken(self: AlphaBetaRun, number: int) -> None:
        raise OwnError("pondering")

    monkeypatch.setattr(AlphaBetaRun, "search", broken)
    searcher = Searcher(table_mib=1)
    searcher.start_pondering(Game("Base"))
    assert nobody_searches()
    with pytest.raises(OwnError, match="pondering"):
        searcher.stop_pondering()
    searcher.stop_pondering()


def test_a_forgotten_searcher_stops_pondering() -> None:
    searcher = Searcher(threads=2, table_mib=1)
    searcher.start_pondering(Game("Base"))
    assert searching_threads()
    del searcher
    assert nobody_searches()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_fork_does_not_wait_for_threads_it_does_not_have() -> None:
    code = (
        "import os, sys\nfrom engine import Game\nfrom search import Searcher\n"
        "searcher = Searcher(table_mib=1)\nsearcher.start_pondering(Game())\n"
        "child = os.fork()\n"
        "if child: sys.exit(os.waitpid(child, 0)[1])\n"
        "sys.exit(0)"
    )
    assert run_python(code).returncode == 0


AT_EXIT = """
import sys, threading, time
from engine import Game
from search import Limits, Searcher
searcher = Searcher(threads=2, table_mib=1)
{action}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "action",
    [
        "searcher.start_pondering(Game('Base'))",
        "searcher.start_pondering(Game('Base')); sys.exit(0)",
        "threading.Thread(target=searcher.search, args=(Game('Base'), Limits(seconds=60)), "
        "daemon=True).start(); time.sleep(0.2)",
    ],
)
def test_the_interpreter_ends_while_a_search_runs(action: str) -> None:
    started = time.perf_counter()
    for _ in range(5):
        finished = run_python(AT_EXIT.format(action=action))
        assert (finished.returncode, finished.stdout) == (0, "")
        assert "Error" not in finished.stderr
    assert time.perf_counter() - started < 50


SHORT_OF_MEMORY = """
import resource
from engine import Game
from search import Limits, Searcher
searcher = Searcher(table_mib=1, strategy="{strategy}", threads=2)
searcher.search(Game("Base"), Limits(nodes=100))
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (300 << 20), resource.RLIM_INFINITY))
searcher.table_mib = {wanted}
result = searcher.search(Game("Base"), Limits(nodes=1000))
print(searcher.table_mib_in_use, result.nodes > 0)
searcher.search(Game("Base"), Limits(nodes=1000))
print(searcher.table_mib_in_use)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("wanted", [1024, 60000])
def test_a_table_that_does_not_fit_is_made_smaller(strategy: str, wanted: int) -> None:
    finished = run_python(SHORT_OF_MEMORY.format(strategy=strategy, wanted=wanted))
    first, done, second = finished.stdout.split() if finished.stdout else ("", finished.stderr, "")
    assert done == "True"
    assert first == second
    assert 64 <= int(first) < 512


def test_no_memory_at_all_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(mebibytes: int) -> Any:
        raise MemoryError

    monkeypatch.setattr("search.searcher.Table", refuse)
    with pytest.raises(MemoryError, match="no memory to search with"):
        Searcher().search(Game("Base"), Limits(nodes=100))
