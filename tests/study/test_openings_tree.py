"""Positions equal up to rotation, reflection, shift and the order of moves are counted as one."""

from random import Random

import pytest
from opening_games import random_game, recounted, twin

from engine import Game, GameState, HiveError, Setup
from study import Book, Tally, make_book
from study.openings.tree import OpeningTree

PLIES = 8
RESULTS = (GameState.WHITE_WINS, GameState.BLACK_WINS, GameState.DRAW, None)


def book_of(*texts: str, **options: int) -> Book:
    return make_book(
        [Game.from_string(f"Base;InProgress;White[1];{text}") for text in texts], **options
    )


def counts_of(book: Book, game: Game) -> dict[str, int]:
    return {move.text: move.played.games for move in book.moves(game)}


def test_games_that_lie_otherwise_give_the_same_book() -> None:
    games = [random_game(seed, plies=14) for seed in range(40)]
    book = make_book(games, plies=PLIES).to_bytes()
    for attempt in range(3):
        twins = [twin(game, f"{attempt} {number}") for number, game in enumerate(games)]
        assert [game.game_string for game in twins] != [game.game_string for game in games]
        Random(attempt).shuffle(twins)
        assert make_book(twins, plies=PLIES).to_bytes() == book


def test_another_order_of_moves_to_the_same_position_is_counted_with_it() -> None:
    start = "wS1;bG1 wS1-;wQ -wS1;bQ bG1-"
    first, second = f"{start};wA1 -wQ;bA1 bQ-;wB1 \\wQ", f"{start};wB1 \\wQ;bA1 bQ-;wA1 -wQ"
    book = book_of(first, second)
    end = book.position(Game.from_string(f"Base;InProgress;White[1];{second}").mirrored())
    assert end is not None
    assert end.reached.games == 2
    [move] = book.moves(Game.from_string(f"Base;InProgress;White[1];{start};wA1 -wQ;bA1 bQ-"))
    assert (move.played.games, move.reached.games) == (1, 2)


def test_symmetric_moves_are_one_move() -> None:
    book = book_of(
        *(f"wS1;bG1 {place}" for place in ("wS1-", "-wS1", "wS1/", "/wS1", "wS1\\", "\\wS1"))
    )
    assert len(book) == 3
    game = Game.from_string("Base;InProgress;Black[1];wS1")
    [move] = book.moves(game)
    assert move.played.games == 6
    assert game.is_legal(move.move)


@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_a_recount_by_brute_force_finds_the_same(game_type: str) -> None:
    tree = OpeningTree(PLIES)
    played = []
    for seed in range(24):
        game = random_game(seed % 18, game_type)  # some of them twice
        result = RESULTS[seed % 4]
        tree.add(twin(game, seed), result)
        played.append((game, Tally.of(result)))
    book = tree.book()
    positions, moves = recounted(played, PLIES)
    assert len(book) == len(positions)
    found = {}
    seen: set[str] = set()
    for game, _ in played:
        again = Game(game_type)
        for move in (None, *game.history[:PLIES]):
            if move is not None:
                again.play(move)
            if again.canonical_text in seen:
                continue
            seen.add(again.canonical_text)
            position = book.position(again)
            assert position is not None
            assert position.reached == positions[again.canonical_text]
            for each in book.moves(again):
                child = again.copy()
                child.play(each.move)
                pair = again.canonical_text, child.canonical_text
                assert each.played == moves.get(pair, Tally())
                assert each.reached == positions[child.canonical_text]
                found[pair] = each.played
    assert {pair: tally for pair, tally in found.items() if tally.games} == moves


