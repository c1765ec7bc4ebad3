"""Why a command gets no result. All are answered with one line and `ok`; nothing has changed."""


class RefusedError(Exception):
    """The command is unknown, malformed or impossible now: `err` and the message."""


class InvalidMoveError(Exception):
    """The command is fine but the move is not legal: `invalidmove` and the message."""


def quoted(text: str) -> str:
    """Foreign text fit for a one-line message."""
    from engine import errors  # only now: the program starts without the rules

    return errors.quoted(text, double_backslashes=True)
