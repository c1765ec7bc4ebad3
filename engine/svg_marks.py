"""What can be put on a picture: arrows and marks, as callers write them and as they are drawn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.checks import instance, whole_number
from engine.errors import PictureError, quoted
from engine.hexgrid import Hex
from engine.notation import Move
from engine.pieces import Piece
from engine.svg_colors import checked_color

if TYPE_CHECKING:
    from engine.game import Game

Place = Hex | Piece | str
"""A cell, or the piece that lies on it or its name."""

KINDS = ("dot", "highlight", "stunned", "pinned", "surrounded", "text")
"""The kinds of mark."""

FARTHEST = 40
"""How many cells from the hive an arrow or mark may lie, so that a slip does not hide the hive."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from a cell or piece to another; a ring where both are the same.

    From a piece in hand it is a placement: the piece is drawn faintly where it would lie.
    """

    tail: Place
    head: Place
    color: str | None = None
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a cell: one of `KINDS`, in the theme's colour for it or in one of its own.

    A text may go with any kind; the kind "text" is nothing else.
    """

    kind: str = "highlight"
    color: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class DrawnArrow:
    """An arrow whose ends are known; `placed` is the piece that comes out of the hand."""

    tail: Hex
    head: Hex
    placed: Piece | None
    color: str | None
    dashed: bool


ArrowLike = Arrow | Move | str | tuple[Place, Place] | tuple[Place, Place, str]
MarkLike = Mark | str | Iterable[Mark | str]
Marks = Mapping[Any, MarkLike]
"""Marks by `Place`; said so, a dict whose keys are all `Hex` would be refused by type checkers."""


def piece_named(piece: Any) -> Piece:
    """A piece from itself or its name. Raises PictureError."""
    if isinstance(piece, Piece):
        return piece
    instance(piece, str, "a piece is a Piece or its name, such as 'wA1'")
    try:
        return Piece.named(piece)
    except ValueError:
        raise PictureError(f"there is no piece called {quoted(piece)}") from None


def place_of(game: "Game", place: Any, what: str) -> Hex:
    """The cell that is meant. Raises PictureError where there is none."""
    if isinstance(place, (Piece, str)):
        piece = piece_named(place)
        found = game.place_of(piece)
        if found is None:
            raise PictureError(f"{what} needs a place, and {piece} is not on the board")
        return found
    if not isinstance(place, tuple) or len(place) != 2:
        raise TypeError(f"{what} must be at a Hex, a Piece or the name of one, not {place!r:.60}")
    cell = Hex(*(whole_number(number, "a coordinate of a Hex") for number in place))
    if min(_distance(cell, other) for other in game.stacks or (Hex(0, 0),)) > FARTHEST:
        raise PictureError(f"{what} at {tuple(cell)} is more than {FARTHEST} cells from the hive")
    return cell


def read_arrows(game: "Game", arrows: Any) -> list[DrawnArrow]:
    """Arrows in any of their forms; passes have none."""
    if isinstance(arrows, (str, Arrow, Move)) or not isinstance(arrows, Iterable):
        raise TypeError("arrows must be a list of arrows, moves or pairs of places")
    return [drawn for arrow in arrows for drawn in _read_arrow(game, arrow)]


def read_marks(game: "Game", marks: Any) -> list[tuple[Hex, Mark]]:
    """Marks with the cells they lie on; the place None (such as `game.stunned`) has none."""
    instance(marks, Mapping, "marks must be a mapping of cells or pieces to marks")
    return [
        (place_of(game, where, "a mark"), mark)
        for where, given in marks.items()
        if where is not None
        for mark in _read_mark(given)
    ]


def _read_arrow(game: "Game", arrow: Any) -> Iterator[DrawnArrow]:
    if isinstance(arrow, str):
        arrow = game.parse_move(arrow)
    if isinstance(arrow, Move):
        if arrow.piece is None or arrow.to is None:
            return
        arrow = Arrow(arrow.piece, arrow.to)
    elif isinstance(arrow, tuple) and len(arrow) in (2, 3):
        arrow = Arrow(*arrow)
    instance(arrow, Arrow, "an arrow is an Arrow, a move, or a tail and a head")
    if arrow.color is not None:
        checked_color(arrow.color, "the colour of an arrow")
    head = place_of(game, arrow.head, "the head of an arrow")
    placed = _in_hand(game, arrow.tail)
    tail = head if placed else place_of(game, arrow.tail, "the tail of an arrow")
    yield DrawnArrow(tail, head, placed, arrow.color, bool(arrow.dashed))


def _in_hand(game: "Game", place: Any) -> Piece | None:
    """The piece an arrow comes from, if that is in hand."""
    if not isinstance(place, (Piece, str)):
        return None
    piece = piece_named(place)
    return piece if piece in game.hand(piece.color) else None


def _distance(one: Hex, other: Hex) -> int:
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def _read_mark(given: Any) -> Iterator[Mark]:
    if isinstance(given, Iterable) and not isinstance(given, str):
        for one in given:
            yield _checked_mark(one)
    else:
        yield _checked_mark(given)


def _checked_mark(given: Any) -> Mark:
    mark = Mark(given) if isinstance(given, str) else given
    instance(mark, Mark, f"a mark is a Mark or one of {', '.join(KINDS)}")
    instance(mark.kind, str, f"the kind of a mark is one of {', '.join(KINDS)}")
    instance(mark.text, str, "the text of a mark must be a text")
    if mark.kind not in KINDS:
        raise PictureError(
            f"there is no mark called {quoted(mark.kind)}; there are {', '.join(KINDS)}"
        )
    if mark.color is not None:
        checked_color(mark.color, "the colour of a mark")
    return mark
