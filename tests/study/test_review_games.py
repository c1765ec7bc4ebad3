"""What a review finds in games."""

import json
from random import Random

import pytest
from review_games import crowded, short_game

import propolis
from engine import Color, Game, GameState, GameTree, read_tree
from search import Limits
from study import GameReview, Judgement, ReviewError, review_game, review_games
from study.review.positions import wins_in_one

FEW = Limits(nodes=150)
THROWN = "Base+MLP White[9] 3,wS1/3,bS2,wG1/2,bA1,wQ/1,wM,1,wA1,wB1/bQ,bP,bS1/1,bG1 -"
"""White's mosquito throws Black's queen into a hole."""


def moves_of(game: Game) -> list[Game]:
    """The positions before each move."""
    replayed = Game(game.game_type)
    positions = []
    for move in game.history:
        positions.append(replayed.copy())
        replayed.play(move)
    return positions


@pytest.mark.parametrize(("game_type", "seed"), [("Base", 0), ("Base+MLP", 1)])
def test_every_win_in_one_that_was_missed_is_found(game_type: str, seed: int) -> None:
    game = crowded(game_type, seed, 36)
    review = review_game(game, FEW)
    found = 0
    for before, move, made in zip(moves_of(game), review.moves, game.history, strict=True):
        wins = {before.move_string(each) for each in before.legal_moves if won_by(before, each)}
        assert {*move.wins_in_one} == wins
        missed = bool(wins) and before.move_string(made) not in wins
        assert (move.missed_win == 1) == missed
        assert not missed or move.judgement.is_error or len(before.legal_moves) == 1
        found += missed
    assert found


def won_by(game: Game, move: propolis.Move) -> bool:
    """Whether a move wins at once; the game is left as it was."""
    mover = game.turn
    game.play(move)
    won = game.winner is mover
    game.undo()
    return won


def test_a_queen_that_is_thrown_into_the_last_gap_is_a_win_in_one() -> None:
    game = Game.from_position_text(THROWN)
    assert wins_in_one(game) == ("bQ bA1\\",)
    game.play("wG1 bS2/" if game.is_legal("wG1 bS2/") else game.legal_moves[0])
    [move] = review_game(game, FEW).moves
    assert (move.missed_win, move.best.moves, move.best.score.mate) == (1, ("bQ bA1\\",), 1)


def test_the_same_game_has_the_same_review_whatever_the_jobs() -> None:
    game = short_game(8)
    reviews = [review_game(game, FEW, jobs=jobs).to_json() for jobs in (1, 3)]
    assert reviews[0] == reviews[1]
    together = dict(review_games([short_game(5, 9), game, short_game(3, 2)], FEW, jobs=2))
    assert together[1].to_json() == reviews[0]


def test_a_review_is_read_back_from_its_json() -> None:
    review = review_game(crowded(plies=20), FEW)
    assert GameReview.from_json(review.to_json()) == review
    for bad in ("", "[]", "{}", "[" * 100_000, review.to_json()[:-20], '{"kind": 1}'):
        with pytest.raises(ReviewError):
            GameReview.from_json(bad)


def test_chances_are_whites_and_one_more_than_there_are_moves() -> None:
    game = crowded()
    review = review_game(game, FEW)
    assert len(review.chances) == len(review.scores) == len(review.moves) + 1
    if game.is_over:
        assert review.chances[-1] == {"White": 1, "Black": 0}.get(str(game.winner), 0.5)
        assert review.scores[-1] is None
    for move, before, after in zip(review.moves, review.chances, review.chances[1:], strict=False):
        own = (before, after) if move.color is Color.WHITE else (1 - before, 1 - after)
        assert move.left == pytest.approx(own[1], abs=0.001)


def test_a_position_has_one_chance_whoever_looks_at_it() -> None:
    """What a player could hope for is what the opponent had left, second looks included."""
    random = Random(5)
    game = Game("Base+MLP")
    while game.ply < 40 and not game.is_over:
        game.play(random.choice(game.legal_moves))
    review = review_game(game, Limits(nodes=300))
    errors = 0
    for before, after, move in zip(review.chances, review.chances[1:], review.moves, strict=False):
        is_white = move.color is Color.WHITE
        assert move.left == pytest.approx(after if is_white else 1 - after, abs=1e-6)
        if move.judgement is not Judgement.FORCED:
            assert move.hoped == pytest.approx(before if is_white else 1 - before, abs=1e-6)
        errors += move.judgement.is_error
    assert errors > 5


def test_resigning_and_losing_on_time_are_no_mistakes() -> None:
    tree = GameTree.from_game(short_game(6), result=GameState.BLACK_WINS)
    resigned = review_game(tree, FEW)
    assert resigned.result is GameState.BLACK_WINS
    assert resigned.moves == review_game(short_game(6), FEW).moves


def test_a_forced_move_is_never_an_error() -> None:
    review = review_game(crowded(seed=1, plies=40), FEW)
    for move in review.moves:
        if move.legal_moves == 1:
            assert move.judgement is Judgement.FORCED
            assert move.drop == 0


def test_a_game_from_a_set_up_position_is_reviewed() -> None:
    game = Game.from_position_text("Base White[7] wQ,1,bS1/wS1,bQbB1 -")
    game.play(game.legal_moves[0])
    review = review_game(game, FEW)
    assert review.moves[0].ply == 13
    assert GameReview.from_json(review.to_json()).game == game.notation


def test_the_mistake_that_stood_longest_is_told() -> None:
    text = "Base;InProgress;White[1];wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ /wS1;bQ bS1\\"
    review = review_game(read_tree(text), FEW)
    given = json.loads(review.to_json())
    move = given["moves"][0]
    move |= {"judgement": "mistake", "hoped": 0.6, "left": 0.4, "drop": 0.2}
    from study.review.summary import summarise

    changed = GameReview.from_json(json.dumps(given))
    chances = (0.6, 0.4, 0.4, 0.3, 0.6, 0.6, 0.6)
    longest = summarise(changed.moves, chances, Color.WHITE).longest_unpunished
    assert longest is not None
    assert (longest.ply, longest.until, longest.plies) == (1, 4, 3)
    never = summarise(changed.moves, (0.6, 0.4, 0.4, 0.3, 0.2, 0.2, 0.2), Color.WHITE)
    assert never.longest_unpunished is None


def test_what_cannot_be_reviewed_is_refused() -> None:
    with pytest.raises(TypeError, match="only a Game, a Record or a GameTree"):
        review_game("Base;NotStarted;White[1]", FEW)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a review needs a limit"):
        review_game(short_game(2), Limits())


def test_review_is_there_under_the_one_name() -> None:
    assert propolis.review_game is review_game
    assert propolis.GameReview is GameReview
