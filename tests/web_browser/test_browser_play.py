import random
from collections.abc import Callable

import pytest
from board_in_browser import ServerProcess, Table, middle
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

WON = (
    "Base;WhiteWins;White[8];wG1;bB1 wG1-;wQ /wG1;bQ bB1\\;wQ wG1\\;bG1 bQ-;wG1 wQ\\;bA1 bB1/;"
    "wG1 -bB1;bS1 bQ\\;wG1 wQ\\;bS2 bG1\\;wB1 -wQ;bA1 \\bG1"
)
MUST_PASS = "Base White[7] wQbB1,wS1bB2,bQ -"


def test_a_whole_game_against_the_engine_is_played_by_clicks(table: Table) -> None:
    table.open().new_game(level=1)
    dice = random.Random(1)
    for _ in range(60):
        if not table.wait_for_turn():
            break
        count = len(table.moves)
        table.play_badly(dice)
        table.page.wait_for_function(
            "(count) => document.querySelectorAll('#moves > .turn-row .move').length > count",
            arg=count,
        )
    expect(table.page.locator("#callout")).to_contain_text("wins")
    assert table.page.locator("#board .mark-surrounded").count() >= 1
    expect(table.page.locator("#announcer")).to_contain_text("wins")
    table.page.locator("#callout").get_by_role("button", name="Rematch").click()
    table.wait_for_moves(1)  # the engine is White now
    assert table.page.locator("#side-top .who").inner_text() == "Propolis, level 1"
    assert table.page.locator("#side-top").get_attribute("data-color") == "white"


def test_pieces_are_dragged_by_touch(phone: Table) -> None:
    phone.open().new_game("Two people")
    start, goal = middle(phone.in_hand("wA1")), middle(phone.page.locator("#board"))
    phone.touch("touchStart", start)
    for step in range(1, 6):
        x, y = (a + (b - a) * step / 5 for a, b in zip(start, goal, strict=True))
        phone.touch("touchMove", (x, y))
    expect(phone.page.locator(".drag-ghost")).to_have_count(1)
    phone.touch("touchEnd")
    phone.wait_for_moves(1)
    assert phone.moves == ["wA1"]
    assert phone.page.locator(".drag-ghost").count() == 0


def test_two_fingers_zoom_and_one_moves_the_table(phone: Table) -> None:
    x, y = middle(phone.open().page.locator("#board"))
    view = phone.page.locator("#board .camera")
    before = view.get_attribute("transform")
    phone.touch("touchStart", (x - 40, y), (x + 40, y))
    phone.touch("touchMove", (x - 90, y), (x + 90, y))
    phone.touch("touchEnd")
    zoomed = view.get_attribute("transform")
    assert zoomed != before
    phone.touch("touchStart", (x, y + 60))
    phone.touch("touchMove", (x + 30, y + 90))
    phone.touch("touchMove", (x + 60, y + 120))
    phone.touch("touchEnd")
    assert view.get_attribute("transform") != zoomed
    phone.page.locator("#centre").click()
    assert view.get_attribute("transform") == before


def test_a_few_moves_by_keyboard_alone(table: Table) -> None:
    keyboard = table.open().page.keyboard
    keyboard.press("n")
    table.page.get_by_label("Two people").check()
    keyboard.press("Tab")
    table.page.get_by_role("button", name="Start the game").focus()
    keyboard.press("Enter")
    table.wait_for_game()
    table.in_hand("wS1").focus()
    keyboard.press("Enter")  # picks the spider; the first destination has the focus
    keyboard.press("Enter")
    table.wait_for_moves(1)
    expect(table.page.locator("#announcer")).to_contain_text("spider")
    keyboard.press("m")
    keyboard.type("bS1 wS1-")
    keyboard.press("Enter")
    table.wait_for_moves(2)
    table.in_hand("wQ").focus()
    keyboard.press("Enter")
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    table.wait_for_moves(3)
    assert table.moves[2].startswith("wQ ")
    table.page.evaluate("document.activeElement.blur()")
    keyboard.press("ArrowLeft")
    keyboard.press("ArrowLeft")
    expect(table.page.locator("#moves [aria-current]")).to_have_text("wS1")
    keyboard.press("End")
    keyboard.press("u")
    table.wait_for_moves(2)


