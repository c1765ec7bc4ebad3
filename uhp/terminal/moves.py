"""Moves as people write them: in any case, without blanks, without what goes without saying."""

import difflib
import re
from typing import TYPE_CHECKING

from uhp.errors import InvalidMoveError

if TYPE_CHECKING:
    from engine import Game

_BUG = r"[qmlp]|[sbga][1-3]?"
_SIDE = r"[-/\\]?"
_MOVE = re.compile(
    rf"(?P<color>[wb]?)(?P<bug>{_BUG})(?:(?P<before>{_SIDE})(?P<reference>[wb](?:{_BUG}))(?P<after>{_SIDE}))?",
    re.IGNORECASE | re.ASCII,
)
_MOST_NEAR = 3
_LONGEST_MOVE = 40


def looks_like_move(text: str) -> bool:
    """Whether a text is meant for a move, legal or not.

    >>> looks_like_move("WA1  bq /"), looks_like_move("a1bq/"), looks_like_move("board")
    (True, True, False)
    """
    return len(text) <= _LONGEST_MOVE and bool(_MOVE.fullmatch(_without_blanks(text)))


def understood(game: "Game", text: str) -> str:
    """The legal move that a text means, as a MoveString. Raises InvalidMoveError with a way out.

    >>> from engine import Game
    >>> understood(Game.from_string("Base;InProgress;Black[1];wS1"), "g1ws1-")
    'bG1 wS1-'
    """
    from engine.errors import HiveError

    try:
        return game.move_string(game.parse_move(text))
    except HiveError as error:
        reason = str(error)
    exact, meant = _meanings(game, text)
    if len(meant) == 1:
        return meant.pop()
    if len(meant) > 1:
        raise InvalidMoveError(f"that can be {_listed(sorted(meant), 'or')}: which one?")
    if exact is not None and exact.lower() != text.lower():
        try:
            game.parse_move(exact)
        except HiveError as error:
            reason = str(error)
    near = _nearest(game, exact or text)
    raise InvalidMoveError(reason + (f"; near it: {_listed(near, 'or')}" if near else ""))


def _meanings(game: "Game", text: str) -> tuple[str | None, set[str]]:
    """The text as a MoveString if it is a whole one, and the legal moves that it can mean."""
    found = _MOVE.fullmatch(_without_blanks(text))
    if found is None:
        return None, set()
    colors = found["color"] or game.turn.letter
    movers = _numbered(colors + found["bug"])
    place = ""
    if found["reference"] is not None:
        references = _numbered(found["reference"])
        places = [f" {found['before']}{name}{found['after']}" for name in references]
    else:
        places = [place]
    spellings = [mover + place for mover in movers for place in places]
    legal = {game.move_string(game.parse_move(s)) for s in spellings if game.is_legal(s)}
    return spellings[0] if len(spellings) == 1 else None, legal


def _numbered(name: str) -> list[str]:
    """The pieces that a name means, which may lack its number."""
    if name[-1] in "123" or name[-1].lower() not in "sbga":
        return [name]
    return [name + number for number in ("12" if name[-1].lower() in "sb" else "123")]


def _nearest(game: "Game", text: str) -> list[str]:
    """Legal moves that look like a text, those of the same piece first."""
    legal = game.legal_move_strings
    piece = text.split()[0].lower() if text.split() else ""
    same = [move for move in legal if move.split()[0].lower() == piece]
    lowered = {move.lower(): move for move in same or legal}
    near = difflib.get_close_matches(text.lower(), lowered, n=_MOST_NEAR, cutoff=0.5)
    return [lowered[move] for move in near]


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _listed(texts: list[str], last: str) -> str:
    quoted = [f"'{text}'" for text in texts]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"
