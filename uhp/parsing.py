"""Parsing what follows a keyword: numbers, and limits such as `time 00:00:05` or `depth 6`."""

import re
from typing import TYPE_CHECKING

from uhp.errors import RefusedError, quoted

_TIME = re.compile(r"([0-9]{1,4}):([0-5]?[0-9]):([0-5]?[0-9](?:\.[0-9]{1,20})?)")
_DIGITS = re.compile(r"[0-9]+")
_MOST_DIGITS = 18
_MOST_LINES = 500
INFINITE = "infinite"
"""In place of a limit: an analysis that goes on until it is stopped."""

if TYPE_CHECKING:
    from search import Limits

FORMS = "'time hh:mm:ss', 'depth N' or 'nodes N'"


def parse_seconds(text: str) -> float:
    """The seconds in `hh:mm:ss`; a fraction of a second may follow.

    >>> parse_seconds("00:01:00.5")
    60.5
    """
    match = _TIME.fullmatch(text)
    if match is None:
        raise RefusedError(f"{quoted(text)} is not a time; write hh:mm:ss, such as 00:00:05")
    hours, minutes, seconds = match.groups()
    return 3600.0 * int(hours) + 60.0 * int(minutes) + float(seconds)


def parse_count(text: str, what: str) -> int:
    """A whole number that is not negative."""
    if not _DIGITS.fullmatch(text):
        raise RefusedError(f"{quoted(text)} is not {what}")
    if len(text) > _MOST_DIGITS:
        raise RefusedError(f"{quoted(text)} is too large a number")
    return int(text)


def parse_analysis(words: list[str]) -> tuple["Limits | None", int]:
    """The limits of an analysis, None for `infinite`, and how many lines it is to show."""
    count = 1
    if len(words) > 1 and words[-1].lower() == "multipv":
        raise RefusedError("a number of lines is missing after 'multipv', such as 'multipv 3'")
    if len(words) > 2 and words[-2].lower() == "multipv":
        count = parse_count(words[-1], "a number of lines")
        words = words[:-2]
    if not 1 <= count <= _MOST_LINES:
        raise RefusedError(f"multipv takes a number between 1 and {_MOST_LINES}")
    if [word.lower() for word in words] == [INFINITE]:
        return None, count
    return parse_limits(words), count


def parse_limits(words: list[str]) -> "Limits":
    """The limits that two words name."""
    from search import Limits

    if not words:
        raise RefusedError(f"a limit is missing: {FORMS}")
    kind = words[0].lower()
    if kind not in ("time", "depth", "nodes"):
        raise RefusedError(f"{quoted(words[0])} is not a limit: use {FORMS}")
    if len(words) == 1:
        raise RefusedError(f"a value is missing after {quoted(kind)}: use {FORMS}")
    if len(words) > 2:
        raise RefusedError(f"{quoted(words[2])} is one word too many: use {FORMS}")
    if kind == "time":
        return Limits(seconds=parse_seconds(words[1]))
    if kind == "depth":
        return Limits(depth=parse_count(words[1], "a depth, such as 6"))
    return Limits(nodes=max(1, parse_count(words[1], "a number of nodes, such as 100000")))
