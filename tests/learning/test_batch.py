"""Batches: games stepped together are the games that the rules allow, on any number of threads."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import learning_model as model
import numpy as np
import pytest
from helpers import ONE_GAME_TYPE_FAST, plain, same_position
from reference import ReferenceGame

from engine import Color, Game, GameState, GameTypeError, IllegalMoveError, Move, Reason
from engine.position import MAX_MOVES
from learning import (
    ACTIONS,
    CENTRES,
    NO_ACTION,
    PASS_ACTION,
    GameBatch,
    Outcome,
    action_mask,
    action_of,
    legal_actions,
    move_of,
    observation,
)

SHUFFLE = ("wQ \\wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-")
OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
STATES = {
    Outcome.WHITE_WINS: GameState.WHITE_WINS,
    Outcome.BLACK_WINS: GameState.BLACK_WINS,
    Outcome.DRAW: GameState.DRAW,
}


def random_actions(batch: GameBatch, rng: np.random.Generator) -> Any:
    """A legal action for every game that has one."""
    actions, offsets = batch.legal_actions()
    counts = np.diff(offsets)
    chosen = np.full(len(batch), NO_ACTION)
    alive = counts > 0
    chosen[alive] = actions[(offsets[:-1] + (rng.random(len(batch)) * counts).astype(int))[alive]]
    return chosen


def lists_of(batch: GameBatch) -> list[list[int]]:
    actions, offsets = batch.legal_actions()
    return [part.tolist() for part in np.split(actions, offsets[1:-1])]


def agrees(outcome: int, game: Game, max_plies: int) -> bool:
    """Whether an outcome is what a game says of itself."""
    if game.is_over:
        return game.state == STATES[Outcome(outcome)]
    return Outcome(outcome) == (Outcome.PLY_LIMIT if game.ply >= max_plies else Outcome.IN_PROGRESS)


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_games_of_a_batch_are_games_by_the_rules(game_type: str) -> None:
    """Legal actions, masks, observations, states and results at every ply."""
    rng = np.random.default_rng(len(game_type))
    max_plies = 70
    batch = GameBatch(25, game_type, max_plies=max_plies, threads=2)
    games = [Game(game_type) for _ in range(len(batch))]
    played: dict[int, dict[int, Move]] = {}
    while not batch.done.all():
        masks, planes, lists = batch.action_masks(), batch.observations(), lists_of(batch)
        for i, game in enumerate(games):
            assert agrees(batch.outcomes[i], game, max_plies)
            if batch.done[i]:
                assert lists[i] == []
                assert not masks[i].any()
                continue
            moves = model.actions(game)
            expected = sorted(moves.values())
            assert sorted(lists[i]) == expected
            assert np.flatnonzero(masks[i]).tolist() == expected
            assert np.array_equal(planes[i], observation(game))
            assert (batch.plies[i], batch.players[i]) == (game.ply, game.turn)
            played[i] = {action: move for move, action in moves.items()}
        actions = random_actions(batch, rng)
        for i in np.flatnonzero(actions != NO_ACTION).tolist():
            games[i].play(played[i][actions[i]])
        batch.step(actions)
    for i, game in enumerate(games):
        assert agrees(batch.outcomes[i], game, max_plies)
        assert batch.results[i] == {None: 0, Color.WHITE: 1, Color.BLACK: -1}[game.winner]
        assert batch.game(i).history == game.history


@pytest.mark.slow
@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_games_of_a_batch_are_games_of_the_reference(game_type: str) -> None:
    rng = random.Random(game_type)
    batch = GameBatch(2, game_type, max_plies=45)
    references = [ReferenceGame(game_type) for _ in range(len(batch))]
    while not batch.done.all():
        actions = []
        for i, choices in enumerate(lists_of(batch)):
            game = batch.game(i)
            moves = {plain(move_of(game, action)): action for action in choices}
            if not batch.done[i]:
                assert {*moves} == references[i].legal_moves()
                move = rng.choice(sorted(moves, key=repr))
                references[i].play(move)
            actions.append(NO_ACTION if batch.done[i] else moves[move])
        batch.step(actions)
        for i, reference in enumerate(references):
            assert same_position(batch.positions[i], batch.game(i).position)
            over = {"WhiteWins": 1, "BlackWins": -1}.get(reference.state, 0)
            assert batch.results[i] == over


@pytest.mark.parametrize("auto_reset", [False, True])
def test_the_number_of_threads_changes_nothing(auto_reset: bool) -> None:
    def history(threads: int) -> list[Any]:
        batch = GameBatch(200, "Base+MLP", threads=threads, seed=5, auto_reset=auto_reset)
        assert batch.threads == threads
        rng = np.random.default_rng(1)
        found: list[Any] = []
        for ply in range(12):
            if ply % 3:
                batch.step(random_actions(batch, rng))
            else:
                batch.random_step()
            found += [batch.legal_actions()[0].tolist(), batch.positions["hash"].tolist()]
        found.append(batch.random_playouts(60))
        found.append(batch.random_playouts())
        found += [batch.outcomes.tolist(), batch.plies.tolist(), batch.positions["hash"].tolist()]
        found.append(batch.observations().tobytes())
        return found

    expected = history(1)
    for threads in (2, 5):
        assert history(threads) == expected


def test_the_seed_alone_decides_random_games() -> None:
    def hashes(batch: GameBatch, seed: int | None) -> Any:
        batch.reset()
        batch.random_playouts(seed=seed)
        return batch.positions["hash"].copy()

    batch = GameBatch(64, "Base", seed=3)
    first = hashes(batch, None)
    assert len({*first.tolist()}) == len(batch), "games of a batch must differ"
    assert not np.array_equal(hashes(batch, None), first), "the next games must differ"
    assert np.array_equal(hashes(batch, 3), first)
    assert np.array_equal(hashes(GameBatch(64, "Base"), 3), first)
    assert not np.array_equal(hashes(batch, 4), first)


def test_random_moves_are_fairly_drawn() -> None:
    """The first move of Base is one of four bugs, the second of five on one of six cells."""
    batch = GameBatch(20_000, "Base", max_plies=2)
    assert batch.random_playouts() == 40_000
    bugs = np.bincount(batch._played[:, 0] >> 10, minlength=14)
    assert (np.abs(bugs[bugs > 0] - 5000) < 400).all()
    assert np.count_nonzero(bugs) == 4


def test_random_playouts_end_all_games() -> None:
    batch = GameBatch(200, "Base+MLP", max_plies=300, seed=1)
    plies = batch.random_playouts()
    assert batch.done.all()
    assert plies == batch.plies.sum()
    assert {*batch.outcomes.tolist()} >= {Outcome.WHITE_WINS, Outcome.BLACK_WINS}
    assert batch.random_playouts() == 0
    for i in range(0, 200, 20):
        assert agrees(batch.outcomes[i], batch.game(i), 300)


def test_games_that_end_are_set_up_anew_where_that_is_wanted() -> None:
    batch = GameBatch(40, "Base+M", auto_reset=True, max_plies=30, threads=2)
    rng = np.random.default_rng(2)
    ended = 0
    for _ in range(80):
        before = batch.plies.copy()
        batch.step(random_actions(batch, rng))
        ended += int(batch.done.sum())
        assert np.array_equal(batch.plies == 0, batch.done)
        assert ((batch.plies == before + 1) | batch.done).all()
        assert (batch.outcomes[before == 29] != Outcome.IN_PROGRESS).all()
        for i in np.flatnonzero(batch.done)[:2]:
            assert batch.game(i) == Game("Base+M")
            assert same_position(batch.positions[i], Game("Base+M").position)
            assert sorted(lists_of(batch)[i]) == sorted(legal_actions(Game("Base+M")).tolist())
    assert ended >= 80
    batch.step([NO_ACTION] * 40)
    assert not batch.done.any()
    batch.random_playouts()
    assert batch.done.all()
    assert (batch.plies == 0).all()


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (None, [0, 1, 2, 3, 4]),
        (3, [3]),
        ([1, 4], [1, 4]),
        (np.array([0, 0, 2]), [0, 2]),
        ([], []),
        (np.array([True, False, False, False, True]), [0, 4]),
    ],
)
def test_chosen_games_are_reset(chosen: Any, expected: list[int]) -> None:
    batch = GameBatch(5, "Base")
    batch.random_playouts(20)
    before = batch.positions.copy()
    batch.reset(chosen)
    for i in range(5):
        fresh = i in expected
        assert same_position(batch.positions[i], Game("Base").position if fresh else before[i])
        assert (lists_of(batch)[i] == legal_actions(Game("Base")).tolist()) == fresh
    assert np.flatnonzero(batch.plies == 0).tolist() == expected
    batch.random_playouts()
    batch.reset(chosen)
    assert np.flatnonzero(~batch.done).tolist() == expected


def test_masks_and_observations_hold_nothing_of_earlier_positions() -> None:
    """The batch's own arrays are corrected, not written anew."""
    batch = GameBatch(30, "Base+MLP", auto_reset=True, max_plies=40, threads=2)
    rng = np.random.default_rng(3)
    for ply in range(100):
        batch.step(random_actions(batch, rng))
        if ply == 50:
            batch.reset([3, 4])
        if ply % 7 == 0:
            masks = batch.action_masks(np.full((30, ACTIONS), 3, dtype=np.float32))
            assert masks.dtype == np.float32
            assert np.array_equal(batch.action_masks(), masks)
            planes = batch.observations(np.full((30, 51, 32, 32), 3, dtype=np.float32))
            assert np.array_equal(batch.observations(), planes)
            for i in (3, 17):
                assert np.array_equal(masks[i], action_mask(batch.game(i)))
                assert np.array_equal(planes[i], observation(batch.game(i)))


