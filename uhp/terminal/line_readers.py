"""Reading a line from a terminal: with editing, history and completion where the system has it."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType

from uhp.output import Output
from uhp.terminal.history import History
from uhp.terminal.screen import Screen
from uhp.terminal.typed_commands import LineReader

_STDIN, _STDOUT = 0, 1
_CHUNK = 1 << 16

Complete = Callable[[str, int], list[str]]
"""What the line up to the cursor may go on with, in place of what stands from an index on."""


def line_reader(
    output: Output,
    screen: Screen,
    history: Callable[[], History],
    complete: Complete,
    on_lost_interrupt: Callable[[], None],
) -> LineReader:
    """The best that there is. `readline` is imported here, and only where it is of use.

    `on_lost_interrupt` is called for a KeyboardInterrupt that cannot be raised from where it came.
    """
    if screen.can_redraw and sys.stdin is not None and sys.stdout is not None:
        with suppress(ImportError):
            import readline

            # Python's `input` edits lines only if its stdout is the terminal, which the protocol
            # has taken for itself; what else might be printed may as well be seen here.
            os.dup2(output.descriptor, _STDOUT)
            return _EditedLines(readline, history(), complete, on_lost_interrupt)
    return _PlainLines(screen)


class _PlainLines:
    """Lines as the terminal itself lets people edit them: with the backspace key."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._begun = b""

    def read(self, prompt: str) -> bytes:
        self._screen.draw(prompt)
        try:
            while b"\n" not in self._begun:
                chunk = _read_chunk()
                if not chunk and not self._begun:
                    raise EOFError
                self._begun += chunk or b"\n"
        except KeyboardInterrupt:
            self._begun = b""
            raise
        line, _, self._begun = self._begun.partition(b"\n")
        return line

    def shown(self) -> str:
        return ""


class _EditedLines:
    """Lines with all that the `readline` module offers."""

    def __init__(
        self,
        readline: ModuleType,
        history: History,
        complete: Complete,
        on_lost_interrupt: Callable[[], None],
    ) -> None:
        self._readline = readline
        self._history = history
        self._complete = complete
        self._on_lost_interrupt = on_lost_interrupt
        self._found: list[str] = []
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
        else:
            readline.parse_and_bind("tab: complete")
            # Lines that are pasted are commands one after the other, not one of several lines.
            readline.parse_and_bind("set enable-bracketed-paste off")
            readline.parse_and_bind("set enable-meta-key off")
            readline.parse_and_bind("set show-all-if-ambiguous on")
        readline.set_completer_delims(" \t")
        readline.set_completer(self._completion)
        readline.set_auto_history(False)
        readline.clear_history()
        for line in history.lines:
            self._remember(line)
        # Whatever bytes come; also those that are no text.
        with suppress(AttributeError, ValueError):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]

    def read(self, prompt: str) -> bytes:
        line = input(prompt)
        if self._history.add(line):
            self._remember(line.strip())
        return line.encode("utf-8", "replace")

    def shown(self) -> str:
        text: str = self._readline.get_line_buffer()
        return text

    def _remember(self, line: str) -> None:
        with suppress(UnicodeError):  # not in the letters of this locale, as typed in another
            self._readline.add_history(line)

    def _completion(self, text: str, number: int) -> str | None:
        """Called by readline with 0, 1 and so on, until there are no more."""
        if number == 0:
            before = self._readline.get_line_buffer()[: self._readline.get_endidx()]
            try:
                self._found = self._complete(before, self._readline.get_begidx())
            except KeyboardInterrupt:
                self._found = []
                self._on_lost_interrupt()
            except Exception:  # a key that does nothing is better than no prompt
                self._found = []
        return self._found[number] if number < len(self._found) else None


def _read_chunk() -> bytes:
    """The next bytes; empty at the end of input, also if the terminal has gone."""
    try:
        return os.read(_STDIN, _CHUNK)
    except OSError:
        return b""
