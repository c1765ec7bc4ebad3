"""Everything one searching thread owns, as a record that kernels take."""

from typing import Any

import numpy as np

from engine import types
from engine.hexgrid import CELLS
from engine.intrinsics import LANES, load_shared
from engine.jit import kernel
from engine.pieces import PIECES
from engine.position import MAX_MOVES
from search import parameters
from search.evaluation.features import FEATURES, NOTES
from search.evaluation.inputs import MOST_INPUTS
from search.priors.kinds import ORIGIN_KINDS, TARGET_KINDS
from search.table import NO_MOVE

MAX_PLY = 96
"""The deepest a line can get, quiescence included."""

MAX_HISTORY = 512
"""How many positions before the root are remembered for repetitions."""

MOVE_BUFFER = 32 * MAX_MOVES
MOVE_CODES = PIECES * CELLS

WORKER = np.dtype(
    [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("stopped", np.int64),
        ("stop_asked", np.int64),
        ("stop_due", np.int64),
        ("techniques", np.int64),
        ("table", np.int64),
        ("table_mask", np.int64),
        ("generation", np.int64),
        # Whether a third occurrence of a position ends the game.
        ("repetition_draw", np.int64),
        *parameters.FIELDS,
        # Weights of the features, packed.
        ("weights", np.int64, FEATURES),
        # What the evaluation has just found about pieces and queens.
        ("notes", np.int16, NOTES),
        # Where the network is, 0 for none; its inputs, and sums of their rows.
        ("network", np.int64),
        ("inputs", np.int16, MOST_INPUTS),
        ("sums", np.int16, 2 * LANES),
        # How likely moves are, by kind of origin and of target.
        ("priors", np.int16, ORIGIN_KINDS + TARGET_KINDS),
        # The game before the root, then the line being searched: hashes, static values, ...
        ("plies_before_root", np.int64),
        ("path", np.uint64, MAX_HISTORY + MAX_PLY + 2),
        ("plies_since_placement", np.int64, MAX_PLY + 2),
        ("value", np.int64, MAX_PLY + 2),
        ("line", np.int64, MAX_PLY + 2),
        ("undo", np.int64, MAX_PLY + 2),
        ("killers", np.int32, (MAX_PLY + 2, 2)),
        ("pv", np.int32, (MAX_PLY + 2, MAX_PLY + 2)),
        ("pv_length", np.int64, MAX_PLY + 2),
        ("history", np.int32, MOVE_CODES),
        ("root_count", np.int64),
        ("root_wins", np.int64),
        ("root_sound", np.int64),
        ("root_moves", np.int32, MAX_MOVES),
        ("root_scores", np.int32, MAX_MOVES),
        ("moves", np.int32, MOVE_BUFFER),
        ("scores", np.int32, MOVE_BUFFER),
    ],
    align=True,
)

Worker = types.Record(WORKER)


def new_worker() -> Any:
    """A worker with nothing learnt yet."""
    worker = np.zeros(1, dtype=WORKER)[0]
    forget(worker)
    return worker


def forget(worker: Any) -> None:
    """Drop what a worker has learnt about move ordering."""
    worker["history"] = 0
    worker["killers"] = NO_MOVE


@kernel(types.int64(Worker))
def stop_wanted(w):
    """Whether someone has asked the search to stop or its time is up."""
    return 1 if load_shared(w.stop_asked) or load_shared(w.stop_due) else 0


@kernel(types.int64(Worker))
def out_of_budget(w):
    """Whether the search has to end: asked for, due, or out of nodes."""
    if w.stopped:
        return 1
    if stop_wanted(w) or w.nodes >= w.node_limit:
        w.stopped = 1
        return 1
    return 0
