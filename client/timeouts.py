"""How long to wait for what."""

from dataclasses import dataclass, fields
from numbers import Real
from typing import Any

from engine.checks import instance


def checked_seconds(value: Any, name: str) -> float:
    """A time to wait, which may be without end. Raises TypeError or ValueError for what is none."""
    instance(value, Real, f"{name} is a number of seconds")
    if isinstance(value, bool) or not value >= 0:
        raise ValueError(f"{name} is a number of seconds, 0 or more, not {value}")
    return float(value)


@dataclass(frozen=True)
class Timeouts:
    """Seconds. An engine that takes longer is killed, and EngineTimeoutError raised.

    Raises TypeError or ValueError for what is no time.
    """

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

    def __post_init__(self) -> None:
        for field in fields(self):
            checked_seconds(getattr(self, field.name), f"the time-out {field.name}")
