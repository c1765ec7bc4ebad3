"""A small network that corrects the linear sum of the features, in exact integer arithmetic.

Either side's view of the position is a sum of rows, one for each input, and a bias. The sums are
clipped and squared; weights, which depend on how many pieces are in play, make one number of them.
"""

from pathlib import Path
from typing import Any

import numpy as np

from engine import types
from engine.intrinsics import LANES, LARGEST_SUM, ROW_ALIGNMENT, sum_rows, weigh_squares
from engine.jit import kernel
from engine.pieces import PIECES
from engine.position import Position
from search.evaluation.inputs import INPUTS, list_inputs
from search.shipped import read_shipped
from search.worker import Worker

HIDDEN = 32
"""Sums a view."""

assert HIDDEN % LANES == 0

PHASES = 7
"""Sets of weights: the fewer pieces in play, the earlier."""

ONE = LARGEST_SUM
"""What stands for 1 in the sums: where they are clipped."""

FRACTION = 14
"""Bits after the point in what the weights add up to, which is hundredths of a point."""

LARGEST_ROW = 500
"""So that the bias and the rows of all inputs that a position can have stay within 16 bits."""

LARGEST_WEIGHT = 32767

ROW_BYTES = 2 * HIDDEN
BIAS_AT = INPUTS * ROW_BYTES
WEIGHTS_AT = BIAS_AT + ROW_BYTES
"""After the rows of the inputs and the bias: for each phase weights of the own, the other view."""

NUMBERS = WEIGHTS_AT // 2 + PHASES * 2 * HIDDEN
SHIPPED = Path(__file__).with_name("network.npy")


class Network:
    """The numbers of a network in memory; `address` tells kernels where."""

    def __init__(self, numbers: Any) -> None:
        """Take the numbers as they lie on file. Raises ValueError."""
        if numbers.dtype != np.int16 or numbers.shape != (NUMBERS,):
            raise ValueError(f"a network has {NUMBERS} numbers of 16 bits")
        if np.abs(numbers[: WEIGHTS_AT // 2].astype(np.int64)).max() > LARGEST_ROW:
            raise ValueError(f"a row has numbers beyond {LARGEST_ROW}")
        memory: Any = np.zeros(NUMBERS + ROW_ALIGNMENT // 2, dtype=np.int16)
        start = -memory.ctypes.data % ROW_ALIGNMENT
        self.address = memory.ctypes.data + start
        self.numbers = memory[start // 2 :][:NUMBERS]
        self.numbers[:] = numbers

    def __reduce__(self) -> Any:
        """Pickled by its numbers: another process has it elsewhere."""
        if self is shipped_network():
            return shipped_network, ()
        return Network, (np.array(self.numbers),)

    @property
    def rows(self) -> Any:
        """One for each input."""
        return self.numbers[: BIAS_AT // 2].reshape(INPUTS, HIDDEN)

    @property
    def bias(self) -> Any:
        """The row that is always added."""
        return self.numbers[BIAS_AT // 2 : WEIGHTS_AT // 2]

    @property
    def weights(self) -> Any:
        """By phase, view (own, other) and sum."""
        return self.numbers[WEIGHTS_AT // 2 :].reshape(PHASES, 2, HIDDEN)


def read_network(path: Path) -> Network:
    """The network of a file. Raises ValueError, OSError."""
    with path.open("rb") as file:
        return Network(np.lib.format.read_array(file, allow_pickle=False))


# Read when the module is imported, which only one thread does: kernels keep its address alone, so
# there may never be a second one that takes its place.
_SHIPPED_NETWORK = read_shipped(SHIPPED, read_network)


def shipped_network() -> Network:
    """The network that the program plays with."""
    return _SHIPPED_NETWORK


@kernel(types.int64(types.int64))
def phase_of(pieces):
    """Which weights are used with so many pieces in play."""
    return pieces * PHASES // (PIECES + 1)


@kernel(types.int64(Worker, Position, types.int64))
def correction(w, pos, pieces):
    """What the network adds to the linear sum for the side to move, in hundredths of a point.

    The position has just been weighed; so many pieces are in play.
    """
    count = list_inputs(pos, w.notes[:], w.inputs[:])
    mover = pos.ply & 1
    weights = w.network + WEIGHTS_AT + phase_of(pieces) * (2 * ROW_BYTES)
    total = np.int64(0)
    for first in range(0, ROW_BYTES, ROW_ALIGNMENT):
        sum_rows(
            w.network + BIAS_AT + first,
            w.network + first,
            ROW_BYTES,
            w.inputs[:],
            count,
            mover,
            w.sums[:],
        )
        total += weigh_squares(w.sums[:], 0, weights + first)
        total += weigh_squares(w.sums[:], 1, weights + ROW_BYTES + first)
    return total >> FRACTION
