"""Starting: cold caches, odd places, arguments. Limits are generous; the benchmarks are strict."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from bruteforce import crowded_position
from uhp_client import ENGINE, PATIENCE, ROOT, Engine, converse, environment

from uhp.__main__ import _PROGRAMS

SOON = 10.0
PACKAGES = ("engine", "search", "uhp")


def run(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ENGINE, *arguments],
        cwd=ROOT,
        env=env or environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def cache_dir(env: dict[str, str] | None = None) -> Path:
    """Warm up and hear where the compiled code is kept."""
    finished = run("--warm-up", env=env)
    assert finished.returncode == 0
    assert finished.stdout == ""
    found = re.search(r"compiled code is kept in (.*)", finished.stderr)
    assert found is not None
    return Path(found[1])


@pytest.mark.slow
def test_warm_up_says_what_it_did() -> None:
    assert any(cache_dir().rglob("*.kernel"))
    for stage in ("the rules", "the search (AlphaBeta)", "the evaluation", "perft"):
        assert f"{stage}: ready in" in run("--warm-up").stderr


def test_version_and_help_go_to_stdout() -> None:
    assert run("--version").stdout == "Propolis 0.2.0\n"
    assert "--warm-up" in run("--help").stdout
    assert run("-h").returncode == 0


def test_help_names_every_program() -> None:
    text = run("--help").stdout
    assert all(f"propolis {program} " in text for program in _PROGRAMS)


@pytest.mark.parametrize("arguments", [["--nonsense"], ["engine"], ["--help", "--version"], [""]])
def test_unknown_arguments_are_refused(arguments: list[str]) -> None:
    finished = run(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert "propolis --help" in finished.stderr


def test_engine_answers_before_numpy_is_imported() -> None:
    """What needs no rules must not wait for them, nor be found to import them early."""
    modules = "numpy", "numba", "engine", "dataclasses"
    program = (
        "import sys, uhp.__main__, uhp.main_loop\n"
        f"print([m for m in {modules} if m in sys.modules])"
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


@pytest.mark.slow
def test_unwritable_cache_folder_is_replaced_by_a_temporary_one(tmp_path: Path) -> None:
    warm = cache_dir()
    stand_in = tmp_path / f"propolis-{os.getuid()}"
    stand_in.mkdir()
    (stand_in / warm.name).symlink_to(warm)
    env = environment(PROPOLIS_CACHE_DIR=os.devnull + "/nowhere", TMPDIR=str(tmp_path))
    assert cache_dir(env) == stand_in / warm.name
    lines, status = converse("newgame Base\nbestmove depth 1\n", env=env)
    assert status == 0
    assert lines.count("ok") == 3


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A copy of the program somewhere else, where nothing can be written."""
    folder = tmp_path / "moved here"
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    return folder


@pytest.mark.slow
def test_two_cold_starts_at_once_of_a_moved_read_only_program(moved: Path, tmp_path: Path) -> None:
    """Both print the banner at once and serve what they can while they are compiling."""
    there_before = {*moved.rglob("*")}
    env = environment(
        PYTHONPATH=str(moved),
        PYTHONDONTWRITEBYTECODE="1",
        PROPOLIS_CACHE_DIR=str(tmp_path / "cache"),
    )
    with (
        Engine(env=env, cwd=tmp_path) as first,
        Engine(env=env, cwd=tmp_path) as second,
    ):
        for engine in (first, second):
            assert engine.banner_seconds < SOON
            started = time.perf_counter()
            assert engine.ask("info")[0].startswith("id ")
            assert engine.ask("options set Threads 1") != []
            assert time.perf_counter() - started < SOON

        first.send("newgame Base\n")
        first.interrupt()
        assert first.reply(SOON) == ["err interrupted before the rules were ready"]
        for engine in (first, second):
            assert engine.ask("newgame Base") == ["Base;NotStarted;White[1]"]
            assert "compiling the rules" in engine.errors

        legal = second.ask("validmoves")[0].split(";")
        started = time.perf_counter()
        assert second.ask("bestmove time 00:00:00.1")[0] in legal
        assert second.ask("bestmove time 00:00:00")[0] in legal
        second.send("bestmove depth 1\n")
        second.interrupt()
        assert second.reply(SOON)[0] in legal
        assert time.perf_counter() - started < SOON

        second.close_input()
        assert second.wait(SOON) == 0
        assert first.ask("bestmove depth 1")[0] in legal
        assert first.ask("perft 2")[-1].startswith("2 96 ")
        for engine in (first, second):
            assert "Traceback" not in engine.errors
    assert any((tmp_path / "cache").rglob("*.kernel"))
    assert {*moved.rglob("*")} == there_before


