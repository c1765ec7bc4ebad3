"""What an SGF record says about its game: type, players, date and result."""

import re
from collections.abc import Mapping

from engine.boardspace import player_name
from engine.errors import GameTypeError, RecordError, quoted
from engine.game_state import GameState
from engine.pieces import canonical_game_type
from engine.record_text import TAG_NAME, decoded

_SETUP = re.compile(r"hive(?:-([plm]{1,3}))?(?:\s.*)?", re.IGNORECASE | re.ASCII | re.DOTALL)

_COPIED_TAGS = {
    "EV": "Event",
    "PC": "Site",
    "RO": "Round",
    "DT": "SgfDate",
    "GN": "SgfGameName",
    "RE": "SgfResult",
}
"""Properties that become tags as they are, under the names Mzinga gives them."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ISO_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DAY_FIRST = re.compile(r"(?P<day>[0-9]{1,2})\.? (?P<month>[A-Z][a-z]{2})[a-z]* (?P<year>[0-9]{4})")
_MONTH_FIRST = re.compile(
    r"(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>[0-9]{1,2})(?:,| .*) (?P<year>[0-9]{4})"
)
_DATE_IN_NAME = re.compile(r"-([0-9]{4})-([0-9]{2})-([0-9]{2})-[0-9]{4}")

_RESULT = re.compile(r"([WB])\+[A-Za-z0-9.]*|0|Draw")
RESULTS = {"W+": GameState.WHITE_WINS, "B+": GameState.BLACK_WINS, "Draw": GameState.DRAW}
"""Results as SGF writes them for all games."""

_DRAW_WORDS = ("draw", "remis", "nulle", "empate", "tablas", "patta", "ничья")
_LONGEST_NAME = 60


class Header:
    """What a record says about its game."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.own_tags: dict[str, str] = {}
        self.names = ["", ""]

    def add(self, name: str, value: str) -> None:
        """Take note of a property."""
        if name == "TAG":
            tag, colon, text = value.partition(":")
            if colon and TAG_NAME.fullmatch(tag):
                self.own_tags[tag] = decoded(text)
        elif name in ("P0", "P1") and value.startswith("id"):
            self.names[int(name[1])] = decoded(player_name(value))
        elif name:
            self.values.setdefault(name, decoded(value.strip()))

    def tags(self, white: str, black: str) -> dict[str, str]:
        """All tags but those for the game type and the result."""
        return header_tags(self.values, white, black) | self.own_tags


def header_tags(header: Mapping[str, str], white: str, black: str) -> dict[str, str]:
    """The tags that the properties of a record stand for."""
    found = {"Date": _date(header), "White": white, "Black": black}
    found |= {tag: header[name] for name, tag in _COPIED_TAGS.items() if name in header}
    if _ISO_DATE.fullmatch(header.get("DT", "")):
        del found["SgfDate"]
    if header.get("RE") in RESULTS:
        del found["SgfResult"]
    return found


def game_type_of(header: Mapping[str, str]) -> str:
    """The game type of a set-up such as `hive-plm 2 0 101`. Raises RecordError."""
    if "GM" not in header and "SU" not in header:
        raise RecordError("the record does not say what game it is (GM, SU)")
    if header.get("GM", "hive").lower() not in ("27", "hive"):
        raise RecordError(f"game {quoted(header['GM'])} of SGF is not Hive")
    setup = header.get("SU", "hive")
    match = _SETUP.fullmatch(setup)
    if match is None:
        raise RecordError(f"there is no game type for the set-up {quoted(setup)}")
    try:
        return canonical_game_type(f"Base+{match[1].upper()}" if match[1] else "Base")
    except GameTypeError as error:
        raise RecordError(str(error)) from None


def claimed_result(text: str, white: str, black: str) -> GameState | None:
    """The result in a form of SGF, or in a sentence like `Game won by guest1460` in any language.

    Guests go by a longer name in it than among the players.
    """
    if standard := _RESULT.fullmatch(text):
        return RESULTS[f"{standard[1]}+"] if standard[1] else GameState.DRAW
    for ending in (r"(?!\w)", ""):
        named = [_is_named(text, name, ending) for name in (white, black)]
        if named == [True, False]:
            return GameState.WHITE_WINS
        if named == [False, True]:
            return GameState.BLACK_WINS
        if any(named):
            return None
    drawn = any(_is_named(text.lower(), word, r"(?!\w)") for word in _DRAW_WORDS)
    return GameState.DRAW if drawn else None


def _is_named(text: str, name: str, ending: str) -> bool:
    if not 0 < len(name) <= _LONGEST_NAME:
        return False
    return re.search(rf"(?<!\w){re.escape(name)}{ending}", text) is not None


def _date(header: Mapping[str, str]) -> str:
    """The date as PGN wants it, of an English date or else of the game's name; "" if neither."""
    written = header.get("DT", "")[:100]
    if plain := _ISO_DATE.fullmatch(written):
        return ".".join(plain.groups())
    for form in (_DAY_FIRST, _MONTH_FIRST):
        date = form.search(written)
        if date is not None and date["month"] in _MONTHS:
            month = _MONTHS.index(date["month"]) + 1
            return f"{date['year']}.{month:02}.{int(date['day']):02}"
    named = _DATE_IN_NAME.search(header.get("GN", ""))
    return ".".join(named.groups()) if named else ""
