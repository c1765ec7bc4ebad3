"""The record of a finished game: moves, result, and why it ended."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self


class Ending(StrEnum):
    """Why a game ended."""

    QUEEN_SURROUNDED = "queen surrounded"
    BOTH_SURROUNDED = "both queens surrounded"
    REPETITION = "third repetition"
    CLAIM = "draw by claim"
    PLY_LIMIT = "ply limit"
    RESIGN = "resign adjudication"
    DRAW = "draw adjudication"
    ILLEGAL_MOVE = "illegal move"
    REFUSED_MOVE = "refused a legal move"
    CRASH = "crash"
    HANG = "hang"
    LATE = "late move"
    FLAG = "flag fall"
    PROTOCOL = "output out of protocol"
    START = "cannot be started"

    @property
    def is_fault(self) -> bool:
        """Whether the loser lost by failing, not by playing."""
        return self in _FAULTS


_FAULTS = frozenset(
    (
        Ending.ILLEGAL_MOVE,
        Ending.REFUSED_MOVE,
        Ending.CRASH,
        Ending.HANG,
        Ending.LATE,
        Ending.FLAG,
        Ending.PROTOCOL,
        Ending.START,
    )
)

WHITE_WINS, BLACK_WINS, DRAWN = "1-0", "0-1", "1/2-1/2"
WHITE_POINTS = {WHITE_WINS: 1.0, DRAWN: 0.5, BLACK_WINS: 0.0}
LOST_BY = (BLACK_WINS, WHITE_WINS)
"""The result of a game that White (0) or Black (1) has lost."""


@dataclass(frozen=True)
class MoveRecord:
    """A move with its time and the engine's depth and score; an opening move has none of these."""

    text: str
    seconds: float | None = None
    depth: int | None = None
    score: float | None = None

    def to_json(self) -> list[Any]:
        """The fields as far as they are known; JSON has no infinite numbers."""
        is_infinite = self.score is not None and math.isinf(self.score)
        score = str(self.score) if is_infinite else self.score
        fields = [self.text, self.seconds, self.depth, score]
        while fields[-1] is None:
            fields.pop()
        return fields

    @classmethod
    def from_json(cls, fields: list[Any]) -> Self:
        text, seconds, depth, score = fields + [None] * (4 - len(fields))
        return cls(text, seconds, depth, None if score is None else float(score))


@dataclass(frozen=True)
class GameRecord:
    """A finished game."""

    number: int
    white: str
    black: str
    game_type: str
    moves: tuple[MoveRecord, ...]
    result: str
    ending: Ending
    detail: str = ""
    """The ending in words, with the engine's name where one failed."""
    time_controls: tuple[str, str] = ("", "")
    notes: tuple[str, ...] = ()
    """Remarks that need no action, such as an engine that knows no draw by repetition."""
    disagreements: tuple[str, ...] = ()
    """Where an engine's idea of the state was not the referee's."""
    stderr: str = ""
    """The last of what a failed engine wrote to its standard error."""
    started: str = ""
    seconds: float = 0.0

    @property
    def pair(self) -> int:
        """Counts the openings played: two games of a pair share one, with colours swapped."""
        return (self.number - 1) // 2

    @property
    def players(self) -> tuple[str, str]:
        """The names of White and Black."""
        return self.white, self.black

    @property
    def white_points(self) -> float:
        """1, 0.5 or 0."""
        return WHITE_POINTS[self.result]

    def reports_scores(self, engine: str) -> bool | None:
        """Whether a player reported scores with its moves; None if it made none."""
        first = self.players.index(engine)
        own = [move for move in self.moves[first::2] if move.seconds is not None]
        return any(move.score is not None for move in own) if own else None

    @property
    def loser(self) -> str | None:
        """The name of the engine that lost, if one did."""
        return {WHITE_WINS: self.black, BLACK_WINS: self.white}.get(self.result)

    def to_json(self) -> dict[str, Any]:
        """The record in the form the journal keeps: defaults are left out."""
        required: dict[str, Any] = {
            "number": self.number,
            "white": self.white,
            "black": self.black,
            "type": self.game_type,
            "result": self.result,
            "ending": self.ending.value,
            "moves": [move.to_json() for move in self.moves],
            "limits": list(self.time_controls),
            "started": self.started,
            "seconds": self.seconds,
        }
        optional = {
            "detail": self.detail,
            "notes": list(self.notes),
            "disagreements": list(self.disagreements),
            "stderr": self.stderr,
        }
        return required | {key: value for key, value in optional.items() if value}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The record the journal kept."""
        return cls(
            number=data["number"],
            white=data["white"],
            black=data["black"],
            game_type=data["type"],
            moves=tuple(MoveRecord.from_json(move) for move in data["moves"]),
            result=data["result"],
            ending=Ending(data["ending"]),
            detail=data.get("detail", ""),
            time_controls=(data["limits"][0], data["limits"][1]),
            notes=tuple(data.get("notes", ())),
            disagreements=tuple(data.get("disagreements", ())),
            stderr=data.get("stderr", ""),
            started=data["started"],
            seconds=data["seconds"],
        )


@dataclass(frozen=True)
class Verdict:
    """How a game ended, before it is a record."""

    result: str
    ending: Ending
    detail: str
    stderr: str = ""
