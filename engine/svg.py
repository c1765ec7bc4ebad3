"""Pictures of the hive as SVG: pure functions of the position that need nothing but Python.

A picture is one `<svg>` element with no script, style sheet or outside reference, so it can stand
in a page as it is. Programs find their way by `class` (`hive-piece`, `hive-mark`, `hive-arrow`,
`hive-hand`), `data-piece`, `data-hex` (`q,r`) and `data-level` (0 on the ground).
"""

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypedDict

from engine import svg_shapes as shapes
from engine.checks import instance, whole_number
from engine.errors import PictureError, quoted
from engine.hexgrid import Hex
from engine.notation import Move
from engine.pieces import Bug, Color, Piece
from engine.png import LARGEST, draw_png
from engine.svg_colors import DARK as DARK
from engine.svg_colors import LIGHT as LIGHT
from engine.svg_colors import complete_theme
from engine.svg_marks import KINDS as KINDS
from engine.svg_marks import Arrow as Arrow
from engine.svg_marks import ArrowLike as ArrowLike
from engine.svg_marks import Mark as Mark
from engine.svg_marks import MarkLike as MarkLike
from engine.svg_marks import Marks as Marks
from engine.svg_marks import Place as Place
from engine.svg_marks import piece_named, place_of, read_arrows, read_marks
from engine.svg_picture import Plan, draw_board, draw_piece

if TYPE_CHECKING:
    from engine.game import Game
    from engine.setup import Setup

LABELS = ("pips", "names")
"""How pieces of one kind are told apart: by dots on the tile, or by their UHP names."""

_SMALLEST = 16
_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


