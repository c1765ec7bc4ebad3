"""Alpha-beta: principal variation search of one thread.

Scores are in hundredths of a point for the side to move; a forced win scores MATE minus the plies
it takes. Positions in which a queen is surrounded are scored by the node above, so the search is
only ever called where the game goes on.
"""

import numpy as np

from engine import types
from engine.jit import kernel
from engine.movegen import list_moves
from engine.position import (
    BLACK_QUEEN,
    MAX_MOVES,
    MOVE_SHIFT,
    PASS,
    WHITE_QUEEN,
    Position,
    losers,
    make,
    unmake,
)
from search.alphabeta.ordering import (
    FILLS,
    FREES,
    learn_cutoff,
    pick,
    score_moves,
    threat,
)
from search.evaluation.evaluate import evaluate
from search.evaluation.features import queen_neighbours
from search.table import (
    EXACT,
    LOWER,
    MISS,
    NO_MOVE,
    UPPER,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    entry_value,
    pack,
    prefetch_bucket,
    probe,
    store,
    stored_score,
)
from search.techniques import (
    LATE_PRUNING,
    QUIESCENCE,
    REDUCTIONS,
    REPETITION,
    REVERSE_FUTILITY,
    TABLE,
)
from search.values import DRAW, INFINITY, MATE, MATE_ZONE
from search.worker import MAX_PLY, MOVE_BUFFER, Worker, out_of_budget

QUIESCENCE_PLIES = 4
MAX_DEPTH = 64


