"""Positions up to the symmetries of the board: shifts, six rotations, and their mirror images.

A hash is a sum over cells of numbers made from what lies there and where it lies, seen from the
corner of the hive's bounding box. It is computed for all twelve views, and the least of them stands
for the position. That takes about a microsecond.
"""

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from engine import types
from engine.hexgrid import CELL_MASK, CELLS, OFFSETS, STEPS, Hex
from engine.intrinsics import lowest_bit
from engine.jit import kernel
from engine.pieces import ALL_PIECES, BUG_OF, BUGS, COLOR_OF, PIECES, Bug, Piece
from engine.position import POSITION, Position, occupied
from engine.setup import Setup

if TYPE_CHECKING:
    from engine.game_view import GameView

VIEWS = 12
"""Rotations by 0 to 5 steps, then the same of the mirror image."""

_STEP_Q = np.array([step.q for step in STEPS], dtype=np.int64)
_STEP_R = np.array([step.r for step in STEPS], dtype=np.int64)

WORK = np.dtype(
    [
        ("cell", np.int64, PIECES),
        ("q", np.int64, PIECES),
        ("r", np.int64, PIECES),
        ("content", np.uint64, PIECES),
        ("view", np.int64),
        ("mark", np.int64, CELLS),
        ("stamp", np.int64),
    ],
    align=True,
)
"""Room to compute in: the occupied cells in unbounded coordinates; the view that was chosen; which
cells have been seen. Positions stay as they are, so threads may share them.
"""

ALL_SOUND = -1

Work = types.Record(WORK)
Positions = types.Array(Position, 1)
Hashes = types.Array(types.uint64, 1)

# Odd numbers without pattern: digits of the golden ratio, of pi and of e.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_PI = np.uint64(0x243F6A8885A308D3)
_E = np.uint64(0xB7E151628AED2A6B)
_HALF, _THIRD = np.uint64(32), np.uint64(29)


@kernel(types.uint64(types.uint64))
def mixed(word):
    """A word whose bits all depend on all bits of the given one."""
    word = (word ^ (word >> _HALF)) * _PI
    word = (word ^ (word >> _THIRD)) * _E
    return word ^ (word >> _HALF)


@kernel(types.int64(Position))
def is_sound(pos):
    """Whether pieces lie on cells, in the stacks that are there: other memory must not be read."""
    for piece in range(PIECES):
        cell = np.int64(pos.where[piece])
        if cell < 0:
            continue
        if cell >= CELLS:
            return np.int64(0)
        found = np.int64(pos.top[cell])
        for _ in range(PIECES):
            if found == piece or found < 0 or found >= PIECES:
                break
            found = np.int64(pos.below[found])
        if found != piece:
            return np.int64(0)
    return np.int64(1)


@kernel(types.uint64(Position, types.int64))
def content_of(pos, cell):
    """What lies on a cell: kinds from the top down, and whether the top is stunned."""
    piece = np.int64(pos.top[cell])
    word = np.uint64(1 if piece == pos.stunned else 2)
    for _ in range(PIECES):
        if piece < 0 or piece >= PIECES:
            break
        word = mixed(word * _GOLDEN + np.uint64(COLOR_OF[piece] * BUGS + BUG_OF[piece] + 1))
        piece = np.int64(pos.below[piece])
    return word


@kernel(types.int64(Position, Work))
def spread_out(pos, work):
    """List the occupied cells with coordinates, by going from neighbour to neighbour."""
    n = np.int64(0)
    work.stamp += 1
    for piece in range(PIECES):
        if pos.where[piece] >= 0:
            work.cell[0] = pos.where[piece]
            work.q[0] = 0
            work.r[0] = 0
            work.mark[work.cell[0]] = work.stamp
            n = np.int64(1)
            break
    i = np.int64(0)
    while i < n:
        cell = work.cell[i]
        work.content[i] = content_of(pos, cell)
        directions = occupied(pos, cell)
        while directions:
            d = lowest_bit(directions)
            directions &= directions - 1
            near = (cell + OFFSETS[d]) & CELL_MASK
            if work.mark[near] != work.stamp and n < PIECES:
                work.mark[near] = work.stamp
                work.cell[n] = near
                work.q[n] = work.q[i] + _STEP_Q[d]
                work.r[n] = work.r[i] + _STEP_R[d]
                n += 1
        i += 1
    return n


