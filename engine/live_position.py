"""A position record that Python asks kernels about again and again.

Turning arguments into what C takes costs more than a move of Hive, so the address of the record and
the buffer for moves are kept.
"""

import threading
from typing import Any, Self

import numpy as np

from engine.movegen import list_moves
from engine.position import MAX_MOVES, Moves, Position, losers, make, unmake


class _Buffer(threading.local):
    """Room for the moves of one position; every thread has its own."""

    def __init__(self) -> None:
        self.moves = np.empty(MAX_MOVES, dtype=np.int32)
        self.passed = Moves.passed(self.moves)


_BUFFER = _Buffer()


class LivePosition:
    """The record of a position, and what kernels say of it and do with it."""

    __slots__ = ("_passed", "record")

    def __init__(self, record: Any) -> None:
        self.record = record
        self._passed = Position.passed(record)

    def copy(self) -> Self:
        """An independent copy."""
        return type(self)(self.record.copy())

    def make(self, code: int) -> int:
        """Play a legal move; returns what `unmake` needs."""
        undo: int = make.call_briefly(*self._passed, code)
        return undo

    def unmake(self, code: int, undo: int) -> None:
        """Take back the last move."""
        unmake.call_briefly(*self._passed, code, undo)

    def losers(self) -> int:
        """Whose queens are surrounded, as `engine.position.losers` says it."""
        found: int = losers.call_briefly(*self._passed)
        return found

    def legal_codes(self) -> list[int]:
        """The legal moves as `list_moves` lists them."""
        buffer = _BUFFER
        count = list_moves.call_briefly(*self._passed, *buffer.passed)
        codes: list[int] = buffer.moves[:count].tolist()
        return codes
