"""What can go wrong with an engine, one exception for each kind. All are EngineErrors."""

import signal


class EngineError(Exception):
    """An engine could not do what was asked of it.

    `message` is what happened, in words that follow the engine's name; `stderr` is the last of what
    the engine wrote to its standard error.
    """

    def __init__(self, message: str, *, engine: str = "the engine", stderr: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.engine = engine
        self.stderr = stderr

    def __str__(self) -> str:
        return f"{self.engine} {self.message}"


class EngineStartError(EngineError):
    """The program cannot be started: there is none, or the system refuses."""


class EngineEndedError(EngineError):
    """The engine's process has ended or closed its pipes; the same engine may be restarted."""

    exit_code: int | None = None
    """The exit code; negative for a signal as in `subprocess`, None if it only closed its output.
    """

    def __str__(self) -> str:
        last = self.stderr.strip().rsplit("\n", 1)[-1].strip()
        return super().__str__() + (f"; stderr: {last}" if last else "")

    @property
    def signal(self) -> signal.Signals | None:
        """The signal that ended the process, if one did that has a name."""
        number = -(self.exit_code or 0)
        return signal.Signals(number) if number in set(signal.Signals) else None


class EngineTimeoutError(EngineError, TimeoutError):
    """There was no answer in time. The process has been killed."""


class EngineProtocolError(EngineError):
    """What the engine printed is not UHP."""


class EngineIllegalMoveError(EngineProtocolError):
    """The engine wants to play a move that the rules do not allow."""


class EngineRefusedError(EngineError):
    """The engine answered `err` or `invalidmove`; it goes on working."""

    command: str = ""
    words: str = ""
    """The engine's own words."""


class EngineDisagreesError(EngineError):
    """The engine sees another state of the game than the rules here do."""

    claimed: str = ""
    """The state the engine answered, such as `WhiteWins`."""


class EngineClaimsDrawError(EngineDisagreesError):
    """The engine takes a game for drawn, as a rule by repetition, which the rules here do not."""


class EngineOptionError(EngineError, ValueError):
    """There is no such option, or it does not take that value."""


class EngineUnsupportedError(EngineError):
    """The engine has no way to do this."""


class EngineCancelledError(EngineError):
    """The search was cancelled before the engine had told any move."""


class EngineBusyError(EngineError):
    """The engine is at work for another caller."""


class EngineClosedError(EngineError):
    """The engine was closed by this program."""
