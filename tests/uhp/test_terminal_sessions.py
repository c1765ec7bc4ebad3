"""The program at a real terminal: keys, signals, the window, and how it leaves the terminal."""

import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from uhp_client import ENGINE, PATIENCE, ROOT, environment

pytest.importorskip("termios", reason="needs terminals")

from terminal_client import CTRL_C, CTRL_D, CTRL_U, CTRL_Z, PROMPT, UP, Terminal

from engine import Game, read_games
from search import Limits, Searcher

SPIDERS = "newgame Base;InProgress;White[2];wS1;bS1 wS1-"
TITLE = "Any key ends this"
WIN_IN_ONE = (
    r"newgame Base;InProgress;White[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;"
    r"bG2 bQ/;wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bA1 bG2/"
)
HIDDEN, SHOWN = "\x1b[?25l", "\x1b[?25h"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    folder = tmp_path_factory.mktemp("terminal")
    with Terminal(folder, cwd=folder, columns=100) as terminal:
        terminal.wait_for(PROMPT)
        yield terminal


@pytest.fixture
def terminal(shared: Terminal) -> Terminal:
    """A terminal for tests that do not leave: a process for each of them takes too long."""
    shared.ask(SPIDERS)
    return shared


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal to leave."""
    with Terminal(tmp_path / "state", cwd=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        yield terminal


def begin_analysis(terminal: Terminal, command: str = "analyze infinite") -> None:
    """Have an analysis going, with lines in sight."""
    terminal.type(command + "\n")
    terminal.wait_for(TITLE)
    terminal.wait_for("  1  ")
    terminal.wait_for("nodes")


# Playing


@pytest.mark.slow
def test_a_whole_game_is_played_by_typing_moves(tmp_path: Path) -> None:
    """By somebody who looks two plies ahead, against the weakest level."""
    person = Searcher(table_mib=1)
    game = Game("Base")
    with Terminal(tmp_path / "state", cwd=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        shown = terminal.ask("play Base level 1 time 5", "White 1> ")
        assert "you play White" in shown
        while not game.is_over and game.ply < 200:
            move = game.move_string(person.search(game, Limits(depth=2)).move)
            game.play(move)
            shown = terminal.ask(move, "> ")
            for answer in re.findall(r"(?:Black plays (.*)|White has no (legal) move)", shown):
                game.play("pass" if answer[1] else answer[0])
            if "I have to pass" in shown:
                game.play("pass")
            if not game.is_over:
                assert f"{game.turn} {game.turn_number}" in shown
                assert game.turn == 0
        assert game.is_over
        assert "'new' begins another game" in shown
        assert ("You have" in shown) is (game.winner is not None)
        assert "wrote" in terminal.ask("save game.pgn", "> ")
        terminal.type("exit\n")
        assert terminal.finish() == 0
    [record] = read_games(tmp_path / "game.pgn")
    assert record.game.game_string == game.game_string


def test_a_move_outside_a_game_needs_no_command(terminal: Terminal) -> None:
    assert "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1\nok\n" in terminal.ask("q-ws1")
    assert "[wQ]" in terminal.ask("board")


# Editing


def test_the_tab_key_completes_moves_and_commands(terminal: Terminal) -> None:
    terminal.type("wq\t/\t")
    terminal.wait_for("/wS1")
    terminal.type("\n")
    terminal.wait_for(";wQ /wS1")
    terminal.wait_for(PROMPT)
    terminal.type("bq \t")
    terminal.wait_for("bS1-  bS1/  bS1\\")
    terminal.type(CTRL_U + b"validm\t\n")
    terminal.wait_for("bQ bS1")
    terminal.type("options set Verb\tTr\t\n")
    terminal.wait_for("Verbose;bool;True")
    terminal.wait_for(PROMPT)
    terminal.ask("options set Verbose False")


def test_lines_of_earlier_sessions_come_back(tmp_path: Path) -> None:
    with Terminal(tmp_path, cwd=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.ask("options get Level")
        terminal.type(CTRL_D)
        assert terminal.finish() == 0
    file = tmp_path / "propolis" / "history"
    assert file.read_text() == "options get Level\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with Terminal(tmp_path, cwd=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type(UP + b"\n")
        terminal.wait_for("Level;int;")


def test_a_history_that_cannot_be_kept_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Terminal(tmp_path / "file", cwd=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        assert "id Propolis" in terminal.ask("info")
        terminal.type(UP)
        terminal.wait_for("info")
        terminal.type("\nexit\n")
        assert terminal.finish() == 0
        assert "Traceback" not in terminal.shown


NO_READLINE = (
    sys.executable,
    "-c",
    "import sys; sys.modules['readline'] = None\nfrom uhp.__main__ import main\nmain()",
)


@pytest.mark.parametrize(
    ("command", "term"), [(NO_READLINE, "xterm"), (ENGINE, "dumb")], ids=["no readline", "dumb"]
)
def test_without_editing_everything_else_works(
    tmp_path: Path, command: tuple[str, ...], term: str
) -> None:
    with Terminal(tmp_path, cwd=tmp_path, command=command, TERM=term) as terminal:
        terminal.wait_for(PROMPT)
        assert "Base;NotStarted" in terminal.ask("newgame Base")
        assert "ok" in terminal.ask("wS1")
        terminal.type(b"half a line" + CTRL_C)
        terminal.wait_for(PROMPT)
        terminal.type("analyze infinite\n")
        terminal.wait_for("wS1, ")
        terminal.type("x")
        terminal.wait_for(PROMPT)
        assert "you play Black" in terminal.ask("play level 1", "Black 1> ")
        assert "White plays" in terminal.ask("bG1 wS1-", "Black 2> ")
        terminal.type(CTRL_D)
        assert terminal.finish() == 0
        assert terminal.modes == terminal.modes_before
        if term == "dumb":
            assert "\x1b" not in terminal.shown
    assert not (tmp_path / "propolis").exists()


def test_colours_are_shown_unless_they_are_not_wanted(terminal: Terminal, tmp_path: Path) -> None:
    assert "[bS1]" in terminal.ask("board")
    assert "\x1b[0m" not in terminal.shown
    with Terminal(tmp_path, cwd=tmp_path, NO_COLOR="") as other:
        other.wait_for(PROMPT)
        other.ask(SPIDERS)
        assert "[\x1b[97;40mbS1\x1b[0m]" in other.ask("board")


def test_bytes_that_are_no_text_and_endless_lines_are_survived(terminal: Terminal) -> None:
    terminal.type(b"\xff\xfe\x80 \xc3(\n")
    terminal.wait_for("err there is no command")
    terminal.wait_for(PROMPT)
    terminal.type(b"x" * 20_000 + b"\n")
    terminal.wait_for("err there is no command 'xxxx")
    terminal.wait_for(PROMPT)
    assert "id Propolis" in terminal.ask("info")


# Interrupts and the end


def test_ctrl_c_clears_the_line_and_does_not_leave(terminal: Terminal) -> None:
    terminal.type("exi")
    terminal.wait_for("exi")
    terminal.type(CTRL_C)
    terminal.wait_for(PROMPT)
    terminal.type(CTRL_C)
    terminal.wait_for(PROMPT)
    assert "id Propolis" in terminal.ask("info")


def test_ctrl_c_stops_what_is_running(terminal: Terminal) -> None:
    terminal.ask("bestmove depth 1")
    terminal.type("bestmove time 01:00:00\n")
    terminal.wait_for("bestmove time 01:00:00\r\n")
    terminal.type(CTRL_C)
    terminal.wait_for(PROMPT)
    terminal.type("perft 30\n")
    terminal.wait_for("\n3 ")
    terminal.type(CTRL_C)
    terminal.wait_for("ok")
    terminal.wait_for(PROMPT)


def test_ctrl_c_makes_the_opponent_move_at_once(terminal: Terminal) -> None:
    terminal.ask("newgame Base")
    terminal.type("play as black time 3600\n")
    terminal.wait_for("White thinks ...")
    terminal.type(CTRL_C)
    terminal.wait_for("White plays w")
    terminal.wait_for("Black 1> ")
    terminal.ask("quit")


def test_ctrl_d_leaves_with_everything_as_it_was(own: Terminal) -> None:
    own.type(CTRL_D)
    assert own.finish() == 0
    assert own.modes == own.modes_before
    assert own.shown.endswith("\r\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_program_leaves_the_terminal_as_it_was(
    own: Terminal, number: signal.Signals
) -> None:
    if number is signal.SIGTERM:
        own.ask(SPIDERS)
        begin_analysis(own)
        assert own.modes != own.modes_before
    own.send_signal(number)
    assert own.finish() == 128 + number
    assert own.modes == own.modes_before
    assert own.shown.count(HIDDEN) == own.shown.count(SHOWN)


def test_a_terminal_that_has_gone_ends_the_program(own: Terminal) -> None:
    own.ask(SPIDERS)
    begin_analysis(own)
    own.hang_up()
    assert own.process.wait(PATIENCE) in (0, 128 + signal.SIGHUP)


# Analysis


@pytest.mark.parametrize("key", [b"x", b"\n", UP, CTRL_C], ids=["x", "enter", "arrow", "ctrl-c"])
def test_a_key_ends_an_analysis_and_is_not_a_command(terminal: Terminal, key: bytes) -> None:
    modes = terminal.modes
    begin_analysis(terminal, "analyze infinite multipv 2")
    assert HIDDEN in terminal.shown
    terminal.type(key)
    terminal.wait_for(SHOWN)
    result = terminal.wait_for(PROMPT).replace("\r\n", "\n")
    assert re.search(r"\n  1 +[+-]\S+ +\S+% +\d+  w", result)
    assert re.search(r"\n  2 +[+-]\S+ +\S+% +\d+  w", result)
    assert re.search(r"nodes, .* a second\nok\n$", result)
    assert "id Propolis" in terminal.ask("info")
    assert terminal.modes == modes, "as at a prompt"


def test_an_analysis_with_a_limit_ends_by_itself_and_leaves_what_was_typed(
    terminal: Terminal,
) -> None:
    terminal.type("analyze depth 3\ninfo\n")
    terminal.wait_for("a second")
    terminal.wait_for("ok")
    terminal.wait_for("id Propolis")
    terminal.wait_for(PROMPT)
    terminal.type("analyze infinite\ninfo\n")
    terminal.wait_for("a second")
    terminal.wait_for("id Propolis")
    terminal.wait_for(PROMPT)


def drawn_rows(terminal: Terminal) -> list[str]:
    """The rows of the last whole drawing of an analysis."""
    terminal.wait_for(TITLE)
    drawing = terminal.wait_for("nodes")
    return [row.partition("\x1b")[0] for row in drawing.split("\r\n")]


def test_lines_fit_in_the_window_and_follow_its_size(terminal: Terminal) -> None:
    begin_analysis(terminal, "analyze infinite multipv 3")
    terminal.wait_for("line of play")
    terminal.resize(20)
    terminal.wait_for("\r\x1b[J")
    rows = drawn_rows(terminal)
    assert all(len(row) < 20 for row in rows), rows
    assert "line of play" not in "".join(rows)
    terminal.resize(100)
    terminal.wait_for("line of play")
    terminal.type("x")
    terminal.wait_for(PROMPT)


def test_a_finished_search_shows_its_result_until_a_key(terminal: Terminal) -> None:
    terminal.ask(WIN_IN_ONE)
    terminal.type("analyze infinite\n")
    terminal.wait_for("there is no more to find")
    assert re.search(r"1 +#1 +100.0%", terminal.wait_for("nodes"))
    terminal.type("x")
    terminal.wait_for(PROMPT)


FAULTY_SEARCH = """
from uhp.search_commands import SearchCommands
def search_lines(*arguments): raise MemoryError("no table")
SearchCommands.search_lines = search_lines
from uhp.__main__ import main
main()
"""


def test_a_fault_of_the_search_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with Terminal(tmp_path, cwd=tmp_path, command=(sys.executable, "-c", FAULTY_SEARCH)) as own:
        own.wait_for(PROMPT)
        own.ask(SPIDERS)
        assert "err internal error: MemoryError: no table\nok" in own.ask("analyze infinite")
        own.type("exit\n")
        assert own.finish() == 0
        assert own.modes == own.modes_before
        assert own.shown.count(HIDDEN) == own.shown.count(SHOWN) == 1


def test_a_narrow_window_shows_a_part_of_the_board(terminal: Terminal) -> None:
    for move in ("wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"):
        terminal.ask(move)
    terminal.resize(20)
    terminal.type("board\n")
    terminal.wait_for("board")
    shown = terminal.wait_for(PROMPT).replace("\r\n", "\n")
    terminal.resize(100)
    assert all(len(row) < 20 for row in shown.split("\n") if "InProgress" not in row), shown
    assert "[bA1]" in shown
    assert "narrow" in shown


SHELL = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-m", "uhp"])
while True:
    _, status = os.waitpid(child, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
    os.tcsetpgrp(0, os.getpgrp())
    os.write(1, b"[suspended]")
    os.read(0, 100)
    os.tcsetpgrp(0, child)
    os.kill(child, signal.SIGCONT)
"""