@pytest.mark.parametrize("centre", CENTRES)
def test_a_batch_has_the_centre_it_was_given(centre: str) -> None:
    batch = GameBatch(4, "Base+P", centre=centre)
    batch.random_playouts(25)
    for i, actions in enumerate(lists_of(batch)):
        game = batch.game(i)
        assert sorted(actions) == sorted(legal_actions(game, centre).tolist())
        assert np.array_equal(batch.observations()[i], observation(game, centre))
    batch.step([actions[-1] for actions in lists_of(batch)])


def test_the_third_occurrence_is_a_draw_where_that_is_wanted() -> None:
    game = Game("Base", repetition_draw=True)
    batch = GameBatch(2, "Base", repetition_draw=True)
    lasting = GameBatch(2, "Base")
    for move in OPENING + SHUFFLE * 2:
        action = action_of(game, move)
        batch.step([action, action])
        lasting.step([action, action])
        game.play(move)
        assert batch.done.tolist() == [game.is_over] * 2
    assert batch.outcomes.tolist() == [Outcome.DRAW] * 2
    assert not lasting.done.any()
    batch.reset(0)
    assert batch.done.tolist() == [False, True]
    batch.random_playouts()


def test_random_games_end_by_repetition_as_the_rules_say() -> None:
    batch = GameBatch(400, "Base", repetition_draw=True, seed=2)
    batch.random_playouts()
    short = (batch.outcomes == Outcome.DRAW) & (batch.plies < 200)
    draws: list[int] = np.flatnonzero(short).tolist()
    for i in [*draws[:3], 0, 1]:
        assert agrees(batch.outcomes[i], batch.game(i), batch.max_plies)


