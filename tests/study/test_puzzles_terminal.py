"""`propolis puzzles` at a terminal, and its lists."""

import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from terminal_client import Terminal

from engine import Game
from study.puzzles import shipped
from study.puzzles.command_line import main
from study.puzzles.themes import THEMES

ROOT = Path(__file__).parents[2]
WIN = next(each for each in shipped() if (each.kind, each.length) == ("win", 2))
SAVE = next(each for each in shipped() if (each.kind, each.length) == ("save", 1))


def session(
    lines: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *arguments: str,
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def test_a_puzzle_is_solved_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [WIN.solution[0].lower(), "", WIN.solution[2]]
    out = session(lines, monkeypatch, capsys, "--id", WIN.id)
    assert WIN.task in out
    assert str(WIN.game) in out
    assert f"Right. {WIN.solution[1]} is the answer" in out
    assert "Streak: 1" in out
    assert "That was the last puzzle." in out
    assert out.endswith("Solved 1 of 1; the longest streak was 1.\n")


def test_wrong_moves_hints_and_nonsense_are_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = next(m for m in SAVE.game.legal_move_strings if m != SAVE.solution[0])
    lines = ["help", "nonsense", "wQ", "moves", "board", "hint", "hint", "hint", wrong]
    out = session([*lines, SAVE.solution[0]], monkeypatch, capsys, "play", "--id", SAVE.id)
    assert "'nonsense' is not a move" in out
    assert "the whole solution" in out
    assert "; ".join(SAVE.game.legal_move_strings) in out
    assert f"Play {SAVE.solution[0]}." in out
    assert f"{SAVE.color.other} wins" in out
    assert "Solved with help" in out
    assert out.endswith("Solved 1 of 1; the longest streak was 0.\n")


@pytest.mark.parametrize("last", ["quit", "solution", "next", ""])
def test_a_session_ends_cleanly(
    last: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = session([last], monkeypatch, capsys, "--id", WIN.id)
    assert out.endswith("Solved 0 of 1; the longest streak was 0.\n")
    assert (f"The solution: {'; '.join(WIN.solution)}" in out) == (last in ("solution", "next"))


def test_the_order_follows_the_seed_and_the_difficulty(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["next"] * 5
    outs = [session(lines, monkeypatch, capsys, "--seed", seed) for seed in ("1", "1", "2")]
    assert outs[0] == outs[1] != outs[2]
    assert outs[0].count("difficulty 1:") == 6


def test_list_prints_one_json_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(shipped())
    for line in lines[::25]:
        found = json.loads(line)
        assert found["theme"] in found["themes"]
        game = Game.from_position_text(found["position"])
        for move in found["solution"]:
            game.play(move)


def test_lists_can_be_narrowed_down(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json", "--theme", "pillbug throw", "--difficulty", "4-10"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found
    assert all("pillbug throw" in each["themes"] and each["difficulty"] >= 4 for each in found)
    assert main(["list", "--id", WIN.id]) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.startswith("id")
    assert WIN.task in line


def test_what_cannot_be_listed_or_solved_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    for arguments, code, words in (
        (["list", "--theme", "mate"], 2, "no theme"),
        (["list", "--difficulty", "hard"], 2, "such as 3-5"),
        (["list", "--difficulty", "7-4"], 2, "the lower first"),
        (["list", "--difficulty", "0"], 2, "from 1 to 10"),
        (["list", "--id", "0"], 1, "no such puzzle"),
        (["--file", "/no/such/file"], 1, "cannot read"),
        (["solve", "Base White[1]"], 2, "position"),
        (["solve", "nonsense"], 2, "nonsense"),
    ):
        assert main(arguments) == code
        said = capfd.readouterr().err
        assert words in said
        assert said.count("\n") == 1


def test_solve_proves_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", WIN.position, "--turns", "2"]) == 0
    assert capsys.readouterr().out.startswith(f"{WIN.color} wins in 2 turns with {WIN.solution[0]}")
    assert main(["solve", SAVE.position, "--turns", "1"]) == 0
    out = capsys.readouterr().out
    assert "has no win in 1 turn." in out
    assert f" wins in 1 turn after every move but {SAVE.solution[0]}." in out
    assert main(["check", "--id", WIN.id]) == 0
    assert "1 puzzle is proven." in capsys.readouterr().out


def test_the_program_runs_in_a_pipe_that_is_closed_early() -> None:
    command = f"{sys.executable} -m uhp puzzles list --json | head -n 1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout)
    assert done.stderr == ""


def test_a_puzzle_that_is_none_ends_no_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"kind": "win", "length": 4, "theme": "win in 4", "themes": ["win in 4"]}
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps(SAVE.to_dict() | wrong), "utf-8")
    lines = [SAVE.solution[0], "hint", "hint", "hint", "solution"]
    out = session(lines, monkeypatch, capsys, "--file", str(path))
    assert "There is no hint: there is no win in time from here." in out
    assert "The solution is not known: there is no win in time from here." in out
    assert out.endswith("Solved 0 of 1; the longest streak was 0.\n")


def test_a_list_has_its_themes_in_one_column(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    at = head.index("themes")
    assert {line[at - 2 : at] for line in lines} == {"  "}
    assert all(line[at:].split(",")[0] in THEMES for line in lines)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_an_endless_file_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--file", "/dev/zero"]) == 1
    assert capfd.readouterr().err.startswith("propolis puzzles: '/dev/zero' is too large")


def test_a_name_cannot_write_to_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a\x1b[2J.jsonl"
    for contents in (b"\xff", b"{"):
        path.write_bytes(contents)
        assert main(["list", "--file", str(path)]) == 1
        assert "\x1b" not in capfd.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="written for a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["puzzles", "puzzles list", "openings show --walk"])
def test_closed_streams_are_streams_of_nothing(words: str, closed: str) -> None:
    command = f'"{sys.executable}" -m propolis {words} {closed} </dev/null'
    if "<&-" in closed:
        command = command.removesuffix(" </dev/null")
    ended = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_that_ends_the_program_leaves_the_terminal_as_it_was(
    number: signal.Signals, tmp_path: Path
) -> None:
    for typed in ("", "wS1 \t"):
        command = (sys.executable, "-m", "propolis", "puzzles", "--id", WIN.id)
        with Terminal(tmp_path, command=command) as terminal:
            terminal.wait_for(f"{WIN.color}> ")
            terminal.type(typed)
            terminal.send_signal(number)
            assert terminal.finish() == 128 + number
            assert terminal.modes == terminal.modes_before


@pytest.mark.parametrize("kind", ["dumb", ""])
def test_a_narrow_window_of_a_plain_terminal_is_no_trouble(kind: str, tmp_path: Path) -> None:
    command = (sys.executable, "-m", "propolis", "puzzles", "--id", WIN.id)
    with Terminal(tmp_path, command=command, columns=2, lines=1, TERM=kind) as terminal:
        terminal.wait_for(f"{WIN.color}> ")
        terminal.type("wQ\nquit\n")
        assert terminal.finish() == 0
        assert "Solved 0 of 1" in terminal.shown
        assert terminal.modes == terminal.modes_before
