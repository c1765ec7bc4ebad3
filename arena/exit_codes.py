"""The exit codes of the arena, as `-help` lists them."""

from enum import IntEnum


class ExitCode(IntEnum):
    """How a run ended. 1 is Python's own, for an error in the arena itself."""

    DONE = 0
    WRONG_INPUT = 2
    UNFIT_ENGINE = 3
    H0_ACCEPTED = 4
    UNDECIDED = 5
    BREAKDOWN = 6
    ENGINES_FAILED = 7


SIGNAL = 128
"""Added to the number of the signal that interrupted the arena."""
