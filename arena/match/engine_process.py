"""An engine that takes part in games: the client's conversation, with failures as endings."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from arena.exit_codes import ExitCode
from arena.match.game_record import Ending
from arena.settings import ArenaError, EngineSettings
from client.conversation import Conversation, Reply
from client.errors import (
    EngineEndedError,
    EngineError,
    EngineProtocolError,
    EngineStartError,
    EngineTimeoutError,
)
from client.lines import REPORT_OPTION
from client.options import parse_option, same_value
from client.plain_text import is_refusal, quoted
from client.steps import drive

MOST_ID_LETTERS = 80
EXIT_SECONDS = 2.0
"""How long an engine may take to end after `exit`."""

_OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
_ENDINGS: dict[type[EngineError], Ending] = {
    EngineStartError: Ending.START,
    EngineEndedError: Ending.CRASH,
    EngineTimeoutError: Ending.HANG,
    EngineProtocolError: Ending.PROTOCOL,
}


class ShortageError(ArenaError):
    """The machine has no room for another process, which is no engine's fault."""

    exit_code = ExitCode.BREAKDOWN


class EngineFailure(Exception):  # noqa: N818 -- the engine failed, not the arena
    """An engine ended, hung or broke the protocol; `ending` says which."""

    def __init__(self, ending: Ending, message: str, stderr: str = "") -> None:
        super().__init__(message)
        self.ending = ending
        self.message = message
        self.stderr = stderr


@contextmanager
def _failures() -> Iterator[None]:
    """Turn what the client raises into endings of games."""
    try:
        yield
    except EngineError as error:
        cause = error.__cause__
        if isinstance(cause, OSError) and cause.errno in _OUT_OF_RESOURCES:
            raise ShortageError(f"no room for another engine: {cause}") from cause
        raise EngineFailure(_ENDINGS[type(error)], error.message, error.stderr) from error


class EngineProcess:
    """A running engine. The constructor returns when the banner has been read."""

    def __init__(self, settings: EngineSettings) -> None:
        self.settings = settings
        with _failures():
            self._conversation = Conversation(settings.command, cwd=settings.directory)
            self.pid = self._conversation.process.pid
            """The process number, which is also that of its process group."""
            drive(self._conversation.read_banner(settings.startup))
        self.id = self._conversation.id.text[:MOST_ID_LETTERS].strip()
        self.capabilities = self._conversation.capabilities

    @property
    def is_usable(self) -> bool:
        """Whether commands can be sent."""
        return self._conversation.is_usable

    @property
    def stderr(self) -> str:
        """The last of what the engine wrote to its standard error."""
        return self._conversation.stderr

    @property
    def has_exited_cleanly(self) -> bool:
        """Whether the engine has ended by itself with exit code 0, as seen by a failed command."""
        return self._conversation.process.exit_code == 0

    def command(self, text: str, seconds: float) -> Reply:
        """Send a line and read the reply up to its `ok`.

        Raises EngineFailure, after which the process is gone, if the engine ends, takes longer,
        or has printed something it was not asked for.
        """
        with _failures():
            return drive(self._conversation.command(text, seconds))

    def configure(self) -> None:
        """Set the engine's options. Raises EngineFailure if one is unknown or not taken over."""
        for name, value in self.settings.options:
            lines, _ = self.command(f"options set {name} {value}", self.settings.reply)
            option = parse_option(lines[-1]) if lines else None
            if is_refusal(lines) or option is None:
                raise self._refused(f"answered {quoted(lines)} to 'options set {name} {value}'")
            if not same_value(option.text, value):
                raise self._refused(f"keeps option {name} at {option.text} when told {value}")
        if self.settings.wants_scores:
            for name in self._option_names():
                if name.lower() == REPORT_OPTION.lower():
                    self.command(f"options set {name} True", self.settings.reply)

    def _option_names(self) -> list[str]:
        known, _ = self.command("options", self.settings.reply)
        return [line.split(";")[0].strip() for line in known]

    def _refused(self, message: str) -> EngineFailure:
        listing = ", ".join(self._option_names()) or "none"
        self.close()
        return self.fail(Ending.START, f"{message}; its options are: {listing}")

    def fail(self, ending: Ending, message: str) -> EngineFailure:
        """The failure to raise when a reply makes no sense."""
        return EngineFailure(ending, message, self.stderr)

    def close(self) -> None:
        """Ask the engine to exit; kill it if it does not."""
        drive(self._conversation.close(EXIT_SECONDS))

    def interrupt(self) -> None:
        """Kill the process from another thread; whoever waits for a reply sees it end."""
        self._conversation.process.end_soon()
