"""Positions without a history: put together piece by piece, written as one line, checked.

The *position text* has four fields, separated by blanks:

    Base+MLP White[7] 2,wA1,wQbB1/bQ,1,wS1 bB1

the game type, whose turn it is as in a GameString, the board, and the stunned piece or `-`. The
board is written row by row from the top, rows separated by `/`; a cell's pieces from the bottom up,
cells separated by `,`; a number stands for so many empty cells. Every row begins at the same axial
column `q`, that of the leftmost piece of all, so that rows lie half a hexagon to the right of the
one above. A board without pieces is `-`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, Unpack

from engine.checks import instance, whole_number
from engine.errors import PositionError, Problem, quoted
from engine.hexgrid import Hex
from engine.notation import PIECE_PATTERN
from engine.pieces import Color, Piece, canonical_game_type
from engine.validity import problems_of, turns_needed

if TYPE_CHECKING:
    from engine.game import Game
    from engine.svg import BoardOptions, Picture

Place = Hex | tuple[int, int]
Pieces = Piece | str | Sequence[Piece | str]

_NOTHING = "-"
_TURN = re.compile(r"(White|Black)\[([1-9][0-9]{0,8})\]", re.ASCII)
_CELL = re.compile(rf"(?P<empty>[1-9][0-9]?)|(?P<stack>(?:{PIECE_PATTERN})+)", re.I | re.ASCII)
_PIECE = re.compile(PIECE_PATTERN, re.I | re.ASCII)
_LEAST_FIELDS, _MOST_FIELDS = 3, 4
_LARGEST_NUMBER = 99
"""Empty cells that one number of a board can stand for."""

_WIDEST = 1000
"""Rows and columns of boards that are written or read: several times what a hive can take."""


class Setup:
    """A position to be edited: stacks of pieces, whose turn it is, which piece is stunned.

    Anything can be put anywhere; `problems` tells what is wrong, and `game` makes a game that
    starts there. Without a turn number the lowest that fits is taken.

    >>> setup = Setup("Base", {(0, 0): "wQ", (1, 0): "bQ", (2, 0): "bS1"})
    >>> setup.put("wB1", (1, 0))
    >>> setup.text
    'Base White[4] wQ,bQwB1,bS1 -'
    >>> setup.take((0, 0))
    Piece.named('wQ')
    >>> [problem.message for problem in setup.problems()]
    ["wB1 lies on another piece, but White's queen is not in play, so nothing of White's has moved"]
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        game_type: str = "Base",
        stacks: Mapping[Any, Pieces] | None = None,
        *,
        turn: Color = Color.WHITE,
        turn_number: int | None = None,
        stunned: Piece | str | None = None,
    ) -> None:
        self.game_type = game_type
        self._stacks: dict[Hex, list[Piece]] = {}
        self._in_play: set[int] = set()
        self.turn = turn
        self.stunned = stunned
        self.turn_number = turn_number
        if stacks is not None:
            instance(stacks, Mapping, "stacks are given by place, such as {(0, 0): 'wQ'}")
            for place, pieces in stacks.items():
                for piece in _stacked(pieces):
                    self.put(piece, place)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The position that a position text describes, good or bad. Raises PositionError.

        >>> Setup.from_text("Base White[2] wS1,bS1 -").stacks
        {Hex(q=0, r=0): (Piece.named('wS1'),), Hex(q=1, r=0): (Piece.named('bS1'),)}
        """
        instance(text, str, "a position is a text such as 'Base White[1] - -'")
        fields = text.split()
        if ";" in text:
            raise PositionError(
                f"{quoted(text)} is not a position but a game: `Game.from_notation` reads it"
            )
        if not _LEAST_FIELDS <= len(fields) <= _MOST_FIELDS:
            raise PositionError(
                f"{quoted(text)} is not a position: game type, turn, board and stunned piece"
                " are wanted, such as 'Base White[1] - -'"
            )
        game_type, turn_text, board, stunned = (*fields, _NOTHING)[:_MOST_FIELDS]
        try:
            game_type = canonical_game_type(game_type)
        except ValueError as error:
            raise PositionError(str(error)) from None
        turn = _TURN.fullmatch(turn_text)
        if turn is None:
            raise PositionError(f"{quoted(turn_text)} is not a turn, such as White[7]")
        if stunned != _NOTHING and not _PIECE.fullmatch(stunned):
            raise PositionError(
                f"the stunned piece is a name such as bB1 or -, not {quoted(stunned)}"
            )
        setup = cls(
            game_type,
            turn=Color.WHITE if turn[1] == "White" else Color.BLACK,
            turn_number=int(turn[2]),
            stunned=None if stunned == _NOTHING else stunned,
        )
        setup._read_board(board)
        return setup

    @property
    def text(self) -> str:
        """The position as one line, wherever the hive lies.

        Raises PositionError if pieces lie more than 1000 cells apart.
        """
        stunned = _NOTHING if self.stunned is None else self.stunned.name
        return f"{self.game_type} {self.turn}[{self.turn_number}] {self._board_text()} {stunned}"

    @property
    def game_type(self) -> str:
        """The game type in its usual spelling."""
        return self._game_type

    @game_type.setter
    def game_type(self, game_type: str) -> None:
        instance(game_type, str, "a game type is a text such as 'Base+MLP'")
        self._game_type = canonical_game_type(game_type)

    @property
    def turn(self) -> Color:
        """The player to move."""
        return self._turn

    @turn.setter
    def turn(self, color: Color) -> None:
        self._turn = Color(color)

    @property
    def stunned(self) -> Piece | None:
        """The piece that may not move this turn."""
        return self._stunned

    @stunned.setter
    def stunned(self, piece: Piece | str | None) -> None:
        self._stunned = None if piece is None else Piece.of(piece)

    @property
    def stacks(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The pieces on every occupied cell, bottom first."""
        return {place: tuple(pieces) for place, pieces in self._stacks.items()}

    @property
    def turn_number(self) -> int:
        """The number of the turn to be made; if none was given, the lowest that fits."""
        if self._turn_number is not None:
            return self._turn_number
        needed = turns_needed(self.stacks, self.turn, self.stunned)
        return max(needed[Color.WHITE] + (self.turn is Color.WHITE), needed[Color.BLACK] + 1)

    @turn_number.setter
    def turn_number(self, number: int | None) -> None:
        if number is not None:
            number = whole_number(number, "the turn number", low=1, high=10**9 - 1)
        self._turn_number = number

    @property
    def ply(self) -> int:
        """How many moves must have been made, passes included."""
        return 2 * (self.turn_number - 1) + self.turn

    def put(self, piece: Piece | str, place: Place) -> None:
        """Put a piece on top of whatever lies on a cell. Raises PositionError if it is in play."""
        piece, place = Piece.of(piece), Hex.of(place)
        if piece.index in self._in_play:
            raise PositionError(f"{piece} is in play already")
        self._in_play.add(piece.index)
        self._stacks.setdefault(place, []).append(piece)

    def take(self, place: Place) -> Piece:
        """Take the top piece of a cell back into the hand. Raises PositionError if it is empty."""
        place = Hex.of(place)
        if place not in self._stacks:
            raise PositionError(f"there is no piece at {tuple(place)}")
        piece = self._stacks[place].pop()
        if not self._stacks[place]:
            del self._stacks[place]
        self._in_play.remove(piece.index)
        return piece

    def problems(self, *, queen_first: bool = False) -> list[Problem]:
        """Why no game comes to this position; nothing if it is a good one.

        What is looked for is what can be told from the board: pieces, stacks, one hive, queens
        and turns. A position without a problem need not be one that a game has ever led to.
        """
        return problems_of(self, queen_first)

    def game(self, *, queen_first: bool = False, repetition_draw: bool = False) -> "Game":
        """A game that starts here. Raises PositionError with all problems if there are any."""
        from engine.game import Game

        return Game.from_setup(self, queen_first=queen_first, repetition_draw=repetition_draw)

    def svg(self, **options: "Unpack[BoardOptions]") -> "Picture":
        """The position as an SVG picture, good or bad; `engine.svg.board` tells the options."""
        from engine.svg import board

        return board(self, **options)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg(hands=True)

    def copy(self) -> Self:
        """An independent copy."""
        return self._placed((place, place) for place in self._stacks)

    def rotated(self, steps: int = 1) -> Self:
        """The same position turned clockwise about (0, 0), by 60 degrees a step."""
        steps = whole_number(steps, "the number of steps")
        return self._placed((place, place.rotated(steps)) for place in self._stacks)

    def mirrored(self) -> Self:
        """The same position with left and right exchanged."""
        return self._placed((place, place.mirrored()) for place in self._stacks)

    def shifted(self, q: int, r: int) -> Self:
        """The same position elsewhere."""
        q, r = whole_number(q, "the shift"), whole_number(r, "the shift")
        return self._placed((place, Hex(place.q + q, place.r + r)) for place in self._stacks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setup):
            return NotImplemented
        return self._identity() == other._identity()

    def __repr__(self) -> str:
        try:
            return f"Setup.from_text({self.text!r})"
        except PositionError as error:
            return f"<Setup of {self.game_type}: {error}>"

    def _identity(self) -> tuple[object, ...]:
        return self.game_type, self.turn, self.turn_number, self.stunned, self._stacks

    def _placed(self, places: Iterable[tuple[Hex, Hex]]) -> Self:
        """A copy with stacks moved from one place to another."""
        copy = type(self)(
            self.game_type, turn=self.turn, turn_number=self._turn_number, stunned=self.stunned
        )
        copy._stacks = {to: self._stacks[place].copy() for place, to in places}
        copy._in_play = self._in_play.copy()
        return copy

    def _read_board(self, board: str) -> None:
        if board == _NOTHING:
            return
        rows = board.split("/")
        if len(rows) > _WIDEST:
            raise PositionError(f"the board has {len(rows)} rows, more than {_WIDEST}")
        for r, row in enumerate(rows):
            q = 0
            for text in row.split(",") if row else ():
                cell = _CELL.fullmatch(text)
                if cell is None:
                    raise PositionError(
                        f"{quoted(text)} is neither pieces, such as wQbB1, nor a number of cells"
                    )
                for name in _PIECE.findall(cell["stack"] or ""):
                    self.put(name, Hex(q, r))
                q += int(cell["empty"] or 1)

    def _board_text(self) -> str:
        if not self._stacks:
            return _NOTHING
        left = min(place.q for place in self._stacks)
        right = max(place.q for place in self._stacks)
        top, bottom = (edge(place.r for place in self._stacks) for edge in (min, max))
        if max(right - left, bottom - top) >= _WIDEST:
            raise PositionError(f"pieces lie more than {_WIDEST} cells apart")
        rows = []
        for r in range(top, bottom + 1):
            cells, next_q = [], left
            for place in sorted(place for place in self._stacks if place.r == r):
                while place.q > next_q:
                    empty = min(place.q - next_q, _LARGEST_NUMBER)
                    cells.append(str(empty))
                    next_q += empty
                cells.append("".join(piece.name for piece in self._stacks[place]))
                next_q = place.q + 1
            rows.append(",".join(cells))
        return "/".join(rows)


def _stacked(pieces: Pieces) -> Sequence[Piece | str]:
    """The pieces of a cell, which may be a single one."""
    if isinstance(pieces, (Piece, str)):
        return [pieces]
    instance(pieces, Sequence, "a stack is a piece or a list of them, such as ['bQ', 'wB1']")
    return pieces
