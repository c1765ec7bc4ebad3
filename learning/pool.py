"""A few threads that wait for work and share it."""

import os
import queue
import threading
import weakref
from collections.abc import Callable
from itertools import count

_POLL = 0.1
"""Seconds between two moments at which signal handlers can run while others finish their work."""


class Pool:
    """Threads that live as long as the pool. The thread that calls `run` is one of them."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._process: int | None = None

    def run(self, work: Callable[[int], None], tasks: int) -> None:
        """Call `work` with 0, 1, ... up to the number of tasks, in any order on any thread.

        Returns when all are done. If one raises, no further ones are begun, and the first error is
        raised once none is under way any more; so is what a signal handler raises.
        """
        if tasks == 1 or self.threads == 1:
            for number in range(tasks):
                work(number)
            return
        self._start()
        job = _Job(work, tasks)
        try:
            for _ in range(min(self.threads, tasks) - 1):
                self._jobs.put(job)
            job.take_tasks()
        finally:
            job.end()
        if job.failure is not None:
            raise job.failure

    def _start(self) -> None:
        """Start the threads, unless they run; a fork of the process has none."""
        if self._process == os.getpid():
            return
        self._jobs = queue.SimpleQueue()
        self._process = os.getpid()
        for number in range(1, self.threads):
            threading.Thread(
                target=_serve, args=(self._jobs,), name=f"batch {number}", daemon=True
            ).start()
        weakref.finalize(self, _dismiss, self._jobs, self.threads - 1).atexit = False


class _Job:
    """Numbered tasks. Threads take one after another until there are no more."""

    def __init__(self, work: Callable[[int], None], tasks: int) -> None:
        self.failure: BaseException | None = None
        self._work = work
        self._tasks = tasks
        self._numbers = count()
        # A lock and a queue: an exception of a signal handler could leave a condition locked.
        self._lock = threading.Lock()
        self._helpers = 0
        self._closed = False
        self._last_has_left: queue.SimpleQueue[None] = queue.SimpleQueue()

    def take_tasks(self) -> None:
        """Do tasks while there are any."""
        while (number := next(self._numbers)) < self._tasks:
            self._work(number)

    def help(self) -> None:
        """Take part as another thread than the one whose job it is, unless it has ended."""
        with self._lock:
            if self._closed:
                return
            self._helpers += 1
        try:
            self.take_tasks()
        except BaseException as error:
            self.failure = self.failure or error
            self._tasks = 0
        with self._lock:
            self._helpers -= 1
            if self._closed and not self._helpers:
                self._last_has_left.put(None)

    def end(self) -> None:
        """Begin no further task, and wait until none is under way, whatever interrupts it."""
        interruption: BaseException | None = None
        while True:
            try:
                self._wait_for_helpers()
                break
            except BaseException as error:
                interruption = interruption or error
        if interruption is not None:
            raise interruption

    def _wait_for_helpers(self) -> None:
        self._tasks = 0
        with self._lock:
            self._closed = True
        while self._helpers:
            try:
                self._last_has_left.get(timeout=_POLL)
            except queue.Empty:
                continue


def _serve(jobs: "queue.SimpleQueue[_Job | None]") -> None:
    """What a thread of a pool does until it is dismissed."""
    while (job := jobs.get()) is not None:
        job.help()
        del job  # it holds arrays


def _dismiss(jobs: "queue.SimpleQueue[_Job | None]", threads: int) -> None:
    for _ in range(threads):
        jobs.put(None)