def wins_in_one(count: int) -> Iterator[tuple[str, set[str]]]:
    """GameStrings of positions with a win in one that is not the first move listed."""
    seed = 0
    while count:
        seed += 1
        game = crowded_position("Base+MLP", f"wins {seed}", 40 + seed % 30)
        wins = set()
        for move in game.legal_moves:
            text = game.move_string(move)
            game.play(move)
            if game.winner is not None and game.winner != game.turn:
                wins.add(text)
            game.undo()
        if wins and game.legal_move_strings[0] not in wins:
            count -= 1
            yield game.game_string, wins


def one_shot(game: str, limit: str, env: dict[str, str]) -> tuple[str, str]:
    """What an engine started for one move answers, and what it says on stderr."""
    finished = subprocess.run(
        ENGINE,
        cwd=ROOT,
        env=env,
        input=f"newgame {game}\nbestmove {limit}\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    lines = finished.stdout.splitlines()
    assert lines.count("ok") == 3
    return lines[-2], finished.stderr


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["time 00:00:00", "time 00:00:00.05"])
def test_a_process_for_every_move_misses_no_win_in_one(limit: str) -> None:
    cache_dir()
    for game, wins in wins_in_one(8):
        move, errors = one_shot(game, limit, environment())
        assert move in wins, game
        assert "compiling" not in errors


NO_COMPILER = """
import sys
from engine import Game
from search import Limits, Searcher, evaluate_parts
for strategy in ("AlphaBeta", "MCTS"):
    Searcher(strategy=strategy).search(Game("Base+MLP"), Limits(nodes=500))
Game().perft(2)
evaluate_parts(Game())
print("numba" in sys.modules)
"""


def background_processes(cache: Path) -> int:
    """How many processes finish the compilation for a cache."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (process / "cmdline").read_bytes()
            marked = str(cache).encode() in (process / "environ").read_bytes()
            count += marked and b"uhp.background" in command
    return count


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes")
def test_a_cold_engine_gets_warm_whatever_the_client_does(tmp_path: Path) -> None:
    """A process a move, all of them ended long before everything is compiled."""
    cache = tmp_path / "cache"
    env = environment(PROPOLIS_CACHE_DIR=str(cache), PROPOLIS_BACKGROUND="on")
    positions = list(wins_in_one(3))
    for game, wins in positions:
        move, errors = one_shot(game, "time 00:00:00.05", env)
        assert move in wins
        assert "Traceback" not in errors
        assert any(cache.rglob("*.kernel"))
        assert background_processes(cache) <= 1
    started = time.perf_counter()
    while background_processes(cache) and time.perf_counter() - started < PATIENCE:
        time.sleep(0.1)
    finished = subprocess.run(
        [sys.executable, "-c", NO_COMPILER],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout == "False\n"
    assert "compiling" not in one_shot(positions[0][0], "depth 1", env)[1]


@pytest.mark.slow
def test_the_process_in_the_background_can_be_turned_off(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    env = environment(PROPOLIS_CACHE_DIR=str(cache), PROPOLIS_BACKGROUND="off")
    with Engine(env=env) as engine:
        engine.send("newgame\n")
        deadline = time.perf_counter() + PATIENCE
        while not any(cache.rglob("*.kernel")) and time.perf_counter() < deadline:
            time.sleep(0.05)
        engine.send("exit\n")
        engine.wait()
    assert background_processes(cache) == 0
    assert any(cache.rglob("*.kernel")), "what was compiled is not kept"


def test_exit_during_compilation_does_not_wait_for_it(tmp_path: Path) -> None:
    env = environment(PROPOLIS_CACHE_DIR=str(tmp_path / "cache"))
    with Engine(env=env) as engine:
        engine.ask("info")
        engine.send("exit\n")
        assert engine.wait(SOON) == 0
        assert engine.rest == []
