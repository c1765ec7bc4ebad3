"""The shapes a picture is made of, as SVG text. A cell has the radius 50; y grows downward.

Everything is said with attributes: a style sheet in a picture would reach the page around it.
"""

import re
from collections.abc import Mapping
from html import escape
from math import cos, hypot, pi, sin

from engine.bug_drawings import DRAWINGS
from engine.pieces import COPIES, Bug, Color, Piece

Theme = Mapping[str, str]
Point = tuple[float, float]

RADIUS = 50.0
"""From the middle of a cell to its corners."""

WIDTH = RADIUS * 3**0.5
"""Of a cell, from its left side to its right one."""

FONTS = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"

_BUG_SQUARES = {None: (96, 0), "pips": (94, -2), "names": (76, -11)}
"""The side of the square a bug is drawn in and how far it is moved, to make room for labels."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_DIGITS = (
    "M0-6C-5-6-5 6 0 6C5 6 5-6 0-6Z",
    "M-3-4L1-6V6",
    "M-4-3C-3-7 4-7 4-3C4 0-4 3-4 6H4",
    "M-4-5C1-8 6-2 0-.5C6 1 2 9-4 5",
    "M2 6V-6L-5 3H5",
    "M4-6H-3L-3.5-.5C0-3 5-1 4 3C3 7-2 7-4 4",
    "M3-6C-2-5-4-1-4 2C-4 7 4 7 4 2C4-2-3-2-4 2",
    "M-4-6H4L-1 6",
    "M0-.5C-5-1-4-6 0-6C4-6 5-1 0-.5C-6 0-5 6 0 6C5 6 6 0 0-.5Z",
    "M-3 6C2 5 4 1 4-2C4-7-4-7-4-2C-4 2 3 2 4-2",
)
"""The digits 0 to 9, drawn so that no font is needed for them."""


def number(value: float) -> str:
    """A coordinate as short as it can be written."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def text_of(text: str) -> str:
    """Any text, fit to stand in XML; what XML does not know becomes a replacement character."""
    return escape(_NOT_XML.sub("\ufffd", text))


