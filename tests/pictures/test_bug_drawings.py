"""The eight bugs can be told apart on small tiles, without colour, whoever they belong to."""

from itertools import combinations, product

import numpy as np
import pytest
from pixels import Pixels, greys, read_png

from engine import Bug, Color, Piece, svg
from engine.bug_drawings import DRAWINGS
from engine.svg_shapes import WIDTH

SMALL = 28
"""The width of a tile in pixels at which bugs must be known."""

FAR = 0.2
"""How much of the way from tile to ink two bugs differ, on average over the tile, at least.

The same bug a little smaller and moved up, as tiles with pips have it, differs by less than that on
either tile, a test says; so bugs that differ by more differ in shape. The nearest two bugs differ
by 0.25.
"""

THEMES = pytest.mark.parametrize("theme", [svg.LIGHT, svg.DARK], ids=["light", "dark"])


def lightness(color: str) -> float:
    red, green, blue = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def drawn(bug: Bug, color: Color, theme: dict[str, str], labels: str | None = None) -> Pixels:
    """A small tile in greyscale, from 0 for the tile to 1 for ink; what is beside it is 0."""
    picture = svg.piece(Piece(color, bug, 1), SMALL, colors=theme, labels=labels)
    side = str(color).lower()
    tile, ink = lightness(theme[f"{side} tile"]), lightness(theme[f"{side} ink"])
    seen = np.clip((greys(read_png(svg.png(picture))) - tile) / (ink - tile), 0, 1)
    return np.where(within(seen), seen, 0)


def within(pixels: Pixels) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """The disc in the middle of a tile that the bug fills."""
    rows, columns = np.mgrid[: pixels.shape[0], : pixels.shape[1]] + 0.5
    scale = SMALL / WIDTH
    away = (columns - SMALL / 2) ** 2 + (rows - 50 * scale) ** 2
    return np.asarray(away < (40 * scale) ** 2)


def difference(one: Pixels, other: Pixels) -> float:
    """The mean difference of two tiles, when one is laid on the other as well as can be."""
    moved = (np.roll(other, step, (0, 1)) for step in product((-1, 0, 1), repeat=2))
    return min(float(np.abs(one - shifted)[within(one)].mean()) for shifted in moved)


def test_every_bug_has_a_drawing() -> None:
    assert set(DRAWINGS) == set(Bug)
    assert len(set(DRAWINGS.values())) == len(Bug)


@THEMES
@pytest.mark.parametrize("color", Color, ids=str)
def test_bugs_differ_on_small_tiles_without_colour(color: Color, theme: dict[str, str]) -> None:
    tiles = {bug: drawn(bug, color, theme) for bug in Bug}
    for one, other in combinations(Bug, 2):
        assert difference(tiles[one], tiles[other]) > FAR, (one, other)


@THEMES
@pytest.mark.parametrize("color", Color, ids=str)
def test_a_bug_a_little_smaller_is_no_other_bug(color: Color, theme: dict[str, str]) -> None:
    for bug in (Bug.SPIDER, Bug.BEETLE, Bug.GRASSHOPPER, Bug.ANT):
        smaller = drawn(bug, color, theme, "pips")
        assert 0 < difference(drawn(bug, color, theme), smaller) < FAR, bug


@THEMES
def test_a_bug_is_known_on_the_other_players_tile(theme: dict[str, str]) -> None:
    white, black = ({bug: drawn(bug, c, theme) for bug in Bug} for c in Color)
    for bug in Bug:
        assert min(Bug, key=lambda other: difference(black[bug], white[other])) is bug
        assert min(Bug, key=lambda other: difference(white[bug], black[other])) is bug


@THEMES
@pytest.mark.parametrize("color", Color, ids=str)
def test_bugs_stand_out_from_their_tile(color: Color, theme: dict[str, str]) -> None:
    """Between a quarter and two thirds of the tile is bug, and some of it as dark as can be."""
    for bug in Bug:
        tile = drawn(bug, color, theme)
        assert 0.25 < tile[within(tile)].mean() < 0.67, bug
        assert tile.max() > 0.9, bug


@THEMES
def test_ink_can_be_read_on_its_tile(theme: dict[str, str]) -> None:
    """By the measure of the Web Content Accessibility Guidelines: 7 to 1 is enough for anybody."""

    def luminance(color: str) -> float:
        parts = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def contrast(one: str, other: str) -> float:
        low, high = sorted((luminance(theme[one]), luminance(theme[other])))
        return (high + 0.05) / (low + 0.05)

    assert contrast("white tile", "white ink") > 7
    assert contrast("black tile", "black ink") > 7
    assert contrast("badge", "badge text") > 7
    assert contrast("background", "text") > 7
    for bug in Bug:
        assert contrast("black tile", f"black {bug}") > 2.5, bug


def test_bugs_stay_on_their_tiles() -> None:
    """Beside the hexagon of the tile and its lower edge, nothing is drawn."""
    for bug in Bug:
        pixels = read_png(svg.png(svg.piece(Piece(Color.WHITE, bug, 1), 173, labels=None)))
        rows, columns = np.mgrid[: pixels.shape[0], : pixels.shape[1]] + 0.5
        x, y = np.abs(columns / 2 - WIDTH / 2), rows / 2 - 50
        beside = (x / 3**0.5 - y > 47.5) | (x / 3**0.5 + y > 51)
        assert 0.1 < beside.mean() < 0.4
        assert pixels[beside, 3].max() == 0, bug
