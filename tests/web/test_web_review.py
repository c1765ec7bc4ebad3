"""Reviews for a page: they come, they end when told to, and the page may be anybody."""

import random
import threading

import pytest
from review_games import short_game
from web_pages import PATIENCE, LiveServer, Page, PageError, search_threads, wait_until

from engine import Game
from search import Limits, StopFlag
from study import GameReview, review_game
from study.review.reviewing import Found
from web.reviewing import _Run

GAME = short_game(8)
LONG = 200_000
"""Nodes that nobody waits for."""


def long_game() -> str:
    rng = random.Random(5)
    game = Game("Base+MLP")
    while game.ply < 60 and not game.is_over:
        game.play(rng.choice(game.legal_moves))
    return game.notation


def test_a_review_comes_with_its_progress(page: Page) -> None:
    number = page.ask("review", game=GAME.notation, nodes=100)["review"]
    end = page.event("reviewed", review=number)
    assert end["why"] == "finished"
    expected = review_game(GAME, Limits(nodes=100)).to_dict()
    assert end["result"] == expected
    told = [event for event in page.events if event["event"] == "reviewing"]
    for event in told:
        assert event["review"] == number
        assert 0 < event["done"] <= event["total"] == 9
    places = [ply for event in told for ply, _ in event["chances"]]
    assert len(places) == len({*places})


def test_a_review_is_ended_at_once(page: Page) -> None:
    number = page.ask("review", game=long_game(), nodes=LONG)["review"]
    assert page.ask("end_review", review=number) == {}
    end = page.event("reviewed", review=number)
    assert (end["why"], end["result"]) == ("stopped", None)
    assert page.ask("end_review", review=number) == {}
    assert page.ask("end_review", review=12345) == {}
    wait_until(lambda: search_threads() == 0)


def test_a_new_review_ends_the_one_before(page: Page) -> None:
    first = page.ask("review", game=long_game(), nodes=LONG)["review"]
    second = page.ask("review", game=GAME.notation, nodes=100)["review"]
    assert page.event("reviewed", review=first)["why"] == "stopped"
    assert page.event("reviewed", review=second)["why"] == "finished"


def test_a_page_that_goes_leaves_no_review_behind(server: LiveServer) -> None:
    with Page(server) as page:
        page.ask("review", game=long_game(), nodes=LONG)
        page.event("reviewing")
    wait_until(lambda: search_threads() == 0)


def test_a_review_shares_the_cores_and_goes_on_with_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has found its first position, and is held there until another page has its lines."""
    game = short_game(12).notation
    has_begun, may_go_on = threading.Event(), threading.Event()
    review, jobs = _Run._review, []
    note = _Run._found

    def reviewed(run: _Run, threads: int, flag: StopFlag) -> GameReview | None:
        jobs.append(threads)
        return review(run, threads, flag)

    def found(run: _Run, position: Found) -> None:
        has_begun.set()
        assert may_go_on.wait(PATIENCE)
        note(run, position)

    monkeypatch.setattr(_Run, "_review", reviewed)
    monkeypatch.setattr(_Run, "_found", found)
    with LiveServer(cores=2) as server, Page(server) as page, Page(server) as other:
        number = page.ask("review", game=game, nodes=3000)["review"]
        assert has_begun.wait(PATIENCE)
        analysis = other.ask("analyse", game=game)["analysis"]
        other.event("lines", analysis=analysis)
        may_go_on.set()
        result = page.event("reviewed", review=number)["result"]
        other.ask("stop", analysis=analysis)
    assert jobs[:2] == [2, 1]
    assert result == review_game(Game.from_notation(game), Limits(nodes=3000)).to_dict()


def test_the_same_line_can_be_read_as_a_review(page: Page) -> None:
    import json

    number = page.ask("review", game=GAME.notation, nodes=100)["review"]
    result = page.event("reviewed", review=number)["result"]
    assert GameReview.from_json(json.dumps(result)).game == GAME.notation


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "Game is missing in review."),
        ({"game": "Base;NotStarted;White[1]"}, "There are no moves to review."),
        ({"game": "nonsense"}, "nonsense"),
        ({"game": GAME.notation, "nodes": 10**9}, "must be a whole number"),
        ({"game": GAME.notation, "nodes": 0}, "must be a whole number"),
        ({"game": GAME.notation, "path": "/etc/passwd"}, "Review has no 'path'."),
    ],
)
def test_a_bad_request_for_a_review_is_refused(
    page: Page, fields: dict[str, object], problem: str
) -> None:
    with pytest.raises(PageError, match=problem):
        page.ask("review", **fields)
