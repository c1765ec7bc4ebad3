"""The twelve ways to turn and mirror a hexagonal board, for making more examples of each.

Symmetries 0 to 5 turn by so many sixths clockwise about the centre; 6 to 11 mirror left and right
first. They hold for places up to 15 steps from the centre: farther out the torus of 32 x 32 cells
goes round, and is not symmetric. With the centre `hive` all pieces and actions are that near; with
a queen for a centre nearly all are, and `fits` tells.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.checks import instance, whole_number
from engine.hexgrid import CELL_MASK, CELLS, SIDE, Hex
from learning.centre import STEPS_APART
from learning.numbering import ACTIONS, MIDDLE, MOVERS, PASS_ACTION
from learning.planes import HEIGHT, PLANES

SYMMETRIES = 12
REACH = 15
"""Steps from the centre up to which symmetries hold."""


def turned(place: Hex, symmetry: int) -> Hex:
    """Where a hexagon goes when the board is turned about (0, 0).

    >>> turned(Hex(1, 0), 1), turned(Hex(1, 0), 6)
    (Hex(q=0, r=1), Hex(q=-1, r=0))
    """
    return (place.mirrored() if symmetry >= SYMMETRIES // 2 else place).rotated(symmetry)


def _place_table() -> NDArray[np.int64]:
    table = np.tile(np.arange(CELLS), (SYMMETRIES, 1))
    for q in range(-REACH, REACH + 1):
        for r in range(max(-REACH, -q - REACH), min(REACH, REACH - q) + 1):
            for symmetry in range(SYMMETRIES):
                to = turned(Hex(q, r), symmetry)
                table[symmetry, _place(Hex(q, r))] = _place(to)
    return table


def _place(hexagon: Hex) -> int:
    return (hexagon.cell + MIDDLE) & CELL_MASK


PLACE_SYMMETRIES = _place_table()
"""Where each place of a plane goes, a row for each symmetry. Places out of reach stay."""

ACTION_SYMMETRIES: NDArray[np.int64] = np.concatenate(
    (
        (CELLS * np.arange(MOVERS)[:, None] + PLACE_SYMMETRIES[:, None, :]).reshape(SYMMETRIES, -1),
        np.full((SYMMETRIES, 1), PASS_ACTION),
    ),
    axis=1,
)
"""What each action becomes, a row for each symmetry."""

_PLACES_BACK = np.argsort(PLACE_SYMMETRIES, axis=1)
_ACTIONS_BACK = np.argsort(ACTION_SYMMETRIES, axis=1)
_IN_REACH = (STEPS_APART < REACH)[(np.arange(CELLS) - MIDDLE) & CELL_MASK]


def fits(planes: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether symmetries hold for an observation, or for each of a batch.

    They do where no piece is more than 14 steps from the centre, since a move ends next to one.
    """
    instance(planes, np.ndarray, "planes are an array")
    if planes.shape[-3:] != (len(PLANES), SIDE, SIDE):
        raise ValueError(f"an observation has the shape {(len(PLANES), SIDE, SIDE)}")
    outside = planes[..., HEIGHT, :, :].reshape(*planes.shape[:-3], CELLS)[..., ~_IN_REACH]
    return np.asarray(~outside.any(axis=-1))


def symmetric_planes(planes: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """An observation, or a batch of them, or any planes in the order of places, turned."""
    instance(planes, np.ndarray, "planes are an array")
    if planes.shape[-2:] != (SIDE, SIDE):
        raise ValueError(f"planes are of {SIDE} x {SIDE}, not {planes.shape[-2:]}")
    flat = planes.reshape(*planes.shape[:-2], CELLS)
    return flat[..., _PLACES_BACK[_checked(symmetry)]].reshape(planes.shape)


def symmetric_policy(policy: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """A mask or a policy, or a batch of them, turned: the last axis has an entry an action."""
    instance(policy, np.ndarray, "a mask or policy is an array")
    if policy.shape[-1:] != (ACTIONS,):
        raise ValueError(f"a mask or policy has {ACTIONS} entries, not {policy.shape[-1:]}")
    return policy[..., _ACTIONS_BACK[_checked(symmetry)]]


def symmetric_actions(actions: Any, symmetry: int) -> NDArray[np.int64]:
    """Actions, turned; a single one will do."""
    given = np.asarray(actions)
    if given.size and given.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {given.dtype}")
    if given.size and (given.min() < 0 or given.max() >= ACTIONS):
        raise ValueError(f"actions are between 0 and {ACTIONS - 1}")
    found: NDArray[np.int64] = ACTION_SYMMETRIES[_checked(symmetry)][given.astype(np.int64)]
    return found


def _checked(symmetry: int) -> int:
    return whole_number(symmetry, "the symmetry", 0, SYMMETRIES - 1)
