"""Choosing from a book: legal always, never a bad move, by chance as much as is asked for."""

from collections import Counter
from random import Random

import pytest
from opening_games import random_game

from engine import GAME_TYPES, Game
from study import Book, make_book
from study.openings.book import OWN_BOOK
from study.openings.graph import NO_SCORE
from study.openings.lines import BookLines

OWN = Book.own()


def book_with(scores: dict[str, int], here: int) -> Book:
    """A book of first moves, played 1, 2, ... times, with these scores for White."""
    games = []
    for count, text in enumerate(scores, start=1):
        game = Game("Base")
        game.play(text)
        games += [game] * count
    book = make_book(games)
    graph = book.contents.graphs["Base"]
    for move in book.moves(Game("Base")):
        index = graph.index(move.key)
        assert index is not None
        graph.scores[index] = -scores[move.text]
    root = graph.index(Game("Base").canonical_hash)
    assert root is not None
    graph.scores[root] = here
    return book


def chosen(book: Book, variety: int, count: int = 200) -> Counter[str | None]:
    random = Random(1)
    moves = (book.choose(Game("Base"), variety, random) for _ in range(count))
    return Counter(None if move is None else move.text for move in moves)


def test_without_variety_the_best_move_is_always_chosen() -> None:
    book = book_with({"wS1": 30, "wB1": 29, "wG1": 10}, here=25)
    assert chosen(book, 0) == {"wS1": 200}


def test_variety_is_how_much_worse_a_move_may_be() -> None:
    book = book_with({"wS1": 30, "wB1": 29, "wG1": 10}, here=25)
    assert chosen(book, 1).keys() == {"wS1", "wB1"}
    assert chosen(book, 19).keys() == {"wS1", "wB1"}
    by_games = chosen(book, 20)
    assert by_games.keys() == {"wS1", "wB1", "wG1"}
    assert by_games["wG1"] > by_games["wS1"]  # played three times, and once


def test_the_book_is_silent_where_the_engine_knows_better() -> None:
    book = book_with({"wS1": 10, "wB1": 0}, here=60)
    assert chosen(book, 5) == {None: 200}
    assert chosen(book, 40).keys() == {"wS1", "wB1"}
    lost = book_with({"wS1": 10}, here=-29_990)
    assert chosen(lost, 100) == {None: 200}


def test_without_scores_moves_are_chosen_by_games() -> None:
    book = book_with({"wS1": 0, "wB1": 0, "wG1": 0}, here=0)
    scores = book.contents.graphs["Base"].scores
    for index in range(len(scores)):
        scores[index] = NO_SCORE
    assert chosen(book, 0) == {"wG1": 200}
    assert chosen(book, 40).keys() == {"wG1", "wB1"}
    assert chosen(book, 100).keys() == {"wG1", "wB1", "wS1"}


def test_positions_that_are_not_in_the_book_are_left_to_the_search() -> None:
    book = make_book([random_game(1)], nodes=50)
    game = random_game(2)
    assert book.position(game) is None
    assert book.choose(game) is None


def test_the_own_book_is_small_and_knows_all_game_types() -> None:
    assert OWN_BOOK.stat().st_size < 200_000
    assert {*OWN.game_types} == {*GAME_TYPES}
    assert OWN.score_nodes >= 20_000
    for game_type in GAME_TYPES:
        assert OWN.choose(Game(game_type)) is not None
        graph = OWN.contents.graphs[game_type]
        assert NO_SCORE not in graph.scores


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_games_from_the_own_book_are_legal_and_balanced(game_type: str) -> None:
    for seed in range(3):
        random, game = Random(seed), Game(game_type)
        while (move := OWN.choose(game, 20, random)) is not None:
            position = OWN.position(game)
            assert position is not None
            assert position.score is not None
            assert move.score is not None
            assert move.score.value >= position.score.value - 30
            game.play(move.text)
        assert game.ply >= 2


def test_openings_of_a_book_are_distinct_balanced_and_repeatable() -> None:
    lines = BookLines(OWN, "Base+MLP", plies=4, most_score=30, seed=1)
    games = []
    for number in range(min(len(lines), 20)):
        game = Game("Base+MLP")
        for move in lines.moves(number):
            game.play(move)
        games.append(game)
        position = OWN.position(game)
        assert position is not None
        assert position.score is not None
        assert abs(position.score.value) <= 30
        assert game.ply == 4
    assert len({game.canonical_text for game in games}) == len(games) == 20
    again = BookLines(OWN, "Base+MLP", plies=4, most_score=30, seed=1)
    assert [again.moves(number) for number in range(20)] == [game.move_strings for game in games]
    other = BookLines(OWN, "Base+MLP", plies=4, most_score=30, seed=2)
    assert other.moves(0) != lines.moves(0)
    assert len(BookLines(OWN, "Base+MLP", plies=90, most_score=30, seed=1)) == 0


def test_openings_by_other_rules_are_no_openings() -> None:
    games = []
    for first in ("wQ", "wS1"):
        game = Game("Base", queen_first=True)
        game.play(first)
        games.append(game)
    book = make_book(games, nodes=50)
    lines = BookLines(book, "Base", plies=1, most_score=1000, seed=1)
    found = {lines.moves(number) for number in range(len(lines))}
    assert ("wS1",) in found
    assert ("wQ",) not in found
