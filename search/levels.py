"""Strength levels: weaker play that looks human.

A weaker level looks less far ahead, so it walks into what a beginner walks into, or errs more:
among the moves it believes in it does not always choose the best, and the smaller the difference
it sees, the likelier it errs. No level overlooks that it can win at once.
"""

import math
from dataclasses import replace
from random import Random
from typing import NamedTuple

from search.limits import Limits
from search.result import Line

TOP_LEVEL = 10

MOST_NODES = 100_000
"""No level below the top one searches more for a move: what it is worth was measured with these."""


class _Weakness(NamedTuple):
    """What makes a level weaker than the top one."""

    depth: int
    """How many plies it looks ahead."""
    spread: int
    """How large a difference in hundredths of a point it tends to misjudge."""
    choices: int
    """How many of the best moves it chooses from."""


_LEVELS = (
    _Weakness(2, 12, 8),
    _Weakness(3, 22, 8),
    _Weakness(4, 26, 8),
    _Weakness(4, 14, 8),
    _Weakness(5, 28, 4),
    _Weakness(6, 20, 4),
    _Weakness(7, 15, 4),
    _Weakness(8, 9, 4),
    _Weakness(8, 3, 2),
)
"""From level 1 on, chosen so that each is stronger than the one before by 100 to 250 Elo in the
matches of `python -m training levels --games 120 --seed 21`.
"""


def limits_of_level(level: int, limits: Limits) -> Limits:
    """The limits a level really searches with."""
    if level >= TOP_LEVEL:
        return limits
    depth, nodes = _LEVELS[level - 1].depth, MOST_NODES
    if limits.depth is not None:
        depth = min(depth, limits.depth)
    if limits.nodes is not None:
        nodes = min(nodes, limits.nodes)
    return replace(limits, depth=depth, nodes=nodes)


def threads_of_level(level: int, threads: int) -> int:
    """How many of the threads there are a level uses: several would not find the same twice."""
    return threads if level >= TOP_LEVEL else 1


def lines_of_level(level: int) -> int:
    """How many lines a level has to search to choose from."""
    return 1 if level >= TOP_LEVEL else _LEVELS[level - 1].choices


def spread_of_level(level: int) -> int:
    """How large a difference in hundredths of a point a level tends to misjudge."""
    return 0 if level >= TOP_LEVEL else _LEVELS[level - 1].spread


def choose_line(level: int, lines: tuple[Line, ...], random: Random) -> Line:
    """The line a level plays; the first is the one to be played at full strength."""
    if level >= TOP_LEVEL or lines[0].score.mate is not None:
        return lines[0]
    spread = spread_of_level(level)
    best = lines[0].score.value
    # A line with a higher score than the first has been searched less: it is not to be believed.
    odds = [math.exp(min(line.score.value - best, 0) / spread) for line in lines]
    return random.choices(lines, odds)[0]
