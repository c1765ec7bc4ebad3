"""What the evaluation looks at: counts of things on the board, White's minus Black's.

Every feature can be told from a few table look-ups a piece, without generating moves: whether a
piece is covered, pinned, hemmed in or free, its distance to the queens, and who stands round
them.
"""

from typing import Any

import numpy as np

from engine import types
from engine.hexgrid import ALL_AROUND, CELL_MASK, CELLS, OFFSETS, SIDE, SLIDES
from engine.intrinsics import lowest_bit, popcount
from engine.jit import kernel
from engine.movegen import MOSQUITO, PILLBUG, bugs_next_to, can_throw, placement_cells, targets_of
from engine.onehive import link_pieces, pinned
from engine.pieces import BUG_LETTERS, BUG_OF, BUGS, FIRST_OF_BUG, PER_COLOR, Bug
from engine.position import BLACK_QUEEN, WHITE_QUEEN, Position, occupied

FREE = 0
HEMMED = FREE + BUGS
PINNED = HEMMED + BUGS
COVERED = PINNED + BUGS
IN_HAND = COVERED + BUGS
MOBILITY = IN_HAND + BUGS
# By distance to the enemy queen and to the own.
NEAR = MOBILITY + BUGS
NEAR_RINGS = 3
STUCK_AT_ENEMY = NEAR + NEAR_RINGS * BUGS
ABOVE_NEAR = STUCK_AT_ENEMY + BUGS
NEAR_OWN = ABOVE_NEAR + NEAR_RINGS + 1
STUCK_AT_OWN = NEAR_OWN + NEAR_RINGS * BUGS
QUEEN_NEIGHBOURS = STUCK_AT_OWN + BUGS
MOST_NEIGHBOURS = 6
QUEEN_UNDER_ENEMY = QUEEN_NEIGHBOURS + MOST_NEIGHBOURS
QUEEN_UNDER_OWN = QUEEN_UNDER_ENEMY + 1
DROPS_AT_ENEMY_QUEEN = QUEEN_UNDER_OWN + 1
QUEEN_UNPLACED = DROPS_AT_ENEMY_QUEEN + 1
# By the number of neighbours of the queen in question: the enemy's for attack, else the own.
ATTACKERS = QUEEN_UNPLACED + 1
RESERVES = ATTACKERS + MOST_NEIGHBOURS
PLACEMENTS = RESERVES + MOST_NEIGHBOURS
RESCUE = PLACEMENTS + MOST_NEIGHBOURS
QUEEN_FREE = RESCUE + MOST_NEIGHBOURS
OPEN_AT_QUEEN = QUEEN_FREE + MOST_NEIGHBOURS
ENEMY_AT_QUEEN_FREE = OPEN_AT_QUEEN + MOST_NEIGHBOURS
THROWS_AT_QUEEN = ENEMY_AT_QUEEN_FREE + MOST_NEIGHBOURS
ON_OWN = THROWS_AT_QUEEN + MOST_NEIGHBOURS
ON_ENEMY = ON_OWN + 1
MOSQUITO_AS = ON_ENEMY + 1
TEMPO = MOSQUITO_AS + BUGS
FEATURES = TEMPO + 1

NAMES = (
    *(f"{what} {letter}" for what in ("free", "hemmed", "pinned", "covered", "in hand", "mobility")
      for letter in BUG_LETTERS),
    *(f"free {letter} at distance {ring + 1} from the enemy queen"
      for letter in BUG_LETTERS for ring in range(NEAR_RINGS)),
    *(f"stuck {letter} at the enemy queen" for letter in BUG_LETTERS),
    *(f"on top of a stack at distance {ring} from the enemy queen"
      for ring in range(NEAR_RINGS + 1)),
    *(f"free {letter} at distance {ring + 1} from the own queen"
      for letter in BUG_LETTERS for ring in range(NEAR_RINGS)),
    *(f"stuck {letter} at the own queen" for letter in BUG_LETTERS),
    *(f"queen has {count} neighbours" for count in range(MOST_NEIGHBOURS)),
    "queen under enemy",
    "queen under own",
    "placement cells at enemy queen",
    "queen in hand",
    *(f"{what} {count} neighbours"
      for what in ("free pieces that do not yet touch an enemy queen with",
                   "pieces in hand against a queen with",
                   "placement cells against a queen with",
                   "own queen that can be thrown, with",
                   "free queen with",
                   "cells to crawl into at the own queen with",
                   "free enemy pieces at the own queen with",
                   "pieces that can be thrown away from the own queen with")
      for count in range(MOST_NEIGHBOURS)),
    "beetle on an own piece",
    "beetle on an enemy piece",
    *(f"free mosquito next to {letter}" if letter != "M" else "mosquito on top"
      for letter in BUG_LETTERS),
    "tempo",
)  # fmt: skip

