"""What a review knows of one position: the best lines of a search, and wins in one for certain."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.game import Game
from engine.pieces import Bug, Color, Piece
from search.limits import Limits
from search.result import Line, Result
from search.values import Score
from study.review.model import ReviewLine, ReviewSettings

LINES = 2
"""Lines that are searched: the best move, and the next best to measure it by."""
LONGEST_LINE = 12
"""Moves that are kept of a line; what comes after is rarely worth reading."""
SECOND_LOOK = 4
"""How many times longer a second look takes; of plies, it is one more."""


@dataclass(frozen=True)
class PositionAnalysis:
    """The lines that a search has found, the one to play first; none where the game is over.

    `wins_in_one` are all moves that win at once.
    """

    lines: tuple[ReviewLine, ...]
    wins_in_one: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """For a journal."""
        return {
            "lines": [line.to_dict() for line in self.lines],
            "wins_in_one": [*self.wins_in_one],
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> "PositionAnalysis":
        """The way back."""
        lines = tuple(ReviewLine.from_dict(line) for line in given["lines"])
        return cls(lines, tuple(given["wins_in_one"]))


def analysis_of(game: Game, result: Result | None) -> PositionAnalysis:
    """What is kept of the result of a search."""
    if result is None:
        return PositionAnalysis(())
    others = [line for line in result.lines if line.pv[0] != result.move]
    lines = [_line(game, line) for line in (result.line, *others[: LINES - 1])]
    wins = wins_in_one(game)
    if wins and lines[0].moves[0] not in wins:
        # The search sees wins in one before all else; were it ever to miss one, this would not.
        lines = [ReviewLine(Score.mate_in(1), 1, wins[:1]), *lines[: LINES - 1]]
    return PositionAnalysis(tuple(lines), wins)


def wins_in_one(game: Game) -> tuple[str, ...]:
    """Every legal move that ends the game with a win for the side to move, found by trying all.

    >>> wins_in_one(Game("Base"))
    ()
    """
    mover = game.turn
    queen = Piece(Color(1 - mover), Bug.QUEEN, 1)
    place = game.place_of(queen)
    if place is None or game.is_over:
        return ()
    moves = game.legal_moves
    if sum(not game.stack(place.neighbour(direction)) for direction in range(6)) > 1:
        # A move fills one cell, so she can be surrounded only where she is thrown herself.
        moves = [move for move in moves if move.piece == queen]
    tried = game.copy()
    wins = []
    for move in moves:
        tried.play(move)
        if tried.winner is mover:
            wins.append(game.move_string(move))
        tried.undo()
    return tuple(wins)


def deeper(limits: Limits) -> Limits:
    """The limits of a second look.

    >>> deeper(Limits(nodes=1000))
    Limits(seconds=None, depth=None, nodes=4000, deadline=None)
    """
    return Limits(
        seconds=None if limits.seconds is None else limits.seconds * SECOND_LOOK,
        depth=None if limits.depth is None else limits.depth + 1,
        nodes=None if limits.nodes is None else limits.nodes * SECOND_LOOK,
        deadline=limits.deadline,
    )


def key_of(game: Game, settings: ReviewSettings, deep: bool) -> str:
    """A name for the analysis of a position with these settings; what led to it counts too."""
    text = f"{settings.to_dict()} {deep} {game.queen_first} {game.repetition_draw} {game.notation}"
    return sha256(text.encode()).hexdigest()[:32]


def _line(game: Game, line: Line) -> ReviewLine:
    after = game.copy()
    texts = []
    for move in line.pv[:LONGEST_LINE]:
        texts.append(after.move_string(move))
        after.play(move)
    return ReviewLine(line.score, line.depth, tuple(texts))
