"""The path from the root to a node: its moves, repetitions on it, how it ends, the best one."""

import numpy as np

from engine import types
from engine.jit import kernel
from engine.position import BLACK_LOSES, BOTH_LOSE, MOVE_SHIFT, PASS, WHITE_LOSES, Position, make
from search.table import prefetch_bucket
from search.values import DRAW, MATE
from search.worker import Worker


@kernel(types.int64(types.int64, types.int64, types.int64))
def outcome(lost, color, ply):
    """The score for `color` of a finished game at a ply, by whose queens are surrounded."""
    if lost == BOTH_LOSE:
        return np.int64(DRAW)
    won = lost == (WHITE_LOSES if color else BLACK_LOSES)
    return np.int64(MATE - ply if won else ply - MATE)


@kernel(types.int64(Worker, types.int64, types.int64, types.int64))
def end_line(w, lost, color, ply):
    """Count a finished game as a node without a line below it; its score for `color`."""
    w.nodes += 1
    w.pv_length[ply] = 0
    return outcome(lost, color, ply)


@kernel(types.int64(Worker, Position, types.int64))
def repeated(w, pos, ply):
    """Whether the position has occurred in this line, or twice in the game before it."""
    here = w.plies_before_root + ply
    earliest = max(here - w.plies_since_placement[ply], 0)
    before_root = 0
    i = here - 4
    while i >= earliest:
        if w.path[i] == pos.hash:
            before_root += 1
            if i >= w.plies_before_root or before_root == 2:
                return 1
        i -= 2
    return 0


@kernel(types.int64(Worker, Position))
def occurrences(w, pos):
    """How often a position has occurred in the game up to the root."""
    count = np.int64(0)
    for i in range(w.plies_before_root + 1):
        count += w.path[i] == pos.hash
    return count


@kernel(types.int64(Worker, Position, types.int64, types.int64))
def enter(w, pos, move, ply):
    """Make a move from the node at `ply` and note it in the line; returns what unmake needs."""
    placed = move != PASS and pos.where[move >> MOVE_SHIFT] < 0
    undo = make(pos, move)
    prefetch_bucket(w.table, w.table_mask, pos.hash)
    w.plies_since_placement[ply + 1] = 0 if placed else w.plies_since_placement[ply] + 1
    w.path[w.plies_before_root + ply + 1] = pos.hash
    return undo


@kernel(types.void(Worker, types.int64, types.int64))
def keep_pv(w, ply, move):
    """The line found below this node, with the move to it in front, is the best one here."""
    length = w.pv_length[ply + 1]
    w.pv[ply, 0] = move
    for i in range(length):
        w.pv[ply, i + 1] = w.pv[ply + 1, i]
    w.pv_length[ply] = length + 1
