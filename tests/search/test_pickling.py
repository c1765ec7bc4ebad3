"""Results travel: pickles and copies of everything a caller gets or gives."""

import copy
import json
import multiprocessing
import os
import pickle
from typing import Any

import pytest
from bruteforce import crowded_position
from searching import told

from engine import Game, IllegalMoveError
from search import Limits, Result, Score, Searcher, StopFlag
from search.techniques import all_but


def a_result() -> tuple[Game, Result]:
    game = crowded_position("Base+MLP", "pickle", 12)
    return game, Searcher(table_mib=1).search(game, Limits(depth=3), multipv=3)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_values_are_equal_to_their_copies_and_pickles(again: Any) -> None:
    result = a_result()[1]
    for value in (result, result.line, result.lines, result.score, Score.mate_in(-4)):
        assert again(value) == value
        assert hash(again(value)) == hash(value)
    for limits in (Limits(), Limits(seconds=1.5, depth=3, nodes=7, deadline=12.0)):
        assert again(limits) == limits


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_a_searcher_takes_its_settings_along_and_not_its_memory(again: Any) -> None:
    searcher = Searcher(threads=2, table_mib=32, strategy="MCTS", level=7, seed=9)
    searcher.techniques = all_but("killers")
    searcher.search(Game(), Limits(nodes=2000))
    assert len(pickle.dumps(searcher)) < 500
    other = again(searcher)
    for name in ("threads", "table_mib", "strategy", "level", "seed", "techniques"):
        assert getattr(other, name) == getattr(searcher, name)
    assert other.table_mib_in_use == 0
    assert repr(other) == repr(searcher)
    assert eval(repr(other)).level == 7
    # Neither knows of the other.
    searcher.start_pondering(Game())
    assert other.search(Game(), Limits(nodes=300), multipv=1).nodes > 0
    searcher.stop_pondering()


def test_a_searcher_can_be_copied_while_it_ponders() -> None:
    searcher = Searcher(table_mib=1)
    searcher.start_pondering(Game())
    assert copy.copy(searcher).search(Game(), Limits(nodes=300)).nodes > 0
    searcher.stop_pondering()


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_stop_flag_stays_where_it_is(again: Any) -> None:
    """Kernels know it by its address, which means nothing elsewhere."""
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        again(StopFlag())


def search_there(searcher: Searcher, game_string: str, limits: Limits) -> Result:
    return searcher.search(Game.from_string(game_string), limits)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_another_process_finds_the_same(method: str) -> None:
    if method == "fork" and not hasattr(os, "fork"):
        pytest.skip("there are no forks")
    game, limits = crowded_position("Base+MLP", "pickle", 12), Limits(nodes=3000)
    searcher = Searcher(table_mib=2)
    here = searcher.search(game, limits)
    searcher.start_pondering(game)  # a fork is not disturbed by it
    context: Any = multiprocessing.get_context(method)
    with context.Pool(1) as pool:
        there = pool.apply(search_there, (Searcher(table_mib=2), game.game_string, limits))
        inherited = pool.apply(search_there, (searcher, game.game_string, limits))
    searcher.stop_pondering()
    assert told(there) == told(inherited) == told(here)


def test_lines_have_their_moves_as_texts() -> None:
    game, result = a_result()
    texts = result.line.move_strings(game)
    assert len(texts) == len(result.line.pv)
    after = game.copy()
    for text, move in zip(texts, result.line.pv, strict=True):
        assert after.play(text) == move
    assert game.ply == 12
    with pytest.raises(IllegalMoveError):
        result.line.move_strings(Game("Base+MLP"))


def test_results_can_be_written_as_json() -> None:
    game, result = a_result()
    about = json.loads(json.dumps(result.to_dict(game)))
    assert about["move"] == game.move_string(result.move)
    assert about["line"]["pv"] == [*result.line.move_strings(game)]
    assert [line["score"] for line in about["lines"]] == [line.score.value for line in result.lines]
    assert (about["nodes"], about["depth"]) == (result.nodes, result.depth)
