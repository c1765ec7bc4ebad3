"""Other UHP engines: known by name, started when asked, started anew when they crash."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from arena_helpers import ENGINES
from client_helpers import SCRIPT, game_after
from web_pages import LiveServer, Page, PageError, wait_until

from engine import Game

RULES_OF_OURS = f"{sys.executable} -m uhp --option Threads=1 --option TableSizeMiB=16"


def command(log: Path, *arguments: str) -> str:
    words = (sys.executable, str(ENGINES / "habits.py"), "--log", str(log), *arguments)
    return " ".join(words)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def processes(log: Path) -> list[int]:
    """The processes an engine has been started as, one after the other."""
    if not log.exists():
        return []
    lines = log.read_text().splitlines()
    return [int(line.split()[1]) for line in lines if line.startswith("started")]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def served(name: str, command: str) -> LiveServer:
    return LiveServer({name: command})


def test_a_named_engine_plays_and_ends_with_its_page(log: Path) -> None:
    with served("Scripted", command(log)) as server:
        with Page(server) as page:
            assert page.ask("hello")["engines"] == ["Propolis", "Scripted"]
            assert processes(log) == []
            game = game_after(2)
            found = page.ask("move", game=game.notation, engine="Scripted", seconds=1)
            assert found["move"] == SCRIPT[2]
            assert (found["score"], found["win"]) == (None, None)
            game.play(found["move"])
            game.play(SCRIPT[3])
            page.ask("move", game=game.notation, engine="Scripted", seconds=1)
            [process] = processes(log)
            assert is_alive(process)
        wait_until(lambda: not is_alive(process), 20)
        assert server.state.programs.running == 0


def test_a_crash_in_the_middle_of_a_move_is_told_and_the_engine_started_anew(
    log: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served("Brittle", command(log, "--habit", "crash", "--at", "2")) as server:
        with Page(server) as page:
            for tries in (1, 2):
                with pytest.raises(PageError) as caught:
                    page.ask("move", game=game_after(2).notation, engine="Brittle", seconds=1)
                assert str(caught.value).startswith("Brittle ")
                assert "started anew" in str(caught.value)
                assert len(processes(log)) == tries
            found = page.ask("move", game=game_after(1).notation, engine="Brittle", seconds=1)
            assert found["move"] == SCRIPT[1]
            assert len(processes(log)) == 3
        assert "thinking hurts" in capfd.readouterr().err
    wait_until(lambda: not any(map(is_alive, processes(log))), 20)


def test_the_page_learns_neither_path_nor_command(log: Path, tmp_path: Path) -> None:
    gone = tmp_path / "secret-program"
    gone.write_text("#!/bin/sh\nexit 3\n")
    gone.chmod(0o700)
    with served("Gone", f"{gone} --secret") as server, Page(server) as page:
        seen = [str(page.ask("hello"))]
        for _ in range(2):
            with pytest.raises(PageError) as caught:
                page.ask("move", game="Base", engine="Gone", seconds=1)
            seen.append(str(caught.value))
            gone.unlink(missing_ok=True)
        assert all("secret" not in text and str(tmp_path) not in text for text in seen), seen
        assert "cannot be started" in seen[-1]


def test_a_set_up_position_is_not_sent_to_another_engine(log: Path) -> None:
    with served("Scripted", command(log)) as server, Page(server) as page:
        start = "Base White[4] wQ,bQwB1,bS1 -"
        with pytest.raises(PageError, match="Scripted plays games from the empty board only"):
            page.ask("move", game=start, engine="Scripted", seconds=1)
        number = page.ask("analyse", game=start, engine="Scripted")["analysis"]
        ended = page.event("analysed", analysis=number)
        assert ended["why"] == "error"
        assert "empty board" in ended["message"]
        assert processes(log) == []


def test_another_engine_has_no_levels(log: Path) -> None:
    with (
        served("Scripted", command(log)) as server,
        Page(server) as page,
        pytest.raises(PageError, match="Scripted has no levels: give it seconds"),
    ):
        page.ask("move", game="Base", engine="Scripted", level=3)


@pytest.mark.parametrize("sigint", ["answer", "die", "ignore"])
def test_a_move_of_another_engine_can_be_cancelled(log: Path, sigint: str) -> None:
    habits = ("--habit", "thinks", "--at", "2", "--sigint", sigint)
    with served("Slow", command(log, *habits)) as server, Page(server) as page:
        long = page.begin("move", game=game_after(2).notation, engine="Slow", seconds=100)
        wait_until(lambda: processes(log) != [] and "bestmove" in log.read_text())
        started = time.perf_counter()
        page.ask("cancel", of=long)
        with pytest.raises(PageError, match=r"^Cancelled\.$"):
            page.answer(long)
        assert page.ask("move", game="Base", engine="Slow", seconds=1)["move"] == SCRIPT[0]
        assert time.perf_counter() - started < 20


def test_an_illegal_move_is_the_engines_fault_and_told(log: Path) -> None:
    with served("Cheat", command(log, "--habit", "illegal-move")) as server, Page(server) as page:
        with pytest.raises(PageError, match=r"^Cheat "):
            page.ask("move", game="Base", engine="Cheat", seconds=1)
        assert page.ask("move", game="Base", level=1)["move"]


def test_engines_end_with_the_server(log: Path) -> None:
    habits = ("--habit", "thinks", "--sigint", "ignore")
    with served("Slow", command(log, *habits)) as server:
        page = Page(server)
        page.begin("move", game="Base", engine="Slow", seconds=100)
        wait_until(lambda: processes(log) != [])
    assert not any(map(is_alive, processes(log)))
    page.close()


def test_another_engine_that_shows_lines_can_analyse(log: Path) -> None:
    game = game_after(2).notation
    with served("Reports", command(log, "--habit", "reports")) as server, Page(server) as page:
        number = page.ask("analyse", game=game, engine="Reports")["analysis"]
        lines = page.event("lines", analysis=number)["lines"]
        assert lines[0]["moves"] == [SCRIPT[2]]
        page.ask("stop", analysis=number)
        assert page.event("analysed", analysis=number)["why"] == "stopped"


def test_an_engine_that_shows_no_lines_says_so(log: Path) -> None:
    with served("Scripted", command(log)) as server, Page(server) as page:
        number = page.ask("analyse", game="Base", engine="Scripted")["analysis"]
        ended = page.event("analysed", analysis=number)
        assert ended["why"] == "error"
        assert "shows no lines" in ended["message"]


@pytest.fixture(scope="module")
def with_ours() -> Iterator[LiveServer]:
    with served("Ours", RULES_OF_OURS) as server:
        yield server


def test_an_analysis_by_an_engine_of_ours_as_a_process(with_ours: LiveServer) -> None:
    with Page(with_ours) as page:
        number = page.ask("analyse", game="Base+MLP", engine="Ours", lines=2)["analysis"]
        event = page.event("lines", analysis=number)
        while len(event["lines"]) < 2:
            event = page.event("lines", analysis=number)
        for line in event["lines"]:
            game = Game("Base+MLP")
            for move in line["moves"]:
                game.play(move)
        page.ask("stop", analysis=number)
        assert page.event("analysed", analysis=number)["why"] == "stopped"
        again = page.ask("analyse", game="Base", engine="Ours")["analysis"]
        page.event("lines", analysis=again)


def test_too_many_processes_are_not_started(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from web import engines

    monkeypatch.setattr(engines, "MOST_PROCESSES", 1)
    with served("Scripted", command(log)) as server, Page(server) as one, Page(server) as two:
        assert one.ask("move", game="Base", engine="Scripted", seconds=1)["move"]
        with pytest.raises(PageError, match="Too many engines are running"):
            two.ask("move", game="Base", engine="Scripted", seconds=1)
        one.close()
        wait_until(lambda: server.state.programs.running == 0, 20)
        assert two.ask("move", game="Base", engine="Scripted", seconds=1)["move"]
