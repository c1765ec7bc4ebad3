"""Every tuned number of the search: name, value, range and meaning.

The values were found by simultaneous perturbation and by matches, see docs/training.md;
`python -m training spsa` goes on from them. Kernels read them from the worker's record, so that
two sides of a match can differ in them. Numbers that follow from the rules or from the layout of
the data stand where they are used.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np


class Parameter(NamedTuple):
    """One tuned number, a whole one; `low` and `high` are the values that make sense."""

    name: str
    value: int
    low: int
    high: int
    meaning: str


PARAMETERS = tuple(
    Parameter(*row)
    for row in (
        # Alpha-beta: what is left out.
        ("reverse_futility_depth", 6, 0, 12,
         "deepest node that is cut because the side to move is far ahead"),
        ("reverse_futility_margin", 19, 5, 100,
         "lead needed for that in hundredths of a point for every ply of depth"),
        ("reverse_futility_improving", 9, 0, 60,
         "how much less lead is needed by a side that is doing better than two plies ago"),
        ("late_moves_1", 3, 1, 12, "moves tried at depth 1 before quiet ones are skipped"),
        ("late_moves_2", 6, 1, 24, "the same at depth 2"),
        ("late_moves_3", 9, 2, 36, "the same at depth 3"),
        ("late_moves_4", 15, 3, 60, "the same at depth 4"),
        ("late_moves_5", 22, 4, 90, "the same at depth 5; deeper none are skipped"),
        ("quiescence_plies", 4, 0, 8, "plies that quiescence may follow"),
        # Alpha-beta: what is searched less deep.
        ("reduction_base", 6, -100, 200, "hundredths of a ply taken off every late move"),
        ("reduction_divisor", 223, 100, 600,
         "hundredths; the product of the logarithms of depth and number is divided by it"),
        ("reduction_first_move", 3, 2, 10, "the first move of a node that is reduced"),
        ("root_reduction_first_move", 5, 2, 20, "the first move of the root that is reduced"),
        ("reduction_history", 4100, 1000, 16384, "history score worth a ply"),
        ("crowded_queen", 4, 2, 5,
         "neighbours of the enemy queen from which on a move that adds one is not quiet"),
        # Alpha-beta: in which order.
        ("prior_weight", 2000, 0, 7000,
         "history score that a learnt prior of odds e to one is worth"),
        ("history_bonus", 57, 10, 400, "history score of a cut-off for every square of the depth"),
        ("history_bonus_limit", 2400, 400, 8000, "the most that one cut-off earns"),
        # Alpha-beta: the window round the score of the depth before.
        ("aspiration_depth", 4, 1, 10, "first depth that is searched with a window"),
        ("aspiration_window", 12, 3, 100, "half its width in hundredths of a point"),
        ("aspiration_widening", 4, 2, 10, "how many times wider it gets when it fails"),
        # Monte-Carlo tree search.
        ("tree_exploration", 80, 10, 300, "hundredths; how much a prior counts against results"),
        ("tree_prior_spread", 70, 20, 300,
         "hundredths of a point by which two moves differ for odds of e to one"),
        ("tree_children", 40, 8, 256, "moves of a node that are kept"),
        ("tree_danger", 4, 2, 6, "neighbours of a queen from which on all moves are kept"),
        ("tree_leaf_depth", 2, 0, 4, "plies of alpha-beta that say what a leaf is worth"),
    )
)  # fmt: skip

GENERATION_PLIES = 8
"""Plies of depth by which a table entry counts less for every search since it was written."""

LATE_MOVE_DEPTHS = 6
"""Below this depth late moves are skipped."""

MAX_DEPTH = 64
MAX_REDUCED = 256
"""Later moves are reduced like this one."""

_NAMES = frozenset(parameter.name for parameter in PARAMETERS)

FIELDS = (
    *((parameter.name, np.int64) for parameter in PARAMETERS),
    ("late_moves", np.int64, LATE_MOVE_DEPTHS),
    ("reductions", np.int8, (MAX_DEPTH + 1, MAX_REDUCED + 1)),
)
"""Where a worker's record has them, as fields of a numpy dtype."""


def set_parameters(worker: Any, values: Mapping[str, int] | None = None) -> None:
    """Give a worker the parameters, some of them with other values. Raises ValueError."""
    values = values or {}
    if unknown := values.keys() - _NAMES:
        raise ValueError(f"there is no search parameter {min(unknown)!r}")
    for parameter in PARAMETERS:
        worker[parameter.name] = values.get(parameter.name, parameter.value)
    for depth in range(1, LATE_MOVE_DEPTHS):
        worker["late_moves"][depth] = worker[f"late_moves_{depth}"]
    worker["reductions"] = _reductions(
        int(worker["reduction_base"]), int(worker["reduction_divisor"])
    )


@lru_cache(maxsize=8)
def _reductions(base: int, divisor: int) -> Any:
    """Plies taken off the n-th move of a node, by depth and n."""
    depth = np.arange(MAX_DEPTH + 1).clip(1)[:, None]
    number = np.arange(MAX_REDUCED + 1).clip(1)[None, :]
    plies = base / 100 + np.log(depth) * np.log(number) / (divisor / 100)
    return plies.astype(np.int8)
