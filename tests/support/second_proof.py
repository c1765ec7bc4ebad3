"""Forced wins by a second solver: what it takes to check proofs of three and four turns.

It shares the rules with the program's solver (listing, making and judging moves) and nothing else:
a memory of its own with keys of 128 bits, of which it computes 64 from the cells themselves; an
order of moves of its own; and for the last turn only what can be seen by counting empty cells.
`plain_proof` is plainer still, and too slow for this.

As a program it proves all puzzles that ship: `python tests/support/second_proof.py`.
"""

import sys
import time
from typing import Any

import numpy as np
from bruteforce import oracle

from engine import Color, Game, Move, types
from engine.hexgrid import CELL_MASK, OFFSETS
from engine.movegen import legal_codes, list_moves
from engine.pieces import BUG_OF, COLOR_OF, NOBODY, PIECES, Bug
from engine.position import (
    BLACK_QUEEN,
    MAX_MOVES,
    MOVE_SHIFT,
    PASS,
    WHITE_QUEEN,
    Position,
    losers,
    make,
    unmake,
)
from study.puzzles import Puzzle, shipped

MOST_PLIES = 10
TRIES = 4
"""Places of the memory at which one position may be."""
WON, OPEN = 0, 1
"""Columns of what is known: won within so many turns (0: unknown), open for so many."""

BUG = BUG_OF.astype(np.int64)
OWNER = COLOR_OF.astype(np.int64)

Rows = types.Array(types.int32, 2)
Keys = types.Array(types.uint64, 2)
Known = types.Array(types.int64, 2)
Counts = types.Array(types.int64, 2)


@oracle(types.uint64(types.uint64))
def scrambled(word: Any) -> Any:
    """Murmur's finalizer."""
    word ^= word >> np.uint64(33)
    word *= np.uint64(0xFF51AFD7ED558CCD)
    word ^= word >> np.uint64(33)
    word *= np.uint64(0xC4CEB9FE1A85EC53)
    return word ^ (word >> np.uint64(33))


@oracle(types.uint64(Position))
def second_key(pos: Any) -> Any:
    """64 bits of what lies where: every piece in play with its cell and what is below it.

    Cells are not taken relative to anything, so a shifted hive counts as another position.
    """
    total = np.uint64(pos.ply & 1)
    if pos.ply < 8:
        total += np.uint64(pos.ply + 2)  # the number of the turn says when the queen is due
    for piece in range(PIECES):
        cell = np.int64(pos.where[piece])
        if cell >= 0:
            below = np.int64(pos.below[piece]) + 1
            stunned = np.int64(pos.stunned == piece)
            word = ((cell * 64 + below) * 64 + piece) * 2 + stunned
            total += scrambled(np.uint64(word + 1))
    return scrambled(total)


@oracle(types.int64(Position, types.int64))
def cannot_end(pos: Any, color: int) -> Any:
    """Whether the enemy queen has two empty neighbours at least and nothing can throw her.

    Then no single move surrounds her: it fills one cell at most.
    """
    queen = WHITE_QUEEN if color else BLACK_QUEEN
    cell = np.int64(pos.where[queen])
    if cell < 0:
        return np.int64(1)
    empty = 0
    for step in OFFSETS:
        top = np.int64(pos.top[(cell + step) & CELL_MASK])
        if top == NOBODY:
            empty += 1
        elif OWNER[top] == color and BUG[top] in (Bug.PILLBUG, Bug.MOSQUITO):
            return np.int64(0)
    return np.int64(empty >= 2)


@oracle(types.int64(Position, Rows, Counts, Keys, Known, types.int64, types.int64, types.int64))
def forces(
    pos: Any, rows: Any, merits: Any, keys: Any, known: Any, color: int, turns: int, row: int
) -> Any:
    """Whether a colour wins within so many turns of its own; the game is not over."""
    attacks = np.int64(pos.ply & 1 == color)
    if turns == 0 or (attacks and turns == 1 and cannot_end(pos, color)):
        return np.int64(0)

    # 1. What is known.
    other = second_key(pos) + np.uint64(color)
    place = np.int64(other % np.uint64(len(keys)))
    slot = np.int64(-1)
    if turns > 1 or not attacks:
        for i in range(place, place + TRIES):
            at = i % len(keys)
            if keys[at, 0] == pos.hash and keys[at, 1] == other:
                if 0 < known[at, WON] <= turns:
                    return np.int64(1)
                if known[at, OPEN] >= turns:
                    return np.int64(0)
                slot = np.int64(at)

    # 2. All moves, those first that have decided most often.
    count = list_moves(pos, rows[row])
    won = 1 - attacks
    for i in range(count):
        best = i
        for j in range(i + 1, count):
            if merits[attacks, rows[row, j]] > merits[attacks, rows[row, best]]:
                best = j
        move = np.int64(rows[row, best])
        rows[row, best] = rows[row, i]
        undo = make(pos, move)
        lost = losers(pos)
        if lost:
            result = np.int64(lost == 2 - color)
        else:
            result = forces(
                pos, rows, merits, keys, known, color, np.int64(turns - attacks), np.int64(row + 1)
            )
        unmake(pos, move, undo)
        if result == attacks:
            won = attacks
            merits[attacks, move] += 1 + turns
            break

    # 3. It is known now, unless others that took longer have all the places.
    if turns > 1 or not attacks:
        if slot < 0:
            for i in range(place, place + TRIES):
                at = i % len(keys)
                if slot < 0 or known[at, WON] + known[at, OPEN] < (
                    known[slot, WON] + known[slot, OPEN]
                ):
                    slot = np.int64(at)
            keys[slot, 0] = pos.hash
            keys[slot, 1] = other
            known[slot, WON] = 0
            known[slot, OPEN] = 0
        known[slot, OPEN - won] = turns
    return won


