"""Which moves to try first."""

import numpy as np

from engine import types
from engine.hexgrid import CELL_MASK, CELLS, OFFSETS
from engine.jit import kernel
from engine.position import MOVE_SHIFT, PASS, Position, queen_of
from search.priors.priors import score_by_priors
from search.techniques import HISTORY, KILLERS, PRIORS
from search.worker import Worker

KILLER_SCORE = 1 << 18
"""Beyond any history score and prior together."""

TABLE_SCORE = 1 << 28
"""Beyond any killer."""

FILLS, FREES = 1, 2
"""What a move does to the queens' neighbours, see `threat`."""

HISTORY_MAX = 1 << 14
"""History scores stay within this by their own gravity."""


def _adjacent() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    near = np.zeros(CELLS, dtype=np.int64)
    near[OFFSETS & CELL_MASK] = 1
    return near


Scores = types.Array(types.int32, 1)
ADJACENT = _adjacent()
"""1 for the differences between neighbouring cells."""


@kernel(types.int64(Position, types.int64))
def threat(pos, move):
    """How a move of the side to move changes the queens' neighbours.

    FILLS: it fills a cell next to the enemy queen; FREES: it takes a piece away from the own
    queen, or moves a queen; 0: neither.
    """
    if move == PASS:
        return 0
    color = pos.ply & 1
    own = np.int64(pos.where[queen_of(color)])
    enemy = np.int64(pos.where[queen_of(1 - color)])
    piece = move >> MOVE_SHIFT
    to = move & CELL_MASK
    origin = np.int64(pos.where[piece])
    if enemy >= 0 and pos.height[to] == 0 and ADJACENT[(to - enemy) & CELL_MASK]:
        if origin < 0 or not ADJACENT[(origin - enemy) & CELL_MASK] or pos.height[origin] > 1:
            return FILLS
    if origin >= 0:
        if origin == own or origin == enemy:
            return FREES
        if own >= 0 and ADJACENT[(origin - own) & CELL_MASK] and pos.height[origin] == 1:
            if not ADJACENT[(to - own) & CELL_MASK]:
                return FREES
    return 0


@kernel(types.void(Worker, Position, types.int64, types.int64, types.int64, types.int64))
def score_moves(w, pos, base, count, ply, table_move):
    """Give the moves listed from `base` on their places in the order."""
    first = np.int64(w.killers[ply, 0])
    second = np.int64(w.killers[ply, 1])
    use = w.techniques
    if use & PRIORS:
        score_by_priors(w, pos, base, count)
    for i in range(base, base + count):
        move = np.int64(w.moves[i])
        score = np.int64(w.scores[i]) if use & PRIORS else np.int64(0)
        if use & HISTORY and move != PASS:
            score += w.history[move]
        if use & KILLERS and (move == first or move == second):
            score += KILLER_SCORE
        if move == table_move:
            score = np.int64(TABLE_SCORE)
        w.scores[i] = score


@kernel(types.int32(Scores))
def highest(scores):
    """The highest of some scores."""
    best = scores[0]
    for i in range(1, len(scores)):
        best = max(best, scores[i])
    return best


@kernel(types.int64(Worker, types.int64, types.int64))
def pick(w, start, end):
    """Bring the best of the moves that are left to the front and return it."""
    score = highest(w.scores[start:end])
    best = start
    while w.scores[best] != score:
        best += 1
    move = w.moves[best]
    w.moves[best] = w.moves[start]
    w.scores[best] = w.scores[start]
    w.moves[start] = move
    w.scores[start] = score
    return np.int64(move)


@kernel(types.void(Worker, types.int64, types.int64))
def reward(w, move, bonus):
    """Add to a move's history score; the nearer it is to its limit, the less."""
    if move != PASS:
        old = np.int64(w.history[move])
        w.history[move] = old + bonus - old * abs(bonus) // HISTORY_MAX


@kernel(types.void(Worker, types.int64, types.int64, types.int64, types.int64))
def learn_cutoff(w, base, tried, ply, depth):
    """Remember the move that refuted the last one, the last of those tried from `base` on."""
    move = np.int64(w.moves[base + tried - 1])
    bonus = min(w.history_bonus * depth * depth, w.history_bonus_limit)
    reward(w, move, bonus)
    for i in range(base, base + tried - 1):
        reward(w, np.int64(w.moves[i]), -bonus)
    if np.int64(w.killers[ply, 0]) != move:
        w.killers[ply, 1] = w.killers[ply, 0]
        w.killers[ply, 0] = move
