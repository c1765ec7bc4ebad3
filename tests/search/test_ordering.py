"""Which moves are tried first, and what a cut-off teaches."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from bruteforce import crowded_game, crowded_position, evaluator
from helpers import legal_codes
from positions import board
from search_model import FILLING, FREEING, NOTHING, Model, kind_of

from engine import GAME_TYPES, Game
from engine.position import PASS
from search.alphabeta.ordering import highest, learn_cutoff, pick, reward, score_moves, threat
from search.table import NO_MOVE
from search.techniques import TECHNIQUES

BASE = 7
"""Where in the buffer the moves of a node begin."""


def worker_with(moves: list[int], scores: list[int] | None = None) -> Any:
    worker = evaluator(Game().position)
    worker["moves"][BASE : BASE + len(moves)] = moves
    if scores is not None:
        worker["scores"][BASE : BASE + len(moves)] = scores
    return worker


# Threats


def test_a_move_fills_or_frees_as_the_board_before_and_after_it_shows() -> None:
    seen: Counter[tuple[str, int, bool]] = Counter()
    for game_type in GAME_TYPES:
        for seed in range(2):
            for game in crowded_game(game_type, ("threat", seed), 60):
                if game.ply % 6:
                    continue
                position = game.position.copy()
                for code in legal_codes(position):
                    kind = kind_of(position, code)
                    assert int(threat(position, code)) == kind, (game.game_string, code)
                    move = game.move_of(code)
                    piece = "" if move.piece is None else move.piece.bug.letter
                    seen[piece, kind, move.piece is not None and move.piece.color == game.turn] += 1
    for kind in (NOTHING, FILLING, FREEING):
        for letter in "SBGAML":
            assert seen[letter, kind, True] > 5, (letter, kind)
    assert seen["Q", FREEING, False] > 0, "the enemy queen thrown"


HUDDLE = """
        .   bA1  bB1   .
      .   wA1  bQ   bS1   .
        .   wG1   .   wQ   .
"""


THROWER = """
        .   bQ   .
      .   wP   .   .
        .   wQ   .
"""


@pytest.mark.parametrize(
    ("picture", "move", "kind"),
    [
        (HUDDLE, "wQ bQ\\", FILLING),
        (HUDDLE, "wA1 bQ\\", NOTHING),
        (HUDDLE, "wA1 -wG1", NOTHING),
        (HUDDLE, "wQ bS1-", FREEING),
        (THROWER, "bQ \\wP", FILLING),
        (THROWER, "bQ -wP", FREEING),
        (THROWER, "wQ -bQ", FILLING),
        (THROWER, "wQ -wP", FREEING),
        ("bQ  bA1 wQ  bA2", "pass", NOTHING),
    ],
)
def test_filling_and_freeing(picture: str, move: str, kind: int) -> None:
    """What was beside the enemy queen fills nothing by going to another cell beside her."""
    game = board(picture)
    position = game.position.copy()
    moves = {game.move_string(game.move_of(code)): code for code in legal_codes(position)}
    assert int(threat(position, moves[move])) == kind


# Order


@pytest.mark.parametrize("names", [TECHNIQUES, ["history"], ["killers"], ["priors"], []])
def test_moves_are_scored_by_table_killers_priors_and_history(names: list[str]) -> None:
    random = Random(1)
    seen: Counter[str] = Counter()
    for game_type in GAME_TYPES:
        for stage in (1, 12, 26, 44):
            game = crowded_position(game_type, "order", stage)
            moves = legal_codes(game.position.copy())
            worker = worker_with(moves)
            worker["techniques"] = sum(1 << TECHNIQUES.index(name) for name in names)
            model = Model(game, names)
            for move in moves:
                if move != PASS:
                    model.history[move] = random.randint(-16384, 16384)
                    worker["history"][move] = model.history[move]
            killers = [random.choice(moves), random.choice([*moves, NO_MOVE])]
            model.killers[5] = killers
            worker["killers"][5] = killers
            best = random.choice([*moves, NO_MOVE])
            score_moves(worker, game.position.copy(), BASE, len(moves), 5, best)
            found = worker["scores"][BASE : BASE + len(moves)].tolist()
            expected = model.ordered(moves, 5, best)
            assert found == [score for score, _ in expected], game.game_string
            assert worker["moves"][BASE : BASE + len(moves)].tolist() == moves
            seen += model.seen
    assert ("killer" in seen) == ("killers" in names)
    assert (seen["prior"] > 500) == ("priors" in names)
    assert seen["move of the table"] > 10


def test_the_order_of_reasons_is_table_then_killers_then_priors_and_history() -> None:
    """No history score is as good as a killer, and nothing is as good as the table's move."""
    game = crowded_position("Base+MLP", "order", 44)
    moves = legal_codes(game.position.copy())
    worker = worker_with(moves)
    worker["techniques"] = (1 << len(TECHNIQUES)) - 1
    worker["history"][moves[0]], worker["history"][moves[1]] = 16384, -16384
    worker["killers"][0] = moves[1], moves[2]
    score_moves(worker, game.position.copy(), BASE, len(moves), 0, moves[3])
    table, killer, other, liked = (worker["scores"][BASE + i] for i in (3, 1, 2, 0))
    assert table > other > killer > liked