# Loading and copying


def test_a_loaded_game_goes_on_with_its_history() -> None:
    game = Game("Base", repetition_draw=True)
    for move in OPENING + SHUFFLE:
        game.play(move)
    batch = GameBatch(3, "Base", repetition_draw=True, auto_reset=True)
    batch.load(1, game)
    assert batch.game(1).game_string == game.game_string
    assert np.array_equal(batch.observations()[1], observation(game))
    for move in SHUFFLE:
        assert not batch.done.any()
        batch.step([NO_ACTION, action_of(game, move), NO_ACTION])
        game.play(move)
    assert batch.outcomes.tolist() == [0, Outcome.DRAW, 0]
    assert batch.game(1) == Game("Base", repetition_draw=True)


def test_a_game_that_does_not_fit_is_not_loaded() -> None:
    batch = GameBatch(2, "Base", max_plies=4)
    long, over = Game("Base"), Game("Base", repetition_draw=True)
    for move in OPENING:
        long.play(move)
    with pytest.raises(GameTypeError, match=r"the batch is of Base, the game of Base\+M"):
        batch.load(0, Game("Base+M"))
    with pytest.raises(ValueError, match="repetition_draw is not the same"):
        batch.load(0, over)
    with pytest.raises(ValueError, match="at the limit of 4 plies"):
        batch.load(0, long)
    with pytest.raises(ValueError, match="the number of a game must be between 0 and 1, not 2"):
        batch.load(2, Game("Base"))
    with pytest.raises(TypeError, match="a game to load is a Game"):
        batch.load(0, "Base")  # type: ignore[arg-type]
    assert (batch.plies == 0).all()


