"""The search against a slow model of it: the same nodes, scores and lines at every depth.

The model is written from what each technique is said to do, see `search_model`. Each test also
counts how often the technique in question was at work.
"""

import time
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from random import Random

import pytest
from bruteforce import (
    code_of,
    cramped_positions,
    crowded_position,
    going_to_and_fro,
    open_position,
)
from helpers import ONE_GAME_TYPE_FAST
from search_model import LOST_FROM, Model, Report
from tactics import TACTICS

from engine import GAME_TYPES, Game
from search import Limits, Line, Searcher, StopFlag
from search.alphabeta.deepening import AlphaBetaRun
from search.parameters import MAX_DEPTH, PARAMETERS, set_parameters
from search.table import Table
from search.techniques import TECHNIQUES
from search.worker import new_worker

STAGES = (3, 8, 16, 24, 32, 40, 50)
NODES = 500
DEEPEST = 8
AFTER_STOP = 2 * DEEPEST

AT_WORK = {
    "table": {"table: at least": 10, "move of the table": 100},
    "aspiration": {"window too high": 10, "window too low": 10},
    "killers": {"killer": 50},
    "history": {},
    "priors": {"prior": 1000},
    "reverse_futility": {"reverse futility": 50},
    "late_move_reductions": {"reduction": 20},
    "late_move_pruning": {"late move pruned": 50, "others may follow a late move": 50},
    "quiescence": {"quiescence fills": 20, "quiescence frees": 50},
    "repetition": {},
}
"""How often each technique is at work at least where it is alone."""

EAGER = {"aspiration_depth": 2, "aspiration_window": 3, "reduction_base": 120}
"""Parameters with which techniques that wait for some depth are at work after few nodes."""


def switches(names: Collection[str]) -> int:
    return sum(1 << TECHNIQUES.index(name) for name in names)


def told(line: Line) -> Report:
    moves = tuple(code_of(move) for move in line.pv)
    return Report(line.rank, line.depth, line.score.value, line.nodes, moves)


def gist(line: Report) -> tuple[int, int, tuple[int, ...]]:
    """What matters of a last line; its rank depends on the others."""
    return line.depth, line.score, line.line


def best_founded(lines: list[Report]) -> list[Report]:
    """Forced wins first, the shortest first of all; then by depth, then by score."""
    wins = [line for line in lines if line.score >= LOST_FROM]
    others = [line for line in lines if line.score < LOST_FROM]
    wins.sort(key=lambda line: -line.score)
    others.sort(key=lambda line: (-line.depth, -line.score))
    return wins + others


def compare(
    game: Game,
    techniques: Collection[str] = TECHNIQUES,
    nodes: int = NODES,
    lines: int = 1,
    depth: int = DEEPEST,
) -> Counter[str]:
    """Search a game both ways; returns what was at work."""
    searcher = Searcher(table_mib=8)
    searcher.techniques = switches(techniques)
    return compare_with(searcher, game, Model(game, techniques, node_limit=nodes), lines, depth)


def compare_with(
    searcher: Searcher, game: Game, model: Model, lines: int = 1, depth: int = DEEPEST
) -> Counter[str]:
    reports: list[Report] = []
    result = searcher.search(
        game,
        Limits(nodes=model.node_limit, depth=depth),
        multipv=lines,
        on_line=lambda line: reports.append(told(line)),
    )
    expected = model.deepen(depth, lines)

    def cut(line: Report) -> Report:
        """A line does not go on where a repetition has ended the game."""
        return line._replace(line=until_over(game, line.line)) if game.repetition_draw else line

    assert reports == [cut(line) for line in expected], game.game_string
    # A search that is stopped may count the nodes it turns back from.
    assert 0 <= result.nodes - model.nodes <= (AFTER_STOP if model.is_stopped else 0)
    found = best_founded([cut(line) for line in model.found])
    assert code_of(result.move) == found[0].line[0]
    found.sort(key=lambda line: (-line.score, -line.depth))
    assert [gist(told(line)) for line in result.lines] == [gist(line) for line in found]
    return model.seen


def compare_run(
    game: Game,
    techniques: Collection[str],
    parameters: Mapping[str, int],
    nodes: int = NODES,
    lines: int = 1,
) -> Counter[str]:
    """Compare one thread's search with parameters of its own."""
    worker = new_worker()
    reports: list[Report] = []
    run = AlphaBetaRun(
        game,
        Limits(nodes=nodes),
        lines,
        [worker],
        Table(8),
        switches(techniques),
        StopFlag(),
        lambda line: reports.append(told(line)),
        time.perf_counter(),
    )
    set_parameters(worker, parameters)
    run.search(0)
    model = Model(game, techniques, parameters, nodes)
    assert reports == model.deepen(MAX_DEPTH, lines), (game.game_string, parameters)
    return model.seen


