"""Quiescence and the table inside the search, each on its own."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from bruteforce import crowded_game, evaluator, static_value
from helpers import legal_codes, same_position
from search_model import (
    ATTACKABLE,
    FILLING,
    FREEING,
    LOST_FROM,
    WON,
    Model,
    kind_of,
    neighbours_of,
    queens_of,
)

from engine import GAME_TYPES, Game
from engine.position import losers, make, unmake
from search.alphabeta.kernel import quiesce, search
from search.evaluation.evaluate import evaluate
from search.table import (
    EXACT,
    LOWER,
    MISS,
    NO_MOVE,
    UPPER,
    Table,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    entry_value,
    pack,
    probe,
    store,
    stored_score,
)
from search.techniques import ALL_TECHNIQUES, QUIESCENCE, TABLE

INFINITY = 31000
PLY = 3


@cache
def crowded_queens() -> tuple[Game, ...]:
    """Positions in which a queen has five neighbours."""
    found = []
    for game_type in GAME_TYPES:
        for game in crowded_game(game_type, "quiet", 60):
            queens = queens_of(game.position)
            crowd = max(len(neighbours_of(game.position, queen)) for queen in queens)
            if crowd >= ATTACKABLE and game.ply % 3 == 0:
                found.append(game.copy())
    return tuple(found)


def brute_force(worker: Any, position: Any, plies: int, ply: int) -> int:
    """The definition: stand pat, or play any move at a queen in danger, to a number of plies."""
    best = int(evaluate(worker, position))
    own, enemy = queens_of(position)
    wanted = set()
    if len(neighbours_of(position, enemy)) >= ATTACKABLE:
        wanted.add(FILLING)
    if len(neighbours_of(position, own)) >= ATTACKABLE:
        wanted.add(FREEING)
    if plies == 0 or not wanted:
        return best
    mover = int(position["ply"]) % 2
    for move in legal_codes(position):
        if kind_of(position, move) not in wanted:
            continue
        undo = make(position, move)
        lost = int(losers(position))
        if lost == 3:
            score = 0
        elif lost:
            score = WON - ply - 1 if lost == 2 - mover else ply + 1 - WON
        else:
            score = -brute_force(worker, position, plies - 1, ply + 1)
        unmake(position, move, undo)
        best = max(best, score)
    return best


def worker_for(position: Any, table: Table, techniques: int) -> Any:
    worker = evaluator(position)
    worker["techniques"] = techniques
    worker["table"], worker["table_mask"] = table.address, table.mask
    return worker


def quiesced(game: Game, alpha: int, beta: int, plies: int) -> tuple[int, int, tuple[int, ...]]:
    """What the kernel makes of a position: score, nodes and line."""
    position = game.position.copy()
    table = Table(1)
    worker = worker_for(position, table, QUIESCENCE)
    worker["pv_length"][PLY] = 9
    score = int(quiesce(worker, position, alpha, beta, plies, PLY, 0))
    assert same_position(position, game.position)
    length = int(worker["pv_length"][PLY])
    return score, int(worker["nodes"]), tuple(worker["pv"][PLY][:length].tolist())


@pytest.mark.parametrize("plies", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
def test_quiescence_is_the_best_of_standing_pat_and_the_moves_at_the_queens(plies: int) -> None:
    followed = 0
    for game in crowded_queens():
        worker = evaluator(game.position)
        expected = brute_force(worker, game.position.copy(), plies, PLY)
        score, nodes, line = quiesced(game, -INFINITY, INFINITY, plies)
        assert score == expected, game.game_string
        assert len(line) <= plies
        followed += nodes > 1
    assert followed > 20 or plies == 0


@pytest.mark.parametrize("plies", [1, 2, 4])
def test_quiescence_within_a_window(plies: int) -> None:
    """The score is exact inside the window and a bound outside; nodes and line are the model's."""
    random = Random(plies)
    places: Counter[str] = Counter()
    for game in crowded_queens():
        true, *_ = quiesced(game, -INFINITY, INFINITY, plies)
        alpha = min(max(true, -25000), 25000) + random.randint(-60, 40)
        beta = alpha + random.choice((1, 20, 200))
        score, nodes, line = quiesced(game, alpha, beta, plies)
        model = Model(game, ["quiescence"])
        assert model.quiesce(alpha, beta, plies, PLY) == (score, line), game.game_string
        assert nodes == model.nodes, game.game_string
        if score <= alpha:
            places["low"] += 1
            assert true <= score
        elif score >= beta:
            places["high"] += 1
            assert true >= score
        else:
            places["inside"] += 1
            assert true == score
    assert min(places.values()) > 5, places
    assert len(places) == 3


def test_where_no_queen_is_in_danger_the_value_stands() -> None:
    calm = 0
    for game_type in GAME_TYPES:
        for game in crowded_game(game_type, "calm", 20):
            queens = queens_of(game.position)
            if max(len(neighbours_of(game.position, queen)) for queen in queens) < ATTACKABLE:
                calm += 1
                value = static_value(game.position)
                assert quiesced(game, -INFINITY, INFINITY, 4) == (value, 1, ())
    assert calm > 50


