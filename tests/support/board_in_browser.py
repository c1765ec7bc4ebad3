"""The board in a real browser: a server process, and a page that tests can play on."""

import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def installed_browser() -> str | None:
    """The browser of this machine, if it has one that these tests can drive."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


class ServerProcess:
    """`propolis web` as a user starts it; it can be killed and started again at its address."""

    def __init__(self, *options: str) -> None:
        self.port = 0
        self._options = options
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "web", "--no-open", "--port", str(self.port)]
        command += self._options
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


class Table:
    """A page with the board. What the browser complains of is kept in `complaints`."""

    def __init__(self, page: Page, server: ServerProcess) -> None:
        self.page = page
        self.server = server
        self._fingers: Any = None
        self.complaints: list[str] = []
        self.outside: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._requested(request.url))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _requested(self, url: str) -> None:
        if not url.startswith((self.server.address, "data:", "blob:")):
            self.outside.append(url)

    def open(self, game: str | None = None) -> Self:
        self.page.goto("about:blank")
        link = "" if game is None else "#" + json.dumps(game)[1:-1].replace("\\\\", "%5C")
        self.page.goto(self.server.address + link)
        expect(self.page.locator("#status")).not_to_have_text("Connecting…", timeout=60_000)
        return self

    def new_game(self, against: str = "Against the engine", level: int = 1) -> None:
        page = self.page
        page.locator("#new-game").click()
        page.get_by_label(against).check()
        for slider in page.locator("dialog input[type=range]:visible").all():
            slider.fill(str(level))
        self.start_game()

    def start_game(self) -> None:
        """Press the button of the dialog, and wait until the game is on the table."""
        self.page.get_by_role("button", name="Start the game").click()
        self.wait_for_game()

    def wait_for_game(self) -> None:
        """Wait until the game that has been started is on the table: till then nobody can play."""
        expect(self.page.locator("dialog")).to_have_count(0)
        expect(self.page.locator("#resign:visible, #pause:visible").first).to_be_visible()

    @property
    def moves(self) -> list[str]:
        """The moves of the main line, as the list has them."""
        return self.page.locator("#moves > .turn-row .move").all_inner_texts()

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    def piece(self, name: str) -> Locator:
        return self.page.locator(f"#board .piece[data-piece={name}]")

    def in_hand(self, name: str) -> Locator:
        return self.page.locator(f".tray [data-piece={name}]")

    def targets(self) -> list[str]:
        return [
            str(target.get_attribute("data-target"))
            for target in self.page.locator("#board .target").all()
        ]

    def click_target(self, cell: str | None = None) -> None:
        where = "" if cell is None else f'[data-target="{cell}"]'
        self.page.locator(f"#board .target{where} > .hit").first.click()

    def wait_for_moves(self, count: int) -> None:
        expect(self.page.locator("#moves > .turn-row .move")).to_have_count(count, timeout=20_000)

    def cell_of(self, piece: str) -> tuple[int, int] | None:
        stack = self.page.locator("#board .stack").filter(
            has=self.page.locator(f"[data-piece={piece}]")
        )
        if not stack.count():
            return None
        q, r = str(stack.get_attribute("data-cell")).split(",")
        return int(q), int(r)

    def wait_for_turn(self) -> bool:
        """Wait until the person may move; whether the game goes on."""
        self.page.wait_for_function(
            """() => /Rematch/.test(document.querySelector("#callout").textContent)
                || /Your turn/.test(document.querySelector("#status").textContent)""",
            timeout=20_000,
        )
        return "Your turn" in self.status.inner_text()

    def play_badly(self, dice: random.Random) -> None:
        """One move by clicks that helps to surround the queen of one's own."""
        page = self.page
        if page.get_by_role("button", name="Pass", exact=True).is_visible():
            page.get_by_role("button", name="Pass", exact=True).click()
            return
        queen = self.cell_of("wQ")
        names = [
            str(each.get_attribute("data-piece"))
            for each in page.locator("#side-bottom .tray button:enabled, #board .movable").all()
        ]
        if queen is None:
            names = ["wQ"] if "wQ" in names else names[:1]
        else:
            dice.shuffle(names)
            names = [name for name in names if name != "wQ"] or names
        near = set() if queen is None else {(queen[0] + q, queen[1] + r) for q, r in AROUND}
        chosen: tuple[str, str] | None = None
        for name in names:
            here = self.cell_of(name)
            if here in near:
                continue
            self._pick(name)
            cells = self.targets()
            good = [cell for cell in cells if tuple(map(int, cell.split(","))) in near]
            empty = [cell for cell in good if not page.locator(f'[data-cell="{cell}"]').count()]
            if empty:
                self.click_target(empty[0])
                return
            chosen = chosen or (name, cells[0])
        name, cell = chosen or (names[0], "")
        self._pick(name)
        self.click_target(cell or None)

    def _pick(self, name: str) -> None:
        hand = self.in_hand(name)
        place = hand if hand.count() else self.piece(name).locator(".hit")
        picked = self.page.locator(f".picked[data-piece={name}]")
        if not picked.count():
            self.page.keyboard.press("Escape")
            place.click()

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """A touch event of the browser itself: touchStart, touchMove or touchEnd."""
        if self._fingers is None:
            self._fingers = self.page.context.new_cdp_session(self.page)
        at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def middle(place: Locator) -> tuple[float, float]:
    """The middle of something on the page."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def number_in(text: str) -> float:
    """The first number of a text."""
    found = re.search(r"-?\d+(?:\.\d+)?", text)
    assert found, text
    return float(found.group())
