from collections.abc import Callable

import pytest
from board_in_browser import ServerProcess, Table, middle
from playwright.sync_api import expect

from engine import Game, write_sgf

pytestmark = pytest.mark.slow

OPENING = "Base+MLP;InProgress;White[2];wS1;bS1 wS1-"
PGN = """[GameType "Base+MLP"]
[White "<img src=x onerror=alert(1)>"]
[Black "Bob"]
[Result "1-0"]

1. wS1 {<b>quiet</b>}
2. bS1 wS1-?! (2. bG1 wS1- {sharper} 3. wQ -wS1)
3. wQ -wS1
"""
SGF = write_sgf(Game.from_notation(OPENING))
POSITION = "Base White[7] wQ,1,bS1/wS1,bQbB1 -"


def test_analysis_is_switched_on_and_off_at_once(table: Table) -> None:
    table.open(OPENING)
    page = table.page
    page.get_by_role("switch", name="Analysis").check()
    lines = page.locator("#analysis-out .line")
    expect(lines).to_have_count(3)
    expect(page.locator("#analysis-facts")).to_contain_text("depth")
    expect(page.locator("#eval-bar")).to_be_visible()
    expect(page.locator("#board .arrow")).to_have_count(3)
    page.locator("#analysis-options").click()
    page.locator("#analysis-lines").select_option("5")
    expect(lines).to_have_count(5)
    page.keyboard.press("a")
    expect(lines).to_have_count(0)
    expect(page.locator("#board .arrow")).to_have_count(0)
    expect(page.locator("#eval-bar")).to_be_hidden()


def test_a_line_is_shown_when_pointed_at_and_played_when_clicked(table: Table) -> None:
    table.open(OPENING)
    page = table.page
    page.keyboard.press("a")
    expect(page.locator("#analysis-out .line")).to_have_count(3)
    second = page.locator("#analysis-out .line").first.locator("button").nth(1)
    second.hover()
    expect(page.locator("#board .piece")).to_have_count(4)
    assert len(table.moves) == 2
    second.click()
    table.wait_for_moves(4)


def test_games_of_every_kind_are_opened(table: Table) -> None:
    page = table.open().page
    page.locator("#open-file").click()
    page.get_by_label("Text of a game").fill("nonsense")
    page.get_by_role("button", name="Open", exact=True).last.click()
    expect(page.locator("dialog .problem")).not_to_be_empty()
    page.keyboard.press("Escape")
    for text, moves in ((OPENING, 2), (PGN, 3), (SGF, 2), (POSITION, 0)):
        page.locator("#open-file").click()
        page.get_by_label("Text of a game").fill(text)
        page.get_by_role("button", name="Open", exact=True).last.click()
        expect(page.locator("dialog")).to_have_count(0)
        table.wait_for_moves(moves)
    assert table.cell_of("bB1") == table.cell_of("bQ")


def test_a_file_is_dropped_on_the_page(table: Table) -> None:
    table.open().page.evaluate(
        """(text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "game.pgn"));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
        }""",
        PGN,
    )
    table.wait_for_moves(3)


def test_names_and_comments_of_files_are_text_and_nothing_else(table: Table) -> None:
    test_a_file_is_dropped_on_the_page(table)
    page = table.page
    assert "<img src=x" in page.locator("#side-bottom .who").inner_text()
    assert page.locator("#moves .comment").first.inner_text() == "<b>quiet</b>"
    assert page.locator("main img, main b").count() == 0