def test_a_forced_pass_is_explained_and_comes_by_itself(table: Table) -> None:
    table.open(MUST_PASS)
    expect(table.page.locator("#callout")).to_contain_text("must pass")
    table.page.locator("#edit").click()
    table.page.get_by_role("button", name="Play from here").click()
    table.page.get_by_label("Two people").check()
    table.page.get_by_role("button", name="Start the game").click()
    expect(table.page.locator("#callout")).to_contain_text("must pass")
    table.wait_for_moves(1)
    assert table.moves == ["pass"]


def test_the_end_is_told_and_the_surrounded_queen_shown(table: Table) -> None:
    table.open(WON)
    expect(table.status).to_contain_text("White")
    assert table.page.locator("#board .mark-surrounded[data-piece=bQ]").count() == 1


def test_taking_back_and_resigning(table: Table) -> None:
    table.open().new_game(level=1)
    table.in_hand("wS1").click()
    table.click_target()
    table.wait_for_moves(2)
    table.wait_for_turn()
    table.page.locator("#undo").click()
    table.wait_for_moves(0)
    resign = table.page.locator("#resign")
    resign.click()
    expect(resign).to_have_text("Really resign?")  # a slip of the finger loses no game
    expect(table.status).to_contain_text("Your turn")
    resign.click()
    expect(table.status).to_contain_text("White has resigned")


def test_a_flag_that_falls_ends_the_game(table: Table) -> None:
    table.page.clock.install()
    table.open()
    table.page.locator("#new-game").click()
    table.page.get_by_label("Two people").check()
    table.page.get_by_label("Play with a clock").check()
    table.start_game()
    table.in_hand("wS1").click()
    table.click_target()
    table.wait_for_moves(1)
    table.page.clock.run_for(601_000)
    expect(table.status).to_contain_text("Black has run out of time. White wins.")


def test_a_game_goes_on_after_a_reload(table: Table) -> None:
    table.open().new_game(level=1)
    table.in_hand("wS1").click()
    table.click_target()
    table.wait_for_moves(2)
    moves = table.moves
    table.page.reload()
    table.wait_for_moves(2)
    assert table.moves == moves
    table.wait_for_turn()
    table.in_hand("wQ").click()
    table.click_target()
    table.wait_for_moves(4)


def test_a_game_goes_on_after_the_server_was_away(new_table: Callable[..., Table]) -> None:
    with ServerProcess() as server:
        table = new_table(server=server).open()
        table.new_game(level=1)
        table.in_hand("wS1").click()
        table.click_target()
        table.wait_for_moves(2)
        server.kill()
        banner = table.page.locator("#banner")
        expect(banner).to_contain_text("does not answer")
        table.in_hand("wQ").click()
        table.click_target()  # is sent when the server is back
        server.start()
        expect(banner).to_be_hidden(timeout=30_000)
        table.wait_for_moves(4)
        table.complaints[:] = [text for text in table.complaints if "WebSocket" not in text]


def test_tabs_keep_games_of_their_own(new_table: Callable[..., Table]) -> None:
    first = new_table().open()
    second = new_table(first.page.context).open()
    first.page.locator("#move-text").fill("wS1")
    first.page.locator("#move-text").press("Enter")
    second.page.locator("#move-text").fill("wA1")
    second.page.locator("#move-text").press("Enter")
    first.wait_for_moves(1)
    second.wait_for_moves(1)
    with first.page.expect_popup() as opened:  # a copy, with all that the tab remembers
        first.page.evaluate("window.open(location.href)")
    third = Table(opened.value, first.server)
    third.wait_for_moves(1)
    third.page.locator("#move-text").fill("bS1 wS1-")
    third.page.locator("#move-text").press("Enter")
    third.wait_for_moves(2)
    third.page.wait_for_timeout(1000)
    for table, moves in ((first, ["wS1"]), (second, ["wA1"]), (third, ["wS1", "bS1 wS1-"])):
        table.page.reload()
        table.wait_for_moves(len(moves))
        assert table.moves == moves
