"""Text from elsewhere made fit for a terminal, a one-line message or a picture."""

import re

MOST_SHOWN = 100
"""Letters of a value that a message repeats."""

_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # all that moves the cursor or colours a terminal
    "\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line ends, and marks that turn text round
    "\ud800-\udfff\ufffe\uffff]"  # what no file and no XML may hold
)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def plain(text: str) -> str:
    """Text without control characters but for tabs and ends of lines.

    >>> plain("a\\x1b[31m")
    'a\N{REPLACEMENT CHARACTER}[31m'
    """
    return _CONTROLS.sub(_REPLACEMENT, text)


def is_utf8(text: str) -> bool:
    """Whether a text can be written to a file: half of a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def one_line(text: str) -> str:
    """Text for a name or a title."""
    return plain(text).replace("\n", " ").replace("\t", " ")


def shown(value: object, most: int = MOST_SHOWN) -> str:
    """A value as Python writes it, shortened in the middle of a message if it is long."""
    text = repr(value)
    return text if len(text) <= most else text[: most - 3] + "..."


def counted(number: int, what: str, plural: str = "") -> str:
    """A number of things.

    >>> counted(1, "game"), counted(2, "game")
    ('1 game', '2 games')
    """
    return f"{number} {what if number == 1 else plural or what + 's'}"
