"""Strength levels: from a beginner who looks a ply or two ahead to full strength."""

from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from bruteforce import WIN, code_of, crowded_game, crowded_position, crowding_move, move_fates
from searching import comes_true, quiet_game, told
from tactics import TACTICS

from engine import GAME_TYPES, PASS, Game
from search import STRATEGIES, Limits, Line, Score, Searcher
from search.levels import MOST_NODES, choose_line, limits_of_level, lines_of_level
from search.result import by_score

LEVELS = range(1, 11)
TOP = 10

pytestmark = pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_level_plays_legal_moves_and_the_same_again_for_the_same_seed(
    strategy: str, level: int
) -> None:
    played = []
    for _ in range(2):
        searcher = Searcher(table_mib=1, level=level, seed=4, strategy=strategy)
        random = Random(level)
        game = Game("Base+MLP")
        while not game.is_over and game.ply < 24:
            result = searcher.search(game, Limits(nodes=2000))
            game.play(result.move)
            if not game.is_over:
                game.play(game.move_of(crowding_move(game.position.copy(), random)))
        played.append(game.game_string)
    assert played[0] == played[1]


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_a_weaker_level_varies_with_the_seed(level: int) -> None:
    game = crowded_position("Base+MLP", "varied", 12)
    searcher = Searcher(table_mib=1, level=level)
    moves = set()
    for seed in range(25):
        searcher.seed = seed
        moves.add(searcher.search(game, Limits(nodes=5000)).move)
    assert len(moves) > 1


def test_the_top_level_always_plays_the_best_line() -> None:
    searcher = Searcher(table_mib=1, level=TOP)
    for seed in range(8):
        searcher.seed = seed
        result = searcher.search(crowded_position("Base+MLP", seed, 20), Limits(nodes=2000))
        assert result.move == result.lines[0].pv[0]


@pytest.mark.parametrize("level", range(1, TOP))
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_level_looks_no_deeper_than_its_number_and_one(strategy: str, level: int) -> None:
    searcher = Searcher(table_mib=1, level=level, strategy=strategy)
    game = crowded_position("Base+MLP", "deep", 10)
    result = searcher.search(game, Limits(nodes=60_000))
    assert 1 <= result.depth <= level + 1
    searcher.new_game()
    assert searcher.search(game, Limits(depth=1, nodes=60_000)).depth == 1


def test_levels_below_the_top_have_few_nodes_whatever_they_are_given() -> None:
    for level in range(1, TOP):
        assert limits_of_level(level, Limits()).nodes == MOST_NODES
        assert limits_of_level(level, Limits(nodes=MOST_NODES + 1)).nodes == MOST_NODES
        assert limits_of_level(level, Limits(nodes=7)).nodes == 7
    assert limits_of_level(TOP, Limits(nodes=MOST_NODES + 1)).nodes == MOST_NODES + 1
    assert limits_of_level(TOP, Limits()) == Limits()


def test_a_level_keeps_the_limits_it_is_given() -> None:
    for level in LEVELS:
        searcher = Searcher(table_mib=1, level=level)
        game = crowded_position("Base+MLP", level, 30)
        assert searcher.search(game, Limits(nodes=500)).nodes <= 501
        assert searcher.search(game, Limits(seconds=0)).seconds < 5


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_seed_gives_the_same_game_with_any_number_of_threads(strategy: str) -> None:
    """Below the top level; several threads would not find the same twice, nor would less memory."""
    for level in (2, 6, 9):
        games = set()
        for threads in (1, 2, 2, 8):
            searcher = Searcher(
                threads=threads, table_mib=1, level=level, strategy=strategy, seed=5
            )
            game = Game("Base+MLP")
            for _ in range(8):
                game.play(searcher.search(game, Limits(nodes=40_000)).move)
            games.add(game.game_string)
        assert len(games) == 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_level_knows_nothing_of_what_was_found_before(strategy: str) -> None:
    """By an analysis, by pondering, by another level or by itself."""

    def new_searcher() -> Searcher:
        return Searcher(table_mib=4, level=3, strategy=strategy, seed=5)

    def analysed(searcher: Searcher) -> None:
        searcher.search(game, Limits(nodes=30_000), multipv=2)

    def searched(searcher: Searcher, level: int) -> None:
        searcher.level = level
        searcher.search(game, Limits(nodes=30_000))
        searcher.level = 3

    def pondered(searcher: Searcher) -> None:
        searcher.level = TOP
        searcher.start_pondering(game)
        assert comes_true(lambda: searcher.nodes_so_far > 30_000)
        searcher.level = 3

    game, limits = quiet_game(), Limits(nodes=40_000)
    plain = told(new_searcher().search(game, limits))
    searches = [partial(searched, level=level) for level in (3, 9, TOP)]
    for find in [partial(analysed), partial(pondered), *searches]:
        searcher = new_searcher()
        find(searcher)
        assert told(searcher.search(game, limits)) == plain


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_level_takes_one_thread_and_an_analysis_all(strategy: str) -> None:
    searcher = Searcher(threads=2, table_mib=4, level=8, strategy=strategy)
    game = crowded_position("Base+MLP", "quiet", 8)
    result = searcher.search(game, Limits(nodes=5000))
    assert searcher.nodes_so_far == result.nodes > 1000
    shares = [int(worker["nodes"]) for worker in searcher._workers]
    assert shares == [result.nodes, 0]
    with searcher.analysis(game) as analysis:
        assert comes_true(lambda: all(int(worker["nodes"]) > 0 for worker in searcher._workers))
        analysis.stop()


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_misses_a_win_in_one(level: int) -> None:
    searcher = Searcher(table_mib=1, level=level)
    wins = 0
    for game_type in GAME_TYPES[:: 4 if level % 2 else 3]:
        for game in crowded_game(game_type, level, 50):
            fates = move_fates(game.position)
            if WIN in fates.values():
                wins += 1
                move = searcher.search(game, Limits(nodes=300)).move
                assert fates[code_of(move)] == WIN, game.game_string
    assert wins > 10


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 3, 5, 6, 7])
def test_a_level_can_choose_where_some_of_its_lines_win_or_lose(level: int) -> None:
    searcher = Searcher(table_mib=1, level=level)
    for tactic in TACTICS:
        if tactic.plies > 3:
            game = Game.from_string(tactic.game_string)
            for limits in (Limits(), Limits(nodes=1500)):
                assert game.is_legal(searcher.search(game, limits).move)