def test_copied_games_go_their_own_ways() -> None:
    source = GameBatch(4, "Base+L", seed=1)
    source.random_playouts(15)
    tree = GameBatch(6, "Base+L")
    tree.copy_games([0, 1, 5], source, [2, 2, 3])
    assert [len(tree.game(i).history) for i in range(6)] == [15, 15, 0, 0, 0, 15]
    for to, of in ((0, 2), (1, 2), (5, 3)):
        assert tree.game(to).history == source.game(of).history
        assert sorted(lists_of(tree)[to]) == sorted(lists_of(source)[of])
    before = source.positions["hash"].copy()
    tree.random_playouts()
    assert tree.game(0).history != tree.game(1).history
    assert np.array_equal(source.positions["hash"], before)
    loaded = Game("Base+L")
    loaded.play("wS1")
    source.load(0, loaded)
    source.copy_games(3, source, 0)
    assert source.game(3).history == loaded.history
    with pytest.raises(ValueError, match="2 games cannot be put in the place of 1"):
        tree.copy_games(0, source, [1, 2])
    with pytest.raises(ValueError, match="the same game type, rules and ply limit"):
        GameBatch(4, "Base").copy_games(None, source)


def test_a_game_that_is_over_is_not_copied_to_where_games_are_set_up_anew() -> None:
    """It has no moves to go on with, and a batch with `auto_reset` goes on with every game."""
    source = GameBatch(8, "Base", max_plies=30, seed=1)
    source.random_playouts()
    assert source.done.all()
    going = GameBatch(8, "Base", max_plies=30, auto_reset=True)
    before = going.positions.copy()
    with pytest.raises(ValueError, match="game 3 is over"):
        going.copy_games([0, 1], source, [3, 4])
    assert unchanged(going, before)
    still = GameBatch(8, "Base", max_plies=30)
    still.copy_games(None, source)
    assert still.outcomes.tolist() == source.outcomes.tolist()


@pytest.mark.parametrize("auto_reset", [False, True])
def test_a_copy_of_a_game_that_was_set_up_anew_is_not_over(auto_reset: bool) -> None:
    source = GameBatch(8, "Base", max_plies=30, auto_reset=True, seed=1)
    source.random_playouts()
    assert source.done.all()
    batch = GameBatch(8, "Base", max_plies=30, auto_reset=auto_reset)
    batch.copy_games(None, source)
    assert not batch.done.any()
    assert all(lists_of(batch))
    assert batch.random_playouts() > 8


# What is refused


def unchanged(batch: GameBatch, before: Any) -> bool:
    return all(
        same_position(one, other) for one, other in zip(batch.positions, before, strict=True)
    )


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_action_names_the_game_and_steps_none(threads: int, listed: bool) -> None:
    batch = GameBatch(100, "Base", threads=threads)
    batch.random_playouts(9)
    good = random_actions(batch, np.random.default_rng(1))
    if not listed:
        batch.reset([])
    before = batch.positions.copy()
    bad = good.copy()
    bad[[41, 97]] = PASS_ACTION
    with pytest.raises(
        IllegalMoveError, match=r"game 41, action 28672: Black has legal"
    ) as refusal:
        batch.step(bad)
    assert refusal.value.reason is Reason.PASS_NOT_FORCED
    assert unchanged(batch, before)
    batch.step(good)
    assert (batch.plies == 10).all()


