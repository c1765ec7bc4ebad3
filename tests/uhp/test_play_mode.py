"""Games of a person against the engine, in this process, with a window that nobody looks at."""

import os
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from engine import Game, read_games
from search.stop_flag import StopFlag
from uhp.loader import Loader
from uhp.options import Options
from uhp.session import Session
from uhp.stdin import LONGEST_LINE, CommandLine
from uhp.terminal.completion import Completer
from uhp.terminal.session import TerminalSession

WHITE_WINS_IN_ONE = (
    r"Base;InProgress;White[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;"
    r"wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bA1 bG2/"
)
BEFORE_FORCED_PASS = (
    r"Base;InProgress;Black[6];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;"
    r"wQ \wA1;bA1 \wQ;wG1 /wQ"
)


class NoScreen:
    """A window that shows nothing, and no cursor to move."""

    can_redraw = False
    has_colors = False
    width = 79
    size = os.terminal_size((80, 24))


@pytest.fixture(scope="module")
def loader() -> Loader:
    loader = Loader()
    loader.searches["AlphaBeta"].wait()
    return loader


@pytest.fixture
def session(loader: Loader) -> TerminalSession:
    options = Options()
    for assignment in ("Threads=1", "TableSizeMiB=1", "Level=1", "Seed=1"):
        options.start_with(assignment)
    screen: Any = NoScreen()
    return TerminalSession(Session(loader, options=options), screen)


def ask(session: TerminalSession, *lines: str) -> str:
    """The reply to the last of some lines."""
    answer: list[str] = []
    for line in lines:
        now = perf_counter()
        answer = list(session.answer(CommandLine(line, now), now, StopFlag()))
    return "\n".join(answer)


def game_of(session: TerminalSession) -> Game:
    assert session.session.game is not None
    return session.session.game


# Playing


def test_the_engine_answers_a_bare_move_and_the_board_marks_it(session: TerminalSession) -> None:
    assert "you play White" in ask(session, "play Base+MLP")
    assert session.prompt == "White 1> "
    answer = ask(session, "ws1")
    made = game_of(session).move_strings
    assert made[0] == "wS1"
    assert f"Black plays {made[1]}" in answer
    assert f"[{made[1].split()[0]}]" in answer
    assert session.prompt == "White 2> "
    assert session.ending == ()


def test_a_person_with_black_waits_for_the_first_move(session: TerminalSession) -> None:
    answer = ask(session, "play base+ml as BLACK level 2 time 0.5")
    assert "you play Black" in answer
    assert "level 2" in answer
    assert "think for 0.5" in answer
    assert game_of(session).game_type == "Base+ML"
    assert game_of(session).ply == 1
    assert session.session.options.level.value == 2


def test_play_goes_on_with_the_game_there_is(session: TerminalSession) -> None:
    ask(session, "newgame Base+M;InProgress;Black[1];wG1")
    assert "you play Black" in ask(session, "play")
    assert game_of(session).move_strings == ("wG1",)


def test_a_won_game_is_announced_and_can_be_taken_back(session: TerminalSession) -> None:
    ask(session, f"newgame {WHITE_WINS_IN_ONE}", "play")
    wins = [m for m in game_of(session).legal_move_strings if _wins(game_of(session), m)]
    answer = ask(session, wins[0])
    assert "You have won: Black's queen is surrounded." in answer
    assert session.prompt == "game over> "
    assert "game is over" in ask(session, "wA1 -wQ")
    ask(session, "undo")
    assert session.prompt == "White 8> "
    assert "you play White" in ask(session, "new Base")
    assert game_of(session).ply == 0


def _wins(game: Game, move: str) -> bool:
    game = game.copy()
    game.play(move)
    return game.winner is not None and game.winner.name == "WHITE"


def test_a_lost_game_is_announced(session: TerminalSession) -> None:
    ask(session, "level 10", f"newgame {WHITE_WINS_IN_ONE}")
    assert "You have lost: Black's queen is surrounded." in ask(session, "play as black time 1")


def test_a_forced_pass_is_explained_and_made(session: TerminalSession) -> None:
    ask(session, f"newgame {BEFORE_FORCED_PASS}")
    game = Game.from_string(BEFORE_FORCED_PASS)
    game.play("bA2 /wG1")
    assert [move.is_pass for move in game.legal_moves] == [True]
    answer = ask(session, "play as black", "bA2 /wG1")
    assert "White has no legal move: I have to pass, and it is your turn again." in answer
    assert game_of(session).move_strings[-1] == "pass"
    ask(session, "undo")
    assert game_of(session).ply == Game.from_string(BEFORE_FORCED_PASS).ply
    ask(session, "quit", f"newgame {game.game_string}")
    answer = ask(session, "play as white")
    assert "White has no legal move: you have to pass, and it is my turn again." in answer
    assert game_of(session).ply >= game.ply + 2


