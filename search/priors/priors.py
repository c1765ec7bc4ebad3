"""Priors of moves: for each kind of origin and of target a number; both are added up."""

from pathlib import Path
from typing import Any

import numpy as np

from engine import types
from engine.hexgrid import CELL_MASK
from engine.jit import kernel
from engine.position import MOVE_SHIFT, PASS, Position
from search.priors.kinds import ORIGIN_KINDS, TARGET_KINDS, mover_of, origin_kind, target_kind
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


_SHIPPED_PRIORS = read_priors(SHIPPED)


def shipped_priors() -> Any:
    """The priors that the program searches with."""
    return _SHIPPED_PRIORS


@kernel(types.int64(Worker, Position, types.int64, types.int64))
def prior_of(w, pos, situation, move):
    """How likely a move is to be chosen, as a logarithm of odds."""
    if move == PASS:
        return np.int64(0)
    piece = move >> MOVE_SHIFT
    mover = mover_of(pos, situation, piece)
    origin = np.int64(w.priors[origin_kind(pos, mover, piece)])
    return origin + w.priors[ORIGIN_KINDS + target_kind(pos, mover, move & CELL_MASK)]
