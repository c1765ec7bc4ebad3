"""The explorer of openings: moves with games, results and scores, which can be seen and played."""

import threading
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from board_in_browser import Table
from playwright.sync_api import Request, WebSocketRoute, expect

from engine import Game
from study import Book

pytestmark = pytest.mark.slow

UNKNOWN = "Base+MLP;InProgress;White[3];wA1;bA1 wA1-;wB1 -wA1;bB1 bA1/"


def open_explorer(table: Table, game: str | None = None) -> None:
    table.open(game)
    table.page.get_by_role("switch", name="Openings").check(force=True)


def test_the_explorer_follows_the_game_and_plays_what_is_clicked(table: Table) -> None:
    open_explorer(table)
    page = table.page
    rows = page.locator(".openings-table tbody tr")
    book = Book.own()
    game = Game("Base+MLP")
    for ply in range(3):
        known = book.moves(game)
        expect(rows).to_have_count(len(known))
        expect(rows.first.locator("button")).to_have_text(known[0].text)
        position = book.position(game)
        assert position is not None
        expect(page.locator("#openings-facts")).to_have_text(f"{position.reached.games:,} games")
        rows.first.click()
        table.wait_for_moves(ply + 1)
        game.play(known[0].text)
    assert table.moves == [*game.move_strings]
    page.keyboard.press("Home")
    expect(rows.first.locator("button")).to_have_text(book.moves(Game("Base+MLP"))[0].text)
    page.keyboard.press("ArrowRight")
    game.undo(2)
    expect(rows.first.locator("button")).to_have_text(book.moves(game)[0].text)
    first = book.moves(game)[0]
    bar = rows.first.locator(".results-bar")
    assert first.played.share_of_white is not None
    expect(bar).to_have_attribute("aria-label", _words(first.played))
    assert first.score is not None
    expect(rows.first.locator(".opening-score")).to_have_text(
        str(first.score).replace("-", "\u2212")
    )


def _words(tally: tuple[int, int, int, int]) -> str:
    white, draws, black, _ = tally
    shares = [int(100 * part / (white + draws + black) + 0.5) for part in (white, draws, black)]
    return f"White won {shares[0]}%, drawn {shares[1]}%, Black won {shares[2]}%"


def test_pointing_at_a_move_shows_it_on_the_board(table: Table) -> None:
    open_explorer(table, "Base+MLP;InProgress;Black[1];wP")
    rows = table.page.locator(".openings-table tbody tr")
    arrows = table.page.locator("#board .arrow")
    expect(arrows).to_have_count(0)
    rows.first.hover()
    expect(arrows).to_have_count(1)
    table.page.locator("#status").hover()
    expect(arrows).to_have_count(0)
    rows.first.locator("button").focus()
    table.page.keyboard.press("Tab")
    expect(arrows).to_have_count(1)
    table.page.keyboard.press("Enter")
    table.wait_for_moves(2)


def test_a_position_that_is_not_in_the_book_says_so(table: Table) -> None:
    open_explorer(table, UNKNOWN)
    expect(table.page.locator("#openings-out")).to_have_text("This position is not in the book.")
    table.page.get_by_role("switch", name="Openings").uncheck(force=True)
    expect(table.page.locator("#openings-out")).to_be_empty()


def test_nothing_is_loaded_before_it_is_opened(table: Table) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.rpartition("/")[2])

    table.page.on("request", note)
    open_explorer(table)
    expect(table.page.locator(".openings-table tbody tr").first).to_be_visible()
    later = asked.index("openings.js")
    assert "main.js" in asked[:later]
    assert {*asked[later:]} == {"openings.js", "openings.css"}


def test_the_explorer_keeps_nobody_out(new_table: Callable[..., Table]) -> None:
    for scheme, width in (("light", 1280), ("dark", 390)):
        size = {"width": width, "height": 844}
        table = new_table(viewport=size, color_scheme=scheme, bypass_csp=True)
        open_explorer(table, "Base+MLP;InProgress;Black[1];wP")
        expect(table.page.locator(".openings-table tbody tr").first).to_be_visible()
        found = Axe().run(table.page).response["violations"]
        serious = [each["id"] for each in found if each["impact"] in ("serious", "critical")]
        assert serious == []
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width
        if width < 860:
            heights = table.page.evaluate(
                "[...document.querySelectorAll('.opening-move button')]"
                ".map((button) => button.getBoundingClientRect().height)"
            )
            assert min(heights) >= 39.5


def test_moves_of_the_position_before_cannot_be_clicked(table: Table) -> None:
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    hold = threading.Event()

    def relay(page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if hold.is_set() and '"openings"' in str(message):
                held.append((server_end, message))
            else:
                server_end.send(message)

        page_end.on_message(pass_on)

    table.page.route_web_socket("**/*", relay)
    open_explorer(table)
    rows = table.page.locator(".openings-table tbody tr")
    expect(rows.first).to_be_visible()
    hold.set()
    rows.first.click()
    table.wait_for_moves(1)
    while not held:
        table.page.wait_for_timeout(10)
    rows.first.dispatch_event("click")
    hold.clear()
    for server_end, message in held:
        server_end.send(message)
    expect(table.page.locator("#openings-out")).not_to_have_attribute("aria-busy", "true")
    rows.first.click()
    table.wait_for_moves(2)
    expect(table.page.locator("#toast")).to_be_hidden()


def test_beside_the_explorer_the_moves_have_room(table: Table) -> None:
    open_explorer(table)
    page = table.page
    rows = page.locator(".openings-table tbody tr")
    for ply in range(6):
        expect(rows.first).to_be_visible()
        rows.first.click()
        table.wait_for_moves(ply + 1)
    page.keyboard.press("Home")
    expect(rows).to_have_count(len(Book.own().moves(Game("Base+MLP"))))
    moves = page.locator(".move-list").bounding_box()
    assert moves is not None
    assert moves["height"] > 90, "three lines"
    page.get_by_role("button", name="Review").first.scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Review").first).to_be_in_viewport()
