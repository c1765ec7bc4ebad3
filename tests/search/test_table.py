"""The transposition table: what is stored comes back, old and shallow entries go first."""

import threading
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from bruteforce import oracle

from engine import types
from search.table import (
    BUCKET,
    EXACT,
    GENERATIONS,
    LOWER,
    MISS,
    NO_MOVE,
    UPPER,
    Table,
    bucket_of,
    entry_bound,
    entry_depth,
    entry_generation,
    entry_move,
    entry_score,
    entry_value,
    pack,
    probe,
    store,
    stored_score,
)
from search.values import MATE, MATE_ZONE

BOUNDS = (UPPER, LOWER, EXACT)
Keys = types.Array(types.uint64, 1)


def entry(
    move: int = 5,
    depth: int = 3,
    bound: int = EXACT,
    generation: int = 0,
    score: int = 0,
    value: int = 0,
) -> Any:
    return pack(move, depth, bound, generation, score, value)


def put(table: Table, key: int, data: Any) -> None:
    store(table.address, table.mask, np.uint64(key), data)


def get(table: Table, key: int) -> Any:
    return probe(table.address, table.mask, np.uint64(key))


def keys_of_one_bucket(table: Table, count: int) -> list[int]:
    """Different keys that the table keeps in the same place."""

    def place(key: int) -> int:
        return int(bucket_of(table.address, table.mask, np.uint64(key)))

    random = Random(1)
    keys = [random.getrandbits(64)]
    while len(keys) < count:
        # Whichever bits choose the bucket, many keys that differ in few bits share it.
        key = keys[0] ^ 1 << random.randrange(64) ^ 1 << random.randrange(64)
        if key not in keys and place(key) == place(keys[0]):
            keys.append(key)
    return keys


def test_every_field_comes_back() -> None:
    random = Random(1)
    moves = [NO_MOVE, 0, 28 << 10, *(random.randrange(28 << 10) for _ in range(5))]
    scores = [0, 1, -1, 250, -250, 20000, -20000]
    for move, bound, score in product(moves, BOUNDS, scores):
        depth, generation = random.randrange(128), random.randrange(GENERATIONS)
        value = random.randrange(-20000, 20001)
        data = pack(move, depth, bound, generation, score, value)
        assert data != MISS
        assert int(entry_move(data)) == move
        assert int(entry_depth(data)) == depth
        assert int(entry_bound(data)) == bound
        assert int(entry_generation(data)) == generation
        assert int(entry_score(data, 7)) == score
        assert int(entry_value(data)) == value


def test_an_entry_is_found_again_by_its_key_alone() -> None:
    table = Table(1)
    random = Random(2)
    data = {random.getrandbits(64): entry(move=n, score=-n) for n in range(1000)}
    for key, word in data.items():
        put(table, key, word)
    assert all(get(table, key) == word for key, word in data.items())
    assert all(get(table, random.getrandbits(64)) == MISS for _ in range(10_000))


@pytest.mark.parametrize("ply", [0, 1, 17, 90])
def test_a_win_is_counted_from_the_node_wherever_that_is_met(ply: int) -> None:
    for distance in (1, 2, 5, 60):
        for score in (MATE - ply - distance, ply + distance - MATE):
            data = entry(score=int(stored_score(score, ply)))
            assert int(entry_score(data, ply)) == score
            elsewhere = int(entry_score(data, ply + 4))
            assert MATE - abs(elsewhere) == ply + 4 + distance
            assert (elsewhere > 0) == (score > 0)


def test_scores_short_of_a_win_do_not_depend_on_the_ply() -> None:
    for score in (0, 5, -5, MATE_ZONE - 1, 1 - MATE_ZONE):
        assert int(stored_score(score, 30)) == score
        assert int(entry_score(entry(score=score), 30)) == score


def test_a_position_has_one_entry_and_the_last_word_counts() -> None:
    table = Table(1)
    keys = keys_of_one_bucket(table, BUCKET)
    for key in keys:
        put(table, key, entry(depth=9))
    put(table, keys[0], entry(move=77, depth=2))
    assert int(entry_move(get(table, keys[0]))) == 77
    assert int(entry_depth(get(table, keys[0]))) == 2
    assert all(get(table, key) != MISS for key in keys)


