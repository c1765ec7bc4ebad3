"""Options given when the program is started: on the command line and in the environment."""

import subprocess
import sys
from pathlib import Path

import pytest
from uhp_client import ENGINE, PATIENCE, ROOT, Engine, environment

from uhp.arguments import Start, run_arguments


def run(*arguments: str, variable: str = "", text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ENGINE, *arguments],
        cwd=ROOT,
        env=environment(PROPOLIS_OPTIONS=variable),
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def values(*arguments: str, variable: str = "") -> dict[str, str]:
    """Value and default of every option that is not as usual."""
    start = run_arguments(list(arguments), {"PROPOLIS_OPTIONS": variable})
    usual = run_arguments([], {})
    assert isinstance(start, Start)
    assert isinstance(usual, Start)
    lines = {line.split(";")[0]: line for line in (o.line() for o in start.options)}
    return {
        option.name: ";".join(lines[option.name].split(";")[2:4])
        for option in usual.options
        if option.line() != lines[option.name]
    }


def test_options_are_set_from_the_command_line() -> None:
    assert values() == {}
    assert values("--option", "Level=5", "--option=Ponder=true") == {
        "Level": "5;5",
        "Ponder": "True;True",
    }
    assert values("--option", "Level=5", "--option", "Level=7") == {"Level": "7;7"}


def test_options_are_set_from_the_environment_and_the_command_line_wins() -> None:
    assert values(variable="Level=5,Strategy=mcts") == {"Level": "5;5", "Strategy": "MCTS;MCTS"}
    assert values(variable=" Level = 5 , ") == {"Level": "5;5"}
    assert values("--option", "Level=3", variable="Level=5,Seed=9") == {
        "Level": "3;3",
        "Seed": "9;9",
    }


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ("Level=11", "Level is a whole number between 1 and 10, not '11'"),
        ("Level=x", "Level is a whole number between 1 and 10, not 'x'"),
        ("Nonsense=1", "there is no option 'Nonsense'; there are Threads, "),
        ("level=5", "there is no option 'level'; it is spelled Level"),
        ("Level", "'Level' is not NAME=VALUE, such as Level=5"),
        ("Level=", "'Level=' is not NAME=VALUE, such as Level=5"),
        ("=5", "'=5' is not NAME=VALUE, such as Level=5"),
        ("Ponder=yes", "Ponder is True or False, not 'yes'"),
    ],
)
def test_a_bad_option_is_refused_in_one_line_before_the_banner(
    assignment: str, message: str
) -> None:
    for where, finished in (
        ("--option", run("--option", assignment)),
        ("PROPOLIS_OPTIONS", run(variable=f"Seed=1,{assignment}")),
    ):
        assert finished.returncode == 2
        assert finished.stdout == ""
        assert finished.stderr.startswith(f"propolis: {where}: {message}")
        assert finished.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--option"],
        ["--option="],
        ["--log"],
        ["--log", ""],
        ["--help", "--option", "Level=5"],
        ["--option", "Level=5", "--version"],
        ["--option", "Level=5", "Threads=1"],
        ["--options", "Level=5"],
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments: list[str]) -> None:
    finished = run(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert finished.stderr.endswith("; see 'propolis --help'\n")
    assert finished.stderr.count("\n") == 1


def test_help_and_version_do_not_mind_a_bad_environment() -> None:
    assert "PROPOLIS_OPTIONS" in run("--help", variable="nonsense").stdout
    assert run("--version", variable="nonsense").returncode == 0


def test_a_bot_that_cannot_send_options_plays_with_those_given_at_the_start() -> None:
    """All of its input is a game and `bestmove`, and the move has to be the only line."""
    text = "newgame Base\noptions get Level\noptions get Threads\nbestmove depth 1\n"
    finished = run("--option", "Level=5", variable="Threads=1,Level=2", text=text)
    lines = finished.stdout.splitlines()
    assert finished.returncode == 0
    assert "Level;int;5;5;1;10" in lines
    assert "Threads;int;1;1;1;256" in lines
    assert lines[-1] == "ok"
    assert lines[-2] in ("wS1", "wB1", "wG1", "wA1")


def test_a_rule_given_at_the_start_holds_from_the_first_game_on() -> None:
    with Engine((*ENGINE, "--option", "QueenFirst=True")) as engine:
        assert engine.ask("newgame Base;InProgress;Black[1];wQ") == ["Base;InProgress;Black[1];wQ"]


def test_warming_up_sees_that_options_and_log_are_right(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    finished = run("--option", "Level=5", "--log", str(log), "--warm-up", variable="Seed=3")
    assert finished.returncode == 0
    assert finished.stdout == ""
    assert "the rules: ready in" in finished.stderr
    assert "cannot" not in finished.stderr
    assert log.exists()
    assert run("--warm-up", "--option", "Level=0").returncode == 2
    finished = run("--warm-up", "--log", str(tmp_path))
    assert finished.returncode == 0
    assert "cannot write the log" in finished.stderr


def test_arguments_are_looked_at_without_importing_what_takes_time(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from uhp.arguments import run_arguments\n"
        f"run_arguments(['--option', 'Level=5', '--log', {str(tmp_path / 'log')!r}], {{}})\n"
        "heavy = ('numpy', 'numba', 'engine', 'dataclasses', 'logging', 'argparse', 'threading')\n"
        "print([module for module in heavy if module in sys.modules])\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout == "[]\n"