def test_undo_takes_back_the_answer_too(session: TerminalSession) -> None:
    ask(session, "play Base", "wS1")
    ask(session, game_of(session).legal_move_strings[0])
    assert game_of(session).ply == 4
    ask(session, "undo")
    assert game_of(session).ply == 2
    assert "no move of yours" in ask(session, "undo 2")
    assert game_of(session).ply == 2
    assert "not a number" in ask(session, "undo x")


def test_resigning_ends_the_game_and_stands_in_the_record(
    session: TerminalSession, tmp_path: Path
) -> None:
    ask(session, "play Base as black")
    assert "You have resigned: White wins." in ask(session, "resign")
    assert session.prompt == "game over> "
    assert "over already" in ask(session, "resign")
    for suffix in ("pgn", "sgf"):
        ask(session, f"save {tmp_path}/game.{suffix}")
        [record] = read_games(tmp_path / f"game.{suffix}")
        assert record.result is not None
        assert record.result.value == "WhiteWins"
        assert record.tags["Black"] == "Human"
        assert record.tags["White"] == "Propolis, level 1"
    assert "play on" in ask(session, "undo")
    assert session.prompt == "Black 1> "


def test_quit_leaves_the_game_for_other_commands(session: TerminalSession) -> None:
    ask(session, "play Base", "wS1")
    assert not session.is_end(CommandLine("quit", 0.0))
    ask(session, "quit")
    assert session.is_end(CommandLine("quit", 0.0))
    assert session.prompt == "propolis> "
    assert session.ending == ("ok",)
    assert game_of(session).ply == 2


def test_commands_of_the_protocol_work_in_a_game(session: TerminalSession) -> None:
    ask(session, "play Base")
    assert ask(session, "info").startswith("id Propolis")
    assert ask(session, "options get Level") == "Level;int;1;1;1;10"
    assert "Black plays" in ask(session, "play wS1")
    assert ask(session, "validmoves").count(";") > 5
    assert ask(session, "bestmove depth 1") in game_of(session).legal_move_strings
    assert "No piece" not in ask(session, "newgame Base;InProgress;White[2];wG1;bG1 wG1-")
    assert "Black plays" in ask(session, "wQ -wG1")
    assert ask(session, "undo 99") == "There is no move of yours to take back."
    assert ask(session, "pgn").startswith('[GameType "Base"]')
    assert "has legal moves" in ask(session, "pass")


def test_level_and_time_can_be_seen_and_set(session: TerminalSession) -> None:
    assert ask(session, "level 3") == ask(session, "level") == "level 3, of 1 to 10"
    assert ask(session, "time") == "2 seconds a move"
    assert ask(session, "time 1") == "1 second a move"
    assert ask(session, "time 1:30") == "90 seconds a move"
    assert ask(session, "time 00:00:00.5") == "0.5 seconds a move"
    for bad in ("time x", "time -1", "time 1e9", "time 99999999", "level 11", "level x"):
        assert ask(session, bad).startswith("err "), bad
    assert ask(session, "time") == "0.5 seconds a move"


def test_time_in_seconds_is_understood_by_searches(session: TerminalSession) -> None:
    ask(session, "newgame Base")
    assert ask(session, "bestmove time 0.1") in game_of(session).legal_move_strings
    assert "err" in ask(session, "bestmove time soon")
    assert ask(session, "time .05", "hint").startswith("I would play w")


def test_what_cannot_be_asked_for_is_refused(session: TerminalSession) -> None:
    for line, reason in {
        "play base+x": "unknown game type",
        "play as": "missing after 'as'",
        "play as green": "white or black",
        "play Base level 11": "between 1 and 10",
        "play Base quickly": "says nothing about a game",
        "new": "no command",
        "resign": "no command",
        "hint": "no game yet",
        "wS1": "no game yet; try 'play' or 'newgame'",
        "save x.pgn": "no game yet",
        "board": "no game yet",
    }.items():
        answer = ask(session, line)
        assert answer.startswith("err "), line
        assert reason in answer
    assert session.session.game is None
    assert session.session.options.level.value == 1


