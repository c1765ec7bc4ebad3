"""Habits of other engines that the client copes with, or says plainly that it cannot."""

from pathlib import Path

import pytest
from client_helpers import SCRIPT, commands_logged, game_after, with_habit

from client import (
    EngineClaimsDrawError,
    EngineDisagreesError,
    EngineProtocolError,
    EngineUnsupportedError,
)
from client.conversation import parse_id
from client.synchronisation import Agreement, agreement
from engine import Game, GameStringError
from search import Limits

ONE = Limits(depth=1)
SHUFFLE = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-") + 2 * (
    "wQ \\wS1",
    "bQ bS1/",
    "wQ -wS1",
    "bQ bS1-",
)
"""The position after 4 plies is there for the third time."""


@pytest.mark.parametrize(
    ("text", "name", "version"),
    [
        ("Propolis v0.2.0", "Propolis", "0.2.0"),
        ("nokamute 1.0.3-2-g806ba76", "nokamute", "1.0.3-2-g806ba76"),
        ("My Engine", "My Engine", ""),
        ("Engine9", "Engine9", ""),
        ("", "", ""),
    ],
)
def test_names_and_versions_are_told_apart(text: str, name: str, version: str) -> None:
    assert parse_id(text) == (text, name, version)


@pytest.mark.parametrize("habit", ["chatty-banner", "crlf"])
def test_banners_may_have_other_lines(habit: str) -> None:
    with with_habit(habit) as engine:
        assert engine.id.text == "Habits 1.0"
        assert engine.capabilities == ("Mosquito", "Ladybug", "Pillbug")
        assert engine.play(Game(), ONE).text == "wS1"


def test_the_last_line_with_a_move_is_the_answer() -> None:
    with with_habit("many-lines") as engine:
        result = engine.play(Game(), ONE, info=lambda line: None)
        assert result.text == "wS1"
        assert [(line.depth, str(line.score)) for line in result.lines] == [
            (1, "+0.50"),
            (2, "-0.25"),
        ]


@pytest.mark.parametrize(
    ("moves", "habit"),
    [
        ("wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wQ wQ/", ""),
        ("wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wQ \\wS1", "odd-case"),
    ],
)
def test_odd_spellings_of_moves_are_understood(moves: str, habit: str) -> None:
    """The first names a move by the mover itself, the second writes it in capitals."""
    with with_habit(habit, "--moves", moves) as engine:
        assert engine.play(game_after(4), ONE).text == "wQ \\wS1"


def test_games_may_be_echoed_in_another_spelling() -> None:
    with with_habit("respells") as engine:
        for plies in (4, 5, 8):
            assert engine.play(game_after(plies), ONE).text == SCRIPT[plies]


