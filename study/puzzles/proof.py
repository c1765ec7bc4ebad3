"""Forced wins, proven: every move of the attacker is tried until one wins, every reply is answered.

Nothing is pruned. What saves work is exact: a table of what has been proven, the order of moves,
which changes how soon a proof is found and never whether there is one, and two facts about the
last turn, told at `may_win_now` and `wins_now`.

A proof knows no history. None is needed: where a win can be forced within so many turns it can be
forced with ever fewer turns left, so no position comes again on the way, and a draw by repetition
takes no win that is not there.
"""

from typing import Any

import numpy as np

from engine import types
from engine.hexgrid import ALL_AROUND, CELL_MASK, OFFSETS
from engine.intrinsics import load_shared, lowest_bit, popcount
from engine.jit import kernel
from engine.movegen import MOSQUITO, PILLBUG, can_throw, list_moves, targets_of
from engine.pieces import FIRST_OF_BUG, PER_COLOR
from engine.position import (
    BLACK_LOSES,
    MAX_MOVES,
    MOVE_SHIFT,
    NEARLY_SURROUNDED,
    PASS,
    QUEEN_DUE,
    WHITE_LOSES,
    Position,
    losers,
    make,
    occupied,
    queen_of,
    unmake,
)
from search.alphabeta.ordering import FILLS, FREES, threat
from search.table import EXACT, MISS, NO_MOVE, entry_move, entry_value, pack, probe, store
from search.worker import MOVE_CODES

MOST_TURNS = 8
_MOST_PLIES = 2 * MOST_TURNS
_ROOM = _MOST_PLIES * MAX_MOVES

PROVER = np.dtype(
    [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("stopped", np.int64),
        ("stop_asked", np.int64),
        ("table", np.int64),
        ("table_mask", np.int64),
        # What has decided positions before: by attackers, and by defenders.
        ("killers", np.int32, _MOST_PLIES),
        ("history", np.int32, (2, MOVE_CODES)),
        ("moves", np.int32, _ROOM),
        ("scores", np.int32, _ROOM),
    ],
    align=True,
)
"""What one proving thread owns, as a record that kernels take."""

Prover = types.Record(PROVER)

_KILLER_SCORE = 1 << 28
_TABLE_SCORE = 1 << 29
_NEAR_QUEEN_SCORE = 1 << 26
_HISTORY_MAX = 1 << 25
"""Scores that order moves: what the table says, what decided last at this ply, what changes the
neighbours of a queen, then what has decided often."""

_DEFENDING = np.uint64(0x9E3779B97F4A7C15)
_PLY_WORD = np.uint64(0xD1B54A32D192ED03)
"""Odd numbers without a pattern, which tell keys apart."""

_WON_SHIFT = 8
_COUNT = 255


def new_prover() -> Any:
    """A record with nothing learnt yet."""
    prover = np.zeros(1, dtype=PROVER)[0]
    forget(prover)
    return prover


def forget(prover: Any) -> None:
    """Drop what was learnt about the order of moves."""
    prover["killers"] = NO_MOVE
    prover["history"] = 0


@kernel(types.int64(Prover))
def give_up(w):
    """Whether the proof has to end without a result: asked for, or out of nodes."""
    if w.stopped == 0 and (load_shared(w.stop_asked) or w.nodes >= w.node_limit):
        w.stopped = 1
    return w.stopped


# The last turn


@kernel(types.int64(types.int64))
def loss_of_other(color):
    """What `losers` says when a colour has won: both queens surrounded is a draw, no win."""
    return np.int64(WHITE_LOSES if color else BLACK_LOSES)


@kernel(types.int64(Position, types.int64, types.int64))
def throws(pos, bug, target):
    """Whether the side to move may lift a piece with its pillbug, or its mosquito as one."""
    thrower = (pos.ply & 1) * PER_COLOR + FIRST_OF_BUG[bug]
    if can_throw(pos, thrower):
        return (targets_of(pos, thrower) >> target) & 1
    return np.int64(0)


@kernel(types.int64(Position))
def may_win_now(pos):
    """Whether one move of the side to move could possibly surround the enemy queen.

    A move fills at most one cell. So either a single neighbour of hers is missing, or she herself
    is moved, which only a throw does.
    """
    queen = queen_of(1 - (pos.ply & 1))
    cell = np.int64(pos.where[queen])
    if cell < 0:
        return np.int64(0)
    if popcount(occupied(pos, cell)) >= NEARLY_SURROUNDED:
        return np.int64(1)
    if not pos.stuns:
        return np.int64(0)
    return throws(pos, np.int64(PILLBUG), queen) | throws(pos, np.int64(MOSQUITO), queen)


@kernel(types.int64(Prover, Position, types.int64))
def wins_now(w, pos, base):
    """The first listed move that wins at once, or NO_MOVE.

    Of all legal moves only those are made that go to the one empty cell beside the enemy queen or
    move her: the others leave that cell empty, or more than one.
    """
    if not may_win_now(pos):
        return np.int64(NO_MOVE)
    color = pos.ply & 1
    queen = queen_of(1 - color)
    cell = np.int64(pos.where[queen])
    empty = ~occupied(pos, cell) & ALL_AROUND
    gap = (cell + OFFSETS[lowest_bit(empty)]) & CELL_MASK if empty & (empty - 1) == 0 else -1
    count = list_moves(pos, w.moves[base:])
    for i in range(base, base + count):
        move = np.int64(w.moves[i])
        if move == PASS or (move & CELL_MASK != gap and move >> MOVE_SHIFT != queen):
            continue
        undo = make(pos, move)
        lost = losers(pos)
        unmake(pos, move, undo)
        if lost == loss_of_other(color):
            return move
    return np.int64(NO_MOVE)


