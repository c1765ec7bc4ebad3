"""The main loop: read a command, answer it, until the input ends."""

import gc
import os
import sys
import time
from collections.abc import Iterator
from typing import NoReturn, Protocol

from search.stop_flag import StopFlag
from uhp import colors
from uhp.exit_codes import INTERRUPTED, SUCCESS
from uhp.loader import Loader, keep_scipy_out
from uhp.options import Options
from uhp.output import ClientGoneError, Output, note
from uhp.session import Session
from uhp.stdin import CommandLine, CommandQueue, Event
from uhp.version import NAME, __version__

_GREETING = f"""\
{NAME} {__version__} plays Hive. Some things to type:
  newgame Base+MLP         start a game with all expansions
  board                    see it
  play wS1                 make a move; 'validmoves' lists them all
  bestmove time 00:00:05   ask for a move
  help, exit               learn more, leave"""

_SWITCH_INTERVAL = 0.001
"""Seconds a thread that loads modules may keep another from answering a command."""

_MOST_GARBAGE = 50_000
"""New objects after which garbage is collected, always between commands: never in a search."""


class Commands(Protocol):
    """Where commands come from."""

    def next(self) -> CommandLine | Event:
        """The next command, which runs from now on, or the next event."""

    @property
    def stop_flag(self) -> StopFlag:
        """What stops the command that is running."""

    def end_command(self) -> CommandLine | None:
        """The command is done; returns a line that was for it alone, if there is one."""

    @property
    def is_empty(self) -> bool:
        """Whether no command is waiting."""


class Answers(Protocol):
    """Who answers them."""

    def answer(self, line: CommandLine, started: float, stop: StopFlag) -> Iterator[str]:
        """The reply to a command, without what ends it. Never raises."""

    @property
    def ending(self) -> tuple[str, ...]:
        """What ends a reply."""

    def idle(self) -> None:
        """Use the time until the next command."""


def serve(output: Output, commands: CommandQueue, options: Options | None = None) -> NoReturn:
    """Answer commands until the end of input, `exit` or an interrupt, then end the process.

    The process ends without Python's clean-up: nothing is left to be written, and threads that
    are still compiling must not be waited for.
    """
    loader = start_loading()
    if os.isatty(0):
        note(_GREETING)
    session = Session(
        loader,
        colors=colors.wanted(output.is_terminal),
        options=options,
        end_at_next=commands.end_at_next,
    )
    os._exit(answer_all(output, commands, loader, session))


def start_loading() -> Loader:
    """Set up this process for answering commands, and begin to load what they need."""
    gc.disable()
    keep_scipy_out()
    sys.setswitchinterval(_SWITCH_INTERVAL)
    loader = Loader(leave_process=True)
    loader.start()
    return loader


def answer_all(output: Output, commands: Commands, loader: Loader, session: Answers) -> int:
    """Answer commands until there are no more, or nobody reads the answers; the exit code."""
    try:
        return _answer_all(output, commands, loader, session)
    except ClientGoneError:
        return SUCCESS


def _answer_all(output: Output, commands: Commands, loader: Loader, session: Answers) -> int:
    """Answer commands one after another; returns the exit code."""
    finished = 0.0
    while True:
        command = commands.next()
        if command is Event.INTERRUPT:
            return INTERRUPTED
        if not isinstance(command, CommandLine):
            return SUCCESS
        if output.log is not None:
            output.log.received(command.text or "(a line that is too long)")
        if command.keyword == "exit":
            return SUCCESS
        # The clock of a command that had to wait for another starts when its turn comes.
        for line in session.answer(command, max(command.arrived, finished), commands.stop_flag):
            output.write(line)
        # An interrupt that comes when the `ok` can be seen is not for this command.
        stopped_by = commands.end_command()
        if stopped_by is not None and output.log is not None:
            output.log.received(stopped_by.text)
        output.write(*session.ending)
        finished = time.perf_counter()
        if commands.is_empty:
            # What is being imported is no garbage, and looking through it takes 0.1 s.
            if gc.get_count()[0] > _MOST_GARBAGE and not loader.is_busy:
                gc.collect()
            session.idle()
