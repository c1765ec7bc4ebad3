"""The eight bugs as vector drawings in a square from -50 to 50, which a tile fills.

They are seen from above with the head up, but grasshopper and mosquito from the side: their
shapes say more there. Every bug keeps to a silhouette of its own, so that it can be told from the
others on a tile 28 pixels wide and without its colour.

A drawing takes its colours from its user: `currentColor` is ink (legs, heads, outlines), what
has no `fill` of its own is the body, and what has no `stroke` of its own is cut out of the body and
wants the colour of the tile. Stripes and spots are a dark shade of the body.
"""

from engine.pieces import Bug


def _ink(path: str, width: float = 4.5) -> str:
    """A line of ink: a leg, a feeler, an outline."""
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="{width:g}"/>'


def _solid(path: str) -> str:
    """A shape full of ink."""
    return f'<path d="{path}" fill="currentColor" stroke="none"/>'


def _body(path: str, outline: float = 3.5) -> str:
    """A shape in the colour of the bug with an outline of ink."""
    return f'<path d="{path}" stroke="currentColor" stroke-width="{outline:g}"/>'


def _cut(path: str, width: float = 3.5) -> str:
    """A line in the colour of the tile."""
    return f'<path d="{path}" fill="none" stroke-width="{width:g}"/>'


def _shade(path: str) -> str:
    """A dark mark on the body: a stripe, a spot."""
    return f'<path d="{path}" fill="#000" fill-opacity=".8" stroke="none"/>'


def _wing(path: str, outline: float = 3) -> str:
    """A clear wing."""
    return (
        f'<path d="{path}" fill="currentColor" fill-opacity=".18" stroke="currentColor" '
        f'stroke-width="{outline:g}"/>'
    )


def _disc(x: float, y: float, rx: float, ry: float = 0) -> str:
    """The path of an ellipse, or of a circle where one radius is given."""
    ry = ry or rx
    return f"M{x - rx:g} {y:g}a{rx:g} {ry:g} 0 1 0 {2 * rx:g} 0a{rx:g} {ry:g} 0 1 0 {-2 * rx:g} 0z"


def _twice(*right: str) -> str:
    """Both sides of a bug, from its right one."""
    side = "".join(right)
    return f'{side}<g transform="scale(-1 1)">{side}</g>'


_QUEEN = (
    _twice(
        _wing("M6-9C16-27 37-31 38-19C38-8 22 0 7-3Z"),
        _wing("M7-2C18-3 34 1 32 11C29 19 15 12 8 4Z"),
    )
    + _body("M-10 1C-20 11-15 26 0 34C15 26 20 11 10 1Z")
    + _shade("M-13.5 9Q0 14 13.5 9L14.5 14Q0 20-14.5 14Z")
    + _shade("M-13 19.5Q0 25 13 19.5L9.5 25.5Q0 29-9.5 25.5Z")
    + _solid(_disc(0, -5, 10))
    + _solid(_disc(0, -18, 8))
    + _body("M-10-25L-13-38L-6-32L0-42L6-32L13-38L10-25Z", 3)
)

_SPIDER = (
    _twice(
        _ink("M7-12C16-18 21-23 12-36", 4.5),
        _ink("M8-9C20-14 29-17 34-25", 4.5),
        _ink("M8-5C24-8 33 0 36 15", 4.5),
        _ink("M7-1C20 2 27 14 22 33", 4.5),
    )
    + _body(_disc(0, 14, 16, 17))
    + _solid(_disc(0, -9, 10))
    + _cut("M-6 8L0 12L6 8M-5 16L0 20L5 16", 3.5)
)

_BEETLE = (
    _twice(
        _ink("M15-12L27-16L30-26", 5.5),
        _ink("M18 4L30 2L35 10", 5.5),
        _ink("M16 18L26 21L26 30", 5.5),
        _solid("M3-22C4-27 10-28 12-32C13-36 11-38 6-41C14-41 18-35 17-29C15-24 11-22 8-20Z"),
    )
    + _solid("M-10-25H10L16-12V-5H-16V-12Z")
    + _body("M-16-7C-24 6-22 26 0 34C22 26 24 6 16-7Z")
    + _cut("M0-4V31", 3.5)
    + _cut("M-15-8H15", 3)
)

