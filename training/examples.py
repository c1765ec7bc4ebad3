"""Positions of data sets as examples for a network: its inputs, and what is known of them."""

from typing import Any, NamedTuple

import numpy as np

from engine import types
from engine.jit import kernel
from engine.packed import Packed, unpack_into
from engine.position import POSITION, Position
from search.evaluation.evaluate import WEIGHTS, pieces_in_play, weighed
from search.evaluation.inputs import MOST_INPUTS, list_inputs
from search.values import MATE_ZONE
from search.worker import Worker, new_worker

NO_INPUT = -1


class Examples(NamedTuple):
    """Positions as arrays of equal length; values are for the side to move."""

    inputs: Any
    """Numbers of the inputs in the view of the side to move, filled up with NO_INPUT."""
    linear: Any
    """The linear sum in hundredths of a point."""
    pieces: Any
    """In play."""
    score: Any
    """Of the search, in hundredths of a point."""
    result: Any
    """Of the game between 0 and 1."""
    game: Any
    ply: Any


@kernel(
    types.int64(
        types.Array(Packed, 1),
        Worker,
        Position,
        types.Array(types.int16, 2),
        types.Array(types.int32, 1),
        types.Array(types.int8, 1),
    )
)
def look_at(packed, w, pos, inputs, linear, pieces):
    """Fill in what is seen in each position; returns how many were positions."""
    for i in range(len(packed)):
        if not unpack_into(packed[i], pos):
            return np.int64(i)
        pieces[i] = pieces_in_play(pos)
        linear[i] = weighed(w, pos, np.int64(pieces[i]))
        count = list_inputs(pos, w.notes[:], inputs[i])
        mover = pos.ply & 1
        for k in range(count):
            inputs[i, k] ^= mover
        for k in range(count, MOST_INPUTS):
            inputs[i, k] = NO_INPUT
    return np.int64(len(packed))


def examples_of(rows: Any) -> Examples:
    """The positions of a data set whose scores are no forced wins or losses."""
    rows = rows[np.abs(rows["score"].astype(np.int64)) < MATE_ZONE]
    inputs = np.zeros((len(rows), MOST_INPUTS), dtype=np.int16)
    linear = np.zeros(len(rows), dtype=np.int32)
    pieces = np.zeros(len(rows), dtype=np.int8)
    worker = new_worker()
    worker["weights"] = WEIGHTS
    position = np.zeros(1, dtype=POSITION)[0]
    packed = np.ascontiguousarray(rows["position"])
    if look_at(packed, worker, position, inputs, linear, pieces) != len(rows):
        raise ValueError("the data set has bytes that are no position")
    mover_result = np.where(rows["position"]["ply"] & 1, -rows["result"], rows["result"])
    return Examples(
        inputs,
        linear,
        pieces,
        rows["score"],
        (mover_result + 1) / 2,
        rows["game"].astype(np.int64),
        rows["position"]["ply"].astype(np.int64),
    )


def seen_afterwards(examples: Examples, scale: float, hindsight: float) -> Any:
    """What each position was worth in hindsight, between 0 and 1.

    That is the mean of what the search foresaw there and after every later ply of the game, and of
    the game's result behind the last; each ply counts `hindsight` times as much as the one before.
    Where positions are missing, the one before counts for them. `scale` is how many hundredths of
    a point mean odds of e to one.
    """
    black = (examples.ply & 1).astype(bool)
    foreseen = 1 / (1 + np.exp(-examples.score / scale))
    for_white = [np.where(black, 1 - each, each).tolist() for each in (foreseen, examples.result)]
    games, plies = examples.game.tolist(), examples.ply.tolist()
    worth = np.zeros(len(games))
    later = 0.0
    for at in range(len(games) - 1, -1, -1):
        is_last = at + 1 == len(games) or games[at + 1] != games[at] or plies[at + 1] <= plies[at]
        if is_last:
            later = for_white[1][at]
        share = hindsight ** (1 if is_last else plies[at + 1] - plies[at])
        worth[at] = later = (1 - share) * for_white[0][at] + share * later
    return np.where(black, 1 - worth, worth)