def score_of(one: Searcher, other: Searcher, limits: Limits, games: int) -> float:
    """The points one searcher makes against another, from crowded openings with both colours."""
    points = 0.0
    for number in range(games):
        game = crowded_position(GAME_TYPES[number // 2 % 8], ("opening", number // 2), 6)
        players = (one, other) if number % 2 == 0 else (other, one)
        for player in players:
            player.new_game()
        while not game.is_over and game.ply < 120:
            game.play(players[game.turn].search(game, limits).move)
        if game.winner is None:
            points += 0.5
        elif players[game.winner] is one:
            points += 1
    return points


@pytest.mark.slow
def test_the_top_level_beats_the_bottom_level() -> None:
    top, bottom = (Searcher(table_mib=1, level=level, seed=1) for level in (TOP, 1))
    assert score_of(top, bottom, Limits(nodes=2000), 6) >= 5


# Analysis is never weakened


def told_by(lines: tuple[Line, ...]) -> list[tuple[object, ...]]:
    return [(line.rank, line.score.value, line.depth, line.nodes, line.pv) for line in lines]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("multipv", [1, 3])
def test_an_analysis_is_at_full_strength_whatever_the_level(strategy: str, multipv: int) -> None:
    game = crowded_position("Base+MLP", "analysed", 14)
    results = []
    for level in (TOP, 1, 5):
        searcher = Searcher(table_mib=1, level=level, strategy=strategy)
        reported: list[Line] = []
        limits = Limits(nodes=20_000)
        found = searcher.search(game, limits, multipv=multipv, on_line=reported.append)
        assert len(found.lines) == multipv
        results.append((found.move, told_by(found.lines), told_by(tuple(reported))))
    assert results[0] == results[1] == results[2]
    assert max(line.depth for line in found.lines) > 2


def line_of(score: int, depth: int, rank: int = 1) -> Line:
    return Line(rank, Score(score), depth, 0, 0.0, 0.0, (PASS,))


def test_lines_stand_in_the_order_of_their_scores_wins_first() -> None:
    scores = [(31, 2), (163, 1), (-29990, 1), (29995, 3), (29999, 0), (31, 3), (-29980, 2)]
    lines = by_score(line_of(score, depth, 9) for score, depth in scores)
    assert [(line.score.value, line.depth) for line in lines] == [
        (29999, 0),
        (29995, 3),
        (163, 1),
        (31, 3),
        (31, 2),
        (-29980, 2),
        (-29990, 1),
    ]
    assert [line.rank for line in lines] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_lines_of_an_analysis_cut_short_are_sorted_and_keep_their_depths(strategy: str) -> None:
    mixed = 0
    for seed in range(12):
        game = crowded_position("Base+MLP", seed, 10 + 2 * seed)
        searcher = Searcher(table_mib=1, strategy=strategy)
        lines = searcher.search(game, Limits(nodes=3000), multipv=6).lines
        scores = [line.score.value for line in lines]
        assert scores == sorted(scores, reverse=True)
        assert [line.rank for line in lines] == list(range(1, len(lines) + 1))
        mixed += len({line.depth for line in lines}) > 1
    assert mixed > 0


@pytest.fixture
def linear_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search as it is without the network, so that cases that were found stay what they are."""
    monkeypatch.setattr("search.root.shipped_network", lambda: SimpleNamespace(address=0))


@pytest.mark.parametrize(("seed", "nodes"), [(9, 700), (10, 5000), (77, 5000)])
def test_a_move_that_comes_up_late_has_the_depth_at_which_it_did(
    seed: int, nodes: int, linear_evaluation: None
) -> None:
    game = crowded_position("Base+MLP", seed, 8 + seed % 30)
    lines = Searcher(table_mib=1).search(game, Limits(nodes=nodes), multipv=3).lines
    assert [line.depth for line in lines] == [2, 2, 2]


def test_the_move_to_play_is_the_one_searched_deepest() -> None:
    deep, shallow = line_of(31, 2), line_of(163, 1)
    assert choose_line(TOP, (deep, shallow), Random(1)) is deep
    chosen = [choose_line(9, (deep, shallow), Random(seed)) for seed in range(100)]
    assert 20 < chosen.count(deep) < 80


class Recorder(Random):
    """Chance that notes the odds it is given, and takes the last."""

    odds: list[float]

    def choices(self, population: Any, weights: Any = None, **others: Any) -> list[Any]:
        self.odds = [*weights]
        return [population[-1]]


def odds_of(level: int, *scores: int) -> list[float]:
    chance = Recorder()
    lines = tuple(line_of(score, 2) for score in scores)
    assert choose_line(level, lines, chance) is lines[-1]
    return [odd / chance.odds[0] for odd in chance.odds]


def test_the_smaller_the_difference_the_likelier_the_error() -> None:
    for level in range(1, TOP):
        odds = odds_of(level, 50, 50, 40, 0, -200)
        assert odds == sorted(odds, reverse=True)
        assert odds[1] == 1 > odds[2]
        # Odds multiply where differences add up.
        assert odds_of(level, 50, 30)[1] == pytest.approx(odds[2] ** 2)


def test_a_level_looks_further_than_the_one_below_or_errs_less() -> None:
    depths = [limits_of_level(level, Limits()).depth or 0 for level in range(1, TOP)]
    errors = [odds_of(level, 50, 0)[1] for level in range(1, TOP)]
    for above in range(1, TOP - 1):
        further = depths[above] > depths[above - 1]
        assert further or (depths[above] == depths[above - 1] and errors[above] < errors[above - 1])


def test_a_line_that_was_searched_less_is_believed_no_more_than_the_first() -> None:
    assert odds_of(3, 10, 500, 10) == [1, 1, 1]


def test_a_forced_end_is_not_left_to_chance() -> None:
    for level in range(1, TOP):
        for score in (29997, -29998):
            first, other = line_of(score, 3), line_of(score - 1, 3)
            assert choose_line(level, (first, other), Recorder()) is first


def test_levels_look_no_less_far_ahead_than_those_below() -> None:
    depths = [limits_of_level(level, Limits()).depth for level in range(1, TOP)]
    assert depths == sorted(depths, key=lambda depth: depth or 0)
    assert None not in depths
    for level in range(1, TOP):
        assert limits_of_level(level, Limits(depth=1, nodes=7)) == Limits(depth=1, nodes=7)
        assert limits_of_level(level, Limits(depth=50)).depth == depths[level - 1]
        assert lines_of_level(level) > 1
    assert limits_of_level(TOP, Limits(nodes=7)) == Limits(nodes=7)
    assert lines_of_level(TOP) == 1


# Chance


def played(searcher: Searcher, games: int, plies: int = 6) -> list[str]:
    """The moves of some games that a searcher plays against itself."""
    strings = []
    for _ in range(games):
        searcher.new_game()
        game = Game("Base+MLP")
        while game.ply < plies:
            game.play(searcher.search(game, Limits(nodes=500)).move)
        strings.append(game.game_string)
    return strings


def test_without_a_seed_a_weaker_level_plays_every_game_differently() -> None:
    assert len(set(played(Searcher(table_mib=1, level=2), 6))) > 1
    assert len(set(played(Searcher(table_mib=1, level=2, seed=7), 6))) == 1


def test_the_seed_of_a_game_holds_until_the_next_and_can_be_used_again() -> None:
    searcher = Searcher(table_mib=1, level=2)
    [first] = played(searcher, 1)
    seed = searcher.seed_in_use
    assert seed > 0
    searcher.seed = 0
    game = Game("Base+MLP")
    searcher.search(game, Limits(nodes=10))
    searcher.search(Game("Base"), Limits(nodes=10))
    assert searcher.seed_in_use == seed
    assert played(Searcher(table_mib=1, level=2, seed=seed), 1) == [first]
    searcher.new_game()
    assert searcher.seed_in_use != seed
    searcher.seed = 12
    assert searcher.seed_in_use == 12
