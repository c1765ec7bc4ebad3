"""What the evaluation looks at: counts of things on the board, White's minus Black's.

Every feature can be told from a few table look-ups a piece, without generating moves: whether a
piece is covered, pinned, hemmed in or free, its distance to the enemy queen, and who stands round
the queens.
"""

import numpy as np
from numba.core import types

from engine.hexgrid import ALL_AROUND, CELL_MASK, CELLS, OFFSETS, SIDE, SLIDES, Hex
from engine.intrinsics import lowest_bit, popcount
from engine.jit import kernel
from engine.onehive import link_pieces, pinned
from engine.pieces import BUG_LETTERS, BUG_OF, BUGS, PER_COLOR, Bug
from engine.position import BLACK_QUEEN, WHITE_QUEEN, Position, occupied

FREE = 0
HEMMED = FREE + BUGS
PINNED = HEMMED + BUGS
COVERED = PINNED + BUGS
IN_HAND = COVERED + BUGS
MOBILITY = IN_HAND + BUGS
NEAR = MOBILITY + BUGS
NEAR_RINGS = 3
QUEEN_NEIGHBOURS = NEAR + NEAR_RINGS * BUGS
MOST_NEIGHBOURS = 6
OWN_GUARD_FREE = QUEEN_NEIGHBOURS + MOST_NEIGHBOURS
OWN_GUARD_STUCK = OWN_GUARD_FREE + 1
ENEMY_AT_QUEEN_FREE = OWN_GUARD_STUCK + 1
ENEMY_AT_QUEEN_STUCK = ENEMY_AT_QUEEN_FREE + 1
QUEEN_UNDER_ENEMY = ENEMY_AT_QUEEN_STUCK + 1
QUEEN_UNDER_OWN = QUEEN_UNDER_ENEMY + 1
PILLBUG_AT_QUEEN = QUEEN_UNDER_OWN + 1
MOSQUITO_AT_QUEEN = PILLBUG_AT_QUEEN + 1
DROPS_AT_ENEMY_QUEEN = MOSQUITO_AT_QUEEN + 1
QUEEN_UNPLACED = DROPS_AT_ENEMY_QUEEN + 1
# By the number of neighbours of the queen in question: the enemy's for attack, else the own.
ATTACKERS = QUEEN_UNPLACED + 1
RESERVES = ATTACKERS + MOST_NEIGHBOURS
PLACEMENTS = RESERVES + MOST_NEIGHBOURS
RESCUE = PLACEMENTS + MOST_NEIGHBOURS
QUEEN_FREE = RESCUE + MOST_NEIGHBOURS
OPEN_AT_QUEEN = QUEEN_FREE + MOST_NEIGHBOURS
ON_OWN = OPEN_AT_QUEEN + MOST_NEIGHBOURS
ON_ENEMY = ON_OWN + 1
MOSQUITO_AS = ON_ENEMY + 1
TEMPO = MOSQUITO_AS + BUGS
FEATURES = TEMPO + 1

NAMES = (
    *(f"{what} {letter}" for what in ("free", "hemmed", "pinned", "covered", "in hand", "mobility")
      for letter in BUG_LETTERS),
    *(f"{letter} at distance {ring + 1}" for letter in BUG_LETTERS for ring in range(NEAR_RINGS)),
    *(f"queen has {count} neighbours" for count in range(MOST_NEIGHBOURS)),
    "own free piece at queen",
    "own stuck piece at queen",
    "enemy free piece at queen",
    "enemy stuck piece at queen",
    "queen under enemy",
    "queen under own",
    "pillbug at own queen",
    "mosquito at own queen",
    "placement cells at enemy queen",
    "queen in hand",
    *(f"{what} {count} neighbours"
      for what in ("free pieces that do not yet touch an enemy queen with",
                   "pieces in hand against a queen with",
                   "placement cells against a queen with",
                   "pillbug that can throw the own queen with",
                   "free queen with",
                   "cells to crawl into at the own queen with")
      for count in range(MOST_NEIGHBOURS)),
    "beetle on an own piece",
    "beetle on an enemy piece",
    *(f"free mosquito next to {letter}" if letter != "M" else "mosquito on top"
      for letter in BUG_LETTERS),
    "tempo",
)  # fmt: skip

