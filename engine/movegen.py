"""Legal moves: where bugs can be placed, where each of them can go, and what can be thrown.

Every generator appends moves to a buffer and returns its new length. One piece's destinations are
marked with a stamp of its own, so that a destination reached in two ways is listed once.
"""

from typing import Any

import numpy as np

from engine import types
from engine.hexgrid import ALL_AROUND, CELL_MASK, OFFSETS, SIDE, SLIDES
from engine.intrinsics import lowest_bit, popcount
from engine.jit import kernel
from engine.onehive import link_pieces, pinned
from engine.pieces import (
    BUG_OF,
    BUGS,
    COLOR_OF,
    COPIES,
    FIRST_OF_BUG,
    NOBODY,
    PER_COLOR,
    Bug,
)
from engine.position import (
    MAX_MOVES,
    MOVE_SHIFT,
    PASS,
    QUEEN_DUE,
    WORDS,
    Moves,
    Position,
    flip_around,
    losers,
    occupied,
)

QUEEN = int(Bug.QUEEN)
SPIDER = int(Bug.SPIDER)
BEETLE = int(Bug.BEETLE)
GRASSHOPPER = int(Bug.GRASSHOPPER)
ANT = int(Bug.ANT)
MOSQUITO = int(Bug.MOSQUITO)
LADYBUG = int(Bug.LADYBUG)
PILLBUG = int(Bug.PILLBUG)

COPY_COUNT = np.array(COPIES, dtype=np.int64)
CRAWLS_ONCE = 1 << QUEEN | 1 << PILLBUG
Cells = types.Array(types.uint64, 1)
"""A set of cells like `tops` of one colour."""

ONE, LAST, ROW, BELOW, ABOVE = (np.uint64(n) for n in (1, 63, SIDE, SIDE - 1, SIDE + 1))
ONE_MOVE = types.int64(Position, Moves, types.int64, types.int64, types.int64)


@kernel(ONE_MOVE)
def add(pos, moves, n, piece, cell):
    """Append a move unless this piece's destination is listed already."""
    if pos.mark[cell] != pos.stamp:
        pos.mark[cell] = pos.stamp
        moves[n] = (piece << MOVE_SHIFT) | cell
        n += 1
    return n


# Placing


@kernel(types.int64(Position))
def placeable_bugs(pos):
    """The bugs the side to move may place now, one bit a bug."""
    color = pos.ply & 1
    turn = (pos.ply >> 1) + 1
    if pos.hand[color, QUEEN] > 0 and turn >= QUEEN_DUE:
        return np.int64(1) << QUEEN
    bugs = np.int64(0)
    for bug in range(BUGS):
        if pos.hand[color, bug] > 0:
            bugs |= np.int64(1) << bug
    if turn == 1 and not pos.queen_first:
        bugs &= ~(np.int64(1) << QUEEN)
    return bugs


@kernel(types.uint64(Cells, types.int64))
def cells_next_to(cells, i):
    """The cells next to those of a set, of the i-th word of the set."""
    before = cells[i - 1]
    here = cells[i]
    after = cells[i + 1]
    near = (here << ONE) | (before >> LAST) | (here >> ONE) | (after << LAST)
    near |= (here << ROW) | (before >> ROW) | (here >> ROW) | (after << ROW)
    near |= (here << BELOW) | (before >> ABOVE) | (here >> BELOW) | (after << ABOVE)
    return near


@kernel(types.uint64(Cells, Cells, types.int64))
def placeable(own, enemy, i):
    """The empty cells next to own top pieces alone, of the i-th word of the board."""
    return cells_next_to(own, i) & ~(own[i] | enemy[i] | cells_next_to(enemy, i))


@kernel(types.int64(Cells, Cells))
def placement_cells(own, enemy):
    """How many empty cells touch top pieces of one colour alone."""
    count = np.int64(0)
    for i in range(1, WORDS + 1):
        count += popcount(np.int64(placeable(own, enemy, i)))
    return count


@kernel(types.int64(Position))
def count_placement_cells(pos):
    """How many cells the side to move can place on."""
    if pos.ply < 2:
        return np.int64(1 if pos.ply == 0 else 6)
    color = pos.ply & 1
    return placement_cells(pos.tops[color], pos.tops[1 - color])


