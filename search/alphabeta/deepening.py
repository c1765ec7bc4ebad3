"""Iterative deepening of one worker: what happens between the kernels."""

from collections.abc import Sequence
from typing import Any

from search.alphabeta.kernel import list_root_moves, search_root
from search.evaluation.evaluate import WEIGHTS
from search.stop_flag import StopFlag
from search.table import NO_MOVE, Table
from search.techniques import ASPIRATION
from search.values import INFINITY

NO_LIMIT = 1 << 62
FIRST_WINDOW = 12
"""Half the width of the aspiration window in hundredths of a point."""

FULL_WINDOW = 2 * INFINITY
FIRST_ASPIRATION_DEPTH = 4


def prepare(
    worker: Any,
    position: Any,
    table: Table,
    hashes: Sequence[int],
    stop_asked: StopFlag,
    stop_due: StopFlag,
    techniques: int,
    node_limit: int = NO_LIMIT,
    third_ends: bool = False,
) -> None:
    """Set a worker to a position; `hashes` are of the positions that led there and of itself.

    `third_ends`: by the rules of the game a third occurrence of a position is a draw.
    """
    worker["nodes"] = 0
    worker["node_limit"] = node_limit
    worker["stopped"] = 0
    worker["stop_asked"] = stop_asked.address
    worker["stop_due"] = stop_due.address
    worker["techniques"] = techniques
    worker["table"] = table.address
    worker["table_mask"] = table.mask
    worker["generation"] = table.generation
    worker["third_ends"] = third_ends
    worker["pv_length"] = 0
    worker["weights"] = WEIGHTS
    worker["killers"] = NO_MOVE
    worker["before"] = len(hashes) - 1
    worker["path"][: len(hashes)] = hashes
    worker["since"][0] = len(hashes) - 1
    list_root_moves(worker, position)


def is_certain(worker: Any, rank: int) -> bool:
    """Whether the root move of a rank wins or loses at once, so that nothing is to be searched."""
    return not 0 <= rank - int(worker["root_wins"]) < int(worker["root_sound"])


def search_rank(worker: Any, position: Any, depth: int, rank: int, guess: int) -> int:
    """Search for the best root move but for `rank` better ones, to one depth.

    The window round the last score is widened until the score fits.
    """
    if is_certain(worker, rank):
        return int(worker["root_scores"][rank])
    last = int(worker["root_wins"]) + int(worker["root_sound"])
    below = above = FIRST_WINDOW
    if depth < FIRST_ASPIRATION_DEPTH or not worker["techniques"] & ASPIRATION:
        below = above = FULL_WINDOW
    while True:
        alpha = max(guess - below, -INFINITY)
        beta = min(guess + above, INFINITY)
        score = int(search_root(worker, position, alpha, beta, depth, rank, last))
        if worker["stopped"]:
            return guess
        if score <= alpha and alpha > -INFINITY:
            below *= 4
        elif score >= beta and beta < INFINITY:
            above *= 4
        else:
            return score
