"""The position record: what make and unmake keep up to date, on any part of the torus."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from helpers import (
    ONE_GAME_TYPE_FAST,
    TASTES,
    legal_codes,
    neighbours,
    plain,
    players,
    random_codes,
    replayed,
    shifted,
)
from reference import ReferenceGame, is_one_hive, lifted

from engine import GAME_TYPES, Game, Hex, Piece
from engine.hexgrid import CELL_MASK, CELLS, SIDE
from engine.notation import Spelling, parse_spelling
from engine.onehive import link_pieces, pinned
from engine.perft import perft
from engine.pieces import ALL_PIECES, NOBODY
from engine.position import (
    POSITION_BYTES,
    WORDS,
    hash_of,
    make,
    new_position,
    unmake,
)

SEAMS = (1, SIDE - 1, SIDE, 17 * SIDE + 13, CELLS - 1)
"""Shifts that carry a hive from the middle of the map across its edges."""

ROUNDS = 3
"""How many times a crawling hive goes round the torus."""


def memory(position: Any) -> bytes:
    """The bytes of a record that are the position."""
    content: bytes = position.tobytes()
    return content[:POSITION_BYTES]


def eventful_game(game_type: str, seed: str, plies: int = 90) -> Game:
    rng = random.Random(seed)
    game, pair = Game(game_type), players(rng, TASTES)
    while game.ply < plies and not game.is_over:
        game.play(pair[game.turn].choose(game))
    return game


def codes_of(game: Game) -> list[int]:
    return [played.code for played in game.played]


def moved(game: Game, by: Hex) -> Game:
    """The same position elsewhere on the table, set up piece by piece."""
    twin = Game(game.game_type)
    twin._set_up(game.setup().shifted(*by))
    return twin


# Make and unmake


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_unmake_restores_every_byte(game_type: str) -> None:
    for number in range(3):
        codes = codes_of(eventful_game(game_type, f"bytes {game_type} {number}"))
        position = new_position(game_type)
        steps = []
        for code in codes:
            before = memory(position)
            for legal in legal_codes(position):
                unmake(position, legal, make(position, legal))
                assert memory(position) == before, (codes, legal)
            steps.append((code, before, make(position, code)))
        for code, before, undo in reversed(steps):
            unmake(position, code, undo)
            assert memory(position) == before
        assert memory(position) == memory(new_position(game_type))


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_listing_moves_changes_nothing_but_scratch_space(game_type: str) -> None:
    position = replayed(game_type, codes_of(eventful_game(game_type, f"scratch {game_type}")))
    before = memory(position)
    legal_codes(position)
    perft(position, 2)
    assert memory(position) == before


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_incremental_hash_equals_the_hash_from_scratch(game_type: str) -> None:
    for number in range(3):
        position = new_position(game_type)
        for code in codes_of(eventful_game(game_type, f"hash {game_type} {number}")):
            before = int(position["hash"])
            for legal in legal_codes(position):
                undo = make(position, legal)
                assert position["hash"] == hash_of(position)
                unmake(position, legal, undo)
                assert position["hash"] == before
            make(position, code)


# What is kept up to date, against counting by hand


def count_by_hand(game: Game) -> dict[str, Any]:
    """The fields of a position that follow from the stacks, worked out from the stacks alone."""
    hive = game.stacks
    fields: dict[str, Any] = {
        "around": np.zeros(CELLS, dtype=np.uint16),
        "tops": np.zeros((2, WORDS + 2), dtype=np.uint64),
        "top": np.full(CELLS, NOBODY, dtype=np.int8),
        "height": np.zeros(CELLS, dtype=np.int8),
        "where": np.full(len(ALL_PIECES), NOBODY, dtype=np.int16),
        "below": np.full(len(ALL_PIECES), NOBODY, dtype=np.int8),
        "tall": sum(len(stack) > 1 for stack in hive.values()),
    }
    edges = corners = 0
    for place, stack in hive.items():
        fields["top"][place.cell] = stack[-1].index
        fields["height"][place.cell] = len(stack)
        word, bit = divmod(place.cell, 64)
        fields["tops"][stack[-1].color, word + 1] |= np.uint64(1 << bit)
        for under, piece in zip((None, *stack), stack, strict=False):
            fields["where"][piece.index] = place.cell
            fields["below"][piece.index] = NOBODY if under is None else under.index
        near = neighbours(place)
        for direction, cell in enumerate(near):
            bit = 1 << ((direction + 3) % 6) << (8 * stack[-1].color)
            fields["around"][cell.cell] |= bit
        edges += sum(cell in hive for cell in near)
        corners += sum(near[d] in hive and near[d - 1] in hive for d in range(6))
    for words in fields["tops"]:
        words[0], words[-1] = words[WORDS], words[1]
    fields["euler"] = len(hive) - edges // 2 + corners // 3
    return fields


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_fields_equal_a_count_by_hand(game_type: str) -> None:
    for number in range(3):
        codes = codes_of(whole := eventful_game(game_type, f"fields {game_type} {number}"))
        game = Game(game_type)
        for move in whole.history:
            game.play(move)
            for field, value in count_by_hand(game).items():
                assert np.array_equal(game.position[field], value), (field, game.game_string)
        assert memory(game.position) == memory(replayed(game_type, codes))


def test_pinned_pieces_are_those_without_which_the_hive_falls_apart() -> None:
    seen: Counter[str] = Counter()
    for game_type in GAME_TYPES:
        whole = eventful_game(game_type, f"pinned {game_type}", plies=150)
        game = Game(game_type)
        for move in whole.history:
            game.play(move)
            link_pieces(game.position)
            hive = {(at.q, at.r): [p.name for p in stack] for at, stack in game.stacks.items()}
            around_a_hole = int(game.position["euler"]) != 1
            for place, stack in game.stacks.items():
                if len(stack) > 1:
                    continue
                holds = not is_one_hive(lifted(hive, (place.q, place.r)))
                assert bool(pinned(game.position, stack[0].index)) == holds, game.game_string
                seen[f"{'pinned' if holds else 'free'}{' by a hole' * around_a_hole}"] += 1
    print(dict(seen))
    assert min(seen[kind] for kind in ("pinned", "free", "pinned by a hole", "free by a hole")) > 0


# Anywhere on the torus


CRAWL = (r"wQ \wB1", "bQ bB1/", "wQ -bQ", "bB1 bQ\\", "wB1 wQ\\", "bQ bB1/", "wQ -wB1", "bQ bB1-")
"""Eight moves after which the same hive lies one cell further to the right."""

CRAWL_OPENING = ("wB1", "bB1 wB1-", "wQ -wB1", "bQ bB1-")


def turned(text: str, turns: int) -> str:
    """A MoveString on a table turned clockwise by so many sixths."""
    spelling = parse_spelling(text)
    if spelling.direction is None:
        return text
    return str(Spelling(spelling.piece, spelling.reference, (spelling.direction + turns) % 6))


def first_occurrences(keys: Iterable[object]) -> list[int]:
    """For every key where it came first: the repetitions in a game, whatever the keys are."""
    seen: dict[object, int] = {}
    return [seen.setdefault(key, number) for number, key in enumerate(keys)]


def line_of_28(turns: int) -> tuple[Game, ReferenceGame]:
    """A game that places all pieces in one straight line."""
    game, reference = Game("Base+MLP"), ReferenceGame("Base+MLP")
    order = ("S1", "Q", "S2", "B1", "B2", "A1", "A2", "A3", "M", "L", "P", "G1", "G2", "G3")
    texts = ["wS1", "bS1 wS1-"]
    for last, bug in pairwise(order):
        texts += [f"w{bug} -w{last}", f"b{bug} b{last}-"]
    for text in texts:
        reference.play(plain(game.play(turned(text, turns))))
        compare_moves(game, reference)
    return game, reference


def compare_moves(game: Game, reference: ReferenceGame) -> None:
    assert {plain(move) for move in game.legal_moves} == reference.legal_moves(), game.game_string


def play_on(game: Game, reference: ReferenceGame, plies: int) -> None:
    """Random moves, compared with the reference."""
    rng = random.Random(game.game_string)
    pair = players(rng)
    for _ in range(plies):
        if not game.is_over:
            reference.play(plain(game.play(pair[game.turn].choose(game))))
            compare_moves(game, reference)


@pytest.mark.slow
@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_every_shift_has_the_same_moves_and_hash(game_type: str) -> None:
    codes = codes_of(eventful_game(game_type, f"all shifts {game_type}", plies=60))
    position = replayed(game_type, codes)
    legal = legal_codes(position)
    for shift in range(CELLS):
        twin = replayed(game_type, codes, shift)
        assert sorted(legal_codes(twin)) == sorted(shifted(code, shift) for code in legal)
        assert twin["hash"] == position["hash"]
        assert twin["euler"] == position["euler"]


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_shifts_across_the_seams_have_the_same_perft(game_type: str) -> None:
    rng = random.Random(f"seams {game_type}")
    for _ in range(12):
        codes = random_codes(game_type, rng, plies=rng.randrange(4, 100))
        position = replayed(game_type, codes)
        count = perft(position, 2)
        for shift in SEAMS:
            assert perft(replayed(game_type, codes, shift), 2) == count, (codes, shift)


@pytest.mark.slow
@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_repetitions_do_not_depend_on_where_the_hive_lies(game_type: str) -> None:
    rng = random.Random(f"repetitions {game_type}")
    game, reference = Game(game_type), ReferenceGame(game_type)
    pair = players(rng, ["shuffle"])
    keys, hashes = [reference.position_key()], [game.position_hash]
    while game.ply < 60 and not game.is_over:
        reference.play(plain(game.play(pair[game.turn].choose(game))))
        keys.append(reference.position_key())
        hashes.append(game.position_hash)
    assert len(set(keys)) < len(keys), "nothing was repeated"
    assert first_occurrences(hashes) == first_occurrences(keys)
    codes = codes_of(game)
    queen = next(n for n, m in enumerate(game.history) if m.piece == Piece.named("wQ"))
    for shift in (0, *SEAMS):
        position = replayed(game_type, codes[: queen + 1], shift)
        kernel_hashes = [int(position["hash"])]
        for code in codes[queen + 1 :]:
            make(position, shifted(code, shift))
            kernel_hashes.append(int(position["hash"]))
        assert first_occurrences(kernel_hashes) == first_occurrences(keys[queen + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_position_hash_does_not_depend_on_where_the_hive_lies(game_type: str) -> None:
    whole = eventful_game(game_type, f"moved {game_type}", plies=60)
    game = Game(game_type)
    for move in whole.history:
        game.play(move)
        for by in (Hex(1, 0), Hex(-5, 20), Hex(1000, -999)):
            twin = moved(game, by)
            assert twin.position_hash == game.position_hash
            assert twin == game
            expected = {
                (m.piece, m.to and Hex(m.to.q + by.q, m.to.r + by.r)) for m in game.legal_moves
            }
            assert set(twin.legal_moves) == expected


@pytest.mark.slow
@pytest.mark.parametrize("turns", range(6))
def test_hive_that_crawls_round_the_torus_keeps_its_moves(turns: int) -> None:
    game, reference = Game(), ReferenceGame()
    for text in CRAWL_OPENING:
        reference.play(plain(game.play(turned(text, turns))))
    start, hash_at_start = game.place_of("wQ"), int(game.position["hash"])
    assert start is not None
    for _ in range(ROUNDS * SIDE):
        for text in CRAWL:
            reference.play(plain(game.play(turned(text, turns))))
            compare_moves(game, reference)
        assert game.position["hash"] == hash_at_start
    end = game.place_of("wQ")
    for _ in range(ROUNDS * SIDE):
        start = start.neighbour((2 + turns) % 6)
    assert end == start
    play_on(game, reference, plies=40)


@pytest.mark.parametrize("game_type", ["Base", "Base+P"])
def test_repetition_is_seen_although_the_hive_has_crawled_on(game_type: str) -> None:
    game = Game(game_type, repetition_draw=True)
    reference = ReferenceGame(game_type, repetition_draw=True)
    places: dict[object, list[Hex | None]] = {}
    for text in (*CRAWL_OPENING, *CRAWL * 3):
        if not game.is_over:
            reference.play(plain(game.play(text)))
            assert game.state == reference.state
            places.setdefault(reference.position_key(), []).append(game.place_of("wQ"))
    assert game.state == "Draw"
    occurrences = places[reference.position_key()]
    assert len(occurrences) == 3
    assert len(set(occurrences)) > 1


@pytest.mark.parametrize("turns", range(6))
def test_all_28_pieces_in_one_line(turns: int) -> None:
    game, reference = line_of_28(turns)
    assert len(game.stacks) == 28
    codes, legal = codes_of(game), legal_codes(game.position)
    for shift in range(0, CELLS, 7):
        twin = replayed("Base+MLP", codes, shift)
        assert sorted(legal_codes(twin)) == sorted(shifted(code, shift) for code in legal)
        assert twin["hash"] == game.position["hash"]
    play_on(game, reference, plies=30)


# The hash


def content(position: Any) -> tuple[object, ...]:
    """What the hash stands for: bugs, colours, levels and places, side to move, stunned piece."""
    where, below = position["where"].tolist(), position["below"].tolist()
    anchor = max(where[Piece.named("wQ").index], 0)
    things = []
    for piece in ALL_PIECES:
        if where[piece.index] != NOBODY:
            level, under = 0, below[piece.index]
            while under != NOBODY:
                level, under = level + 1, below[under]
            offset = (where[piece.index] - anchor) & CELL_MASK
            things.append((offset, level, piece.color, piece.bug))
    stunned = int(position["stunned"])
    stunned_at = None if stunned == NOBODY else (where[stunned] - anchor) & CELL_MASK
    return int(position["ply"]) & 1, stunned_at, tuple(sorted(things))


@pytest.mark.slow
def test_hash_tells_positions_apart_and_is_well_spread() -> None:
    rng = random.Random("hash")
    hashes: dict[tuple[object, ...], int] = {}
    for _ in range(300):
        position = new_position("Base+MLP")
        for code in random_codes("Base+MLP", rng, plies=80):
            make(position, code)
            value = int(position["hash"])
            assert hashes.setdefault(content(position), value) == value
    count = len(hashes)
    assert count > 15_000
    assert len(set(hashes.values())) == count
    values = np.array(list(hashes.values()), dtype=np.uint64)
    expected = 65_536 * (1 - np.exp(-count / 65_536))
    for low in (0, 16, 32, 48):
        window = (values >> np.uint64(low)) & np.uint64(0xFFFF)
        assert len(np.unique(window)) == pytest.approx(expected, rel=0.015)
    for bit in range(64):
        share = float(((values >> np.uint64(bit)) & np.uint64(1)).mean())
        assert share == pytest.approx(0.5, abs=0.02)
