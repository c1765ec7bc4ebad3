"""The static value of a position: a weighted sum of its features, and what a network adds to it.

Each feature has two weights, for an empty and a full board. Both are added up at once: a packed
weight holds the early one in its low and the late one in its high half.
"""

from typing import Any

import numpy as np

from engine import types
from engine.jit import kernel
from engine.pieces import PIECES
from engine.position import Position
from search.evaluation import weights
from search.evaluation.features import weigh
from search.evaluation.network import correction
from search.values import LARGEST_EVALUATION
from search.worker import Worker


def packed(early: Any, late: Any) -> Any:
    """Weights as `evaluate` takes them."""
    return (np.asarray(late, dtype=np.int64) << 32) + np.asarray(early, dtype=np.int64)


WEIGHTS = packed(weights.EARLY, weights.LATE)


@kernel(types.int64(Position))
def pieces_in_play(pos):
    """How many pieces lie on the board: the phase of the game."""
    count = np.int64(0)
    for piece in range(PIECES):
        count += pos.where[piece] >= 0
    return count


@kernel(types.int64(Worker, Position, types.int64))
def weighed(w, pos, pieces):
    """The sum of the features for the side to move in hundredths of a point.

    So many pieces are in play.
    """
    total = weigh(pos, w.weights[:], w.notes[:])
    early = np.int64(np.int32(total))
    late = (total - early) >> 32
    value = early * (PIECES - pieces) + late * pieces
    if pos.ply & 1:
        value = -value
    # Rounded towards zero, so that colours do not matter.
    return value // PIECES if value >= 0 else -(-value // PIECES)


@kernel(types.int64(Worker, Position))
def evaluate(w, pos):
    """The value for the side to move in hundredths of a point."""
    pieces = pieces_in_play(pos)
    value = weighed(w, pos, pieces)
    if w.network:
        value += correction(w, pos, pieces)
    return min(max(value, -LARGEST_EVALUATION), LARGEST_EVALUATION)
