"""Where games are played: on threads of this machine, or on a Dask cluster.

Both are behind the interface of `concurrent.futures`. A thread is enough for a game, because the
engines are processes of their own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from arena.match import engine_slots
from arena.match.game_record import GameRecord
from arena.match.inspection import Inspection, inspect_engine
from arena.match.referee import GameTask, play_game
from arena.settings import ArenaError, EngineSettings

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

CONNECT_SECONDS = 20
LOCAL_CLUSTER = "local"
ALLOWED_DEATHS = 10
"""How many workers may die under the same game before Dask blames the game."""


class ClusterError(ArenaError):
    """The cluster cannot be used."""

    exit_code = 6


class Pool(Protocol):
    """A place where games are played."""

    def submit(self, task: GameTask) -> Future[GameRecord]:
        """Have a game played."""

    @property
    def capacity(self) -> int:
        """How many games can be under way at once; it may change."""

    def inspect(
        self, settings: EngineSettings, game_types: tuple[str, ...]
    ) -> dict[str, Inspection]:
        """Try an engine wherever it will have to run; the keys are names of places."""

    def close(self, run: str) -> None:
        """Break off what games there are and end all engines."""


class LocalPool:
    """Threads of this process."""

    def __init__(self, concurrency: int) -> None:
        self.capacity = concurrency
        self._executor: Executor = ThreadPoolExecutor(concurrency, thread_name_prefix="game")

    def submit(self, task: GameTask) -> Future[GameRecord]:
        return self._executor.submit(play_game, task)

    def inspect(
        self, settings: EngineSettings, game_types: tuple[str, ...]
    ) -> dict[str, Inspection]:
        return {"": inspect_engine(settings, game_types)}

    def close(self, run: str) -> None:
        engine_slots.abandon(run)
        self._executor.shutdown(wait=True, cancel_futures=True)
        engine_slots.send_all_home()


class DaskPool:
    """A Dask cluster: one that is running, or one started here for the occasion.

    Dask itself gives the games of a worker that died to another one.
    """

    def __init__(self, client: Client, cluster: LocalCluster | None = None) -> None:
        self._client = client
        self._cluster = cluster
        self._executor: Executor = client.get_executor(pure=False)

    @property
    def capacity(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def submit(self, task: GameTask) -> Future[GameRecord]:
        return self._executor.submit(play_game, task)

    def inspect(
        self, settings: EngineSettings, game_types: tuple[str, ...]
    ) -> dict[str, Inspection]:
        workers = list(self._client.nthreads())
        if not workers:
            raise ClusterError("the Dask cluster has no workers")
        asked = {
            worker: self._client.submit(
                inspect_engine, settings, game_types, workers=[worker], pure=False
            )
            for worker in workers
        }
        return {worker: future.result() for worker, future in asked.items()}

    def close(self, run: str) -> None:
        self._executor.shutdown(wait=False)
        self._on_workers(engine_slots.abandon, run)
        self._on_workers(engine_slots.send_all_home)
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    def _on_workers(self, function: Callable[..., None], *arguments: str) -> None:
        # A cluster that is gone has no engines either.
        with suppress(OSError):
            self._client.run(function, *arguments, on_error="ignore")


def open_cluster(address: str, concurrency: int) -> DaskPool:
    """Connect to a Dask scheduler, or start a cluster on this machine if the address is `local`.

    Raises ClusterError.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise ClusterError("Dask is missing: pip install 'propolis[cluster]'") from None
    if address != LOCAL_CLUSTER:
        try:
            return DaskPool(Client(address, timeout=CONNECT_SECONDS))
        except (OSError, ValueError) as error:
            raise ClusterError(f"no Dask cluster at {address}: {error}") from None
    dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED_DEATHS})
    cluster = LocalCluster(
        n_workers=concurrency,
        threads_per_worker=1,
        dashboard_address=":0",
        memory_limit=0,
        silence_logs=logging.ERROR,
    )
    return DaskPool(Client(cluster), cluster)
