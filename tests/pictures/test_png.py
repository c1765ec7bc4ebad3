"""PNG files show what the SVG says, as a browser would, and say so where they cannot be made."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pixels import Pixels, read_png
from positions import board

from engine import Game, PictureError, svg
from engine.svg import Arrow, Mark

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = """
--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --hide-scrollbars --force-device-scale-factor=1
--default-background-color=ffffffff
"""

HIVE = """
    wS1 bA1 wG1
  wM+wB1+bB1 bQ wP
    wQ bL
"""


def size_of(data: bytes) -> tuple[int, int]:
    height, width, _ = read_png(data).shape
    return width, height


def test_a_game_becomes_a_png_of_the_size_asked_for() -> None:
    game = board(HIVE)
    assert max(size_of(game.png(size=300))) == 300
    assert game.png(size=300) == svg.png(game, size=300) == svg.png(game.svg(size=300))
    assert max(size_of(svg.png(game.svg(), size=123))) == 123
    assert size_of(svg.png(svg.piece("wQ", 28))) == (28, 33)


def test_the_options_of_a_picture_count_for_a_png_too() -> None:
    game = board(HIVE)
    plain = game.png(size=200, labels=None)
    assert game.png(size=200, labels=None, colors=svg.DARK) != plain
    assert game.png(size=200, labels=None, hands=True) != plain
    with pytest.raises(TypeError, match="no options but size"):
        svg.png(game.svg(), hands=True)


def test_every_piece_can_be_seen() -> None:
    """Where a tile is said to lie, its colour is."""
    game = board("wQ bQ")
    pixels = read_png(game.png(size=500, last_move=None))
    height, width, _ = pixels.shape
    scale = width / (2 * 86.6 + 28)
    for q, color in ((0, svg.LIGHT["white tile"]), (1, svg.LIGHT["black tile"])):
        x = round((14 + 43.3 + 86.6 * q - 33) * scale)
        seen = pixels[round(height / 2 + 22 * scale), x]
        wanted = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        assert np.allclose(seen[:3], wanted, atol=0.02)


@pytest.mark.parametrize(
    "text", ["", "no picture", "<svg/>", "<svg xmlns='http://www.w3.org/2000/svg' width='1'/>",
             "<svg xmlns='http://www.w3.org/2000/svg' width='100%' height='5'/>",
             "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>",
             "<svg xmlns='http://www.w3.org/2000/svg' width='nan' height='nan'/>",
             "<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='5'/>"]
)  # fmt: skip
def test_what_is_no_picture_is_refused(text: str) -> None:
    with pytest.raises(PictureError, match="no SVG picture"):
        svg.png(text)


def test_bad_sizes_and_games_are_refused() -> None:
    with pytest.raises(ValueError, match="the size must be between"):
        Game().png(size=1)
    with pytest.raises(TypeError, match="must be a Game"):
        svg.png(3)  # type: ignore[arg-type]


def test_without_the_extra_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(
        ImportError, match=r"^PNG pictures need resvg: pip install 'propolis\[png\]'$"
    ):
        Game().png()
    assert Game().svg()


def screenshot(text: str, folder: Path) -> Pixels:
    """What Chromium shows of a picture that fills its window."""
    assert CHROMIUM
    page, shot = folder / "picture.svg", folder / "shot.png"
    page.write_text(text, "utf-8")
    width, height = size_of(svg.png(text)) if text.endswith("</svg>") else (300, 200)
    command = [
        CHROMIUM,
        *FLAGS.split(),
        f"--user-data-dir={folder / 'profile'}",
        f"--screenshot={shot}",
        f"--window-size={width},{height}",
        page.as_uri(),
    ]
    browser = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        browser.wait(60)
    finally:
        if browser.poll() is None:
            os.killpg(browser.pid, signal.SIGKILL)
            browser.wait()
    return read_png(shot.read_bytes())


def on_white(pixels: Pixels) -> Pixels:
    alpha = pixels[..., 3:]
    return np.asarray(pixels[..., :3] * alpha + 1 - alpha)


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to compare pictures with")
def test_a_browser_shows_the_same_picture(tmp_path: Path) -> None:
    """Edges are smoothed differently and may differ by a shade, areas may not."""
    text = board(HIVE).svg(
        size=400,
        hands=True,
        arrows=[("wS1", "wP"), Arrow("wQ", "wG1", "crimson", dashed=True), ("wL", "bL")],
        marks={"wQ": ["stunned", "highlight"], "bA1": "pinned", "wP": Mark("dot")},
    )
    shown, drawn = on_white(screenshot(text, tmp_path)), on_white(read_png(svg.png(text)))
    assert shown.shape == drawn.shape
    apart = np.abs(shown - drawn).max(axis=2)
    assert apart.mean() < 0.01
    assert (apart > 0.25).mean() < 0.002


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to compare pictures with")
def test_a_browser_does_not_show_a_damaged_picture(tmp_path: Path) -> None:
    """So the test above would see an error."""
    text = board(HIVE).svg(size=300)
    shown = on_white(screenshot(text.replace("</defs>", "", 1) + " ", tmp_path))
    assert (shown == 1).all(axis=2).mean() > 0.3
