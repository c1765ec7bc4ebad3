"""Work on parts of a data set, by processes of this machine or by a Dask cluster."""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from search.evaluation.network import shipped_network
from training.command_line import network_fingerprint
from training.dataset import DataSet
from training.files import InputError
from training.match import processes, search_fingerprint
from uhp.output import note

Spread = Callable[..., Iterator[Any]]
"""A `map` whose results come in the order asked for."""

_TASKS_PER_WORKER = 2
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
    own = numbers_in_use()
    try:
        for item in items:
            task = client.submit(_work_alike, own, work, item, pure=False, retries=_RETRIES)
            waiting.append(task)
            if len(waiting) >= _TASKS_PER_WORKER * max(1, sum(client.nthreads().values())):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except (CancelledError, KilledWorker, OSError) as error:
        raise InputError(f"the Dask cluster has failed: {' '.join(str(error).split())}") from None


def numbers_in_use() -> tuple[str, str]:
    """What results depend on besides their settings: the numbers that this process goes by."""
    return search_fingerprint(), network_fingerprint(shipped_network())


def _work_alike(numbers: tuple[str, str], work: Callable[[Any], Any], item: Any) -> Any:
    """Work on a cluster, where another version of the program may be. Raises InputError."""
    if numbers_in_use() != numbers:
        raise InputError("a worker of the Dask cluster has another version of the program")
    return work(item)


def _is_sound(data: DataSet, number: int) -> bool:
    """Whether a part that is there can be read; one that cannot is made anew."""
    try:
        data.read(number)
    except InputError as error:
        note(f"{error}: made anew")
        return False
    return True


def write_parts(
    data: DataSet,
    tasks: dict[int, Any],
    work: Callable[[Any], Any],
    workers: int,
    dask: str | None,
) -> int:
    """Make the parts that are missing; returns how many positions have been added."""
    there = {number for number in data.parts if number in tasks and _is_sound(data, number)}
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