_GRASSHOPPER = (
    _ink("M28-11C26-25 15-33-2-34", 3.5)
    + _ink("M24 11L30 19L26 29M13 14L17 22L13 32", 4.5)
    + _body("M-31 14C-20 2 0-8 18-12C30-15 38-6 36 4C34 12 22 14 12 15C-4 17-20 18-31 14Z")
    + _cut("M28-3h.01", 6)
    + _ink("M-21-25L-37 22L-28 27", 5)
    + _body("M4 10C2-1-10-17-18-28C-22-33-27-29-25-24C-21-11-17 5-11 14C-6 20 5 19 4 10Z")
)

_ANT = (
    _twice(
        _ink("M5-30L8-37L15-36", 3.5),
        _ink("M4-10L17-13L26-27", 4),
        _ink("M5-6L22-4L34 5", 4),
        _ink("M4-2L16 7L24 30", 4),
    )
    + _solid("M0-17C-7-17-12-24-10-29C-8-33 8-33 10-29C12-24 7-17 0-17Z")
    + _solid(_disc(0, -8, 5.5, 9))
    + _solid(_disc(0, 4, 3.5, 4))
    + _body(_disc(0, 20, 11, 13.5))
    + _shade("M-10 18Q0 22 10 18L10 22.5Q0 27-10 22.5Z")
)

_MOSQUITO = (
    _ink("M10-6L18 9L14 32M3-6L1 12L-5 34M-4-6L-19 10L-23 30", 4)
    + _wing("M5-18C-4-31-20-36-28-29C-34-21-18-13 0-12Z", 3.6)
    + _body("M3-9C-10-7-26 3-37 15C-26 18-8 11 6 1Z", 3)
    + _shade("M-12.5-1.5L-8.5 7.5L-13.5 10.5L-18 2ZM-22.5 5L-19 12.5L-24 14.5L-28 9Z")
    + _ink("M20-11L37 9", 4.8)
    + _solid(_disc(6, -11, 11, 10))
    + _solid(_disc(19, -12, 6.5))
)

_LADYBUG = (
    _twice(
        _ink("M20-12L31-19M25 5H36M21 20L28 26", 5),
        _ink("M5-30L10-39", 3.5),
    )
    + _solid("M-15-17C-15-36 15-36 15-17Z")
    + _body(_disc(0, 6, 27))
    + _shade("M-1.75-19H1.75V31H-1.75Z")
    + _twice(_shade(_disc(11.5, -7, 5.8)), _shade(_disc(16, 9.5, 5.8)), _shade(_disc(8.5, 22, 5)))
)

_PILLBUG = (
    _twice(
        _ink("M18-18L28-22M21-9L31-11M22 0H32M22 9L31 11M20 18L28 22M15 26L21 31", 4.5),
        _ink("M6-31L11-37L18-34", 3.5),
    )
    + _body("M0-34C16-34 23-18 23-1C23 18 15 34 0 34C-15 34-23 18-23-1C-23-18-16-34 0-34Z")
    + _cut(
        "M-17-21Q0-15 17-21M-20-12Q0-6 20-12M-21-2Q0 4 21-2M-20 8Q0 14 20 8M-18 18Q0 23 18 18", 3.5
    )
)

DRAWINGS = {
    Bug.QUEEN: _QUEEN,
    Bug.SPIDER: _SPIDER,
    Bug.BEETLE: _BEETLE,
    Bug.GRASSHOPPER: _GRASSHOPPER,
    Bug.ANT: _ANT,
    Bug.MOSQUITO: _MOSQUITO,
    Bug.LADYBUG: _LADYBUG,
    Bug.PILLBUG: _PILLBUG,
}
