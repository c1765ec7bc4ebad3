"""Masks and observations of a batch, kept from call to call and corrected where they differ.

Writing them anew would take longer than making the moves: 80 KB a game.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learning.arrays import read_only
from learning.numbering import ACTIONS
from learning.observations import OBSERVATION_SHAPE
from learning.planes import NOT_DRAWN, SKETCH
from learning.stepping import draw_all, mark

Share = Callable[[Callable[[int, int], Any]], None]
"""Has something done for all games, from one number to another at a time."""


class Masks:
    """A row for each game with a 1 for each legal action."""

    def __init__(self, n: int) -> None:
        self._masks = np.zeros((n, ACTIONS), dtype=np.int8)
        self._actions = np.empty(0, dtype=np.int32)
        self._offsets = np.zeros(n + 1, dtype=np.int64)

    def drawn(
        self, share: Share, actions: NDArray[np.int32], offsets: NDArray[np.int64]
    ) -> NDArray[np.int8]:
        """The masks for actions that are listed with the place where those of each game begin."""

        def redraw(start: int, end: int) -> None:
            mark(self._masks, self._actions, self._offsets, 0, start, end)
            mark(self._masks, actions, offsets, 1, start, end)

        share(redraw)
        total = int(offsets[-1])
        if self._actions.size < total:
            self._actions = np.empty(2 * total, dtype=np.int32)
        self._actions[:total] = actions[:total]
        self._offsets[:] = offsets
        return read_only(self._masks)


class Pictures:
    """The planes of each game."""

    def __init__(self, n: int) -> None:
        self._pictures = np.zeros((n, int(np.prod(OBSERVATION_SHAPE))), dtype=np.uint8)
        self._sketches = np.zeros(n, dtype=SKETCH)
        self._sketches["count"] = NOT_DRAWN

    def drawn(self, share: Share, rules: Any, positions: NDArray[Any]) -> NDArray[np.uint8]:
        """The planes for these positions."""
        share(
            lambda start, end: draw_all(
                rules, positions, self._sketches, self._pictures, start, end
            )
        )
        return read_only(self._pictures.reshape(-1, *OBSERVATION_SHAPE))
