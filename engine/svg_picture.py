"""How a picture of the hive is put together, layer by layer."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import svg_shapes as shapes
from engine.game_state import GameState
from engine.hexgrid import Hex
from engine.pieces import COPIES, Bug, Color, Piece
from engine.svg_marks import DrawnArrow, Mark
from engine.svg_shapes import RADIUS, WIDTH, Point, Theme, at, element, number

if TYPE_CHECKING:
    from engine.game import Game

_NATURAL_TILE = 56
"""The width of a tile in pixels where no size is asked for."""

_LARGEST_NATURAL = 800
"""The longer side of such a picture, if it would be longer."""

_MARGIN = 14.0
_STEP_UP, _HIGHEST = 11.0, 30.0
"""How much higher each tile of a stack lies than the one below, and a whole stack at most."""

_HAND_SCALE = 0.58
_HAND_STEP = 58.0
_HAND_HEIGHT = 80.0

_STATES = {
    GameState.WHITE_WINS: "White has won",
    GameState.BLACK_WINS: "Black has won",
    GameState.DRAW: "a draw",
}

Box = tuple[float, float, float, float]
"""Left, upper, width, height."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a picture shows, checked and worked out; `moved` are the ends of the last move."""

    game: "Game"
    theme: Theme
    arrows: list[DrawnArrow]
    marks: list[tuple[Hex, Mark]]
    moved: tuple[Hex | None, Hex | None]
    labels: str | None
    hands: bool
    flipped: bool

    def middle(self, place: Hex, level: int = 0) -> Point:
        """Where a tile lies on the paper, on the ground or higher up in its stack."""
        way = -1 if self.flipped else 1
        step = min(_STEP_UP, _HIGHEST / max(len(self.game.stack(place)) - 1, 1))
        x, y = WIDTH * (place.q + place.r / 2), 1.5 * RADIUS * place.r
        return way * x, way * y - level * step

    def top(self, place: Hex) -> Point:
        """Where the uppermost tile of a cell lies, or the cell itself if it is empty."""
        return self.middle(place, max(len(self.game.stack(place)) - 1, 0))

    def in_order(self) -> list[tuple[Hex, tuple[Piece, ...]]]:
        """The occupied cells as they are drawn: what comes later covers what came before."""
        cells = self.game.stacks.items()
        return sorted(cells, key=lambda cell: (len(cell[1]) > 1, *self.middle(cell[0])[::-1]))

    def bugs(self) -> set[Bug]:
        """The bugs that have to be drawn."""
        shown = [piece for pieces in self.game.stacks.values() for piece in pieces]
        shown += [arrow.placed for arrow in self.arrows if arrow.placed]
        if self.hands:
            shown += [piece for color in Color for piece in self.game.hand(color)]
        return {piece.bug for piece in shown}


def draw_board(plan: Plan, size: int | None, prefix: str) -> str:
    """The whole picture; `size` is its longer side in pixels."""
    box = _bounds(plan)
    left, upper, width, height = box
    background = element(
        "rect",
        class_="hive-background",
        x=left,
        y=upper,
        width=width,
        height=height,
        rx=12,
        fill=plan.theme["background"],
    )
    layers = (
        shapes.symbols(prefix, plan.bugs()),
        background,
        element("g", *_ground(plan), class_="hive-ground"),
        element("g", *_cells(plan, prefix), class_="hive-pieces"),
        element("g", *_last_move(plan), *_marks(plan), class_="hive-marks"),
        element("g", *_contents(plan, prefix), class_="hive-contents", aria_hidden="true"),
        element("g", *_arrows(plan, prefix), class_="hive-arrows"),
        *(_hand(plan, prefix, box, color) for color in Color if plan.hands),
    )
    title, text = _description(plan.game)
    return _svg(prefix, "hive-board", box, _pixels(box, size), title, text, "".join(layers))


def draw_piece(piece: Piece, theme: Theme, labels: str | None, width: int, prefix: str) -> str:
    """A tile alone."""
    box = (-WIDTH / 2, -RADIUS, WIDTH, 2 * RADIUS + 2)
    pixels = (width, round(width * box[3] / box[2]))
    content = shapes.symbols(prefix, {piece.bug}) + _tile(prefix, theme, piece, labels)
    return _svg(prefix, "hive-tile", box, pixels, _spoken(piece), "", content)


def _svg(
    prefix: str, kind: str, box: Box, pixels: Point, title: str, text: str, content: str
) -> str:
    names = f"{prefix}-title {prefix}-desc" if text else f"{prefix}-title"
    described = element("title", shapes.text_of(title), id=f"{prefix}-title")
    if text:
        described += element("desc", shapes.text_of(text), id=f"{prefix}-desc")
    return element(
        "svg",
        described,
        content,
        xmlns="http://www.w3.org/2000/svg",
        width=pixels[0],
        height=pixels[1],
        viewBox=" ".join(number(value) for value in box),
        id=prefix,
        class_=kind,
        role="img",
        aria_labelledby=names,
    )


