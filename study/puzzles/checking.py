"""Proving puzzles anew: what is claimed about each, from the position alone."""

from study.puzzles.puzzle import Puzzle, PuzzleError
from study.puzzles.solver import Solver


def check_proof(puzzle: Puzzle, solver: Solver) -> None:
    """See that a puzzle is what it says. Raises PuzzleError, or UnprovenError beyond the nodes."""
    puzzle.check()
    game = puzzle.game
    color, first = game.turn, game.parse_move(puzzle.solution[0])
    if puzzle.kind == "save":
        if solver.saving_moves(game, puzzle.length) != [first]:
            raise PuzzleError(f"puzzle {puzzle.id}: not the only defence")
        return
    if puzzle.length > 1 and solver.wins(game, puzzle.length - 1):
        raise PuzzleError(f"puzzle {puzzle.id}: there is a shorter win")
    if solver.winning_moves(game, puzzle.length) != [first]:
        raise PuzzleError(f"puzzle {puzzle.id}: not the only winning move")
    left, unique = puzzle.length, True
    for number, text in enumerate(puzzle.solution):
        if number % 2 == 0:
            if number:
                winning = solver.winning_moves(game, left)
                unique = unique and len(winning) == 1
                if game.parse_move(text) not in winning:
                    raise PuzzleError(f"puzzle {puzzle.id}: {text} does not win in time")
            left -= 1
        game.play(text)
    if game.winner is not color or left:
        raise PuzzleError(f"puzzle {puzzle.id}: the solution does not end in a win")
    if unique != puzzle.unique:
        raise PuzzleError(f"puzzle {puzzle.id}: unique is not {puzzle.unique}")
