"""Keeping exceptions of signal handlers out of code that must not be left half-way.

Python may raise KeyboardInterrupt, or whatever a signal handler raises, between any two
instructions of the main thread: also where a lock has just been taken, or right before the clean-up
begins. In here handlers run as always, but what they raise waits until the end.
"""

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self

_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2")
    if hasattr(signal, name)
)
"""Those for which programs have handlers that raise."""


class HeldSignals:
    """A context in which no signal handler raises; `on_raise` is called when one would have."""

    def __init__(self, on_raise: Callable[[], None]) -> None:
        self._on_raise = on_raise
        self._handlers: dict[int, Any] = {}
        self._active = False
        self._raised: BaseException | None = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._active = True
            for number in _SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    signal.signal(number, self._handle)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # Ctrl-C, the first of them, gets its handler back last: it may raise at once.
        for number, handler in reversed(self._handlers.items()):
            # A handler that was set meanwhile stays.
            if signal.getsignal(number) == self._handle:
                signal.signal(number, handler)
        self._active = False
        if self._raised is not None:
            raise self._raised

    def _handle(self, number: int, frame: FrameType | None) -> None:
        try:
            self._handlers[number](number, frame)
        except BaseException as error:
            if not self._active:
                raise
            self._raised = self._raised or error
            self._on_raise()
