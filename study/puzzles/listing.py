"""`propolis puzzles list` and `solve`, and which puzzles are meant by the arguments."""

import argparse
import re
import sys
from collections.abc import Sequence

from engine import Game, HiveError
from engine.cores import usable_cores
from engine.errors import quoted
from study.progress import Progress
from study.puzzles.checking import check_proof
from study.puzzles.puzzle import TOP_DIFFICULTY, Puzzle, PuzzleError, read_puzzles, shipped
from study.puzzles.puzzle import write_puzzles as as_json
from study.puzzles.solver import Solver, UnprovenError, solve
from study.puzzles.themes import THEMES
from uhp.exit_codes import FAILURE, SUCCESS, CommandLineError

_DIFFICULTY = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")


def chosen(given: argparse.Namespace) -> Sequence[Puzzle]:
    """The puzzles that the arguments name. Raises CommandLineError if there is none."""
    try:
        puzzles = shipped() if given.file is None else read_puzzles(given.file)
    except PuzzleError as error:
        raise CommandLineError(str(error), FAILURE) from None
    except OSError as error:
        reason = error.strerror or error
        raise CommandLineError(f"cannot read {quoted(given.file)}: {reason}", FAILURE) from None
    low, high = _difficulties(given.difficulty)
    if given.theme is not None and given.theme not in THEMES:
        known = ", ".join(THEMES)
        raise CommandLineError(f"{quoted(given.theme)} is no theme; there are {known}")
    found = [
        puzzle
        for puzzle in puzzles
        if low <= puzzle.difficulty <= high
        and (given.theme is None or given.theme in puzzle.themes)
        and (given.id is None or given.id == puzzle.id)
    ]
    if not found:
        raise CommandLineError("there is no such puzzle", FAILURE)
    return found


def _difficulties(text: str | None) -> tuple[int, int]:
    if text is None:
        return 1, TOP_DIFFICULTY
    match = _DIFFICULTY.fullmatch(text)
    if match is None:
        raise CommandLineError(
            f"--difficulty wants a number or two, such as 3-5, not {quoted(text)}"
        )
    low = int(match[1])
    high = low if match[2] is None else int(match[2])
    if not 1 <= low <= high <= TOP_DIFFICULTY:
        raise CommandLineError(
            f"--difficulty is from 1 to {TOP_DIFFICULTY}, the lower first, not {quoted(text)}"
        )
    return low, high


def list_puzzles(given: argparse.Namespace) -> int:
    """Print puzzles, one a line, for people or as JSON."""
    puzzles = chosen(given)
    if given.json:
        sys.stdout.write(as_json(puzzles))
        return SUCCESS
    width = max(len(each.task) for each in puzzles)
    print(f"{'id':10}  hard  {'game':8}  {'task':{width}}  themes")
    for each in puzzles:
        themes = ", ".join(each.themes)
        print(
            f"{each.id:10}  {each.difficulty:4}  {each.game_type:8}  {each.task:{width}}  {themes}"
        )
    return SUCCESS


def check_puzzles(given: argparse.Namespace) -> int:
    """Prove puzzles anew, one after the other, each on all cores."""
    puzzles = chosen(given)
    solver = Solver(jobs=given.jobs or usable_cores())
    with Progress(len(puzzles), "puzzles") as progress:
        for puzzle in puzzles:
            solver.clear()
            try:
                check_proof(puzzle, solver)
            except PuzzleError as error:
                raise CommandLineError(str(error), FAILURE) from None
            progress.advance()
    print("1 puzzle is proven." if len(puzzles) == 1 else f"{len(puzzles)} puzzles are proven.")
    return SUCCESS


def solve_position(given: argparse.Namespace) -> int:
    """Print what the side to move can force, or what it has to prevent."""
    try:
        game = Game.from_notation(given.position)
    except HiveError as error:
        raise CommandLineError(str(error)) from None
    if game.is_over:
        raise CommandLineError("the game is over")
    jobs = given.jobs or usable_cores()
    try:
        found = solve(game, given.turns, nodes=given.nodes, jobs=jobs)
        if found.turns is not None:
            moves = ", ".join(map(game.move_string, found.moves))
            print(f"{game.turn} wins in {_turns(found.turns)} with {moves}.")
            print(f"The longest defence: {'; '.join(found.line)}")
            return SUCCESS
        print(f"{game.turn} has no win in {_turns(given.turns)}.")
        _print_threat(game, given, jobs)
    except UnprovenError as error:
        raise CommandLineError(str(error), FAILURE) from None
    return SUCCESS


def _print_threat(game: Game, given: argparse.Namespace, jobs: int) -> None:
    solver = Solver(nodes=given.nodes, jobs=jobs)
    for turns in range(1, given.turns + 1):
        saving = solver.saving_moves(game, turns)
        if len(saving) < len(game.legal_moves):
            print(_threat(game, turns, [game.move_string(move) for move in saving]))
            return
    print(f"{game.turn.other} has no win in {_turns(given.turns)} whatever is played.")


def _threat(game: Game, turns: int, saving: list[str]) -> str:
    win = f"{game.turn.other} wins in {_turns(turns)}"
    if not saving:
        return f"{win} whatever is played."
    if len(saving) == 1:
        return f"{win} after every move but {saving[0]}."
    kept = f"{len(saving)} of the {len(game.legal_moves)} moves"
    return f"{win}, but not after {kept}: {', '.join(saving)}."


def _turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"
