"""The static evaluation: its parts, and what must not matter to it."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from bruteforce import crowded_game, crowded_position, evaluator, static_value
from feature_model import features_of, phase_of
from helpers import Player, neighbours, replayed

from engine import GAME_TYPES, Game, Hex, Move
from engine.movegen import placement_cells
from engine.pieces import ALL_PIECES, NOBODY, PER_COLOR, PIECES
from engine.position import BLACK_QUEEN, WHITE_QUEEN, drop, hash_of, new_position
from search import Limits, Searcher, evaluate_parts
from search.evaluation import features, weights
from search.evaluation.evaluate import pieces_in_play, weighed

STAGES = (0, 1, 5, 12, 25, 45)


def games() -> list[Game]:
    """Positions of all game types, from the empty board to the endgame."""
    return [crowded_position(game_type, 11, ply) for game_type in GAME_TYPES for ply in STAGES]


def colours_swapped(position: Any, game_type: str) -> Any:
    """The same hive with White's and Black's pieces swapped, and the other side to move."""
    swapped = new_position(game_type)

    def other(piece: int) -> int:
        return (piece + PER_COLOR) % PIECES

    for top in range(PIECES):
        cell = int(position["where"][top])
        if cell < 0 or int(position["top"][cell]) != top:
            continue
        stack = [top]
        while (below := int(position["below"][stack[-1]])) != NOBODY:
            stack.append(below)
        for piece in reversed(stack):
            drop(swapped, other(piece), cell)
    swapped["hand"] = position["hand"][::-1]
    swapped["ply"] = int(position["ply"]) ^ 1
    stunned = int(position["stunned"])
    swapped["stunned"] = NOBODY if stunned == NOBODY else other(stunned)
    swapped["hash"] = hash_of(swapped)
    return swapped


def moved(game: Game, turn: Callable[[Hex], Hex]) -> Game:
    """The game with every cell somewhere else."""
    twin = Game(game.game_type)
    for piece, to in game.history:
        twin.play(Move(piece, None if to is None else turn(to)))
    return twin


def test_both_colours_are_judged_alike() -> None:
    for game in games():
        swapped = colours_swapped(game.position, game.game_type)
        assert static_value(game.position) == static_value(swapped), game.game_string


def test_it_does_not_matter_where_the_hive_lies() -> None:
    for game in games():
        codes = [played.code for played in game.played]
        for shift in (1, 32, 517):
            elsewhere = replayed(game.game_type, codes, shift)
            assert static_value(elsewhere) == static_value(game.position), game.game_string


@pytest.mark.parametrize(
    "turn",
    [
        lambda place: Hex(-place.r, place.q + place.r),
        lambda place: Hex(-place.q, -place.r),
        lambda place: Hex(place.r, place.q),
    ],
    ids=["a sixth of a turn", "half a turn", "a mirror"],
)
def test_it_does_not_matter_how_the_hive_is_turned(turn: Callable[[Hex], Hex]) -> None:
    for game in games():
        turned = moved(game, turn)
        assert static_value(turned.position) == static_value(game.position), game.game_string


def test_it_does_not_matter_what_was_evaluated_before() -> None:
    for game in crowded_game("Base+MLP", "walk", 60):
        fresh = Game.from_string(game.game_string).position
        assert static_value(game.position) == static_value(fresh)


def test_parts_add_up_to_the_total_and_the_total_is_the_evaluation() -> None:
    for game in games():
        parts = evaluate_parts(game)
        total = parts.pop("total")
        assert parts
        assert total == pytest.approx(sum(parts.values()), abs=1e-6), game.game_string
        kernel = static_value(game.position) / 100
        assert total == pytest.approx(kernel, abs=0.02), game.game_string


def test_placement_cells_are_those_where_pieces_may_be_placed() -> None:
    seen = set()
    for game_type in GAME_TYPES:
        for game in crowded_game(game_type, "placing", 50):
            if game.ply < 2:
                continue
            cells = {
                move.to
                for move in game.legal_moves
                if move.piece is not None and game.place_of(move.piece) is None
            }
            if cells:
                seen.add(len(cells))
                own, enemy = (game.position["tops"][color] for color in (game.turn, 1 - game.turn))
                assert placement_cells(own, enemy) == len(cells)
    assert len(seen) > 5


def test_taking_the_evaluation_apart_leaves_the_game_as_it_was() -> None:
    game = crowded_position("Base+MLP", 2, 40)
    before = game.position.tobytes()
    evaluate_parts(game)
    assert game.position.tobytes() == before


def test_a_search_of_no_depth_agrees_with_the_evaluation_of_what_follows() -> None:
    """A bare search to depth 1 is the best of the opponent's static values, negated."""
    searcher = Searcher(table_mib=1)
    searcher.techniques = 0
    for game in games():
        if game.ply not in (5, 12):
            continue
        result = searcher.search(game, Limits(depth=1))
        if result.lines[0].score.mate is None:
            follow = game.copy()
            follow.play(result.move)
            assert result.lines[0].score.value == -static_value(follow.position)


