"""Playing and analysing with the client: our engine, and what is sent to any."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from client_helpers import SCRIPT, commands_logged, game_after, ours, with_habit

from client import AnalysedLine, Engine, EngineRefusedError, EngineUnsupportedError
from client.lines import line_of_thought, read_analysis, score_of_points
from engine import PASS, Game
from search import Limits, Score
from search.values import LARGEST_EVALUATION, MATE

MATE_IN_ONE = "Base;InProgress;White[8];" + ";".join(SCRIPT)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with ours() as engine:
        yield engine


def test_an_engine_says_who_it_is_and_what_it_can(engine: Engine) -> None:
    assert (engine.id.name, engine.id.version) == ("Propolis", "0.2.0")
    assert str(engine.id) == "Propolis v0.2.0"
    assert engine.capabilities == ("Mosquito", "Ladybug", "Pillbug")
    assert engine.is_alive
    assert "Propolis v0.2.0" in repr(engine)


def test_a_move_is_chosen_and_nothing_is_played(engine: Engine) -> None:
    game = Game("Base+MLP")
    result = engine.play(game, Limits(depth=2))
    assert game.ply == 0
    assert game.parse_move(result.text) == result.move
    assert result.command == "bestmove depth 2"
    assert 0 < result.seconds < 60
    assert (result.lines, result.score, result.depth) == ((), None, None)


def test_what_the_engine_tells_on_the_way_reaches_the_caller(engine: Engine) -> None:
    heard: list[AnalysedLine] = []
    result = engine.play(Game("Base+MLP"), Limits(depth=4), info=heard.append)
    assert tuple(heard) == result.lines
    assert [line.depth for line in heard][-1] == 4 == result.depth
    assert heard[-1].move == result.move
    assert isinstance(result.score, Score)
    assert engine.options["ReportIntermediateBestMoves"].value is True
    assert engine.play(Game("Base+MLP"), Limits(depth=2)).lines == ()


def test_a_whole_game_can_be_played(engine: Engine) -> None:
    game = Game("Base+P")
    for _ in range(12):
        game.play(engine.play(game, Limits(nodes=50)).move)
    assert game.ply == 12


def test_an_analysis_is_typed_and_ranked(engine: Engine) -> None:
    game = Game("Base+MLP")
    lines = engine.analyse(game, Limits(depth=4), 3)
    assert [line.rank for line in lines] == [1, 2, 3]
    assert all(line.depth == 4 and (line.nodes or 0) > 0 for line in lines)
    assert len({line.move for line in lines}) == 3
    for line in lines:
        replay = game.copy()
        for move in line.pv:
            replay.play(move)
        assert replay.ply == len(line.pv) >= 4
    scores = [line.score.value for line in lines if line.score is not None]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)


def test_a_forced_win_has_the_plies_it_takes(engine: Engine) -> None:
    [line] = engine.analyse(Game.from_string(MATE_IN_ONE), Limits(depth=2))
    assert line.score is not None
    assert line.score.mate == 1


def test_lines_come_while_the_engine_searches_until_it_is_stopped(engine: Engine) -> None:
    game = Game("Base+MLP")
    seen: list[AnalysedLine] = []
    with engine.analysis(game, multipv=2) as analysis:
        assert analysis.is_running
        for line in analysis:
            seen.append(line)
            assert analysis.best() is not None
            if (line.rank, line.depth) == (2, 3):
                analysis.stop()
    assert {line.rank for line in seen} == {1, 2}
    assert [line.depth for line in seen if line.rank == 1][:3] == [1, 2, 3]
    assert not analysis.is_running
    assert [line.rank for line in analysis.lines] == [1, 2]
    assert analysis.wait() == analysis.lines
    assert engine.options["Verbose"].value is False
    assert engine.play(game, Limits(depth=1)).move in game.legal_moves


def test_an_analysis_with_limits_ends_by_itself(engine: Engine) -> None:
    analysis = engine.analysis(Game("Base+MLP"), Limits(depth=3))
    lines = analysis.wait()
    assert [line.depth for line in lines] == [3]
    assert analysis.best() == lines[0]


def test_an_analysis_that_is_left_by_an_exception_is_stopped(engine: Engine) -> None:
    analysis = engine.analysis(Game("Base+MLP"))
    with pytest.raises(ZeroDivisionError), analysis:
        raise ZeroDivisionError(next(analysis))
    assert not analysis.is_running
    assert engine.play(Game("Base+MLP"), Limits(depth=1)).text


def test_the_game_is_changed_only_by_its_owner(engine: Engine) -> None:
    game = Game("Base+MLP")
    analysis = engine.analysis(game, Limits(depth=3))
    game.play("wS1")
    assert analysis.wait()[0].move in Game("Base+MLP").legal_moves


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(), "given: none"),
        (Limits(seconds=1, depth=2), "given: seconds and depth"),
    ],
)
def test_one_limit_is_wanted(engine: Engine, limits: Limits, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        engine.play(Game(), limits)
    assert engine.play(Game(), Limits(depth=1)).text


def test_things_of_another_kind_are_refused(engine: Engine) -> None:
    with pytest.raises(TypeError, match="a game is a Game"):
        engine.play("Base", Limits(depth=1))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="limits are Limits"):
        engine.play(Game(), 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="multipv must be at least 1"):
        engine.analyse(Game(), Limits(depth=1), 0)


def test_a_refusal_does_not_count_for_not_knowing_the_command() -> None:
    with ours() as engine:
        with pytest.raises(EngineRefusedError, match="multipv takes a number"):
            engine.analyse(Game(), Limits(depth=1), 100_000)
        assert len(engine.analyse(Game(), Limits(depth=1), 2)) == 2


def test_a_game_that_is_over_is_not_asked_about(engine: Engine) -> None:
    game = Game.from_string(MATE_IN_ONE)
    game.play("wQ /bG1")
    with pytest.raises(ValueError, match="the game is over"):
        engine.play(game, Limits(depth=1))


def test_any_command_can_be_sent(engine: Engine) -> None:
    engine.command("newgame Base")
    assert engine.command("validmoves").lines == ["wS1;wB1;wG1;wA1"]
    assert engine.command("fly").lines[0].startswith("err ")
    with pytest.raises(ValueError, match="one line"):
        engine.command("info\ninfo")
    assert engine.play(game_after(4), Limits(depth=1)).text


# What is sent


def test_only_what_is_new_is_sent(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with with_habit("", "--log", str(log)) as engine:
        for plies in (0, 0, 1, 3, 2, 14):
            assert engine.play(game_after(plies), Limits(depth=1)).move != PASS
    sent = [line for line in commands_logged(log)[1:] if not line.startswith("bestmove")]
    assert sent == [
        "newgame Base",
        "play wS1",
        "play bS1 wS1-",
        "play wQ -wS1",
        "undo",
        f"newgame Base;InProgress;White[8];{';'.join(SCRIPT)}",
    ]


def test_another_game_is_sent_whole_or_from_where_they_part(tmp_path: Path) -> None:
    log = tmp_path / "log"
    other = game_after(3)
    other.play("bQ bS1-")
    with with_habit(
        "", "--log", str(log), "--moves", "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;pass"
    ) as engine:
        engine.play(game_after(3), Limits(depth=1))
        engine.command("newgame Base")  # which makes the engine's game unknown
        engine.play(game_after(3), Limits(depth=1))
        other.undo()
        other.undo()
        engine.play(other, Limits(depth=1))
    sent = [line for line in commands_logged(log)[1:] if line[:4] in ("newg", "undo", "play")]
    whole = "newgame Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1"
    assert sent == [whole, "newgame Base", whole, "undo"]


def test_moves_are_sent_in_our_spelling(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = game_after(4)
    game.play("WQ wQ/")  # to the upper left of wS1, named by the mover itself
    with with_habit("", "--log", str(log)) as engine:
        engine.play(game_after(4), Limits(depth=1))
        with pytest.raises(EngineUnsupportedError, match="nodes"):
            engine.play(game, Limits(nodes=5))
    assert "play wQ \\wS1" in commands_logged(log)


# What is read


def test_lines_of_bestmove_are_read() -> None:
    line = line_of_thought("wS1;3;-0.25", Game(), 1.5)
    assert line is not None
    assert (line.score, line.depth, line.nodes, line.seconds) == (Score(-25), 3, None, 1.5)
    assert line_of_thought("wS1", Game(), 1.5) is None
    assert line_of_thought("wQ;3;1", Game(), 1.5) is None
    long = line_of_thought("wS1;3;1;pv wS1;bS1 wS1-;nonsense", Game(), 0.0)
    assert long is not None
    assert len(long.pv) == 2


def test_scores_of_other_engines_never_look_like_forced_ends() -> None:
    assert score_of_points(1e300).value == LARGEST_EVALUATION
    assert score_of_points(-1e300).mate is None
    assert score_of_points(-math.inf).win_chance == 0.0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+0.83", 83),
        ("-1.00", -100),
        ("#3", MATE - 3),
        ("-#4", 4 - MATE),
        ("+inf", None),
        ("", None),
    ],
)
def test_scores_of_analyze_are_read(text: str, value: int | None) -> None:
    line = read_analysis(f"2;score {text};win 1.0%;depth 6;nodes 81;pv wS1  (0.25 s)", Game(), 9.0)
    assert (line and line.score) == (None if value is None else Score(value))
    assert line is None or (line.rank, line.seconds) == (2, 0.25)
