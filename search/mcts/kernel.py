"""Monte-Carlo tree search without random playouts: PUCT over static values, with a solver.

A leaf is expanded by evaluating all its moves at once; their values are the children's first
estimates and, through a softmax, their priors. The leaf itself is worth what a very short
alpha-beta search makes of it. Wins and losses that are certain are backed up as such, so a proven
move is never searched again.
"""

import math

import numpy as np

from engine import types
from engine.jit import kernel
from engine.movegen import list_moves
from engine.position import BLACK_QUEEN, MAX_MOVES, WHITE_QUEEN, Position, losers, make, unmake
from search.alphabeta.kernel import search
from search.alphabeta.ordering import pick
from search.evaluation.evaluate import evaluate
from search.evaluation.features import queen_neighbours
from search.path import enter, outcome, repeated
from search.values import DRAW, INFINITY, MATE, MATE_ZONE, POINTS_PER_DECADE
from search.worker import Worker, out_of_budget, stop_wanted

NODE = np.dtype(
    [
        # The sum of results and the first estimate, for the side that made the move.
        ("total", np.float64),
        ("estimate", np.float32),
        ("move", np.int32),
        ("first", np.int32),
        ("count", np.int32),
        ("visits", np.int32),
        ("prior", np.float32),
        # One more than the plies to a certain end: above 0 the side to move wins, below 0 it loses.
        ("proven", np.int16),
        # Whether only the better moves were kept, so that a loss cannot be proven.
        ("cut", np.int16),
    ],
    align=True,
)
Nodes = types.Array(types.Record(NODE), 1)

LARGEST_DIFFERENCE = 2000.0
"""Moves that are worse than the best by more hundredths of a point have the same small prior."""

NO_ROOM, STOPPED = 0, -1
"""Why a tree was not copied."""

LOGISTIC_SPREAD = POINTS_PER_DECADE / math.log(10)
"""Hundredths of a point for odds of e to one."""


@kernel(types.float64(types.int64))
def chance(score):
    """A score as the expected result between 0 and 1."""
    return 1.0 / (1.0 + math.exp(-score / LOGISTIC_SPREAD))


@kernel(types.int64(Worker, Position))
def in_danger(w, pos):
    """Whether a queen is so crowded that a proof may be near: no move may be left out."""
    white = queen_neighbours(pos, np.int64(WHITE_QUEEN))
    black = queen_neighbours(pos, np.int64(BLACK_QUEEN))
    return 1 if max(white, black) >= w.tree_danger else 0


@kernel(types.void(Worker, Position, types.int64))
def value_moves(w, pos, count):
    """Evaluate the position after each of the first `count` listed moves, for the mover."""
    color = pos.ply & 1
    for i in range(count):
        move = np.int64(w.moves[i])
        undo = make(pos, move)
        lost = losers(pos)
        w.nodes += 1
        w.scores[i] = outcome(lost, color, np.int64(1)) if lost else -evaluate(w, pos)
        unmake(pos, move, undo)


@kernel(types.int64(Worker, Position, Nodes, types.int64, types.int64, types.int64))
def expand(w, pos, nodes, node, used, keep):
    """Give a node its children from place `used` on; returns the first free place after them."""
    count = list_moves(pos, w.moves[:])
    value_moves(w, pos, count)
    kept = min(count, keep)
    nodes[node].first = used
    nodes[node].count = kept
    nodes[node].cut = 1 if kept < count else 0
    total = 0.0
    top = 0.0
    for i in range(kept):
        move = pick(w, np.int64(i), count)
        score = np.int64(w.scores[i])
        if i == 0:
            top = float(score)
        child = used + i
        nodes[child].move = move
        nodes[child].first = 0
        nodes[child].count = 0
        nodes[child].visits = 0
        nodes[child].total = 0.0
        nodes[child].cut = 0
        nodes[child].proven = 0
        if score >= MATE_ZONE:
            nodes[child].proven = -1
        elif score <= -MATE_ZONE:
            nodes[child].proven = 1
        nodes[child].estimate = chance(score)
        weight = math.exp(max(score - top, -LARGEST_DIFFERENCE) / float(w.tree_prior_spread))
        nodes[child].prior = weight
        total += weight
    for child in range(used, used + kept):
        nodes[child].prior /= total
    return used + kept


@kernel(types.int64(Worker, Position, Nodes, types.int64, types.int64))
def widen(w, pos, nodes, node, used):
    """Give a node that had only its better moves all of them, with what is known of each."""
    first = np.int64(nodes[node].first)
    count = np.int64(nodes[node].count)
    used = expand(w, pos, nodes, node, used, np.int64(MAX_MOVES))
    for child in range(nodes[node].first, nodes[node].first + nodes[node].count):
        for old in range(first, first + count):
            if nodes[old].move == nodes[child].move:
                prior = nodes[child].prior
                nodes[child] = nodes[old]
                nodes[child].prior = prior
    return used


