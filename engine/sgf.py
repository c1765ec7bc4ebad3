"""SGF: game records as BoardSpace keeps them.

A turn is several nodes, each with one command of a player, such as

    ; P0[6 Pick W 3 wB1]
    ; P0[7 Dropb wB1 O 13 wG1-]
    ; P0[8 Done ]

Nothing counts before `Done`: until then a piece may be taken back and put elsewhere. A drop names
its cell twice, by board coordinates and by a reference piece. BoardSpace goes by the coordinates
and writes `.` for want of a reference: with the first piece, with climbs, and with a beetle that
steps down on the far side of its stack. Early records leave out the colours of the moving pieces
and the result of the game, late ones the passes.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from engine.errors import MoveParseError, RecordError, quoted
from engine.game_state import GameState
from engine.hexgrid import Hex
from engine.notation import PASS, Move
from engine.pieces import Color
from engine.record import PASS_STRING, Record, Replay, comments_by_ply, final_result, text_of

_TOKEN = re.compile(r"\s*+(?:(?P<mark>[();])|(?P<name>[A-Za-z0-9]++)?\s*+\[)")
_VALUE = re.compile(r"((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_COMMAND = re.compile(r"([^\]]*+)\]")
"""A command holds no bracket, not even after a backslash that should have been doubled."""

_SETUP = re.compile(r"hive(?:-([plm]{1,3}))?(?:\s.*)?", re.IGNORECASE | re.ASCII | re.DOTALL)
_COLUMN = re.compile(r"(?:([0-9]{1,3})(?=[AZ]))?([A-Z])", re.IGNORECASE | re.ASCII)
_ROW = re.compile(r"-?[0-9]{1,4}")
_BOARD_SIDE = 26
"""BoardSpace's board used to be a torus of 26 x 26 cells; now it has no bounds."""

_OWNERS = {"w": Color.WHITE, "b": Color.BLACK}
_WIN_OVER = {Color.WHITE: GameState.BLACK_WINS, Color.BLACK: GameState.WHITE_WINS}

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
_DAY_FIRST = re.compile(r"(?P<day>[0-9]{1,2})\.? (?P<month>[A-Z][a-z]{2})[a-z]* (?P<year>[0-9]{4})")
_MONTH_FIRST = re.compile(
    r"(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>[0-9]{1,2})(?:,| .*) (?P<year>[0-9]{4})"
)
_DATE_IN_NAME = re.compile(r"-([0-9]{4})-([0-9]{2})-([0-9]{2})-[0-9]{4}")

_DRAW_WORDS = ("draw", "remis", "nulle", "empate", "tablas", "patta", "ничья")
_LONGEST_NAME = 60


def read_sgf(source: str | os.PathLike[str], *, queen_first: bool | None = None) -> Record:
    """The game of a BoardSpace SGF text or file, replayed. A file is given by a `Path`.

    A game that places a queen on a first turn is played by the older rule that allows it, unless
    `queen_first` says otherwise. Raises RecordError, and OSError for a file that cannot be read.
    """
    properties = list(_properties(text_of(source)))
    header: dict[str, str] = {}
    for name, value in properties:
        header.setdefault(name, value)
    replay = _SgfReplay(Replay(_game_type(header), queen_first=queen_first))
    for name, value in properties:
        if name in ("P0", "P1"):
            replay.follow(int(name[1]), value)
        elif name == "C":
            replay.comments.append((replay.next_ply, value.strip()))
    return replay.record(header)


class _Cell(NamedTuple):
    """Board coordinates: columns run to the right, rows upward."""

    column: int
    row: int


class _Pending(NamedTuple):
    """What a player has done but not confirmed yet."""

    player: int
    act: Callable[[], None]
    is_move: bool


