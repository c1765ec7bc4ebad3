"""What watching costs: an analysis with a page that looks on against the bare search, in turn.

The server and the searcher are in one process, as with `propolis web`; the page is another process,
as a browser is. Bare searches and analyses of the same position alternate in short pairs, so that
whatever else the machine does hits both alike. On a machine that does much else, nodes by the time
of the processor that this process has used still say something.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple, Self

from web_pages import LiveServer

from benchmarks.measure import Measure, at_least, at_most
from benchmarks.positions import SIGNATURE_SET
from benchmarks.timing import rounds
from engine import Game
from engine.cores import usable_cores
from search import Limits, Searcher

SECONDS = 1.0
QUICK_SECONDS = 0.5
PAIRS = 30
QUICK_PAIRS = 3
LINES = 3
MEMORY = 64
REQUIRED = at_least(0.97)
UPDATES = at_most(10.0)
_RESAMPLES = 2000
POSITION = SIGNATURE_SET["Base+MLP, move 9"]

_PAGE = """
import json, sys, time
from websockets.sync.client import connect

host = sys.argv[1]
for line in sys.stdin:
    request = json.loads(line)
    seconds = request.pop("seconds")
    # Connected anew: what an analysis has learnt stays for the next one of the same page.
    with connect(f"ws://{host}/ws", origin=f"http://{host}", compression=None) as page:
        page.send(json.dumps({"id": 1, "do": "analyse", **request}))
        end = time.perf_counter() + seconds
        updates, last, stopped = 0, None, False
        while True:
            try:
                timeout = None if stopped else max(0, end - time.perf_counter())
                message = json.loads(page.recv(timeout=timeout))
            except TimeoutError:
                page.send(json.dumps({"id": 2, "do": "stop", "analysis": number}))
                stopped = True
                continue
            if message.get("id") == 1:
                number = message["ok"]["analysis"]
            elif message.get("event") == "lines":
                updates, last = updates + 1, message
            elif message.get("event") == "analysed":
                break
    found = {"nodes": last["nodes"], "speed": last["nodes_a_second"], "updates": updates}
    print(json.dumps({**found, "why": message["why"]}), flush=True)
"""
"""A page that reads everything and shows nothing: what counts is the server's work for it."""


class Speed(NamedTuple):
    """How fast a search was."""

    a_second: float
    """Nodes."""
    a_second_of_cpu: float
    """Nodes by the time of the processor that searching and serving have taken together."""


class Watched(NamedTuple):
    """One analysis with a page that looks on."""

    speed: Speed
    updates: float
    """A second."""
    server: float
    """The share of one core that the server's own thread has taken."""


def run(quick: bool) -> Iterator[Measure]:
    seconds = QUICK_SECONDS if quick else SECONDS
    pairs = QUICK_PAIRS if quick else PAIRS
    for threads in sorted({1, usable_cores()}):
        yield from _compare(threads, seconds, pairs)


def interval(ratios: Sequence[float], resamples: int = _RESAMPLES) -> tuple[float, float]:
    """Where the median would lie in 95 of 100 such series, judged by drawing from this one."""
    rng = random.Random(0)
    medians = sorted(median(rng.choices(ratios, k=len(ratios))) for _ in range(resamples))
    return medians[round(0.025 * (resamples - 1))], medians[round(0.975 * (resamples - 1))]


def _compare(threads: int, seconds: float, pairs: int) -> Iterator[Measure]:
    bare: list[Speed] = []
    watched: list[Watched] = []
    name = f"{threads} thread{'s' if threads > 1 else ''}"
    with LiveServer() as server, _Page(server) as page:
        _bare(threads, 0.1)
        page.analyse(threads, 0.1)
        for number in rounds(f"web, {name}", pairs):
            # Each begins as often as the other: what comes second finds a warmer machine.
            if number % 2:
                watched.append(page.analyse(threads, seconds))
                bare.append(_bare(threads, seconds))
            else:
                bare.append(_bare(threads, seconds))
                watched.append(page.analyse(threads, seconds))
    for what, of, required in (
        ("nodes a second", "a_second", REQUIRED),
        ("nodes by CPU time", "a_second_of_cpu", None),
    ):
        ratios = tuple(
            getattr(one.speed, of) / getattr(other, of)
            for one, other in zip(watched, bare, strict=True)
        )
        title = f"{what}, watched : bare, {name}"
        low, high = interval(ratios)
        yield Measure(title, median(ratios), "x", required, None, ratios)
        yield Measure(f"{title}, 95 %", f"{low:.3f} to {high:.3f}")
    shares = tuple(100 * each.server for each in watched)
    yield Measure(f"server's thread, {name}", median(shares), "% of a core", None, None, shares)
    updates = tuple(each.updates for each in watched)
    yield Measure(f"updates, {name}, most", max(updates), "/s", UPDATES, None, updates)


def _bare(threads: int, seconds: float) -> Speed:
    """The search alone."""
    used = time.process_time()
    searcher = Searcher(threads=threads, table_mib=MEMORY)
    result = searcher.search(Game.from_string(POSITION), Limits(seconds=seconds), multipv=LINES)
    used = time.process_time() - used
    return Speed(result.nodes / result.seconds, result.nodes / used)


class _Page:
    """A page in a process of its own."""

    def __init__(self, server: LiveServer) -> None:
        self._server = server
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PAGE, f"127.0.0.1:{server.address.port}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def analyse(self, threads: int, seconds: float) -> Watched:
        """An analysis that is stopped after a time."""
        request = {"game": POSITION, "lines": LINES, "threads": threads, "memory_mib": MEMORY}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        used, served = time.process_time(), self._server.cpu_seconds()
        started = time.perf_counter()
        self._process.stdin.write(json.dumps({**request, "seconds": seconds}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        taken = time.perf_counter() - started
        if not answer:
            raise RuntimeError("the page has gone")
        found = json.loads(answer)
        if found["why"] != "stopped":
            raise RuntimeError(f"the analysis has ended by itself: {found['why']}")
        used, served = time.process_time() - used, self._server.cpu_seconds() - served
        speed = Speed(found["speed"], found["nodes"] / used)
        # The last update comes when it is over, however short that is after the one before.
        return Watched(speed, (found["updates"] - 1) / seconds, served / taken)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
