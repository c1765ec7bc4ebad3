"""The review of a game as a page of its own, and on the board."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from board_in_browser import Table, middle
from playwright.sync_api import Browser, Page, expect
from review_games import crowded

from engine import GameTree
from search import Limits
from study import GameReview, review_game, review_page

pytestmark = pytest.mark.slow

HOSTILE = "</script><script>alert(1)</script>]]>--><img src=x onerror=alert(2)>"


SMALL_TARGETS = """(place) => [...document.querySelectorAll(`${place} button, ${place} select`)]
    .filter((button) => button.checkVisibility())
    .map((button) => [button.id || button.textContent, button.getBoundingClientRect()])
    .filter(([, box]) => box.width < 39.5 || box.height < 39.5)
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
"""What is too small for fingers."""


def serious_findings(page: Page) -> list[str]:
    """What keeps people out."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:160]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


class Reading:
    """A review in a browser; what the browser complains of and asks for is kept."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.outside: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.on("request", lambda request: self.outside.append(request.url))
        page.goto(path.as_uri())
        self.outside = [url for url in self.outside if not url.startswith(("file:", "data:"))]

    def pieces(self) -> set[str]:
        """The pieces on the board."""
        shown = self.page.locator("#board [data-piece]").all()
        return {str(piece.get_attribute("data-piece")) for piece in shown}


@pytest.fixture(scope="module")
def reviewed() -> tuple[GameTree, GameReview]:
    tree = GameTree.from_game(crowded(plies=24), {"White": HOSTILE, "Black": "Bob & <b>Co</b>"})
    next(tree.mainline()).comment = HOSTILE
    return tree, review_game(tree, Limits(nodes=150))


@pytest.fixture
def open_review(
    browser: Browser, reviewed: tuple[GameTree, GameReview], tmp_path: Path
) -> Iterator[Callable[..., Reading]]:
    path = tmp_path / "game.review.html"
    path.write_text(review_page(*reviewed, source=HOSTILE), encoding="utf-8")
    contexts = []
    readings: list[Reading] = []

    def open_page(**options: object) -> Reading:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(15_000)
        contexts.append(context)
        readings.append(Reading(context.new_page(), path))
        return readings[-1]

    yield open_page
    for context in contexts:
        context.close()
    assert [text for reading in readings for text in reading.complaints] == []
    assert [url for reading in readings for url in reading.outside] == []


def test_a_review_is_stepped_through_with_the_keys(
    open_review: Callable[..., Reading], reviewed: tuple[GameTree, GameReview]
) -> None:
    tree, review = reviewed
    reading = open_review()
    page = reading.page
    assert reading.pieces() == set()
    for node, move in zip(tree.mainline(), review.moves, strict=True):
        page.keyboard.press("ArrowRight")
        stacks = node.game().stacks
        assert reading.pieces() == {p.name for pieces in stacks.values() for p in pieces}
        cells = page.locator("#board [data-cell]").evaluate_all(
            "all => all.map((cell) => cell.dataset.cell)"
        )
        assert {*cells} == {f"{place.q},{place.r}" for place in stacks}
        expect(page.locator("#verdict strong")).to_contain_text(move.move)
        current = page.locator("#moves [aria-current]")
        expect(current).to_have_text(move.move + move.judgement.sign)
    expect(page.locator("#on")).to_be_disabled()
    page.keyboard.press("Home")
    assert reading.pieces() == set()


def test_the_better_line_is_played_on_the_board(
    open_review: Callable[..., Reading], reviewed: tuple[GameTree, GameReview]
) -> None:
    tree, review = reviewed
    reading = open_review()
    page = reading.page
    page.keyboard.press("n")
    nodes = [tree, *tree.mainline()]
    place = next(i for i, move in enumerate(review.moves) if move.judgement.is_error)
    move = review.moves[place]
    expect(page.locator("#line")).to_contain_text("Better")
    after = reading.pieces()
    game = nodes[place].game()
    for count, text in enumerate(move.best.moves, start=1):
        if count == 1:
            page.locator("#line button").first.click()
        else:
            page.keyboard.press("ArrowRight")
        game.play(text)
        shown = {p.name for pieces in game.stacks.values() for p in pieces}
        assert reading.pieces() == shown
        expect(page.locator("#line [aria-current]")).to_have_text(text)
    page.get_by_role("button", name="Back to the game").click()
    assert reading.pieces() == after


