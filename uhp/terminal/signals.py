"""Signals at a terminal: Ctrl-C clears the line that is typed, or stops the command that runs.

What ends the process has the terminal's modes put back first. A thread takes care of that: the main
thread may be busy in a kernel, where it runs no handlers.
"""

import os
import select
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from search.stop_flag import StopFlag
from uhp.interrupts import Interrupts
from uhp.terminal.screen import Screen

_ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_SIGNALLED = 128
"""What a shell adds to the number of the signal that has ended a program."""


_NUDGE = signal.SIGURG
"""Sent to the main thread after an interrupt at the prompt. Python's `input` runs handlers only if
a signal ends its waiting for a key, and the interrupt may have come while it was not waiting."""
_NUDGES = 100
_NUDGE_SECONDS = 0.05


class Signals:
    """Takes signals from the moment it is made."""

    def __init__(self, interrupts: Interrupts, screen: Screen) -> None:
        self._descriptor = interrupts.descriptor
        self._screen = screen
        self._taking = threading.Lock()
        self._at_prompt = False
        self._was_between = False
        self._stop_flag: StopFlag | None = None
        signal.signal(signal.SIGINT, self._interrupted)
        self._main_thread = threading.get_ident()
        signal.signal(_NUDGE, _do_nothing)
        for number in _ENDING:
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup wants it so
                signal.signal(number, _do_nothing)
        threading.Thread(target=self._watch, name="signals", daemon=True).start()

    @contextmanager
    def raised_at_prompt(self) -> Iterator[None]:
        """An interrupt raises KeyboardInterrupt in here, once."""
        self._take()  # what came before must not stop what is typed now
        self._was_between = False
        self._at_prompt = True
        try:
            yield
        finally:
            self._at_prompt = False

    def raise_again(self) -> None:
        """What was raised has been swallowed by something in between: the next may be, too."""
        self._at_prompt = True

    def new_stop_flag(self) -> StopFlag:
        """What interrupts set until `forget_stop_flag`, also those since the prompt was left."""
        flag = self._stop_flag = StopFlag()
        if self._was_between:
            flag.set()
        return flag

    def forget_stop_flag(self) -> None:
        """There is nothing more to stop."""
        self._stop_flag = None

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if self._at_prompt:
            self._at_prompt = False
            raise KeyboardInterrupt
        if self._stop_flag is None:
            self._was_between = True

    def _watch(self) -> None:
        nudges = 0
        while True:
            seconds = _NUDGE_SECONDS if nudges else None
            if select.select([self._descriptor], [], [], seconds)[0]:
                if self._take() & {signal.SIGINT, signal.SIGTSTP}:
                    nudges = _NUDGES
            else:
                nudges -= 1
                if self._at_prompt:
                    signal.pthread_kill(self._main_thread, _NUDGE)

    def _take(self) -> set[int]:
        """See to the signals that have come; which ones these were."""
        with self._taking:
            try:
                numbers = {*os.read(self._descriptor, 1 << 16)}
            except BlockingIOError:
                return set()
            if signal.SIGINT in numbers and self._stop_flag is not None:
                self._stop_flag.set()
            for number in numbers.intersection(_ENDING):
                self._screen.restore()
                os._exit(_SIGNALLED + number)
            return numbers


def _do_nothing(number: int, frame: FrameType | None) -> None:
    """The interpreter writes the number to the descriptor only if there is a handler."""
