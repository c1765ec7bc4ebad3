"""The position as one record of arrays, with make and unmake in place.

A position is a numpy structured scalar (`POSITION`), which kernels see as a pointer to plain
memory. Everything a kernel needs to know about a cell or a piece is one load away and is kept up
to date by `lift` and `drop`. Fields from `mark` on are scratch space.
"""

from typing import Any

import numpy as np

from engine import types
from engine.hexgrid import ALL_AROUND, ARCS, CELL_MASK, CELLS, OFFSETS
from engine.jit import kernel
from engine.pieces import (
    BUG_OF,
    BUGS,
    COLOR_OF,
    FIRST_OF_BUG,
    NOBODY,
    PER_COLOR,
    PIECES,
    Bug,
    hand_of,
)
from engine.zobrist import BLACK_TO_MOVE, STUNNED, placed_key, relative_key

WORDS = CELLS // 64

POSITION = np.dtype(
    [
        # Occupied neighbours of each cell by the colour of their top piece: bits 0-5 White's,
        # bits 8-13 Black's, one bit a direction.
        ("around", np.uint16, CELLS),
        # Cells by the colour of their top piece, one bit a cell; the ring of words is continued by
        # one word at either end.
        ("tops", np.uint64, (2, WORDS + 2)),
        ("top", np.int8, CELLS),
        ("height", np.int8, CELLS),
        ("where", np.int16, PIECES),
        ("below", np.int8, PIECES),
        ("hand", np.int8, (2, BUGS)),
        ("stunned", np.int64),
        ("ply", np.int64),
        # Cells - edges + triangles of the hive: 1 minus the number of holes while it is one hive.
        ("euler", np.int64),
        # Cells with two or more pieces: a gate above the ground takes two of them.
        ("tall", np.int64),
        ("hash", np.uint64),
        ("queen_first", np.int64),
        ("stuns", np.int64),
        ("mark", np.int64, CELLS),
        ("stamp", np.int64),
        ("links", np.int64, PIECES),
    ],
    align=True,
)
POSITION_BYTES = POSITION.fields["mark"][1]  # type: ignore[index]
"""How many bytes of a record are the position itself; the rest is scratch space."""

Position = types.Record(POSITION)
Moves = types.Array(types.int32, 1)

MOVE_SHIFT = 10
PASS = PIECES << MOVE_SHIFT
"""A move is `piece << 10 | cell`; passing is the move of a piece that does not exist."""

MAX_MOVES = 2048
"""More than any position can have: 14 pieces with fewer than 70 destinations, 8 bugs in hand."""

QUEEN_DUE = 4
WHITE_QUEEN = int(FIRST_OF_BUG[Bug.QUEEN])
BLACK_QUEEN = WHITE_QUEEN + PER_COLOR
WHITE_LOSES, BLACK_LOSES, BOTH_LOSE = 1, 2, 3
"""What `losers` says."""

NEARLY_SURROUNDED = 5
"""Neighbours of a queen when a single move may surround her."""


def new_position(game_type: str, queen_first: bool = False) -> Any:
    """An empty board with full hands, as a record that kernels take."""
    position = np.zeros(1, dtype=POSITION)[0]
    position["top"] = NOBODY
    position["where"] = NOBODY
    position["below"] = NOBODY
    position["hand"] = hand_of(game_type)
    position["stunned"] = NOBODY
    position["queen_first"] = queen_first
    # Without a pillbug in the box nothing can be thrown, so there is nothing to be stunned for.
    position["stuns"] = position["hand"][0][Bug.PILLBUG] > 0
    return position


@kernel(types.int64(Position, types.int64))
def occupied(pos, cell):
    """The occupied neighbours of a cell as a mask of directions."""
    around = np.int64(pos.around[cell])
    return (around | (around >> 8)) & ALL_AROUND


@kernel(types.void(Position, types.int64, types.int64))
def flip_around(pos, cell, bits):
    """Tell the six neighbours of a cell that what they see there has changed by these bits."""
    pos.around[(cell + OFFSETS[0]) & CELL_MASK] ^= np.uint16(bits << 3)
    pos.around[(cell + OFFSETS[1]) & CELL_MASK] ^= np.uint16(bits << 4)
    pos.around[(cell + OFFSETS[2]) & CELL_MASK] ^= np.uint16(bits << 5)
    pos.around[(cell + OFFSETS[3]) & CELL_MASK] ^= np.uint16(bits)
    pos.around[(cell + OFFSETS[4]) & CELL_MASK] ^= np.uint16(bits << 1)
    pos.around[(cell + OFFSETS[5]) & CELL_MASK] ^= np.uint16(bits << 2)


BOTH_COLORS = 0x0101


@kernel(types.void(Position, types.int64, types.int64))
def flip_top(pos, cell, color):
    """Add a cell to those whose top piece is of a colour, or take it from them."""
    word = cell >> 6
    bit = np.uint64(1) << np.uint64(cell & 63)
    pos.tops[color, word + 1] ^= bit
    if word == 0:
        pos.tops[color, WORDS + 1] ^= bit
    elif word == WORDS - 1:
        pos.tops[color, 0] ^= bit


@kernel(types.void(Position, types.int64))
def lift(pos, piece):
    """Take the top piece of a stack off the hive; `where` still tells where it stood."""
    cell = np.int64(pos.where[piece])
    under = np.int64(pos.below[piece])
    pos.height[cell] -= np.int8(1)
    pos.top[cell] = under
    if under == NOBODY:
        flip_around(pos, cell, np.int64(1) << (COLOR_OF[piece] << 3))
        flip_top(pos, cell, COLOR_OF[piece])
        pos.euler -= 1 - ARCS[occupied(pos, cell)]
        return
    if pos.height[cell] == 1:
        pos.tall -= 1
    if COLOR_OF[under] != COLOR_OF[piece]:
        flip_around(pos, cell, BOTH_COLORS)
        flip_top(pos, cell, np.int64(0))
        flip_top(pos, cell, np.int64(1))


