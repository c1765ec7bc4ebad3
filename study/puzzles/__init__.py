"""Puzzles: positions with one right move, proven, and the set that ships with the program.

from study.puzzles import shipped, solve

puzzle = shipped()[0]
print(puzzle.task, puzzle.game, solve(puzzle.game, puzzle.length).line)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from study.puzzles.judging import Judge as Judge
    from study.puzzles.judging import Verdict as Verdict
    from study.puzzles.puzzle import Puzzle as Puzzle
    from study.puzzles.puzzle import PuzzleError as PuzzleError
    from study.puzzles.puzzle import read_puzzles as read_puzzles
    from study.puzzles.puzzle import shipped as shipped
    from study.puzzles.solver import Solution as Solution
    from study.puzzles.solver import Solver as Solver
    from study.puzzles.solver import UnprovenError as UnprovenError
    from study.puzzles.solver import solve as solve
else:
    from engine.lazy_names import lazy_names

    __all__, __getattr__, __dir__ = lazy_names(
        globals(),
        {
            "study.puzzles.judging": ("Judge", "Verdict"),
            "study.puzzles.puzzle": ("Puzzle", "PuzzleError", "read_puzzles", "shipped"),
            "study.puzzles.solver": ("Solution", "Solver", "UnprovenError", "solve"),
        },
    )
