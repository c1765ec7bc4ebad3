"""Make the screenshots of the board in the README: `python -m docs.images.screenshots`.

It needs Chromium or Chrome and the packages of `propolis[dev]`.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

from engine import read_pgn

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLIES = 22
"""Moves of the example game that are shown."""

DEPTH = 9
"""How deep the analysis is to be before the picture is taken."""


def main() -> None:
    """Start a server and a browser, and take the pictures."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise SystemExit("neither chromium nor chrome is installed")
    command = [sys.executable, "-m", "web", "--no-open", "--port", "0"]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            take(browser, address, "board.png", 1280, 800, "light")
            take(browser, address, "board-phone.png", 390, 844, "dark")
            browser.close()
    finally:
        server.terminate()
        server.wait(30)


def take(browser: Browser, address: str, name: str, width: int, height: int, theme: str) -> None:
    """One picture: the game in `examples/`, analysed."""
    game = read_pgn(ROOT / "examples" / "game.pgn").game
    game.undo(game.ply - PLIES)
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page.goto(f"{address}#{quote(game.notation)}")
    page.get_by_role("switch", name="Analysis").check(timeout=60_000)
    deep_enough = "depth => Number(/depth (\\d+)/.exec(document.body.innerText)?.[1]) >= depth"
    page.wait_for_function(deep_enough, arg=DEPTH, timeout=60_000)
    page.wait_for_selector("#toast", state="hidden")
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=FOLDER / name)
    page.close()


if __name__ == "__main__":
    main()
