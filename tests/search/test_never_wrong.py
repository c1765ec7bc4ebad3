"""No search, however short, is illegal, misses a win in one or steps into a loss in one.

The oracle looks at all moves and all replies to them, in thousands of positions from games in
which both sides crowd the queens.
"""

from collections import Counter
from itertools import cycle, pairwise, product
from threading import Timer

import pytest
from bruteforce import (
    DRAWN,
    LOSS,
    LOSS_IN_TWO,
    OPEN,
    WIN,
    code_of,
    crowded_game,
    crowded_position,
    evaluator,
    move_fates,
)
from helpers import ONE_GAME_TYPE_FAST
from positions import board

from engine import GAME_TYPES, PASS, Game
from search import STRATEGIES, Limits, Line, Result, Searcher, StopFlag
from search.alphabeta import kernel as alphabeta
from search.root import prepare
from search.table import Table
from search.techniques import ALL_TECHNIQUES
from search.worker import new_worker

pytestmark = pytest.mark.filterwarnings(
    "error::pytest.PytestUnhandledThreadExceptionWarning"  # the search runs in other threads
)

SHORT_LIMITS = (Limits(depth=1, nodes=400), Limits(nodes=1), Limits(nodes=300), Limits(seconds=0))
SEARCHERS = {
    (strategy, threads): Searcher(strategy=strategy, threads=threads, table_mib=1)
    for strategy, threads in product(STRATEGIES, (1, 2))
}
CONFIGURATIONS = tuple(product(SEARCHERS, SHORT_LIMITS))
GAMES = 4
LONGEST_GAME = 80

STUCK = "bQ  bA1 wQ  bA2"
"""White can neither move, since the queen links the hive, nor place without touching Black."""

HANGS_AFTER = 10.0


def search(searcher: Searcher, game: Game, limits: Limits, multipv: int = 1) -> Result:
    """Search, but not for ever."""
    stop = StopFlag()
    alarm = Timer(HANGS_AFTER, stop.set)
    alarm.start()
    result = searcher.search(game, limits, multipv=multipv, stop=stop)
    alarm.cancel()
    assert not stop.is_set, ("does not end", searcher.strategy, limits, game.game_string)
    return result


def assert_never_wrong(game: Game, result: Result, fates: dict[int, int], how: object) -> None:
    """The oracle has nothing against the move."""
    code = code_of(result.move)
    told = (game.game_string, str(result.move), how)
    assert code in fates, ("illegal", *told)
    best = max(fates.values())
    if best == WIN:
        assert fates[code] == WIN, ("misses a win in one", *told)
    elif best in (OPEN, DRAWN):
        assert fates[code] in (OPEN, DRAWN), ("steps into a loss in one", *told)
    else:
        assert fates[code] == best, ("does not resist", *told)


def assert_legal_line(game: Game, line: Line) -> None:
    """The moves of a line can be played one after the other; a forced end comes in its time."""
    play = game.copy()
    for move in line.pv:
        play.play(move)
    mate = line.score.mate
    if mate is not None and len(line.pv) >= abs(mate):
        assert len(line.pv) == abs(mate), game.game_string
        assert play.winner is (game.turn if mate > 0 else game.turn.other), game.game_string


def assert_ranked(result: Result, strategy: str) -> None:
    """The better line stands first, and is the one to play unless another is better founded.

    That one has been searched deeper or, in a tree, it was visited more often.
    """
    lines = result.lines
    for upper, lower in pairwise(lines):
        assert upper.score.value >= lower.score.value, lines
    [chosen] = [line for line in lines if line.pv[0] == result.move]
    assert (chosen.score, chosen.depth) == (result.line.score, result.line.depth)
    if chosen is not lines[0]:
        assert (lines[0].score.mate or 0) <= 0, lines
        assert strategy == "MCTS" or chosen.depth > lines[0].depth, lines