def _bounds(plan: Plan) -> Box:
    """What has to fit: the hive with its stacks, everything put on it, and the hands."""
    places = {*plan.game.stacks, *(place for place, _ in plan.marks)}
    places |= {place for arrow in plan.arrows for place in (arrow.tail, arrow.head)}
    places |= {place for place in plan.moved if place is not None}
    points = [plan.middle(place) for place in places or {Hex(0, 0)}]
    points += [plan.top(place) for place in places]
    # The list of what a stack holds stands out to the right.
    points += [
        (plan.middle(place)[0] + 8, plan.middle(place)[1])
        for place, pieces in plan.game.stacks.items()
        if len(pieces) > 1
    ]
    left = min(x for x, _ in points) - WIDTH / 2 - _MARGIN
    right = max(x for x, _ in points) + WIDTH / 2 + _MARGIN
    upper = min(y for _, y in points) - RADIUS - _MARGIN
    lower = max(y for _, y in points) + RADIUS + _MARGIN
    if plan.hands:
        kinds = max(len({piece.bug for piece in plan.game.hand(color)}) for color in Color)
        missing = max(0.0, (kinds + 2) * _HAND_STEP - (right - left))
        left, right = left - missing / 2, right + missing / 2
        upper, lower = upper - _HAND_HEIGHT, lower + _HAND_HEIGHT
    return left, upper, right - left, lower - upper


def _pixels(box: Box, size: int | None) -> tuple[int, int]:
    longer = max(box[2:])
    scale = min(_NATURAL_TILE / WIDTH, _LARGEST_NATURAL / longer) if size is None else size / longer
    return max(1, round(box[2] * scale)), max(1, round(box[3] * scale))


def _ground(plan: Plan) -> Iterator[str]:
    """Empty cells that have something to show: the start of a game, the ends of the last move."""
    if not plan.game.stacks:
        yield _empty_cell(plan, Hex(0, 0), plan.theme["grid"])
    for place in plan.moved:
        if place is not None and not plan.game.stack(place):
            yield _empty_cell(plan, place, plan.theme["last move"], fill_opacity=0.3)


def _empty_cell(plan: Plan, place: Hex, color: str, fill_opacity: float | None = None) -> str:
    path = element(
        "path",
        d=shapes.hexagon(43),
        fill="none" if fill_opacity is None else color,
        fill_opacity=fill_opacity,
        stroke=color,
        stroke_width=3,
        stroke_dasharray="9 7",
        transform=at(plan.middle(place)),
    )
    return element("g", path, class_="hive-cell", data_hex=_hex(place))


def _cells(plan: Plan, prefix: str) -> Iterator[str]:
    """Single pieces first, then stacks, since these rise above the row behind them."""
    for place, pieces in plan.in_order():
        tiles = [
            element(
                "g",
                element("title", _spoken(piece)),
                _tile(prefix, plan.theme, piece, plan.labels, bare=level < len(pieces) - 1),
                id=f"{prefix}-{piece.name}",
                class_="hive-piece",
                data_piece=piece.name,
                data_hex=_hex(place),
                data_level=level,
                transform=at(plan.middle(place, level)),
            )
            for level, piece in enumerate(pieces)
        ]
        if len(pieces) == 1:
            yield tiles[0]
        else:
            yield element(
                "g",
                *tiles,
                class_="hive-stack",
                data_hex=_hex(place),
                data_height=len(pieces),
            )


def _contents(plan: Plan, prefix: str) -> Iterator[str]:
    """For every stack its height, and small tiles at its right side for what lies beneath."""
    for place, pieces in plan.in_order():
        beneath = pieces[-2::-1]
        if not beneath:
            continue
        scale = min(0.46, round(1.25 / len(beneath), 3))
        pitch = 90 * scale
        rim = element("path", d=shapes.hexagon(52), fill=plan.theme["background"])
        small = (
            element(
                "g",
                rim,
                _tile(prefix, plan.theme, piece, None),
                class_="hive-beneath",
                transform=f"{at((37, 10 + pitch * (row - (len(beneath) - 1) / 2)))} scale({scale})",
            )
            for row, piece in enumerate(beneath)
        )
        yield element(
            "g",
            *small,
            shapes.badge(plan.theme, len(pieces), (-29, -27)),
            class_="hive-stack-contents",
            data_hex=_hex(place),
            transform=at(plan.top(place)),
        )


def _last_move(plan: Plan) -> Iterator[str]:
    left, reached = plan.moved
    for place, name in ((left, "hive-left"), (reached, "hive-reached")):
        if place is not None and plan.game.stack(place):
            ring = shapes.ring(plan.theme["last move"], dashed=place == left)
            yield element(
                "g", ring, class_=name, data_hex=_hex(place), transform=at(plan.top(place))
            )


