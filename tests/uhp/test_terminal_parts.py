"""The parts of the terminal's side that need no terminal: history, rows, pictures, times."""

import os
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from engine import Game
from search import Limits, Line, Score, StopFlag
from uhp.errors import RefusedError
from uhp.terminal.board import board_lines
from uhp.terminal.durations import in_protocol_form, parse_duration
from uhp.terminal.history import History, history_file
from uhp.terminal.line_readers import _EditedLines
from uhp.terminal.lines import SpelledLine, heading, totals
from uhp.terminal.live_analysis import _Lines

STACK = r"Base;InProgress;Black[4];wB1;bS1 wB1-;wQ -wB1;bQ bS1-;wB2 -wQ;bA1 bQ-;wB2 wQ"


def test_the_history_is_in_the_users_folder_for_state() -> None:
    assert history_file({"XDG_STATE_HOME": "/some/where"}) == Path("/some/where/propolis/history")
    assert history_file({"XDG_STATE_HOME": "relative"}) == history_file({})
    home = history_file({})
    assert home is not None
    assert home.parts[-4:] == (".local", "state", "propolis", "history")


def test_only_lines_worth_it_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "new" / "history"
    history = History(path)
    for line in ("info", "info", " ", "\x1b[A", "x" * 5000, " wA1 bQ/ ", "info"):
        history.add(line)
    assert path.read_text() == "info\nwA1 bQ/\ninfo\n"
    assert History(path).lines == ["info", "wA1 bQ/", "info"]


def test_a_long_history_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "history"
    path.write_text("".join(f"line {number}\n" for number in range(5000)))
    assert History(path).lines[0] == "line 4000"
    assert path.read_text().startswith("line 4000\n")
    assert os.listdir(tmp_path) == ["history"]


@pytest.mark.parametrize("trouble", ["folder", "noise", "pipe", "nowhere"])
def test_a_strange_history_is_no_trouble(tmp_path: Path, trouble: str) -> None:
    path: Path | None = tmp_path / "history"
    assert path is not None
    if trouble == "folder":
        path.mkdir()
    elif trouble == "noise":
        path.write_bytes(bytes(range(256)) * 10)
    elif trouble == "pipe":
        os.mkfifo(path)
    else:
        path = None
    history = History(path)
    assert history.add("info")
    assert history.lines[-1] == "info"
    assert all(line.isprintable() for line in history.lines)


def line(pv: int = 7) -> SpelledLine:
    """A line of play from the start."""
    game = Game.from_string(
        r"Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-"
    )
    moves = []
    end = game.copy()
    for _ in range(pv):
        moves.append(end.legal_moves[0])
        end.play(moves[-1])
    return SpelledLine.of(Line(1, Score(35), 12, 81234, 1.0, 0.0, tuple(moves)), game)


@pytest.mark.parametrize("width", [12, 19, 33, 34, 59, 60, 79, 200])
def test_rows_fit_and_hold_whole_moves(width: int) -> None:
    spelled = line()
    row = spelled.row(width)
    assert len(row) <= width
    assert row.strip().startswith(("1", "+0.35"))
    for shown in row.removesuffix(" ..").split(", ")[1:]:
        assert shown in spelled.moves
    full = spelled.full(width)
    assert all(len(part) <= max(width, 20) for part in full)
    assert ", ".join(spelled.moves) in " ".join(" ".join(full).split())
    assert all(len(text) <= width for text in heading(width))
    assert len(totals(123_456_789, 12.3, width)) <= width


def test_an_analysis_without_a_line_does_not_count_the_nodes_of_an_earlier_search() -> None:
    screen: Any = SimpleNamespace(width=80, size=SimpleNamespace(lines=24))
    search: Any = SimpleNamespace(nodes_so_far=996_000)
    lines = _Lines(screen, search, Game("Base"), Limits(), 1, StopFlag())
    assert ", 0 nodes" in lines.rows()[-1]
    lines._best[1] = line()
    assert "996 k nodes" in lines.rows()[-1]


def test_the_board_marks_a_piece_on_a_stack_and_its_hands_fit() -> None:
    game = Game.from_string(STACK)
    shown = board_lines(game, 79, has_colors=False, with_header=True)
    assert shown[0] == "Base  InProgress  Black[4]"
    assert any("[wB2^2]" in row for row in shown)
    plain = [row.replace("[wB2^2]", " wB2^2 ").rstrip() for row in shown]
    assert plain == str(game).split("\n")
    narrow = board_lines(game, 19, has_colors=False, with_header=False)
    assert all(len(row) <= 19 for row in narrow)
    assert any("[wB2^2]" in row for row in narrow)


def test_a_pass_marks_nothing() -> None:
    game = Game.from_string(
        r"Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;"
        r"wQ \wA1;bA1 \wQ;wG1 /wQ;bA2 /wG1;pass"
    )
    assert "[" not in "".join(board_lines(game, 79, has_colors=False, with_header=False))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("2", 2.0), ("0.5", 0.5), (".5", 0.5), ("2s", 2.0), ("1:30", 90.0), ("01:00:00", 3600.0)],
)
def test_times_as_people_write_them(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize(
    "text", ["", "-1", "two", "1e3", "1:2:3:4", "99999999", "\u0662", "24:00:01"]
)
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(RefusedError):
        parse_duration(text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bestmove time 2", "bestmove time 00:00:02"),
        ("bestmove TIME 90.25", "bestmove TIME 00:01:30.25"),
        ("bestmove time 3600", "bestmove time 01:00:00"),
        ("bestmove time 00:00:05", "bestmove time 00:00:05"),
        ("bestmove time never", "bestmove time never"),
        ("bestmove depth 2", "bestmove depth 2"),
        ("bestmove", "bestmove"),
    ],
)
def test_seconds_become_what_the_protocol_has(typed: str, meant: str) -> None:
    assert in_protocol_form(typed) == meant


def test_a_history_in_letters_that_the_locale_lacks_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PlainReadline(ModuleType):
        """As `readline` is where the locale knows ASCII alone."""

        def __getattr__(self, name: str) -> Any:
            return lambda *_: None

        def add_history(self, line: str) -> None:
            kept.append(line.encode("ascii").decode())

    kept: list[str] = []
    path = tmp_path / "history"
    path.write_text("\u00e9\ninfo\n", "utf-8")
    lines = _EditedLines(PlainReadline("plain"), History(path), lambda *_: [], lambda: None)
    for typed in ("\ufffd", "board"):
        monkeypatch.setattr("builtins.input", lambda prompt, typed=typed: typed)
        assert lines.read("> ") == typed.encode()
    assert kept == ["info", "board"]
