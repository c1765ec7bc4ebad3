"""Serving a person at a terminal."""

import os
from typing import NoReturn

from uhp.interrupts import Interrupts
from uhp.main_loop import answer_all, start_loading
from uhp.options import Options
from uhp.output import Output, note
from uhp.session import Session
from uhp.terminal.completion import Completer
from uhp.terminal.history import History, history_file
from uhp.terminal.line_readers import line_reader
from uhp.terminal.screen import Screen
from uhp.terminal.session import TerminalSession
from uhp.terminal.signals import Signals
from uhp.terminal.typed_commands import TypedCommands
from uhp.version import NAME, __version__

_GREETING = f"""\
{NAME} {__version__} plays Hive. Some things to type:
  play                    play against me
  play Base+MLP level 3   the same with all expansions, and I am weaker
  newgame Base+MLP        start a game without an opponent
  wS1                     make a move; TAB completes it, 'validmoves' lists all
  board                   see it
  analyze infinite        see what I think of it
  help, exit              learn more, leave"""


def serve_person(output: Output, interrupts: Interrupts, options: Options | None) -> NoReturn:
    """Answer what is typed until the end of input or `exit`, then end the process."""
    screen = Screen(output)
    signals = Signals(interrupts, screen)
    loader = start_loading()
    note(_GREETING)
    session = TerminalSession(Session(loader, options=options), screen)
    reader = line_reader(
        output,
        screen,
        lambda: History(history_file()),
        Completer(session),
        signals.raise_again,
    )
    commands = TypedCommands(reader, signals, screen, lambda: session.prompt, session.is_end)
    try:
        status = answer_all(output, commands, loader, session)
    finally:
        screen.restore()
    os._exit(status)
