"""Data sets made by several processes or a Dask cluster, which may be lost at any moment."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from program_copy import copy_program

from search.evaluation.network import shipped_network
from search.values import MATE_ZONE
from training import selfplay, spreading
from training.dataset import DataSet, read_rows, without_repeats
from training.files import InputError


def part_played(part: int) -> Any:
    """The games of a part."""
    return selfplay.play_part(20, 1, shipped_network(), part)


def start(folder: Path, *more: str, parts: int = 3) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "training", "selfplay", "--nodes", "20"]
    games = ["--games", str(parts * selfplay.GAMES_A_PART)]
    return subprocess.Popen(
        [*command, *games, "--out", str(folder), *more], stderr=subprocess.PIPE, text=True
    )


@pytest.mark.slow
def test_a_killed_self_play_goes_on_where_it_was(
    tmp_path: Path,
) -> None:
    killed = start(tmp_path / "killed", "--workers", "2", parts=8)
    assert killed.stderr is not None
    assert "1 of 8 parts" in killed.stderr.readline()
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    killed.stderr.close()
    again = start(tmp_path / "killed", "--workers", "2", parts=8)
    words = again.communicate()[1]
    assert again.returncode == 0
    assert "parts are there already" in words
    assert "positions," in words
    assert "a second" in words
    expected = np.concatenate([without_repeats(part_played(part)) for part in range(8)])
    assert np.array_equal(read_rows([tmp_path / "killed"]), without_repeats(expected))
    assert (np.abs(expected["score"].astype(int)) < MATE_ZONE).mean() > 0.5


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_makes_the_same_set(
    tmp_path: Path,
) -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", memory_limit=0
    ) as cluster:
        played = start(tmp_path / "one", "--dask", cluster.scheduler_address)
        with Client(cluster) as client:
            deadline = time.monotonic() + 120
            while not (busy := [name for name, tasks in client.processing().items() if tasks]):
                assert time.monotonic() < deadline
                time.sleep(0.02)
            pid = client.run(os.getpid, workers=busy[:1])[busy[0]]
            os.kill(pid, signal.SIGKILL)
            words = played.communicate()[1]
    assert played.returncode == 0, words
    expected = np.concatenate([part_played(part) for part in range(3)])
    assert np.array_equal(read_rows([tmp_path / "one"]), without_repeats(expected))


def test_a_cluster_with_another_version_of_the_program_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from distributed import LocalCluster

    size = f"--games 20 --nodes 20 --out {tmp_path / 'one'} --dask".split()
    with LocalCluster(n_workers=1, dashboard_address=":0", memory_limit=0) as cluster:
        monkeypatch.setattr(spreading, "program_fingerprint", lambda: "0123456789ab")
        with pytest.raises(InputError, match="another version of the program"):
            selfplay.main([*size, cluster.scheduler_address])
        assert DataSet.open(tmp_path / "one").parts == []
        monkeypatch.undo()
        selfplay.main([*size, cluster.scheduler_address])
    kept = len(DataSet.open(tmp_path / "one").read(0))
    told = capfd.readouterr()
    assert kept < len(part_played(0))
    assert told.out == f"{kept} positions added to {tmp_path / 'one'}\n"
    assert f"1 of 1 parts, {kept} positions" in told.err


@pytest.mark.slow
def test_a_worker_whose_program_is_damaged_is_told_of(
    tmp_path: Path,
) -> None:
    """Given work that it cannot load it would end itself, and nobody would hear of it."""
    copy = tmp_path / "copy"
    copy_program(copy, ("arena", "client", "engine", "search", "study", "training", "uhp"))
    (copy / "search" / "priors" / "priors.npy").write_bytes(b"")
    file = tmp_path / "scheduler.json"
    scheduler = in_background("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
    worker = in_background("dask_worker", "--scheduler-file", str(file), "--no-nanny", cwd=copy)
    try:
        address = address_in(file)
        played = start(tmp_path / "one", "--dask", address)
        words = played.communicate(timeout=120)[1]
        assert played.returncode == 2
        last = words.splitlines()[-1]
        assert "has another version of the program (DamagedError: " in last
        assert "priors.npy is damaged" in last
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()


def test_a_cluster_that_is_not_there_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arena.tournament import dask_pool

    monkeypatch.setattr(dask_pool, "CONNECT_SECONDS", 0.2)
    with pytest.raises(InputError, match="no Dask cluster"):
        selfplay.main(["--dask", "tcp://127.0.0.1:1", "--out", str(tmp_path / "one")])


def in_background(program: str, *options: str, cwd: Path | None = None) -> subprocess.Popen[bytes]:
    """A program of Dask."""
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{program}", "--no-dashboard", *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=cwd,
    )


def address_in(file: Path) -> str:
    """Where the scheduler is that writes a file about itself, once it has a worker."""
    from distributed import Client

    deadline = time.monotonic() + 120
    while not file.exists() or not file.read_text().endswith("}"):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    address: str = json.loads(file.read_text())["address"]
    with Client(address) as client:
        client.wait_for_workers(1, timeout=120)
    return address


@pytest.mark.slow
def test_a_cluster_without_workers_and_one_that_ends_are_told_of(
    tmp_path: Path,
) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, dashboard_address=":0", memory_limit=0) as cluster:
        idle = start(tmp_path / "one", "--dask", cluster.scheduler_address)
        assert idle.communicate()[1].splitlines()[-1].endswith("the Dask cluster has no workers")
        assert idle.returncode == 2
    file = tmp_path / "scheduler.json"
    scheduler = in_background("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
    worker = in_background("dask_worker", "--scheduler-file", str(file))
    try:
        played = start(tmp_path / "two", "--dask", address_in(file), parts=100)
        assert played.stderr is not None
        assert "1 of 100 parts" in played.stderr.readline()
        scheduler.kill()
        words = played.communicate(timeout=120)[1]
        assert "the Dask cluster has failed" in words.splitlines()[-1]
        assert "Traceback" not in words
        assert played.returncode == 2
        assert 0 < len(DataSet.open(tmp_path / "two").parts) < 100
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()
