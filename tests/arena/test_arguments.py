"""The command line, in the manner of fastchess."""

import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.command_line.arguments import OPTIONS, Invocation, UsageError, build, split
from arena.command_line.help import HELP
from arena.command_line.main import main
from arena.match.time_control import TimeControl
from arena.settings import DrawRule, ResignRule, SprtBounds

TWO = '-engine cmd=one name=A -engine cmd="two --fast" name=B'


def parsed(line: str) -> Invocation:
    return build(split(shlex.split(line)))


def test_each_fills_what_an_engine_does_not_say() -> None:
    engines = parsed(
        "-engine cmd='./a -x' name=A tc=60+0.5 option.Level=3 -engine cmd=b dir=/tmp args='-q 1' "
        "-each st=1 option.Level=7 option.Threads=2 margin=0.1 threads=2"
    ).settings.engines
    assert engines[0].command == ("./a", "-x")
    assert engines[0].time_control == TimeControl(clock=60, increment=0.5)
    assert dict(engines[0].options) == {"Level": "3", "Threads": "2"}
    assert engines[1].command == ("b", "-q", "1")
    assert engines[1].time_control == TimeControl(move_time=1.0)
    assert (engines[1].directory, engines[1].margin, engines[1].threads) == ("/tmp", 0.1, 2)


@pytest.mark.parametrize(
    "line",
    [
        "-games {}", "{}", "-{}", "-seed {}", "-gametype {}", "-engine {}", "-engine {}=1",
        "-engine cmd=a tc={}", "-engine cmd=a st={}", "-engine cmd=a depth={}",
        "-engine cmd=a st=1 {}=1", "-engine cmd={} st=0", "-tournament {}", "-resign {}=1",
        "-resign score={}", "-engine cmd=a st=1 name={} -engine cmd=a st=1 name={}",
    ],
)  # fmt: skip
def test_long_values_are_not_repeated_whole(line: str) -> None:
    arguments = line.replace("{}", "x" * 5000)
    if "-engine" not in line:
        arguments += f" {TWO} -each st=1"
    with pytest.raises(UsageError) as error:
        parsed(arguments)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("option", ["-event", "-journal", "-pgnout", "-dask", "-report", "-x"])
def test_arguments_are_utf_8(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*shlex.split(TWO), "-each", "st=1", option, "caf\udce9"]) == 2
    if option != "-x":
        assert capsys.readouterr().err == "propolis-arena: 'caf\\udce9' is not UTF-8\n"


def test_names_and_titles_are_fit_for_a_terminal() -> None:
    odd = ["-engine", "cmd=a", "name=\x1b[31mA\nB", "-event", "x\x07"]
    settings = build(split([*odd, *shlex.split(TWO), "-each", "st=1"])).settings
    assert settings.engines[0].name == "\ufffd[31mA B"
    assert settings.event == "x\ufffd"


def test_everything_can_be_said() -> None:
    command = parsed(
        f"{TWO} -each depth=2 -rounds 5 -tournament gauntlet -gametype Base,Base+MLP -seed 9 "
        "-openings file=book.pgn plies=6 order=random start=3 -sprt elo0=-1.5 elo1=5 beta=0.1 "
        "-resign movecount=4 score=500 twosided=true -draw movenumber=30 movecount=5 score=8 "
        "-maxplies 120 -repetition off -concurrency 3 --dask local -pgnout g.pgn -svgout g.svg "
        "-jsonout g.json -quiet -strict -event 'Spring cup'"
    )
    settings = command.settings
    assert (settings.games, settings.gauntlet, settings.seed) == (10, True, 9)
    assert settings.game_types == ("Base", "Base+MLP")
    assert settings.openings.file == Path("book.pgn")
    assert (settings.openings.plies, settings.openings.order, settings.openings.start) == (
        6,
        "random",
        3,
    )
    assert settings.sprt == SprtBounds(-1.5, 5, 0.05, 0.1)
    assert settings.conditions.resign == ResignRule(4, 500, two_sided=True)
    assert settings.conditions.draw == DrawRule(30, 5, 8)
    assert (settings.conditions.max_plies, settings.conditions.repetition) == (120, False)
    assert (command.concurrency, command.dask, command.quiet) == (3, "local", True)


def test_all_game_types() -> None:
    assert len(parsed(f"{TWO} -each st=1 -gametype all").settings.game_types) == 8


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("-engine cmd=a -each st=1", "at least two"),
        (TWO, "no limit"),
        (f"{TWO} -each st=1 depth=2", "one limit"),
        (f"{TWO} -each st=0", "no time"),
        (f"{TWO} -each st=1 colour=red", "no colour="),
        (f"{TWO} -engine name=C -each st=1", "cmd= is missing"),
        ("-engine cmd=a name=X -engine cmd=b name=X -each st=1", "two engines are called 'X'"),
        (f"{TWO} -each st=1 -games 3", "even"),
        (f"{TWO} -each st=1 -games 4 -rounds 2", "-games or -rounds"),
        (f"{TWO} -each st=1 -gametype Base+X", "no game type"),
        (f"{TWO} -each st=1 -gams 3", "do you mean -games"),
        (f"{TWO} -each st=1 -sprt elo0=5 elo1=0", "below"),
        (f"{TWO} -each st=1 -sprt elo0=0", "elo1= is missing"),
        (f"{TWO} -each st=1 -sprt elo0=0 elo1=5 alpha=0.9", "alpha"),
        (f"{TWO} -engine cmd=c -each st=1 -sprt elo0=0 elo1=5", "compares two"),
        (f"{TWO} -each st=1 -openings order=random", "for a file="),
        (f"{TWO} -each st=1 -openings file=x format=sgf", "format is"),
        (f"{TWO} -each st=1 -resign movecount=2", "score= is missing"),
        (f"{TWO} -each st=1 -concurrency 0", "at least 1"),
        (f"{TWO} -each st=1 -quiet yes", "takes no value"),
        (f"{TWO} -each st=1 -pgnout", "takes one value"),
        ("games 3", "belongs to no option"),
    ],
)
def test_mistakes_are_named(line: str, words: str) -> None:
    with pytest.raises(UsageError) as error:
        parsed(line)
    assert words in str(error.value)


@pytest.mark.slow
@given(st.lists(st.text(max_size=12), max_size=8))
def test_any_command_line_is_refused_politely(arguments: list[str]) -> None:
    with pytest.raises(UsageError):
        build(split(arguments))


def test_mistakes_end_with_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-engine", "cmd=a"]) == 2
    assert capsys.readouterr().err.startswith("propolis-arena: ")


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-help"]) == 0
    assert capsys.readouterr().out == HELP
    missing = [name for name in OPTIONS if f"-{name}" not in HELP]
    assert missing in (["help", "version"], ["version", "help"])
