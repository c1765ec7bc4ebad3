"""Processes that run items. One that crashes or hangs is a failure of its item and is replaced."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait

from soak.campaign import Campaign, Outcome, attempt

_SPAWN = multiprocessing.get_context("spawn")
_BEAT = 0.5


class _Worker:
    """A process that does one item after another."""

    def __init__(self, campaign: Campaign, seed: int) -> None:
        self.connection, far_end = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_work, args=(far_end, campaign, seed))
        self.process.start()
        far_end.close()
        self.item = -1
        self.is_ready = False
        self.started = 0.0

    def give(self, item: int) -> None:
        """Let it do an item."""
        self.item = item
        self.started = time.monotonic()
        with suppress(OSError):  # that it has ended is noticed when its answer is read
            self.connection.send(item)

    def end(self) -> str:
        """End the process with all it has started; says how it had ended before, if it had."""
        self.process.join(0.5)
        code = self.process.exitcode
        with suppress(OSError):
            os.killpg(self.process.pid or 0, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.connection.close()
        if code is None:
            return "no answer"
        return f"exit status {code}" if code >= 0 else f"{signal.Signals(-code).name}"


def _work(connection: Connection, campaign: Campaign, seed: int) -> None:
    """What a worker does. A session of its own keeps Ctrl-C in a terminal away from it."""
    os.setsid()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            connection.send(attempt(campaign, connection.recv(), seed))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.killpg(0, signal.SIGKILL)


def run_items(
    campaign: Campaign, seed: int, items: Iterable[int], jobs: int, beat: Callable[[], None]
) -> Iterator[tuple[int, float, Outcome]]:
    """Items with their seconds and outcomes as they finish; `beat` is called now and then."""
    waiting = iter(items)
    workers: list[_Worker] = []
    try:
        for item in islice(waiting, jobs):
            workers.append(_Worker(campaign, seed))
            workers[-1].give(item)
        while workers:
            ready = wait([worker.connection for worker in workers], _BEAT)
            for worker in list(workers):
                seconds = time.monotonic() - worker.started
                outcome: Outcome | None = None
                if worker.connection in ready:
                    outcome = _received(worker)
                elif seconds > campaign.patience and worker.is_ready:
                    outcome = _gone(worker, f"hung for {seconds:.0f} s")
                if outcome is None:
                    continue
                yield worker.item, seconds, outcome
                workers.remove(worker)
                following = next(waiting, None)
                if following is None:
                    worker.end()
                    continue
                if worker.connection.closed:
                    worker = _Worker(campaign, seed)
                worker.give(following)
                workers.append(worker)
            beat()
    finally:
        for worker in workers:
            worker.end()


def _received(worker: _Worker) -> Outcome | None:
    """What has come from a worker; nothing yet if it only says that it is ready to begin."""
    try:
        outcome: Outcome | None = worker.connection.recv()
    except (EOFError, OSError):
        return _gone(worker, "")
    if outcome is None:
        worker.is_ready = True
        worker.started = time.monotonic()
    return outcome


def _gone(worker: _Worker, how: str) -> Outcome:
    ended = worker.end()
    outcome = Outcome()
    outcome.fail("the process of the trial crashed or hung", how=how or ended)
    return outcome
