"""What engines print, made fit for a terminal and for one-line messages."""

import re
from collections.abc import Sequence

MOST_SHOWN = 100
"""Letters of a value that a message repeats."""

_QUOTED_LINES = 5
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # all that moves the cursor or colours a terminal
    "\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line ends, and marks that turn text round
    "\ud800-\udfff\ufffe\uffff]"  # what no file and no XML may hold
)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_REFUSAL = re.compile(r"(?:err(?!\S)|invalidmove)", re.IGNORECASE)
_MOST_DIGITS = 9


def plain(text: str) -> str:
    """Text without control characters but for tabs and ends of lines.

    >>> plain("a\\x1b[31m")
    'a\N{REPLACEMENT CHARACTER}[31m'
    """
    return _CONTROLS.sub(_REPLACEMENT, text)


def text_of(output: bytes) -> str:
    """What an engine wrote, fit to be shown; lines may end as they do on Windows."""
    return plain(output.decode(errors="replace").replace("\r\n", "\n").strip())


def quoted(lines: Sequence[str], most: int = MOST_SHOWN) -> str:
    """A reply fit for a one-line message, with so many letters of each line."""
    shown = " | ".join(line[:most] for line in lines[:_QUOTED_LINES])
    return f"'{shown}'{' ...' if len(lines) > _QUOTED_LINES else ''}" if lines else "nothing"


def is_refusal(lines: Sequence[str]) -> bool:
    """Whether an engine answered `err` or `invalidmove`."""
    return any(_REFUSAL.match(line) for line in lines)


def whole_number(text: str) -> int | None:
    """A number an engine printed; None for anything else, also for one that is absurdly long."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None
