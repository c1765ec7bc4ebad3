"""Solving puzzles at a terminal, or by lines from a pipe."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from engine.errors import HiveError
from engine.game import Game
from study.kept_modes import modes_put_back
from study.puzzles.judging import HINTS, Judge
from study.puzzles.listing import chosen
from study.puzzles.puzzle import Puzzle
from study.puzzles.solver import UnprovenError
from uhp.exit_codes import SUCCESS
from uhp.terminal.cursor import can_be_moved

_HELP = """\
Type a move, such as wA1 bQ/ (wA1 to the upper right of bQ). It has to do what the puzzle asks for
in the number of turns that is given, whatever the answers are. Or type:
  hint       the theme, then the piece, then the move
  solution   the whole solution
  board      the board again
  moves      the legal moves
  next       another puzzle
  quit       the end"""


def play(given: argparse.Namespace) -> int:
    """Give puzzles to be solved, easy ones first, until there is no more to do or to read."""
    puzzles = list(chosen(given))
    Random(given.seed).shuffle(puzzles)
    puzzles.sort(key=lambda each: each.difficulty)
    # Where the cursor cannot be moved, readline divides by a third of the columns, which may be 0.
    if sys.stdin.isatty() and can_be_moved():
        with suppress(ImportError):
            import readline  # noqa: F401 - lines can be edited where the system has it
    session = _Session(puzzles)
    try:
        with modes_put_back():
            session.run()
    except (EOFError, KeyboardInterrupt):
        print()
    session.tell()
    return SUCCESS


class _Session:
    """Puzzles in a row, with what was solved."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        self._puzzles = puzzles
        self._judge = Judge()
        self._solved = self._seen = self._streak = self._longest = 0

    def run(self) -> None:
        """Go through the puzzles."""
        print("Type a move, or help for what else can be typed.")
        for puzzle in self._puzzles:
            if not self._give(puzzle):
                return
        print("That was the last puzzle.")

    def tell(self) -> None:
        """Say how it went."""
        print(
            f"Solved {self._solved} of {self._seen}; the longest streak was {self._longest}.",
            flush=True,
        )

    def _give(self, puzzle: Puzzle) -> bool:
        """One puzzle; whether another is wanted."""
        self._seen += 1
        played: list[str] = []
        hints, clean = 0, True
        self._show(puzzle, played)
        while True:
            text = input(f"{puzzle.color}> ").strip()
            match text.lower():
                case "":
                    continue
                case "quit" | "exit" | "q":
                    return False
                case "help" | "?":
                    print(_HELP)
                case "board":
                    self._show(puzzle, played)
                case "moves":
                    print("; ".join(_after(puzzle, played).legal_move_strings))
                case "next":
                    self._streak = 0
                    print(f"The solution: {'; '.join(puzzle.solution)}")
                    return True
                case "solution":
                    self._streak = 0
                    self._tell_solution(puzzle, played)
                    return True
                case "hint":
                    hints, clean = min(hints + 1, HINTS), False
                    self._tell_hint(puzzle, played, hints)
                case _:
                    outcome = self._try(puzzle, played, text)
                    if outcome == "solved":
                        self._count(clean)
                        return True
                    if outcome == "wrong":
                        self._streak, clean = 0, False
                    elif outcome == "right":
                        hints = 0

    def _try(self, puzzle: Puzzle, played: list[str], text: str) -> str:
        try:
            verdict = self._judge.judge(puzzle, played, text)
        except (HiveError, UnprovenError) as error:
            print(f"{error}; type help if in doubt")
            return "none"
        print(verdict.message)
        if verdict.outcome == "right":
            assert verdict.reply is not None
            played += [text, verdict.reply]
            self._show(puzzle, played)
        return verdict.outcome

    # Only files of puzzles that were not made by this program have what cannot be told.

    def _tell_solution(self, puzzle: Puzzle, played: Sequence[str]) -> None:
        try:
            print(f"The solution: {'; '.join(self._judge.solution(puzzle, played))}")
        except (HiveError, UnprovenError) as error:
            print(f"The solution is not known: {error}.")

    def _tell_hint(self, puzzle: Puzzle, played: Sequence[str], number: int) -> None:
        try:
            print(self._judge.hint(puzzle, played, number))
        except (HiveError, UnprovenError) as error:
            print(f"There is no hint: {error}.")

    def _count(self, clean: bool) -> None:
        self._solved += 1
        if clean:
            self._streak += 1
            self._longest = max(self._longest, self._streak)
        print(f"Streak: {self._streak}" if clean else "Solved with help: the streak begins anew.")
        if not clean:
            self._streak = 0

    def _show(self, puzzle: Puzzle, played: Sequence[str]) -> None:
        left = puzzle.length - len(played) // 2
        print()
        print(f"Puzzle {self._seen} ({puzzle.id}), difficulty {puzzle.difficulty}: {puzzle.task}")
        if played:
            print(f"{left} turn{'s' if left > 1 else ''} left, after {'; '.join(played)}.")
        print(_after(puzzle, played))


def _after(puzzle: Puzzle, played: Sequence[str]) -> Game:
    game = puzzle.game
    for move in played:
        game.play(move)
    return game