@kernel(types.uint64(Work, types.int64))
def view_hash(work, n):
    """The hash of the cells as they lie, measured from the corner of their bounding box."""
    left = work.q[0]
    top = work.r[0]
    for i in range(1, n):
        left = min(left, work.q[i])
        top = min(top, work.r[i])
    total = np.uint64(0)
    for i in range(n):
        place = np.uint64((work.q[i] - left) * 64 + work.r[i] - top + 1)
        total += mixed(work.content[i] ^ (place * _GOLDEN))
    return total


@kernel(types.void(Work, types.int64))
def rotate(work, n):
    """Turn the cells clockwise by 60 degrees."""
    for i in range(n):
        q = work.q[i]
        work.q[i] = -work.r[i]
        work.r[i] = q + work.r[i]


@kernel(types.void(Work, types.int64))
def mirror(work, n):
    """Exchange left and right."""
    for i in range(n):
        work.q[i] = -work.q[i] - work.r[i]


@kernel(types.uint64(Position, Work))
def hash_up_to_symmetry(pos, work):
    """The least hash of the twelve views, with hands and side to move; notes the view."""
    n = spread_out(pos, work)
    least = np.uint64(0)
    work.view = 0
    if n:
        for view in range(VIEWS):
            if view == VIEWS // 2:
                mirror(work, n)
            found = view_hash(work, n)
            if view == 0 or found < least:
                least = found
                work.view = view
            rotate(work, n)
    for color in range(2):
        for bug in range(BUGS):
            least = mixed(least + np.uint64(pos.hand[color, bug] + 1) * _GOLDEN)
    return mixed(least + np.uint64(pos.ply & 1))


@kernel(types.int64(Positions, Work, Hashes))
def hash_all_up_to_symmetry(positions, work, hashes):
    """The same for many positions; returns the number of the first that is none, else ALL_SOUND."""
    for i in range(len(positions)):
        if not is_sound(positions[i]):
            return np.int64(i)
        hashes[i] = hash_up_to_symmetry(positions[i], work)
    return np.int64(ALL_SOUND)


class _Room(threading.local):
    """Room to compute in; every thread has its own."""

    def __init__(self) -> None:
        self.record = np.zeros(1, dtype=WORK)[0]
        self.passed = Work.passed(self.record)


_ROOM = _Room()


def canonical_hash(position: Any) -> int:
    """The hash of a position's record that all its symmetries share."""
    found: int = hash_up_to_symmetry.call_briefly(*Position.passed(position), *_ROOM.passed)
    return found


def canonical_hashes(positions: Any) -> Any:
    """The hashes of an array of positions' records, such as `np.array([game.position, ...])`.

    Raises TypeError or ValueError for what is none.

    >>> from engine import Game
    >>> games = [Game("Base"), Game.from_string("Base;InProgress;Black[1];wS1")]
    >>> hashes = canonical_hashes(np.array([game.position for game in games]))
    >>> [int(value) for value in hashes] == [game.canonical_hash for game in games]
    True
    """
    records = np.atleast_1d(np.asarray(positions))
    if records.size and records.dtype != POSITION:
        raise TypeError(f"an array of `game.position` is wanted, not of {records.dtype.name}")
    if records.ndim != 1:
        raise ValueError(f"positions are wanted in a row, not in {records.ndim} dimensions")
    hashes = np.empty(len(records), dtype=np.uint64)
    if not records.size:
        return hashes
    records = np.require(records, requirements=("C", "A", "W"))
    bad = hash_all_up_to_symmetry(records, _ROOM.record, hashes)
    if bad != ALL_SOUND:
        raise ValueError(f"record {bad} is not a position")
    return hashes


def canonical_setup(game: "GameView") -> Setup:
    """The position as it looks in the view that stands for all twelve.

    Pieces of one kind and colour are numbered in reading order, a stack's from the bottom up, and
    the turn has the lowest number that fits.
    """
    canonical_hash(game.position)
    view = int(_ROOM.record["view"])
    seen = game.setup()
    if view >= VIEWS // 2:
        seen = seen.mirrored()
    seen = seen.rotated(view)
    stacks: dict[Hex, list[Piece]] = {}
    numbers: dict[tuple[int, Bug], int] = {}
    stunned = None
    for place in sorted(seen.stacks, key=lambda place: (place.r, place.q)):
        for piece in seen.stacks[place]:
            kind = piece.color, piece.bug
            numbers[kind] = numbers.get(kind, 0) + 1
            renamed = ALL_PIECES[Piece(*kind, numbers[kind]).index]
            stacks.setdefault(place, []).append(renamed)
            if piece == seen.stunned:
                stunned = renamed
    return Setup(game.game_type, stacks, turn=game.turn, stunned=stunned)
