"""Games decided by scores: engines are told to report them, and those that do not are named."""

import json
from pathlib import Path

import pytest
from arena_helpers import engine_option, run_arena

from engine.pgn import read_all

FAST = ["-each", "st=0.5", "margin=20", "-openings", "plies=0", "-gametype", "Base"]
MORE = ["-games", "2", "-concurrency", "1", "-pgnout", "g.pgn", "-jsonout", "g.json"]
RESIGN = ["-resign", "score=500", "movecount=2"]
DRAW = ["-draw", "score=5", "movecount=2", "movenumber=2"]
TURN_ON = "options set ReportIntermediateBestMoves True"

GLAD = engine_option("name=Glad", arguments="--scores=700 --reports asked --log glad.log")
SAD = engine_option("name=Sad", arguments="--scores=0,-600,-600 --reports asked --log sad.log")


def test_engines_are_told_to_report_scores_where_scores_decide(tmp_path: Path) -> None:
    done = run_arena([*SAD, *GLAD, *FAST, *MORE, *RESIGN], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Endings: resign adjudication 2" in done.stdout
    assert "scores" not in done.stdout + done.stderr
    for name in ("sad", "glad"):
        assert TURN_ON in (tmp_path / f"{name}.log").read_text()
    first = next(read_all((tmp_path / "g.pgn").read_text()))
    assert first.comments[3].startswith("-600/2 ")
    assert first.comments[4].startswith("+700/2 ")
    assert json.loads((tmp_path / "g.json").read_text())["without_scores"] == []


def test_engines_are_left_alone_where_scores_do_not_decide(tmp_path: Path) -> None:
    done = run_arena([*SAD, *GLAD, *FAST, *MORE], tmp_path)
    assert "Endings: queen surrounded 2" in done.stdout
    assert "scores" not in done.stdout + done.stderr
    assert "ReportIntermediate" not in (tmp_path / "sad.log").read_text()


@pytest.mark.parametrize("value", ["False", "True"])
def test_what_the_user_has_set_is_not_overruled(tmp_path: Path, value: str) -> None:
    own = [*SAD, f"option.ReportIntermediateBestMoves={value}"]
    done = run_arena([*own, *GLAD, *FAST, *MORE, *RESIGN], tmp_path)
    assert done.returncode == 0, done.stderr
    log = (tmp_path / "sad.log").read_text().splitlines()
    told = {line for line in log if "ReportIntermediate" in line}
    assert told == {f"options set ReportIntermediateBestMoves {value}"}
    assert ("Sad reported no scores" in done.stdout) == (value == "False")


@pytest.mark.parametrize(
    "arguments",
    ["", "--reports asked", "--reports refused --scores=-600"],
    ids=["no such option", "reports nothing", "does not take it"],
)
def test_an_engine_without_scores_is_named_once(tmp_path: Path, arguments: str) -> None:
    mute = engine_option("name=Mute", arguments=arguments)
    games = [*MORE[2:], "-games", "6"]
    done = run_arena([*mute, *GLAD, *FAST, *games, *RESIGN, *DRAW], tmp_path)
    assert done.returncode == 0, done.stderr
    warning = "warning: Mute reports no scores for -resign and -draw to go by"
    assert done.stderr.count(warning) == 1
    assert done.stderr.index(warning) < done.stderr.index("game 2 ")
    assert "Glad report" not in done.stdout + done.stderr
    assert done.stdout.count("Mute reported no scores for -resign and -draw to go by") == 1
    assert json.loads((tmp_path / "g.json").read_text())["without_scores"] == ["Mute"]


def test_quiet_leaves_the_warning_to_the_report(tmp_path: Path) -> None:
    mute = engine_option("name=Mute")
    done = run_arena([*mute, *GLAD, *FAST, *MORE, *RESIGN, "-quiet"], tmp_path)
    assert done.stderr == ""
    assert "Mute reported no scores for -resign to go by" in done.stdout


def test_an_engine_that_shows_scores_unasked_is_not_named(tmp_path: Path) -> None:
    frank = engine_option("name=Frank", arguments="--scores=1")
    done = run_arena([*frank, *GLAD, *FAST, *MORE, *RESIGN], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Frank report" not in done.stdout + done.stderr