def test_quiescence_can_be_switched_off() -> None:
    table = Table(1)
    for game in crowded_queens()[::5]:
        worker = worker_for(game.position, table, ALL_TECHNIQUES & ~QUIESCENCE)
        score = int(quiesce(worker, game.position.copy(), -INFINITY, INFINITY, 4, PLY, 0))
        assert score == static_value(game.position)
        assert int(worker["nodes"]) == 1


# The table inside the search


class Searched:
    """One call of the search with nothing but the table, which knows the position already."""

    def __init__(self, game: Game, alpha: int, beta: int, depth: int, known: Any = None) -> None:
        self.game = game
        self.table = Table(1)
        position = game.position.copy()
        worker = worker_for(position, self.table, TABLE)
        worker["generation"] = 5
        self.key = position["hash"]
        if known is not None:
            store(self.table.address, self.table.mask, self.key, known)
        self.score = int(search(worker, position, alpha, beta, depth, PLY, 0))
        self.nodes = int(worker["nodes"])

    @property
    def entry(self) -> Any:
        return probe(self.table.address, self.table.mask, self.key)


@cache
def plain_positions() -> tuple[Game, ...]:
    """Positions without a forced end nearby."""
    found = []
    for game_type in GAME_TYPES:
        for game in crowded_game(game_type, "table", 24):
            if game.ply in (6, 13, 20) and abs(Searched(game, -INFINITY, INFINITY, 2).score) < 5000:
                found.append(game.copy())
    assert len(found) > 10
    return tuple(found)


@pytest.mark.parametrize("bound", [EXACT, LOWER, UPPER])
@pytest.mark.parametrize("difference", [-5, -1, 0, 1, 5])
@pytest.mark.parametrize("deeper", [-1, 0, 1])
def test_a_known_score_ends_the_search_where_it_decides(
    bound: int, difference: int, deeper: int
) -> None:
    game = plain_positions()[0]
    alpha, depth, value = 40, 2, static_value(game.position)
    beta = alpha + 1
    score = alpha + difference
    known = pack(NO_MOVE, depth + deeper, bound, 5, score, value)
    searched = Searched(game, alpha, beta, depth, known)
    decides = {EXACT: True, LOWER: score >= beta, UPPER: score <= alpha}[bound]
    if decides and deeper >= 0:
        assert (searched.score, searched.nodes) == (score, 1)
    else:
        assert searched.nodes > 1
        assert searched.score == Searched(game, alpha, beta, depth).score
    # With an open window the line is wanted, so nothing is taken for granted.
    assert Searched(game, alpha, beta + 1, depth, known).nodes > 1


def test_a_known_win_is_counted_from_here() -> None:
    game = plain_positions()[0]
    value = static_value(game.position)
    win = pack(NO_MOVE, 9, EXACT, 5, WON - 4, value)
    loss = pack(NO_MOVE, 9, EXACT, 5, 4 - WON, value)
    assert Searched(game, 0, 1, 2, win).score == WON - 4 - PLY
    assert Searched(game, 0, 1, 2, loss).score == 4 - WON + PLY


def test_the_move_of_the_table_is_tried_first() -> None:
    """With one move tried and a window below everything, the first one cuts."""
    for game in plain_positions():
        value = static_value(game.position)
        for move in legal_codes(game.position.copy())[::7]:
            known = pack(move, 0, UPPER, 5, 0, value)
            searched = Searched(game, -20001, -20000, 1, known)
            assert int(entry_move(searched.entry)) == move
            assert searched.nodes == 2


def test_the_static_value_of_the_table_is_believed() -> None:
    game = plain_positions()[0]
    known = pack(NO_MOVE, 0, UPPER, 5, 0, static_value(game.position) + 77)
    entry = Searched(game, -INFINITY, INFINITY, 1, known).entry
    assert int(entry_value(entry)) == static_value(game.position) + 77


@pytest.mark.parametrize("depth", [1, 2])
def test_what_the_search_finds_is_stored(depth: int) -> None:
    bounds: Counter[int] = Counter()
    for game in plain_positions():
        true = Searched(game, -INFINITY, INFINITY, depth)
        for alpha, beta in ((-INFINITY, INFINITY), (true.score - 50, true.score - 10),
                            (true.score + 10, true.score + 50)):  # fmt: skip
            searched = Searched(game, alpha, beta, depth)
            entry = searched.entry
            assert entry != MISS
            bound = UPPER if searched.score <= alpha else LOWER if searched.score >= beta else EXACT
            assert int(entry_bound(entry)) == bound
            assert int(entry_depth(entry)) == depth
            assert int(entry_score(entry, PLY)) == searched.score
            assert int(entry_value(entry)) == static_value(game.position)
            has_move = int(entry_move(entry)) != NO_MOVE
            assert has_move == (bound != UPPER)
            bounds[bound] += 1
    assert len({*bounds.values()}) == 1


def test_a_win_is_stored_as_counted_from_the_node() -> None:
    stored = 0
    for game in crowded_queens():
        searched = Searched(game, -INFINITY, INFINITY, 2)
        if abs(searched.score) >= LOST_FROM:
            stored += 1
            score = int(entry_score(searched.entry, 0))
            assert score == int(stored_score(searched.score, PLY))
            assert WON - abs(score) <= 2
    assert stored > 5
