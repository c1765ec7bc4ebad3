"""Whole tournaments from the command line: exit codes, SPRT, interruption, kill -9 and resume."""

import errno
import io
import json
import os
import pty
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import Future
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from arena_helpers import (
    ENVIRONMENT,
    ROOT,
    arena_command,
    engine_option,
    is_alive,
    numbers_logged,
    record,
    run_arena,
    scripted,
    wait_for,
    wait_until_gone,
)

from arena.command_line.main import main
from arena.match.game_record import GameRecord
from arena.match.referee import GameTask
from arena.settings import TournamentSettings
from arena.tournament.journal import Journal, JournalError, read_journal
from arena.tournament.openings import open_openings
from arena.tournament.tournament import BreakdownError, Tournament
from engine.pgn import read_all

FAST = ["-each", "st=0.5", "margin=20", "-openings", "plies=0", "-gametype", "Base"]
GOOD = engine_option("name=Good")
CRASHES = engine_option("name=Crashes", arguments="--fault crash")


def games_in(journal: Path) -> int:
    return max(0, journal.read_bytes().count(b"\n") - 1) if journal.exists() else 0


def numbers(journal: Path) -> list[int]:
    return [record.number for record in read_journal(journal).records]


def test_a_match_writes_all_it_was_asked_for(tmp_path: Path) -> None:
    outputs = ["-pgnout", "g.pgn", "-jsonout", "g.json", "-svgout", "g.svg"]
    other = engine_option("name=Other")
    done = run_arena([*GOOD, *other, *FAST, "-games", "4", *outputs], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Ptnml(0-2): [0, 0, 2, 0, 0]" in done.stdout
    assert "4 games to play" in done.stderr
    games = list(read_all((tmp_path / "g.pgn").read_text()))
    assert [game.tags["White"] for game in games].count("Good") == 2
    report = json.loads((tmp_path / "g.json").read_text())
    assert report["white"]["wins"] == 4
    assert (tmp_path / "g.svg").read_text().startswith("<svg")
    again = run_arena([*GOOD, *other, *FAST, "-games", "4", *outputs], tmp_path)
    assert again.returncode == 2
    assert "g.pgn is there already" in again.stderr


@pytest.mark.slow
def test_a_gauntlet_of_failures_goes_on_to_the_end(tmp_path: Path) -> None:
    """Everybody but the first engine fails in a way of its own; quiet leaves only the report."""
    rivals = [
        part
        for fault in ("crash", "cheat", "rubbish")
        for part in engine_option(f"name={fault}", arguments=f"--fault {fault}")
    ]
    rivals += engine_option("name=late", "margin=0.2", arguments="--fault late")
    done = run_arena(
        [*GOOD, *rivals, *FAST, "-tournament", "gauntlet", "-quiet", "-strict"], tmp_path
    )
    assert done.returncode == 7
    assert done.stderr == ""
    for fault in ("crash: crash 2", "cheat: illegal move 2", "rubbish: output out of protocol 2"):
        assert fault in done.stdout
    assert "late: late move 2" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engines", "code", "words"),
    [([*GOOD, *CRASHES], 0, "H1 accepted"), ([*CRASHES, *GOOD], 4, "H0 accepted")],
)
def test_a_sequential_test_stops_when_it_is_decided(
    tmp_path: Path, engines: list[str], code: int, words: str
) -> None:
    sprt = ["-sprt", "elo0=0", "elo1=200", "model=logistic"]
    done = run_arena([*engines, *FAST, *sprt, "-journal", "j"], tmp_path)
    assert done.returncode == code, done.stderr
    assert words in done.stdout
    assert 8 <= games_in(tmp_path / "j") <= 20


def test_faults_count_more_than_the_state_of_a_test_if_asked_to(tmp_path: Path) -> None:
    sprt = ["-sprt", "elo0=0", "elo1=300", "-games", "2", "-strict", "-journal", "j"]
    done = run_arena([*CRASHES, *GOOD, *FAST, *sprt], tmp_path)
    assert done.returncode == 7, done.stderr
    assert "running" in done.stdout
    fewer = run_arena(["-resume", "j", "-games", "4"], tmp_path)
    assert "2 games to play" in fewer.stderr
    fewer = run_arena(["-resume", "j", "-games", "2"], tmp_path)
    assert "\n0 games to play" in "\n" + fewer.stderr


