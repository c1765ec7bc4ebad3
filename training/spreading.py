"""Work on parts of a data set, by processes of this machine or by a Dask cluster."""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from training.dataset import DataSet
from training.files import InputError
from training.match import processes, program_fingerprint
from uhp.output import note

Spread = Callable[..., Iterator[Any]]
"""A `map` whose results come in the order asked for."""

_TASKS_PER_WORKER = 2
_PATIENCE = 30.0
"""Seconds after which it is told that there are no workers."""

_RETRIES = 10
"""How many workers may fail under the same part before the work is given up."""


@contextmanager
def spread_over(workers: int, dask: str | None) -> Iterator[Spread]:
    """A `map` by so many processes, or by a cluster. Raises InputError if there is none."""
    if dask is None:
        with processes(workers) as spread:
            yield spread
        return
    try:
        from arena.tournament.dask_pool import connect
    except ImportError:
        raise InputError("--dask needs Dask: pip install 'propolis[cluster]'") from None
    from arena.tournament.pools import ClusterError

    try:
        client, cluster = connect(dask, workers)
    except ClusterError as error:
        raise InputError(str(error)) from None
    logging.disable(logging.CRITICAL)  # Dask logs tracebacks of what is an error of ours anyway
    try:
        yield partial(_spread_on_cluster, client)
    finally:
        client.close()
        if cluster is not None:
            cluster.close()
        logging.disable(logging.NOTSET)


def _spread_on_cluster(
    client: Any, work: Callable[[Any], Any], items: Iterable[Any]
) -> Iterator[Any]:
    """Dask itself gives the parts of a worker that died to another one. Raises InputError."""
    from distributed import CancelledError, KilledWorker

    if not client.nthreads():
        raise InputError("the Dask cluster has no workers")
    waiting: deque[Any] = deque()
    own = program_fingerprint()
    try:
        _check_programs(client, own)
        for item in items:
            task = client.submit(_work_alike, own, work, item, pure=False, retries=_RETRIES)
            waiting.append(task)
            if len(waiting) >= _TASKS_PER_WORKER * max(1, sum(client.nthreads().values())):
                yield _result(client, waiting.popleft())
        while waiting:
            yield _result(client, waiting.popleft())
    except (CancelledError, KilledWorker, OSError) as error:
        raise InputError(f"the Dask cluster has failed: {' '.join(str(error).split())}") from None


def _check_programs(client: Any, own: str) -> None:
    """See that all workers have this very program, before they are to work. Raises InputError."""

    def program_there() -> str:
        # Inside, so that it is sent as it is: the program of a worker may not have it.
        try:
            from training.match import program_fingerprint

            return program_fingerprint()
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    for worker, found in client.run(program_there).items():
        if found != own:
            told = "" if len(found) == len(own) else f" ({found})"
            raise InputError(
                f"{worker} of the Dask cluster has another version of the program{told}"
            )


def _work_alike(own: str, work: Callable[[Any], Any], item: Any) -> Any:
    """Work on a cluster, whose workers may come and go. Raises InputError."""
    if program_fingerprint() != own:
        raise InputError("a worker of the Dask cluster has another version of the program")
    return work(item)


def _result(client: Any, task: Any) -> Any:
    """What a task gives, however long it takes; says so if nobody is there to do it."""
    while True:
        try:
            return task.result(timeout=_PATIENCE)
        except TimeoutError:
            if task.status == "error":  # it is the work's own
                raise
            if not client.nthreads():
                note("the Dask cluster has no workers: waiting for one")


def _is_sound(data: DataSet, number: int, belongs: Callable[[int, Any], bool]) -> bool:
    """Whether a part that is there can be read and is that very part; if not it is made anew."""
    try:
        rows = data.read(number)
        if not belongs(number, rows):
            raise InputError(f"part {number} of {data.folder} has the positions of another one")
    except InputError as error:
        note(f"{error}: made anew")
        return False
    return True


def write_parts(
    data: DataSet,
    tasks: dict[int, Any],
    work: Callable[[Any], Any],
    belongs: Callable[[int, Any], bool],
    workers: int,
    dask: str | None,
) -> int:
    """Make the parts that are missing; returns how many positions have been added.

    `belongs` tells whether rows can be those of a part.
    """
    there = {
        number for number in data.parts if number in tasks and _is_sound(data, number, belongs)
    }
    wanted = {number: task for number, task in tasks.items() if number not in there}
    if there:
        note(f"{len(there)} of {len(tasks)} parts are there already")
    if not wanted:
        return 0
    started = time.monotonic()
    positions = 0
    with spread_over(workers, dask) as spread:
        for done, (number, rows) in enumerate(
            zip(wanted, spread(work, wanted.values()), strict=True), start=1
        ):
            positions += data.write(number, rows)
            passed = max(time.monotonic() - started, 1e-9)
            left = round(passed / done * (len(wanted) - done))
            note(
                f"{done} of {len(wanted)} parts, {positions} positions, "
                f"{positions / passed:.0f} a second, {left // 60}:{left % 60:02} left"
            )
    return positions
