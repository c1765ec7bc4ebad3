"""The same tournament on a Dask cluster of real worker processes, one of which is killed."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from arena_helpers import engine_option, numbers_logged, run_arena, wait_until_gone
from distributed import Client, LocalCluster

from arena.tournament.journal import read_journal

pytestmark = pytest.mark.slow

WORKERS = 2
GAMES = 12


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, dashboard_address=":0", memory_limit=0
    ) as running:
        yield running


def match(log: Path) -> list[str]:
    players = [
        part
        for name in ("A", "B")
        for part in engine_option(f"name={name}", arguments=f"--think 0.04 --log {log}")
    ]
    quick = ["-each", "st=1", "margin=2", "-openings", "plies=0", "-gametype", "Base"]
    return [*players, *quick, "-games", str(GAMES), "-journal", "j"]


def kill_a_busy_worker(address: str, journal: Path, killed: list[int]) -> None:
    """Wait for the first games; then kill -9 a worker in the middle of one."""
    with Client(address) as client:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if journal.exists() and journal.read_bytes().count(b"\n") > 2:
                busy = [worker for worker, tasks in client.processing().items() if tasks]
                if busy:
                    pid = client.run(os.getpid, workers=busy[:1])[busy[0]]
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                    return
            time.sleep(0.02)


def test_a_killed_worker_costs_no_game(cluster: LocalCluster, tmp_path: Path) -> None:
    journal, log = tmp_path / "j", tmp_path / "log"
    killed: list[int] = []
    killer = threading.Thread(
        target=kill_a_busy_worker, args=(cluster.scheduler_address, journal, killed)
    )
    killer.start()
    done = run_arena([*match(log), "--dask", cluster.scheduler_address], tmp_path)
    killer.join()
    assert done.returncode == 0, done.stderr
    assert len(killed) == 1
    assert "12 games to play, 2 at a time" in done.stderr
    numbers = [record.number for record in read_journal(journal).records]
    assert sorted(numbers) == list(range(1, GAMES + 1))
    assert "Games: 12, Wins: 6, Losses: 6" in done.stdout
    assert "Endings: queen surrounded 12" in done.stdout
    engines = numbers_logged(log, "started")
    assert len(engines) >= 2 * (WORKERS + 1)
    wait_until_gone(engines, 15.0)


def test_engines_are_tried_on_every_worker(cluster: LocalCluster, tmp_path: Path) -> None:
    bad = engine_option("name=Dies", arguments="--fault dies")
    good = engine_option("name=Good")
    options = ["-each", "st=1", "-dask", cluster.scheduler_address, "-journal", "j"]
    done = run_arena([*good, *bad, *options], tmp_path)
    assert done.returncode == 3
    assert "on worker tcp://" in done.stderr
    assert "the library of moves is missing" in done.stderr


def test_a_cluster_of_ones_own(tmp_path: Path) -> None:
    """`-dask local` starts and ends a cluster; here its test ends early and breaks off games."""
    players = [*engine_option("name=A"), *engine_option("name=B", arguments="--fault crash")]
    options = ["-each", "st=1", "margin=2", "-openings", "plies=0", "-journal", "j"]
    sprt = ["-sprt", "elo0=0", "elo1=200", "model=logistic", "-concurrency", "2"]
    done = run_arena([*players, *options, *sprt, "-dask", "local"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "H1 accepted" in done.stdout
    assert 8 <= len(read_journal(tmp_path / "j").records) <= 20


def test_a_missing_cluster_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.tournament.dask_pool.CONNECT_SECONDS", 1)
    players = [*engine_option("name=A"), *engine_option("name=B")]
    done = run_arena([*players, "-each", "st=1", "-dask", "tcp://127.0.0.1:9"], tmp_path)
    assert done.returncode == 6
    assert "no Dask cluster at tcp://127.0.0.1:9" in done.stderr
