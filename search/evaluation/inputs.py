"""What the network sees: for every piece one input that tells all about it at once, and a few more.

An input is numbered `2 * kind + colour`, so that the other player's view of it is the number with
its lowest bit turned. Nothing depends on where the hive lies or how it is turned.
"""

import numpy as np

from engine import types
from engine.intrinsics import lowest_bit
from engine.jit import kernel
from engine.movegen import bugs_next_to
from engine.pieces import BUGS, FIRST_OF_BUG, PER_COLOR, Bug
from engine.position import Position, queen_of
from search.evaluation.features import (
    CELLS_TO_PLACE,
    CROWD,
    CROWDS,
    DESCRIPTIONS,
    DROPS,
    FREE_ENEMIES,
    FREE_PIECES,
    IS_FREE,
    OPEN,
    RANGES,
    RESCUED,
    STATES,
    THROWS,
    Notes,
    noted,
)

PIECE = 0
"""By description, see `features.describe`."""

HAND = PIECE + BUGS * STATES * RANGES * RANGES
"""By bug and number in hand, where that is not 0."""

LARGEST_HAND = 3
QUEEN_COUNTS = 7
"""Each of the counts about a queen is 0 to 6; all go together with the number of neighbours."""

QUEEN_OPEN = HAND + BUGS * LARGEST_HAND
QUEEN_DROPS = QUEEN_OPEN + CROWDS * QUEEN_COUNTS
QUEEN_ENEMIES = QUEEN_DROPS + CROWDS * QUEEN_COUNTS
QUEEN_THROWS = QUEEN_ENEMIES + CROWDS * QUEEN_COUNTS
"""By neighbours, whether she can be thrown, and pieces that can be thrown away from her."""

LARGEST_THROWS = 3
FREE_AGAINST = QUEEN_THROWS + CROWDS * 2 * (LARGEST_THROWS + 1)
"""Free pieces by neighbours of the enemy queen."""

LARGEST_FREE = 11
PLACES = FREE_AGAINST + CROWDS * (LARGEST_FREE + 1)
"""Cells to place on, in steps of two."""

LARGEST_PLACES = 11
MOSQUITO = PLACES + LARGEST_PLACES + 1
"""By what a free mosquito can move like."""

KINDS = MOSQUITO + BUGS
INPUTS = 2 * KINDS
MOST_INPUTS = 64
"""Pieces in play and kinds in hand are at most as many as there are pieces."""

List = types.Array(types.int16, 1)


@kernel(types.int64(Position, Notes, List, types.int64, types.int64))
def list_pieces(pos, notes, inputs, color, count):
    """Add the inputs for the pieces of one colour; returns how many there are now."""
    first = color * PER_COLOR
    for piece in range(first, first + PER_COLOR):
        description = np.int64(notes[DESCRIPTIONS + piece])
        if description >= 0:
            inputs[count] = 2 * (PIECE + description) + color
            count += 1
    mosquito = first + FIRST_OF_BUG[Bug.MOSQUITO]
    cell = np.int64(pos.where[mosquito])
    if cell >= 0 and notes[mosquito] == IS_FREE:
        bugs = np.int64(1) << Bug.MOSQUITO
        if pos.height[cell] == 1:
            bugs = bugs_next_to(pos, cell) & ~bugs
        while bugs:
            inputs[count] = 2 * (MOSQUITO + lowest_bit(bugs)) + color
            count += 1
            bugs &= bugs - 1
    for bug in range(BUGS):
        number = np.int64(pos.hand[color, bug])
        if number:
            inputs[count] = 2 * (HAND + bug * LARGEST_HAND + number - 1) + color
            count += 1
    return count


@kernel(types.int64(Position, Notes, List, types.int64, types.int64))
def list_counts(pos, notes, inputs, color, count):
    """Add the inputs for what is noted of one side; returns how many there are now."""
    against = np.int64(notes[noted(1 - color, CROWD)])
    free = min(np.int64(notes[noted(color, FREE_PIECES)]), np.int64(LARGEST_FREE))
    places = min(np.int64(notes[noted(color, CELLS_TO_PLACE)]) >> 1, np.int64(LARGEST_PLACES))
    inputs[count] = 2 * (FREE_AGAINST + against * (LARGEST_FREE + 1) + free) + color
    inputs[count + 1] = 2 * (PLACES + places) + color
    count += 2
    if pos.where[queen_of(color)] >= 0:
        crowd = np.int64(notes[noted(color, CROWD)])
        at = crowd * QUEEN_COUNTS
        throws = min(np.int64(notes[noted(color, THROWS)]), np.int64(LARGEST_THROWS))
        throws += (crowd * 2 + notes[noted(color, RESCUED)]) * (LARGEST_THROWS + 1)
        inputs[count] = 2 * (QUEEN_OPEN + at + notes[noted(color, OPEN)]) + color
        inputs[count + 1] = 2 * (QUEEN_DROPS + at + notes[noted(color, DROPS)]) + color
        inputs[count + 2] = 2 * (QUEEN_ENEMIES + at + notes[noted(color, FREE_ENEMIES)]) + color
        inputs[count + 3] = 2 * (QUEEN_THROWS + throws) + color
        count += 4
    return count


@kernel(types.int64(Position, Notes, List))
def list_inputs(pos, notes, inputs):
    """List the inputs of a position that has just been weighed; returns how many there are."""
    count = np.int64(0)
    for color in range(2):
        count = list_pieces(pos, notes, inputs, np.int64(color), count)
        count = list_counts(pos, notes, inputs, np.int64(color), count)
    return count
