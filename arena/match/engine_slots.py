"""Engines kept alive between the games of a slot.

Every thread that plays games has a bench of its own. Engines of the next game stay seated; the
others are sent home, so that a slot never holds more than two processes.
"""

import atexit
import threading
from contextlib import suppress

from arena.match.engine_process import EngineProcess
from arena.settings import EngineSettings

IDLE_SECONDS = 120.0
"""After this time without a game a bench is cleared: its tournament may have been killed."""


class GameAbandoned(Exception):  # noqa: N818 -- nothing went wrong
    """The tournament was stopped while the game was on."""


class Bench:
    """The engines of one slot."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._engines: dict[EngineSettings, EngineProcess] = {}
        self._run = ""
        self._idle: threading.Timer | None = None
        self._known_to_leave: set[EngineSettings] = set()

    def seat(self, run: str, players: tuple[EngineSettings, EngineSettings]) -> None:
        """Make room for the players of the next game: all other engines are closed."""
        with self._lock:
            self._run = run
            self._stop_timer()
            for settings in list(self._engines):
                if settings not in players:
                    self._engines.pop(settings).close()

    def keeps(self, settings: EngineSettings) -> bool:
        """Whether the engine's process is one that has played before."""
        with self._lock:
            process = self._engines.get(settings)
            return process is not None and process.is_usable

    def learns_to_leave(self, settings: EngineSettings) -> bool:
        """Take note that an engine ends after a game; whether that is news in this slot."""
        is_news = settings not in self._known_to_leave
        self._known_to_leave.add(settings)
        return is_news

    def engine(self, settings: EngineSettings) -> EngineProcess:
        """The engine's process, started if there is none that works. Raises EngineFailure."""
        with self._lock:
            process = self._engines.get(settings)
            if process is not None and process.is_usable:
                return process
            self._engines.pop(settings, None)
        started = EngineProcess(settings)
        with self._lock:
            self._engines[settings] = started
            if is_abandoned(self._run):
                started.interrupt()
        started.configure()
        return started

    def rest(self) -> None:
        """The game is over; unless another comes, close the engines after a while."""
        with self._lock:
            self._run = ""
            self._stop_timer()
            self._idle = threading.Timer(IDLE_SECONDS, self._clear_if_idle)
            self._idle.daemon = True
            self._idle.start()

    def clear(self) -> None:
        """Close all engines."""
        with self._lock:
            self._stop_timer()
            while self._engines:
                self._engines.popitem()[1].close()

    def interrupt(self, run: str) -> None:
        """Kill the engines if they are playing a game of that run."""
        with self._lock:
            if self._run == run:
                for process in self._engines.values():
                    process.interrupt()

    def _clear_if_idle(self) -> None:
        with self._lock:
            if not self._run:
                self.clear()

    def _stop_timer(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None


_local = threading.local()
_benches: list[Bench] = []
_abandoned: set[str] = set()
_registry = threading.Lock()


def this_threads_bench() -> Bench:
    """The bench of the calling thread."""
    bench: Bench | None = getattr(_local, "bench", None)
    if bench is None:
        bench = _local.bench = Bench()
        with _registry:
            _benches.append(bench)
    return bench


def is_abandoned(run: str) -> bool:
    """Whether that tournament was stopped."""
    return run in _abandoned


def abandon(run: str) -> None:
    """Break off all games of a tournament in this process: they raise GameAbandoned.

    One that has no name yet has no games.
    """
    if not run:
        return
    with _registry:
        _abandoned.add(run)
        benches = list(_benches)
    for bench in benches:
        bench.interrupt(run)


def send_all_home() -> None:
    """Close the engines of all benches of this process."""
    with _registry:
        benches = list(_benches)
    for bench in benches:
        with suppress(OSError):
            bench.clear()


atexit.register(send_all_home)
