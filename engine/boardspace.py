"""BoardSpace's Hive: the commands of its players, replayed.

A turn is several commands of a player, such as

    6 Pick W 3 wB1
    7 Dropb wB1 O 13 wG1-
    8 Done

Nothing counts before `Done`: until then a piece may be taken back and put elsewhere. A drop names
its cell twice, by board coordinates and by a reference piece. BoardSpace goes by the coordinates
and writes `.` for want of a reference: with the first piece, with climbs, and with a beetle that
steps down on the far side of its stack. Early records leave out the colours of the moving pieces
and the result of the game, late ones the passes.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from engine.errors import MoveParseError, RecordError, quoted
from engine.game_state import GameState
from engine.game_tree import GameTree, Node
from engine.hexgrid import Hex
from engine.notation import PASS, Move
from engine.pieces import Color
from engine.replay import PASS_STRING, Replay

_COLUMN = re.compile(r"(?:([0-9]{1,4})(?=[AZ]))?([A-Z])", re.IGNORECASE | re.ASCII)
_ROW = re.compile(r"-?[0-9]{1,4}")
_BOARD_SIDE = 26
"""BoardSpace's board used to be a torus of 26 x 26 cells; now it has no bounds."""

_OWNERS = {"w": Color.WHITE, "b": Color.BLACK}
_WIN_OVER = {Color.WHITE: GameState.BLACK_WINS, Color.BLACK: GameState.WHITE_WINS}


class Cell(NamedTuple):
    """Board coordinates: columns run to the right, rows upward."""

    column: int
    row: int

    @classmethod
    def parse(cls, column: str, row: str) -> "Cell":
        """Columns are A to Z, then 1Z, 2Z and so on, and 1A, 2A to the left of A.

        Raises MoveParseError.
        """
        match = _COLUMN.fullmatch(column)
        if match is None or not _ROW.fullmatch(row):
            raise MoveParseError(f"{quoted(f'{column} {row}')} is not a cell of the board")
        beyond = int(match[1] or 0)
        index = ord(match[2].upper()) - ord("A")
        return cls(index + beyond if index else -beyond, int(row))

    @classmethod
    def of(cls, place: Hex) -> "Cell":
        """The cell of a place, if the first piece lies where BoardSpace puts it.

        >>> str(Cell.of(Hex(0, 0))), str(Cell.of(Hex(13, 1))), str(Cell.of(Hex(-15, 0)))
        ('N 13', '1Z 12', '2A 13')
        """
        return cls(FIRST_CELL.column + place.q, FIRST_CELL.row - place.r)

    def __str__(self) -> str:
        if self.column < 0:
            return f"{-self.column}A {self.row}"
        beyond = self.column - 25
        return f"{beyond}Z {self.row}" if beyond > 0 else f"{chr(65 + self.column)} {self.row}"


FIRST_CELL = Cell(13, 13)


class _Pending(NamedTuple):
    """What a player has done but not confirmed yet."""

    player: int
    act: Callable[[], None]
    is_move: bool
    at: int


class _State(NamedTuple):
    """All that a variation has to leave as it was."""

    node: Node
    pending: _Pending | None
    white: int
    claim: GameState | None
    cells_written: int
    begins: bool