# What has been proven


@kernel(types.uint64(Position, types.int64))
def proof_key(pos, attacking):
    """The table's key: the position, who attacks, and as long as it matters, the turn.

    The number of the turn says when the queen is due, and nothing after that.
    """
    key = pos.hash
    if not attacking:
        key ^= _DEFENDING
    if pos.ply < 2 * QUEEN_DUE:
        key ^= np.uint64(pos.ply + 1) * _PLY_WORD
    return key


@kernel(types.int64(types.uint64))
def won_within(entry):
    """The fewest turns within which a win has been proven; 0 if none has."""
    return (entry_value(entry) >> _WON_SHIFT) & _COUNT


@kernel(types.int64(types.uint64))
def open_within(entry):
    """The most turns within which it has been proven that there is no win."""
    return entry_value(entry) & _COUNT


@kernel(types.void(Prover, types.uint64, types.uint64, types.int64, types.int64, types.int64))
def note(w, key, entry, move, turns, won):
    """Add to the table that there is a win within so many turns, or that there is none."""
    wins = np.int64(0)
    fails = np.int64(0)
    if entry != MISS:
        wins = won_within(entry)
        fails = open_within(entry)
    if won:
        wins = turns
    else:
        fails = turns
    value = (wins << _WON_SHIFT) | fails
    zero = np.int64(0)
    data = pack(move, turns, np.int64(EXACT), zero, zero, value)
    store(w.table, w.table_mask, key, data)


# The order of moves


@kernel(
    types.void(Prover, Position, types.int64, types.int64, types.int64, types.int64, types.int64)
)
def score_moves(w, pos, base, count, ply, attacking, table_move):
    """Give the moves listed from `base` on their places in the order."""
    wanted = FILLS if attacking else FREES
    killer = np.int64(w.killers[ply])
    for i in range(base, base + count):
        move = np.int64(w.moves[i])
        score = np.int64(0)
        if move != PASS:
            score = np.int64(w.history[attacking, move])
            if threat(pos, move) == wanted:
                score += _NEAR_QUEEN_SCORE
        if move == killer:
            score = np.int64(_KILLER_SCORE)
        if move == table_move:
            score = np.int64(_TABLE_SCORE)
        w.scores[i] = score


@kernel(types.int64(Prover, types.int64, types.int64))
def pick(w, start, end):
    """Bring the best of the moves that are left to the front and return it."""
    best = start
    for i in range(start + 1, end):
        if w.scores[i] > w.scores[best]:
            best = i
    move = w.moves[best]
    w.moves[best] = w.moves[start]
    w.scores[best] = w.scores[start]
    w.moves[start] = move
    return np.int64(move)


@kernel(types.void(Prover, types.int64, types.int64, types.int64, types.int64))
def learn(w, move, ply, attacking, turns):
    """Remember a move that has decided a position."""
    w.killers[ply] = move
    if move != PASS:
        w.history[attacking, move] = min(w.history[attacking, move] + turns * turns, _HISTORY_MAX)


# The proof


@kernel(types.int64(Prover, Position, types.int64, types.int64, types.int64))
def wins(w, pos, attacker, turns, ply):
    """Whether a colour wins within so many turns of its own, whoever is to move.

    The game must not be over. With `stopped` set the answer means nothing. One function for both
    sides, since kernels that call each other cannot be cached.
    """
    w.nodes += 1
    if turns <= 0 or give_up(w):
        return np.int64(0)
    attacking = np.int64(pos.ply & 1 == attacker)
    base = ply * MAX_MOVES

    # 1. A win at once needs no search, and the last turn has nothing else.
    if attacking:
        if wins_now(w, pos, base) != NO_MOVE:
            return np.int64(1)
        if turns == 1:
            return np.int64(0)

    # 2. What has been proven before.
    key = proof_key(pos, attacking)
    entry = probe(w.table, w.table_mask, key) if w.table else MISS
    table_move = np.int64(NO_MOVE)
    if entry != MISS:
        table_move = entry_move(entry)
        if 0 < won_within(entry) <= turns:
            return np.int64(1)
        if open_within(entry) >= turns:
            return np.int64(0)

    # 3. All moves: the attacker needs one that wins, the defender one that does not lose.
    count = list_moves(pos, w.moves[base:])
    score_moves(w, pos, base, count, ply, attacking, table_move)
    won = 1 - attacking
    decisive = np.int64(NO_MOVE)
    for i in range(base, base + count):
        move = pick(w, np.int64(i), base + count)
        undo = make(pos, move)
        lost = losers(pos)
        if lost:
            good = np.int64(lost == loss_of_other(attacker))
        else:
            good = wins(w, pos, attacker, turns - attacking, ply + 1)
        unmake(pos, move, undo)
        if w.stopped:
            return np.int64(0)
        if good == attacking:
            won = attacking
            decisive = move
            learn(w, move, ply, attacking, turns)
            break

    # 4. Remember it.
    if w.table:
        note(w, key, entry, decisive, turns, won)
    return won