# Moves as people write them


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("wA1 -wS1", "wA1 -wS1"),
        ("WA1   -ws1", "wA1 -wS1"),
        ("wa1-ws1", "wA1 -wS1"),
        ("a1 - ws1", "wA1 -wS1"),
        ("a-ws1", "wA1 -wS1"),
        ("q/ws1", "wQ /wS1"),
        ("play a1-ws1", "wA1 -wS1"),
    ],
)
def test_moves_need_no_command_no_blanks_and_no_colour(
    session: TerminalSession, typed: str, move: str
) -> None:
    start = "newgame Base;InProgress;White[2];wS1;bS1 wS1-"
    assert ask(session, start, typed).endswith(f";{move}")
    assert "Black plays" in ask(session, start, "play", typed)
    assert game_of(session).move_strings[2] == move


def test_an_illegal_move_gets_the_reason_and_what_is_near(session: TerminalSession) -> None:
    ask(session, "newgame Base;InProgress;White[2];wS1;bS1 wS1-")
    answer = ask(session, "wA1 bS1-")
    assert answer.startswith("invalidmove ")
    assert "may not touch" in answer
    assert "near it: 'wA1 " in answer
    ask(session, "play")
    assert ask(session, "wA1 bS1-").startswith("A new piece may not touch")
    assert ask(session, "b-ws1").count("wB") <= 2


def test_a_move_that_can_be_several_is_asked_about(session: TerminalSession) -> None:
    ask(
        session,
        r"newgame Base;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;"
        r"wA2 \wQ;bA2 bQ/",
    )
    meant = ask(session, "a ba1-")
    assert "which one?" in meant
    assert "'wA1 " in meant
    assert "'wA2 " in meant


@pytest.mark.parametrize(
    "line",
    [
        "",
        "?x",
        "wx",
        "w",
        "\x00",
        "\ufffd\ufffd",
        "x" * 5000,
        "wA1 bQ/ wA1 bQ/",
        "\x1b[A",
        "play \ufffd",
        "time " + "9" * 5000,
        "'",
    ],
)
def test_rubbish_gets_one_sentence_and_changes_nothing(session: TerminalSession, line: str) -> None:
    ask(session, "play Base", "wS1")
    before = game_of(session).game_string
    answer = ask(session, line)
    assert answer.endswith((".", "?"))
    assert len(answer) < 200
    assert "internal error" not in answer
    assert game_of(session).game_string == before


def test_a_line_that_is_too_long_is_refused(session: TerminalSession) -> None:
    [answer] = session.answer(CommandLine("", 0.0, too_long=True), 0.0, StopFlag())
    assert answer == f"err a line may have {LONGEST_LINE} bytes at most"


def test_a_slip_of_the_pen_is_guessed(session: TerminalSession) -> None:
    assert "did you mean 'board'?" in ask(session, "baord")


# Files


@pytest.mark.parametrize("suffix", [".pgn", ".sgf", ""])
def test_a_game_is_saved_and_loaded(session: TerminalSession, tmp_path: Path, suffix: str) -> None:
    ask(session, "play Base+P", "wP")
    moves = game_of(session).move_strings
    assert "wrote 2 moves" in ask(session, f"save {tmp_path}/my game{suffix}")
    assert "overwrite" in ask(session, f"save {tmp_path}/my game{suffix}")
    assert "wrote" in ask(session, f"save {tmp_path}/my game{suffix} overwrite")
    file = tmp_path / f"my game{suffix or '.pgn'}"
    assert [tuple(r.game.move_strings) for r in read_games(file)] == [moves]
    ask(session, "new Base")
    assert "You play White." in ask(session, f"load {file}")
    assert game_of(session).move_strings == moves
    ask(session, "quit")
    assert ask(session, "newgame Base", f"load {file}") == game_of(session).game_string


def test_one_of_several_games_is_loaded_by_its_number(
    session: TerminalSession, tmp_path: Path
) -> None:
    file = tmp_path / "two games.uhp"
    file.write_text("Base;InProgress;Black[1];wS1\nBase+M;InProgress;Black[1];wM\n")
    assert "more games in the file" in ask(session, f"load {file}")
    assert ask(session, f"load {file} 2") == "Base+M;InProgress;Black[1];wM"
    assert "has no game 3" in ask(session, f"load {file} 3")


