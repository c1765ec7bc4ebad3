"""How long to wait for what."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Timeouts:
    """Seconds. An engine that takes longer is killed, and EngineTimeoutError raised."""

    startup: float = 30.0
    """Until the banner is complete."""
    reply: float = 60.0
    """For any command that does not search, and for a search beyond the time it was given. The
    first `newgame` of an engine may have to load or compile a lot.
    """
    search: float = 600.0
    """For a search that was given a depth or nodes."""
    cancel: float = 2.0
    """For the answer after a cancelled search; then the engine is killed and started anew."""
    exit: float = 2.0
    """From `exit` to the end of the process; then it is told to terminate, then killed."""