class SecondSolver:
    """Answers of the second solver; it keeps what it knows from one question to the next."""

    def __init__(self, positions: int = 1 << 18) -> None:
        self._keys = np.zeros((positions, 2), dtype=np.uint64)
        self._known = np.zeros((positions, 2), dtype=np.int64)
        self._rows = np.empty((MOST_PLIES, MAX_MOVES), dtype=np.int32)
        self._merits = np.zeros((2, PASS + (1 << MOVE_SHIFT)), dtype=np.int64)

    def forget(self) -> None:
        """Know nothing any more."""
        self._keys[:] = 0
        self._known[:] = 0
        self._merits[:] = 0

    def wins(self, game: Game, turns: int, color: Color) -> bool:
        """Whether a colour wins within so many turns of its own, whoever is to move."""
        return self._forces(game.position.copy(), turns, color)

    def winning_moves(self, game: Game, turns: int) -> list[Move]:
        """The moves of the side to move that win within so many turns."""
        return self._those(game, turns - 1, game.turn, True)

    def saving_moves(self, game: Game, turns: int) -> list[Move]:
        """The moves after which the opponent does not win within so many turns."""
        return self._those(game, turns, game.turn.other, False)

    def _those(self, game: Game, turns: int, color: Color, won: bool) -> list[Move]:
        found = []
        for code in legal_codes(game.position):
            after = game.position.copy()
            make(after, code)
            if self._forces(after, turns, color) == won:
                found.append(game.move_of(code))
        return found

    def _forces(self, position: Any, turns: int, color: Color) -> bool:
        lost = int(losers(position))
        if lost:
            return lost == 2 - int(color)
        memory = self._merits, self._keys, self._known
        return bool(forces(position, self._rows, *memory, int(color), turns, 0))


def doubts(puzzle: Puzzle, solver: SecondSolver) -> list[str]:
    """What a puzzle claims and the solver does not find; nothing if all is well."""
    game, found = puzzle.game, []
    first = game.parse_move(puzzle.solution[0])
    if puzzle.kind == "save":
        if solver.saving_moves(game, puzzle.length) != [first]:
            found.append("not the only defence")
        game.play(first)
        if not game.is_over and solver.wins(game, puzzle.length + 1, game.turn):
            found.append("the defence does not hold longer than the other moves")
        return found
    if solver.winning_moves(game, puzzle.length) != [first]:
        found.append("not the only winning move")
    unique = True
    for number, text in enumerate(puzzle.solution):
        if number % 2 == 0:
            left = puzzle.length - number // 2
            if left > 1 and solver.wins(game, left - 1, game.turn):
                found.append(f"there is a shorter win than {text}, or a longer defence before it")
            winning = solver.winning_moves(game, left)
            unique = unique and len(winning) == 1
            if game.parse_move(text) not in winning:
                found.append(f"{text} does not win in time")
        game.play(text)
    if game.winner is not puzzle.color or len(puzzle.solution) != 2 * puzzle.length - 1:
        found.append("the solution does not end in a win")
    if unique != puzzle.unique:
        found.append(f"unique is not {puzzle.unique}")
    return found


def main() -> int:
    """Prove all puzzles that ship; 0 if nothing is wrong with any."""
    solver = SecondSolver(1 << 21)
    started, wrong = time.monotonic(), 0
    for puzzle in shipped():
        solver.forget()
        for doubt in doubts(puzzle, solver):
            print(f"{puzzle.id}: {doubt}", flush=True)
            wrong += 1
    taken = time.monotonic() - started
    print(f"{len(shipped())} puzzles, {wrong} doubts, {taken:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
