"""Where games are played: on threads of this machine, or on a Dask cluster (`dask_pool.py`).

Both are behind the interface of `concurrent.futures`. A thread is enough for a game, because the
engines are processes of their own.
"""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from arena.exit_codes import ExitCode
from arena.match.engine_slots import EngineSlots
from arena.match.game_record import GameRecord
from arena.match.referee import GameTask, play_game
from arena.settings import ArenaError

if TYPE_CHECKING:
    from arena.tournament.dask_pool import DaskPool

LOCAL_CLUSTER = "local"


class ClusterError(ArenaError):
    """The cluster cannot be used."""

    exit_code = ExitCode.BREAKDOWN


class Pool(Protocol):
    """A place where games are played."""

    def submit(self, task: GameTask) -> Future[GameRecord]:
        """Have a game played."""

    @property
    def capacity(self) -> int:
        """How many games can be under way at once; it may change."""

    def close(self) -> None:
        """Break off what games there are and end all engines."""


class LocalPool:
    """Threads of this process."""

    def __init__(self, concurrency: int) -> None:
        self.capacity = concurrency
        self._executor: Executor = ThreadPoolExecutor(concurrency, thread_name_prefix="game")
        self._slots = EngineSlots()

    def submit(self, task: GameTask) -> Future[GameRecord]:
        return self._executor.submit(play_game, task, self._slots)

    def close(self) -> None:
        self._slots.stop()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._slots.close()


def open_cluster(address: str, concurrency: int) -> DaskPool:
    """Connect to a Dask scheduler, or start a cluster on this machine if the address is `local`.

    Raises ClusterError.
    """
    if find_spec("distributed") is None:
        raise ClusterError("Dask is missing: pip install 'propolis[cluster]'")
    from arena.tournament import dask_pool

    if address == LOCAL_CLUSTER:
        return dask_pool.start_local_cluster(concurrency)
    return dask_pool.connect(address)
