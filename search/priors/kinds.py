"""What kind of move a move is: two numbers, for where the piece comes from and for where it goes.

Both depend on how crowded the queens are and on the bug, and on whether it is an enemy's that is
thrown. Nothing depends on the hive's place or direction or on the colours.
"""

import numpy as np

from engine import types
from engine.hexgrid import ALL_AROUND, CELL_MASK
from engine.intrinsics import popcount
from engine.jit import kernel
from engine.pieces import BUG_OF, BUGS, PER_COLOR
from engine.position import Position, queen_of
from search.evaluation.features import DISTANCE, queen_neighbours

IN_HAND = 0
ENEMY_CROWDS = np.array([1, 1, 1, 2, 3, 4, 4], dtype=np.int64)
OWN_CROWDS = np.array([1, 1, 1, 2, 3, 3, 3], dtype=np.int64)
"""Numbers of a queen's neighbours that are told apart, 0 being a queen in hand."""

OWN_SITUATIONS = int(OWN_CROWDS.max()) + 1
SITUATIONS = (int(ENEMY_CROWDS.max()) + 1) * OWN_SITUATIONS

QUEEN_DISTANCES = 4
QUEEN_DISTANCE = np.minimum(DISTANCE, QUEEN_DISTANCES - 1).astype(np.int64)
"""Distances to a queen that are told apart; one in hand is far away."""

COMPANIES = 4
"""Who is next to a cell: an enemy or nobody, an own piece, two pieces, more."""

MOVERS = SITUATIONS * 2 * BUGS
ORIGINS = 1 + QUEEN_DISTANCES * QUEEN_DISTANCES * 2 * COMPANIES
"""In hand, or by the distances to both queens, whether on a stack, and company."""

TARGETS = QUEEN_DISTANCES * QUEEN_DISTANCES * 2 * COMPANIES
"""By the distances to both queens, whether something lies there, and company."""

ORIGIN_KINDS = MOVERS * ORIGINS
TARGET_KINDS = MOVERS * TARGETS


@kernel(types.int64(Position))
def situation_of(pos):
    """How crowded the queens are, as the side to move sees it."""
    color = pos.ply & 1
    enemy = queen_of(1 - color)
    own = queen_of(color)
    against = np.int64(IN_HAND)
    if pos.where[enemy] >= 0:
        against = ENEMY_CROWDS[queen_neighbours(pos, enemy)]
    at_home = np.int64(IN_HAND)
    if pos.where[own] >= 0:
        at_home = OWN_CROWDS[queen_neighbours(pos, own)]
    return against * OWN_SITUATIONS + at_home


@kernel(types.int64(types.int64, types.int64))
def distance_to(cell, queen):
    """How far a cell is from a queen's cell."""
    return (
        QUEEN_DISTANCE[(cell - queen) & CELL_MASK] if queen >= 0 else np.int64(QUEEN_DISTANCES - 1)
    )


@kernel(types.int64(Position, types.int64, types.int64))
def surroundings(pos, cell, is_high):
    """A cell by its distances to both queens, height and company."""
    color = pos.ply & 1
    around = np.int64(pos.around[cell])
    white = popcount(around & ALL_AROUND)
    black = popcount(around >> 8)
    company = white + black
    if company <= 1:
        company = black if color else white
    against = distance_to(cell, np.int64(pos.where[queen_of(1 - color)]))
    at_home = distance_to(cell, np.int64(pos.where[queen_of(color)]))
    company = min(company, np.int64(COMPANIES - 1))
    return ((against * QUEEN_DISTANCES + at_home) * 2 + is_high) * COMPANIES + company


@kernel(types.int64(Position, types.int64, types.int64))
def mover_of(pos, situation, piece):
    """A piece that moves in a situation."""
    thrown = np.int64(1) if piece // PER_COLOR != pos.ply & 1 else np.int64(0)
    return (situation * 2 + thrown) * BUGS + BUG_OF[piece]


@kernel(types.int64(Position, types.int64, types.int64))
def origin_kind(pos, mover, piece):
    """Where a piece comes from."""
    cell = np.int64(pos.where[piece])
    origin = np.int64(0)
    if cell >= 0:
        origin = 1 + surroundings(pos, cell, np.int64(pos.height[cell] > 1))
    return mover * ORIGINS + origin


@kernel(types.int64(Position, types.int64, types.int64))
def target_kind(pos, mover, cell):
    """Where a piece goes."""
    return mover * TARGETS + surroundings(pos, cell, np.int64(pos.height[cell] > 0))