def until_over(game: Game, codes: tuple[int, ...]) -> tuple[int, ...]:
    """A line as far as it can be played."""
    game = game.copy()
    for number, code in enumerate(codes):
        if game.is_over:
            return codes[:number]
        game.play(game.move_of(code))
    return codes


@cache
def positions() -> tuple[Game, ...]:
    return tuple(
        open_position(game_type, "model", stage) for game_type in GAME_TYPES for stage in STAGES
    )


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_all_techniques_together(game_type: str) -> None:
    seen: Counter[str] = Counter()
    for game in positions():
        if game.game_type == game_type:
            seen += compare(game, nodes=3 * NODES)
    for event in ("late move pruned", "reduction", "reverse futility", "killer", "table: at least"):
        assert seen[event] > 20, seen


@pytest.mark.slow
@pytest.mark.parametrize("technique", TECHNIQUES)
def test_a_technique_alone(technique: str) -> None:
    seen: Counter[str] = Counter()
    for game in positions()[::4]:
        seen += compare_run(game, [technique], EAGER)
    for game in cramped_positions():
        seen += compare_run(game, [technique], EAGER, nodes=3 * NODES)
    for event, least in AT_WORK[technique].items():
        assert seen[event] >= least, seen
    assert not {*seen} & {
        event for name in TECHNIQUES if name != technique for event in AT_WORK[name]
    }


@pytest.mark.slow
@pytest.mark.parametrize("technique", TECHNIQUES)
def test_all_techniques_but_one(technique: str) -> None:
    seen: Counter[str] = Counter()
    for game in positions()[TECHNIQUES.index(technique) % 4 :: 4]:
        seen += compare(game, [name for name in TECHNIQUES if name != technique])
    assert not {*seen} & {*AT_WORK[technique]}


@pytest.mark.slow
@pytest.mark.parametrize("lines", [2, 5])
def test_several_lines(lines: int) -> None:
    for game in positions()[lines % 4 :: 4]:
        compare(game, lines=lines, nodes=2 * NODES)
    for tactic in TACTICS[::6]:
        compare(Game.from_string(tactic.game_string), lines=lines)


@pytest.mark.slow
def test_forced_ends() -> None:
    seen: Counter[str] = Counter()
    for tactic in TACTICS[::4]:
        game = Game.from_string(tactic.game_string)
        seen += compare(game, nodes=2 * NODES)
        seen += compare(game, ["table", "killers"], nodes=2 * NODES)
    assert seen["mate distance"] > 10


@pytest.mark.slow
def test_a_search_that_is_cut_short_anywhere() -> None:
    """Whatever was found before the last node counts."""
    for number, game in enumerate(positions()[2::5]):
        for nodes in range(1 + number, 350, 59):
            compare(game, nodes=nodes, lines=1 + number % 3)


@pytest.mark.slow
def test_repetitions() -> None:
    seen: Counter[str] = Counter()
    games = going_to_and_fro()
    assert len(games) > 10
    # Without an order of moves a line goes to and fro within few nodes.
    in_any_order = "repetition", "reverse_futility", "late_move_reductions", "late_move_pruning"
    for game in games:
        seen += compare(game)
        seen += compare(game, in_any_order, nodes=12 * NODES)
        seen += compare(game, ["repetition"])
        ruled = Game.from_string(game.game_string, repetition_draw=True)
        if not ruled.is_over:
            seen += compare(ruled, lines=3, depth=2)
    assert seen["third occurrence"] > 50
    assert seen["repetition in the line"] > 5


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_what_is_learnt_serves_the_next_search(game_type: str) -> None:
    game = crowded_position(game_type, "learning", 18)
    searcher = Searcher(table_mib=8)
    model = None
    for _ in range(3):
        model = Model(game, TECHNIQUES, node_limit=NODES, learnt_by=model)
        compare_with(searcher, game, model)
        for _ in range(2):
            game.play(game.move_of(model.root[0][0]))
            if game.is_over:
                return
            model = Model(game, TECHNIQUES, learnt_by=model)
    searcher.new_game()
    compare_with(searcher, game, Model(game, TECHNIQUES, node_limit=NODES))


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))]
)
def test_parameters_of_every_value(seed: int) -> None:
    random = Random(seed)
    games = positions()[seed % 7 :: 9]
    seen: Counter[str] = Counter()
    for game in games:
        values = {
            parameter.name: random.choice(
                (
                    parameter.low,
                    parameter.high,
                    parameter.value,
                    random.randint(parameter.low, parameter.high),
                )
            )
            for parameter in PARAMETERS
        }
        seen += compare_run(game, TECHNIQUES, values, lines=2)
    assert len(seen) > 8
