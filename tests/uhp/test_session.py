"""The session and its parts, in this process."""

import os
from collections.abc import Iterable
from threading import Event
from time import perf_counter, sleep
from types import SimpleNamespace
from typing import Any

import pytest

from engine import Game, gamestring
from search import STRATEGIES, Limits
from search.stop_flag import StopFlag
from uhp import help as help_texts
from uhp import loader as loader_module
from uhp.errors import RefusedError
from uhp.loader import Loader, Stage
from uhp.options import Options
from uhp.parsing import parse_limits, parse_seconds
from uhp.search_commands import SearchCommands
from uhp.session import Session
from uhp.stdin import LONGEST_LINE, CommandLine, LineSplitter
from uhp.version import INFO


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("00:00:05", 5.0),
        ("0:0:1", 1.0),
        ("00:00:00", 0.0),
        ("00:00:00.5", 0.5),
        ("00:00:02.5000000", 2.5),
        ("01:02:03", 3723.0),
        ("100:00:00", 360000.0),
    ],
)
def test_time_is_hours_minutes_seconds(text: str, seconds: float) -> None:
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize(
    "text",
    ["5", "1:00", "00:00:99", "00:60:00", "00:00:60", "::", "00:00:1e3", "-1:00:00", "\u0660:0:1"],
)
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(RefusedError, match="is not a time"):
        parse_seconds(text)


def test_limits_of_a_command_are_exactly_one() -> None:
    assert parse_limits(["TIME", "00:00:01"]) == Limits(seconds=1.0)
    assert parse_limits(["depth", "0"]) == Limits(depth=0)
    assert parse_limits(["Nodes", "100"]) == Limits(nodes=100)


def split_lines(*chunks: bytes) -> list[CommandLine]:
    splitter = LineSplitter()
    found = [line for chunk in chunks for line in splitter.lines(chunk, 0.0)]
    return [*found, *splitter.rest(0.0)]


def lines_of(*chunks: bytes) -> list[str]:
    return [line.text for line in split_lines(*chunks)]


def test_lines_are_put_together_from_chunks() -> None:
    assert lines_of(b"in", b"fo\nplay w", b"S1\r\n\n \n", b"exit") == ["info", "play wS1", "exit"]
    assert lines_of(b"\n\ninfo\n") == ["info"]
    assert lines_of() == []


