"""Perft against published counts: Mzinga's tables and counts on which three engines agree."""

import random
import time

import pytest
from helpers import Player

from engine import GAME_TYPES, Game
from engine.perft import MAX_DEPTH, perft_counts
from engine.position import POSITION_BYTES

PUBLISHED = {
    "Base": (1, 4, 96, 1_440, 21_600, 516_240),
    "Base+M": (1, 5, 150, 2_610, 45_414, 1_252_800),
    "Base+L": (1, 5, 150, 2_610, 45_414, 1_252_800),
    "Base+P": (1, 5, 150, 2_610, 45_414, 1_255_932),
    "Base+ML": (1, 6, 216, 4_320, 86_400, 2_725_920),
    "Base+MP": (1, 6, 216, 4_320, 86_400, 2_730_888),
    "Base+LP": (1, 6, 216, 4_320, 86_400, 2_730_240),
    "Base+MLP": (1, 7, 294, 6_678, 151_686, 5_427_108),
}
MLP_TO_DEPTH_6 = 192_353_904

SPLITS = {
    "Base": {
        "wS1": (1, 24, 360, 5_400, 126_360, 2_990_904),
        "wB1": (1, 24, 360, 5_400, 126_360, 2_990_904),
        "wG1": (1, 24, 360, 5_400, 131_760, 3_118_836),
        "wA1": (1, 24, 360, 5_400, 131_760, 3_118_836),
    },
    "Base+MLP": {
        "wS1": (1, 42, 1_008, 22_896, 850_014, 30_128_796),
        "wB1": (1, 42, 1_008, 22_896, 850_014, 30_128_808),
        "wG1": (1, 42, 1_008, 22_896, 864_324, 30_636_216),
        "wA1": (1, 42, 1_008, 22_896, 864_324, 30_636_264),
        "wM": (1, 42, 882, 20_034, 664_740, 23_554_644),
        "wL": (1, 42, 882, 20_034, 663_984, 23_532_552),
        "wP": (1, 42, 882, 20_034, 669_708, 23_736_624),
    },
}
"""Leaves below each first move, by the number of plies after it."""

POSITIONS = {
    "queens under beetles": (
        r"Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ",
        (36, 965, 44_307, 1_749_084),
    ),
    "three moves end the game": (
        r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;"
        r"bM bQ-;wP /wQ;bP bQ/;wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;"
        r"wA2 wS1/;bA2 /bA1",
        (115, 12_814, 1_356_195),
    ),
    "ants among enemies": (
        r"Base+MLP;InProgress;Black[10];wL;bL wL\;wM \wL;bM bL\;wA1 /wM;bA1 /bL;wQ wM/;bQ bM-;"
        r"wA2 wQ\;bA2 bA1\;wA2 /bA2;bA1 /wA1;wB1 wQ\;bP bA2-;wM wB1\;bB1 \bA2;wA3 -wQ;bS1 /bA1;"
        r"wA3 -bS1",
        (57, 6_929, 454_260),
    ),
    "forced pass": (
        r"Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;"
        r"wQ \wA1;bA1 \wQ;wG1 /wQ;bA2 /wG1",
        (1, 74, 432, 27_391),
    ),
    "pillbug gate": (
        r"Base+P;InProgress;White[9];wP;bB1 wP-;wQ /wP;bQ bB1/;wQ wP\;bQ \bB1;wQ /wP;bA1 bQ/;"
        r"wQ wP\;bA1 -bQ;wQ /wP;bB2 \bQ;wQ wP\;bB2 bQ;bA1 -wP;bB1 wQ",
        (2, 88, 276, 13_622),
    ),
    "beetle gate": (
        r"Base;InProgress;White[12];wB1;bS1 wB1-;wQ \wB1;bQ bS1/;wB2 -wQ;bB1 bQ\;wS1 /wB2;bB1 bS1;"
        r"wG1 /wS1;bQ \bB1;wG2 wG1\;bB2 bQ/;wG3 wG2\;bB2 \bQ;wA1 wG3-;bB2 wQ;wA2 wA1-;bA1 bQ/;"
        r"wS2 wA2-;bA1 bB1/;wA3 wS2/;bA1 wA3/",
        (4, 202, 5_249, 229_472),
    ),
}

WHITE_HAS_WON = (
    r"Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;"
    r"wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bA1 bG2/;wQ /bG1"
)


def position(title: str) -> Game:
    return Game.from_string(POSITIONS[title][0])


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_perft_from_the_start_equals_the_published_table(game_type: str) -> None:
    game = Game(game_type)
    expected = PUBLISHED[game_type]
    assert tuple(game.perft(depth) for depth in range(len(expected))) == expected


