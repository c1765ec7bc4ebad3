"""Positions in sixty bytes stand for what was packed, and rubbish for nothing."""

from collections import Counter
from itertools import islice
from random import Random

import numpy as np
import pytest
from bruteforce import crowded_game

from engine import Game, Piece
from engine.movegen import legal_codes
from engine.packed import PACKED, are_positions, pack, unpack
from engine.pieces import ALL_PIECES, GAME_TYPES
from engine.position import POSITION, hash_of, losers

KEPT = (POSITION.names or ())[: (POSITION.names or ()).index("mark")]


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_a_position_comes_back_as_it_was(game_type: str) -> None:
    random = Random(game_type)
    for _ in range(3):
        game = Game(game_type)
        while not game.is_over and game.ply < 120:
            game.play(random.choice(game.legal_moves))
            before, after = game.position, unpack(pack(game.position))
            for field in KEPT:
                assert np.array_equal(before[field], after[field]), field


def test_rubbish_is_refused_and_harms_nothing() -> None:
    random = np.random.default_rng(1)
    refused = 0
    for _ in range(2000):
        packed = random.integers(0, 256, PACKED.itemsize, dtype=np.uint8).view(PACKED)[0]
        try:
            unpack(packed)
        except ValueError:
            refused += 1
    assert refused == 2000


def test_a_changed_position_is_refused_or_is_what_its_bytes_say() -> None:
    random = Random("changed")
    outcomes = Counter[bool]()
    for game in islice(crowded_game("Base+MLP", "changed", 60), 8, None):
        packed = pack(game.position)
        in_play = [int(place) for place in packed["places"] if place]
        for _ in range(40):
            changed = packed.copy()
            for _ in range(random.randint(1, 2)):
                place = random.choice(in_play)
                others = (0, place, place + 1024, place + 1, random.randrange(1 << 16))
                changed["places"][random.randrange(len(ALL_PIECES))] = random.choice(others)
            try:
                position = unpack(changed)
            except ValueError:
                outcomes[False] += 1
            else:
                outcomes[True] += 1
                assert pack(position).tobytes() == changed.tobytes()
                assert position["hash"] == hash_of(position)
                assert len(legal_codes(position)) > 0 or losers(position)
    assert min(outcomes[True], outcomes[False]) > 100


def test_rubbish_among_positions_is_found() -> None:
    several = np.full(3, pack(Game.from_string("Base;InProgress;Black[1];wS1").position))
    assert are_positions(several)
    assert are_positions(several[::2])
    for at in range(3):
        wrong = several.copy()
        wrong[at]["game_type"] = 8
        assert not are_positions(wrong)


@pytest.mark.parametrize(
    ("field", "value"), [("stunned", 28), ("stunned", -2), ("stunned", 5), ("game_type", 8)]
)
def test_a_byte_out_of_bounds_is_refused(field: str, value: int) -> None:
    packed = pack(Game("Base+MLP").position)
    packed[field] = value
    with pytest.raises(ValueError, match="not a position"):
        unpack(packed)


def test_pieces_in_the_air_and_pieces_of_other_games_are_refused() -> None:
    packed = pack(Game.from_string("Base;InProgress;Black[1];wS1").position)
    floating = packed.copy()
    floating["places"][floating["places"] > 0] += 1024
    foreign = pack(Game.from_string("Base+M;InProgress;Black[1];wM").position)
    foreign["game_type"] = packed["game_type"]
    for wrong in (floating, foreign):
        with pytest.raises(ValueError, match="not a position"):
            unpack(wrong)


def test_what_no_game_has_on_the_table_is_refused() -> None:
    hive = pack(Game.from_string("Base;InProgress;White[3];wB1;bS1 wB1-;wQ -wB1;bQ bS1-").position)
    beetle, queen = (ALL_PIECES.index(Piece.named(name)) for name in ("wB1", "wQ"))
    under = int(hive["places"][queen])
    climbed, stacked, apart, second = (hive.copy() for _ in range(4))
    climbed["places"][beetle] = under + 1024
    stacked["places"][queen] = int(hive["places"][beetle]) + 1024
    apart["places"][queen] = (under + 500) % 1024 + 1
    second["places"][[beetle, beetle + 1]] = second["places"][[beetle + 1, beetle]]
    for wrong in (climbed, stacked, apart, second):
        with pytest.raises(ValueError, match="not a position"):
            unpack(wrong)
    # The same beetle at the other end of the hive holds nothing together.
    end = pack(
        Game.from_string("Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ").position
    )
    end["places"][beetle] = int(end["places"][queen]) + 1024
    assert int(unpack(end)["height"].max()) == 2
