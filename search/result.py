"""What a search reports: lines and the result."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.notation import Move
from search.values import Score


@dataclass(frozen=True)
class Line:
    """One of the best lines found so far."""

    rank: int
    score: Score
    depth: int
    nodes: int
    seconds: float
    table_fill: float
    pv: tuple[Move, ...]


def by_score(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines with the best score first, so forced wins first of all, and ranks to match.

    A search that was cut short has searched some of them a ply deeper: of equal ones these come
    first, else it is for the reader of their depths to judge.
    """
    return in_order(lines, lambda line: (-line.score.value, -line.depth))


def in_order(lines: Iterable[Line], key: Callable[[Line], Any]) -> tuple[Line, ...]:
    """Lines in the order of a key, with ranks to match."""
    ordered = sorted(lines, key=key)
    return tuple(replace(line, rank=rank) for rank, line in enumerate(ordered, start=1))


@dataclass(frozen=True)
class Result:
    """The outcome of a search.

    `line` is the one that begins with the move to play. `lines` are the best found, in the order of
    their scores; the first need not be the one to play, as another may have been searched deeper
    or, in a tree, far more often.
    """

    move: Move
    line: Line
    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    depth: int