@pytest.mark.parametrize(
    "careful",
    [False, pytest.param(True, marks=pytest.mark.slow)],
    ids=["reckless", "careful"],
)
@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_a_short_search_is_never_wrong(game_type: str, careful: bool) -> None:
    seen: Counter[int] = Counter()
    turns = cycle(CONFIGURATIONS)
    for seed in range(GAMES // 2 if careful else GAMES):
        for game in crowded_game(game_type, seed, LONGEST_GAME, careful):
            fates = move_fates(game.position)
            kinds = set(fates.values())
            seen.update(kinds)
            # One search for legality; more where a careless one would go wrong.
            for _ in range(1 if len(kinds) == 1 else 3):
                how = next(turns)
                searcher, limits = SEARCHERS[how[0]], how[1]
                assert_never_wrong(game, search(searcher, game, limits), fates, how)
    assert seen[OPEN] > 120
    assert seen[LOSS_IN_TWO] > 60
    if not careful:
        assert seen[WIN] > 40
        assert seen[LOSS] > 20


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_only_legal_move_is_returned(strategy: str) -> None:
    game = board(STUCK)
    assert game.legal_moves == [PASS]
    for threads, limits in product((1, 2), (*SHORT_LIMITS, Limits(seconds=60), Limits())):
        assert search(SEARCHERS[strategy, threads], game, limits).move == PASS


SAVED_BY_REPETITION = (
    "Base;InProgress;White[26];wA1;bA1 wA1-;wQ \\wA1;bQ bA1\\;wA2 -wQ;bA2 bA1/;wA2 bQ-;bA2 /bQ;"
    "wA3 wQ/;bA3 /bA2;wG1 /wQ;bA3 -wQ;wS1 wA2/;bS1 bA1/;wG1 bS1\\;bB1 \\bA3;wA3 bQ\\;bS1 \\wQ;"
    "wA3 wA1\\;bG1 -bB1;wG2 wS1-;bB2 -bG1;wG3 wS1\\;bS2 \\bS1;wS2 wG2-;bG2 /bA3;wA2 \\bA1;"
    "bG3 bA2\\;wA2 bG1\\;bB2 bG1;wA2 bG3-;bA1 wQ/;wA2 bA3\\;bG3 \\bS2;wA2 wG1\\;bG2 \\bA1;"
    "wA2 wG3\\;bA2 bA3\\;wA2 bQ\\;bA3 bA1\\;wB1 wS2\\;bB2 bB1;wB1 wS2;bB2 /bG3;wB1 \\wS2;bB2 bB1;"
    "wB1 wS2;bB2 /bG3;wB1 wS2\\;bB2 bB1"
)
"""Every move loses in one, except that `wB1 wS2` repeats a position for the third time."""


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_repetition_that_ends_the_game_saves_it(strategy: str) -> None:
    searcher = Searcher(strategy=strategy)
    drawn = Game.from_string(SAVED_BY_REPETITION, repetition_draw=True)
    result = searcher.search(drawn, Limits(nodes=20_000))
    assert drawn.move_string(result.move) == "wB1 wS2"
    assert result.lines[0].score.mate is None
    lost = Game.from_string(SAVED_BY_REPETITION)
    assert searcher.search(lost, Limits(nodes=20_000)).lines[0].score.mate == -2


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_win_in_one_is_found_without_any_search(strategy: str) -> None:
    game = next(
        game
        for game in crowded_game("Base+MLP", 0, LONGEST_GAME)
        if WIN in move_fates(game.position).values()
    )
    result = SEARCHERS[strategy, 1].search(game, Limits(seconds=0))
    assert result.lines[0].score.mate == 1


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("nodes", [1, 700, 4000])
def test_lines_are_legal_distinct_ranked_and_as_many_as_asked(
    strategy: str, threads: int, nodes: int
) -> None:
    searcher = SEARCHERS[strategy, threads]
    for game_type in GAME_TYPES:
        for game in crowded_game(game_type, nodes, 60):
            if game.ply % 9:
                continue
            wanted = 1 + game.ply // 9 * 2
            result = searcher.search(game, Limits(nodes=nodes), multipv=wanted)
            told = (game.game_string, nodes, wanted)
            assert len(result.lines) == min(wanted, len(game.legal_moves)), told
            assert [line.rank for line in result.lines] == list(range(1, 1 + len(result.lines)))
            assert len({line.pv[0] for line in result.lines}) == len(result.lines), told
            assert_ranked(result, strategy)
            for line in result.lines:
                assert_legal_line(game, line)


@pytest.mark.slow
def test_no_node_of_the_tree_misses_a_win_in_one() -> None:
    """Whatever is pruned below the root, a move that wins at once is tried."""
    worker, table, never = new_worker(), Table(1), StopFlag()
    found = 0
    for game_type, seed in product(GAME_TYPES, range(20)):
        for game in crowded_game(game_type, ("in the tree", seed), LONGEST_GAME):
            if WIN not in move_fates(game.position).values():
                continue
            found += 1
            hashes = [int(game.position["hash"])]
            for depth in range(1, 8):
                table.clear()
                position = game.position.copy()
                prepare(worker, position, table, hashes, (never, never), ALL_TECHNIQUES)
                score = alphabeta.search(worker, position, 100, 101, depth, 0, 0)
                assert score >= 101, (depth, game.game_string)
    assert found > 100


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_all_moves_can_be_asked_for_as_lines(strategy: str) -> None:
    searcher = SEARCHERS[strategy, 1]
    for plies in (10, 20, 30, 40):
        game = crowded_position("Base+MLP", plies, plies)
        result = searcher.search(game, Limits(nodes=3000), multipv=1000)
        assert {line.pv[0] for line in result.lines} == set(game.legal_moves)
        assert len(result.lines) == len(game.legal_moves)


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_lines_that_win_at_once_come_before_and_lost_ones_after_all_others(strategy: str) -> None:
    order = {WIN: 0, DRAWN: 1, OPEN: 1, LOSS_IN_TWO: 2, LOSS: 3}
    for game in crowded_game("Base+MP", 3, LONGEST_GAME):
        if game.ply % 4 == 0:
            fates = move_fates(game.position)
            result = SEARCHERS[strategy, 1].search(game, Limits(nodes=500), multipv=1000)
            ranks = [order[fates[code_of(line.pv[0])]] for line in result.lines]
            assert ranks == sorted(ranks), game.game_string


@pytest.mark.slow
def test_a_search_cut_short_tells_no_line_of_an_earlier_position() -> None:
    """The move listed first in one position has been the best one, with a line, in another."""
    searcher = SEARCHERS["AlphaBeta", 1]
    games = [
        game.copy()
        for seed in range(8)
        for game in crowded_game("Base+MP", seed, 40)
        if game.ply > 4 and len(game.legal_moves) > 1
    ]
    best: dict[int, Game] = {}
    for game in games:
        result = searcher.search(game, Limits(depth=3))
        if len(result.lines[0].pv) == 3:
            best[code_of(result.move)] = game
    pairs = 0
    for game in games:
        earlier = best.get(int(evaluator(game.position)["root_moves"][0]))
        if earlier is not None and earlier.game_string != game.game_string:
            pairs += 1
            searcher.search(earlier, Limits(depth=3))
            assert game.is_legal(searcher.search(game, Limits(nodes=1)).move)
    assert pairs > 10


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_live_lines_are_legal(strategy: str) -> None:
    searcher = SEARCHERS[strategy, 1]
    for game_type in ("Base", "Base+MLP"):
        game = crowded_position(game_type, 5, 30)
        lines: list[Line] = []
        searcher.search(game, Limits(nodes=30_000), multipv=3, on_line=lines.append)
        assert lines
        for line in lines:
            assert_legal_line(game, line)