class _SgfReplay:
    """Follows the commands of the players, P0 and P1."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.comments: list[tuple[int, str]] = []
        self.names = ["", ""]
        self.white = 0
        self.claim: GameState | None = None
        self.pending: _Pending | None = None
        self.cells: dict[_Cell, Hex] = {}

    @property
    def next_ply(self) -> int:
        """How many moves there will be when the one under way is made."""
        return self.replay.game.ply + (self.pending is not None and self.pending.is_move)

    def follow(self, player: int, value: str) -> None:
        """Follow a command, or note what the record says of a player."""
        first, *rest = value.split() or [""]
        if first == "id":
            self.names[player] = value.partition("id")[2].strip().strip('"')
        elif first not in ("time", "ranking"):
            words = rest if rest and first.isdecimal() else [first, *rest]
            if self.pending is not None and self.pending.player != player:
                self._done(self.pending.player)
            try:
                self._follow_command(player, words)
            except MoveParseError as error:
                raise self.replay.error(" ".join(words), error) from error

    def record(self, header: Mapping[str, str]) -> Record:
        """The record of the game. A move that was never confirmed does not count."""
        if self.pending is not None and not self.pending.is_move:
            self.pending.act()
        game = self.replay.game
        white, black = self.names[self.white], self.names[1 - self.white]
        result = final_result(self.claim or _winner(header.get("RE", ""), white, black), game)
        tags = {
            "GameType": game.game_type,
            "Date": _date(header),
            "White": white,
            "Black": black,
            "Result": (result or game.state).value,
        }
        tags |= {tag: header[name].strip() for name, tag in _COPIED_TAGS.items() if name in header}
        return Record(game, tags, result, comments_by_ply(self.comments))

    def _follow_command(self, player: int, words: Sequence[str]) -> None:
        command = words[0].lower() if words[0].isascii() else ""
        match command, words[1:]:
            case "dropb" | "pdropb", [name, column, row, *target]:
                self._drop(player, self._color(player), name, _cell(column, row), target)
            case "move" | "pmove" | "movedone" | "pmovedone", [color, name, column, row, *target]:
                owner = _OWNERS.get(color.lower())
                self._drop(player, owner, name, _cell(column, row), target)
            case "pass" | "passdone", []:
                self._set_pending(player, self._pass, is_move=True)
            case "resign", []:
                self._set_pending(player, partial(self._claim, _WIN_OVER[self._color(player)]))
            case "acceptdraw", []:
                self._set_pending(player, partial(self._claim, GameState.DRAW))
            case "offerdraw" | "declinedraw", []:
                self._set_pending(player, _do_nothing)
            case "swap" | "playwhite" | "playblack", []:
                self.white = {"swap": 1 - self.white, "playwhite": player}.get(command, 1 - player)
                self._set_pending(player, _do_nothing)
            case "pick" | "pickb" | "drop", _:
                self.pending = None
            case "undo", []:
                if self.pending is None:
                    self.replay.undo()
                self.pending = None
            case "start" | "edit" | "reset" | "gameoverontime" | "done", _:
                pass
            case _:
                raise self.replay.error(" ".join(words), "not a command of BoardSpace's Hive")
        if command.endswith("done"):
            self._done(player)

    def _set_pending(self, player: int, act: Callable[[], None], *, is_move: bool = False) -> None:
        if is_move:
            self._make_omitted_pass(player)
        self.pending = _Pending(player, act, is_move)

    def _make_omitted_pass(self, player: int) -> None:
        """Make the pass that late records leave out, if one stands before this player's move."""
        game = self.replay.game
        color = self._color(player)
        if game.turn is not color and not game.is_over:
            if game.legal_moves != [PASS]:
                raise self.replay.error(f"P{player}", f"it is not {color}'s turn")
            self.replay.play(PASS_STRING)

    def _done(self, player: int) -> None:
        """End a turn. One without a move was a pass that the record does not call so."""
        pending, self.pending = self.pending, None
        if pending is not None:
            pending.act()
        elif self.replay.game.turn is self._color(player):
            self._pass()

    def _pass(self) -> None:
        """Pass; damaged records do so once more when the game is over."""
        if not self.replay.game.is_over:
            self.replay.play(PASS_STRING)

    def _claim(self, result: GameState) -> None:
        self.claim = result

    def _drop(
        self, player: int, owner: Color | None, name: str, cell: _Cell, target: Sequence[str]
    ) -> None:
        """Have a piece put down on the board; back where it came from is no move."""
        came_from = self.replay.game.place_of(self.replay.piece(name, owner))
        reference = " ".join(target).rstrip(".")
        text = f"{name} {reference}" if reference else name
        to = self.replay.destination(text, owner) or self._place(cell)
        if to is not None and to == came_from:
            self.pending = None
        else:
            self._set_pending(player, partial(self._move, owner, name, text, cell), is_move=True)

    def _move(self, owner: Color | None, name: str, text: str, cell: _Cell) -> None:
        """Make a move: by its reference if it has one that makes sense, else by coordinates."""
        place = self._place(cell)
        if place is not None and text == name:
            self.replay.play_to(name, owner, place)
        else:
            try:
                self.replay.play(text, owner)
            except RecordError:
                if place is None or not self.replay.game.is_legal(
                    Move(self.replay.piece(name, owner), place)
                ):
                    raise
                self.replay.play_to(name, owner, place)
        made = self.replay.game.place_of(self.replay.piece(name, owner))
        if made is not None:
            self.cells[cell] = made

    def _place(self, cell: _Cell) -> Hex | None:
        """The place in or next to the hive that has these board coordinates."""
        if not self.cells or cell in self.cells:
            return self.cells.get(cell)
        first = next(iter(self.cells))
        for place in self.replay.game.stacks:
            for near in map(place.neighbour, range(6)):
                right = first.column + near.q - cell.column
                up = first.row - near.r - cell.row
                if right % _BOARD_SIDE == 0 and up % _BOARD_SIDE == 0:
                    return near
        return None

    def _color(self, player: int) -> Color:
        return Color(player ^ self.white)


