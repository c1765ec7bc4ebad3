"""A program that somebody ends with SIGTERM, as a system that shuts down does."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def termination_as_interrupt() -> Iterator[None]:
    """Let SIGTERM end the work as Ctrl-C does, so that what has been done is kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
