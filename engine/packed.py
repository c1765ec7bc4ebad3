"""Positions in sixty bytes, to keep millions of them: from one, anything can be computed later."""

from typing import Any

import numpy as np

from engine import types
from engine.hexgrid import CELL_MASK, OFFSETS
from engine.intrinsics import lowest_bit
from engine.jit import kernel
from engine.pieces import (
    BUG_OF,
    BUGS,
    COLOR_OF,
    FIRST_OF_BUG,
    GAME_TYPES,
    NOBODY,
    PER_COLOR,
    PIECES,
    Bug,
    hand_of,
)
from engine.position import MOVE_SHIFT, POSITION, Position, drop, hash_of

PACKED = np.dtype(
    [
        ("places", np.uint16, PIECES),
        ("ply", np.uint16),
        ("stunned", np.int8),
        ("game_type", np.uint8),
    ]
)
"""For each piece 0 if it is in hand, else 1 + cell + 1024 x the number of pieces beneath it; the
plies played; the stunned piece, -1 for none; the place of the game type in GAME_TYPES.
"""

IN_HAND = 0

Packed = types.Record(PACKED)
FIRST_PIECE = np.array(
    [color * PER_COLOR + FIRST_OF_BUG[bug] for color, bug in zip(COLOR_OF, BUG_OF, strict=True)],
    dtype=np.int64,
)
"""By piece the first of its kind."""

CLIMBS = np.array([bug in (Bug.BEETLE, Bug.MOSQUITO) for bug in range(BUGS)])
_BOXES = np.array([hand_of(game_type) for game_type in GAME_TYPES], dtype=np.int8)


@kernel(types.void(Position, Packed))
def pack_into(pos, packed):
    """Write down where the pieces lie; the game type is left as it is."""
    for piece in range(PIECES):
        cell = np.int64(pos.where[piece])
        place = np.int64(IN_HAND)
        if cell >= 0:
            level = np.int64(pos.height[cell]) - 1
            above = np.int64(pos.top[cell])
            while above != piece:
                above = np.int64(pos.below[above])
                level -= 1
            place = 1 + cell + (level << MOVE_SHIFT)
        packed.places[piece] = np.uint16(place)
    packed.ply = np.uint16(pos.ply)
    packed.stunned = np.int8(pos.stunned)


@kernel(types.int64(Position))
def is_one_hive(pos):
    """Whether all pieces in play hang together; a stack stands for itself by its top piece."""
    tops = np.int64(0)
    for piece in range(PIECES):
        cell = np.int64(pos.where[piece])
        if cell >= 0:
            tops |= np.int64(1) << np.int64(pos.top[cell])
    reached = tops & -tops
    frontier = reached
    while frontier:
        cell = np.int64(pos.where[lowest_bit(frontier)])
        frontier &= frontier - 1
        for direction in range(len(OFFSETS)):
            top = np.int64(pos.top[(cell + OFFSETS[direction]) & CELL_MASK])
            if top >= 0 and not reached >> top & 1:
                reached |= np.int64(1) << top
                frontier |= np.int64(1) << top
    return np.int64(reached == tops)


@kernel(types.int64(Packed, Position))
def unpack_into(packed, pos):
    """Set a position up; returns whether the bytes stand for one. No memory outside is touched.

    As kernels take for granted, the pieces have come in the order of their numbers and are one
    hive, in which only beetles and mosquitoes lie on others. Whether it could come about in a game
    is not looked at.
    """
    if packed.game_type >= len(GAME_TYPES) or packed.stunned < NOBODY or packed.stunned >= PIECES:
        return np.int64(0)
    pos.around[:] = 0
    pos.tops[:, :] = 0
    pos.top[:] = NOBODY
    pos.height[:] = 0
    pos.where[:] = NOBODY
    pos.below[:] = NOBODY
    pos.euler = 0
    pos.tall = 0
    pos.queen_first = 0
    box = np.int64(packed.game_type)
    for bug in range(BUGS):
        pos.hand[0, bug] = _BOXES[box, bug]
        pos.hand[1, bug] = _BOXES[box, bug]
    laid = np.int64(0)
    for piece in range(PIECES):
        if packed.places[piece] != IN_HAND:
            laid += 1
            color, bug = COLOR_OF[piece], BUG_OF[piece]
            if pos.hand[color, bug] == 0:
                return np.int64(0)
            if piece > FIRST_PIECE[piece] and packed.places[piece - 1] == IN_HAND:
                return np.int64(0)
            pos.hand[color, bug] -= np.int8(1)
    level = np.int64(0)
    while laid > 0 and level < PIECES:
        for piece in range(PIECES):
            place = np.int64(packed.places[piece]) - 1
            if place >= 0 and place >> MOVE_SHIFT == level:
                cell = place & CELL_MASK
                if pos.height[cell] != level or (level > 0 and not CLIMBS[BUG_OF[piece]]):
                    return np.int64(0)
                drop(pos, np.int64(piece), cell)
                laid -= 1
        level += 1
    if laid != 0 or (packed.stunned != NOBODY and pos.where[packed.stunned] == NOBODY):
        return np.int64(0)
    if not is_one_hive(pos):
        return np.int64(0)
    pos.stuns = np.int64(_BOXES[box, Bug.PILLBUG] > 0)
    pos.stunned = np.int64(packed.stunned)
    pos.ply = np.int64(packed.ply)
    pos.hash = hash_of(pos)
    return np.int64(1)


@kernel(types.int64(types.Array(Packed, 1), Position))
def unpack_each(packed, pos):
    """Set positions up one after the other; returns how many there are before one that is none."""
    for i in range(len(packed)):
        if not unpack_into(packed[i], pos):
            return np.int64(i)
    return np.int64(len(packed))


def are_positions(packed: Any) -> bool:
    """Whether all records of an array of PACKED stand for positions.

    >>> from engine import Game
    >>> packed = np.full(3, pack(Game("Base").position))
    >>> are_positions(packed)
    True
    >>> packed["game_type"][1] = 99
    >>> are_positions(packed)
    False
    """
    position = np.zeros(1, dtype=POSITION)[0]
    return bool(unpack_each(np.ascontiguousarray(packed), position) == len(packed))


def pack(position: Any) -> Any:
    """A position's record in short: a record of PACKED.

    >>> from engine import Game
    >>> packed = pack(Game.from_string("Base+M;InProgress;Black[1];wS1").position)
    >>> packed.nbytes, int(packed["ply"]), GAME_TYPES[packed["game_type"]]
    (60, 1, 'Base+M')
    """
    packed = np.zeros(1, dtype=PACKED)[0]
    pack_into(position, packed)
    box = position["hand"][0].astype(np.int64)
    for piece in np.flatnonzero(position["where"][:PER_COLOR] >= 0):
        box[BUG_OF[piece]] += 1
    packed["game_type"] = int(np.flatnonzero((box == _BOXES).all(axis=1))[0])
    return packed


def unpack(packed: Any) -> Any:
    """The record of the position that was packed. Raises ValueError for what is none.

    >>> from engine import Game
    >>> game = Game.from_string("Base+M;InProgress;Black[1];wS1")
    >>> bool(unpack(pack(game.position))["hash"] == game.position["hash"])
    True
    """
    position = np.zeros(1, dtype=POSITION)[0]
    if not unpack_into(packed, position):
        raise ValueError("these bytes are not a position")
    return position