@kernel(types.void(Position, types.int64, types.int64))
def drop(pos, piece, cell):
    """Put a lifted piece, or one from the hand, on top of whatever lies on a cell."""
    under = np.int64(pos.top[cell])
    if under == NOBODY:
        flip_around(pos, cell, np.int64(1) << (COLOR_OF[piece] << 3))
        flip_top(pos, cell, COLOR_OF[piece])
        pos.euler += 1 - ARCS[occupied(pos, cell)]
    else:
        if pos.height[cell] == 1:
            pos.tall += 1
        if COLOR_OF[under] != COLOR_OF[piece]:
            flip_around(pos, cell, BOTH_COLORS)
            flip_top(pos, cell, np.int64(0))
            flip_top(pos, cell, np.int64(1))
    pos.below[piece] = under
    pos.top[cell] = piece
    pos.height[cell] += np.int8(1)
    pos.where[piece] = cell


@kernel(types.uint64(Position, types.int64))
def key_of(pos, piece):
    """The share of a piece that lies on top of its stack in the position's hash."""
    cell = np.int64(pos.where[piece])
    return placed_key(piece, cell - anchor(pos), np.int64(pos.height[cell]) - 1)


@kernel(types.int64(Position))
def anchor(pos):
    """The cell that the hash measures from, so that a drifting hive keeps its hash.

    It is the white queen's. Until she is placed White cannot move, so nothing can repeat, and
    cell 0 serves.
    """
    cell = np.int64(pos.where[WHITE_QUEEN])
    return cell if cell >= 0 else np.int64(0)


@kernel(types.uint64(Position))
def hash_of(pos):
    """The hash computed from scratch: bugs, colours, places, side to move, stunned piece."""
    origin = anchor(pos)
    value = np.uint64(0)
    for piece in range(PIECES):
        cell = np.int64(pos.where[piece])
        if cell >= 0 and np.int64(pos.top[cell]) == piece:
            level = np.int64(pos.height[cell]) - 1
            stacked = np.int64(piece)
            while stacked != NOBODY:
                value ^= placed_key(stacked, cell - origin, level)
                stacked = np.int64(pos.below[stacked])
                level -= 1
    return value ^ stun_key(pos) ^ (BLACK_TO_MOVE if pos.ply & 1 else np.uint64(0))


@kernel(types.uint64(Position))
def stun_key(pos):
    """The share of the stunned piece in the hash."""
    if pos.stunned == NOBODY:
        return np.uint64(0)
    return relative_key(STUNNED, np.int64(pos.where[pos.stunned]) - anchor(pos))


@kernel(types.int64(Position, types.int64))
def make(pos, move):
    """Play a legal move; returns what `unmake` needs to take it back."""
    piece = move >> MOVE_SHIFT
    cell = move & CELL_MASK
    undo = ((pos.stunned + 1) << 16) | CELLS
    pos.hash ^= stun_key(pos)
    pos.stunned = NOBODY
    if move != PASS:
        origin = np.int64(pos.where[piece])
        if origin == NOBODY:
            pos.hand[COLOR_OF[piece], BUG_OF[piece]] -= np.int8(1)
            drop(pos, piece, cell)
            pos.hash ^= key_of(pos, piece)
        else:
            undo = ((undo >> 16) << 16) | origin
            pos.hash ^= key_of(pos, piece)
            lift(pos, piece)
            drop(pos, piece, cell)
            pos.hash ^= key_of(pos, piece)
            if pos.stuns:
                pos.stunned = piece
                pos.hash ^= stun_key(pos)
    pos.ply += 1
    pos.hash ^= BLACK_TO_MOVE
    if piece == WHITE_QUEEN:
        pos.hash = hash_of(pos)
    return undo


@kernel(types.void(Position, types.int64, types.int64))
def unmake(pos, move, undo):
    """Take back the last move."""
    piece = move >> MOVE_SHIFT
    pos.hash ^= stun_key(pos)
    if move != PASS:
        origin = undo & 0xFFFF
        pos.hash ^= key_of(pos, piece)
        lift(pos, piece)
        if origin == CELLS:
            pos.hand[COLOR_OF[piece], BUG_OF[piece]] += np.int8(1)
            pos.where[piece] = NOBODY
            pos.below[piece] = NOBODY
        else:
            drop(pos, piece, origin)
            pos.hash ^= key_of(pos, piece)
    pos.ply -= 1
    pos.hash ^= BLACK_TO_MOVE
    pos.stunned = (undo >> 16) - 1
    pos.hash ^= stun_key(pos)
    if piece == WHITE_QUEEN:
        pos.hash = hash_of(pos)


@kernel(types.int64(types.int64))
def queen_of(color):
    """The queen of a colour."""
    return np.int64(WHITE_QUEEN + color * PER_COLOR)


@kernel(types.int64(Position, types.int64))
def surrounded(pos, queen):
    """Whether that queen is on the board with all six neighbours occupied."""
    cell = np.int64(pos.where[queen])
    return 1 if cell >= 0 and occupied(pos, cell) == ALL_AROUND else 0


@kernel(types.int64(Position))
def losers(pos):
    """Whose queens are surrounded: WHITE_LOSES, BLACK_LOSES, BOTH_LOSE or 0."""
    return surrounded(pos, WHITE_QUEEN) | (surrounded(pos, BLACK_QUEEN) << 1)
