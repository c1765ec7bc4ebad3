"""Arrays that go in and out of a batch: checked, or shown without being given away."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.checks import instance

Indices = Sequence[int] | NDArray[Any] | int | None
"""Games of a batch: their numbers, one number, a mask, or None for all."""


def chosen_games(indices: Indices, n: int) -> NDArray[np.int64]:
    """The numbers of games, given in one of several ways, out of so many."""
    if indices is None:
        return np.arange(n)
    given = np.atleast_1d(np.asarray(indices))
    if given.dtype == np.bool_:
        check_shape(given, (n,))
        return given.nonzero()[0]
    if given.size == 0:
        return np.empty(0, dtype=np.int64)
    if given.dtype.kind not in "iu" or given.ndim != 1:
        raise TypeError("games are chosen by their numbers or by a mask")
    if given.min() < 0 or given.max() >= n:
        raise ValueError(f"games have numbers between 0 and {n - 1}")
    return given.astype(np.int64)


def check_shape(array: NDArray[Any], shape: tuple[int, ...]) -> None:
    """Refuse what is no array, or one of another shape."""
    instance(array, np.ndarray, f"an array of shape {shape} is wanted")
    if array.shape != shape:
        raise ValueError(f"an array of shape {shape} is wanted, not of {array.shape}")


def as_bytes(records: NDArray[Any]) -> NDArray[np.uint8]:
    """The same memory, a row for each record."""
    return records.view(np.uint8).reshape(len(records), records.itemsize)


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same memory, to be looked at alone."""
    view = array.view()
    view.flags.writeable = False
    return view
