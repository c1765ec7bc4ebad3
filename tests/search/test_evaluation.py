"""The static evaluation: its parts, and what must not matter to it."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from bruteforce import crowded_game, crowded_position, static_value
from helpers import neighbours, replayed

from engine import GAME_TYPES, Game, Hex, Move
from engine.movegen import placement_cells
from engine.pieces import ALL_PIECES, NOBODY, PER_COLOR, PIECES
from engine.position import BLACK_QUEEN, WHITE_QUEEN, drop, hash_of, new_position
from search import Limits, Searcher, evaluate_parts
from search.evaluation import features

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
