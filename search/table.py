"""The transposition table: what is known about positions seen before, shared by all threads.

An entry is two words, `key ^ data` and `data`. Threads write without locks; an entry torn by two
of them fails the test `key ^ data ^ data == key` and is taken for a miss.

    data = move + 1 (16 bits) | depth (8) | bound (2) | generation (6) | score (16) | value (16)
"""

from typing import Any

import numpy as np

from engine import types
from engine.intrinsics import load_word, prefetch, store_word
from engine.jit import kernel
from search.parameters import GENERATION_PLIES
from search.values import MATE_ZONE

UPPER, LOWER, EXACT = 1, 2, 3
"""Bounds: the true score is at most, at least, or exactly the stored one."""

NO_MOVE = -1
ENTRY_BYTES = 16
BUCKET = 4
"""Entries that share a cache line; a new position replaces the least valuable of them."""

BUCKET_BYTES = BUCKET * ENTRY_BYTES
GENERATIONS = 64
MISS = np.uint64(0)
"""No entry is all zero: a bound is at least 1."""


class Table:
    """Memory for entries; `address` and `mask` tell kernels where to look."""

    def __init__(self, mebibytes: int) -> None:
        """Raises MemoryError."""
        buckets = 1
        while 2 * buckets * BUCKET_BYTES <= mebibytes << 20:
            buckets *= 2
        try:
            self._words: Any = np.zeros(buckets * BUCKET_BYTES // 8 + 8, dtype=np.uint64)
        except ValueError as error:  # more than an address can tell
            raise MemoryError(str(error)) from None
        self.address = (self._words.ctypes.data + BUCKET_BYTES - 1) // BUCKET_BYTES * BUCKET_BYTES
        self.mask = buckets - 1
        self.generation = 0

    def new_search(self) -> None:
        """Let entries of earlier searches grow old."""
        self.generation = (self.generation + 1) % GENERATIONS

    def clear(self) -> None:
        """Forget everything."""
        self._words[:] = 0

    @property
    def fill(self) -> float:
        """The share of entries written in this search, from a sample."""
        sample = self._words[1 : 2 * 1000 : 2]
        generations = (sample >> np.uint64(26)) & np.uint64(GENERATIONS - 1)
        return float(np.mean((sample != 0) & (generations == self.generation)))


@kernel(types.int64(types.int64, types.int64, types.uint64))
def bucket_of(address, mask, key):
    """Where the entries of a position are."""
    return address + (np.int64(key >> np.uint64(20)) & mask) * BUCKET_BYTES


@kernel(types.void(types.int64, types.int64, types.uint64))
def prefetch_bucket(address, mask, key):
    """Ask for the entries of a position that will be probed soon."""
    prefetch(bucket_of(address, mask, key))


@kernel(types.uint64(types.int64, types.int64, types.uint64))
def probe(address, mask, key):
    """The data stored for a position, or MISS."""
    entry = bucket_of(address, mask, key)
    for _ in range(BUCKET):
        data = load_word(entry + 8)
        if data != MISS and load_word(entry) ^ data == key:
            return data
        entry += ENTRY_BYTES
    return MISS


@kernel(types.void(types.int64, types.int64, types.uint64, types.uint64))
def store(address, mask, key, data):
    """Keep data for a position, in place of its old entry or of the least valuable one."""
    entry = bucket_of(address, mask, key)
    generation = entry_generation(data)
    victim = entry
    lowest = np.int64(1) << 30
    for _ in range(BUCKET):
        old = load_word(entry + 8)
        if old == MISS or load_word(entry) ^ old == key:
            if old != MISS and entry_move(data) == NO_MOVE:
                data |= old & np.uint64(0xFFFF)
            victim = entry
            break
        age = (generation - entry_generation(old)) & (GENERATIONS - 1)
        value = entry_depth(old) - GENERATION_PLIES * age
        if value < lowest:
            lowest = value
            victim = entry
        entry += ENTRY_BYTES
    store_word(victim, key ^ data)
    store_word(victim + 8, data)


@kernel(types.uint64(types.int64, types.int64, types.int64, types.int64, types.int64, types.int64))
def pack(move, depth, bound, generation, score, value):
    """Put an entry's data together; the move may be NO_MOVE."""
    word = ((move + 1) & 0xFFFF) | ((depth & 0xFF) << 16) | (bound << 24) | (generation << 26)
    word |= ((score & 0xFFFF) << 32) | ((value & 0xFFFF) << 48)
    return np.uint64(word)


@kernel(types.int64(types.uint64))
def entry_move(data):
    """The best move found, or NO_MOVE."""
    return (np.int64(data) & 0xFFFF) - 1


@kernel(types.int64(types.uint64))
def entry_depth(data):
    """How deep the position was searched."""
    return (np.int64(data) >> 16) & 0xFF


@kernel(types.int64(types.uint64))
def entry_bound(data):
    """What the score says: UPPER, LOWER or EXACT."""
    return (np.int64(data) >> 24) & 3


@kernel(types.int64(types.uint64))
def entry_generation(data):
    """The search that wrote the entry."""
    return (np.int64(data) >> 26) & (GENERATIONS - 1)


@kernel(types.int64(types.uint64))
def entry_value(data):
    """The static value of the position, side to move's view."""
    return np.int64(data) >> 48


@kernel(types.int64(types.uint64, types.int64))
def entry_score(data, ply):
    """The score, with wins counted from the root again."""
    score = (np.int64(data) << 16) >> 48
    if score >= MATE_ZONE:
        return score - ply
    if score <= -MATE_ZONE:
        return score + ply
    return score


@kernel(types.int64(types.int64, types.int64))
def stored_score(score, ply):
    """A score as the table keeps it: wins counted from the node."""
    if score >= MATE_ZONE:
        return score + ply
    if score <= -MATE_ZONE:
        return score - ply
    return score
