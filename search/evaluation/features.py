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
from engine.pieces import BUG_LETTERS, BUG_OF, BUGS, FIRST_OF_BUG, PER_COLOR, PIECES, Bug
from engine.position import Position, occupied, queen_of

NEAR_RINGS = 3
"""Distances to a queen that features tell apart: 1 to this."""

CROWDS = 6
"""Numbers of a queen's neighbours that features tell apart: 0 to 5."""

_parts: list[str] = []
_names: list[str] = []


def _block(part: str, *names: str) -> int:
    """Add features to a part of the evaluation; the number of the first of them."""
    _parts.extend(part for _ in names)
    _names.extend(names)
    return len(_names) - len(names)


def _by_bug(text: str) -> tuple[str, ...]:
    return tuple(text.format(letter) for letter in BUG_LETTERS)


def _by_bug_and_ring(text: str) -> tuple[str, ...]:
    rings = range(1, NEAR_RINGS + 1)
    return tuple(text.format(letter, ring) for letter in BUG_LETTERS for ring in rings)


def _by_crowd(text: str) -> tuple[str, ...]:
    return tuple(f"{text} {count} neighbours" for count in range(CROWDS))


# Freedom: the four blocks follow one another in the order of FREEDOMS.
FREE = _block("free pieces", *_by_bug("free {}"))
HEMMED = _block("hemmed in", *_by_bug("hemmed {}"))
PINNED = _block("pinned", *_by_bug("pinned {}"))
COVERED = _block("covered", *_by_bug("covered {}"))
IN_HAND = _block("in hand", *_by_bug("in hand {}"))
MOBILITY = _block("mobility", *_by_bug("mobility {}"))
# By distance to the enemy queen and to the own.
NEAR = _block("near enemy queen", *_by_bug_and_ring("free {} at distance {} from the enemy queen"))
STUCK_AT_ENEMY = _block("near enemy queen", *_by_bug("stuck {} at the enemy queen"))
ABOVE_NEAR = _block(
    "near enemy queen",
    *(
        f"on top of a stack at distance {ring} from the enemy queen"
        for ring in range(NEAR_RINGS + 1)
    ),
)
NEAR_OWN = _block("near own queen", *_by_bug_and_ring("free {} at distance {} from the own queen"))
STUCK_AT_OWN = _block("near own queen", *_by_bug("stuck {} at the own queen"))
QUEEN_NEIGHBOURS = _block("queen", *_by_crowd("queen has"))
QUEEN_UNDER_ENEMY = _block("queen", "queen under enemy")
QUEEN_UNDER_OWN = _block("queen", "queen under own")
DROPS_AT_ENEMY_QUEEN = _block("queen", "placement cells at enemy queen")
QUEEN_UNPLACED = _block("queen", "queen in hand")
# By the number of neighbours of the queen in question: the enemy's for attack, else the own.
ATTACKERS = _block("attack", *_by_crowd("free pieces that do not yet touch an enemy queen with"))
RESERVES = _block("attack", *_by_crowd("pieces in hand against a queen with"))
PLACEMENTS = _block("attack", *_by_crowd("placement cells against a queen with"))
RESCUE = _block("defence", *_by_crowd("own queen that can be thrown, with"))
QUEEN_FREE = _block("defence", *_by_crowd("free queen with"))
OPEN_AT_QUEEN = _block("defence", *_by_crowd("cells to crawl into at the own queen with"))
ENEMY_AT_QUEEN_FREE = _block("defence", *_by_crowd("free enemy pieces at the own queen with"))
THROWS_AT_QUEEN = _block(
    "defence", *_by_crowd("pieces that can be thrown away from the own queen with")
)
ON_OWN = _block("beetles on top", "beetle on an own piece")
ON_ENEMY = _block("beetles on top", "beetle on an enemy piece")
MOSQUITO_AS = _block(
    "mosquito",
    *(
        f"free mosquito next to {letter}" if letter != "M" else "mosquito on top"
        for letter in BUG_LETTERS
    ),
)
TEMPO = _block("tempo", "tempo")

NAMES = tuple(_names)
PARTS = tuple(_parts)
"""To which part of the evaluation each feature belongs."""

FEATURES = len(NAMES)

FREEDOMS = IS_FREE, IS_HEMMED, IS_PINNED, IS_COVERED = range(4)
"""How freely a piece in play can move: it can, there is no way out, one hive, a piece on top."""

