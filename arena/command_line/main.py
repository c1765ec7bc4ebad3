"""`propolis-arena`: from the command line to the exit code."""

import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from arena.command_line.arguments import Group, split
from arena.command_line.help import HELP
from arena.exit_codes import SIGNAL, ExitCode
from arena.output.console import note
from arena.settings import ArenaError


class _Terminated(BaseException):
    """SIGTERM was received."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a tournament; the exit codes are listed in the help."""
    try:
        with _signals():
            return _run(split(sys.argv[1:] if arguments is None else arguments))
    except ArenaError as error:
        _note_all(str(error), *getattr(error, "__notes__", ()))
        return error.exit_code
    except (KeyboardInterrupt, _Terminated) as stop:
        _note_all("interrupted; -resume goes on", *getattr(stop, "__notes__", ()))
        is_interrupt = isinstance(stop, KeyboardInterrupt)
        return SIGNAL + (signal.SIGINT if is_interrupt else signal.SIGTERM)


def _note_all(*texts: str) -> None:
    for text in texts:
        note(f"propolis-arena: {text}")


def _run(groups: list[Group]) -> int:
    options = dict(groups)
    if "help" in options or not groups:
        print(HELP, end="")
        return ExitCode.DONE
    if "version" in options:
        from importlib.metadata import version

        print(f"propolis-arena {version('propolis')}")
        return ExitCode.DONE
    # The rules engine takes a while to load; help and version are there at once.
    from arena.command_line.session import play_tournament, report_journal
    from arena.statistics.sprt import SprtState

    if "report" in options:
        report_journal(groups)
        return ExitCode.DONE
    tournament = play_tournament(groups)
    results = tournament.results
    if "strict" in options and (results.faults() or results.disagreements()):
        return ExitCode.ENGINES_FAILED
    if tournament.sprt is SprtState.H0:
        return ExitCode.H0_ACCEPTED
    return ExitCode.UNDECIDED if tournament.sprt is SprtState.RUNNING else ExitCode.DONE


@contextmanager
def _signals() -> Iterator[None]:
    """Let SIGTERM end the tournament as Ctrl-C does, but not the closing of the terminal."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def terminate(number: int, frame: FrameType | None) -> None:
        raise _Terminated

    def go_on(number: int, frame: FrameType | None) -> None:
        """Do nothing. Engines would inherit it if the signal were ignored."""

    wanted = {signal.SIGTERM: terminate}
    if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        wanted[signal.SIGHUP] = go_on
    replaced = {number: signal.signal(number, handler) for number, handler in wanted.items()}
    try:
        yield
    finally:
        for number, handler in replaced.items():
            signal.signal(number, handler)
