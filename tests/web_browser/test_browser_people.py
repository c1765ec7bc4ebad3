"""What people do to a board: lay phones on their side, close laptops, look for help."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from board_in_browser import Table, middle
from playwright.sync_api import WebSocketRoute, expect

pytestmark = pytest.mark.slow

STACKED = "Base White[7] wQbB1,wS1bB2,bQ -"
MIDGAME = (
    "Base+MLP;InProgress;White[9];wS1;bG1 -wS1;wQ wS1/;bQ \\bG1;wA1 wQ\\;bA1 -bG1;wB1 wQ/;"
    "bB1 \\bQ;wP wA1\\;bM bB1-;wB1 wQ;bB1 bQ;wA2 wP\\;bA2 -bA1;wM wA2-;bS1 -bQ"
)
BEFORE_THE_END = (
    "Base;InProgress;Black[7];wG1;bB1 wG1-;wQ /wG1;bQ bB1\\;wQ wG1\\;bG1 bQ-;wG1 wQ\\;bA1 bB1/;"
    "wG1 -bB1;bS1 bQ\\;wG1 wQ\\;bS2 bG1\\;wB1 -wQ"
)
TWO_GAMES = '[GameType "Base"]\n\n1. wS1\n\n[GameType "Base"]\n\n1. wA1\n2. bS1 wA1-\n'


def test_a_covered_piece_is_taken_out_of_its_stack(table: Table) -> None:
    page = table.open(STACKED).page
    page.locator("#edit").click()
    expect(page.get_by_text("This position can be played.")).to_be_visible()
    covered = page.locator("#editor").get_by_role("button", name="White queen")
    covered.click()
    expect(covered).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Remove piece").click()
    expect(table.in_hand("wQ")).to_be_enabled()
    assert table.cell_of("wQ") is None
    assert table.cell_of("bB1") is not None
    page.locator("#editor").get_by_role("button", name="White spider 1").click()
    page.locator("#board .target:not(.occupied) > .hit").first.click()
    expect(page.locator("#editor [data-stacked]")).to_have_count(0)  # no stack is left
    assert table.cell_of("wS1") not in (None, table.cell_of("bB2"))


def test_a_link_carries_the_rules_of_its_game(new_table: Callable[..., Table]) -> None:
    table = new_table(permissions=["clipboard-read", "clipboard-write"]).open()
    page = table.page
    page.locator("#new-game").click()
    page.get_by_label("Two people").check()
    page.get_by_text("Rules").click()
    page.get_by_label("The queen may be placed first").check()
    page.get_by_label("A position that comes up three times is a draw").check()
    table.start_game()
    table.in_hand("wQ").click()
    table.click_target()
    table.wait_for_moves(1)
    page.locator("#share").click()
    copy = page.get_by_label("Copy Link to this position")
    copy.click()
    expect(copy).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("Base%2BMLP%3BInProgress%3BBlack%5B1%5D%3BwQ&queen_first&repetition_draw")
    asked: list[str] = []
    page.on("websocket", lambda ws: ws.on("framesent", lambda text: asked.append(str(text))))
    page.goto("about:blank")
    page.goto(link)
    table.wait_for_moves(1)
    views = [text for text in asked if '"do":"view"' in text]
    assert views
    assert all('"queen_first":true,"repetition_draw":true' in text for text in views)


def test_a_link_with_several_games_lets_one_be_chosen(table: Table) -> None:
    page = table.page
    page.goto(table.server.address + "#" + quote(TWO_GAMES))
    expect(page.locator("dialog")).to_contain_text("Which game?")
    expect(table.status).to_contain_text("to move")  # there is a board behind it
    page.locator("dialog button").filter(has_text="Black, Base, 2 moves").click()
    table.wait_for_moves(2)


def test_fields_that_are_not_asked_for_keep_no_game_from_starting(table: Table) -> None:
    page = table.open().page
    page.locator("#new-game").click()
    page.get_by_label("Two people").check()
    page.get_by_label("Play with a clock").check()
    page.get_by_label("Minutes").fill("0")
    page.get_by_label("Play with a clock").uncheck()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("dialog")).to_have_count(0)


def test_animations_take_less_than_200_milliseconds_and_can_be_turned_off(
    new_table: Callable[..., Table],
) -> None:
    table = new_table(reduced_motion="no-preference")
    table.page.add_init_script(
        """window.durations = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
            window.durations.push(options.duration ?? options);
            return animate.call(this, frames, options);
        };"""
    )
    page = table.open(BEFORE_THE_END).page
    page.keyboard.press("a")
    expect(page.locator("#analysis-out .line").first).to_be_visible()
    table.page.locator("#move-text").fill("bA1 \\bG1")
    table.page.locator("#move-text").press("Enter")
    expect(page.locator("#board .mark-surrounded")).to_have_count(1)
    seconds = """() => [...document.querySelectorAll("*")].flatMap((element) =>
        ["", "::before", "::after"].flatMap((part) => {
            const style = getComputedStyle(element, part);
            const counts = style.animationName === "none" ? "0" : style.animationIterationCount;
            const times = Number(counts.replace("infinite", "Infinity"));
            const last = (text) => Math.max(...text.split(",").map(parseFloat));
            return [last(style.transitionDuration), last(style.animationDuration) * times];
        })).filter((time) => time > 0)"""
    camera = page.evaluate("import('/static/camera.js').then(({ LASTING }) => LASTING)")
    played = page.evaluate("durations")
    styled = [1000 * time for time in page.evaluate(seconds)]
    assert played
    assert styled
    assert max(camera, *played, *styled) < 200
    page.locator("#settings").click()
    page.get_by_label("Pieces slide to where they go").uncheck()
    page.keyboard.press("Escape")
    page.evaluate("durations.length = 0")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board .mark-surrounded")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board .mark-surrounded")).to_have_count(1)
    assert page.evaluate("durations") == page.evaluate(seconds) == []


def test_a_closed_laptop_costs_no_time_on_the_clock(table: Table) -> None:
    table.page.clock.install()
    page = table.open().page
    page.locator("#new-game").click()
    page.get_by_label("Two people").check()
    page.get_by_label("Play with a clock").check()
    table.start_game()
    table.in_hand("wS1").click()
    table.click_target()
    table.wait_for_moves(1)
    page.clock.fast_forward(3_600_000)
    clock = page.locator("#side-top .clock")
    page.clock.run_for(3000)
    expect(table.status).to_contain_text("Black to move")
    assert int(clock.inner_text().split(":")[0]) >= 9
    page.clock.run_for(601_000)
    expect(table.status).to_contain_text("Black has run out of time. White wins.")
    expect(page.locator("#undo")).to_be_disabled()


def test_a_dead_connection_is_noticed_when_the_page_is_looked_at_again(table: Table) -> None:
    page = table.page
    dead: list[bool] = []
    made: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        number = len(made)
        made.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if dead and not number else server.send(text))

    page.clock.install()
    page.route_web_socket("**/ws", connect)
    table.open()
    assert len(made) == 1
    dead.append(True)
    page.locator("#move-text").fill("wS1")
    page.locator("#move-text").press("Enter")  # is lost, and nobody has noticed
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.run_for(10_000)
    table.wait_for_moves(1)
    assert len(made) == 2


def test_a_phone_on_its_side_shows_hands_board_and_moves(new_table: Callable[..., Table]) -> None:
    size = {"width": 844, "height": 390}
    phone = new_table(viewport=size, has_touch=True, is_mobile=True).open(MIDGAME)
    for place in ("#side-top .tray", "#board", "#side-bottom .tray", "#status", "#back"):
        box = phone.page.locator(place).bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= size["width"] - box["width"], place
        assert 0 <= box["y"] <= size["height"] - box["height"], place
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.page.wait_for_function(
        """() => {
            const frame = document.querySelector("#board").getBoundingClientRect();
            return frame.height > 350 && [...document.querySelectorAll("#board .piece")].every(
                (piece) => {
                    const box = piece.getBoundingClientRect();
                    return box.left > frame.left && box.right < frame.right
                        && box.top > frame.top && box.bottom < frame.bottom;
                });
        }"""
    )


def test_help_tells_how_every_bug_moves_and_lists_the_keys(table: Table) -> None:
    page = table.open().page
    page.get_by_role("button", name="How to play").click()
    expect(page.locator("dialog .bugs li")).to_have_count(8)
    assert page.locator("dialog h3").first.inner_text() == "Hive in a minute"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("dialog h3").first).to_have_text("Keys")


def test_a_long_press_shows_what_a_stack_holds_and_picks_nothing(phone: Table) -> None:
    spot = middle(phone.open(MIDGAME).piece("wB1"))
    phone.touch("touchStart", spot)
    expect(phone.page.locator("#board .contents use")).to_have_count(4)  # two tiles, two bugs
    phone.touch("touchEnd")
    expect(phone.page.locator("#board .picked")).to_have_count(0)
    assert phone.page.locator("#board .contents").count() == 1
    phone.touch("touchStart", (spot[0], spot[1] + 200))
    phone.touch("touchEnd")
    expect(phone.page.locator("#board .contents")).to_have_count(0)


def test_screen_readers_hear_the_last_move_with_the_end_and_words_in_dialogs(table: Table) -> None:
    page = table.open(BEFORE_THE_END).page
    page.locator("#move-text").fill("bA1 \\bG1")
    page.locator("#move-text").press("Enter")
    expect(page.locator("#announcer")).to_have_text(
        "Black moves ant 1 to the upper left of Black's grasshopper 1. "
        "White wins: Black's queen is surrounded."
    )
    page.locator("#share").click()
    page.evaluate("delete Navigator.prototype.clipboard")  # as over a network, where it is missing
    page.get_by_label("Copy GameString").click()
    expect(page.locator("dialog .announcer")).to_have_text("GameString copied.")


def test_a_setting_holds_in_all_tabs_and_in_the_next_one(new_table: Callable[..., Table]) -> None:
    first = new_table(color_scheme="light").open()
    second = new_table(first.page.context).open()
    first.page.keyboard.press("t")
    expect(second.page.locator("html")).to_have_attribute("data-theme", "dark")
    second.page.keyboard.press("x")
    third = new_table(first.page.context).open()
    third.page.locator("#settings").click()
    expect(third.page.get_by_label("Dark")).to_be_checked()
    expect(third.page.get_by_label("Mark pinned and stunned pieces")).to_be_checked()


def test_much_is_removed_only_when_asked_for_twice(table: Table) -> None:
    page = table.open(MIDGAME).page
    page.locator("#moves .move").nth(1).click()
    expect(page.locator("#moves [aria-current]")).to_have_text("bG1 -wS1")
    prune = page.locator("#prune")
    prune.click()
    expect(prune).to_have_text("Remove 15 moves?")
    assert len(table.moves) == 16
    prune.click()
    table.wait_for_moves(1)
    expect(prune).to_have_text("Remove")


def test_destinations_are_named_in_words(table: Table) -> None:
    table.open("Base;InProgress;White[2];wS1;bS1 wS1-")
    table.in_hand("wQ").click()
    names = [target.get_attribute("aria-label") for target in table.page.locator(".target").all()]
    assert sorted(map(str, names)) == [
        "wQ -wS1, to the left of White spider 1",
        "wQ /wS1, to the lower left of White spider 1",
        "wQ \\wS1, to the upper left of White spider 1",
    ]
