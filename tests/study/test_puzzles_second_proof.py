"""A second solver, which shares nothing with the program's own but the rules, agrees with it."""

from dataclasses import replace

import plain_proof
import pytest
from plain_proof import CHEAP, late_position
from second_proof import SecondSolver, doubts

from engine import Color
from study.puzzles import Puzzle, Solver, shipped
from study.puzzles.finding import CLASSES


def of_class(kind: str, length: int) -> list[Puzzle]:
    return [each for each in shipped() if (each.kind, each.length) == (kind, length)]


NEAR_THE_END = (*CHEAP[2], ("Base+M", 10, 49))
"""Positions, as game type, seed and ply, in which plain Python is quick to look two turns ahead."""


@pytest.mark.slow
def test_the_second_solver_says_what_plain_python_says() -> None:
    second, seen = SecondSolver(1 << 12), set()
    for game_type, seed, ply in NEAR_THE_END:
        game = late_position(game_type, seed, ply)
        for turns in (1, 2):
            for color in Color:
                expected = plain_proof.wins(game, turns, color)
                assert second.wins(game, turns, color) == expected, (game.notation, turns)
                seen.add((turns, color is game.turn, expected))
    assert len(seen) == 8, "wins and non-wins of either side"


def test_a_memory_of_any_size_gives_the_same_answers() -> None:
    puzzle = of_class("win", 3)[0]
    answers = [SecondSolver(size).winning_moves(puzzle.game, 3) for size in (1, 1 << 8, 1 << 16)]
    assert answers[0] == answers[1] == answers[2] == [puzzle.game.parse_move(puzzle.solution[0])]


@pytest.mark.parametrize(("kind", "length"), CLASSES)
def test_a_second_solver_has_no_doubts(kind: str, length: int) -> None:
    solver = SecondSolver()
    quick = sorted(of_class(kind, length), key=lambda each: len(each.game.legal_moves))
    for puzzle in quick[: 4 if length > 2 else 12]:
        solver.forget()
        assert doubts(puzzle, solver) == [], puzzle.id


def test_what_is_not_so_gives_doubts() -> None:
    solver = SecondSolver()
    two = of_class("win", 2)[0]
    assert doubts(replace(two, length=3), solver) != []
    assert doubts(replace(two, unique=not two.unique), solver) != []
    held = of_class("save", 1)[0]
    other = next(m for m in held.game.legal_move_strings if m != held.solution[0])
    assert "not the only defence" in doubts(replace(held, solution=(other,)), solver)


@pytest.mark.slow
def test_both_solvers_say_the_same_of_four_turns() -> None:
    second, own = SecondSolver(1 << 20), Solver()
    for puzzle in of_class("win", 4)[::20]:
        second.forget()
        own.clear()
        assert own.winning_moves(puzzle.game, 4) == second.winning_moves(puzzle.game, 4)
        assert own.saving_moves(puzzle.game, 3) == second.saving_moves(puzzle.game, 3)
