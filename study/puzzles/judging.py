"""Whether a move solves a puzzle: any move that is proven to win in time is right."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.game import Game
from engine.notation import Move
from study.puzzles.puzzle import Puzzle, PuzzleError
from study.puzzles.solver import Solver, UnprovenError
from study.puzzles.themes import TASKS, THEMES

JUDGE_NODES = 3_000_000
"""Nodes of one question while somebody waits for the answer."""

HINTS = 3
"""How many hints there are before the whole solution: the theme, the piece, the move."""

Outcome = Literal["right", "solved", "wrong"]


@dataclass(frozen=True)
class Verdict:
    """What is to be said about a move.

    `right` is answered by the defender's `reply`, after which the solver is to move again;
    `solved` may have one too, by which the defender has ended the game. `wrong` has in
    `refutation` the moves that show why, as far as there are any. `message` is a sentence.
    """

    outcome: Outcome
    message: str
    reply: str | None = None
    refutation: tuple[str, ...] = ()


class Judge:
    """Judges moves of puzzles, one at a time."""

    def __init__(self, nodes: int = JUDGE_NODES) -> None:
        self._solver = Solver(nodes=nodes)

    def judge(self, puzzle: Puzzle, played: Sequence[str], text: str) -> Verdict:
        """The verdict on a move after those played so far, of both sides.

        Raises a HiveError for moves that cannot be made, PuzzleError if the puzzle has ended.
        """
        game = _game_after(puzzle, played)
        move = game.parse_move(text)
        spelled = game.move_string(move)
        self._solver.clear()
        if puzzle.kind == "save":
            return self._judge_save(puzzle, game, move, spelled)
        left = puzzle.length - (len(played) + 1) // 2 - 1
        after = game.copy()
        after.play(move)
        if not self._wins(puzzle, played, game, move, left):
            return self._wrong(puzzle, after, spelled, left)
        if after.is_over:
            return Verdict("solved", f"Solved: {spelled} surrounds the queen.")
        reply = self._reply(puzzle, played, after, left)
        after.play(reply)
        if after.is_over:
            return Verdict("solved", f"Solved: {puzzle.color.other} surrounds itself.", reply)
        turns = "1 turn" if left == 1 else f"{left} turns"
        return Verdict("right", f"Right. {reply} is the answer: win in {turns}.", reply)

    def hint(self, puzzle: Puzzle, played: Sequence[str], number: int) -> str:
        """The first, second or third hint for the next move. Raises as `judge` does."""
        if number <= 1:
            themes = [theme for theme in puzzle.themes if theme not in TASKS]
            if not themes:
                return "Nothing special is needed: look which cells next to the queens are empty."
            return "; ".join(f"{theme}: {THEMES[theme]}" for theme in themes).capitalize() + "."
        game = _game_after(puzzle, played)
        move = game.parse_move(self.solution(puzzle, played)[0])
        if number == 2:
            return f"Move {move.piece}." if move.piece is not None else "Pass."
        return f"Play {game.move_string(move)}."

    def solution(self, puzzle: Puzzle, played: Sequence[str]) -> tuple[str, ...]:
        """The moves from here to the end. Raises as `judge` does."""
        if _is_start(puzzle, played):
            return puzzle.solution[len(played) :]
        game = _game_after(puzzle, played)
        left = puzzle.length - (len(played) + 1) // 2
        winning = self._solver.winning_moves(game, left, most=1) if left else []
        if not winning:
            raise PuzzleError("there is no win in time from here")
        return tuple(self._solver.line(game, winning[0], left)[0])

    def _wins(
        self, puzzle: Puzzle, played: Sequence[str], game: Game, move: Move, left: int
    ) -> bool:
        """Whether a move still wins with so many turns left after it."""
        if _is_start(puzzle, played):
            if move == game.parse_move(puzzle.solution[len(played)]):
                return True
            if not played or puzzle.unique:
                return False  # as was proven when the puzzle was made
        after = game.copy()
        after.play(move)
        if after.is_over:
            return after.winner is puzzle.color
        return left > 0 and self._solver.wins(after, left, puzzle.color)

    def _reply(self, puzzle: Puzzle, played: Sequence[str], after: Game, left: int) -> str:
        line = puzzle.solution
        now = len(played) + 1
        if len(line) > now and _is_start(puzzle, after.move_strings):
            return line[now]
        return after.move_string(self._solver.longest_defence(after, left))

    def _wrong(self, puzzle: Puzzle, after: Game, spelled: str, left: int) -> Verdict:
        if after.is_over:
            if after.winner is None:
                return Verdict("wrong", "Both queens are surrounded: that is a draw.")
            return Verdict("wrong", "That surrounds your own queen.")
        if left == 0:
            return Verdict("wrong", f"{spelled} does not surround the queen.")
        turns = "1 turn" if left == 1 else f"{left} turns"
        try:
            refutation = next(
                after.move_string(reply)
                for reply in after.legal_moves
                if not self._wins_after(after, reply, left, puzzle)
            )
        except (UnprovenError, StopIteration):
            return Verdict("wrong", f"{spelled} does not win in time.")
        return Verdict(
            "wrong",
            f"{spelled} does not win in time: after {refutation} there is no win in {turns}.",
            refutation=(refutation,),
        )

    def _wins_after(self, game: Game, reply: Move, left: int, puzzle: Puzzle) -> bool:
        after = game.copy()
        after.play(reply)
        if after.is_over:
            return after.winner is puzzle.color
        return self._solver.wins(after, left, puzzle.color)

    def _judge_save(self, puzzle: Puzzle, game: Game, move: Move, spelled: str) -> Verdict:
        if move == game.parse_move(puzzle.solution[0]):
            return Verdict("solved", f"Solved: {spelled} is the only defence.")
        after = game.copy()
        after.play(move)
        if after.is_over:
            return Verdict("wrong", "That surrounds your own queen.")
        opponent = puzzle.color.other
        try:
            turns = self._solver.fewest_turns(after, puzzle.length) or puzzle.length
            winning = self._solver.winning_moves(after, turns, most=1)[0]
            line, _ = self._solver.line(after, winning, turns)
        except UnprovenError:
            return Verdict("wrong", f"After {spelled} {opponent} wins.")
        return Verdict(
            "wrong",
            f"After {spelled} {opponent} wins in {turns}: {'; '.join(line)}.",
            refutation=tuple(line),
        )


def _game_after(puzzle: Puzzle, played: Sequence[str]) -> Game:
    """The puzzle's game after some moves, with the solver to move. Raises a HiveError."""
    game = puzzle.game
    for move in played:
        game.play(move)
    is_over = game.is_over or len(played) >= (2 * puzzle.length - 1 if puzzle.kind == "win" else 1)
    if is_over or game.turn is not puzzle.color:
        raise PuzzleError("the puzzle has ended" if is_over else "it is the defender's turn")
    return game


def _is_start(puzzle: Puzzle, played: Sequence[str]) -> bool:
    """Whether the moves so far are those of the solution, however they are spelled."""
    if len(played) >= len(puzzle.solution):
        return False
    if tuple(played) == puzzle.solution[: len(played)]:
        return True
    return _resolved(puzzle, played) == _resolved(puzzle, puzzle.solution[: len(played)])


def _resolved(puzzle: Puzzle, moves: Sequence[str]) -> list[Move]:
    game = puzzle.game
    return [game.play(move) for move in moves]
