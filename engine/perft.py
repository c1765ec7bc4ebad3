"""Counting the legal move sequences of a given length."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from engine import types
from engine.jit import kernel
from engine.movegen import count_moves, list_moves
from engine.position import MAX_MOVES, Position, make, unmake

Buffer = types.Array(types.int32, 2)
MAX_DEPTH = 64


@kernel(types.int64(Position, Buffer, types.int64))
def count_leaves(pos, moves, depth):
    """Leaves of the move tree of a depth of at least 1; one row of moves a level is needed."""
    if depth == 1:
        return count_moves(pos, moves[0])
    own = moves[depth - 1]
    total = np.int64(0)
    for i in range(list_moves(pos, own)):
        move = np.int64(own[i])
        undo = make(pos, move)
        total += count_leaves(pos, moves, np.int64(depth - 1))
        unmake(pos, move, undo)
    return total


def perft(position: Any, depth: int, workers: int = 1) -> int:
    """How many legal move sequences of that length start here."""
    _check(depth, workers)
    if depth == 0:
        return 1
    if workers == 1 or depth < 3:
        return int(count_leaves(position.copy(), _buffer(depth), depth))
    return sum(perft_split(position, depth, workers).values())


def perft_split(position: Any, depth: int, workers: int = 1) -> dict[int, int]:
    """The count below every first move, by the move's code."""
    _check(depth, workers)
    if depth == 0:
        raise ValueError("a split needs a depth of at least 1")
    first = _legal(position)

    def count(code: int) -> int:
        if depth == 1:
            return 1
        below = position.copy()
        make(below, code)
        return int(count_leaves(below, _buffer(depth - 1), depth - 1))

    if workers == 1:
        return {code: count(code) for code in first}
    count_leaves.ensure_compiled()
    with ThreadPoolExecutor(workers) as pool:
        return dict(zip(first, pool.map(count, first), strict=True))


def _legal(position: Any) -> list[int]:
    moves = np.empty(MAX_MOVES, dtype=np.int32)
    codes: list[int] = moves[: list_moves(position, moves)].tolist()
    return codes


def _buffer(depth: int) -> Any:
    return np.empty((depth, MAX_MOVES), dtype=np.int32)


def _check(depth: int, workers: int) -> None:
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"the depth must be between 0 and {MAX_DEPTH}, not {depth}")
    if workers < 1:
        raise ValueError(f"at least one worker is needed, not {workers}")