def test_ctrl_z_suspends_with_the_terminal_as_it_was(tmp_path: Path) -> None:
    command = (sys.executable, "-c", SHELL)
    with Terminal(tmp_path, cwd=tmp_path, command=command) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("newga")
        terminal.wait_for("newga")
        terminal.type(CTRL_Z)
        terminal.wait_for("[suspended]")
        assert terminal.modes == terminal.modes_before
        terminal.type("fg\n")
        terminal.wait_for(PROMPT + "newga")
        terminal.type("me Base\n")
        terminal.wait_for("Base;NotStarted")
        terminal.wait_for(PROMPT)
        terminal.type("analyze infinite\n")
        terminal.wait_for("nodes")
        terminal.type(CTRL_Z)
        terminal.wait_for("[suspended]")
        assert terminal.modes == terminal.modes_before
        terminal.type("fg\n")
        terminal.wait_for(HIDDEN)
        terminal.wait_for("nodes")
        terminal.type("x")
        terminal.wait_for(PROMPT)
        terminal.type("exit\n")
        assert terminal.finish() == 0
        assert terminal.modes == terminal.modes_before


# Programs


def test_nothing_of_this_is_imported_without_a_terminal() -> None:
    program = (
        "import sys, os\n"
        "def exit(status):\n"
        "    sys.stderr.write(repr([m for m in sys.modules if 'terminal' in m or m == 'readline'\n"
        "        or m == 'termios']))\n"
        "    sys.stderr.flush()\n"
        "    leave(status)\n"
        "leave, os._exit = os._exit, exit\n"
        "from uhp.__main__ import main\nmain()"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program],
        input=b"newgame Base\nplay wS1\nbestmove depth 1\nboard\nexit\n",
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        check=True,
    )
    assert finished.stdout.count(b"ok\n") == 5
    assert finished.stderr.endswith(b"[]")


def test_a_terminal_on_one_side_alone_gets_the_protocol(tmp_path: Path) -> None:
    """As with `propolis | tee log`, where replies are not for a person alone."""
    with Terminal(tmp_path, command=(sys.executable, "-c", "input()")) as terminal:
        process = subprocess.Popen(
            ENGINE,
            cwd=ROOT,
            env=environment(),
            stdin=terminal._theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        terminal.process.kill()
        terminal.type("newgame Base\nwS1\nplay\nexit\n")
        shown, said = process.communicate(timeout=PATIENCE)
        assert b"propolis> " not in shown + said
        assert b"err there is no command 'ws1'" in shown
        assert b"err a move is missing" in shown