def test_variations_are_walked_promoted_pruned_and_commented(table: Table) -> None:
    test_a_file_is_dropped_on_the_page(table)
    page = table.page
    page.locator("#moves .variation .move").first.click()
    expect(page.locator("#comment")).to_have_value("sharper")
    page.locator("#comment").fill("much sharper")
    expect(page.locator("#moves .variation .comment")).to_have_text("much sharper")
    page.locator("#promote").click()
    assert table.moves == ["wS1", "bG1 wS1-", "wQ -wS1"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#moves [aria-current]")).to_contain_text("bS1 wS1-")
    page.locator("#prune").click()
    expect(page.locator("#moves .variation")).to_have_count(0)
    expect(page.locator("#moves [aria-current]")).to_have_text("wS1")


def test_a_link_holds_the_game_and_all_formats_are_copied(
    new_table: Callable[..., Table],
) -> None:
    table = new_table(permissions=["clipboard-read", "clipboard-write"]).open(OPENING)
    page = table.page
    page.locator("#share").click()
    begins = {
        "GameString": OPENING,
        "PGN with variations": '[GameType "Base+MLP"]',
        "SGF with variations": "(;GM[27]",
        "Picture as SVG": "<svg ",
        "Link to this position": table.server.address + "#Base",
    }
    copied = ""
    for name, start in begins.items():
        page.get_by_label(f"Copy {name}").click()
        page.wait_for_function(
            "async (start) => (await navigator.clipboard.readText()).startsWith(start)", arg=start
        )
        copied = page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        page.get_by_label("Save Picture as PNG").click()
    with open(download.value.path(), "rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n"
    page.goto("about:blank")
    page.goto(copied)
    table.wait_for_moves(2)


def test_a_position_is_played_from_only_when_the_server_has_seen_it(table: Table) -> None:
    page = table.open().page
    buttons = "[...document.querySelectorAll('#editor button')].filter((it) => it.disabled).length"
    assert (
        page.evaluate(f"() => {{ document.getElementById('edit').click(); return {buttons}; }}")
        == 2
    )
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    empty = "[...document.querySelectorAll('#editor .row button')][1]"
    assert page.evaluate(f"() => {{ {empty}.click(); return {buttons}; }}") == 2
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()


def test_a_position_is_set_up_and_analysed(table: Table) -> None:
    page = table.open().page
    page.locator("#edit").click()
    good = page.get_by_text("This position can be played.")
    expect(good).to_be_visible()
    for name in ("wS1", "bS1", "wQ"):
        table.in_hand(name).click()
        table.click_target()
    expect(page.locator("#editor .problems li").first).to_be_visible()
    expect(page.get_by_role("button", name="Analyse from here")).to_be_disabled()
    table.in_hand("bQ").click()
    table.click_target()
    start, goal = middle(table.piece("bQ")), middle(page.locator("#side-top"))
    page.mouse.move(*start)  # a piece that is dragged off the table goes back into the hand
    page.mouse.down()
    page.mouse.move(*goal, steps=4)
    page.mouse.up()
    expect(table.piece("bQ")).to_have_count(0)
    page.locator("#editor select").nth(1).select_option("Black")
    page.get_by_label("Turn", exact=True).fill("4")
    expect(page.locator("#editor .problems li").first).to_be_visible()
    page.get_by_role("button", name="Empty the table").click()
    expect(good).to_be_visible()
    page.get_by_role("button", name="Analyse from here").click()
    expect(page.locator("#analysis-out .line")).to_have_count(3)


def test_an_engine_in_trouble_is_told_of_and_tried_again(new_table: Callable[..., Table]) -> None:
    command = "false"
    with ServerProcess("--engine", f"Broken={command}") as server:
        table = new_table(server=server).open()
        page = table.page
        page.locator("#new-game").click()
        page.get_by_label("Engine: engine").select_option("Broken")
        page.get_by_label("Black", exact=True).check()
        page.get_by_role("button", name="Start the game").click()
        expect(table.status).to_contain_text("in trouble", timeout=20_000)
        page.get_by_role("button", name="Try again").click()
        expect(table.status).to_contain_text("in trouble", timeout=20_000)


def test_the_hive_stays_in_sight_while_it_drifts(table: Table) -> None:
    line = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"]
    line += ["wA1 bA1-", "bA2 bQ\\", "wA2 wA1-", "bA2 wA2-", "wA3 wA1/", "bA3 bA2-"]
    page = table.open(f"Base;NotStarted;White[1];{';'.join(line)}").page
    table.wait_for_moves(len(line))
    for made in range(len(line), 0, -1):
        in_play = {move.split()[0] for move in line[:made]}
        expect(page.locator("#board .piece")).to_have_count(len(in_play))
        board = page.locator("#board").bounding_box()
        assert board is not None
        for piece in page.locator("#board .piece").all():
            x, y = middle(piece)
            assert board["x"] < x < board["x"] + board["width"]
            assert board["y"] < y < board["y"] + board["height"]
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#board .piece")).to_have_count(0)


def test_what_is_too_large_for_the_server_is_refused_before_it_is_sent(table: Table) -> None:
    page = table.open().page
    page.locator("#open-file").click()
    page.get_by_label("Text of a game").evaluate("(field) => field.value = 'é'.repeat(600_000)")
    page.get_by_role("button", name="Open", exact=True).last.click()
    expect(page.locator("dialog .problem")).to_contain_text("more than the server takes")
    expect(page.locator("#banner")).to_be_hidden()
