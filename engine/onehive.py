"""The one hive rule: which pieces hold the hive together.

A piece whose occupied neighbours form one run can always leave. One with two or more runs is
pinned unless a ring of pieces round a hole links the runs elsewhere: with no hole in the hive
(`euler` tells) it is pinned, else a flood over the pieces decides.
"""

import numpy as np

from engine import types
from engine.hexgrid import ARCS, CELL_MASK, OFFSETS
from engine.intrinsics import lowest_bit
from engine.jit import kernel
from engine.pieces import PIECES
from engine.position import Position, occupied


@kernel(types.void(Position))
def link_pieces(pos):
    """Note for each cell's top piece which other top pieces lie next to it."""
    for piece in range(PIECES):
        cell = np.int64(pos.where[piece])
        if cell >= 0 and np.int64(pos.top[cell]) == piece:
            pos.links[piece] = neighbour_pieces(pos, cell)


@kernel(types.int64(Position, types.int64))
def neighbour_pieces(pos, cell):
    """The top pieces next to a cell, one bit a piece."""
    pieces = np.int64(0)
    directions = occupied(pos, cell)
    while directions:
        d = lowest_bit(directions)
        directions &= directions - 1
        pieces |= np.int64(1) << np.int64(pos.top[(cell + OFFSETS[d]) & CELL_MASK])
    return pieces


@kernel(types.int64(Position, types.int64))
def splits_hive(pos, piece):
    """Whether the neighbours of a lone piece fall apart without it, by `links`."""
    goal = pos.links[piece]
    gone = np.int64(1) << piece
    frontier = goal & -goal
    reached = frontier
    while frontier:
        linked = pos.links[lowest_bit(frontier)] & ~(reached | gone)
        reached |= linked
        frontier = (frontier & (frontier - 1)) | linked
        if reached & goal == goal:
            return 0
    return 1


@kernel(types.int64(Position, types.int64))
def pinned(pos, piece):
    """Whether lifting a piece that lies alone on its cell breaks the hive. Needs `links`
    where the hive has holes.
    """
    if ARCS[occupied(pos, np.int64(pos.where[piece]))] < 2:
        return np.int64(0)
    if pos.euler == 1:
        return np.int64(1)
    return splits_hive(pos, piece)
