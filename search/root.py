"""The root: a worker set to a position, and its moves with what is certain about them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine import types
from engine.jit import kernel
from engine.movegen import list_moves
from engine.position import Position, losers, make, unmake
from search.evaluation.evaluate import WEIGHTS
from search.evaluation.network import shipped_network
from search.parameters import set_parameters
from search.path import occurrences, outcome
from search.priors.priors import shipped_priors
from search.stop_flag import StopFlag
from search.table import NO_MOVE, Table
from search.values import DRAW, MATE, MATE_ZONE
from search.worker import Worker

NO_LIMIT = 1 << 62


def prepare(
    worker: Any,
    position: Any,
    table: Table,
    hashes: Sequence[int],
    stop_flags: tuple[StopFlag, StopFlag],
    techniques: int,
    node_limit: int = NO_LIMIT,
    repetition_draw: bool = False,
) -> None:
    """Set a worker to a position; `hashes` are of the positions that led there and of itself.

    Either of the flags stops the search. `repetition_draw`: by the rules of the game a third
    occurrence of a position is a draw.
    """
    worker["nodes"] = 0
    worker["node_limit"] = node_limit
    worker["stopped"] = 0
    worker["stop_asked"], worker["stop_due"] = (flag.address for flag in stop_flags)
    worker["techniques"] = techniques
    worker["table"] = table.address
    worker["table_mask"] = table.mask
    worker["generation"] = table.generation
    worker["repetition_draw"] = repetition_draw
    worker["pv_length"] = 0
    worker["weights"] = WEIGHTS
    worker["network"] = shipped_network().address
    worker["priors"] = shipped_priors()
    worker["killers"] = NO_MOVE
    worker["plies_before_root"] = len(hashes) - 1
    worker["path"][: len(hashes)] = hashes
    worker["plies_since_placement"][0] = len(hashes) - 1
    set_parameters(worker)
    list_root_moves(worker, position)


def is_certain(worker: Any, rank: int) -> bool:
    """Whether the root move of a rank wins or loses at once, so that nothing is to be searched."""
    return not 0 <= rank - int(worker["root_wins"]) < int(worker["root_sound"])


def is_forced(worker: Any) -> bool:
    """Whether there is but one move: a search (`Run.deepest`) then only gives it a score."""
    return int(worker["root_count"]) == 1


@kernel(types.void(Worker, types.int64, types.int64, types.int64, types.int64))
def insert_root_move(w, at, end, move, score):
    """Put a root move in its place among the first `end`."""
    for i in range(end, at, -1):
        w.root_moves[i] = w.root_moves[i - 1]
        w.root_scores[i] = w.root_scores[i - 1]
    w.root_moves[at] = move
    w.root_scores[at] = score


@kernel(types.void(Worker, Position))
def list_root_moves(w, pos):
    """List the root moves: wins in one, then the sound ones, then those that lose in one.

    Both ends are certain, whatever limits the search proper has to keep. Moves that lose at once
    come after those that leave the opponent to find the win.
    """
    color = pos.ply & 1
    count = list_moves(pos, w.moves[:])
    w.root_wins = 0
    w.root_sound = 0
    for i in range(count):
        move = np.int64(w.moves[i])
        undo = make(pos, move)
        lost = losers(pos)
        if lost:
            score = outcome(lost, color, np.int64(1))
        elif w.repetition_draw and occurrences(w, pos) >= 2:
            score = np.int64(DRAW)
        else:
            score = -reply_score(w, pos, count)
        unmake(pos, move, undo)
        at = np.int64(i)
        if score >= MATE_ZONE:
            at = np.int64(0)
            w.root_wins += 1
        elif score > -MATE_ZONE:
            at = w.root_wins + w.root_sound
            w.root_sound += 1
        elif score > 1 - MATE:
            at = w.root_wins + w.root_sound
        insert_root_move(w, at, np.int64(i), move, score)
    w.root_count = count


@kernel(types.int64(Worker, Position, types.int64))
def reply_score(w, pos, base):
    """A win in one for the side to move at ply 1, or 0."""
    color = pos.ply & 1
    count = list_moves(pos, w.moves[base:])
    for i in range(base, base + count):
        move = np.int64(w.moves[i])
        undo = make(pos, move)
        lost = losers(pos)
        unmake(pos, move, undo)
        if lost and outcome(lost, color, np.int64(2)) > 0:
            return np.int64(MATE - 2)
    return np.int64(0)
