"""Games on a Dask cluster."""

import logging
import secrets
from concurrent.futures import Executor, Future
from contextlib import suppress

import dask
from distributed import Client, LocalCluster, Worker, WorkerPlugin, get_worker

from arena.match.engine_slots import EngineSlots
from arena.match.game_record import GameRecord
from arena.match.inspection import UnfitEngineError, inspect_engine
from arena.match.referee import GameTask, play_game
from arena.settings import EngineSettings
from arena.tournament.pools import LOCAL_CLUSTER, ClusterError

CONNECT_SECONDS = 20
ALLOWED_DEATHS = 10
"""How many workers may die under the same game before Dask blames the game."""


class _SlotsOfWorker(WorkerPlugin):
    """The engine slots of a tournament on one worker; they last as long as the pool does."""

    def setup(self, worker: Worker) -> None:
        """Begin without engines: Dask sends this object to every worker, also to later ones."""
        self.slots = EngineSlots()

    def teardown(self, worker: Worker) -> None:
        """Break off the games and end the engines: the pool or the worker is closed."""
        self.slots.stop()
        self.slots.close()


def _play_on_worker(task: GameTask, plugin_name: str) -> GameRecord:
    plugin = get_worker().plugins[plugin_name]
    assert isinstance(plugin, _SlotsOfWorker)
    return play_game(task, plugin.slots)


class DaskPool:
    """A Dask cluster: one that is running, or one started here for the occasion.

    Dask itself gives the games of a worker that died to another one.
    """

    def __init__(self, client: Client, cluster: LocalCluster | None = None) -> None:
        self._client = client
        self._cluster = cluster
        self._executor: Executor = client.get_executor(pure=False)
        self._plugin_name = f"propolis-arena-{secrets.token_hex(8)}"
        client.register_plugin(_SlotsOfWorker(), self._plugin_name)

    @property
    def capacity(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def submit(self, task: GameTask) -> Future[GameRecord]:
        return self._executor.submit(_play_on_worker, task, self._plugin_name)

    def inspect(
        self, settings: EngineSettings, game_types: tuple[str, ...]
    ) -> dict[str, EngineSettings | UnfitEngineError]:
        """Try an engine on every worker; the keys are the workers' addresses."""
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

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        # Workers that are gone have no engines either, whatever error says so.
        with suppress(Exception):
            self._client.unregister_worker_plugin(self._plugin_name)
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def open_cluster(address: str, concurrency: int) -> DaskPool:
    """Connect to a Dask scheduler, or start a cluster on this machine if the address is `local`.

    Raises ClusterError.
    """
    return DaskPool(*connect(address, concurrency))


def connect(address: str, concurrency: int) -> tuple[Client, LocalCluster | None]:
    """A client of a cluster, and the cluster itself if it was started here. Raises ClusterError."""
    if address != LOCAL_CLUSTER:
        try:
            return Client(address, timeout=CONNECT_SECONDS), None
        except (OSError, ValueError, TypeError, AssertionError) as error:  # as odd addresses give
            told = str(error) or "no such address"
            raise ClusterError(f"no Dask cluster at {address}: {told}") from None
    dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED_DEATHS})
    cluster = LocalCluster(
        n_workers=concurrency,
        threads_per_worker=1,
        dashboard_address=":0",
        memory_limit=0,
        silence_logs=logging.ERROR,
    )
    return Client(cluster), cluster
