"""Alpha-beta without its risky techniques is minimax: same score, one of the best moves."""

from functools import cache

import pytest
from bruteforce import (
    code_of,
    crowded_game,
    crowded_position,
    cycle_of,
    loses_within,
    move_scores,
    wins_within,
)
from tactics import TACTICS, Tactic

from engine import GAME_TYPES, Game
from search import Limits, Result, Searcher
from search.parameters import PARAMETERS
from search.techniques import TECHNIQUES

pytestmark = pytest.mark.slow

SAFE_TECHNIQUES = ("table", "killers", "history", "priors", "aspiration")
"""Techniques that change the order of moves or save work, but never a value."""

STAGES = (1, 6, 22, 42, 58)
"""Plies at which positions are taken from games: opening, middle game and endgame."""

MOST_LEAVES = 250_000
LONGEST_PROOF = 5
"""Plies; longer proofs take the full-width solver too long."""


def techniques(*names: str) -> int:
    """The switches of these techniques alone."""
    return sum(1 << TECHNIQUES.index(name) for name in names)


def searched(game: Game, depth: int, switches: int, multipv: int = 1) -> Result:
    """What a searcher that knows nothing finds with some techniques only."""
    searcher = Searcher(table_mib=1)
    searcher.techniques = switches
    return searcher.search(game, Limits(depth=depth), multipv=multipv)


@cache
def positions() -> tuple[Game, ...]:
    """Positions of all game types and stages whose trees of depth 3 are small enough."""
    found = []
    for game_type in GAME_TYPES:
        for stage in STAGES:
            games = (crowded_position(game_type, seed, stage) for seed in range(100))
            found.append(next(game for game in games if game.perft(3) <= MOST_LEAVES))
    return tuple(found)


@cache
def true_scores(number: int, depth: int) -> dict[int, int]:
    return move_scores(positions()[number].position, depth)


def assert_equals_minimax(result: Result, scores: dict[int, int], game: Game) -> None:
    best = max(scores.values())
    assert result.lines[0].score.value == best, game.game_string
    assert scores[code_of(result.move)] == best, (game.game_string, result.move)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_bare_alpha_beta_equals_minimax(depth: int) -> None:
    for number, game in enumerate(positions()):
        assert_equals_minimax(searched(game, depth, 0), true_scores(number, depth), game)


def test_bare_multipv_ranks_moves_as_minimax_does() -> None:
    for number, game in enumerate(positions()):
        result = searched(game, 2, 0, multipv=4)
        scores = true_scores(number, 2)
        found = [line.score.value for line in result.lines]
        assert found == sorted(scores.values(), reverse=True)[:4], game.game_string
        assert found == [scores[code_of(line.pv[0])] for line in result.lines], game.game_string


@pytest.mark.parametrize("technique", SAFE_TECHNIQUES)
def test_a_safe_technique_changes_no_value(technique: str) -> None:
    for number, game in enumerate(positions()):
        result = searched(game, 3, techniques(technique))
        assert_equals_minimax(result, true_scores(number, 3), game)


def test_all_safe_techniques_together_change_no_value() -> None:
    for number, game in enumerate(positions()):
        result = searched(game, 3, techniques(*SAFE_TECHNIQUES))
        assert_equals_minimax(result, true_scores(number, 3), game)