def element(name: str, *content: str, **attributes: object) -> str:
    """An element; in names of attributes `_` stands for `-`, and None leaves one out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(content)
    return f"<{name}{given}>{inside}</{name}>" if inside else f"<{name}{given}/>"


def hexagon(radius: float) -> str:
    """The path of a hexagon that stands on a corner."""
    corners = ((radius * sin(pi * k / 3), -radius * cos(pi * k / 3)) for k in range(6))
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def at(point: Point) -> str:
    """The transformation that moves a drawing there."""
    return f"translate({number(point[0])} {number(point[1])})"


def symbols(prefix: str, bugs: set[Bug]) -> str:
    """What pictures use again and again: a tile and the bugs that occur."""
    tile = element("path", d=hexagon(45), transform="translate(0 3.5)", fill="currentColor")
    tile += element("path", d=hexagon(45), stroke="currentColor", stroke_width=2.5)
    parts = [_symbol(f"{prefix}-tile", tile)]
    parts += [_symbol(f"{prefix}-{bug}", DRAWINGS[bug]) for bug in sorted(bugs)]
    return element("defs", *parts)


def tile(prefix: str, theme: Theme, color: Color) -> str:
    """An empty tile round the origin."""
    side = str(color).lower()
    return element(
        "use",
        href=f"#{prefix}-tile",
        **_square(100),
        color=theme[f"{side} edge"],
        fill=theme[f"{side} tile"],
    )


def bug(prefix: str, theme: Theme, piece: Piece, labels: str | None) -> str:
    """The bug of a piece, without its tile."""
    side = str(piece.color).lower()
    alone = labels == "pips" and COPIES[piece.bug] == 1
    return element(
        "use",
        href=f"#{prefix}-{piece.bug}",
        **_square(*_BUG_SQUARES[None if alone else labels]),
        color=theme[f"{side} ink"],
        fill=theme[f"{side} {piece.bug}"],
        stroke=theme[f"{side} tile"],
    )


def label(theme: Theme, piece: Piece, labels: str | None) -> str:
    """What tells pieces of one kind apart: a pip for the first, two for the second, or the name."""
    side = str(piece.color).lower()
    if labels == "names":
        return words(piece.name, theme[f"{side} ink"], theme[f"{side} tile"], (0, 25), 16)
    if labels is None or COPIES[piece.bug] == 1:
        return ""
    first = -4.3 * (piece.number - 1)
    pips = (
        element("circle", cx=number(first + 8.6 * pip), cy=37.5, r=3.1)
        for pip in range(piece.number)
    )
    return element("g", *pips, class_="hive-pips", fill=theme[f"{side} ink"])


def words(text: str, color: str, halo: str, middle: Point, size: float) -> str:
    """A short text round a point, with a rim that keeps it readable on anything."""
    return element(
        "text",
        text_of(text),
        x=number(middle[0]),
        y=number(middle[1] + 0.36 * size),
        font_family=FONTS,
        font_size=number(size),
        font_weight="bold",
        text_anchor="middle",
        fill=color,
        stroke=halo,
        stroke_width=number(size / 5),
        stroke_linejoin="round",
        paint_order="stroke",
    )


def badge(theme: Theme, count: int, place: Point, scale: float = 1) -> str:
    """A number in a disc."""
    ink, ground = theme["badge text"], theme["badge"]
    digits = [_DIGITS[int(digit)] for digit in str(count)]
    size = 1 if len(digits) == 1 else 0.7
    return element(
        "g",
        element("circle", r=11.5, fill=ground, stroke=ink, stroke_width=1.5),
        *(
            element(
                "g",
                _line(digit, ink, 2.6),
                transform=f"{at((7.5 * (column - (len(digits) - 1) / 2), 0))} scale({size})",
            )
            for column, digit in enumerate(digits)
        ),
        class_="hive-badge",
        transform=f"{at(place)} scale({number(scale)})",
    )


def ring(color: str, *, dashed: bool = False, fill_opacity: float | None = None) -> str:
    """A hexagon round a tile."""
    return element(
        "path",
        d=hexagon(46),
        fill="none" if fill_opacity is None else color,
        fill_opacity=fill_opacity,
        stroke=color,
        stroke_width=5,
        stroke_linejoin="round",
        stroke_dasharray="11 8" if dashed else None,
    )


def arrow(tail: Point, head: Point, color: str, dashed: bool) -> str:
    """An arrow that begins outside the middle of one cell and ends near that of another."""
    length = hypot(head[0] - tail[0], head[1] - tail[1])
    if length < 1:
        return element(
            "circle", r=34, fill="none", stroke=color, stroke_width=7, transform=at(head)
        )
    x, y = (head[0] - tail[0]) / length, (head[1] - tail[1]) / length
    start, neck, tip = 20.0, length - 32, length - 4
    points = (
        (tail[0] + x * along - y * beside, tail[1] + y * along + x * beside)
        for along, beside in ((neck, 15), (tip, 0), (neck, -15))
    )
    shaft = element(
        "line",
        x1=number(tail[0] + x * start),
        y1=number(tail[1] + y * start),
        x2=number(tail[0] + x * neck),
        y2=number(tail[1] + y * neck),
        stroke=color,
        stroke_width=9,
        stroke_dasharray="9 6" if dashed else None,
    )
    corners = " ".join(f"{number(px)},{number(py)}" for px, py in points)
    return shaft + element("polygon", points=corners, fill=color)


def mark(kind: str, color: str, theme: Theme, *, height: int, turn: int) -> str:
    """A mark on a cell of that height; `turn` counts the badges that lie on it already."""
    if kind == "dot" and not height:
        return element("circle", r=13, fill=color)
    if kind == "dot":
        return ring(color, dashed=True)
    if kind == "highlight":
        return ring(color, fill_opacity=0.22)
    if kind == "surrounded":
        inner = element("path", d=hexagon(38), fill="none", stroke=color, stroke_width=2.5)
        return ring(color, fill_opacity=0.2) + inner
    if kind in ("stunned", "pinned"):
        disc = element("circle", r=12.5, fill=color, stroke=theme["background"], stroke_width=1.5)
        sign = _STAR if kind == "stunned" else _PIN
        # At the right side of a stack stands what it holds.
        places = ((-29.0, 20.0), (0.0, 38.0)) if height > 1 else ((28.0, -24.0), (28.0, 22.0))
        place = places[turn % 2]
        return element("g", disc, _line(sign, "#fff", 2.8), transform=at(place))
    return ""


_STAR = "M0-7.5V7.5M-6.5-3.75L6.5 3.75M6.5-3.75L-6.5 3.75"
_PIN = "M-4-7H4M-2.5-7V-1L-5.5 2H5.5L2.5-1V-7M0 2V8"


def _line(path: str, color: str, width: float) -> str:
    return element(
        "path",
        d=path,
        fill="none",
        stroke=color,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _symbol(name: str, content: str) -> str:
    return element(
        "symbol",
        content,
        id=name,
        viewBox="-50 -50 100 100",
        overflow="visible",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _square(side: float, lift: float = 0) -> dict[str, str]:
    """Where a symbol goes so that its middle is the origin, or that much below it."""
    return {
        "x": number(-side / 2),
        "y": number(lift - side / 2),
        "width": number(side),
        "height": number(side),
    }


def _attribute(value: object) -> str:
    return text_of(number(value) if isinstance(value, float) else str(value))
