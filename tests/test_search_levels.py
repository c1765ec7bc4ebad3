"""Strength levels: from a beginner who looks a ply or two ahead to full strength."""

from random import Random

import pytest
from bruteforce import WIN, code_of, crowded_game, crowded_position, crowding_move, move_fates
from tactics import TACTICS

from engine import GAME_TYPES, Game
from search import STRATEGIES, Limits, Searcher

LEVELS = range(1, 11)
TOP = 10

pytestmark = pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_level_plays_legal_moves_and_the_same_again_for_the_same_seed(
    strategy: str, level: int
) -> None:
    played = []
    for _ in range(2):
        searcher = Searcher(table_mib=1, level=level, seed=4, strategy=strategy)
        random = Random(level)
        game = Game("Base+MLP")
        while not game.is_over and game.ply < 24:
            result = searcher.search(game, Limits(nodes=2000))
            game.play(result.move)
            if not game.is_over:
                game.play(game.move_of(crowding_move(game.position.copy(), random)))
        played.append(game.game_string)
    assert played[0] == played[1]


@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_a_weaker_level_varies_with_the_seed(level: int) -> None:
    game = crowded_position("Base+MLP", "varied", 12)
    searcher = Searcher(table_mib=1, level=level)
    moves = set()
    for seed in range(25):
        searcher.seed = seed
        moves.add(searcher.search(game, Limits(nodes=5000)).move)
    assert len(moves) > 1


def test_the_top_level_always_plays_the_best_line() -> None:
    searcher = Searcher(table_mib=1, level=TOP)
    for seed in range(8):
        searcher.seed = seed
        result = searcher.search(crowded_position("Base+MLP", seed, 20), Limits(nodes=2000))
        assert result.move == result.lines[0].pv[0]


@pytest.mark.parametrize("level", range(1, TOP))
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_level_looks_no_deeper_than_its_number_and_one(strategy: str, level: int) -> None:
    searcher = Searcher(table_mib=1, level=level, strategy=strategy)
    game = crowded_position("Base+MLP", "deep", 10)
    result = searcher.search(game, Limits(seconds=0.5, nodes=60_000))
    assert 1 <= result.depth <= level + 1
    searcher.new_game()
    assert searcher.search(game, Limits(depth=1, nodes=60_000)).depth == 1


def test_a_level_keeps_the_limits_it_is_given() -> None:
    for level in LEVELS:
        searcher = Searcher(table_mib=1, level=level)
        game = crowded_position("Base+MLP", level, 30)
        assert searcher.search(game, Limits(nodes=500)).nodes <= 501
        assert searcher.search(game, Limits(seconds=0)).seconds < 5


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_misses_a_win_in_one(level: int) -> None:
    searcher = Searcher(table_mib=1, level=level)
    wins = 0
    for game_type in GAME_TYPES[:: 4 if level % 2 else 3]:
        for game in crowded_game(game_type, level, 50):
            fates = move_fates(game.position)
            if WIN in fates.values():
                wins += 1
                move = searcher.search(game, Limits(nodes=300)).move
                assert fates[code_of(move)] == WIN, game.game_string
    assert wins > 10


@pytest.mark.parametrize("level", [1, 3, 5, 6, 7])
def test_a_level_can_choose_where_some_of_its_lines_win_or_lose(level: int) -> None:
    searcher = Searcher(table_mib=1, level=level)
    for tactic in TACTICS:
        if tactic.plies > 3:
            game = Game.from_string(tactic.game_string)
            for limits in (Limits(), Limits(nodes=1500)):
                assert game.is_legal(searcher.search(game, limits).move)


def score_of(one: Searcher, other: Searcher, limits: Limits, games: int) -> float:
    """The points one searcher makes against another, from crowded openings with both colours."""
    points = 0.0
    for number in range(games):
        game = crowded_position(GAME_TYPES[number // 2 % 8], ("opening", number // 2), 6)
        players = (one, other) if number % 2 == 0 else (other, one)
        for player in players:
            player.new_game()
        while not game.is_over and game.ply < 120:
            game.play(players[game.turn].search(game, limits).move)
        if game.winner is None:
            points += 0.5
        elif players[game.winner] is one:
            points += 1
    return points


def test_the_top_level_beats_the_bottom_level() -> None:
    top, bottom = (Searcher(table_mib=1, level=level, seed=1) for level in (TOP, 1))
    assert score_of(top, bottom, Limits(nodes=2000), 6) >= 5
