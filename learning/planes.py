"""The planes of an observation, and the kernels that draw them.

Nearly all entries of an observation are zeros, and most planes are constant. So what is to be seen
is listed first (a `SKETCH`), and a picture drawn before is corrected where it differs: that
touches some hundred entries in place of fifty thousand.
"""

import numpy as np

from engine import types
from engine.hexgrid import CELLS
from engine.jit import kernel
from engine.pieces import (
    ALL_PIECES,
    BUG_LETTERS,
    BUGS,
    COLOR_OF,
    NOBODY,
    PER_COLOR,
    PIECES,
    Bug,
)
from engine.position import QUEEN_DUE, Position
from learning.centre import counted_from
from learning.numbering import MOVERS, place_of

OBSERVATION_VERSION = 1
"""Grows when any plane changes."""

_NAMES = tuple(piece.name[1:] for piece in ALL_PIECES[:PER_COLOR])

BOARD_PLANES = (
    *(f"own {name}" for name in _NAMES),
    *(f"enemy {name}" for name in _NAMES),
    "own top",
    "enemy top",
    "height",
    "stunned",
)
CONSTANT_PLANES = (
    "black",
    "turn",
    "queen due",
    *(f"own {bug} in hand" for bug in BUG_LETTERS),
    *(f"enemy {bug} in hand" for bug in BUG_LETTERS),
)
PLANES = BOARD_PLANES + CONSTANT_PLANES
"""The names of all planes, in order."""

TOP = MOVERS
HEIGHT, STUNNED = TOP + 2, TOP + 3
FIRST_CONSTANT = len(BOARD_PLANES)
CONSTANTS = len(CONSTANT_PLANES)
BLACK, TURN, DUE, HANDS = range(4)
MOST = 255
"""The largest value of an entry: turns are counted no further."""

QUEEN = int(Bug.QUEEN)

NOT_DRAWN = -1
SKETCH = np.dtype(
    [
        # How many entries there are, or NOT_DRAWN for a picture of which nothing is known.
        ("count", np.int64),
        # An entry for every piece and the stunned one, two for every stack.
        ("entry", np.int64, 3 * PIECES + 1),
        ("value", np.uint8, 3 * PIECES + 1),
        ("constant", np.uint8, CONSTANTS),
    ],
    align=True,
)
Sketch = types.Record(SKETCH)
Picture = types.Array(types.uint8, 1)
"""All planes, one after the other."""


@kernel(types.void(Sketch, types.int64, types.int64, types.int64))
def note(sketch, plane, place, value):
    """Add an entry to a sketch."""
    sketch.entry[sketch.count] = plane * CELLS + place
    sketch.value[sketch.count] = np.uint8(value)
    sketch.count += 1


@kernel(types.void(Position, types.int64, types.int64, Sketch))
def sketch_board(pos, color, centre, sketch):
    """List the entries of the planes of the board for a player."""
    sketch.count = 0
    for piece in range(PIECES):
        cell = np.int64(pos.where[piece])
        if cell < 0 or np.int64(pos.top[cell]) != piece:
            continue
        place = place_of(cell, centre)
        level = np.int64(pos.height[cell])
        note(sketch, np.int64(TOP) + (COLOR_OF[piece] ^ color), place, np.int64(1))
        note(sketch, np.int64(HEIGHT), place, level)
        stacked = np.int64(piece)
        while stacked != NOBODY:
            note(sketch, counted_from(stacked, color), place, level)
            stacked = np.int64(pos.below[stacked])
            level -= 1
    if pos.stunned != NOBODY:
        place = place_of(np.int64(pos.where[pos.stunned]), centre)
        note(sketch, np.int64(STUNNED), place, np.int64(1))


@kernel(types.void(Position, types.int64, Sketch))
def sketch_constants(pos, color, sketch):
    """Find the values of the constant planes for a player."""
    # Of a player who is not to move the next turn counts.
    turn = ((pos.ply + ((pos.ply ^ color) & 1)) >> 1) + 1
    is_due = turn >= QUEEN_DUE and pos.hand[color, QUEEN] > 0
    sketch.constant[BLACK] = np.uint8(color)
    sketch.constant[TURN] = np.uint8(min(turn, np.int64(MOST)))
    sketch.constant[DUE] = np.uint8(1 if is_due else 0)
    for bug in range(BUGS):
        sketch.constant[HANDS + bug] = np.uint8(pos.hand[color, bug])
        sketch.constant[HANDS + BUGS + bug] = np.uint8(pos.hand[1 - color, bug])


@kernel(types.void(Position, types.int64, types.int64, Sketch, Picture))
def draw(pos, color, centre, sketch, picture):
    """Draw a position for a player over the picture that the sketch was made for."""
    if sketch.count == NOT_DRAWN:
        picture[:] = 0
    else:
        for i in range(sketch.count):
            picture[sketch.entry[i]] = 0
    sketch_board(pos, color, centre, sketch)
    sketch_constants(pos, color, sketch)
    for i in range(sketch.count):
        picture[sketch.entry[i]] = sketch.value[i]
    for i in range(CONSTANTS):
        first = (FIRST_CONSTANT + i) * CELLS
        if picture[first] != sketch.constant[i]:
            picture[first : first + CELLS] = sketch.constant[i]