def _marks(plan: Plan) -> Iterator[str]:
    badges: Counter[Hex] = Counter()
    for place, mark in plan.marks:
        color = mark.color or plan.theme["text" if mark.kind == "text" else mark.kind]
        height = len(plan.game.stack(place))
        sign = shapes.mark(mark.kind, color, plan.theme, height=height, turn=badges[place])
        badges[place] += mark.kind in ("stunned", "pinned")
        if mark.text:
            plain = plan.theme["text"]
            ink = color if mark.kind == "text" else plain
            size = min(26.0, 110 / len(mark.text))
            sign += shapes.words(mark.text, ink, plan.theme["background"], (0, 0), size)
        yield element(
            "g",
            sign,
            class_=f"hive-mark hive-{mark.kind}",
            data_hex=_hex(place),
            transform=at(plan.top(place)),
        )


def _arrows(plan: Plan, prefix: str) -> Iterator[str]:
    for arrow in plan.arrows:
        color = arrow.color or plan.theme["arrow"]
        if arrow.placed:
            ghost = _tile(prefix, plan.theme, arrow.placed, plan.labels)
            drawn = element("g", ghost, opacity=0.6) + shapes.ring(color, dashed=arrow.dashed)
            drawn = element("g", drawn, transform=at(plan.top(arrow.head)))
        else:
            drawn = shapes.arrow(plan.top(arrow.tail), plan.top(arrow.head), color, arrow.dashed)
        yield element(
            "g",
            drawn,
            class_="hive-arrow",
            data_tail=arrow.placed.name if arrow.placed else _hex(arrow.tail),
            data_head=_hex(arrow.head),
            opacity=0.88,
        )


def _hand(plan: Plan, prefix: str, box: Box, color: Color) -> str:
    """A row of the kinds of bug in hand: Black's above the board, White's below, or flipped."""
    left, upper, width, height = box
    hand = plan.game.hand(color)
    counts = Counter(piece.bug for piece in hand)
    kinds = [next(piece for piece in hand if piece.bug == bug) for bug in sorted(counts)]
    above = (color is Color.BLACK) != plan.flipped
    y = upper + _HAND_HEIGHT / 2 + 4 if above else upper + height - _HAND_HEIGHT / 2 - 6
    first = left + width / 2 - _HAND_STEP * (len(kinds) - 1) / 2
    tiles = (
        element(
            "g",
            element("title", _spoken(piece)),
            _tile(prefix, plan.theme, piece, None),
            shapes.badge(plan.theme, counts[piece.bug], (30, -29), 1.25)
            if counts[piece.bug] > 1
            else "",
            class_="hive-piece",
            data_piece=piece.name,
            data_count=counts[piece.bug],
            transform=f"{at((first + _HAND_STEP * column, y))} scale({_HAND_SCALE})",
        )
        for column, piece in enumerate(kinds)
    )
    if plan.game.turn == color and not plan.game.is_over:
        point = element("path", d="M0-9L14 0L0 9Z", fill=plan.theme["text"])
        corner = (first - _HAND_STEP, y) if kinds else (left + _MARGIN, y)
        turn = element("g", point, class_="hive-turn", transform=at(corner))
    else:
        turn = ""
    empty = shapes.words("empty", plan.theme["grid"], "none", (left + width / 2, y), 20)
    return element(
        "g", turn, *tiles, "" if kinds else empty, class_="hive-hand", data_color=str(color).lower()
    )


def _tile(
    prefix: str, theme: Theme, piece: Piece, labels: str | None, *, bare: bool = False
) -> str:
    """A piece round the origin; of one that is covered, nothing but its tile can be seen."""
    tile = shapes.tile(prefix, theme, piece.color)
    return (
        tile
        if bare
        else tile + shapes.bug(prefix, theme, piece, labels) + shapes.label(theme, piece, labels)
    )


def _hex(place: Hex) -> str:
    return f"{place.q},{place.r}"


def _spoken(piece: Piece) -> str:
    kind = f"{piece.color} {piece.bug}"
    return f"{piece.name}: {kind}" + (f" {piece.number}" if COPIES[piece.bug] > 1 else "")


def _description(game: "Game") -> tuple[str, str]:
    """The title of a picture, and the position in words for those who do not see it."""
    outcome = _STATES.get(game.state, f"{game.turn} to move")
    cells = (" on ".join(piece.name for piece in reversed(p)) for p in game.stacks.values())
    lying = ", ".join(sorted(cells)) or "nothing yet"
    hands = (f"{color}'s hand: {_names(game.hand(color))}." for color in Color)
    text = f"{game.game_type}, {game.turn_string}. On the board: {lying}. {' '.join(hands)}"
    return f"Hive: {outcome}", text


def _names(pieces: tuple[Piece, ...]) -> str:
    return " ".join(piece.name for piece in pieces) or "empty"