PINNED_STATE = 2
COVERED_STATE = 3

Counts = types.Array(types.int32, 1)
Weights = types.Array(types.int64, 1)
CRAWLER = np.array(
    [bug in (Bug.QUEEN, Bug.SPIDER, Bug.ANT, Bug.PILLBUG) for bug in Bug], dtype=np.int64
)


def _distances() -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """Steps between two cells by the difference of their numbers, the short way round."""
    q, r = np.mgrid[-SIDE : SIDE + 1, -SIDE : SIDE + 1]
    steps = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r))
    found = np.full(CELLS, SIDE, dtype=np.int8)
    np.minimum.at(found, (SIDE * r + q) & CELL_MASK, steps.astype(np.int8))
    return found


DISTANCE = _distances()


@kernel(types.int64(Position, types.int64))
def queen_neighbours(pos, queen):
    """How many neighbours of a queen are occupied; 0 while she is in hand."""
    cell = np.int64(pos.where[queen])
    return popcount(occupied(pos, cell)) if cell >= 0 else np.int64(0)


@kernel(types.int64(Position, types.int64))
def crowd(pos, queen):
    """How many neighbours a queen has, as far as features tell them apart."""
    return min(queen_neighbours(pos, queen), np.int64(MOST_NEIGHBOURS - 1))


@kernel(types.int64(Position, Weights, types.int64))
def weigh_mosquito(pos, weights, cell):
    """What a free mosquito can move like."""
    if pos.height[cell] > 1:
        return weights[MOSQUITO_AS + Bug.MOSQUITO]
    bugs = bugs_next_to(pos, cell) & ~(np.int64(1) << Bug.MOSQUITO)
    total = np.int64(0)
    while bugs:
        total += weights[MOSQUITO_AS + lowest_bit(bugs)]
        bugs &= bugs - 1
    return total


@kernel(types.int64(types.int64, types.int64))
def distance_between(cell, goal):
    """Steps from a cell to another; far if that is nowhere."""
    return np.int64(DISTANCE[(cell - goal) & CELL_MASK]) if goal >= 0 else np.int64(SIDE)


@kernel(types.int64(Position, types.int64, types.int64))
def state_of(pos, piece, cell):
    """How a piece in play is held: 0 free, 1 hemmed in, PINNED_STATE or COVERED_STATE."""
    if np.int64(pos.top[cell]) != piece:
        return COVERED_STATE
    if pos.height[cell] > 1:
        return 0
    if pinned(pos, piece):
        return PINNED_STATE
    return 1 if CRAWLER[BUG_OF[piece]] and SLIDES[occupied(pos, cell)] == 0 else 0


@kernel(types.int64(Position, Weights, types.int64))
def weigh_pieces(pos, weights, color):
    """The pieces of one colour by bug, place and how free they are; notes that in `held`."""
    queen = np.int64(BLACK_QUEEN if color == 0 else WHITE_QUEEN)
    goal = np.int64(pos.where[queen])
    home = np.int64(pos.where[WHITE_QUEEN if color == 0 else BLACK_QUEEN])
    crowded = crowd(pos, queen)
    total = np.int64(0)
    attackers = np.int64(0)
    for piece in range(color * PER_COLOR, (color + 1) * PER_COLOR):
        cell = np.int64(pos.where[piece])
        if cell < 0:
            continue
        bug = BUG_OF[piece]
        state = state_of(pos, piece, cell)
        pos.held[piece] = state
        total += weights[FREE + state * BUGS + bug]
        away = distance_between(cell, goal)
        back = distance_between(cell, home)
        if state != 0:
            if away == 1:
                total += weights[STUCK_AT_ENEMY + bug]
            if back == 1:
                total += weights[STUCK_AT_OWN + bug]
            continue
        around = occupied(pos, cell)
        ways = SLIDES[around] if CRAWLER[bug] else around
        total += weights[MOBILITY + bug] * popcount(ways)
        above = pos.height[cell] > 1
        attackers += bug != Bug.QUEEN and (away > 1 or above) and away < SIDE
        if 1 <= away <= NEAR_RINGS:
            total += weights[NEAR + bug * NEAR_RINGS + away - 1]
        if 1 <= back <= NEAR_RINGS:
            total += weights[NEAR_OWN + bug * NEAR_RINGS + back - 1]
        if above:
            if bug == Bug.BEETLE:
                mine = np.int64(pos.below[piece]) // PER_COLOR == color
                total += weights[ON_OWN if mine else ON_ENEMY]
            if away <= NEAR_RINGS:
                total += weights[ABOVE_NEAR + away]
        if bug == Bug.MOSQUITO:
            total += weigh_mosquito(pos, weights, cell)
    total += weights[ATTACKERS + crowded] * attackers
    reserves = np.int64(0)
    for bug in range(BUGS):
        held = np.int64(pos.hand[color, bug])
        total += weights[IN_HAND + bug] * held
        reserves += held
    if reserves:
        total += weights[RESERVES + crowded] * reserves
        total += weights[PLACEMENTS + crowded] * placement_cells(
            pos.tops[color], pos.tops[1 - color]
        )
    return total