@kernel(types.int64(Position, Moves, types.int64, types.int64))
def list_placement_cells(pos, moves, n, piece):
    """List placing one piece on every placement cell."""
    if pos.ply == 0:
        moves[n] = piece << MOVE_SHIFT
        return n + 1
    if pos.ply == 1:
        first = np.int64(0)
        for white in range(PER_COLOR):
            first = max(first, np.int64(pos.where[white]))
        for d in range(6):
            moves[n + d] = (piece << MOVE_SHIFT) | ((first + OFFSETS[d]) & CELL_MASK)
        return n + 6
    own = pos.tops[pos.ply & 1]
    enemy = pos.tops[1 - (pos.ply & 1)]
    for i in range(1, WORDS + 1):
        if own[i - 1] | own[i] | own[i + 1] == 0:
            continue
        cells = np.int64(placeable(own, enemy, i))
        while cells:
            moves[n] = (piece << MOVE_SHIFT) | ((i - 1) << 6) | lowest_bit(cells)
            cells &= cells - 1
            n += 1
    return n


@kernel(types.int64(Position, types.int64))
def next_piece(pos, bug):
    """The lowest-numbered piece of a bug that the side to move has in hand."""
    color = pos.ply & 1
    return color * PER_COLOR + FIRST_OF_BUG[bug] + COPY_COUNT[bug] - pos.hand[color, bug]


@kernel(types.int64(Position, Moves, types.int64))
def list_placements(pos, moves, n):
    """List every placement."""
    bugs = placeable_bugs(pos)
    if bugs == 0:
        return n
    start = n
    piece = next_piece(pos, lowest_bit(bugs))
    bugs &= bugs - 1
    n = list_placement_cells(pos, moves, n, piece)
    end = n
    while bugs:
        piece = next_piece(pos, lowest_bit(bugs))
        bugs &= bugs - 1
        for i in range(start, end):
            moves[n] = (piece << MOVE_SHIFT) | (moves[i] & CELL_MASK)
            n += 1
    return n


# Crawling on the ground


@kernel(ONE_MOVE)
def crawl_once(pos, moves, n, piece, cell):
    """Queen and pillbug: one crawl."""
    directions = SLIDES[occupied(pos, cell)]
    while directions:
        d = lowest_bit(directions)
        directions &= directions - 1
        n = add(pos, moves, n, piece, (cell + OFFSETS[d]) & CELL_MASK)
    return n


@kernel(types.void(Position, types.int64, types.int64))
def hide(pos, piece, cell):
    """Make a lone piece invisible to its neighbours, or visible again: it crawls lifted."""
    flip_around(pos, cell, np.int64(1) << (COLOR_OF[piece] << 3))


@kernel(ONE_MOVE)
def crawl_thrice(pos, moves, n, piece, cell):
    """Spider: exactly three crawls without entering a cell twice."""
    hide(pos, piece, cell)
    first = SLIDES[occupied(pos, cell)]
    while first:
        one = (cell + OFFSETS[lowest_bit(first)]) & CELL_MASK
        first &= first - 1
        second = SLIDES[occupied(pos, one)]
        while second:
            two = (one + OFFSETS[lowest_bit(second)]) & CELL_MASK
            second &= second - 1
            if two == cell:
                continue
            third = SLIDES[occupied(pos, two)]
            while third:
                three = (two + OFFSETS[lowest_bit(third)]) & CELL_MASK
                third &= third - 1
                if three != cell and three != one:
                    n = add(pos, moves, n, piece, three)
    hide(pos, piece, cell)
    return n


@kernel(ONE_MOVE)
def crawl_anywhere(pos, moves, n, piece, cell):
    """Ant: one or more crawls. The moves found so far are the queue of the walk."""
    hide(pos, piece, cell)
    pos.mark[cell] = pos.stamp
    head = n
    here = cell
    while True:
        directions = SLIDES[occupied(pos, here)]
        while directions:
            d = lowest_bit(directions)
            directions &= directions - 1
            n = add(pos, moves, n, piece, (here + OFFSETS[d]) & CELL_MASK)
        if head == n:
            break
        here = np.int64(moves[head]) & CELL_MASK
        head += 1
    hide(pos, piece, cell)
    return n


# Jumping and climbing


@kernel(ONE_MOVE)
def jump(pos, moves, n, piece, cell):
    """Grasshopper: straight over one or more occupied cells into the first empty one."""
    directions = occupied(pos, cell)
    while directions:
        offset = OFFSETS[lowest_bit(directions)]
        directions &= directions - 1
        landing = (cell + 2 * offset) & CELL_MASK
        while pos.top[landing] != NOBODY:
            landing = (landing + offset) & CELL_MASK
        n = add(pos, moves, n, piece, landing)
    return n