def test_a_game_that_comes_to_a_position_twice_counts_once() -> None:
    there_and_back = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-;wQ \\wS1"
    game = Game.from_string(f"Base;InProgress;White[1];{there_and_back}")
    book = make_book([game])
    again = Game.from_string("Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    assert [move.played.games for move in book.moves(again)] == [1]


def test_rare_positions_and_what_only_they_lead_to_are_left_out() -> None:
    often, rarely = "wS1;bG1 wS1-;wQ -wS1", "wB1;bG1 wB1-;wQ -wB1"
    book = book_of(often, often, rarely, min_games=2)
    assert counts_of(book, Game("Base")) == {"wS1": 2}
    assert len(book) == 4


def test_game_types_do_not_mix() -> None:
    base, more = Game("Base"), Game("Base+M")
    for game in (base, more, more):
        if not game.history:
            game.play("wS1")
    book = make_book([base, more, more])
    assert book.game_types == ("Base", "Base+M")
    assert counts_of(book, Game("Base")) == {"wS1": 1}
    assert counts_of(book, Game("Base+M")) == {"wS1": 2}
    assert book.moves(Game("Base+MLP")) == []


def test_moves_of_other_rules_are_never_told() -> None:
    game = Game("Base", queen_first=True)
    game.play("wQ")
    book = make_book([game])
    assert counts_of(book, Game("Base", queen_first=True)) == {"wQ": 1}
    assert book.moves(Game("Base")) == []
    assert book.choose(Game("Base"), 100) is None
    # The queen second leads to where she may also be first.
    late, early = ["wS1", "bS1 wS1-", "wQ -wS1"], ["wQ", "bS1 wQ-", "wS1 -wQ"]
    games = []
    for moves in (late, early):
        games.append(Game("Base", queen_first=True))
        for move in moves:
            games[-1].play(move)
    both = make_book(games, nodes=50)
    told = {move.text for move in both.moves(Game("Base"))}
    assert "wS1" in told
    assert "wQ" not in told
    assert "wQ" in {move.text for move in both.moves(Game("Base", queen_first=True))}


def test_the_move_of_the_engine_is_there_though_nobody_has_made_it() -> None:
    game = Game.from_string("Base+MLP;InProgress;Black[1];wA1")
    book = make_book([game], nodes=3000)
    moves = {move.text: move for move in book.moves(Game("Base+MLP"))}
    assert len(moves) == 2
    [other] = {*moves} - {"wA1"}
    assert moves[other].reached.games == 0
    assert moves[other].score is not None
    chosen = book.choose(Game("Base+MLP"), 0)
    assert chosen is not None
    assert chosen.text == other
    assert book.choose(game, 0) is not None


def test_games_that_do_not_begin_at_the_beginning_are_refused() -> None:
    game = Game.from_setup(Setup.from_text("Base White[2] wS1,bS1 -"))
    with pytest.raises(HiveError, match="set up"):
        make_book([game])


def test_results_on_the_board_are_counted_without_being_told() -> None:
    assert Tally.of(GameState.WHITE_WINS) == Tally(white=1)
    assert Tally.of(GameState.BLACK_WINS) == Tally(black=1)
    assert Tally.of(GameState.DRAW) == Tally(draws=1)
    assert Tally.of(None) == Tally.of(GameState.IN_PROGRESS) == Tally(unfinished=1)


def test_scores_depend_on_the_position_alone() -> None:
    games = [random_game(seed, plies=8) for seed in range(4)]
    book = make_book(games, plies=4, nodes=200, jobs=1)
    twins = [twin(game, number) for number, game in enumerate(games)][::-1]
    assert make_book(twins, plies=4, nodes=200, jobs=2).to_bytes() == book.to_bytes()
    position = book.position(Game("Base+MLP"))
    assert position is not None
    assert position.score is not None
    for move in book.moves(Game("Base+MLP")):
        game = Game("Base+MLP")
        game.play(move.move)
        after = book.position(game)
        assert after is not None
        assert after.score is not None
        assert move.score == -after.score


def test_merged_books_are_the_book_of_all_their_games() -> None:
    games = [random_game(seed) for seed in range(12)]
    halves = [make_book(games[:5], nodes=60), make_book(games[5:], nodes=60)]
    tree = OpeningTree()
    for half in halves:
        tree.add_book(half)
    assert tree.games == 12
    assert tree.book().to_bytes() == make_book(games, nodes=60).to_bytes()
