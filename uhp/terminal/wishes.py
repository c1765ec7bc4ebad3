"""What `play` and `new` ask for: game type, colour, level, time for a move, in any order."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uhp.errors import RefusedError, quoted
from uhp.terminal.durations import parse_duration

if TYPE_CHECKING:
    from engine import Color

_FORM = "'play [GameType] [as white|black] [level N] [time SECONDS]'"
_COLORS = ("white", "black")


@dataclass(frozen=True)
class Wishes:
    """What was said; None for what was not."""

    game_type: str | None = None
    person: "Color | None" = None
    level: str | None = None
    seconds: float | None = None


def are_wishes(parameters: str) -> bool:
    """Whether what follows `play` is about a game against the engine, and not a move."""
    first = parameters.split()[0].lower() if parameters.split() else ""
    return first in ("", "as", "level", "time", *_COLORS) or first.startswith("base")


def parse_wishes(parameters: str) -> Wishes:
    """Raises RefusedError.

    >>> parse_wishes("base+mlp as black level 3 time 2").game_type
    'Base+MLP'
    """
    from engine import Color
    from engine.errors import HiveError
    from engine.pieces import canonical_game_type

    game_type = level = person = seconds = None
    words = iter(parameters.split())
    for word in words:
        name = word.lower()
        if name in _COLORS:
            person = Color(_COLORS.index(name))
        elif name in ("level", "time", "as"):
            value = next(words, "")
            if not value:
                raise RefusedError(f"something is missing after '{name}': write {_FORM}")
            if name == "level":
                level = value
            elif name == "time":
                seconds = parse_duration(value)
            elif value.lower() in _COLORS:
                person = Color(_COLORS.index(value.lower()))
            else:
                raise RefusedError(f"'as' is for white or black, not {quoted(value)}")
        elif name.startswith("base"):
            try:
                game_type = canonical_game_type("Base" + word[4:].upper())
            except HiveError as error:
                raise RefusedError(str(error)) from error
        else:
            raise RefusedError(f"{quoted(word)} says nothing about a game: write {_FORM}")
    return Wishes(game_type, person, level, seconds)