def test_a_known_move_survives_an_entry_without_one() -> None:
    table = Table(1)
    put(table, 99 << 40, entry(move=1234, depth=2))
    put(table, 99 << 40, entry(move=NO_MOVE, depth=6, bound=UPPER, score=-31))
    data = get(table, 99 << 40)
    assert int(entry_move(data)) == 1234
    assert (int(entry_depth(data)), int(entry_bound(data))) == (6, UPPER)
    assert int(entry_score(data, 0)) == -31


def test_the_shallowest_of_equally_old_entries_is_replaced() -> None:
    table = Table(1)
    *keys, new = keys_of_one_bucket(table, BUCKET + 1)
    depths = [7, 3, 9, 5, 8, 6, 4][:BUCKET]
    for key, depth in zip(keys, depths, strict=True):
        put(table, key, entry(depth=depth))
    put(table, new, entry(depth=1))
    assert get(table, new) != MISS
    gone = [depth for key, depth in zip(keys, depths, strict=True) if get(table, key) == MISS]
    assert gone == [min(depths)]


def test_an_old_entry_is_replaced_before_a_young_shallow_one() -> None:
    table = Table(1)
    *keys, new = keys_of_one_bucket(table, BUCKET + 1)
    put(table, keys[0], entry(depth=8, generation=1))
    for key in keys[1:]:
        put(table, key, entry(depth=2, generation=4))
    put(table, new, entry(depth=1, generation=4))
    assert get(table, keys[0]) == MISS
    assert all(get(table, key) != MISS for key in (*keys[1:], new))


def test_age_is_told_across_the_turn_of_the_generations() -> None:
    table = Table(1)
    *keys, new = keys_of_one_bucket(table, BUCKET + 1)
    put(table, keys[0], entry(depth=4, generation=GENERATIONS - 4))
    for key in keys[1:]:
        put(table, key, entry(depth=3, generation=0))
    put(table, new, entry(depth=1, generation=0))
    assert get(table, keys[0]) == MISS


@pytest.mark.slow
def test_fill_is_the_share_of_entries_of_this_search() -> None:
    table = Table(1)
    assert table.fill == 0
    capacity = (table.mask + 1) * BUCKET
    random = Random(3)
    for _ in range(capacity // 4):
        put(table, random.getrandbits(64), entry(generation=table.generation))
    assert 0.15 < table.fill < 0.3
    for _ in range(4 * capacity):
        put(table, random.getrandbits(64), entry(generation=table.generation))
    assert table.fill > 0.95
    table.new_search()
    assert table.fill == 0
    table.clear()
    assert get(table, 99 << 40) == MISS


@pytest.mark.parametrize("mebibytes", [1, 2, 3, 5, 8, 64])
def test_a_table_takes_no_more_memory_than_it_may_and_at_least_half(mebibytes: int) -> None:
    table = Table(mebibytes)
    taken = (table.mask + 1) * BUCKET * 16
    assert mebibytes << 19 < taken <= mebibytes << 20
    keys = [1, 1 << 63, (1 << 64) - 1]
    for key in keys:
        put(table, key, entry(move=3))
    assert all(int(entry_move(get(table, key))) == 3 for key in keys)


@oracle(types.int64(types.int64, types.int64, Keys, types.uint64, types.int64))
def hammer(address: int, mask: int, keys: Any, seed: Any, rounds: int) -> Any:
    """Write entries that tell their key; returns how many were read with another's data."""
    wrong = np.int64(0)
    state = seed
    for _ in range(rounds):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        number = np.int64(state >> np.uint64(33)) % len(keys)
        found = probe(address, mask, keys[number])
        if found != MISS and entry_value(found) != number:
            wrong += 1
        depth = np.int64(state >> np.uint64(20)) & 63
        store(address, mask, keys[number], pack(number, depth, EXACT, 0, depth, number))
    return wrong


@pytest.mark.slow
def test_torn_entries_are_rejected() -> None:
    """More positions than fit into one bucket, so that two threads often write to one entry."""
    table = Table(1)
    keys = np.array(keys_of_one_bucket(table, 2 * BUCKET), dtype=np.uint64)
    hammer.ensure_compiled()
    wrong = [-1, -1]

    def work(number: int) -> None:
        seed = np.uint64(number + 1)
        wrong[number] = int(hammer(table.address, table.mask, keys, seed, 4_000_000))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0, 0]
