"""What a review says: frozen dataclasses that can be compared, and written to JSON and back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import HiveError
from engine.game_state import GameState
from engine.pieces import Color
from search.limits import Limits
from search.values import Score
from study.review.judging import Judgement

KIND = "propolis game review"
"""What the JSON of a review calls itself."""
FORMAT = 1
"""Counts up when reviews of older versions cannot be read any more, or judge otherwise."""
_DIGITS = 4
"""Of chances, behind the point: more would be noise in the files."""


class ReviewError(HiveError):
    """The text is not a review that can be read."""


@dataclass(frozen=True)
class ReviewSettings:
    """How a game was analysed: with which limits for a position, by which version."""

    limits: Limits
    version: str

    def __str__(self) -> str:
        parts = []
        if self.limits.nodes is not None:
            parts.append(f"{self.limits.nodes:,} nodes")
        if self.limits.depth is not None:
            parts.append(f"depth {self.limits.depth}")
        if self.limits.seconds is not None:
            parts.append(f"{self.limits.seconds:g} seconds")
        return f"Propolis {self.version}, {' or '.join(parts)} a position"

    def to_dict(self) -> dict[str, Any]:
        """For a JSON file."""
        limits = self.limits
        return {
            "version": self.version,
            "nodes": limits.nodes,
            "seconds": limits.seconds,
            "depth": limits.depth,
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> "ReviewSettings":
        """The way back."""
        limits = Limits(given["seconds"], given["depth"], given["nodes"])
        return cls(limits, given["version"])


@dataclass(frozen=True)
class ReviewLine:
    """A line of play: its moves as MoveStrings; the score is for the side that begins it."""

    score: Score
    depth: int
    moves: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """For a JSON file."""
        return {
            "score": self.score.value,
            "mate": self.score.mate,
            "win_chance": round(self.score.win_chance, _DIGITS),
            "depth": self.depth,
            "moves": [*self.moves],
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> "ReviewLine":
        """The way back."""
        return cls(Score(given["score"]), given["depth"], tuple(given["moves"]))


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the game and what was thought of it. Chances and scores are the mover's.

    `hoped` is the chance that the best move promised, `left` the chance after the move played,
    `drop` what it gave away, judged fairly. `best` is the best line from the position before the
    move, `second` the second best one, if there are two moves. `wins_in_one` are all moves that
    would have ended the game with a win. `missed_win` is the number of the player's turns that a
    win would have taken that was thrown away; None if none was.
    """

    ply: int
    """The number of the move, counted from 1 for the first of a game."""
    color: Color
    move: str
    judgement: Judgement
    hoped: float
    left: float
    drop: float
    legal_moves: int
    best: ReviewLine
    second: ReviewLine | None
    wins_in_one: tuple[str, ...]
    missed_win: int | None

    @property
    def turn(self) -> int:
        """The number of the player's turn, as GameStrings count."""
        return (self.ply + 1) // 2

    @property
    def is_best(self) -> bool:
        """Whether nothing better was there."""
        return self.judgement in (Judgement.BEST, Judgement.GREAT)

    def to_dict(self) -> dict[str, Any]:
        """For a JSON file."""
        return {
            "ply": self.ply,
            "color": str(self.color),
            "turn": self.turn,
            "move": self.move,
            "judgement": str(self.judgement),
            "sign": self.judgement.sign,
            "hoped": self.hoped,
            "left": self.left,
            "drop": self.drop,
            "legal_moves": self.legal_moves,
            "best": self.best.to_dict(),
            "second": None if self.second is None else self.second.to_dict(),
            "wins_in_one": [*self.wins_in_one],
            "missed_win": self.missed_win,
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> "ReviewedMove":
        """The way back."""
        second = given["second"]
        return cls(
            ply=given["ply"],
            color=_COLORS[given["color"]],
            move=given["move"],
            judgement=Judgement(given["judgement"]),
            hoped=given["hoped"],
            left=given["left"],
            drop=given["drop"],
            legal_moves=given["legal_moves"],
            best=ReviewLine.from_dict(given["best"]),
            second=None if second is None else ReviewLine.from_dict(second),
            wins_in_one=tuple(given["wins_in_one"]),
            missed_win=given["missed_win"],
        )


_COLORS = {str(color): color for color in Color}


@dataclass(frozen=True)
class UnpunishedMistake:
    """A mistake that the opponent let pass: at `until` the chance before the mistake was back."""

    ply: int
    until: int

    @property
    def plies(self) -> int:
        """How long it stood."""
        return self.until - self.ply


@dataclass(frozen=True)
class PlayerSummary:
    """How a player did. `accuracy` is in percent; None if no move was a choice."""

    accuracy: float | None
    inaccuracies: int
    mistakes: int
    blunders: int
    great_moves: int
    missed_wins: tuple[int, ...]
    """The turns that each win would have taken that was thrown away, in the order of the game."""
    longest_unpunished: UnpunishedMistake | None

    def to_dict(self) -> dict[str, Any]:
        """For a JSON file."""
        longest = self.longest_unpunished
        return {
            "accuracy": self.accuracy,
            "inaccuracies": self.inaccuracies,
            "mistakes": self.mistakes,
            "blunders": self.blunders,
            "great_moves": self.great_moves,
            "missed_wins": [*self.missed_wins],
            "longest_unpunished": None
            if longest is None
            else {"ply": longest.ply, "until": longest.until, "plies": longest.plies},
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> "PlayerSummary":
        """The way back."""
        longest = given["longest_unpunished"]
        return cls(
            accuracy=given["accuracy"],
            inaccuracies=given["inaccuracies"],
            mistakes=given["mistakes"],
            blunders=given["blunders"],
            great_moves=given["great_moves"],
            missed_wins=tuple(given["missed_wins"]),
            longest_unpunished=None
            if longest is None
            else UnpunishedMistake(longest["ply"], longest["until"]),
        )


@dataclass(frozen=True)
class GameReview:
    """The review of a game: every move judged, the chances along the way, how both players did.

    `game` is the main line as `Game.notation`. `chances` are White's, before the first move, after
    it and so on; one more than there are moves. `scores` are White's as well, None where the game
    is over. `result` is what the record claims, or else what
    the board says. `record` is a hash of the whole record, with names, comments and variations.
    """

    settings: ReviewSettings
    game: str
    queen_first: bool
    repetition_draw: bool
    tags: Mapping[str, str]
    result: GameState | None
    record: str
    chances: tuple[float, ...]
    scores: tuple[Score | None, ...]
    moves: tuple[ReviewedMove, ...]
    white: PlayerSummary
    black: PlayerSummary

    def player(self, color: Color) -> PlayerSummary:
        """How a player did."""
        return self.white if Color(color) is Color.WHITE else self.black

    def to_dict(self) -> dict[str, Any]:
        """For a JSON file; docs/review.md explains it."""
        return {
            "kind": KIND,
            "format": FORMAT,
            "settings": self.settings.to_dict(),
            "record": self.record,
            "game": self.game,
            "queen_first": self.queen_first,
            "repetition_draw": self.repetition_draw,
            "tags": dict(self.tags),
            "result": None if self.result is None else str(self.result),
            "players": {"White": self.white.to_dict(), "Black": self.black.to_dict()},
            "chances": [*self.chances],
            "scores": [None if score is None else score.value for score in self.scores],
            "moves": [move.to_dict() for move in self.moves],
        }

    def to_json(self) -> str:
        """The text of a JSON file, the same for the same review, byte for byte."""
        return json.dumps(self.to_dict(), indent=1, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "GameReview":
        """The review of a JSON file. Raises ReviewError."""
        try:
            given = json.loads(text)
            if given["kind"] != KIND or given["format"] != FORMAT:
                raise ReviewError("the review was written by another version of Propolis")
            return cls(
                settings=ReviewSettings.from_dict(given["settings"]),
                game=given["game"],
                queen_first=given["queen_first"],
                repetition_draw=given["repetition_draw"],
                tags=given["tags"],
                result=None if given["result"] is None else GameState(given["result"]),
                record=given["record"],
                chances=tuple(given["chances"]),
                scores=tuple(None if each is None else Score(each) for each in given["scores"]),
                moves=tuple(ReviewedMove.from_dict(move) for move in given["moves"]),
                white=PlayerSummary.from_dict(given["players"]["White"]),
                black=PlayerSummary.from_dict(given["players"]["Black"]),
            )
        except ReviewError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise ReviewError("the text is not the JSON of a review") from None


def rounded(chance: float) -> float:
    """A chance as files have it."""
    return round(chance, _DIGITS)
