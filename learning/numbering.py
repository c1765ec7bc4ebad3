"""The numbers of actions, for kernels. `learning.actions` has them for people.

    action = mover * 1024 + place           for placing, moving and throwing
    action = 28 * 1024 = 28672              for passing

A mover is one of the 28 pieces, counted from the player to move: own pieces 0-13, the enemy's
14-27 (which are moved by being thrown), both in the order Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P.
A place is the cell it goes to, seen from the centre: `place = (32 * (r + 16) + (q + 16)) & 1023`
for a cell q columns to the right of the centre and r rows down, so the centre itself is 528. Within
15 steps that is row r + 16 and column q + 16 of a plane of 32 x 32; farther away it goes round the
torus, where no two cells in or next to a hive share a place.
"""

import numpy as np

from engine import types
from engine.hexgrid import CELL_MASK, CELLS, SIDE
from engine.jit import kernel
from engine.movegen import list_moves
from engine.pieces import PER_COLOR, PIECES
from engine.position import MOVE_SHIFT, PASS, Moves, Position
from learning.centre import counted_from

ACTIONS_VERSION = 1
"""Grows when the meaning of any number changes."""

MOVERS = PIECES
PASS_ACTION = MOVERS * CELLS
ACTIONS = PASS_ACTION + 1
NO_ACTION = -1
"""In a batch: leave the game as it is."""

MIDDLE = SIDE // 2 * SIDE + SIDE // 2
"""The place of the centre."""


@kernel(types.int64(types.int64, types.int64))
def place_of(cell, centre):
    """A cell seen from the centre."""
    return (cell - centre + MIDDLE) & CELL_MASK


@kernel(types.int64(types.int64, types.int64, types.int64))
def action_number(code, color, centre):
    """The action of a move of a player."""
    if code == PASS:
        return np.int64(PASS_ACTION)
    return counted_from(code >> MOVE_SHIFT, color) * CELLS + place_of(code & CELL_MASK, centre)


@kernel(types.int64(types.int64, types.int64, types.int64))
def move_code(action, color, centre):
    """The move that an action of a player means."""
    if action == PASS_ACTION:
        return np.int64(PASS)
    cell = (action + centre - MIDDLE) & CELL_MASK
    return (counted_from(action // CELLS, color) << MOVE_SHIFT) | cell


@kernel(types.int64(Position, types.int64, Moves))
def list_actions(pos, centre, actions):
    """List the legal actions of the player to move; a game that is over has none."""
    count = list_moves(pos, actions)
    if count == 1 and actions[0] == PASS:
        return count
    # `action_number` for all of them, without a branch: a third of the time for a list of moves.
    own = (pos.ply & 1) * PER_COLOR * CELLS
    shift = MIDDLE - centre
    for i in range(count):
        number = np.int64(actions[i]) + own
        number -= PASS_ACTION if number >= PASS_ACTION else 0
        actions[i] = (number & ~CELL_MASK) | ((number + shift) & CELL_MASK)
    return count