def test_a_game_that_is_over_takes_no_action() -> None:
    batch = GameBatch(3, "Base", max_plies=2)
    batch.random_playouts()
    with pytest.raises(IllegalMoveError, match="game 1, action 5: the game is over") as refusal:
        batch.step([NO_ACTION, 5, NO_ACTION])
    assert refusal.value.reason is Reason.GAME_OVER
    batch.step([NO_ACTION] * 3)
    assert batch.legal_actions()[0].size == 0


@pytest.mark.parametrize("number", [-2, ACTIONS, 2**40])
def test_a_number_that_is_no_action_is_refused(number: int) -> None:
    batch = GameBatch(2, "Base")
    with pytest.raises(ValueError, match="game 1: the action must be between 0 and 28672"):
        batch.step([int(batch.legal_actions()[0][0]), number])
    assert (batch.plies == 0).all()


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="the number of games must be at least 1, not 0"):
        GameBatch(0)
    with pytest.raises(GameTypeError):
        GameBatch(1, "Chess")
    with pytest.raises(ValueError, match="the number of threads must be between 1 and 1024"):
        GameBatch(1, threads=0)
    with pytest.raises(ValueError, match="there is no centre"):
        GameBatch(1, centre="here")
    with pytest.raises(ValueError, match="the largest number of plies must be between 1 and"):
        GameBatch(1, max_plies=0)
    with pytest.raises(ValueError, match="the seed must be between"):
        GameBatch(1, seed=-1)
    batch = GameBatch(2, "Base")
    with pytest.raises(ValueError, match="one action for each of 2 games is wanted"):
        batch.step([1])
    with pytest.raises(TypeError, match="actions are whole numbers"):
        batch.step([1.0, 2.0])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="games have numbers between 0 and 1"):
        batch.reset([2])
    with pytest.raises(TypeError, match="by their numbers or by a mask"):
        batch.reset([0.5])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="an array of shape"):
        batch.reset(np.array([True]))
    with pytest.raises(ValueError, match="an array of shape"):
        batch.action_masks(np.empty(3))
    with pytest.raises(ValueError, match="an array of shape"):
        batch.observations(np.empty(3))


def test_what_a_batch_returns_is_its_own_memory_and_cannot_be_written() -> None:
    batch = GameBatch(2, "Base")
    for _ in range(2):
        arrays: list[Any] = [*batch.legal_actions(), batch.action_masks(), batch.observations()]
        arrays += [batch.outcomes, batch.plies]
        assert all(array.base is not None for array in arrays)
        for array in arrays:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1
        batch.random_step()


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int32])
def test_numbers_of_numpy_do_not_overflow(kind: Any) -> None:
    n = min(1000, np.iinfo(kind).max)
    batch = GameBatch(kind(n), max_plies=20, seed=1)
    batch.random_playouts(15)
    assert len(batch._listed) == n * MAX_MOVES
    assert len(batch.legal_actions()[1]) == n + 1


def test_a_huge_number_is_no_action() -> None:
    batch = GameBatch(2)
    with pytest.raises(ValueError, match="game 0: the action must be between"):
        batch.step(np.array([2**64 - 1, 0], dtype=np.uint64))


@pytest.mark.parametrize("bad", [{"threads": 10**6}, {"max_plies": 10**30}])
def test_what_no_machine_has_is_refused(bad: Any) -> None:
    with pytest.raises(ValueError, match="must be between 1 and"):
        GameBatch(2, **bad)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_batch_says_that_it_cannot_be_copied(copied: Callable[[GameBatch], object]) -> None:
    with pytest.raises(TypeError, match="copy_games"):
        copied(GameBatch(2))
