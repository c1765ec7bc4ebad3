import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import cli, signature, web_analysis
from benchmarks.measure import FAILED, GOAL, MET, MISSED, NO_BOUND, Measure, at_least, at_most
from benchmarks.openspiel_rules import DistinctTree, random_games
from benchmarks.playouts import (
    BATCH,
    batched_games,
    jitted_games,
    object_games,
    stepped_games,
)
from benchmarks.positions import P2, P2_WINS, P3, SIGNATURE_SET
from benchmarks.report import COLUMNS, table
from engine import GAME_TYPES, Game

ROOT = Path(__file__).parents[2]
NODES = {"AlphaBeta": 3_000, "MCTS": 1_000}


@pytest.fixture
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signature, "NODES", NODES)


def test_signature_is_the_same_in_every_run_and_process() -> None:
    expected = [signature.signature(*item) for item in NODES.items()]
    assert [signature.signature(*item) for item in NODES.items()] == expected
    command = "from benchmarks.signature import signature\nprint(signature({!r}, {}))"
    code = "\n".join(command.format(*item) for item in NODES.items())
    other = subprocess.run(
        (sys.executable, "-c", code), cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert other.stdout.splitlines() == expected


def test_the_search_has_the_signature_on_record() -> None:
    """A change of the search that is wanted writes the new one down, see CONTRIBUTING.md."""
    on_record = signature.recorded()
    assert "AlphaBeta" in on_record
    assert {
        name: signature.signature(name, signature.NODES[name]) for name in on_record
    } == on_record


def test_signature_changes_with_the_search() -> None:
    assert signature.signature("AlphaBeta", 3_000) != signature.signature("AlphaBeta", 4_000)


def test_signature_positions_are_games_of_all_types_and_not_over() -> None:
    games = [Game.from_string(text) for text in SIGNATURE_SET.values()]
    assert {game.game_type for game in games} == set(GAME_TYPES)
    assert not any(game.is_over for game in games)
    for game, text in zip(games, SIGNATURE_SET.values(), strict=True):
        assert text in (game.game_string, game.game_type)


def test_known_positions_have_their_published_counts() -> None:
    assert [Game.from_string(text).perft(2) for text in (P2, P3)] == [12_814, 6_929]


def test_p2_has_as_many_wins_at_once_as_it_says() -> None:
    game = Game.from_string(P2)
    wins = 0
    for move in game.legal_moves:
        player = game.turn
        game.play(move)
        wins += game.winner == player
        game.undo()
    assert wins == P2_WINS


@pytest.mark.usefixtures("few_nodes")
def test_table_and_json_are_well_formed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results" / "some.json"
    assert cli.main(["--only", "signature", "--quick", "--json", str(path)]) == 0
    output = capsys.readouterr()
    head, ruler, *rows = output.out.split("\n\n")[0].splitlines()
    assert [cell.strip() for cell in head.strip("|").split("|")] == list(COLUMNS)
    assert set(ruler) == set("|- ")
    assert len(rows) == len(NODES)
    assert all(row.count("|") == len(COLUMNS) + 1 for row in rows)
    assert "signature" in output.err
    written = json.loads(path.read_text("utf-8"))
    assert {"date", "cpu", "cores", "python", "numba", "numpy", "seconds"} <= set(written)
    measures = written["measures"]
    assert [measure["section"] for measure in measures] == ["signature"] * len(NODES)
    assert [measure["value"] for measure in measures] == [
        signature.signature(*item) for item in NODES.items()
    ]


@pytest.mark.usefixtures("few_nodes")
def test_a_section_that_fails_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(cli.SECTIONS, "perft", "benchmarks.no_such_section")
    path = tmp_path / "some.json"
    assert cli.main(["--only", "perft", "signature", "--json", str(path)]) == 1
    rows = capsys.readouterr().out.splitlines()[2:5]
    assert [FAILED in row for row in rows] == [True, False, False]


def test_verdicts() -> None:
    bounds = at_most(1.0), at_most(0.5)
    assert Measure("", 0.5, "s", *bounds).verdict == GOAL
    assert Measure("", 0.6, "s", *bounds).verdict == MET
    assert Measure("", 1.1, "s", *bounds).verdict == MISSED
    assert Measure("", 1.7, "x", at_least(1.7)).verdict == MET
    assert Measure("", 1.6, "x", at_least(1.7)).verdict == MISSED
    assert Measure("", 1.6).verdict == NO_BOUND
    assert Measure("", "text").verdict == NO_BOUND


def test_table_shows_bounds_with_their_units() -> None:
    row = table({"perft": [Measure("start", 1234.5, "/s", at_least(800_000), None)]}).splitlines()[
        2
    ]
    assert [cell.strip() for cell in row.strip("|").split("|")] == [
        "perft: start",
        "1,234 /s",
        "at least 800,000 /s",
        "-",
        MISSED,
    ]


@pytest.mark.parametrize(("position", "depth"), [("Base", 4), ("Base+MLP", 3), (P3, 2)])
def test_openspiel_has_as_many_distinct_moves(position: str, depth: int) -> None:
    game = Game.from_string(position)
    tree = DistinctTree(game, depth)
    assert tree.leaves == game.perft(depth)
    tree.walk()


def test_random_games_are_played_out() -> None:
    assert jitted_games("Base+MLP", 50, 1) == jitted_games("Base+MLP", 50, 1)
    for play in (jitted_games, object_games, random_games, batched_games):
        assert 10 < play("Base", 2, 1) <= 1000
    assert stepped_games("Base", 3, 1) == 3 * BATCH


def test_the_cost_of_watching_is_a_ratio_with_an_interval() -> None:
    low, high = web_analysis.interval([0.9, 1.0, 1.0, 1.0, 1.1])
    assert 0.9 <= low <= 1.0 <= high <= 1.1
    measures = {each.name: each for each in web_analysis._compare(1, 0.3, 1)}
    for what in ("nodes a second", "nodes by CPU time"):
        ratio = measures[f"{what}, watched : bare, 1 thread"]
        assert isinstance(ratio.value, float)
        assert ratio.value > 0
        assert f"{what}, watched : bare, 1 thread, 95 %" in measures
    assert measures["updates, 1 thread, most"].verdict == MET
