"""The cell that actions and observations are measured from.

Hives drift over the board, so a network should see them from a cell that goes with them. All
choices depend on the position alone, not on where the hive lies or how it is turned.
"""

import numpy as np

from engine import types
from engine.checks import instance
from engine.hexgrid import CELL_MASK, CELLS, OFFSETS
from engine.jit import kernel
from engine.pieces import PER_COLOR, PIECES
from engine.position import Position, queen_of

CENTRES = ("own queen", "enemy queen", "hive")
"""What may be the centre.

- `own queen`: her cell; while she is in hand the enemy queen's; while that one is in hand, too, the
  cell of the piece in play that comes first, own pieces before the enemy's, both in the order of
  `engine.pieces.ALL_PIECES`; on an empty board cell 0.
- `enemy queen`: the same with the queens in the other order.
- `hive`: of the cells with pieces the one from which the farthest piece is nearest; among several
  the one whose piece comes first in the order above. No piece is more than 14 steps away.
"""

OWN_QUEEN, ENEMY_QUEEN, HIVE = range(len(CENTRES))


def centre_number(name: str) -> int:
    """What kernels call a centre. Raises ValueError for an unknown one."""
    instance(name, str, f"a centre is one of {', '.join(CENTRES)}")
    if name not in CENTRES:
        raise ValueError(f"there is no centre {name!r}; known are {', '.join(CENTRES)}")
    return CENTRES.index(name)


def _steps_from_zero() -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    steps = np.full(CELLS, -1, dtype=np.int64)
    steps[0] = 0
    reached = [0]
    for cell in reached:
        for offset in OFFSETS.tolist():
            near = (cell + offset) & CELL_MASK
            if steps[near] < 0:
                steps[near] = steps[cell] + 1
                reached.append(near)
    return steps


STEPS_APART = _steps_from_zero()
"""How many steps apart two cells of the torus are, by their difference."""


@kernel(types.int64(types.int64, types.int64))
def counted_from(piece, color):
    """A piece counted from a player, own pieces first; or the piece so counted."""
    return (piece + color * PER_COLOR) % PIECES


@kernel(types.int64(Position, types.int64))
def first_in_play(pos, color):
    """The cell of a player's first piece in play, or of the enemy's first, or 0."""
    for mover in range(PIECES):
        cell = np.int64(pos.where[counted_from(mover, color)])
        if cell >= 0:
            return cell
    return np.int64(0)


@kernel(types.int64(Position, types.int64))
def middle_of_hive(pos, color):
    """The cell with pieces from which the farthest piece is nearest.

    While no piece is more than 14 steps away on the torus, no way to one leads round the torus.
    """
    middle = np.int64(0)
    least = np.int64(CELLS)
    for mover in range(PIECES):
        cell = np.int64(pos.where[counted_from(mover, color)])
        if cell < 0:
            continue
        farthest = np.int64(0)
        for piece in range(PIECES):
            other = np.int64(pos.where[piece])
            if other >= 0:
                farthest = max(farthest, STEPS_APART[(other - cell) & CELL_MASK])
        if farthest < least:
            least = farthest
            middle = cell
    return middle


@kernel(types.int64(Position, types.int64, types.int64))
def centre_of(pos, color, choice):
    """The centre for a player."""
    if choice == HIVE:
        return middle_of_hive(pos, color)
    preferred = color if choice == OWN_QUEEN else 1 - color
    cell = np.int64(pos.where[queen_of(preferred)])
    if cell < 0:
        cell = np.int64(pos.where[queen_of(1 - preferred)])
    return cell if cell >= 0 else first_in_play(pos, color)