def test_fractions_of_a_second_are_rounded_up_where_they_are_refused(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with with_habit("whole-seconds", "--log", str(log)) as engine:
        assert not engine.takes_whole_seconds
        result = engine.play(Game(), Limits(seconds=0.3))
        assert (result.text, result.command) == ("wS1", "bestmove time 00:00:01")
        assert engine.takes_whole_seconds
        assert engine.play(Game(), Limits(seconds=1.5)).command == "bestmove time 00:00:02"
    asked = [line for line in commands_logged(log) if line.startswith("bestmove")]
    assert asked == [
        "bestmove time 00:00:00.300",
        "bestmove time 00:00:01",
        "bestmove time 00:00:02",
    ]


def test_a_time_of_zero_is_never_sent() -> None:
    """Some engines take it for no limit at all."""
    with with_habit() as engine:
        assert engine.play(Game(), Limits(seconds=0)).command == "bestmove time 00:00:00.010"
        assert engine.play(Game(), Limits(seconds=0.0001)).command == "bestmove time 00:00:00.010"


def test_an_undo_that_is_refused_is_replaced_by_the_whole_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with with_habit("refuses-undo", "--log", str(log)) as engine:
        engine.play(game_after(3), ONE)
        assert engine.play(game_after(2), ONE).text == SCRIPT[2]
    whole = "newgame Base;InProgress;White[2];wS1;bS1 wS1-"
    assert commands_logged(log)[3:5] == ["undo", whole]


def test_a_draw_that_only_the_engine_sees_is_told_as_such() -> None:
    """The engine is not asked for a move: some die when asked after what they take for the end."""
    with with_habit("claims-draw", "--at", "4") as engine:
        with pytest.raises(EngineClaimsDrawError, match=r"drawn at White\[3\]") as caught:
            engine.play(game_after(4), ONE)
        assert caught.value.claimed == "Draw"
        engine.play(game_after(3), ONE)
        with pytest.raises(EngineClaimsDrawError):  # here it refuses to play on
            engine.play(game_after(5), ONE)
        assert engine.play(game_after(2), ONE).text == SCRIPT[2]


def test_another_winner_is_a_disagreement() -> None:
    with with_habit("wins-early", "--at", "4") as engine:
        with pytest.raises(EngineDisagreesError, match=r"says WhiteWins at White\[3\]") as caught:
            engine.play(game_after(4), ONE)
        assert not isinstance(caught.value, EngineClaimsDrawError)
        assert engine.is_alive


def test_an_engine_without_the_rule_of_repetition_agrees() -> None:
    game = Game(repetition_draw=True)
    for text in SHUFFLE:
        game.play(text)
    assert agreement(game, "InProgress") is Agreement.SAME
    assert agreement(game, "WhiteWins") is Agreement.DIFFERENT
    assert agreement(game_after(3), "Adjourned") is Agreement.SAME


def test_another_game_is_not_taken_for_this_one() -> None:
    with with_habit("forgets") as engine:
        with pytest.raises(EngineProtocolError, match="answered 'Base;InProgress"):
            engine.play(game_after(4), ONE)
        assert engine.play(Game(), ONE).text == "wS1"


def test_missing_expansions_are_told() -> None:
    with with_habit("base-only") as engine:
        assert engine.capabilities == ()
        with pytest.raises(EngineUnsupportedError, match=r"does not play Base\+M: .*never heard"):
            engine.play(Game("Base+M"), ONE)
        assert engine.play(Game(), ONE).text == "wS1"
    with with_habit("plays-base") as engine, pytest.raises(EngineProtocolError, match="answered"):
        engine.play(Game("Base+M"), ONE)


def test_a_game_without_a_game_string_cannot_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_text(game: Game) -> str:
        raise GameStringError("this game was set up")

    monkeypatch.setattr(Game, "game_string", property(no_text))
    with with_habit() as engine, pytest.raises(EngineUnsupportedError, match="was set up"):
        engine.play(Game(), ONE)


def test_limits_and_lines_that_an_engine_lacks_are_told() -> None:
    with with_habit() as engine:
        with pytest.raises(EngineUnsupportedError, match="does not know 'bestmove nodes'"):
            engine.play(Game(), Limits(nodes=5))
        with pytest.raises(EngineUnsupportedError, match="neither 'analyze' nor the option Report"):
            engine.analyse(Game(), ONE)
        with pytest.raises(EngineUnsupportedError, match="cannot show 2 lines"):
            engine.analyse(Game(), ONE, 2)
        with pytest.raises(EngineUnsupportedError, match="shows no lines"):
            list(engine.analysis(Game()))
        assert engine.play(Game(), ONE).text == "wS1"


def test_an_engine_that_reports_its_best_moves_can_be_watched(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with with_habit("reports", "--log", str(log)) as engine:
        [line] = engine.analyse(Game(), ONE)
        assert (line.depth, str(line.score)) == (3, "+0.75")
        with engine.analysis(Game()) as analysis:
            assert [next(analysis).depth for _ in range(3)] == [1, 2, 3]
        assert engine.play(Game(), ONE).lines == ()
        engine.configure({"ReportIntermediateBestMoves": True})
        assert len(engine.play(Game(), ONE).lines) == 3
    sent = commands_logged(log)
    assert sent.count("options set ReportIntermediateBestMoves False") == 1
    assert sent.count("analyze depth 1") == 2, "what it does not know is tried at first only"
