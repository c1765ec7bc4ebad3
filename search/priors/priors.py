"""Priors of moves: for each kind of origin and of target a number; both are added up."""

from pathlib import Path
from typing import Any

import numpy as np

from engine import types
from engine.hexgrid import CELL_MASK
from engine.jit import kernel
from engine.position import MOVE_SHIFT, PASS, Position
from search.priors.kinds import (
    ORIGIN_KINDS,
    TARGET_KINDS,
    mover_of,
    origin_kind,
    situation_of,
    target_kind,
)
from search.shipped import read_shipped
from search.worker import Worker

ONE = 256
"""What stands for odds of e to one."""

LARGEST = 8 * ONE
"""So that no prior is worth as much as a killer."""

SHIPPED = Path(__file__).with_name("priors.npy")


def read_priors(path: Path) -> Any:
    """The numbers of a file, origins before targets. Raises ValueError, OSError."""
    with path.open("rb") as file:
        numbers = np.lib.format.read_array(file, allow_pickle=False)
    if numbers.dtype != np.int16 or numbers.shape != (ORIGIN_KINDS + TARGET_KINDS,):
        raise ValueError(f"priors are {ORIGIN_KINDS + TARGET_KINDS} numbers of 16 bits")
    if np.abs(numbers.astype(np.int64)).max() > LARGEST:
        raise ValueError(f"there are priors beyond {LARGEST}")
    numbers.flags.writeable = False
    return numbers


_SHIPPED_PRIORS = read_shipped(SHIPPED, read_priors)


def shipped_priors() -> Any:
    """The priors that the program searches with."""
    return _SHIPPED_PRIORS


@kernel(types.void(Worker, Position, types.int64, types.int64))
def score_by_priors(w, pos, base, count):
    """Score the moves listed from `base` on by how likely they are to be chosen.

    Moves of one piece follow one another, so what they have in common is looked up once.
    """
    situation = situation_of(pos)
    last = np.int64(-1)
    mover = np.int64(0)
    origin = np.int64(0)
    for i in range(base, base + count):
        move = np.int64(w.moves[i])
        w.scores[i] = 0
        if move == PASS:
            continue
        piece = move >> MOVE_SHIFT
        if piece != last:
            last = piece
            mover = mover_of(pos, situation, piece)
            origin = np.int64(w.priors[origin_kind(pos, mover, piece)])
        target = np.int64(w.priors[ORIGIN_KINDS + target_kind(pos, mover, move & CELL_MASK)])
        w.scores[i] = np.int32(w.prior_weight * (origin + target) // ONE)
