"""What can go wrong, one exception for each kind. All are ValueErrors."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

_LONGEST_QUOTE = 40


class HiveError(ValueError):
    """Anything this package refuses to do. The game is left as it was."""


class GameTypeError(HiveError):
    """There is no such game type."""


class MoveParseError(HiveError):
    """The text is not a MoveString."""


class Reason(StrEnum):
    """Why a move is illegal."""

    GAME_OVER = "game over"
    WRONG_COLOR = "wrong colour"
    NOT_IN_GAME = "not in this game type"
    REFERENCE_IN_HAND = "reference piece not on the board"
    NO_DESTINATION = "no destination"
    QUEEN_FIRST_TURN = "queen on the first turn"
    QUEEN_OVERDUE = "queen overdue"
    QUEEN_NOT_PLACED = "queen not placed"
    NOT_IN_HAND = "not next in hand"
    OCCUPIED = "cell occupied"
    NOT_AT_HIVE = "not next to the hive"
    TOUCHES_ENEMY = "touches an enemy"
    COVERED = "covered"
    NOT_THE_TOP = "climb must name the top piece"
    STUNNED = "stunned"
    BREAKS_HIVE = "would break the hive"
    GATE = "gate"
    UNREACHABLE = "out of reach"
    PASS_NOT_FORCED = "pass not forced"
    MUST_PASS = "must pass"


class IllegalMoveError(HiveError):
    """The move is well-formed but against the rules; `reason` says which."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class GameStringError(HiveError):
    """The text is not a GameString, or its moves are not a legal game."""


class Fault(StrEnum):
    """Why no game of Hive can come to a position."""

    NOT_IN_GAME = "not in this game type"
    OUT_OF_ORDER = "placed before a lower number"
    MORE_THAN_ONE_HIVE = "more than one hive"
    CANNOT_CLIMB = "cannot lie on another piece"
    NOTHING_PLACED = "no piece placed"
    QUEEN_FIRST_TURN = "queen on the first turn"
    QUEEN_OVERDUE = "queen overdue"
    QUEEN_NOT_PLACED = "moved before the queen was placed"
    TOO_FEW_TURNS = "more pieces and moves than turns"
    STUNNED = "cannot be stunned"


class Problem(NamedTuple):
    """One thing that is wrong with a position: its kind, and a sentence for people."""

    fault: Fault
    message: str

    def __str__(self) -> str:
        return self.message


class PositionError(HiveError):
    """The text is not a position, or no game comes to such a one; `problems` says why not."""

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class RecordError(HiveError):
    """The text is not a game record (PGN, SGF) that can be replayed.

    `problem` says what is wrong. The other attributes say where, as far as that is known: the
    `path` of the file, the `line` in it, `game_number` and `ply`, all counted from 1.
    """

    def __init__(
        self,
        problem: str,
        *,
        path: str | None = None,
        line: int | None = None,
        game_number: int | None = None,
        ply: int | None = None,
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.path = path
        self.line = line
        self.game_number = game_number
        self.ply = ply

    def __str__(self) -> str:
        game = "" if self.game_number is None else f"game {self.game_number}: "
        line = "" if self.line is None else f"line {self.line}"
        path = "" if self.path is None else ascii(self.path)[1:-1]
        where = " of ".join(filter(None, (line, path)))
        return f"{game}{self.problem}" + (f" ({where})" if where else "")


class UndoError(HiveError):
    """There are fewer moves to take back than asked for."""


class PictureError(HiveError):
    """A picture cannot be drawn as asked."""


def quoted(text: str, *, double_backslashes: bool = False) -> str:
    """Foreign text fit for a one-line message.

    Backslashes are directions in moves, where they would mislead if they were doubled.
    """
    quote = repr(text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "...")
    return quote if double_backslashes else quote.replace("\\\\", "\\")
