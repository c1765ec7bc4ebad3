"""The threads of a search: started together, stopped at the deadline, and never left behind."""

import os
import threading
import time
from collections.abc import Callable

from search.held_signals import HeldSignals
from search.stop_flag import StopFlag

_LONGEST_WAIT = 0.1
"""Seconds between two moments at which Python can run signal handlers, whichever thread the system
told of the signal."""


class SearchThreads:
    """Runs one piece of work at a time on several threads.

    The threads use memory that the next search uses again, so `start` waits for those before.
    Exceptions of signal handlers, KeyboardInterrupt above all, are raised when the threads are in
    order: stopped, or for `start` alone, running and known.
    """

    def __init__(self) -> None:
        self._job: _Job | None = None

    def start(self, work: Callable[[int], None], size: int, stop: StopFlag) -> None:
        """Have `work` called with 0, 1, ... on a thread each; `stop` is set to end it.

        Raises RuntimeError if the system allows no thread at all; fewer than wanted will do.
        """
        with HeldSignals(stop.set):
            self._start(work, size, stop)

    def run(
        self, work: Callable[[int], None], size: int, stop: StopFlag, deadline: float | None
    ) -> None:
        """The same, and wait until thread 0 is done or the clock has reached the deadline.

        Then all are stopped. Raises the first error that ended a thread.
        """
        with HeldSignals(stop.set):
            try:
                self._start(work, size, stop).wait(deadline)
            finally:
                self._end()
        self.check()

    def end(self) -> None:
        """Stop the work and wait for the threads."""
        with HeldSignals(_nothing):
            self._end()

    def check(self) -> None:
        """Raise the first error that ended a thread, once."""
        if self._job is not None and self._job.failure is not None:
            failure, self._job.failure = self._job.failure, None
            raise failure

    @property
    def include_this_one(self) -> bool:
        """Whether the caller's thread is one of those at work."""
        return self._job is not None and self._job.has_at_work(threading.get_ident())

    def _start(self, work: Callable[[int], None], size: int, stop: StopFlag) -> "_Job":
        self._end()
        job = self._job = _Job(work, stop)
        job.start(size)
        return job

    def _end(self) -> None:
        if self._job is not None:
            self._job.end()


def _nothing(*arguments: int) -> None:
    """In place of work that is done, so that its memory can go."""


class _Job:
    """One piece of work. A thread takes part only while the job is not closed."""

    def __init__(self, work: Callable[[int], None], stop: StopFlag) -> None:
        self._work: Callable[[int], None] = work
        self._stop = stop
        self._changed = threading.Condition()
        self._all_started = threading.Event()
        self._closed = False
        self._at_work: set[int] = set()
        self._first_is_done = False
        self._process = os.getpid()
        self.failure: BaseException | None = None

    def start(self, size: int) -> None:
        for number in range(size):
            thread = threading.Thread(
                target=self._take_part, args=(number,), name=f"search {number}", daemon=True
            )
            try:
                thread.start()
            except RuntimeError:
                if number == 0:
                    raise
                break
        self._all_started.set()

    def wait(self, deadline: float | None) -> None:
        with self._changed:
            while not self._first_is_done and not self._stop.is_set:
                left = _LONGEST_WAIT
                if deadline is not None:
                    left = min(left, deadline - time.perf_counter())
                if left <= 0:
                    return
                self._changed.wait(left)

    def end(self) -> None:
        if self._process != os.getpid():
            return  # a fork has the memory but not the threads
        self._stop.set()
        self._all_started.set()
        with self._changed:
            self._closed = self._first_is_done = True
            # Garbage may be collected, and this called, on one of the threads themselves.
            while self._at_work - {threading.get_ident()}:
                self._changed.wait(_LONGEST_WAIT)
        self._work = _nothing

    def has_at_work(self, thread: int) -> bool:
        return self._process == os.getpid() and thread in self._at_work

    def _take_part(self, number: int) -> None:
        with self._changed:
            if self._closed:
                return
            self._at_work.add(threading.get_ident())
        try:
            self._all_started.wait()
            if not self._closed:
                self._work(number)
        except BaseException as error:
            self.failure = self.failure or error
            self._stop.set()
        finally:
            with self._changed:
                self._at_work.remove(threading.get_ident())
                if number == 0 or self.failure is not None:
                    self._first_is_done = True
                self._changed.notify_all()