@kernel(types.int64(Position, types.int64, types.int64))
def throwable(pos, thrower, queen):
    """What a pillbug, or a mosquito next to one, can throw, if that matters to the own queen."""
    cell = np.int64(pos.where[thrower])
    if cell < 0 or distance_between(cell, np.int64(pos.where[queen])) > 2:
        return np.int64(0)
    if occupied(pos, cell) == ALL_AROUND or not can_throw(pos, thrower):
        return np.int64(0)
    return targets_of(pos, thrower)


@kernel(types.int64(Position, Weights, types.int64))
def weigh_queen(pos, weights, color):
    """What surrounds the queen of one colour; needs `held`."""
    queen = np.int64(WHITE_QUEEN if color == 0 else BLACK_QUEEN)
    cell = np.int64(pos.where[queen])
    if cell < 0:
        return weights[QUEEN_UNPLACED]
    around = occupied(pos, cell)
    crowded = crowd(pos, queen)
    total = weights[QUEEN_NEIGHBOURS + crowded]
    if pos.held[queen] == 0:
        total += weights[QUEEN_FREE + crowded]
    top = np.int64(pos.top[cell])
    if top != queen:
        mine = top // PER_COLOR == color
        total += weights[QUEEN_UNDER_OWN if mine else QUEEN_UNDER_ENEMY]
    thrown = np.int64(0)
    if pos.stuns:
        first = color * PER_COLOR
        thrown = throwable(pos, first + FIRST_OF_BUG[PILLBUG], queen)
        thrown |= throwable(pos, first + FIRST_OF_BUG[MOSQUITO], queen)
    if (thrown >> queen) & 1 and pos.held[queen] != PINNED_STATE:
        total += weights[RESCUE + crowded]
    empty = ~around & ALL_AROUND
    while around:
        near = (cell + OFFSETS[lowest_bit(around)]) & CELL_MASK
        around &= around - 1
        piece = np.int64(pos.top[near])
        if (thrown >> piece) & 1 and pos.held[piece] != PINNED_STATE:
            total += weights[THROWS_AT_QUEEN + crowded]
        if pos.held[piece] == 0 and piece // PER_COLOR != color:
            total += weights[ENEMY_AT_QUEEN_FREE + crowded]
    while empty:
        near = (cell + OFFSETS[lowest_bit(empty)]) & CELL_MASK
        empty &= empty - 1
        if SLIDES[occupied(pos, near)]:
            total += weights[OPEN_AT_QUEEN + crowded]
        # The enemy can place there where it sees no piece of this colour, the queen included.
        if (np.int64(pos.around[near]) >> (color << 3)) & ALL_AROUND == 0:
            total -= weights[DROPS_AT_ENEMY_QUEEN]
    return total


@kernel(types.int64(Position, Weights))
def weigh(pos, weights):
    """The sum of all features with their weights, White's minus Black's."""
    if pos.euler != 1:
        link_pieces(pos)
    white = weigh_pieces(pos, weights, np.int64(0))
    black = weigh_pieces(pos, weights, np.int64(1))
    white += weigh_queen(pos, weights, np.int64(0))
    black += weigh_queen(pos, weights, np.int64(1))
    tempo = weights[TEMPO]
    return white - black + (-tempo if pos.ply & 1 else tempo)


@kernel(types.void(Position, Weights, Counts))
def count_features(pos, weights, counts):
    """Count all features: each is what the position weighs with a weight for it alone.

    The weights are given as zeros and left so.
    """
    for i in range(FEATURES):
        weights[i] = 1
        counts[i] = weigh(pos, weights)
        weights[i] = 0


def extract(position: Any, counts: Any) -> None:
    """Count all features of a position."""
    count_features(position, np.zeros(FEATURES, dtype=np.int64), counts)