NOTED = 8
CROWD, OPEN, DROPS, FREE_ENEMIES, THROWS, RESCUED, FREE_PIECES, CELLS_TO_PLACE = range(NOTED)
"""What is noted of a side: neighbours of its queen, cells beside her to crawl into and for the
enemy to place on, free enemies beside her, pieces that can be thrown away from her, whether she can
be thrown herself, free pieces away from the enemy queen, cells to place on.
"""

STATES = 7
"""What a piece in play can do: it is hemmed in, pinned, covered, free with 1, 2 or more ways to go,
free on top of a stack.
"""

FREE_ONE_WAY = 3
FREE_MOST_WAYS = 5
FREE_ON_TOP = 6

RANGES = 6
"""Distances to a queen that descriptions tell apart: 0 to 3, farther, and that she is in hand."""

NOT_IN_PLAY = -1

DESCRIPTIONS = PIECES
SIDES = DESCRIPTIONS + PIECES
NOTES = SIDES + 2 * NOTED
"""The freedom of every piece, then its description, see `describe`, or NOT_IN_PLAY; then what is
noted of White and of Black.
"""

Counts = types.Array(types.int32, 1)
Weights = types.Array(types.int64, 1)
Notes = types.Array(types.int16, 1)
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
RANGE = np.minimum(DISTANCE, RANGES - 2)


@kernel(types.int64(Position, types.int64))
def queen_neighbours(pos, queen):
    """How many neighbours of a queen are occupied; 0 while she is in hand."""
    cell = np.int64(pos.where[queen])
    return popcount(occupied(pos, cell)) if cell >= 0 else np.int64(0)


@kernel(types.int64(Position, types.int64))
def crowd(pos, queen):
    """How many neighbours a queen has, as far as features tell them apart."""
    return min(queen_neighbours(pos, queen), np.int64(CROWDS - 1))


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


@kernel(types.int64(types.int64, types.int64))
def noted(color, what):
    """Where the notes have something about a side."""
    return SIDES + color * NOTED + what


@kernel(types.int64(Position, types.int64, types.int64))
def freedom_of(pos, piece, cell):
    """How freely a piece in play can move, one of FREEDOMS."""
    if np.int64(pos.top[cell]) != piece:
        return IS_COVERED
    if pos.height[cell] > 1:
        return IS_FREE
    if pinned(pos, piece):
        return IS_PINNED
    hemmed = CRAWLER[BUG_OF[piece]] and SLIDES[occupied(pos, cell)] == 0
    return IS_HEMMED if hemmed else IS_FREE


@kernel(types.int64(types.int64, types.int64, types.int64, types.int64))
def describe(bug, state, away, back):
    """All about a piece in one number: bug, state and distances to the enemy queen and the own."""
    return ((bug * STATES + state) * RANGES + away) * RANGES + back


@kernel(types.int64(types.int64, types.int64))
def range_to(cell, goal):
    """The distance to a queen as descriptions tell it."""
    return np.int64(RANGE[(cell - goal) & CELL_MASK]) if goal >= 0 else np.int64(RANGES - 1)


@kernel(types.int64(Position, Weights, Notes, types.int64))
def weigh_pieces(pos, weights, notes, color):
    """The pieces of one colour by bug, place and freedom, which is noted for `weigh_queen`."""
    goal = np.int64(pos.where[queen_of(1 - color)])
    home = np.int64(pos.where[queen_of(color)])
    crowded = crowd(pos, queen_of(1 - color))
    total = np.int64(0)
    attackers = np.int64(0)
    for piece in range(color * PER_COLOR, (color + 1) * PER_COLOR):
        cell = np.int64(pos.where[piece])
        if cell < 0:
            notes[DESCRIPTIONS + piece] = NOT_IN_PLAY
            continue
        bug = BUG_OF[piece]
        state = freedom_of(pos, piece, cell)
        notes[piece] = state
        ranges = range_to(cell, goal), range_to(cell, home)
        total += weights[FREE + state * BUGS + bug]
        away = distance_between(cell, goal)
        back = distance_between(cell, home)
        if state != IS_FREE:
            if away == 1:
                total += weights[STUCK_AT_ENEMY + bug]
            if back == 1:
                total += weights[STUCK_AT_OWN + bug]
            notes[DESCRIPTIONS + piece] = describe(bug, state - 1, ranges[0], ranges[1])
            continue
        around = occupied(pos, cell)
        ways = popcount(SLIDES[around] if CRAWLER[bug] else around)
        total += weights[MOBILITY + bug] * ways
        above = pos.height[cell] > 1
        way = min(max(ways, np.int64(1)) + FREE_ONE_WAY - 1, np.int64(FREE_MOST_WAYS))
        way = np.int64(FREE_ON_TOP) if above else way
        notes[DESCRIPTIONS + piece] = describe(bug, way, ranges[0], ranges[1])
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
        in_hand = np.int64(pos.hand[color, bug])
        total += weights[IN_HAND + bug] * in_hand
        reserves += in_hand
    cells = np.int64(0)
    if reserves:
        cells = placement_cells(pos.tops[color], pos.tops[1 - color])
        total += weights[RESERVES + crowded] * reserves
        total += weights[PLACEMENTS + crowded] * cells
    notes[noted(color, FREE_PIECES)] = attackers
    notes[noted(color, CELLS_TO_PLACE)] = cells
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