PINNED_STATE = 2

Features = types.Array(types.int32, 1, "C")
CRAWLER = np.array(
    [bug in (Bug.QUEEN, Bug.SPIDER, Bug.ANT, Bug.PILLBUG) for bug in Bug], dtype=np.int64
)


def _distances() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Steps between two cells by the difference of their numbers, the short way round."""
    found = np.full(CELLS, SIDE, dtype=np.int64)
    for q in range(-SIDE, SIDE + 1):
        for r in range(-SIDE, SIDE + 1):
            steps = max(abs(q), abs(r), abs(q + r))
            cell = Hex(q, r).cell
            found[cell] = min(found[cell], steps)
    return found


DISTANCE = _distances()


@kernel(types.int64(Position, types.int64))
def stuck(pos, piece):
    """How a piece on the board is held: 0 free, 1 hemmed in, PINNED_STATE, 3 covered."""
    cell = np.int64(pos.where[piece])
    if np.int64(pos.top[cell]) != piece:
        return 3
    if pos.height[cell] > 1:
        return 0
    if pinned(pos, piece):
        return PINNED_STATE
    if CRAWLER[BUG_OF[piece]] and SLIDES[occupied(pos, cell)] == 0:
        return 1
    return 0


@kernel(types.int64(Position, types.int64))
def queen_neighbours(pos, queen):
    """How many neighbours of a queen are occupied; 0 while she is in hand."""
    cell = np.int64(pos.where[queen])
    return popcount(occupied(pos, cell)) if cell >= 0 else np.int64(0)


@kernel(types.int64(Position, types.int64))
def crowd(pos, queen):
    """How many neighbours a queen has, as far as features tell them apart."""
    return min(queen_neighbours(pos, queen), np.int64(MOST_NEIGHBOURS - 1))


@kernel(types.int64(Position, types.int64))
def placement_cells(pos, color):
    """How many empty cells touch tops of one colour and none of the other."""
    own, enemy = color << 3, (1 - color) << 3
    cells = np.int64(0)
    for piece in range(color * PER_COLOR, (color + 1) * PER_COLOR):
        cell = np.int64(pos.where[piece])
        if cell < 0 or np.int64(pos.top[cell]) != piece:
            continue
        empty = ~occupied(pos, cell) & ALL_AROUND
        while empty:
            direction = lowest_bit(empty)
            empty &= empty - 1
            around = np.int64(pos.around[(cell + OFFSETS[direction]) & CELL_MASK])
            if (around >> enemy) & ALL_AROUND == 0:
                # Of the pieces it touches, one counts it.
                cells += lowest_bit((around >> own) & ALL_AROUND) == (direction + 3) % 6
    return cells


@kernel(types.void(Position, Features, types.int64, types.int64))
def look_at_mosquito(pos, features, cell, sign):
    """Count what a free mosquito can move like."""
    if pos.height[cell] > 1:
        features[MOSQUITO_AS + Bug.MOSQUITO] += sign
        return
    seen = np.int64(0)
    around = occupied(pos, cell)
    while around:
        near = (cell + OFFSETS[lowest_bit(around)]) & CELL_MASK
        around &= around - 1
        seen |= np.int64(1) << BUG_OF[np.int64(pos.top[near])]
    seen &= ~(np.int64(1) << Bug.MOSQUITO)
    while seen:
        features[MOSQUITO_AS + lowest_bit(seen)] += sign
        seen &= seen - 1


@kernel(types.void(Position, Features, types.int64, types.int64))
def look_at_pieces(pos, features, color, sign):
    """Count the pieces of one colour by bug and by how free they are."""
    queen = np.int64(BLACK_QUEEN if color == 0 else WHITE_QUEEN)
    goal = np.int64(pos.where[queen])
    attackers = np.int64(0)
    for piece in range(color * PER_COLOR, (color + 1) * PER_COLOR):
        cell = np.int64(pos.where[piece])
        if cell < 0:
            continue
        bug = BUG_OF[piece]
        state = stuck(pos, piece)
        pos.held[piece] = state
        features[FREE + state * BUGS + bug] += sign
        if state != 0:
            continue
        around = occupied(pos, cell)
        ways = popcount(SLIDES[around] if CRAWLER[bug] else around)
        features[MOBILITY + bug] += sign * ways
        if goal >= 0:
            distance = DISTANCE[(cell - goal) & CELL_MASK]
            if 1 <= distance <= NEAR_RINGS:
                features[NEAR + bug * NEAR_RINGS + distance - 1] += sign
            attackers += bug != Bug.QUEEN and (distance > 1 or pos.height[cell] > 1)
        if bug == Bug.MOSQUITO:
            look_at_mosquito(pos, features, cell, sign)
        elif bug == Bug.BEETLE and pos.height[cell] > 1:
            mine = np.int64(pos.below[piece]) // PER_COLOR == color
            features[ON_OWN if mine else ON_ENEMY] += sign
    crowded = crowd(pos, queen)
    features[ATTACKERS + crowded] += sign * attackers
    reserves = np.int64(0)
    for bug in range(BUGS):
        features[IN_HAND + bug] += sign * pos.hand[color, bug]
        reserves += pos.hand[color, bug]
    if reserves:
        features[RESERVES + crowded] += sign * reserves
        features[PLACEMENTS + crowded] += sign * placement_cells(pos, color)


@kernel(types.void(Position, Features, types.int64, types.int64))
def look_at_queen(pos, features, color, sign):
    """Count what surrounds the queen of one colour."""
    queen = np.int64(WHITE_QUEEN if color == 0 else BLACK_QUEEN)
    cell = np.int64(pos.where[queen])
    if cell < 0:
        features[QUEEN_UNPLACED] += sign
        return
    around = occupied(pos, cell)
    crowded = crowd(pos, queen)
    features[QUEEN_NEIGHBOURS + crowded] += sign
    if pos.held[queen] == 0:
        features[QUEEN_FREE + crowded] += sign
    top = np.int64(pos.top[cell])
    if top != queen:
        mine = top // PER_COLOR == color
        features[QUEEN_UNDER_OWN if mine else QUEEN_UNDER_ENEMY] += sign
    can_be_thrown = pos.height[cell] == 1 and pos.held[queen] != PINNED_STATE
    empty = ~around & ALL_AROUND
    while around:
        near = (cell + OFFSETS[lowest_bit(around)]) & CELL_MASK
        around &= around - 1
        piece = np.int64(pos.top[near])
        held = pos.held[piece] != 0
        if piece // PER_COLOR == color:
            features[OWN_GUARD_STUCK if held else OWN_GUARD_FREE] += sign
            if BUG_OF[piece] == Bug.PILLBUG:
                features[PILLBUG_AT_QUEEN] += sign
                if can_be_thrown and occupied(pos, near) != ALL_AROUND:
                    features[RESCUE + crowded] += sign
            elif BUG_OF[piece] == Bug.MOSQUITO and pos.height[near] == 1:
                features[MOSQUITO_AT_QUEEN] += sign
        else:
            features[ENEMY_AT_QUEEN_STUCK if held else ENEMY_AT_QUEEN_FREE] += sign
    while empty:
        near = (cell + OFFSETS[lowest_bit(empty)]) & CELL_MASK
        empty &= empty - 1
        if SLIDES[occupied(pos, near)]:
            features[OPEN_AT_QUEEN + crowded] += sign
        # The enemy can place there where it sees no piece of this colour, the queen included.
        if (np.int64(pos.around[near]) >> (color << 3)) & ALL_AROUND == 0:
            features[DROPS_AT_ENEMY_QUEEN] -= sign


@kernel(types.void(Position, Features))
def extract(pos, features):
    """Fill in all features, White's minus Black's."""
    features[:] = 0
    if pos.euler != 1:
        link_pieces(pos)
    look_at_pieces(pos, features, np.int64(0), np.int64(1))
    look_at_pieces(pos, features, np.int64(1), np.int64(-1))
    look_at_queen(pos, features, np.int64(0), np.int64(1))
    look_at_queen(pos, features, np.int64(1), np.int64(-1))
    features[TEMPO] = 1 - 2 * (pos.ply & 1)