def test_endless_line_is_cut_and_marked() -> None:
    half = b"x" * (LONGEST_LINE // 2)
    cut, after = split_lines(half, half, half, half, b"\ninfo\n")
    assert cut == CommandLine("", 0.0, too_long=True)
    assert after.text == "info"


def test_strategies_are_those_of_the_search() -> None:
    assert Options().strategy.words == STRATEGIES


def test_option_lines_have_the_form_clients_parse() -> None:
    for option in Options():
        name, kind, value, default, *extra = option.line().split(";")
        assert name.isalnum()
        assert value == default
        assert len(extra) == {"bool": 0, "int": 2}.get(kind, len(extra))
        assert kind != "enum" or value in extra
        assert " " not in option.line()


def all_help() -> Iterable[str]:
    yield from help_texts.overview()
    for line in help_texts.overview()[:-1]:
        yield from help_texts.about(line.split()[0])


def test_no_line_of_help_looks_like_another_reply() -> None:
    for line in all_help():
        assert line.strip().lower() != "ok"
        assert not line.strip().lower().startswith(("err", "invalid"))
        assert len(line) <= 100


def test_every_command_has_help() -> None:
    session = Session(Loader())
    described = {line.split()[0] for line in help_texts.overview()[:-1]}
    assert described == set(session._commands) - {"?"} | {"exit"}


def answer(session: Session, line: str) -> list[str]:
    return list(session.answer(CommandLine(line, 0.0), 0.0, StopFlag()))


def test_internal_error_is_answered_and_keeps_the_game(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    session = Session(Loader())
    answer(session, "newgame Base")
    answer(session, "play wS1")
    before = session.game

    def broken(game: Game, move: Any) -> None:
        game._history.clear()
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(Game, "play", broken)
    assert answer(session, "play bS1 wS1-") == ["err internal error: RuntimeError: two lines"]
    monkeypatch.undo()
    assert session.game is before
    assert answer(session, "undo") == ["Base;NotStarted;White[1]"]
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "Traceback" in printed.err


def test_failed_change_of_a_rule_leaves_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(Loader())
    answer(session, "newgame Base")

    def broken(*arguments: Any, **named: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(gamestring, "replay", broken)
    assert answer(session, "options set QueenFirst True")[0].startswith("err internal error")
    assert session.options.queen_first.value is False


def test_stage_that_cannot_be_loaded_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise ImportError("no such thing")

    stage = Stage("the thing", fail)
    for _ in range(2):
        with pytest.raises(RefusedError, match="the thing cannot be loaded: ImportError: no such"):
            stage.wait()
    assert not stage.is_ready
    assert "Traceback" in capfd.readouterr().err


def first_note(capfd: pytest.CaptureFixture[str]) -> str:
    """What the program notes next, however late its threads are."""
    deadline = perf_counter() + 10
    noted = ""
    while not noted.endswith("\n"):
        assert perf_counter() < deadline, "nothing was noted"
        sleep(0.01)
        noted += capfd.readouterr().err
    return noted


def test_slow_stage_reports_and_a_stop_or_a_deadline_ends_the_wait(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(loader_module, "_SLOW", 0.05)
    go_on = Event()

    def load() -> None:
        go_on.wait(10)

    stage = Stage("the thing", load)
    stop = StopFlag()
    stop.set()
    assert stage.wait(stop) is False
    assert stage.wait(deadline=perf_counter() + 0.01) is False
    assert stage.wait(deadline=perf_counter() - 1) is False
    noted = first_note(capfd)
    go_on.set()
    assert stage.wait() is True
    assert noted + capfd.readouterr().err == "propolis: loading the thing, please wait ...\n"


def test_a_stage_that_compiles_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(loader_module, "_SLOW", 0.05)

    go_on = Event()

    def load() -> None:
        go_on.wait(10)
        stage.compiles()
        stage.compiles()

    stage = Stage("the thing", load)
    stage.start()
    assert first_note(capfd) == "propolis: loading the thing, please wait ...\n"
    go_on.set()
    assert stage.wait() is True
    assert capfd.readouterr().err == "propolis: compiling the thing, please wait ...\n"


def test_perft_shows_a_line_for_every_depth() -> None:
    session = Session(Loader())
    answer(session, "newgame Base+MLP")
    lines = [line.split() for line in answer(session, "perft 5")]
    counts = [1, 7, 294, 6678, 151686, 5427108]
    assert [line[:2] for line in lines] == [[str(n), str(count)] for n, count in enumerate(counts)]
    assert [(line[3], line[5]) for line in lines] == [("s", "M/s")] * 6


def test_perft_ignores_repetition() -> None:
    shuffle = r"wQ \wS1;bQ bS1\;wQ -wS1;bQ bS1-"
    drawn = f"newgame Base;Draw;White[7];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;{shuffle};{shuffle}"
    session = Session(Loader())
    answer(session, drawn)
    expected = [line.split()[:2] for line in answer(session, "perft 3")]
    answer(session, "options set RepetitionDraw True")
    assert [line.split()[:2] for line in answer(session, "perft 3")] == expected
    assert int(expected[-1][1]) > 0


def test_table_is_forgotten_for_another_game_but_not_for_the_same_one_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forgotten: list[str] = []
    monkeypatch.setattr(SearchCommands, "forget", lambda self: forgotten.append("table"))
    session = Session(Loader())
    answer(session, "newgame Base;InProgress;Black[1];wS1")
    answer(session, "newgame Base;InProgress;White[2];wS1;bS1 wS1-")
    assert forgotten == []
    answer(session, "newgame Base;InProgress;White[2];wS1;bG1 wS1-")
    answer(session, "newgame Base")
    answer(session, "newgame Base")
    assert len(forgotten) == 3


def test_pondering_starts_only_once_a_move_has_been_asked_for() -> None:
    options = Options()
    pondered: list[Game] = []
    loader: Any = SimpleNamespace(searches={"AlphaBeta": SimpleNamespace(is_ready=True)})
    search = SearchCommands(options, loader)
    searcher: Any = SimpleNamespace(start_pondering=pondered.append, stop_pondering=lambda: None)
    search._searcher = searcher
    game = Game()
    options.ponder.value = True
    search.ponder(game)
    assert pondered == []
    search._has_searched = True
    search.ponder(game)
    assert pondered == [game]
    assert pondered[0] is not game
    options.ponder.value = False
    search.ponder(game)
    assert len(pondered) == 1


def test_a_fault_while_thinking_ahead_is_reported_and_survived(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(search: SearchCommands, game: Game) -> None:
        raise MemoryError("no table")

    monkeypatch.setattr(SearchCommands, "ponder", broken)
    session = Session(Loader())
    answer(session, "newgame Base")
    session.idle()
    assert "cannot think ahead: MemoryError: no table" in capfd.readouterr().err
    assert answer(session, "play wS1") == ["Base;InProgress;Black[1];wS1"]


def test_no_more_threads_are_started_than_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2})
    options = Options()
    assert options.threads_to_start == options.threads.value == 3
    options.threads.value = 2
    assert options.threads_to_start == 2
    options.threads.value = 256
    assert options.threads_to_start == 3


def test_the_level_weakens_bestmove_but_not_analyze(capfd: pytest.CaptureFixture[str]) -> None:
    session = Session(Loader())
    answer(session, "options set Threads 1")
    answer(session, "options set TableSizeMiB 1")
    answer(session, "newgame Base+MLP")
    full = answer(session, "analyze depth 6 multipv 2")
    answer(session, "options set Level 1")
    answer(session, "newgame Base+MLP")
    assert answer(session, "analyze depth 6 multipv 2") == full
    assert [line.split(";")[3] for line in full] == ["depth 6", "depth 6"]
    assert capfd.readouterr().err == ""


def test_a_level_says_which_seed_it_used_if_asked_to(capfd: pytest.CaptureFixture[str]) -> None:
    session = Session(Loader())
    for option in ("Threads 1", "TableSizeMiB 1", "Level 2", "Verbose True"):
        answer(session, f"options set {option}")

    def seed() -> str:
        answer(session, "bestmove depth 1")
        [*_, last] = capfd.readouterr().err.splitlines()
        assert last.startswith("propolis: level 2 with seed ")
        return last.split()[-1]

    answer(session, "newgame Base+MLP")
    first = seed()
    assert seed() == first
    answer(session, "newgame Base+MLP")
    assert seed() != first
    answer(session, "options set Seed 77")
    assert seed() == "77"
    answer(session, "options set Level 10")
    answer(session, "bestmove depth 1")
    assert "seed" not in capfd.readouterr().err


def test_info_names_the_engine_and_its_expansions() -> None:
    assert INFO == ("id Propolis v0.2.0", "Mosquito;Ladybug;Pillbug")
