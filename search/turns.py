"""One search at a time: whoever wants a searcher that is busy waits for a turn."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from search.held_signals import HeldSignals
from search.stop_flag import StopFlag

_LONGEST_WAIT = 0.01
"""Seconds after which one who waits looks whether to go on waiting."""


class Turns:
    """Gives turns to threads, in any order."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner: int | None = None
        self._process = os.getpid()

    @contextmanager
    def turn(self, due: StopFlag, *stops: StopFlag) -> Iterator[float | None]:
        """A context that is entered when nobody else is in it, or when one of the flags is set.

        It gives the seconds that were waited, or None if the turn has not come. What signal
        handlers raise sets `due` and is raised at the end. Raises RuntimeError where the thread
        would wait for itself.
        """
        with HeldSignals(due.set):
            if self._process != os.getpid():
                # A fork has the lock but not the thread that took it.
                self._lock, self._owner, self._process = threading.Lock(), None, os.getpid()
            if self._owner == threading.get_ident():
                raise RuntimeError("this thread is in the middle of a search with this searcher")
            lock = self._lock
            asked = time.perf_counter()
            came_at_once = came = lock.acquire(blocking=False)
            while not came and not (due.is_set or any(stop.is_set for stop in stops)):
                came = lock.acquire(timeout=_LONGEST_WAIT)
            if not came:
                yield None
                return
            self._owner = threading.get_ident()
            try:
                yield 0.0 if came_at_once else time.perf_counter() - asked
            finally:
                self._owner = None
                lock.release()
