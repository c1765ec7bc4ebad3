"""Where games are played: on threads of this machine, or on a Dask cluster (`dask_pool.py`).

Both are behind the interface of `concurrent.futures`. A thread is enough for a game, because the
engines are processes of their own.
"""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Protocol

from arena.exit_codes import ExitCode
from arena.match.engine_slots import EngineSlots
from arena.match.game_record import GameRecord
from arena.match.referee import GameTask, play_game
from arena.settings import ArenaError

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
