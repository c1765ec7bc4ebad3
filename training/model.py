"""The network of the evaluation while it learns, in PyTorch, and then in whole numbers.

The rows of pieces are sums of parts that they share: what is true of any ant in a place, or of any
pinned piece near a queen, is known for rare cases too. Rows of their own beside these learnt too
much by heart from some hundred thousand positions. An output of 1 stands for odds of e to one.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.intrinsics import SQUARE_SHIFT
from search.evaluation.features import RANGES, STATES
from search.evaluation.inputs import HAND, INPUTS
from search.evaluation.network import (
    FRACTION,
    HIDDEN,
    LARGEST_ROW,
    LARGEST_WEIGHT,
    ONE,
    PHASES,
    Network,
    phase_of,
)

NOTHING = INPUTS
"""Fills up lists of inputs."""

SQUARE_OF_ONE = ONE * ONE >> SQUARE_SHIFT
"""What stands for 1 after squaring."""

_FIRST_BIAS = 0.3
_SPREAD = 0.02


def _shared_parts() -> Tensor:
    """For each kind of piece the numbers of the parts that it shares with others."""
    kind = np.arange(HAND)
    home, kind = kind % RANGES, kind // RANGES
    goal, kind = kind % RANGES, kind // RANGES
    state, bug = kind % STATES, kind // STATES
    parts = []
    first = 0
    for shared in (
        (bug, state),
        (bug, state, goal),
        (bug, state, home),
        (bug, goal, home),
        (state, goal),
        (state, home),
    ):
        _, numbers = np.unique(np.stack(shared), axis=1, return_inverse=True)
        parts.append(numbers.ravel() + first)
        first += int(numbers.max()) + 1
    return torch.from_numpy(np.stack(parts, axis=1))


class Model(nn.Module):
    """The network with numbers that are not whole; gives the logarithm of the odds."""

    def __init__(self, points_per_e: float) -> None:
        """`points_per_e`: hundredths of a point for odds of e to one."""
        super().__init__()
        self.points_per_e = points_per_e
        self._parts = _shared_parts()
        shared = 2 * (int(self._parts.max()) + 1)
        self.shared = nn.Parameter(torch.randn(shared, HIDDEN) * _SPREAD)
        self.others = nn.Parameter(torch.randn(INPUTS - 2 * HAND, HIDDEN) * _SPREAD)
        self.bias = nn.Parameter(torch.full((HIDDEN,), _FIRST_BIAS))
        self.weights = nn.Parameter(torch.randn(PHASES, 2 * HIDDEN) * _SPREAD)

    def rows(self) -> Tensor:
        """The rows of all inputs: first the pieces, which are the parts they share."""
        both = [
            nn.functional.embedding_bag(self._parts, half, mode="sum")
            for half in self.shared.chunk(2)
        ]
        pieces = torch.stack(both, dim=1).reshape(-1, HIDDEN)
        return torch.cat((pieces, self.others))

    def forward(self, inputs: Tensor, phase: Tensor) -> Tensor:
        """What is added to the linear sum. `inputs` is filled up with NOTHING."""
        rows = torch.cat((self.rows(), torch.zeros(1, HIDDEN)))
        other = torch.where(inputs == NOTHING, inputs, inputs ^ 1)
        views = [
            nn.functional.embedding_bag(view, rows, mode="sum", padding_idx=NOTHING) + self.bias
            for view in (inputs, other)
        ]
        squares = torch.cat(views, dim=1).clamp(0, 1) ** 2
        return (squares @ self.weights.T).gather(1, phase[:, None])[:, 0]

    def quantised(self) -> Network:
        """The network in whole numbers."""
        with torch.no_grad():
            rows = torch.cat((self.rows(), self.bias[None])) * ONE
            factor = self.points_per_e * (1 << FRACTION) / SQUARE_OF_ONE
            parts = (
                rows.round().clamp(-LARGEST_ROW, LARGEST_ROW),
                (self.weights * factor).round().clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT),
            )
        return Network(np.concatenate([part.numpy().ravel() for part in parts]).astype(np.int16))


def correction_of(network: Network, inputs: Tensor, phase: Tensor) -> Tensor:
    """What the kernels compute, with PyTorch's whole numbers: hundredths of a point."""
    rows = torch.from_numpy(network.rows.astype(np.int64))
    rows = torch.cat((rows, torch.zeros((1, HIDDEN), dtype=torch.int64)))
    other = torch.where(inputs == NOTHING, inputs, inputs ^ 1)
    bias = torch.from_numpy(network.bias.astype(np.int64))
    views = [rows[view].sum(1) + bias for view in (inputs, other)]
    squares = torch.cat(views, dim=1).clamp(0, ONE) ** 2 >> SQUARE_SHIFT
    weights = torch.from_numpy(network.weights.astype(np.int64)).reshape(PHASES, 2 * HIDDEN)
    return (squares * weights[phase]).sum(1) >> FRACTION


def phases_of(pieces: Any) -> Tensor:
    """Which weights are used with so many pieces in play."""
    by_count = [phase_of(count) for count in range(int(pieces.max(initial=0)) + 1)]
    return torch.tensor(by_count)[torch.from_numpy(pieces.astype(np.int64))]
