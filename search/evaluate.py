"""The static value of a position: a weighted sum of its features."""

import numpy as np
from numba.core import types

from engine.jit import kernel
from engine.pieces import PIECES
from engine.position import Position
from search.features import FEATURES, extract
from search.worker import Worker

LARGEST = 20000
"""Static values stay below the scores of wins."""


@kernel(types.int64(Position))
def pieces_in_play(pos):
    """How many pieces lie on the board: the phase of the game."""
    count = np.int64(0)
    for piece in range(PIECES):
        count += pos.where[piece] >= 0
    return count


@kernel(types.int64(Worker, Position))
def evaluate(w, pos):
    """The value for the side to move in hundredths of a point."""
    extract(pos, w.features[:])
    early = np.int64(0)
    late = np.int64(0)
    for i in range(FEATURES):
        early += np.int64(w.features[i]) * w.early[i]
        late += np.int64(w.features[i]) * w.late[i]
    phase = pieces_in_play(pos)
    value = early * (PIECES - phase) + late * phase
    if pos.ply & 1:
        value = -value
    # Rounded towards zero, so that colours do not matter.
    value = value // PIECES if value >= 0 else -(-value // PIECES)
    return min(max(value, -LARGEST), LARGEST)
