"""How a search is asked for: `bestmove time 00:00:05`, `analyze depth 6 multipv 3`."""

import math
import time

from search.limits import Limits

SHORTEST_TIME = 0.01
"""Some engines take a time of zero for no limit at all, so it is never sent."""

LONGEST_TIME = 86399.0
"""Where there is no limit: a second less than a day, since .NET reads 24 hours as 24 days."""


def uhp_time(seconds: float) -> str:
    """A time as UHP writes it, `hh:mm:ss`, with a fraction only where there is one.

    >>> uhp_time(90), uhp_time(0.25)
    ('00:01:30', '00:00:00.250')
    """
    milliseconds = round(seconds * 1000)
    whole, fraction = divmod(milliseconds, 1000)
    text = f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{fraction:03}" if fraction else text


def limit_words(limits: Limits) -> str:
    """The words for one limit: a time, a depth or nodes."""
    if limits.seconds is not None:
        return f"time {uhp_time(limits.seconds)}"
    if limits.depth is not None:
        return f"depth {limits.depth}"
    return f"nodes {limits.nodes}"


def bestmove_command(limits: Limits) -> str:
    """The UHP command that asks for a move within one limit: a time, a depth or nodes.

    >>> bestmove_command(Limits(depth=3))
    'bestmove depth 3'
    """
    return f"bestmove {limit_words(limits)}"


def single_limit(limits: Limits) -> Limits:
    """Limits that one command can name; a deadline becomes the seconds that are left until then.

    Raises ValueError for none and for more than one: UHP takes one at a time.
    """
    given = [name for name, value in vars(limits).items() if value is not None]
    if len(given) != 1:
        found = " and ".join(given) or "none"
        raise ValueError(f"UHP takes one limit: seconds, depth or nodes; given: {found}")
    if limits.deadline is not None:
        limits = Limits(seconds=max(0.0, limits.deadline - time.perf_counter()))
    if limits.seconds is not None:
        return Limits(seconds=min(max(limits.seconds, SHORTEST_TIME), LONGEST_TIME))
    return Limits(depth=max(1, limits.depth)) if limits.depth is not None else limits


def in_whole_seconds(limits: Limits) -> Limits:
    """The same limits with the time rounded up, for engines that refuse fractions of a second."""
    return limits if limits.seconds is None else Limits(seconds=math.ceil(limits.seconds))
