"""Options: typed, checked before they are sent, and seen to be taken over."""

from typing import Any

import pytest
from client_helpers import with_habit

from client import EngineOptionError, EngineStartError, Option
from client.options import parse_option


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("Verbose;bool;True;False", Option("Verbose", "bool", True, False)),
        ("Level; int ;3;10;1;10", Option("Level", "int", 3, 10, 1, 10)),
        ("Bias;double;0.5;1;-2;2", Option("Bias", "double", 0.5, 1.0, -2.0, 2.0)),
        ("Mode;enum;A;B;A;B;C", Option("Mode", "enum", "A", "B", choices=("A", "B", "C"))),
        ("Name;text;me", Option("Name", "text", "me")),
        ("Odd;int;x;1;low;9", Option("Odd", "int", "x", 1, None, 9)),
        ("Broken", None),
        ("", None),
    ],
)
def test_lines_of_options_are_read(line: str, option: Option | None) -> None:
    assert parse_option(line) == option


@pytest.mark.parametrize(
    ("line", "value", "text"),
    [
        ("Verbose;bool;True;False", False, "False"),
        ("Verbose;bool;True;False", "true", "True"),
        ("Level;int;3;10;1;10", 10, "10"),
        ("Level;int;3;10;1;10", "7", "7"),
        ("Bias;double;0.5;1;-2;2", -1.5, "-1.5"),
        ("Mode;enum;A;B;Auto;None", "auto", "Auto"),
        ("Name;text;me;me", "you", "you"),
    ],
)
def test_values_are_written_as_the_engine_wants_them(line: str, value: Any, text: str) -> None:
    option = parse_option(line)
    assert option is not None
    assert option.text_of(value) == text


@pytest.mark.parametrize(
    ("line", "value", "words"),
    [
        ("Verbose;bool;True;False", "perhaps", "takes True or False, not 'perhaps'"),
        ("Verbose;bool;True;False", 1, "takes True or False, not 1"),
        ("Level;int;3;10;1;10", 11, "takes a whole number between 1 and 10, not 11"),
        ("Level;int;3;10;1;10", 2.5, "takes a whole number"),
        ("Level;int;3;10;1;10", True, "takes a whole number"),
        ("Bias;double;0.5;1;-2;2", "nan", "takes a number between"),
        ("Mode;enum;A;B;A;B", "C", "takes A or B, not 'C'"),
        ("Name;text;me;me", "you and me", "takes one word"),
        ("Name;text;me;me", "", "takes one word"),
    ],
)
def test_values_of_the_wrong_kind_are_not_sent(line: str, value: Any, words: str) -> None:
    option = parse_option(line)
    assert option is not None
    with pytest.raises(ValueError, match=words):
        option.text_of(value)


def test_options_are_set_and_kept_up_to_date() -> None:
    with with_habit(options={"level": 4}) as engine:
        assert engine.options["Level"] == Option("Level", "int", 4, 3, 1, 5)
        engine.configure({"Style": "wild", "Level": "2"})
        assert (engine.options["Style"].value, engine.options["Level"].value) == ("Wild", 2)
        assert engine.command("options").lines == [
            "Level;int;2;3;1;5",
            "Style;enum;Wild;Calm;Calm;Wild",
        ]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"Lvl": 3}, "has no option 'Lvl'; its options are: Level, Style"),
        ({"Level": 9}, "option Level takes a whole number between 1 and 5, not 9"),
        ({"Style": "Wild", "Level": "x"}, "option Level takes"),
    ],
)
def test_what_is_wrong_with_options_is_said_and_changes_nothing(
    values: dict[str, Any], words: str
) -> None:
    with with_habit() as engine:
        with pytest.raises(EngineOptionError, match=words):
            engine.configure(values)
        assert engine.options["Style"].value == "Calm"
        engine.configure({"Level": 1})


def test_an_option_that_is_not_taken_over_is_reported() -> None:
    with with_habit("clamps") as engine:
        with pytest.raises(EngineOptionError, match="keeps option Level at 2 when told 5"):
            engine.configure({"Level": 5})
        assert engine.is_alive


def test_engines_without_options_and_with_odd_ones_can_be_used() -> None:
    with with_habit("no-options") as engine:
        assert engine.options == {}
        with pytest.raises(EngineOptionError, match="its options are: none"):
            engine.configure({"Level": 5})
    with with_habit("odd-options") as engine:
        assert list(engine.options) == ["Big", "Name", "Level", "Style"]
        assert engine.options["Big"].max is None


def test_a_command_is_split_as_a_shell_would() -> None:
    from shlex import join

    from client_helpers import QUICK, command

    from client import Engine

    with Engine.open(join(command("--habit", "reports")), timeouts=QUICK) as engine:
        assert "ReportIntermediateBestMoves" in engine.options
    with pytest.raises(EngineStartError, match="No closing quotation"):
        Engine.open("'engine")
    with pytest.raises(EngineStartError, match="the command is empty"):
        Engine.open("")