def test_pieces_that_can_be_thrown_away_from_the_own_queen_are_counted() -> None:
    counts = np.zeros(features.FEATURES, dtype=np.int32)
    seen = Counter[tuple[int, int]]()
    for game in (game for seed in range(12) for game in crowded_game("Base+MP", seed, 60)):
        position = game.position.copy()
        queens = WHITE_QUEEN, BLACK_QUEEN
        crowds = [features.crowd(position, queen) for queen in queens]
        queen = game.place_of(ALL_PIECES[queens[game.turn]])
        if queen is None or crowds[0] == crowds[1]:
            continue
        features.extract(position, counts)
        sign = -1 if game.turn else 1
        counted = sign * int(counts[features.THROWS_AT_QUEEN + crowds[game.turn]])
        thrown = {
            move.piece
            for move in game.legal_moves
            if move.piece is not None
            and move.piece.color != game.turn
            and game.place_of(move.piece) in neighbours(queen)
        }
        assert len(thrown) <= counted <= crowds[game.turn] + 1, game.game_string
        seen[len(thrown), counted] += 1
    assert seen[1, 1] > 0, seen
    assert seen[0, 0] > 0, seen


# Against features counted from the stacks on the table


@cache
def counted_positions() -> tuple[tuple[Game, dict[str, int]], ...]:
    """Many positions with their features, counted by hand."""
    return tuple((game.copy(), features_of(game)) for game in many_positions())


def many_positions() -> Iterator[Game]:
    """Positions of all kinds of games: queens crowded, pieces stacked, thrown and hemmed in."""
    for game_type in GAME_TYPES:
        for seed, careful in ((1, False), (2, True)):
            for game in crowded_game(game_type, ("features", seed), 70, careful):
                if game.ply % 6 == seed or game.ply < 6:
                    yield game
    for seed, taste in enumerate(("climb", "throw", "smother", "brawl", "climb", "throw")):
        game = Game("Base+MLP")
        player = Player(Random(f"{taste} {seed}"), taste)
        while not game.is_over and game.ply < 70:
            game.play(player.choose(game))
            if game.ply % 5 == 0 and not game.is_over:
                yield game


def test_features_are_what_their_names_say() -> None:
    counts = np.zeros(features.FEATURES, dtype=np.int32)
    seen: Counter[str] = Counter()
    for game, expected in counted_positions():
        features.extract(game.position.copy(), counts)
        found = {
            name: int(count) for name, count in zip(features.NAMES, counts, strict=True) if count
        }
        assert found == expected, game.game_string
        seen.update(found.keys())
    # Some never are, such as a queen at a distance from herself; others are rare.
    missing = sorted({*features.NAMES} - {*seen})
    assert len(missing) < 25, missing


def test_the_value_is_the_weighted_sum_between_the_early_and_the_late_weights() -> None:
    early = dict(zip(features.NAMES, weights.EARLY.tolist(), strict=True))
    late = dict(zip(features.NAMES, weights.LATE.tolist(), strict=True))
    checked = 0
    for game, counted in counted_positions():
        share = phase_of(game)
        first = sum(count * early[name] for name, count in counted.items())
        last = sum(count * late[name] for name, count in counted.items())
        exact = first * (1 - share) + last * share
        value = int(exact) * (-1 if game.turn else 1)
        position = game.position.copy()
        pieces = pieces_in_play(position)
        assert weighed(evaluator(position), position, pieces) == value, game.game_string
        checked += first != last
    assert checked > 100


def test_each_part_is_the_sum_of_its_features() -> None:
    part_of = dict(zip(features.NAMES, features.PARTS, strict=True))
    early = dict(zip(features.NAMES, weights.EARLY.tolist(), strict=True))
    late = dict(zip(features.NAMES, weights.LATE.tolist(), strict=True))
    for game in games():
        share = float(phase_of(game))
        expected: Counter[str] = Counter()
        for name, count in features_of(game).items():
            weight = early[name] * (1 - share) + late[name] * share
            expected[part_of[name]] += count * weight * (-1 if game.turn else 1) / 100
        parts = evaluate_parts(game)
        linear = parts.pop("total") - parts.pop("network")
        assert linear == pytest.approx(sum(expected.values()))
        assert parts == pytest.approx({part: expected[part] for part in parts})
        assert {*expected} <= {*parts}
