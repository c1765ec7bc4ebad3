"""The search wins against weak play: random legal moves, and itself looking two plies ahead."""

from collections.abc import Callable
from random import Random

import pytest
from bruteforce import crowded_position
from helpers import sort_key

from engine import GAME_TYPES, Game, Move
from search import Limits, Searcher

pytestmark = pytest.mark.slow

Player = Callable[[Game], Move]
LONGEST_GAME = 200


def by_search(strategy: str, limits: Limits) -> Player:
    searcher = Searcher(strategy=strategy, table_mib=2)
    return lambda game: searcher.search(game, limits).move


def at_random(seed: int) -> Player:
    random = Random(seed)
    return lambda game: random.choice(sorted(game.legal_moves, key=sort_key))


def points(one: Player, other: Player, number: int, opening_plies: int) -> float:
    """What one player makes of a game against another; colours and game types take turns."""
    game = crowded_position(GAME_TYPES[number // 2 % 8], ("strength", number // 2), opening_plies)
    players = (one, other) if number % 2 == 0 else (other, one)
    while not game.is_over and game.ply < LONGEST_GAME:
        game.play(players[game.turn](game))
    return 0.5 if game.winner is None else float(players[game.winner] is one)


@pytest.mark.parametrize(("strategy", "games"), [("AlphaBeta", 20), ("MCTS", 8)])
def test_random_play_is_beaten_in_every_game(strategy: str, games: int) -> None:
    player = by_search(strategy, Limits(nodes=2000))
    results = [points(player, at_random(number), number, 0) for number in range(games)]
    assert results == [1.0] * games


def test_two_plies_ahead_is_not_enough() -> None:
    strong = by_search("AlphaBeta", Limits(nodes=20_000))
    weak = by_search("AlphaBeta", Limits(depth=2))
    games = 40
    assert sum(points(strong, weak, number, 4) for number in range(games)) >= 0.9 * games
