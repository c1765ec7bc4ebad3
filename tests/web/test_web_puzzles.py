"""Puzzles over the WebSocket: the server says what is right, and takes nothing on trust."""

from typing import Any

import pytest
from web_pages import Page, PageError

from engine import Game
from study.puzzles import Puzzle, shipped


def of_class(kind: str, length: int) -> Puzzle:
    return next(each for each in shipped() if (each.kind, each.length) == (kind, length))


def test_the_list_has_all_puzzles_and_no_solution(page: Page) -> None:
    listed = page.ask("puzzles")
    assert [each["id"] for each in listed["puzzles"]] == [each.id for each in shipped()]
    assert {"pillbug throw", "only defence"} <= {name for name, _ in listed["themes"]}
    assert "solution" not in str(listed)
    given = page.ask("puzzle", puzzle=shipped()[0].id)
    assert given["task"] == shipped()[0].task
    assert Game.from_notation(given["view"]["game"]).position_text == shipped()[0].position
    assert "solution" not in given


def test_a_puzzle_is_solved_move_by_move(page: Page) -> None:
    puzzle = of_class("win", 2)
    first, reply, last = puzzle.solution
    answer = page.ask("puzzle-try", puzzle=puzzle.id, moves=[], move=first)
    assert (answer["outcome"], answer["reply"]) == ("right", reply)
    assert [view["moves"] for view in answer["views"]] == [[first], [first, reply]]
    answer = page.ask("puzzle-try", puzzle=puzzle.id, moves=[first, reply], move=last)
    assert answer["outcome"] == "solved"
    assert answer["views"][-1]["winner"] == str(puzzle.color)


def test_a_wrong_move_comes_with_the_reason(page: Page) -> None:
    puzzle = of_class("save", 1)
    wrong = next(m for m in puzzle.game.legal_move_strings if m != puzzle.solution[0])
    answer = page.ask("puzzle-try", puzzle=puzzle.id, move=wrong)
    assert answer["outcome"] == "wrong"
    assert answer["message"].startswith(f"After {wrong} {puzzle.color.other} wins")
    assert answer["views"][-1]["winner"] == str(puzzle.color.other)


def test_hints_and_the_solution_are_given(page: Page) -> None:
    puzzle = of_class("win", 3)
    hints = [page.ask("puzzle-hint", puzzle=puzzle.id, number=number) for number in (1, 2, 3)]
    piece = puzzle.solution[0].split()[0]
    assert [hint["piece"] for hint in hints] == [None, piece, piece]
    found = page.ask("puzzle-solution", puzzle=puzzle.id)
    assert tuple(found["moves"]) == puzzle.solution
    assert len(found["views"]) == len(puzzle.solution)


GOOD = of_class("win", 2)
BAD: dict[str, tuple[str, dict[str, Any], str]] = {
    "an unknown puzzle": ("puzzle", {"puzzle": "x"}, "no such puzzle"),
    "no puzzle": ("puzzle", {}, "missing"),
    "an illegal move": ("puzzle-try", {"puzzle": GOOD.id, "move": "wQ"}, "wQ"),
    "no move": ("puzzle-try", {"puzzle": GOOD.id, "move": "<b>"}, "not a move"),
    "moves that are no texts": (
        "puzzle-try",
        {"puzzle": GOOD.id, "moves": [7], "move": "pass"},
        "texts",
    ),
    "too many moves": (
        "puzzle-try",
        {"puzzle": GOOD.id, "moves": ["pass"] * 99, "move": "pass"},
        "at most",
    ),
    "moves that cannot be made": (
        "puzzle-hint",
        {"puzzle": GOOD.id, "moves": ["wQ bQ-"], "number": 2},
        "",
    ),
    "half a turn": (
        "puzzle-try",
        {"puzzle": GOOD.id, "moves": [GOOD.solution[0]], "move": "pass"},
        "defender",
    ),
    "after the end": (
        "puzzle-solution",
        {"puzzle": GOOD.id, "moves": list(GOOD.solution)},
        "ended",
    ),
    "a fourth hint": ("puzzle-hint", {"puzzle": GOOD.id, "number": 4}, "1 to 3"),
    "more than asked for": ("puzzles", {"game": "Base"}, "has no"),
}


@pytest.mark.parametrize(("do", "fields", "words"), BAD.values(), ids=BAD)
def test_bad_requests_get_one_sentence(
    do: str, fields: dict[str, Any], words: str, page: Page
) -> None:
    with pytest.raises(PageError) as caught:
        page.ask(do, **fields)
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "Something went wrong" not in str(caught.value)
