"""The terminal: how large it is, what it can show, and its modes, which are always put back."""

import os
import select
import shutil
import signal
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from uhp import colors
from uhp.output import Output
from uhp.terminal.cursor import can_be_moved

_STDIN = 0
_HIDE_CURSOR, _SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
ERASE_LINE, ERASE_BELOW = "\x1b[K", "\x1b[J"
"""From the cursor to the end of its line, and to the end of the screen."""

_LOCAL_FLAGS, _CONTROL_CHARACTERS = 3, 6
"""Places in the list that tells the modes of a terminal."""


class Screen:
    """The terminal that a person types at and looks at.

    A program that leaves a terminal in another mode leaves a shell that does not show what is
    typed. So whoever changes the mode does it in a `with` statement here, and what ends or suspends
    the process calls `restore` first.
    """

    def __init__(self, output: Output, environment: Mapping[str, str] = os.environ) -> None:
        self._output = output
        self._usual = termios.tcgetattr(_STDIN)
        self._cursor_is_hidden = False
        self.can_redraw = can_be_moved(environment)
        """Whether the cursor can be moved, so that lines can be written anew in their place."""
        self.has_colors = colors.wanted(True, environment)

    @property
    def size(self) -> os.terminal_size:
        """Columns and lines of the window now."""
        try:
            size = os.get_terminal_size(self._output.descriptor)
        except OSError:
            size = os.terminal_size((0, 0))
        standard = shutil.get_terminal_size()  # for those who do not know their size
        return os.terminal_size((size.columns or standard.columns, size.lines or standard.lines))

    @property
    def width(self) -> int:
        """How many characters fit in a line; the last column stays free: wrapping begins there."""
        return max(self.size.columns - 1, 1)

    def draw(self, text: str) -> None:
        """Show a text as it is. Raises ClientGoneError."""
        self._output.draw(text)

    def remember_modes(self) -> None:
        """What the modes are now is what they are to be put back to."""
        self._usual = termios.tcgetattr(_STDIN)

    def restore(self) -> None:
        """Put the modes back and show the cursor, with nothing below it.

        Any thread may do so; never raises.
        """
        with suppress(OSError, termios.error):
            # In the background the terminal is another's.
            if os.tcgetpgrp(_STDIN) == os.getpgrp():
                _set_modes(self._usual)
        if self._cursor_is_hidden:
            with suppress(Exception):
                self.draw("\r" + ERASE_BELOW + _SHOW_CURSOR)

    @contextmanager
    def keys(self, leave: Callable[[], None], redraw: Callable[[], None]) -> Iterator["Keys"]:
        """Have single keys readable, and not shown, with the cursor hidden.

        `leave` and `redraw` are for when the process is suspended, as in `suspendable`.
        """
        self.remember_modes()
        wanted = termios.tcgetattr(_STDIN)
        wanted[_LOCAL_FLAGS] &= ~(termios.ECHO | termios.ICANON)
        wanted[_CONTROL_CHARACTERS] = [*wanted[_CONTROL_CHARACTERS]]
        wanted[_CONTROL_CHARACTERS][termios.VMIN] = 1
        wanted[_CONTROL_CHARACTERS][termios.VTIME] = 0
        keys = Keys()
        self._cursor_is_hidden = self.can_redraw
        try:
            with self.suspendable(leave, redraw):
                _set_modes(wanted)
                if self._cursor_is_hidden:
                    self.draw(_HIDE_CURSOR)
                keys.look_for_type_ahead()
                yield keys
        finally:
            self.restore()
            self._cursor_is_hidden = False

    @contextmanager
    def suspendable(self, leave: Callable[[], None], redraw: Callable[[], None]) -> Iterator[None]:
        """Put the modes back while the process is suspended; what is called before and after.

        Only for the main thread, and while it is ready to run a handler soon.
        """

        def suspend(number: int, frame: FrameType | None) -> None:
            modes = termios.tcgetattr(_STDIN)
            leave()
            self.restore()
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            signal.pthread_kill(threading.get_ident(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, suspend)
            _set_modes(modes)
            if self._cursor_is_hidden:
                self.draw(_HIDE_CURSOR)
            redraw()

        before = signal.signal(signal.SIGTSTP, suspend)
        try:
            yield
        finally:
            signal.signal(signal.SIGTSTP, before)


class Keys:
    """Keys as they are pressed. What was typed ahead is not for us: it waits as commands."""

    def __init__(self) -> None:
        self.were_typed_ahead = False

    def look_for_type_ahead(self) -> None:
        """See whether something has been typed already; no key can be read then."""
        self.were_typed_ahead = _is_readable(0)

    def is_pressed(self, seconds: float) -> bool:
        """Wait for a key; it is used up. Also true if there is nobody any more to press one."""
        if self.were_typed_ahead:
            # There is no telling a key from the lines that wait; only an interrupt can end it.
            time.sleep(seconds)
            return False
        if not _is_readable(seconds):
            return False
        # All of it: a key may send several bytes, such as an arrow.
        with suppress(OSError):
            termios.tcflush(_STDIN, termios.TCIFLUSH)
        return True


def _is_readable(seconds: float) -> bool:
    try:
        return bool(select.select([_STDIN], [], [], seconds)[0])
    except OSError:
        return True


def _set_modes(modes: list[Any]) -> None:
    # At once: output that the terminal has stopped (Ctrl-S) must not be waited for.
    termios.tcsetattr(_STDIN, termios.TCSANOW, modes)
