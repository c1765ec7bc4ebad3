"""Why a command gets no result. All are answered with one line and `ok`; nothing has changed."""


class RefusedError(Exception):
    """The command is unknown, malformed or impossible now: `err` and the message."""


class InvalidMoveError(Exception):
    """The command is fine but the move is not legal: `invalidmove` and the message."""


def quoted(text: str, longest: int = 40) -> str:
    """Foreign text fit for a one-line message."""
    return ascii(text if len(text) <= longest else text[: longest - 3] + "...")