@pytest.mark.parametrize("game_type", SPLITS)
@pytest.mark.parametrize("depth", range(1, 6))
def test_split_from_the_start_equals_the_published_rows(game_type: str, depth: int) -> None:
    expected = {move: counts[depth - 1] for move, counts in SPLITS[game_type].items()}
    assert Game(game_type).perft_split(depth) == expected


@pytest.mark.parametrize("game_type", SPLITS)
def test_split_to_depth_6_equals_the_published_rows(game_type: str) -> None:
    expected = {move: counts[5] for move, counts in SPLITS[game_type].items()}
    counts = Game(game_type).perft_split(6, workers=2)
    assert counts == expected
    if game_type == "Base+MLP":
        assert sum(counts.values()) == MLP_TO_DEPTH_6


@pytest.mark.parametrize("title", POSITIONS)
def test_perft_of_known_positions_equals_what_other_engines_count(title: str) -> None:
    game = position(title)
    expected = POSITIONS[title][1]
    assert tuple(game.perft(depth) for depth in range(1, len(expected) + 1)) == expected


@pytest.mark.parametrize("title", POSITIONS)
def test_split_sums_up_to_perft(title: str) -> None:
    game = position(title)
    for depth in (1, 2, 3):
        split = game.perft_split(depth)
        assert set(split) == set(game.legal_move_strings)
        assert sum(split.values()) == game.perft(depth)


@pytest.mark.parametrize("title", POSITIONS)
@pytest.mark.parametrize("workers", [2, 5])
def test_several_workers_count_the_same_as_one(title: str, workers: int) -> None:
    game = position(title)
    for depth in (0, 1, 2, 3):
        assert game.perft(depth, workers) == game.perft(depth)
    assert game.perft_split(3, workers) == game.perft_split(3)


@pytest.mark.parametrize("workers", [1, 3])
def test_tasks_count_what_one_kernel_counts(workers: int) -> None:
    counts = perft_counts(Game("Base+MLP").position, 5, workers)
    assert tuple(counts) == PUBLISHED["Base+MLP"]


@pytest.mark.parametrize("workers", [1, 3])
def test_perft_stops_soon_after_it_is_told_to(workers: int) -> None:
    game = position("three moves end the game")
    deadline = time.perf_counter() + 0.5
    counts = list(perft_counts(game.position, 9, workers, lambda: time.perf_counter() > deadline))
    assert time.perf_counter() - deadline < 20  # the whole of it would take hours
    assert counts[:4] == [1, 115, 12_814, 1_356_195][: len(counts)]
    assert len(counts) < 7


def test_an_error_in_a_worker_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> int:
        raise MemoryError("no room")

    monkeypatch.setattr("engine.perft.count_leaves", broken)
    with pytest.raises(MemoryError, match="no room"):
        Game().perft_split(3, 2)


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_bulk_counting_equals_listing_the_moves(game_type: str) -> None:
    rng = random.Random(f"bulk {game_type}")
    game = Game(game_type, queen_first=rng.random() < 0.5)
    player = Player(rng, "throw")
    while game.ply < 60 and not game.is_over:
        moves = game.legal_moves
        assert game.perft(1) == len(moves), game.game_string
        game.play(player.choose(game))


def test_finished_game_has_no_sequences_but_counts_as_a_leaf() -> None:
    game = Game.from_string(WHITE_HAS_WON)
    assert [game.perft(depth) for depth in range(4)] == [1, 0, 0, 0]
    assert game.perft_split(2) == {}
    game.undo()
    assert game.perft_split(1)[r"wQ /bG1"] == 1
    assert game.perft_split(2)[r"wQ /bG1"] == 0


@pytest.mark.parametrize("depth", [-1, MAX_DEPTH + 1])
def test_depth_out_of_range_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        Game().perft(depth)
    with pytest.raises(ValueError, match="depth"):
        Game().perft_split(depth)


def test_split_to_depth_0_is_refused() -> None:
    with pytest.raises(ValueError, match="depth"):
        Game().perft_split(0)


@pytest.mark.parametrize("workers", [0, -1])
def test_fewer_than_one_worker_is_refused(workers: int) -> None:
    with pytest.raises(ValueError, match="worker"):
        Game().perft(3, workers)
    with pytest.raises(ValueError, match="worker"):
        Game().perft_split(3, workers)


@pytest.mark.parametrize("workers", [1, 2])
def test_perft_leaves_the_game_unchanged(workers: int) -> None:
    game = position("three moves end the game")
    before = game.copy()
    memory = game.position.tobytes()[:POSITION_BYTES]
    game.perft(3, workers)
    game.perft_split(3, workers)
    assert game == before
    assert game.game_string == before.game_string
    assert game.stacks == before.stacks
    assert game.legal_moves == before.legal_moves
    assert game.position.tobytes()[:POSITION_BYTES] == memory