def test_a_click_on_the_graph_goes_there(
    open_review: Callable[..., Reading], reviewed: tuple[GameTree, GameReview]
) -> None:
    reading = open_review()
    graph = reading.page.locator("#graph")
    x, y = middle(graph)
    reading.page.mouse.click(x, y)
    half = round(len(reviewed[1].moves) / 2)
    expect(reading.page.locator(f'#moves [data-ply="{half}"]')).to_have_attribute(
        "aria-current", "true"
    )


def test_names_and_comments_are_text_and_nothing_comes_from_elsewhere(
    open_review: Callable[..., Reading],
) -> None:
    page = open_review().page
    expect(page.locator("#title")).to_contain_text(HOSTILE)
    expect(page.locator("#moves .said").first).to_have_text(HOSTILE)
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    policy = str(page.locator("meta[http-equiv]").get_attribute("content"))
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy


def test_the_policy_of_a_review_forbids_all_that_is_not_its_own(
    browser: Browser, reviewed: tuple[GameTree, GameReview], tmp_path: Path
) -> None:
    path = tmp_path / "attacked.html"
    attack = '<script>window.attacked = 1</script><img src="http://127.0.0.1:9/x"></body>'
    path.write_text(review_page(*reviewed).replace("</body>", attack), encoding="utf-8")
    page = browser.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(path.as_uri())
    expect(page.locator("#moves button").first).to_be_visible()
    assert page.evaluate("window.attacked") is None
    fetched = "fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')"
    assert page.evaluate(fetched) == "refused"
    assert sum("Content Security Policy" in text for text in refused) >= 3
    page.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_a_review_is_readable_by_everybody(
    browser: Browser,
    reviewed: tuple[GameTree, GameReview],
    tmp_path: Path,
    scheme: str,
    width: int,
) -> None:
    path = tmp_path / "page.html"
    path.write_text(review_page(*reviewed), encoding="utf-8")
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,
    )
    page = context.new_page()
    page.goto(path.as_uri())
    page.keyboard.press("n")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert width > 500 or page.evaluate(SMALL_TARGETS, "body") == []
    assert serious_findings(page) == []
    context.close()


def test_the_board_reviews_the_game_on_the_table(table: Table) -> None:
    game = crowded(plies=24)
    quick = review_game(game, Limits(nodes=5000))
    place = next(i for i, move in enumerate(quick.moves) if move.judgement.is_error)
    table.open(game.notation)
    page = table.page
    page.locator("#review").click()
    page.locator("#review-card select").select_option("5000")  # which begins anew
    expect(page.locator("#review-card summary")).to_be_visible(timeout=60_000)
    for number, move in enumerate(quick.moves):
        button = page.locator("#moves > .turn-row .move").nth(number)
        expect(button).to_have_text(move.move + move.judgement.sign)
    page.locator("#moves > .turn-row .move").nth(place).click()
    verdict = page.locator(".review-verdict")
    expect(verdict).to_contain_text(str(quick.moves[place].judgement).capitalize())
    better = quick.moves[place].best.moves[:2]
    verdict.locator("[data-ahead]").nth(len(better) - 1).click()
    variation = page.locator("#moves .variation .move")
    expect(variation).to_have_count(len(better))
    assert variation.all_inner_texts() == [*better]
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#moves [aria-current]")).to_have_text(
        re.compile(re.escape(quick.moves[place].move))
    )
    page.get_by_role("button", name="Close the review").click()
    expect(page.locator("#review-card")).to_be_hidden()


def test_a_review_that_is_stopped_can_be_begun_again(table: Table) -> None:
    table.open(crowded(plies=30).notation)
    page = table.page
    page.keyboard.press("v")
    page.locator("#review-card select").select_option("100000")  # long enough to be stopped
    expect(page.locator("#review-go")).to_have_text("Stop")
    page.locator("#review-go").click()
    expect(page.locator("#review-go")).to_have_text("Review")
    expect(page.locator("#review-card progress")).to_be_hidden()
    page.keyboard.press("v")
    expect(page.locator("#review-card")).to_be_hidden()


def test_the_review_on_a_phone_can_be_read_and_touched(new_table: Callable[..., Table]) -> None:
    size = {"width": 390, "height": 844}
    table = new_table(viewport=size, has_touch=True, color_scheme="dark", bypass_csp=True)
    table.open(crowded(plies=12).notation)
    page = table.page
    page.locator("#review").click()
    page.locator("#review-card select").select_option("5000")
    page.locator("#review-card summary").click(timeout=60_000)
    small = page.evaluate(SMALL_TARGETS, "#review-card")
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious_findings(page) == []


def test_without_moves_there_is_nothing_to_review(table: Table) -> None:
    table.open()
    table.page.locator("#review").click()
    expect(table.page.locator("#review-card")).to_contain_text("There are no moves to review yet.")