@kernel(types.int64(Position, Weights, Notes, types.int64))
def weigh_queen(pos, weights, notes, color):
    """What surrounds the queen of one colour; needs the freedom of all pieces."""
    for what in range(CROWD, RESCUED + 1):
        notes[noted(color, np.int64(what))] = 0
    queen = queen_of(color)
    cell = np.int64(pos.where[queen])
    if cell < 0:
        return weights[QUEEN_UNPLACED]
    around = occupied(pos, cell)
    crowded = crowd(pos, queen)
    total = weights[QUEEN_NEIGHBOURS + crowded]
    if notes[queen] == IS_FREE:
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
    rescued = (thrown >> queen) & 1 and notes[queen] != IS_PINNED
    if rescued:
        total += weights[RESCUE + crowded]
    empty = ~around & ALL_AROUND
    throws = np.int64(0)
    free_enemies = np.int64(0)
    while around:
        near = (cell + OFFSETS[lowest_bit(around)]) & CELL_MASK
        around &= around - 1
        piece = np.int64(pos.top[near])
        throws += (thrown >> piece) & 1 and notes[piece] != IS_PINNED
        free_enemies += notes[piece] == IS_FREE and piece // PER_COLOR != color
    open_cells = np.int64(0)
    drops = np.int64(0)
    while empty:
        near = (cell + OFFSETS[lowest_bit(empty)]) & CELL_MASK
        empty &= empty - 1
        open_cells += SLIDES[occupied(pos, near)] != 0
        # The enemy can place there where it sees no piece of this colour, the queen included.
        drops += (np.int64(pos.around[near]) >> (color << 3)) & ALL_AROUND == 0
    total += weights[THROWS_AT_QUEEN + crowded] * throws
    total += weights[ENEMY_AT_QUEEN_FREE + crowded] * free_enemies
    total += weights[OPEN_AT_QUEEN + crowded] * open_cells
    total -= weights[DROPS_AT_ENEMY_QUEEN] * drops
    notes[noted(color, CROWD)] = crowded
    notes[noted(color, OPEN)] = open_cells
    notes[noted(color, DROPS)] = drops
    notes[noted(color, FREE_ENEMIES)] = free_enemies
    notes[noted(color, THROWS)] = throws
    notes[noted(color, RESCUED)] = rescued
    return total


@kernel(types.int64(Position, Weights, Notes))
def weigh(pos, weights, notes):
    """The sum of all features with their weights, White's minus Black's.

    What is found about the pieces and the queens on the way is noted.
    """
    if pos.euler != 1:
        link_pieces(pos)
    white = weigh_pieces(pos, weights, notes, np.int64(0))
    black = weigh_pieces(pos, weights, notes, np.int64(1))
    white += weigh_queen(pos, weights, notes, np.int64(0))
    black += weigh_queen(pos, weights, notes, np.int64(1))
    tempo = weights[TEMPO]
    return white - black + (-tempo if pos.ply & 1 else tempo)


@kernel(types.void(Position, Weights, Notes, Counts))
def count_features(pos, weights, notes, counts):
    """Count all features: each is what the position weighs with a weight for it alone.

    The weights are given as zeros and left so.
    """
    for i in range(FEATURES):
        weights[i] = 1
        counts[i] = weigh(pos, weights, notes)
        weights[i] = 0


def extract(position: Any, counts: Any) -> None:
    """Count all features of a position."""
    weights = np.zeros(FEATURES, dtype=np.int64)
    count_features(position, weights, np.zeros(NOTES, dtype=np.int16), counts)