def test_aspiration_changes_no_value_where_windows_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow window from the first depth on fails often, since the tempo moves the score."""
    narrow = {"aspiration_depth": 1, "aspiration_window": 3}
    changed = (each._replace(value=narrow.get(each.name, each.value)) for each in PARAMETERS)
    monkeypatch.setattr("search.parameters.PARAMETERS", tuple(changed))
    for number, game in enumerate(positions()):
        for names in (["aspiration"], SAFE_TECHNIQUES):
            result = searched(game, 3, techniques(*names))
            assert_equals_minimax(result, true_scores(number, 3), game)


def test_safe_techniques_save_work() -> None:
    games = [game for game in positions() if game.ply >= 20]
    bare = sum(searched(game, 3, 0).nodes for game in games)
    safe = sum(searched(game, 3, techniques(*SAFE_TECHNIQUES)).nodes for game in games)
    assert safe < bare / 2


def games_after(tactic: Tactic) -> tuple[Game, Game]:
    """The game of a tactic, before and after its move."""
    before = Game.from_string(tactic.game_string)
    now = before.copy()
    now.play(tactic.move)
    return before, now


@pytest.mark.parametrize("plies", [1, 3])
def test_mate_scores_are_exact_distances(plies: int) -> None:
    checked = 0
    for tactic in TACTICS:
        if (tactic.kind, tactic.plies) == ("wins", plies):
            before, now = games_after(tactic)
            assert searched(before, 3, 0).lines[0].score.mate == plies, tactic
            if plies > 1:
                assert searched(now, 3, 0).lines[0].score.mate == 1 - plies, tactic
            checked += 1
    assert checked >= 10


def test_safe_techniques_keep_mate_distances_exact() -> None:
    checked = 0
    for tactic in TACTICS:
        if (tactic.kind, tactic.plies) == ("wins", 5):
            _, now = games_after(tactic)
            if len(now.legal_moves) == 1:
                continue  # a forced move is not searched
            result = searched(now, 4, techniques(*SAFE_TECHNIQUES))
            assert result.lines[0].score.mate == -4, tactic
            checked += 1
    assert checked >= 10


def assert_proof(game: Game, result: Result) -> bool:
    """Check the claim of a forced end against the solver; whether there was a claim to check."""
    mate = result.lines[0].score.mate
    if mate is None or abs(mate) > LONGEST_PROOF:
        return False
    holds = wins_within if mate > 0 else loses_within
    assert holds(game.position, abs(mate)), (game.game_string, mate)
    return abs(mate) > 1


def test_a_mate_score_is_a_proof_with_all_techniques() -> None:
    searcher = Searcher(table_mib=4)
    proofs = 0
    for tactic in TACTICS:
        for game in games_after(tactic):
            if not game.is_over:
                proofs += assert_proof(game, searcher.search(game, Limits(nodes=5000)))
    for game_type in GAME_TYPES:
        for game in crowded_game(game_type, "proofs", 60, careful=True):
            if game.ply > 20 and game.ply % 3 == 0:
                proofs += assert_proof(game, searcher.search(game, Limits(nodes=2000)))
    assert proofs >= 50


def test_a_third_occurrence_counts_as_a_draw() -> None:
    """Without a pillbug in the box, or the piece moved last would tell the positions apart."""
    games = (crowded_position("Base", seed, 20) for seed in range(100))
    game, cycle = next((game, cycle) for game in games if (cycle := cycle_of(game)))
    for move in (*cycle, *cycle[:3]):
        game.play(move)
    for names, drawn in ((["repetition"], True), ([], False)):
        lines = searched(game, 2, techniques(*names), multipv=1000).lines
        score = next(line.score for line in lines if line.pv[0] == cycle[3])
        assert (score.value == 0) == drawn


def test_a_proven_win_is_played_out_no_longer_than_was_said() -> None:
    played_out = 0
    for tactic in TACTICS:
        if tactic.kind == "wins" and tactic.plies > 1:
            game = Game.from_string(tactic.game_string)
            winner = game.turn
            players = [Searcher(table_mib=4) for _ in range(2)]
            limits = Limits(nodes=100_000)
            result = players[winner].search(game, limits)
            said = result.lines[0].score.mate
            if said is None:
                continue
            end = game.ply + said
            game.play(result.move)
            while not game.is_over and game.ply < end:
                game.play(players[game.turn].search(game, limits).move)
            assert game.winner is winner, tactic
            played_out += 1
    assert played_out >= 20
