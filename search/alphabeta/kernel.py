"""Principal variation search of one thread.

Positions in which a queen is surrounded are scored by the node above, so a search is only ever
called where the game goes on.
"""

import numpy as np

from engine import types
from engine.jit import kernel
from engine.movegen import list_moves
from engine.position import MAX_MOVES, NEARLY_SURROUNDED, PASS, Position, losers, queen_of, unmake
from search.alphabeta.ordering import FILLS, FREES, learn_cutoff, pick, score_moves, threat
from search.evaluation.evaluate import evaluate
from search.evaluation.features import queen_neighbours
from search.parameters import LATE_MOVE_DEPTHS, MAX_DEPTH, MAX_REDUCED
from search.path import end_line, enter, keep_pv, repeated
from search.root import insert_root_move
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

SearchType = types.int64(
    Worker, Position, types.int64, types.int64, types.int64, types.int64, types.int64
)


@kernel(types.int64(Worker, types.int64, types.int64))
def reduction(w, depth, tried):
    """Plies taken off the n-th move of a node of a depth."""
    return np.int64(w.reductions[min(depth, MAX_DEPTH), min(tried, MAX_REDUCED)])


@kernel(SearchType)
def quiesce(w, pos, alpha, beta, plies, ply, base):
    """Follow only moves that fill or free cells next to a queen, where one is in danger.

    `plies` may be followed; the moves of the node go into the buffer from `base` on.
    """
    w.nodes += 1
    w.pv_length[ply] = 0
    if out_of_budget(w):
        return np.int64(0)

    # 1. Standing pat: nobody has to go for the queens.
    best = evaluate(w, pos)
    if not w.techniques & QUIESCENCE or plies == 0 or ply >= MAX_PLY:
        return best
    if best >= beta:
        return best
    color = pos.ply & 1
    attack = queen_neighbours(pos, queen_of(1 - color)) >= NEARLY_SURROUNDED
    defence = queen_neighbours(pos, queen_of(color)) >= NEARLY_SURROUNDED
    if not (attack or defence) or base > MOVE_BUFFER - MAX_MOVES:
        return best
    alpha = max(alpha, best)

    # 2. The moves that may end the game or put off its end.
    count = list_moves(pos, w.moves[base:])
    for i in range(base, base + count):
        move = np.int64(w.moves[i])
        kind = threat(pos, move)
        if not ((kind == FILLS and attack) or (kind == FREES and defence)):
            continue
        undo = enter(w, pos, move, ply)
        lost = losers(pos)
        if lost:
            score = end_line(w, lost, color, ply + 1)
        else:
            score = -quiesce(w, pos, -beta, -alpha, np.int64(plies - 1), ply + 1, base + count)
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
    """The score of a position within a window, searched to a depth.

    The moves of the node go into the buffer from `base` on.
    """
    # 1. At the horizon quiescence takes over.
    if depth <= 0:
        return quiesce(w, pos, alpha, beta, w.quiescence_plies, ply, base)

    # 2. Ends that need no search: stopped, drawn by repetition, no room left.
    w.nodes += 1
    w.pv_length[ply] = 0
    if out_of_budget(w):
        return np.int64(0)
    if w.techniques & REPETITION and repeated(w, pos, ply):
        return np.int64(DRAW)
    if ply >= MAX_PLY - 2 or base > MOVE_BUFFER - MAX_MOVES:
        return evaluate(w, pos)

    # 3. Mate distance: nothing here can beat a shorter win found elsewhere.
    alpha = max(alpha, ply - MATE)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    principal = beta - alpha > 1

    # 4. Transposition table.
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

    # 5. Static value, and what it says about the position.
    value = entry_value(entry) if entry != MISS else evaluate(w, pos)
    w.value[ply] = value
    improving = ply >= 2 and value > w.value[ply - 2]
    color = pos.ply & 1
    danger = queen_neighbours(pos, queen_of(color)) >= NEARLY_SURROUNDED
    crowded = queen_neighbours(pos, queen_of(1 - color)) >= w.crowded_queen

    # 6. Reverse futility: so far ahead that the opponent will not come back.
    if w.techniques & REVERSE_FUTILITY and depth <= w.reverse_futility_depth:
        if not principal and not danger and abs(beta) < MATE_ZONE:
            lead = w.reverse_futility_margin * depth - w.reverse_futility_improving * improving
            if value - lead >= beta:
                return value

    # 7. Moves, the most promising first.
    count = list_moves(pos, w.moves[base:])
    score_moves(w, pos, base, count, ply, table_move)
    best = np.int64(-INFINITY)
    best_move = np.int64(NO_MOVE)
    bound = UPPER
    for tried in range(1, count + 1):
        move = pick(w, base + tried - 1, base + count)
        quiet = not crowded or threat(pos, move) != FILLS
        less = np.int64(0)
        if tried > 1 and best > -MATE_ZONE:
            # 8. Late move pruning: quiet moves far down the list are skipped.
            if w.techniques & LATE_PRUNING and depth < LATE_MOVE_DEPTHS:
                if quiet and not danger and not principal:
                    if tried > w.late_moves[depth] * (2 if improving else 1):
                        if not crowded:
                            break
                        continue
            # 9. Late move reductions: later moves are searched less deep at first.
            if w.techniques & REDUCTIONS and depth >= 2 and tried >= w.reduction_first_move:
                less = reduction(w, depth, np.int64(tried))
                if not quiet or danger:
                    less //= 2
                if principal:
                    less -= 1
                less -= np.int64(w.history[move]) // w.reduction_history if move != PASS else 0
                less = min(max(less, 0), depth - 1)

        # 10. The first move with the full window, the others only to show that they are no better.
        undo = enter(w, pos, move, ply)
        lost = losers(pos)
        below = base + count
        if lost:
            score = end_line(w, lost, color, ply + 1)
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

        # 11. A better move, or one so good that the opponent will not let it come to this.
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

    # 12. Remember what was found.
    if w.techniques & TABLE:
        data = pack(best_move, depth, bound, w.generation, stored_score(best, ply), value)
        store(w.table, w.table_mask, pos.hash, data)
    return best


@kernel(SearchType)
def search_root(w, pos, alpha, beta, depth, first, last):
    """Search the root moves `first` to `last`; scores them and puts the best in front.

    As in `search`, but the moves stay in the order of the depth before, none is left out, and
    reductions leave at least a ply.
    """
    color = pos.ply & 1
    w.value[0] = evaluate(w, pos)
    ply = np.int64(1)
    below = np.int64(0)
    best = np.int64(-INFINITY)
    for i in range(first, last):
        move = np.int64(w.root_moves[i])
        tried = i - first + 1
        less = np.int64(0)
        if w.techniques & REDUCTIONS and depth >= 3 and tried >= w.root_reduction_first_move:
            less = min(max(reduction(w, depth, np.int64(tried)) - 1, 0), depth - 2)

        undo = enter(w, pos, move, np.int64(0))
        lost = losers(pos)
        if lost:
            score = end_line(w, lost, color, ply)
        elif tried == 1:
            score = -search(w, pos, -beta, -alpha, np.int64(depth - 1), ply, below)
        else:
            score = -search(w, pos, -alpha - 1, -alpha, np.int64(depth - 1 - less), ply, below)
            if score > alpha and less > 0:
                score = -search(w, pos, -alpha - 1, -alpha, np.int64(depth - 1), ply, below)
            if score > alpha:
                score = -search(w, pos, -beta, -alpha, np.int64(depth - 1), ply, below)
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
