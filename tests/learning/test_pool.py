"""The threads of a batch: all work is done once, errors arrive, and nobody is left behind."""

import gc
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from learning import GameBatch
from learning.pool import Pool

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0


def batch_threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name.startswith("batch ")}


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_task_is_done_once(threads: int) -> None:
    pool = Pool(threads)
    for tasks in (1, 2, 3, 40):
        done: list[int] = []
        pool.run(done.append, tasks)
        assert sorted(done) == list(range(tasks))


def test_several_threads_take_part() -> None:
    all_three = threading.Barrier(3, timeout=PATIENCE)

    def meet(task: int) -> None:
        all_three.wait()

    Pool(3).run(meet, 3)


@pytest.mark.parametrize("fault", [ZeroDivisionError, KeyboardInterrupt])
@pytest.mark.parametrize("where", ["here", "on another thread"])
def test_an_error_ends_the_work_and_arrives(fault: type[BaseException], where: str) -> None:
    pool = Pool(3)
    caller = threading.current_thread()
    others = threading.Event()
    under_way: set[int] = set()

    def work(task: int) -> None:
        under_way.add(task)
        is_here = threading.current_thread() is caller
        if is_here:
            others.wait(PATIENCE)
        else:
            others.set()
            time.sleep(0.05)
        if is_here == (where == "here"):
            raise fault
        under_way.discard(task)

    with pytest.raises(fault):
        pool.run(work, 1000)
    stopped = {*under_way}
    time.sleep(0.1)
    assert under_way == stopped, "a task went on after the error had arrived"
    done: list[int] = []
    pool.run(done.append, 10)
    assert len(done) == 10


def test_the_threads_of_a_batch_end_with_it() -> None:
    before = batch_threads()
    batch = GameBatch(200, "Base", threads=3)
    batch.random_step()
    new = batch_threads() - before
    assert len(new) == 2
    del batch
    gc.collect()
    for thread in new:
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_a_batch_works_on_in_a_forked_process() -> None:
    code = (
        "import os\n"
        "from learning import GameBatch\n"
        "batch = GameBatch(200, 'Base', threads=2, seed=1)\n"
        "batch.random_playouts(10)\n"
        "child = os.fork()\n"
        "batch.random_playouts()\n"
        "os.write(1, f'{batch.plies.sum()}\\n'.encode())\n"
        "if child: os.write(1, f'{os.waitpid(child, 0)[1]}'.encode())\n"
    )
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    one, other, status = result.stdout.split()
    assert (one, status) == (other, "0")
