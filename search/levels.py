"""Strength levels: weaker play that looks human.

A weaker level looks less far ahead, so it walks into what a beginner walks into, and among the
moves it believes in it does not always choose the best: the smaller the difference it sees, the
likelier it errs. It never overlooks that it can win at once.
"""

import math
from dataclasses import replace
from random import Random

from search.limits import Limits
from search.result import Line

TOP_LEVEL = 10

_DEPTH = (1, 1, 2, 2, 3, 3, 4, 5, 6)
"""How many plies levels 1 to 9 look ahead."""

_SPREAD = (120, 80, 60, 45, 35, 25, 16, 10, 5)
"""How large a difference in hundredths of a point levels 1 to 9 tend to misjudge."""

_CHOICES = 8
"""How many of the best moves a weaker level chooses from."""


def limits_of_level(level: int, limits: Limits) -> Limits:
    """The limits a level really searches with."""
    if level >= TOP_LEVEL:
        return limits
    depth = _DEPTH[level - 1]
    if limits.depth is not None:
        depth = min(depth, limits.depth)
    return replace(limits, depth=depth)


def lines_of_level(level: int) -> int:
    """How many lines a level has to search to choose from."""
    return 1 if level >= TOP_LEVEL else _CHOICES


def choose_line(level: int, lines: tuple[Line, ...], random: Random) -> Line:
    """The line a level plays; the first is the one to be played at full strength."""
    if level >= TOP_LEVEL or lines[0].score.mate is not None:
        return lines[0]
    spread = _SPREAD[level - 1]
    best = lines[0].score.value
    # A line with a higher score than the first has been searched less: it is not to be believed.
    odds = [math.exp(min(line.score.value - best, 0) / spread) for line in lines]
    return random.choices(lines, odds)[0]