@kernel(types.int64(Position, types.int64, types.int64, types.int64))
def gate(pos, cell, d, level):
    """Whether the two cells beside a step both rise above the level it is made at."""
    left = pos.height[(cell + OFFSETS[(d + 5) % 6]) & CELL_MASK]
    right = pos.height[(cell + OFFSETS[(d + 1) % 6]) & CELL_MASK]
    return 1 if left > level and right > level else 0


@kernel(ONE_MOVE)
def step(pos, moves, n, piece, cell):
    """Beetle: one step, on the ground, up, down or across the top of the hive."""
    around = occupied(pos, cell)
    level = np.int64(pos.height[cell]) - 1
    directions = np.int64(ALL_AROUND) if level > 0 else around | SLIDES[around]
    while directions:
        d = lowest_bit(directions)
        directions &= directions - 1
        to = (cell + OFFSETS[d]) & CELL_MASK
        at = max(level, np.int64(pos.height[to]))
        if pos.tall > 1 and at > 0 and gate(pos, cell, d, at):
            continue
        n = add(pos, moves, n, piece, to)
    return n


@kernel(types.int64(Position, types.int64, types.int64, types.int64))
def steps_on_top(pos, cell, level, origin):
    """Directions a ladybug can step from a cell at a level onto other pieces than itself."""
    directions = occupied(pos, cell)
    found = np.int64(0)
    while directions:
        d = lowest_bit(directions)
        directions &= directions - 1
        to = (cell + OFFSETS[d]) & CELL_MASK
        at = max(level, np.int64(pos.height[to]))
        if to != origin and not (pos.tall > 1 and gate(pos, cell, d, at)):
            found |= np.int64(1) << d
    return found


@kernel(ONE_MOVE)
def climb_over(pos, moves, n, piece, cell):
    """Ladybug: two steps on top of the hive, then one down into an empty cell.

    Its own piece still lies on its cell here, which changes no gate: all steps are made above it.
    """
    reached = np.int64(0)
    first = steps_on_top(pos, cell, np.int64(0), cell)
    while first:
        one = (cell + OFFSETS[lowest_bit(first)]) & CELL_MASK
        first &= first - 1
        second = steps_on_top(pos, one, np.int64(pos.height[one]), cell)
        while second:
            two = (one + OFFSETS[lowest_bit(second)]) & CELL_MASK
            second &= second - 1
            bit = np.int64(1) << np.int64(pos.top[two])
            if reached & bit:
                continue
            reached |= bit
            down = ~occupied(pos, two) & ALL_AROUND
            while down:
                d = lowest_bit(down)
                down &= down - 1
                if pos.tall > 1 and gate(pos, two, d, np.int64(pos.height[two])):
                    continue
                n = add(pos, moves, n, piece, (two + OFFSETS[d]) & CELL_MASK)
    return n


# Copying


@kernel(types.int64(Position, types.int64))
def bugs_next_to(pos, cell):
    """The kinds of bug on top of the neighbouring stacks, one bit a bug."""
    bugs = np.int64(0)
    directions = occupied(pos, cell)
    while directions:
        d = lowest_bit(directions)
        directions &= directions - 1
        bugs |= np.int64(1) << BUG_OF[pos.top[(cell + OFFSETS[d]) & CELL_MASK]]
    return bugs


@kernel(types.int64(Position, Moves, types.int64, types.int64, types.int64, types.int64))
def walk_as(pos, moves, n, piece, cell, bugs):
    """List the moves a piece on the ground has with the movement of any of these bugs."""
    if bugs & (1 << ANT):
        # An ant reaches whatever the other crawlers reach; first, since its marks are its walk.
        n = crawl_anywhere(pos, moves, n, piece, cell)
    else:
        if bugs & CRAWLS_ONCE:
            n = crawl_once(pos, moves, n, piece, cell)
        if bugs & (1 << SPIDER):
            n = crawl_thrice(pos, moves, n, piece, cell)
    if bugs & (1 << GRASSHOPPER):
        n = jump(pos, moves, n, piece, cell)
    if bugs & (1 << BEETLE):
        n = step(pos, moves, n, piece, cell)
    if bugs & (1 << LADYBUG):
        n = climb_over(pos, moves, n, piece, cell)
    return n


# Throwing


@kernel(types.int64(Position, types.int64))
def can_throw(pos, piece):
    """Whether a piece of the side to move can use the pillbug's power now.

    A pinned pillbug may throw, a covered or stunned one may not; a mosquito on the ground has the
    power while it touches an uncovered pillbug, even one that is stunned.
    """
    cell = np.int64(pos.where[piece])
    if cell < 0 or piece == pos.stunned or pos.height[cell] != 1:
        return 0
    if BUG_OF[piece] == PILLBUG:
        return 1
    return (bugs_next_to(pos, cell) >> PILLBUG) & 1


