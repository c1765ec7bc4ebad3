"""Commands as a person types them, one after the other, at a prompt."""

import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from search.stop_flag import StopFlag
from uhp.stdin import CommandLine, Event, command_lines
from uhp.terminal.screen import Screen
from uhp.terminal.signals import Signals


class LineReader(Protocol):
    """Reads a line that a person types."""

    def read(self, prompt: str) -> bytes:
        """A line without its ending. Raises EOFError, or KeyboardInterrupt in the main thread."""

    def shown(self) -> str:
        """What has been typed of the line that is being read."""


class TypedCommands:
    """Prompts for commands, one at a time: whoever types sees the answer before the next."""

    def __init__(
        self,
        reader: LineReader,
        signals: Signals,
        screen: Screen,
        prompt: Callable[[], str],
        is_end: Callable[[CommandLine], bool],
    ) -> None:
        self._reader = reader
        self._signals = signals
        self._screen = screen
        self._prompt = prompt
        self._is_end = is_end
        self._stop_flag: StopFlag | None = None

    def next(self) -> CommandLine | Event:
        """The next line that is not blank. An interrupt clears what has been typed."""
        while True:
            prompt = self._prompt()
            try:
                self._screen.remember_modes()
                show_again = partial(self._show_again, prompt)
                with (
                    self._screen.suspendable(_nothing, show_again),
                    self._signals.raised_at_prompt(),
                ):
                    data = self._reader.read(prompt)
            except KeyboardInterrupt:
                self._screen.restore()
                self._screen.draw("\n")
                continue
            except EOFError:
                self._screen.draw("\n")
                return Event.END
            for line in command_lines(data, time.perf_counter()):
                if self._is_end(line):
                    return Event.END
                self._stop_flag = self._signals.new_stop_flag()
                return line

    @property
    def stop_flag(self) -> StopFlag:
        """What stops the command that is running."""
        assert self._stop_flag is not None
        return self._stop_flag

    def end_command(self) -> None:
        """The command is done: an interrupt is not for it any more."""
        self._signals.forget_stop_flag()

    @property
    def is_empty(self) -> bool:
        """A person has time."""
        return True

    def _show_again(self, prompt: str) -> None:
        self._screen.draw(f"\r{prompt}{self._reader.shown()}")


def _nothing() -> None:
    """The shell begins a line of its own."""
