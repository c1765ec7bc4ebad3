"""Random keys for hashing positions.

A table for every piece, cell and level would take a megabyte and miss the cache at every move. One
random word a cell, multiplied by an odd random word for the piece and level, takes 9 KiB.
"""

import numpy as np

from engine import types
from engine.hexgrid import CELL_MASK, CELLS
from engine.jit import kernel
from engine.pieces import BUG_OF, BUGS, COLOR_OF

LEVELS = 8
"""A stack is at most seven high: four beetles and two mosquitoes on a bug of another kind."""

STUNNED = 2 * BUGS * LEVELS

_random = np.random.Generator(np.random.PCG64(20240607))
_CELL_WORDS = _random.integers(0, 1 << 64, CELLS, dtype=np.uint64)
_KIND_WORDS = _random.integers(0, 1 << 64, 2 * BUGS * LEVELS + 1, dtype=np.uint64) | np.uint64(1)
BLACK_TO_MOVE = np.uint64(_random.integers(0, 1 << 64, dtype=np.uint64))


@kernel(types.uint64(types.int64, types.int64))
def relative_key(kind, offset):
    """The key of a kind of thing at an offset (a difference of cells) from the anchor."""
    word = _CELL_WORDS[offset & CELL_MASK] * _KIND_WORDS[kind]
    # The low bits of a product depend on the low bits of its factors only; fold in the high ones.
    return word ^ (word >> np.uint64(32))


@kernel(types.uint64(types.int64, types.int64, types.int64))
def placed_key(piece, offset, level):
    """The key of a piece at a level; pieces of one bug and colour share their keys."""
    return relative_key((COLOR_OF[piece] * BUGS + BUG_OF[piece]) * LEVELS + level, offset)