@kernel(types.int64(Position, types.int64))
def targets_of(pos, thrower):
    """The pieces that a thrower can lift onto itself, one bit a piece; pins are not looked at."""
    cell = np.int64(pos.where[thrower])
    pieces = np.int64(0)
    directions = occupied(pos, cell)
    while directions:
        d = lowest_bit(directions)
        directions &= directions - 1
        target = (cell + OFFSETS[d]) & CELL_MASK
        piece = np.int64(pos.top[target])
        if pos.height[target] != 1 or piece == pos.stunned:
            continue
        if pos.tall > 1 and gate(pos, cell, d, np.int64(1)):
            continue
        pieces |= np.int64(1) << piece
    return pieces


@kernel(types.int64(Position, Moves, types.int64, types.int64, types.int64))
def throw(pos, moves, n, thrower, piece):
    """List the throws of one piece by one thrower: down into any empty cell next to it."""
    cell = np.int64(pos.where[thrower])
    down = ~occupied(pos, cell) & ALL_AROUND
    while down:
        d = lowest_bit(down)
        down &= down - 1
        if pos.tall > 1 and gate(pos, cell, d, np.int64(1)):
            continue
        n = add(pos, moves, n, piece, (cell + OFFSETS[d]) & CELL_MASK)
    return n


# All together


@kernel(types.int64(Position, Moves, types.int64))
def list_movements(pos, moves, n):
    """List every move of a piece in play, throws included."""
    color = pos.ply & 1
    first = color * PER_COLOR
    if pos.where[first + FIRST_OF_BUG[QUEEN]] < 0:
        return n
    if pos.euler != 1:
        link_pieces(pos)

    pillbug = first + FIRST_OF_BUG[PILLBUG]
    mosquito = first + FIRST_OF_BUG[MOSQUITO]
    by_pillbug = np.int64(0)
    by_mosquito = np.int64(0)
    if pos.stuns:
        if can_throw(pos, pillbug):
            by_pillbug = targets_of(pos, pillbug)
        if can_throw(pos, mosquito):
            by_mosquito = targets_of(pos, mosquito)
    thrown = by_pillbug | by_mosquito

    for piece in range(first, first + PER_COLOR):
        cell = np.int64(pos.where[piece])
        if cell < 0 or np.int64(pos.top[cell]) != piece or piece == pos.stunned:
            continue
        pos.stamp += 1
        if pos.height[cell] > 1:
            n = step(pos, moves, n, piece, cell)
            continue
        bug = BUG_OF[piece]
        bugs = np.int64(1) << bug
        if bug == MOSQUITO:
            bugs = bugs_next_to(pos, cell)
        if pinned(pos, piece):
            continue
        n = walk_as(pos, moves, n, piece, cell, bugs)
        bit = np.int64(1) << piece
        if by_pillbug & bit:
            n = throw(pos, moves, n, pillbug, piece)
        if by_mosquito & bit:
            n = throw(pos, moves, n, mosquito, piece)

    enemies = thrown & (((np.int64(1) << PER_COLOR) - 1) << ((1 - color) * PER_COLOR))
    while enemies:
        piece = lowest_bit(enemies)
        bit = enemies & -enemies
        enemies &= enemies - 1
        if pinned(pos, piece):
            continue
        pos.stamp += 1
        if by_pillbug & bit:
            n = throw(pos, moves, n, pillbug, piece)
        if by_mosquito & bit:
            n = throw(pos, moves, n, mosquito, piece)
    return n


@kernel(types.int64(Position, Moves))
def list_moves(pos, moves):
    """List the legal moves; a forced pass is the one move PASS, a finished game has none."""
    if losers(pos):
        return 0
    n = list_movements(pos, moves, list_placements(pos, moves, np.int64(0)))
    if n == 0:
        moves[0] = PASS
        n = np.int64(1)
    return n


@kernel(types.int64(Position, Moves))
def count_moves(pos, moves):
    """How many legal moves there are; placements are counted without listing them."""
    if losers(pos):
        return 0
    bugs = placeable_bugs(pos)
    n = list_movements(pos, moves, np.int64(0))
    if bugs:
        n += popcount(bugs) * count_placement_cells(pos)
    return max(n, np.int64(1))


def legal_codes(position: Any) -> list[int]:
    """The legal moves as `list_moves` lists them, for callers outside of kernels."""
    moves = np.empty(MAX_MOVES, dtype=np.int32)
    codes: list[int] = moves[: list_moves(position, moves)].tolist()
    return codes