def _reductions() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Plies taken off the n-th move of a node, by depth and n."""
    depth = np.arange(MAX_DEPTH + 1).clip(1)[:, None]
    number = np.arange(257).clip(1)[None, :]
    return (0.06 + np.log(depth) * np.log(number) / 2.23).astype(np.int64)


REDUCTION = _reductions()
LATE_MOVES = np.array([0, 3, 6, 9, 15, 22], dtype=np.int64)
"""How many moves are tried at a depth before quiet ones are skipped, never others after them."""

SearchType = types.int64(
    Worker, Position, types.int64, types.int64, types.int64, types.int64, types.int64
)


@kernel(types.int64(types.int64, types.int64, types.int64))
def outcome(lost, color, ply):
    """The score for `color` of a finished game at a ply, by whose queens are surrounded."""
    if lost == 3:
        return np.int64(DRAW)
    won = lost == (1 if color else 2)
    return np.int64(MATE - ply if won else ply - MATE)


@kernel(types.int64(Worker, Position, types.int64))
def repeated(w, pos, ply):
    """Whether the position has occurred in this line, or twice in the game before it."""
    here = w.before + ply
    earliest = max(here - w.since[ply], 0)
    before_root = 0
    i = here - 4
    while i >= earliest:
        if w.path[i] == pos.hash:
            before_root += 1
            if i >= w.before or before_root == 2:
                return 1
        i -= 2
    return 0


@kernel(types.int64(Worker, Position, types.int64, types.int64))
def enter(w, pos, move, ply):
    """Make a move from the node at `ply` and note it in the line; returns what unmake needs."""
    placed = move != PASS and pos.where[move >> MOVE_SHIFT] < 0
    undo = make(pos, move)
    prefetch_bucket(w.table, w.table_mask, pos.hash)
    w.since[ply + 1] = 0 if placed else w.since[ply] + 1
    w.path[w.before + ply + 1] = pos.hash
    return undo


@kernel(types.void(Worker, types.int64, types.int64))
def keep_pv(w, ply, move):
    """The line found below this node, with the move to it in front, is the best one here."""
    length = w.pv_length[ply + 1]
    w.pv[ply, 0] = move
    for i in range(length):
        w.pv[ply, i + 1] = w.pv[ply + 1, i]
    w.pv_length[ply] = length + 1


@kernel(SearchType)
def quiesce(w, pos, alpha, beta, ply, base, plies):
    """Follow only moves that fill or free cells next to a queen, where one is in danger."""
    w.nodes += 1
    w.pv_length[ply] = 0
    if out_of_budget(w):
        return np.int64(0)
    best = evaluate(w, pos)
    if not w.techniques & QUIESCENCE or plies == 0 or ply >= MAX_PLY:
        return best
    if best >= beta:
        return best
    color = pos.ply & 1
    own = queen_neighbours(pos, BLACK_QUEEN if color else WHITE_QUEEN)
    enemy = queen_neighbours(pos, WHITE_QUEEN if color else BLACK_QUEEN)
    if (enemy < 5 and own < 5) or base > MOVE_BUFFER - MAX_MOVES:
        return best
    alpha = max(alpha, best)
    count = list_moves(pos, w.moves[base:])
    for i in range(base, base + count):
        move = np.int64(w.moves[i])
        kind = threat(pos, move)
        if not ((kind == FILLS and enemy >= 5) or (kind == FREES and own >= 5)):
            continue
        undo = enter(w, pos, move, ply)
        lost = losers(pos)
        if lost:
            w.nodes += 1
            w.pv_length[ply + 1] = 0
            score = outcome(lost, color, ply + 1)
        else:
            score = -quiesce(w, pos, -beta, -alpha, ply + 1, base + count, np.int64(plies - 1))
        unmake(pos, move, undo)
        if w.stopped:
            return np.int64(0)
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                keep_pv(w, ply, move)
                if score >= beta:
                    break
    return best


@kernel(SearchType)
def search(w, pos, alpha, beta, depth, ply, base):
    """The score of a position within a window, searched to a depth."""
    if depth <= 0:
        return quiesce(w, pos, alpha, beta, ply, base, np.int64(QUIESCENCE_PLIES))
    w.nodes += 1
    w.pv_length[ply] = 0
    if out_of_budget(w):
        return np.int64(0)
    if w.techniques & REPETITION and repeated(w, pos, ply):
        return np.int64(DRAW)
    if ply >= MAX_PLY - 2 or base > MOVE_BUFFER - MAX_MOVES:
        return evaluate(w, pos)

    # Mate distance: nothing here can beat a shorter win found elsewhere.
    alpha = max(alpha, ply - MATE)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    principal = beta - alpha > 1

    # Transposition table.
    entry = probe(w.table, w.table_mask, pos.hash) if w.techniques & TABLE else MISS
    table_move = np.int64(NO_MOVE)
    if entry != MISS:
        table_move = entry_move(entry)
        score = entry_score(entry, ply)
        bound = entry_bound(entry)
        if not principal and entry_depth(entry) >= depth:
            if (
                bound == EXACT
                or (bound == LOWER and score >= beta)
                or (bound == UPPER and score <= alpha)
            ):
                return score
    value = entry_value(entry) if entry != MISS else evaluate(w, pos)
    w.value[ply] = value

    color = pos.ply & 1
    own = queen_neighbours(pos, BLACK_QUEEN if color else WHITE_QUEEN)
    enemy = queen_neighbours(pos, WHITE_QUEEN if color else BLACK_QUEEN)
    danger = own >= 5
    improving = ply >= 2 and value > w.value[ply - 2]

    # Reverse futility: so far ahead that the opponent will not come back.
    if w.techniques & REVERSE_FUTILITY and depth <= 6:
        if not principal and not danger and abs(beta) < MATE_ZONE:
            if value - 19 * depth + 9 * improving >= beta:
                return value

    count = list_moves(pos, w.moves[base:])
    score_moves(w, pos, base, count, ply, table_move, np.int64(enemy >= 4))
    best = np.int64(-INFINITY)
    best_move = np.int64(NO_MOVE)
    bound = UPPER
    for tried in range(1, count + 1):
        move = pick(w, base + tried - 1, base + count)
        quiet = enemy < 4 or threat(pos, move) != FILLS
        less = np.int64(0)
        if tried > 1 and best > -MATE_ZONE:
            # Late move pruning.
            if w.techniques & LATE_PRUNING and depth < len(LATE_MOVES):
                if quiet and not danger and not principal:
                    if tried > LATE_MOVES[depth] * (2 if improving else 1):
                        if enemy < 4:
                            break
                        continue
            # Late move reductions.
            if w.techniques & REDUCTIONS and depth >= 2 and tried > 2:
                less = REDUCTION[min(depth, MAX_DEPTH), min(tried, 256)]
                if not quiet or danger:
                    less //= 2
                if principal:
                    less -= 1
                less -= np.int64(w.history[move]) // 4100 if move != PASS else 0
                less = min(max(less, 0), depth - 1)

        undo = enter(w, pos, move, ply)
        lost = losers(pos)
        below = base + count
        if lost:
            w.nodes += 1
            w.pv_length[ply + 1] = 0
            score = outcome(lost, color, ply + 1)
        elif tried == 1:
            score = -search(w, pos, -beta, -alpha, np.int64(depth - 1), ply + 1, below)
        else:
            score = -search(w, pos, -alpha - 1, -alpha, np.int64(depth - 1 - less), ply + 1, below)
            if score > alpha and less > 0:
                score = -search(w, pos, -alpha - 1, -alpha, np.int64(depth - 1), ply + 1, below)
            if score > alpha and principal:
                score = -search(w, pos, -beta, -alpha, np.int64(depth - 1), ply + 1, below)
        unmake(pos, move, undo)
        if w.stopped:
            return np.int64(0)

        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                bound = EXACT
                keep_pv(w, ply, move)
                if score >= beta:
                    bound = LOWER
                    learn_cutoff(w, base, np.int64(tried), ply, depth)
                    break

    if w.techniques & TABLE:
        data = pack(best_move, depth, bound, w.generation, stored_score(best, ply), value)
        store(w.table, w.table_mask, pos.hash, data)
    return best


@kernel(types.void(Worker, types.int64, types.int64, types.int64, types.int64))
def insert_root_move(w, at, end, move, score):
    """Put a root move in its place among the first `end`."""
    for i in range(end, at, -1):
        w.root_moves[i] = w.root_moves[i - 1]
        w.root_scores[i] = w.root_scores[i - 1]
    w.root_moves[at] = move
    w.root_scores[at] = score


@kernel(SearchType)
def search_root(w, pos, alpha, beta, depth, first, last):
    """Search the root moves `first` to `last`; scores them and puts the best in front."""
    color = pos.ply & 1
    w.value[0] = evaluate(w, pos)
    best = np.int64(-INFINITY)
    for i in range(first, last):
        move = np.int64(w.root_moves[i])
        undo = enter(w, pos, move, np.int64(0))
        lost = losers(pos)
        tried = i - first + 1
        if lost:
            w.nodes += 1
            w.pv_length[1] = 0
            score = outcome(lost, color, np.int64(1))
        elif tried == 1:
            score = -search(w, pos, -beta, -alpha, np.int64(depth - 1), np.int64(1), np.int64(0))
        else:
            less = np.int64(0)
            if w.techniques & REDUCTIONS and depth >= 3 and tried > 4:
                less = max(REDUCTION[min(depth, MAX_DEPTH), min(tried, 256)] - 1, 0)
                less = min(less, depth - 2)
            score = -search(
                w, pos, -alpha - 1, -alpha, np.int64(depth - 1 - less), np.int64(1), np.int64(0)
            )
            if score > alpha and less > 0:
                score = -search(
                    w, pos, -alpha - 1, -alpha, np.int64(depth - 1), np.int64(1), np.int64(0)
                )
            if score > alpha:
                score = -search(
                    w, pos, -beta, -alpha, np.int64(depth - 1), np.int64(1), np.int64(0)
                )
        unmake(pos, move, undo)
        if w.stopped:
            break
        w.root_scores[i] = score
        if score > best:
            best = score
            if score > alpha or tried == 1:
                alpha = max(alpha, score)
                keep_pv(w, np.int64(0), move)
                insert_root_move(w, np.int64(first), np.int64(i), move, score)
                if score >= beta:
                    break
    return best


@kernel(types.int64(Worker, Position))
def occurrences(w, pos):
    """How often a position has occurred in the game up to the root."""
    count = np.int64(0)
    for i in range(w.before + 1):
        count += w.path[i] == pos.hash
    return count


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
        elif w.third_ends and occurrences(w, pos) >= 2:
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