def _do_nothing() -> None:
    """Offers and answers change nothing on the board."""


def _properties(text: str) -> Iterator[tuple[str, str]]:
    """The properties of the first game's main line, in order, with their values."""
    position = text.find("(")
    if position < 0:
        raise RecordError("not an SGF record: there is no '('")
    name = ""
    while token := _TOKEN.match(text, position):
        position = token.end()
        if token["mark"] == ")":
            return
        if token["mark"]:
            continue
        name = token["name"] or name
        is_command = name in ("P0", "P1") and not text.startswith("id", position)
        value = (_COMMAND if is_command else _VALUE).match(text, position)
        if value is None:
            raise RecordError(f"the value of {quoted(name)} has no end")
        position = value.end()
        if is_command:
            yield name, value[1].replace(r"\\", "\\")
        else:
            yield name, re.sub(r"\\(.)", r"\1", value[1], flags=re.DOTALL)
    if rest := text[position:].strip():
        raise RecordError(f"{quoted(rest)} is not SGF")


def _game_type(header: Mapping[str, str]) -> str:
    """The game type of a set-up such as `hive-plm 2 0 101`."""
    if "GM" not in header and "SU" not in header:
        raise RecordError("the record does not say what game it is (GM, SU)")
    if header.get("GM", "hive").strip().lower() not in ("27", "hive"):
        raise RecordError(f"game {quoted(header['GM'])} of SGF is not Hive")
    setup = header.get("SU", "hive").strip()
    match = _SETUP.fullmatch(setup)
    if match is None:
        raise RecordError(f"there is no game type for the set-up {quoted(setup)}")
    return f"Base+{match[1].upper()}" if match[1] else "Base"


def _cell(column: str, row: str) -> _Cell:
    """Board coordinates: columns are A to Z, then 1Z, 2Z and so on, and 1A, 2A to the left of A.

    Raises MoveParseError.
    """
    match = _COLUMN.fullmatch(column)
    if match is None or not _ROW.fullmatch(row):
        raise MoveParseError(f"{quoted(f'{column} {row}')} is not a cell of the board")
    beyond = int(match[1] or 0)
    index = ord(match[2].upper()) - ord("A")
    return _Cell(index + beyond if index else -beyond, int(row))


def _winner(text: str, white: str, black: str) -> GameState | None:
    """The result in a sentence like `Game won by guest1460`, in whatever language.

    Guests go by a longer name in it than among the players.
    """
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
    for form in (_DAY_FIRST, _MONTH_FIRST):
        date = form.search(written)
        if date is not None and date["month"] in _MONTHS:
            month = _MONTHS.index(date["month"]) + 1
            return f"{date['year']}.{month:02}.{int(date['day']):02}"
    named = _DATE_IN_NAME.search(header.get("GN", ""))
    return ".".join(named.groups()) if named else ""
