"""Weight, speed and access: what the page promises to everybody."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from board_in_browser import Table
from playwright.sync_api import Response, expect

pytestmark = pytest.mark.slow

MIDGAME = (
    "Base+MLP;InProgress;White[9];wS1;bG1 -wS1;wQ wS1/;bQ \\bG1;wA1 wQ\\;bA1 -bG1;wB1 wQ/;"
    "bB1 \\bQ;wP wA1\\;bM bB1-;wB1 wQ;bB1 bQ;wA2 wP\\;bA2 -bA1;wM wA2-;bS1 -bQ"
)


def test_the_page_weighs_less_than_200_kilobytes(new_table: Callable[..., Table]) -> None:
    table = new_table()
    files: list[Response] = []
    messages: list[str | bytes] = []
    table.page.on("response", lambda response: files.append(response))
    table.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda text: messages.append(text))
    )
    table.open()
    weight = sum(len(file.body()) for file in files) + sum(map(len, messages))
    assert 100_000 < weight < 200_000, weight


def test_the_page_is_usable_within_a_second(table: Table) -> None:
    table.open()
    times: list[float] = []
    while len(times) < 6 and min(times, default=1000) >= 1000:  # others may be using the machine
        table.page.reload()
        expect(table.page.locator(".tray button:enabled").first).to_be_visible()
        table.page.wait_for_function(
            """() => performance.getEntriesByName("propolis:ready").length"""
        )
        times.append(
            table.page.evaluate(
                """() => performance.getEntriesByName("propolis:ready")[0].startTime"""
            )
        )
    assert min(times) < 1000


def test_a_click_shows_destinations_within_50_milliseconds(table: Table) -> None:
    """For the piece in the middle, in the best of some rounds: others may be using the machine."""
    table.open(MIDGAME)
    medians: list[float] = []
    while len(medians) < 10 and min(medians, default=50) >= 50:
        times = table.page.evaluate(
            """async () => {
                const times = [];
                for (const piece of document.querySelectorAll(".tray button:enabled")) {
                    const start = performance.now();
                    const { x, y } = piece.getBoundingClientRect();
                    const place = { clientX: x + 9, clientY: y + 9, pointerId: 1, bubbles: true };
                    piece.dispatchEvent(new PointerEvent("pointerdown", place));
                    document.querySelector("#board .target").getBoundingClientRect();
                    await new Promise((done) => requestAnimationFrame(done));
                    times.push(performance.now() - start);
                    piece.dispatchEvent(new PointerEvent("pointerup", place));
                }
                return times;
            }"""
        )
        assert len(times) >= 4
        medians.append(sorted(times)[len(times) // 2])
    assert min(medians) < 50


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_nothing_serious_keeps_anybody_out(
    new_table: Callable[..., Table], scheme: str, width: int
) -> None:
    size = {"width": width, "height": 844}
    table = new_table(viewport=size, color_scheme=scheme, bypass_csp=True).open(MIDGAME)
    page = table.page
    findings = _findings(table, "the board")
    page.keyboard.press("a")
    expect(page.locator("#analysis-out .line")).to_have_count(3)
    page.keyboard.press("x")
    findings += _findings(table, "analysis")
    page.keyboard.press("a")
    for button in ("new-game", "open-file", "share", "settings", "help"):
        page.locator(f"#{button}").click()
        expect(page.locator("dialog[open]")).to_be_visible()
        findings += _findings(table, button)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    page.locator("#edit").click()
    expect(page.get_by_text("This position can be played.")).to_be_visible()
    findings += _findings(table, "editor")
    assert findings == []


def test_targets_on_phones_are_large_enough_for_fingers(phone: Table) -> None:
    phone.open(MIDGAME)
    small = phone.page.evaluate(
        """() => [...document.querySelectorAll("button, select, .board-tools button")]
            .filter((button) => button.checkVisibility())
            .map((button) => [button.id || button.className, button.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 39.5 || box.height < 39.5))
            .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
    )
    assert small == []
    width = phone.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


def _findings(table: Table, where: str) -> list[str]:
    found = Axe().run(table.page).response["violations"]
    return [
        f"{where}: {each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
