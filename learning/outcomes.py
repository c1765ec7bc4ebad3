"""How a game of a batch stands."""

from enum import IntEnum


class Outcome(IntEnum):
    """Whether a game has ended, and how."""

    IN_PROGRESS = 0
    WHITE_WINS = 1
    BLACK_WINS = 2
    DRAW = 3
    """Both queens surrounded, or a position for the third time."""
    PLY_LIMIT = 4
    """Broken off, which counts as a draw."""
