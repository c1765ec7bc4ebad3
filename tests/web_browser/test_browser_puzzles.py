"""Puzzles on the board in a real browser."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from board_in_browser import Table
from playwright.sync_api import Locator, expect

from engine import Game
from study.puzzles import Puzzle, shipped

pytestmark = pytest.mark.slow

PATIENCE = 60_000
ID = re.compile("[0-9a-f]{10}")


def panel(table: Table) -> Locator:
    return table.page.get_by_role("region", name="Puzzles")


def message(table: Table) -> Locator:
    return panel(table).get_by_role("status")


def button(table: Table, name: str) -> Locator:
    return panel(table).get_by_role("button", name=name)


def open_puzzles(table: Table, theme: str) -> Puzzle:
    """Open the panel at some puzzle of a theme."""
    table.page.locator("#puzzles").click()
    expect(panel(table)).to_have_attribute("data-puzzle", ID, timeout=PATIENCE)
    before = str(panel(table).get_attribute("data-puzzle"))
    panel(table).get_by_label("Theme").select_option(theme)
    return another(table, before)


def another(table: Table, before: str) -> Puzzle:
    """The puzzle that comes after one."""
    expect(panel(table)).not_to_have_attribute("data-puzzle", before)
    key = panel(table).get_attribute("data-puzzle")
    puzzle = next(each for each in shipped() if each.id == key)
    expect(panel(table).locator(".puzzle-task")).to_have_text(puzzle.task)
    return puzzle


def play(table: Table, game: Game, text: str) -> None:
    """A move by clicks."""
    move = game.parse_move(text)
    assert move.piece is not None
    assert move.to is not None
    table._pick(move.piece.name)
    table.click_target(f"{move.to.q},{move.to.r}")


def test_a_puzzle_is_solved_and_the_streak_is_kept(table: Table) -> None:
    table.open()
    puzzle = open_puzzles(table, "win in 2")
    first, reply, last = puzzle.solution
    game = puzzle.game
    play(table, game, first)
    expect(message(table)).to_contain_text(f"Right. {reply} is the answer", timeout=PATIENCE)
    game.play(first)
    game.play(reply)
    expect(table.page.locator("#board .movable").first).to_be_visible()
    play(table, game, last)
    expect(message(table)).to_contain_text("Solved", timeout=PATIENCE)
    expect(panel(table)).to_contain_text(f"Streak 1, best 1. Solved 1 of {len(shipped())}.")
    button(table, "Next puzzle").click()
    another(table, puzzle.id)
    table.page.reload()
    table.page.locator("#puzzles").click()
    expect(panel(table)).to_have_attribute("data-puzzle", ID, timeout=PATIENCE)
    expect(panel(table)).to_contain_text("Streak 1, best 1. Solved 1 of ")
    expect(panel(table).get_by_label("Theme")).to_have_value("win in 2")


def test_a_wrong_move_is_refuted_and_can_be_tried_again(table: Table) -> None:
    table.open()
    puzzle = open_puzzles(table, "only defence")
    game = puzzle.game
    wrong = next(m for m in game.legal_move_strings if m != puzzle.solution[0])
    play(table, game, wrong)
    expect(message(table)).to_contain_text("wins", timeout=PATIENCE)
    expect(message(table)).to_have_class(re.compile("bad"))
    button(table, "Try again").click()
    expect(message(table)).to_have_text("")
    play(table, game, puzzle.solution[0])
    expect(message(table)).to_contain_text("Solved", timeout=PATIENCE)
    expect(panel(table)).to_contain_text("Streak 0, best 0. Solved 1 of ")


def test_hints_the_solution_and_the_way_back_to_the_game(table: Table) -> None:
    table.open()
    expect(table.page.locator("#callout")).to_be_visible()
    puzzle = open_puzzles(table, "win in 3")
    expect(table.page.locator("#callout")).to_be_hidden()
    piece = puzzle.solution[0].split()[0]
    for words in ("", f"Move {piece}.", f"Play {puzzle.solution[0]}."):
        before = message(table).inner_text()
        button(table, "Hint").click()
        expect(message(table)).not_to_have_text(before, timeout=PATIENCE)
        expect(message(table)).to_contain_text(words)
    expect(table.page.locator(f".picked[data-piece={piece}]")).to_have_count(1)
    button(table, "Solution").click()
    expect(message(table)).to_contain_text("; ".join(puzzle.solution), timeout=PATIENCE)
    expect(button(table, "Hint")).to_be_disabled()
    button(table, "Back to the game").click()
    expect(panel(table)).to_have_count(0)
    expect(table.page.locator("#board .piece")).to_have_count(0)
    expect(table.page.locator("#callout")).to_be_visible()
    # Other things that take the table close the panel, too.
    table.page.locator("#puzzles").click()
    expect(panel(table)).to_have_attribute("data-puzzle", ID, timeout=PATIENCE)
    table.page.locator("#edit").click()
    expect(panel(table)).to_have_count(0)
    expect(table.page.get_by_role("region", name="Set up a position")).to_be_visible()


def test_a_game_that_is_played_waits_and_goes_on(table: Table) -> None:
    table.open()
    table.new_game()
    assert table.wait_for_turn()
    open_puzzles(table, "win in 1")
    button(table, "Back to the game").click()
    expect(table.status).to_contain_text("Your turn")
    expect(table.page.locator(".tray button:enabled").first).to_be_visible()


def test_an_impatient_person_gets_one_panel_and_the_game_goes_on(table: Table) -> None:
    """Two clicks at once, and from the puzzles to the editor: the game waits all the while."""
    table.open()
    table.new_game()
    expect(table.status).to_contain_text("Your turn")
    table.page.locator("#puzzles").evaluate("button => { button.click(); button.click(); }")
    expect(panel(table)).to_have_attribute("data-puzzle", ID, timeout=PATIENCE)
    expect(panel(table)).to_have_count(1)
    table.page.locator("#edit").click()
    expect(panel(table)).to_have_count(0)
    table.page.locator("#editor").get_by_role("button", name="Cancel").click()
    expect(table.status).to_contain_text("Your turn")


def test_parts_of_the_page_say_when_the_server_is_away(new_table: Callable[..., Table]) -> None:
    table = new_table()
    table.open()
    for part in ("puzzles", "openings", "review"):
        table.page.route(f"**/{part}.js", lambda route: route.abort())
    for part in ("puzzles", "openings", "review"):
        switch = table.page.locator({"openings": "label:has(#openings-on)"}.get(part, f"#{part}"))
        switch.click()
        expect(table.page.locator("#toast")).to_contain_text(f"The {part} cannot be loaded")
    expect(table.page.locator("#openings-on")).not_to_be_checked()
    expect(table.page.locator("#game-panel")).to_be_visible()
    table.complaints.clear()  # the browser tells of files that it did not get


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_the_panel_keeps_nobody_out(
    new_table: Callable[..., Table], scheme: str, width: int
) -> None:
    size = {"width": width, "height": 844}
    table = new_table(viewport=size, color_scheme=scheme, bypass_csp=True).open()
    open_puzzles(table, "win in 2")
    button(table, "Hint").click()
    expect(message(table)).not_to_have_text("", timeout=PATIENCE)
    found = Axe().run(table.page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
    wide = table.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_two_tabs_keep_one_score(new_table: Callable[..., Table]) -> None:
    first = new_table()
    first.open()
    # One of them is of another version and ships no more: it counts for nothing.
    kept = '{"solved": ["0000000000"], "streak": 4, "best": 6, "theme": "win in 1"}'
    first.page.evaluate(f"localStorage['propolis:puzzles'] = {kept!r}")
    second = new_table(first.page.context)
    puzzles = []
    for each in (first, second):
        each.open()
        each.page.locator("#puzzles").click()
        expect(panel(each)).to_have_attribute("data-puzzle", ID, timeout=PATIENCE)
        expect(panel(each)).to_contain_text(f"Streak 4, best 6. Solved 0 of {len(shipped())}.")
        key = panel(each).get_attribute("data-puzzle")
        puzzles.append(next(puzzle for puzzle in shipped() if puzzle.id == key))
    for number, (each, puzzle) in enumerate(zip((first, second), puzzles, strict=True), start=1):
        expect(panel(each).locator(".puzzle-task")).to_have_text(puzzle.task)
        each.page.bring_to_front()
        play(each, puzzle.game, puzzle.solution[0])
        expect(message(each)).to_contain_text("Solved", timeout=PATIENCE)
        solved = len({one.id for one in puzzles[:number]})
        expect(panel(each)).to_contain_text(f"Streak {4 + number}, best 6. Solved {solved} of ")
