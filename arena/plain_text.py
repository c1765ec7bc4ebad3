"""Text from elsewhere made fit for a terminal, a one-line message or a picture."""

from client.plain_text import MOST_SHOWN as MOST_SHOWN
from client.plain_text import plain as plain


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