@kernel(types.int64(Worker, Nodes, types.int64))
def select(w, nodes, node):
    """The child to look at next: high result, high prior, few visits. Proven losses come last."""
    scale = w.tree_exploration / 100.0 * math.sqrt(float(nodes[node].visits + 1))
    first = np.int64(nodes[node].first)
    best = first
    highest = -2.0
    for child in range(first, first + nodes[node].count):
        visits = nodes[child].visits
        if nodes[child].proven > 0:
            worth = -1.0
        else:
            mean = nodes[child].total / visits if visits else nodes[child].estimate
            worth = mean + scale * nodes[child].prior / (1.0 + visits)
        if worth > highest:
            highest = worth
            best = np.int64(child)
    return best


@kernel(types.void(Nodes, types.int64))
def prove(nodes, node):
    """Take over a certain end from the children: the shortest win, else the longest loss."""
    win = np.int64(0)
    loss = np.int64(0)
    all_lose = nodes[node].cut == 0 and nodes[node].count > 0
    for child in range(nodes[node].first, nodes[node].first + nodes[node].count):
        proven = np.int64(nodes[child].proven)
        if proven < 0:
            if win == 0 or -proven + 1 < win:
                win = -proven + 1
        elif proven > 0:
            loss = max(loss, proven + 1)
        else:
            all_lose = False
    if win:
        nodes[node].proven = win
    elif all_lose:
        nodes[node].proven = -loss


@kernel(types.float64(Worker, Position, Nodes, types.int64, types.int64, types.int64))
def leaf_value(w, pos, nodes, node, ply, depth):
    """The chance of the side to move at a new node, by a short search.

    A win proves the move that leads to it; a loss proves the node, except at the root, where the
    moves themselves are to be proven.
    """
    score = search(w, pos, np.int64(-INFINITY), np.int64(INFINITY), depth, ply, np.int64(0))
    if w.stopped:
        return float(nodes[nodes[node].first].estimate)
    if score >= MATE_ZONE:
        for child in range(nodes[node].first, nodes[node].first + nodes[node].count):
            if nodes[child].move == w.pv[ply, 0]:
                nodes[child].proven = -(MATE - score - ply)
    elif score <= -MATE_ZONE and node != 0:
        nodes[node].proven = -(MATE + score - ply + 1)
    return chance(score)


@kernel(types.int64(Worker, Position, Nodes, types.int64, types.int64))
def grow(w, pos, nodes, used, deepest):
    """Walk from the root (node 0) to a leaf and back until the search must end or memory is full.

    Returns the first free place of the tree.
    """
    full = len(nodes) - 2 * MAX_MOVES
    while not out_of_budget(w) and nodes[0].proven == 0 and used <= full:
        w.nodes += 1
        node = np.int64(0)
        ply = np.int64(0)
        w.line[0] = 0
        value = -1.0
        while nodes[node].count > 0 and nodes[node].proven == 0 and ply < deepest:
            child = select(w, nodes, node)
            if nodes[child].proven > 0 and nodes[node].cut and used <= full:
                # All the moves kept lose: see whether one of the others does not.
                used = widen(w, pos, nodes, node, used)
                child = select(w, nodes, node)
            node = child
            w.undo[ply] = enter(w, pos, np.int64(nodes[node].move), ply)
            ply += 1
            w.line[ply] = node
            if repeated(w, pos, ply):
                value = chance(np.int64(DRAW))
                break
        if value < 0.0:
            if nodes[node].proven != 0:
                value = 1.0 if nodes[node].proven > 0 else 0.0
            elif losers(pos):
                value = chance(np.int64(DRAW))
            elif ply >= deepest:
                value = chance(evaluate(w, pos))
            else:
                keep = np.int64(MAX_MOVES if node == 0 or in_danger(w, pos) else w.tree_children)
                used = expand(w, pos, nodes, node, used, keep)
                value = leaf_value(w, pos, nodes, node, ply, min(w.tree_leaf_depth, deepest - ply))
        while True:
            node = np.int64(w.line[ply])
            prove(nodes, node)
            if nodes[node].proven != 0:
                value = 1.0 if nodes[node].proven > 0 else 0.0
            nodes[node].visits += 1
            nodes[node].total += 1.0 - value
            if ply == 0:
                break
            ply -= 1
            unmake(pos, np.int64(nodes[node].move), np.int64(w.undo[ply]))
            value = 1.0 - value
    return used


@kernel(types.int64(Worker, Nodes, types.int64, Nodes, types.int64, types.int64))
def copy_subtree(w, source, root, target, room, least):
    """Copy a node with all below it to the front of another tree.

    Nodes with fewer than `least` visits lose their children. Returns the first free place, NO_ROOM
    or STOPPED.
    """
    target[0] = source[root]
    used = np.int64(1)
    done = np.int64(0)
    while done < used:
        count = np.int64(target[done].count)
        first = np.int64(target[done].first)
        if done > 0 and target[done].visits < least:
            target[done].count = 0
        elif used + count > room:
            return np.int64(NO_ROOM)
        elif stop_wanted(w):
            return np.int64(STOPPED)
        else:
            target[done].first = used
            for i in range(count):
                target[used + i] = source[first + i]
            used += count
        done += 1
    return used