def test_rules_of_a_loaded_game_hold(session: TerminalSession, tmp_path: Path) -> None:
    file = tmp_path / "queen.pgn"
    file.write_text('[GameType "Base"]\n[QueenFirst "True"]\n\n1. wQ\n')
    assert "QueenFirst is True from now on" in ask(session, f"load {file}")
    assert ask(session, "options get QueenFirst").startswith("QueenFirst;bool;True")
    assert ask(session, "undo 1") == "Base;NotStarted;White[1]"


def test_files_that_cannot_be_loaded_change_nothing(
    session: TerminalSession, tmp_path: Path
) -> None:
    (tmp_path / "bad.pgn").write_text("1. wS1\n2. bQ bQ-\n")
    (tmp_path / "empty.sgf").write_text("")
    (tmp_path / "set up.pgn").write_text(
        '[GameType "Base"]\n[Position "Base White[2] wS1,bS1 -"]\n\n1. wQ -wS1\n'
    )
    os.mkfifo(tmp_path / "pipe")
    ask(session, "newgame Base+L", "wL")
    for name, reason in {
        "bad.pgn": "cannot read 'bad.pgn'",
        "empty.sgf": "has no game 1",
        "set up.pgn": "set up",
        "pipe": "ordinary file",
        "none.pgn": "no file",
        "": "ordinary file",
        "x" * 500: "no file",
    }.items():
        answer = ask(session, f"load {tmp_path}/{name}")
        assert answer.startswith("err "), name
        assert reason in answer
        assert "\n" not in answer
    assert "a file is missing" in ask(session, "load")
    assert "a file is missing" in ask(session, "save")
    assert game_of(session).game_string == "Base+L;InProgress;Black[1];wL"


# Help and completion


def test_every_command_is_explained(session: TerminalSession) -> None:
    for mode in ("newgame Base", "play"):
        ask(session, mode)
        for name in session.commands:
            assert ask(session, f"help {name}").startswith("usage: "), name
    assert "resign" in ask(session, "help")
    assert "upper right" in ask(session, "help moves")
    assert "There is no command 'x'" in ask(session, "help x")
    ask(session, "quit")
    assert "For people at a terminal" in ask(session, "help")
    assert all(not line.startswith(("ok", "err")) for line in ask(session, "help").split("\n"))


@pytest.fixture
def completer(session: TerminalSession) -> Completer:
    ask(session, "newgame Base;InProgress;White[2];wS1;bS1 wS1-")
    return Completer(session)


def completed(completer: Completer, line: str) -> list[str]:
    return completer(line, max(line.rfind(" "), line.rfind("\t")) + 1)


def test_moves_are_completed_word_by_word(completer: Completer, session: TerminalSession) -> None:
    legal = {move.split()[1] for move in game_of(session).legal_move_strings}
    assert completed(completer, "wa") == ["wA1 "]
    assert completed(completer, "a1") == ["wA1 "]
    assert set(completed(completer, "wA1 ")) == legal
    assert set(completed(completer, "a1 ")) == legal
    assert completed(completer, "wA1 /") == ["/wS1"]
    assert completed(completer, "play wa1 /W") == ["/wS1"]
    assert "wQ " in completed(completer, "play ")
    assert "Base+MLP" in completed(completer, "play ")
    assert completed(completer, "wA1 /wS1 ") == []
    assert {"board", "wQ ", "analyze"} <= {*completed(completer, "")}


def test_commands_options_and_files_are_completed(
    completer: Completer, session: TerminalSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert completed(completer, "valid") == ["validmoves"]
    assert completed(completer, "play as ") == ["white", "black"]
    assert completed(completer, "newgame Base+ML") == ["Base+ML", "Base+MLP"]
    assert completed(completer, "options set Ver") == ["Verbose "]
    assert completed(completer, "options set Strategy M") == ["MCTS"]
    assert completed(completer, "options set Ponder ") == ["True", "False"]
    assert completed(completer, "analyze inf") == ["infinite"]
    assert "moves" in completed(completer, "help ")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my game.pgn").touch()
    (tmp_path / ".hidden").touch()
    (tmp_path / "folder").mkdir()
    assert completed(completer, "load ") == ["folder/", "my game.pgn"]
    assert completed(completer, "load my g") == ["game.pgn"]
    assert completed(completer, f"save {tmp_path}/f") == [f"{tmp_path}/folder/"]
    assert completed(completer, "load nowhere/") == []
    assert "resign" not in completed(completer, "")
    ask(session, "play")
    assert "resign" in completed(completer, "")
