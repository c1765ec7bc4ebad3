"""The line being searched: what has been there before, how it ends, and what is kept of it."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from bruteforce import code_of, crowded_position, cycle_of
from helpers import Player, same_position

from engine import Game
from engine.position import unmake
from search import StopFlag
from search.path import end_line, enter, keep_pv, occurrences, outcome, repeated
from search.root import prepare
from search.table import Table
from search.worker import new_worker

MATE = 30000


def worker_at(game: Game, hashes: list[int]) -> Any:
    worker = new_worker()
    never = StopFlag()
    prepare(worker, game.position.copy(), Table(1), hashes, (never, never), 0)
    return worker


def shuffled_games() -> list[Game]:
    """Games in which both players like to take back what they did."""
    games = []
    for seed in range(12):
        random = Random(seed)
        game_type = ("Base", "Base+M", "Base+ML", "Base+MLP")[seed % 4]
        game = crowded_position(game_type, ("shuffle", seed), 14 + seed)
        players = [Player(random, "shuffle") for _ in range(2)]
        while not game.is_over and game.ply < 80:
            game.play(players[game.turn].choose(game))
        if game.is_over:
            game.undo()
        games.append(game)
    return games


@pytest.mark.parametrize(
    "plies_below_root", [1, *(pytest.param(plies, marks=pytest.mark.slow) for plies in (7, 24))]
)
def test_a_position_is_repeated_if_it_was_in_the_line_or_twice_before(
    plies_below_root: int,
) -> None:
    seen: Counter[tuple[bool, int, bool]] = Counter()
    for game in shuffled_games():
        start = game.copy()
        start.undo(min(plies_below_root, game.ply - 1))
        codes = [played.code for played in game.played[start.ply :]]
        # By the rules every position since the first counts; a placement makes all before it
        # impossible to come back to.
        past = Game(game.game_type)
        hashes = [int(past.position["hash"])]
        for played in start.played:
            past.play(played.move)
            hashes.append(int(past.position["hash"]))
        since = next(
            (
                index
                for index in range(start.ply, 0, -1)
                if start.played[index - 1].came_from is None
                and start.played[index - 1].move.piece is not None
            ),
            0,
        )
        worker = worker_at(start, hashes[since:])
        position = start.position.copy()
        root = start.ply
        for ply, code in enumerate(codes, start=1):
            enter(worker, position, code, ply - 1)
            now = int(position["hash"])
            earlier = [index for index, known in enumerate(hashes) if known == now]
            hashes.append(now)
            in_line = any(index >= root for index in earlier)
            expected = in_line or len(earlier) >= 2
            assert bool(repeated(worker, position, ply)) == expected, game.game_string
            seen[in_line, min(len(earlier), 3), expected] += 1
    assert seen[False, 0, False] > 5
    if plies_below_root == 1:
        assert seen[False, 1, False] + seen[True, 1, True] > 0
        assert seen[False, 2, True] + seen[False, 3, True] > 0
    else:
        assert seen[True, 1, True] + seen[True, 2, True] > 3


def test_occurrences_are_counted_up_to_the_root() -> None:
    game = next(game for seed in range(100) if cycle_of(game := crowded_position("Base", seed, 20)))
    cycle = cycle_of(game)
    assert cycle is not None
    hashes = [int(game.position["hash"])]
    for rounds in range(3):
        worker = worker_at(game, hashes)
        assert int(occurrences(worker, game.position.copy())) == rounds + 1
        for move in cycle:
            game.play(move)
            hashes.append(int(game.position["hash"]))
    elsewhere = crowded_position("Base", "elsewhere", 21)
    assert int(occurrences(worker, elsewhere.position.copy())) == 0


@pytest.mark.parametrize("ply", [1, 2, 9])
def test_the_end_of_the_game_is_scored_for_each_side(ply: int) -> None:
    white_lost, black_lost, both = 1, 2, 3
    assert int(outcome(black_lost, 0, ply)) == MATE - ply == int(outcome(white_lost, 1, ply))
    assert int(outcome(white_lost, 0, ply)) == ply - MATE == int(outcome(black_lost, 1, ply))
    assert int(outcome(both, 0, ply)) == 0 == int(outcome(both, 1, ply))


def test_a_finished_game_is_a_node_without_a_line_below() -> None:
    game = crowded_position("Base", 3, 10)
    worker = worker_at(game, [int(game.position["hash"])])
    worker["nodes"], worker["pv_length"] = 41, 5
    assert int(end_line(worker, 2, 0, 3)) == MATE - 3
    assert int(worker["nodes"]) == 42
    assert worker["pv_length"][:5].tolist() == [5, 5, 5, 0, 5]


def test_a_line_is_the_move_and_what_follows_it() -> None:
    worker = new_worker()
    worker["pv"][4][:3] = 70, 71, 72
    worker["pv_length"][4] = 3
    keep_pv(worker, 3, 69)
    assert worker["pv"][3][: int(worker["pv_length"][3])].tolist() == [69, 70, 71, 72]
    worker["pv_length"][4] = 0
    keep_pv(worker, 3, 68)
    assert worker["pv"][3][: int(worker["pv_length"][3])].tolist() == [68]


def test_entering_notes_the_position_and_the_last_placement() -> None:
    game = crowded_position("Base+MLP", 8, 12)
    hashes = [1, 2, 3, int(game.position["hash"])]
    worker = worker_at(game, hashes)
    assert int(worker["plies_before_root"]) == 3
    assert int(worker["plies_since_placement"][0]) == 3
    position = game.position.copy()
    kinds = set()
    for move in game.legal_moves:
        assert move.piece is not None
        code = code_of(move)
        undo = enter(worker, position, code, 0)
        placed = game.place_of(move.piece) is None
        assert int(worker["plies_since_placement"][1]) == (0 if placed else 4)
        assert int(worker["path"][4]) == int(position["hash"])
        unmake(position, code, undo)
        kinds.add(placed)
    assert kinds == {True, False}
    assert same_position(position, game.position)