def test_the_best_of_the_moves_left_comes_to_the_front() -> None:
    random = Random(2)
    for count in (1, 2, 3, 8, 9, 33, 200):
        moves = random.sample(range(28 << 10), count)
        scores = [random.choice((-7, 0, 0, 5, 1 << 20)) for _ in moves]
        worker = worker_with(moves, scores)
        worker["scores"][BASE - 1] = worker["scores"][BASE + count] = 1 << 30
        left = [*zip(scores, moves, strict=True)]
        for start in range(count):
            # The first of equals is taken, and changes places with the one in front.
            expected = Model.take_best(left, start)
            assert int(pick(worker, BASE + start, BASE + count)) == expected
            now = zip(
                worker["scores"][BASE : BASE + count].tolist(),
                worker["moves"][BASE : BASE + count].tolist(),
                strict=True,
            )
            assert [*now] == left
        assert [score for score, _ in left] == sorted(scores, reverse=True)


@pytest.mark.parametrize("scores", [[-3], [-3, -9], [4, 4], [1, 2, 3], [9, 2, 30, -4, 5]])
def test_the_highest_score_is_found_wherever_it_stands(scores: list[int]) -> None:
    assert int(highest(np.array(scores, dtype=np.int32))) == max(scores)


# Learning


def test_a_reward_moves_the_history_towards_its_limit_and_never_beyond() -> None:
    worker = worker_with([])
    random = Random(3)
    expected = 0
    for _ in range(2000):
        bonus = random.choice((-2400, -57, 57, 513, 2400))
        reward(worker, 1234, bonus)
        # A share of the old score is lost: the larger the bonus, the larger the share.
        expected = expected + bonus - (expected * abs(bonus)) // 16384
        assert int(worker["history"][1234]) == expected
        assert abs(expected) <= 16384
    for _ in range(200):
        reward(worker, 77, 2400)
    assert 16000 < int(worker["history"][77]) <= 16384
    assert np.count_nonzero(worker["history"]) == 2


def test_a_pass_has_no_history() -> None:
    worker = worker_with([])
    before = worker.tobytes()
    reward(worker, PASS, 500)
    assert worker.tobytes() == before


@pytest.mark.parametrize("depth", [1, 2, 6, 7, 30])
def test_a_cut_off_rewards_its_move_punishes_those_before_and_makes_a_killer(depth: int) -> None:
    moves = [10, 11, 12, PASS, 13, 14]
    worker = worker_with(moves)
    bonus = min(int(worker["history_bonus"]) * depth**2, int(worker["history_bonus_limit"]))
    worker["killers"][3] = 99, 98
    learn_cutoff(worker, BASE, 5, 3, depth)
    history = worker["history"]
    assert [int(history[move]) for move in (10, 11, 12, 13, 14)] == [-bonus] * 3 + [bonus, 0]
    assert worker["killers"][3].tolist() == [13, 99]
    learn_cutoff(worker, BASE, 5, 3, depth)
    assert worker["killers"][3].tolist() == [13, 99]
    learn_cutoff(worker, BASE, 1, 3, depth)
    assert worker["killers"][3].tolist() == [10, 13]
    assert worker["killers"][2].tolist() == worker["killers"][4].tolist() == [NO_MOVE, NO_MOVE]


def test_the_reward_of_a_cut_off_has_a_limit() -> None:
    worker = worker_with([10])
    worker["history_bonus"], worker["history_bonus_limit"] = 50, 1000
    for depth, bonus in ((4, 800), (5, 1000)):
        worker["history"] = 0
        learn_cutoff(worker, BASE, 1, 0, depth)
        assert int(worker["history"][10]) == bonus
