"""What engines tell of a search: moves, scores and lines of play.

UHP has no report of scores. Two forms are met: `bestmove` of Mzinga and Propolis prints lines
`move;depth;score` before the answer if an option is on, and `analyze` of Propolis prints lines
`rank;score …;win …;depth …;nodes …;pv move;move…`, while it searches on stderr if told to.
"""

import math
import re
from dataclasses import dataclass
from typing import NamedTuple

from client.plain_text import whole_number
from engine import Game, HiveError, Move
from search.values import LARGEST_EVALUATION, MATE, MATE_ZONE, Score

REPORT_OPTION = "ReportIntermediateBestMoves"
"""The option of Mzinga and Propolis that makes `bestmove` print what it has found so far."""

_ANALYSIS = re.compile(
    r"(?P<rank>\d{1,4});score (?P<score>[-+#.\d]{1,20});win [^;]*;depth (?P<depth>\d{1,4});"
    r"nodes (?P<nodes>\d{1,19});pv (?P<pv>.*?)(?:  \((?P<seconds>[\d.]{1,15}) s\))?"
)
_MATE = re.compile(r"(-?)#(\d{1,3})")


@dataclass(frozen=True)
class AnalysedLine:
    """A line of play an engine has found; what it has not told is None.

    Scores are for the side to move, as in `search.Line`, whose names these are. An engine that
    reports an endless score, without telling when the end comes, gets `MATE_ZONE`, the least of
    the forced wins. Scores of other engines are in units of their own.
    """

    rank: int
    score: Score | None
    depth: int | None
    nodes: int | None
    seconds: float
    pv: tuple[Move, ...]

    @property
    def move(self) -> Move:
        """The first move of the line."""
        return self.pv[0]


@dataclass(frozen=True)
class PlayResult:
    """A move an engine has chosen."""

    move: Move
    text: str
    """The move as this program spells it, whatever the engine's spelling was."""
    seconds: float
    command: str
    """The command that was sent: some engines take whole seconds only, so time is rounded up."""
    lines: tuple[AnalysedLine, ...] = ()
    """What the engine told on the way; empty unless asked for with `info`."""

    @property
    def score(self) -> Score | None:
        """The last score that the engine told, if any."""
        return next((line.score for line in reversed(self.lines) if line.score is not None), None)

    @property
    def depth(self) -> int | None:
        """The last depth that the engine told, if any."""
        return next((line.depth for line in reversed(self.lines) if line.depth is not None), None)


class Thought(NamedTuple):
    """What a line of `bestmove` says; the score is in the engine's own unit."""

    move: str
    depth: int | None = None
    score: float | None = None


def read_thought(line: str) -> Thought:
    """Take a `bestmove` line apart; a depth or score that is not a number counts as missing.

    >>> read_thought("wA1 bQ/;4;-12.5;wA1 bQ/;bG1 /wQ")
    Thought(move='wA1 bQ/', depth=4, score=-12.5)
    """
    move, *fields = (field.strip() for field in line.split(";"))
    depth = whole_number(fields[0]) if fields else None
    score = _number(fields[1]) if len(fields) > 1 else None
    return Thought(move, depth, score)


def _number(text: str) -> float | None:
    try:
        score = float(text.replace("∞", "inf"))
    except ValueError:
        return None
    return None if math.isnan(score) else score


def line_of_thought(text: str, game: Game, seconds: float) -> AnalysedLine | None:
    """A line of `bestmove` with a score, as a line of play; None for anything else."""
    thought = read_thought(text)
    if thought.score is None:
        return None
    # Mzinga adds the line of play: fields of moves, the first perhaps after the word `pv`.
    fields = [field.strip().removeprefix("pv ") for field in text.split(";")[3:]]
    moves = moves_of(fields, game) or moves_of([thought.move], game)
    if not moves:
        return None
    return AnalysedLine(1, score_of_points(thought.score), thought.depth, None, seconds, moves)


def read_analysis(text: str, game: Game, seconds: float) -> AnalysedLine | None:
    """A line of `analyze`, printed as an answer or as a remark on the way; None for anything else.

    >>> line = read_analysis("1;score -#4;win 0.0%;depth 6;nodes 81;pv wS1", Game(), 0.5)
    >>> str(line.score), line.depth, line.nodes, line.seconds
    ('-#4', 6, 81, 0.5)
    """
    match = _ANALYSIS.fullmatch(text.strip())
    score = match and _analysed_score(match["score"])
    if match is None or score is None:
        return None
    moves = moves_of(match["pv"].split(";"), game)
    if not moves:
        return None
    told = _number(match["seconds"] or "")
    return AnalysedLine(
        int(match["rank"]),
        score,
        int(match["depth"]),
        int(match["nodes"]),
        seconds if told is None else told,
        moves,
    )


def _analysed_score(text: str) -> Score | None:
    if mate := _MATE.fullmatch(text):
        value = MATE - int(mate[2])
        return Score(-value if mate[1] else value)
    points = _number(text)
    return None if points is None else score_of_points(points)


def score_of_points(points: float) -> Score:
    """A score told as a number of points, which for a forced end has no end.

    >>> str(score_of_points(-0.35)), score_of_points(float("inf")).win_chance
    ('-0.35', 1.0)
    """
    if math.isinf(points):
        return Score(MATE_ZONE if points > 0 else -MATE_ZONE)
    largest = LARGEST_EVALUATION / 100
    return Score(round(100 * max(-largest, min(largest, points))))


def moves_of(texts: list[str], game: Game) -> tuple[Move, ...]:
    """The moves that texts mean one after the other, as far as they are legal."""
    game = game.copy()
    moves: list[Move] = []
    for text in texts:
        try:
            moves.append(game.play(text))
        except HiveError:
            break
    return tuple(moves)