class BoardSpaceReplay:
    """Follows the commands of the players, P0 and P1, into variations and back."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.names = ["", ""]
        self.white = 0
        """Which player has White."""
        self.claim: GameState | None = None
        self.at = 0
        """The place in the text of the command that is followed, for errors."""
        self._pending: _Pending | None = None
        self._cells: dict[Cell, Hex] = {}
        self._cells_before: list[tuple[Cell, Hex | None]] = []
        """The cells written, in order, with what stood there before."""
        if replay.game.stacks:
            self._cells[FIRST_CELL] = Hex(0, 0)
        self._left: list[_State] = []
        self._begins = False
        """Whether this is a variation, other than the first, that has no move yet."""
        self._closed_one = False
        self._forks: set[Node] = set()
        self._main_end: _State | None = None
        self._comments: dict[Node, list[str]] = {}
        self._starting_comments: list[str] = []
        self._waiting_comments: list[str] = []
        self._waiting_nags: list[int] = []

    def follow(self, player: int, value: str) -> None:
        """Follow a command, or note what the record says of a player."""
        first, *rest = value.split() or [""]
        if first == "id":
            self.names[player] = player_name(value)
        elif first not in ("time", "ranking"):
            words = rest if rest and first.isdecimal() else [first, *rest]
            if self._pending is not None and self._pending.player != player:
                self._done(self._pending.player)
            try:
                self._follow_command(player, words)
            except MoveParseError as error:
                raise self.replay.error(" ".join(words), error) from error

    def comment(self, text: str) -> None:
        """Note a comment on the move under way, or else on the last one."""
        if not text:
            return
        if self._begins and self._pending is None:
            self._starting_comments.append(text)
        elif self._is_under_way:
            self._waiting_comments.append(text)
        else:
            self._comments.setdefault(self.replay.node, []).append(text)

    def annotate(self, nag: int) -> None:
        """Note an annotation of the move under way, or else of the last one."""
        if self._is_under_way:
            self._waiting_nags.append(nag)
        else:
            self.replay.node.nags.add(nag)

    def enter(self) -> None:
        """Enter a variation; the first of several is the main one."""
        self._forks.add(self.replay.node)
        self._left.append(self._state())
        self._begins, self._closed_one = self._closed_one, False

    def leave(self) -> None:
        """Go back to where the variation was entered."""
        self._end_line()
        state = self._left.pop()
        self.replay.go_to(state.node)
        self._pending, self.white, self.claim = state.pending, state.white, state.claim
        while len(self._cells_before) > state.cells_written:
            cell, place = self._cells_before.pop()
            if place is None:
                del self._cells[cell]
            else:
                self._cells[cell] = place
        self._begins, self._closed_one = state.begins, True

    def finish(self) -> GameTree:
        """The tree, with the players' names, `white` and `claim` as the main line left them."""
        self._end_line()
        assert self._main_end is not None
        self.white, self.claim = self._main_end.white, self._main_end.claim
        for node, texts in self._comments.items():
            node.comment = "\n".join(texts)
        self.replay.go_to(self._main_end.node)
        return self.replay.finish()

    @property
    def _is_under_way(self) -> bool:
        """Whether what is said now is said about a move that has not been made yet."""
        return self._begins or (self._pending is not None and self._pending.is_move)

    def _state(self) -> _State:
        return _State(
            self.replay.node,
            self._pending,
            self.white,
            self.claim,
            len(self._cells_before),
            self._begins,
        )

    def _end_line(self) -> None:
        """End a line of moves. One that was never confirmed does not count."""
        if self._pending is not None and not self._pending.is_move:
            self._pending.act()
        self._pending = None
        self._begins = False
        self._waiting_comments += self._starting_comments
        self._starting_comments = []
        self._put_notes(self.replay.node)
        if self._main_end is None:
            self._main_end = self._state()

    def _put_notes(self, node: Node) -> None:
        if self._waiting_comments:
            self._comments.setdefault(node, []).extend(self._waiting_comments)
            self._waiting_comments = []
        if self._waiting_nags:
            node.nags.update(self._waiting_nags)
            self._waiting_nags = []

    def _follow_command(self, player: int, words: Sequence[str]) -> None:
        command = words[0].lower() if words[0].isascii() else ""
        match command, words[1:]:
            case "dropb" | "pdropb", [name, column, row, *target]:
                cell = Cell.parse(column, row)
                self._drop(player, self._color(player), name, cell, target)
            case "move" | "pmove" | "movedone" | "pmovedone", [color, name, column, row, *target]:
                owner = _OWNERS.get(color.lower())
                self._drop(player, owner, name, Cell.parse(column, row), target)
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
                self._pending = None
            case "undo", []:
                if self._pending is None:
                    self._undo()
                self._pending = None
            case "start" | "edit" | "reset" | "gameoverontime" | "done", _:
                pass
            case _:
                raise self.replay.error(" ".join(words), "not a command of BoardSpace's Hive")
        if command.endswith("done"):
            self._done(player)

    def _set_pending(self, player: int, act: Callable[[], None], *, is_move: bool = False) -> None:
        if is_move:
            self._make_omitted_pass(player)
        self._pending = _Pending(player, act, is_move, self.at)

    def _make_omitted_pass(self, player: int) -> None:
        """Make the pass that late records leave out, if one stands before this player's move."""
        game = self.replay.game
        color = self._color(player)
        if game.turn is not color and not game.is_over:
            if game.legal_moves != [PASS]:
                raise self.replay.error(f"P{player}", f"it is not {color}'s turn")
            self._play(PASS_STRING)

    def _done(self, player: int) -> None:
        """End a turn. One without a move was a pass that the record does not call so."""
        pending, self._pending = self._pending, None
        if pending is not None:
            self.at = pending.at
            pending.act()
        elif self.replay.game.turn is self._color(player):
            self._pass()

    def _undo(self) -> None:
        """Take back a move; what was said about it goes to the one made in its place."""
        node = self.replay.node
        self.replay.undo()
        if node.variations or node in self._forks or node.parent is None:
            return
        node.parent.remove_variation(node)
        self._waiting_comments += self._comments.pop(node, [])
        self._waiting_nags += node.nags

    def _pass(self) -> None:
        """Pass; damaged records do so once more when the game is over."""
        if not self.replay.game.is_over:
            self._play(PASS_STRING)

    def _claim(self, result: GameState) -> None:
        self.claim = result

    def _drop(
        self, player: int, owner: Color | None, name: str, cell: Cell, target: Sequence[str]
    ) -> None:
        """Have a piece put down on the board; back where it came from is no move."""
        came_from = self.replay.game.place_of(self.replay.piece(name, owner))
        reference = " ".join(target).rstrip(".")
        text = f"{name} {reference}" if reference else name
        to = self.replay.destination(text, owner) or self._place(cell)
        if to is not None and to == came_from:
            self._pending = None
        else:
            self._set_pending(player, partial(self._move, owner, name, text, cell), is_move=True)

    def _move(self, owner: Color | None, name: str, text: str, cell: Cell) -> None:
        """Make a move: by its reference if it has one that makes sense, else by coordinates."""
        place = self._place(cell)
        if place is not None and text == name:
            self._play_to(name, owner, place)
        else:
            try:
                self._play(text, owner)
            except RecordError:
                if place is None or not self.replay.game.is_legal(
                    Move(self.replay.piece(name, owner), place)
                ):
                    raise
                self._play_to(name, owner, place)
        made = self.replay.game.place_of(self.replay.piece(name, owner))
        if made is not None:
            self._cells_before.append((cell, self._cells.get(cell)))
            self._cells[cell] = made

    def _play(self, text: str, owner: Color | None = None) -> None:
        self.replay.play(text, owner)
        self._take_notes()

    def _play_to(self, name: str, owner: Color | None, place: Hex) -> None:
        self.replay.play_to(name, owner, place)
        self._take_notes()

    def _take_notes(self) -> None:
        """Give the move just made what was said about it, and about the variation it begins."""
        node = self.replay.node
        if self._begins:
            node.starting_comment = "\n".join(self._starting_comments)
            self._starting_comments = []
            self._begins = False
        self._put_notes(node)

    def _place(self, cell: Cell) -> Hex | None:
        """The place in or next to the hive that has these board coordinates."""
        if not self._cells or cell in self._cells:
            return self._cells.get(cell)
        first = next(iter(self._cells))
        for place in self.replay.game.stacks:
            for near in map(place.neighbour, range(6)):
                right = first.column + near.q - cell.column
                up = first.row - near.r - cell.row
                if right % _BOARD_SIDE == 0 and up % _BOARD_SIDE == 0:
                    return near
        return None

    def _color(self, player: int) -> Color:
        return Color(player ^ self.white)


def player_name(value: str) -> str:
    """The name in `id "Ann"`."""
    return value.partition("id")[2].strip().strip('"')


def _do_nothing() -> None:
    """Offers and answers change nothing on the board."""