class Picture(str):
    """The text of a picture, which notebooks show as the picture itself."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class BoardOptions(TypedDict, total=False):
    """What can be said about a picture beside the position; see `board`."""

    last_move: Move | bool | None
    arrows: Iterable[ArrowLike]
    marks: Marks | None
    size: int | None
    colors: Mapping[str, str] | None
    hands: bool
    labels: str | None
    flipped: bool
    surrounded: bool
    prefix: str | None


def board(
    game: "Game | Setup",
    *,
    last_move: Move | bool | None = True,
    arrows: Iterable[ArrowLike] = (),
    marks: Marks | None = None,
    size: int | None = None,
    colors: Mapping[str, str] | None = None,
    hands: bool = False,
    labels: str | None = "pips",
    flipped: bool = False,
    surrounded: bool = True,
    prefix: str | None = None,
) -> Picture:
    """The hive as the text of an SVG picture, the same for the same arguments, byte for byte.

    A `Setup` is drawn as it is, also if no game can come to it.

    `last_move`: a move to show, True for the last of the game, None or False for none.
    `arrows`: `Arrow` objects, moves, MoveStrings, or a tail and a head with or without a colour.
    `marks`: for cells or pieces, a `Mark`, the name of a kind of mark (`KINDS`), or several. What
    is given for None is passed over, so that `{game.stunned: "stunned"}` can always be said.
    `size`: the longer side in pixels; else as large as fits the hive.
    `colors`: colours in place of those of `LIGHT`, such as `DARK` or `{"arrow": "red"}`.
    `hands`: whether to show the pieces that are yet to be placed.
    `labels`: "pips", "names" or None.
    `flipped`: as seen from the other side of the table.
    `surrounded`: whether to mark queens with no empty cell around them.
    `prefix`: what ids begin with; else it is made from the picture, so that pictures on one page
    do not meet.

    Raises PictureError or TypeError; a MoveString among the arrows, what `Game.parse_move` raises.

    >>> from engine import Game, svg
    >>> game = Game("Base")
    >>> _ = game.play("wS1")
    >>> picture = svg.board(game, arrows=["bS1 wS1-"], size=200)
    >>> picture.startswith("<svg "), picture.count('data-piece="wS1"')
    (True, 1)
    """
    from engine.game import Game
    from engine.setup import Setup

    instance(game, (Game, Setup), "the game must be a Game or a Setup")
    if isinstance(game, Setup):
        game = Game._for_pictures(game)
    if last_move is not None and not isinstance(last_move, (bool, Move)):
        raise TypeError("last_move must be a Move, True for the last of the game, or None")
    if last_move is True:
        last_move = game.history[-1] if game.history else None
    plan = Plan(
        game=game,
        theme=complete_theme(colors),
        arrows=read_arrows(game, arrows),
        marks=_marks_of(game, {} if marks is None else marks, surrounded),
        moved=_ends_of(game, last_move or None),
        labels=_checked_labels(labels),
        hands=bool(hands),
        flipped=bool(flipped),
    )
    size = _checked_size(size)
    return Picture(_with_prefix(prefix, lambda name: draw_board(plan, size, name)))


def piece(
    piece: Piece | str,
    size: int = 56,
    *,
    colors: Mapping[str, str] | None = None,
    labels: str | None = "pips",
    prefix: str | None = None,
) -> Picture:
    """One tile as the text of an SVG picture without a background; `size` is its width in pixels.

    >>> piece("wQ", 28).startswith('<svg xmlns="http://www.w3.org/2000/svg" width="28"')
    True
    """
    shown = piece_named(piece)
    theme, labels = complete_theme(colors), _checked_labels(labels)
    width = _pixels(size, "the size of a piece")
    return Picture(_with_prefix(prefix, lambda name: draw_piece(shown, theme, labels, width, name)))


def symbols(prefix: str = "hive") -> str:
    """The tile and all bugs as one `<defs>` element, for pages that draw boards of their own.

    There are `PREFIX-tile` (its face is `fill`, its edge `color`) and `PREFIX-queen` and so on (the
    body is `fill`, legs and outlines are `color`, what is cut out is `stroke`). Use them with
    `<use href="#hive-queen" x="-50" y="-50" width="100" height="100" …/>`.
    """
    return _with_prefix(prefix, lambda name: shapes.symbols(name, set(Bug)))


def png(picture: "Game | str", *, size: int | None = None, **options: Any) -> bytes:
    """A picture as a PNG file: of a game, with the options of `board`, or of the text of an SVG.

    `size` is the longer side in pixels. Needs the extra `propolis[png]`; an ImportError says so.
    Do not draw the text of strangers: it may name image files on this machine.
    """
    size = _checked_size(size)
    if isinstance(picture, str):
        if options:
            raise TypeError("the text of a picture takes no options but size")
        return draw_png(picture, size)
    return draw_png(board(picture, size=size, **options), None)


def _ends_of(game: "Game", move: Move | None) -> tuple[Hex | None, Hex | None]:
    """The cell a move left, where it left one, and the cell it went to."""
    if move is None or move.piece is None or move.to is None:
        return None, None
    where, to = game.place_of(move.piece), place_of(game, move.to, "the last move")
    if where != to:
        return where, to
    if not game.history or game.history[-1] != move:
        return None, to
    before = game.copy()
    before.undo()
    return before.place_of(move.piece), to


def _marks_of(game: "Game", marks: Marks, surrounded: bool) -> list[tuple[Hex, Mark]]:
    """The marks asked for, after those of surrounded queens."""
    found = []
    for color in Color if surrounded else ():
        place = game.place_of(Piece(color, Bug.QUEEN, 1))
        if place is not None and all(game.stack(place.neighbour(d)) for d in range(6)):
            found.append((place, Mark("surrounded")))
    return found + read_marks(game, marks)


def _checked_labels(labels: str | None) -> str | None:
    if labels is None or (isinstance(labels, str) and labels in LABELS):
        return labels
    raise PictureError(f"labels must be one of {', '.join(LABELS)} or None, not {labels!r:.60}")


def _checked_size(size: int | None) -> int | None:
    return None if size is None else _pixels(size, "the size")


def _pixels(size: int, name: str) -> int:
    try:
        return whole_number(size, name, _SMALLEST, LARGEST)
    except ValueError as error:
        raise PictureError(str(error)) from None


def _with_prefix(prefix: str | None, draw: Callable[[str], str]) -> str:
    """A picture whose ids begin with a prefix, or with a hash of the picture itself."""
    if prefix is None:
        prefix = "hive-" + blake2b(draw("hive").encode(), digest_size=5).hexdigest()
    instance(prefix, str, "the prefix of ids must be a text")
    if not _PREFIX.fullmatch(prefix):
        raise PictureError(
            f"ids cannot begin with {quoted(prefix)}: a prefix is a letter and then up to 63 "
            "letters, digits, '-' or '_'"
        )
    return draw(prefix)