MATCH = [*GOOD, *engine_option("name=Other"), *FAST]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-pgnout", "old.pgn", "-resume"], "but not its journal old.pgn.journal"),
        (["-pgnout", "a", "-jsonout", "./a"], "-pgnout and -jsonout are the same file"),
        (["-pgnout", "a", "-svgout", "a.journal"], "-journal and -svgout are the same file"),
        (["-journal", "link", "-jsonout", "new"], "-journal and -jsonout are the same file"),
        (["-openings", "file=old.pgn", "-jsonout", "old.pgn"], "opening file and -jsonout are"),
        (["-jsonout", "nowhere/a.json"], "cannot write nowhere/a.json"),
        (["-svgout", "."], "it is a directory"),
        (["-pgnout", "/dev/null", "-resume"], "/dev/null is no regular file"),
        (["-journal", "/dev/full"], "/dev/full is no regular file"),
        (["-journal", "."], ". is a directory"),
        (["-resume", "/dev/full"], "/dev/full is no regular file"),
        (["-report", "/dev/full"], "/dev/full is no regular file"),
        (["-report", "old.pgn"], "old.pgn is not a journal"),
        (["-openings", "file=/dev/zero"], "/dev/zero is no regular file"),
        (["-maxplies", "4", "-openings", "plies=4"], "-maxplies 4 leaves nothing to play"),
    ],
)
def test_files_are_checked_before_the_first_game(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    (tmp_path / "old.pgn").write_text("games\n")
    (tmp_path / "link").symlink_to("new")
    done = run_arena([*MATCH, *arguments], tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert (tmp_path / "old.pgn").read_text() == "games\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "old.pgn"]


def test_going_on_leaves_the_games_of_others_alone(tmp_path: Path) -> None:
    (tmp_path / "other.pgn").write_text("other games\n")
    assert run_arena([*MATCH, "-journal", "j"], tmp_path).returncode == 0
    done = run_arena(["-resume", "j", "-pgnout", "other.pgn"], tmp_path)
    assert done.returncode == 2
    assert "other.pgn has other games" in done.stderr
    assert (tmp_path / "other.pgn").read_text() == "other games\n"


class FullStream(io.StringIO):
    """A file on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_hides_neither_the_first_error_nor_the_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ["-jsonout", "/dev/full", "-svgout", "g.svg", "-concurrency", "1", "-quiet"]
    done = run_arena([*MATCH, *files, "-journal", "j"], tmp_path)
    assert (done.returncode, "Games: 2" in done.stdout) == (2, True)
    assert done.stderr == "propolis-arena: cannot write /dev/full: No space left on device\n"
    assert (tmp_path / "g.svg").read_text().endswith("</svg>\n")

    def append(self: Journal, record: GameRecord) -> None:
        raise JournalError("cannot write the journal: full")

    monkeypatch.setattr(Journal, "append", append)
    done = run_arena([*MATCH, *files, "-journal", "k"], tmp_path)
    assert (done.returncode, "Games: 0" in done.stdout) == (2, True)
    assert done.stderr.splitlines() == [
        "propolis-arena: cannot write the journal: full",
        "propolis-arena: cannot write /dev/full: No space left on device",
    ]


def test_telling_results_leaves_the_files_of_the_tournament_alone(tmp_path: Path) -> None:
    files = ["-jsonout", "g.json", "-svgout", "g.svg"]
    assert run_arena([*MATCH, *files, "-journal", "j"], tmp_path).returncode == 0
    for name in ("g.json", "g.svg"):
        (tmp_path / name).write_text("mine")
    done = run_arena(["-report", "j"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    done = run_arena(["-report", "j", "-svgout", "new.svg"], tmp_path)
    assert done.returncode == 0
    assert [(tmp_path / name).read_text() for name in ("g.json", "g.svg")] == ["mine", "mine"]
    assert (tmp_path / "new.svg").read_text().startswith("<svg")


def test_scores_of_any_size_can_be_gone_on_with(tmp_path: Path) -> None:
    proud = engine_option("name=Proud", arguments="--fault big-scores --at 0")
    done = run_arena([*GOOD, *proud, *FAST, "-journal", "j"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "1e+305" in (tmp_path / "j").read_text()
    again = run_arena(["-resume", "j", "-games", "4", "-pgnout", "g.pgn"], tmp_path)
    assert again.returncode == 0, again.stderr
    assert "Games: 4" in again.stdout


@pytest.mark.slow
def test_a_terminal_that_is_closed_does_not_stop_the_tournament(tmp_path: Path) -> None:
    journal, log = tmp_path / "g.pgn.journal", tmp_path / "log"
    master, terminal = pty.openpty()
    arena = subprocess.Popen(
        # The arena leads the session of a terminal of its own, as in a window.
        [sys.executable, "-c", TERMINAL_SESSION, *arena_command(*slow_match(log, 6))],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    wait_for(lambda: games_in(journal) >= 1)
    os.close(master)
    assert arena.wait(timeout=30) == 0
    assert sorted(numbers(journal)) == list(range(1, 7))
    assert not any(map(is_alive, numbers_logged(log, "started")))


TERMINAL_SESSION = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.mark.slow
@pytest.mark.parametrize("handler", [signal.SIG_DFL, signal.SIG_IGN])
def test_a_hang_up_means_nothing_and_engines_do_not_inherit_that(
    tmp_path: Path, handler: signal.Handlers
) -> None:
    journal, log = tmp_path / "g.pgn.journal", tmp_path / "log"
    arena = subprocess.Popen(
        arena_command(*slow_match(log, 4), "-jsonout", "g.json"),
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, handler),
    )
    wait_for(lambda: games_in(journal) >= 1)
    arena.send_signal(signal.SIGHUP)
    status = Path(f"/proc/{numbers_logged(log, 'started')[-1]}/status")
    if status.exists():
        ignored = next(line for line in status.read_text().splitlines() if "SigIgn" in line)
        is_ignored = bool(int(ignored.split()[1], 16) & 1)
        assert is_ignored is (handler is signal.SIG_IGN)
    assert arena.wait(timeout=30) == 0
    assert json.loads((tmp_path / "g.json").read_text())["games"] == 4


def test_nobody_has_to_read_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with redirect_stdout(FullStream()), redirect_stderr(FullStream()):
        assert main([*MATCH, "-jsonout", "g.json", "-journal", "j"]) == 0
    assert json.loads((tmp_path / "g.json").read_text())["games"] == 2


def test_an_undecided_test_has_an_exit_code_of_its_own(tmp_path: Path) -> None:
    sprt = ["-sprt", "elo0=0", "elo1=5", "-games", "2"]
    done = run_arena([*GOOD, *engine_option("name=Other"), *FAST, *sprt], tmp_path)
    assert done.returncode == 5
    assert "running" in done.stdout


def test_all_unfit_engines_are_reported_before_the_first_game(tmp_path: Path) -> None:
    bad = [
        *engine_option("name=Dies", arguments="--fault dies"),
        *engine_option("name=Base", arguments="--fault no-expansions"),
        "-engine", "cmd=/nowhere/engine", "name=Ghost",
    ]  # fmt: skip
    done = run_arena([*GOOD, *bad, "-each", "st=1", "-journal", "j"], tmp_path)
    assert done.returncode == 3
    assert "engine 'Dies'" in done.stderr
    assert "stderr: scripted: the library of moves is missing" in done.stderr
    assert "engine 'Base'" in done.stderr
    assert "does not play Base+MLP" in done.stderr
    assert "engine 'Ghost'" in done.stderr
    assert not (tmp_path / "j").exists()


class ShakyPool:
    """A place to play that breaks down a few times under every game."""

    capacity = 3

    def __init__(self, breakdowns: int) -> None:
        self.breakdowns = breakdowns
        self.attempts: Counter[int] = Counter()
        self.closed = False

    def submit(self, task: GameTask) -> Future[GameRecord]:
        self.attempts[task.number] += 1
        future: Future[GameRecord] = Future()
        if self.attempts[task.number] <= self.breakdowns:
            if task.number % 2:
                future.set_exception(ConnectionError("the worker is gone"))
            else:
                future.cancel()
                future.set_running_or_notify_cancel()
        else:
            names = (task.white.name, task.black.name)
            future.set_result(record(task.number, *names, "1-0"))
        return future

    def close(self) -> None:
        self.closed = True


def shaky_tournament(breakdowns: int) -> tuple[ShakyPool, list[int]]:
    settings = TournamentSettings((scripted(name="A"), scripted(name="B")), games=6)
    tournament = Tournament(settings, open_openings(settings), [])
    pool = ShakyPool(breakdowns)
    finished: list[int] = []
    try:
        tournament.play(pool, lambda game: finished.append(game.number))
    finally:
        assert pool.closed
    return pool, finished


def test_games_are_handed_out_again_when_a_place_breaks_down() -> None:
    pool, finished = shaky_tournament(2)
    assert sorted(finished) == list(range(1, 7))
    assert set(pool.attempts.values()) == {3}


def test_a_game_that_never_ends_is_given_up() -> None:
    with pytest.raises(BreakdownError, match="could not be played") as error:
        shaky_tournament(100)
    assert error.value.exit_code == 6


def test_engines_do_not_outlive_a_killed_arena() -> None:
    """This engine goes on for ever when its input ends."""
    code = (
        "import time; from arena_helpers import scripted\n"
        "from arena.match.engine_process import EngineProcess\n"
        "engine = EngineProcess(scripted('--fault', 'stubborn'))\n"
        "print(engine.pid, flush=True); time.sleep(60)"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT / "tests" / "support",
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    engine = int(owner.stdout.readline())
    assert is_alive(engine)
    owner.kill()
    owner.communicate()
    wait_until_gone([engine], 10.0)


def slow_match(log: Path, games: int) -> list[str]:
    """Games of about half a second, two at a time."""
    players = [
        part
        for name in ("A", "B")
        for part in engine_option(f"name={name}", arguments=f"--think 0.03 --log {log}")
    ]
    return [*players, *FAST, "-games", str(games), "-concurrency", "2", "-pgnout", "g.pgn"]


def kill_9_after(games: int, arguments: list[str], directory: Path) -> bytes:
    """Start the arena, kill it when so many games are over; the whole lines of its journal."""
    journal, log = directory / "g.pgn.journal", directory / "log"
    arena = subprocess.Popen(
        arena_command(*arguments), cwd=directory, env=ENVIRONMENT, stderr=subprocess.DEVNULL
    )
    wait_for(lambda: games_in(journal) >= games)
    arena.kill()
    arena.wait()
    wait_until_gone(numbers_logged(log, "started"), 10.0)
    data = journal.read_bytes()
    return data[: data.rindex(b"\n") + 1]


@pytest.mark.slow
def test_kill_9_loses_no_finished_game(tmp_path: Path) -> None:
    journal, resume = tmp_path / "g.pgn.journal", ["-resume", "g.pgn.journal"]
    first = kill_9_after(3, slow_match(tmp_path / "log", 16), tmp_path)
    with journal.open("ab") as file:
        file.write(b'{"number": 16, "white": "A", "bl')
    kept = kill_9_after(8, resume, tmp_path)
    assert kept.startswith(first)
    with (tmp_path / "g.pgn").open("a") as file:
        file.write("[GameTy")

    done = run_arena(resume, tmp_path)
    assert done.returncode == 0, done.stderr
    assert journal.read_bytes().startswith(kept)
    assert sorted(numbers(journal)) == list(range(1, 17))
    assert "Games: 16, Wins: 8, Losses: 8" in done.stdout
    assert len(list(read_all((tmp_path / "g.pgn").read_text()))) == 16

    longer = run_arena([*resume, "-games", "18"], tmp_path)
    assert "Games: 18" in longer.stdout
    assert journal.read_bytes().startswith(kept)
    other = run_arena([*resume, "-maxplies", "10"], tmp_path)
    assert other.returncode == 2
    assert "another tournament: different conditions" in other.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_an_interrupted_match_reports_and_can_go_on(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    journal, log = tmp_path / "g.pgn.journal", tmp_path / "log"
    arguments = [*slow_match(log, 6), "-resume"]
    arena = subprocess.Popen(
        arena_command(*arguments),
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Jobs in the background inherit that SIGINT is ignored; this one must not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_for(lambda: games_in(journal) >= 2)
    arena.send_signal(number)
    output, errors = arena.communicate(timeout=20)
    assert arena.returncode == code, errors
    assert "Results of A vs B" in output
    assert "-resume goes on" in errors
    assert not any(map(is_alive, numbers_logged(log, "started")))
    done = run_arena(arguments, tmp_path)
    assert done.returncode == 0, done.stderr
    assert sorted(numbers(journal)) == list(range(1, 7))
    told = run_arena(["-report", "g.pgn.journal"], tmp_path)
    assert told.stdout == done.stdout
