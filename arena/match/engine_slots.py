"""Slots for games: each thread that plays games has one, and keeps its engines between games.

Engines that play in the next game too are kept running; the others are closed, so that a slot never
holds more than two processes.
"""

import threading
from contextlib import suppress

from arena.match.engine_process import EngineProcess
from arena.settings import EngineSettings

IDLE_SECONDS = 120.0
"""After this time without a game the engines of a slot are closed: the arena may have been killed
while they ran on another machine.
"""


class GameAbandoned(Exception):  # noqa: N818 -- nothing went wrong
    """The tournament was stopped while the game was on."""


class EngineSlot:
    """The engines of one thread."""

    def __init__(self, stopped: threading.Event) -> None:
        self._stopped = stopped
        self._lock = threading.RLock()
        self._engines: dict[EngineSettings, EngineProcess] = {}
        self._is_playing = False
        self._idle_timer: threading.Timer | None = None
        self._known_to_exit: set[EngineSettings] = set()

    @property
    def is_stopped(self) -> bool:
        """Whether the tournament was stopped, so that games are to be broken off."""
        return self._stopped.is_set()

    def begin_game(self, players: tuple[EngineSettings, EngineSettings]) -> None:
        """Close all engines but the players of the next game."""
        with self._lock:
            self._is_playing = True
            self._stop_timer()
            for settings in list(self._engines):
                if settings not in players:
                    self._engines.pop(settings).close()

    def end_game(self) -> None:
        """Close the engines after a while, unless there is another game by then."""
        with self._lock:
            self._is_playing = False
            self._stop_timer()
            self._idle_timer = threading.Timer(IDLE_SECONDS, self._close_if_idle)
            self._idle_timer.daemon = True
            self._idle_timer.start()

    def has_engine(self, settings: EngineSettings) -> bool:
        """Whether the engine is still running after an earlier game."""
        with self._lock:
            process = self._engines.get(settings)
            return process is not None and process.is_usable

    def engine(self, settings: EngineSettings) -> EngineProcess:
        """The engine's process, started if there is none that works. Raises EngineFailure."""
        with self._lock:
            if self.has_engine(settings):
                return self._engines[settings]
        started = EngineProcess(settings)
        with self._lock:
            self._engines[settings] = started
            if self.is_stopped:
                started.interrupt()
        started.configure()
        return started

    def exits_for_the_first_time(self, settings: EngineSettings) -> bool:
        """Take note that an engine ended by itself after a game; whether that is news here."""
        is_news = settings not in self._known_to_exit
        self._known_to_exit.add(settings)
        return is_news

    def interrupt(self) -> None:
        """Kill the engines if they are playing."""
        with self._lock:
            if self._is_playing:
                for process in self._engines.values():
                    process.interrupt()

    def close(self) -> None:
        """Close all engines."""
        with self._lock:
            self._stop_timer()
            while self._engines:
                self._engines.popitem()[1].close()

    def _close_if_idle(self) -> None:
        with self._lock:
            if not self._is_playing:
                self.close()

    def _stop_timer(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None


class EngineSlots:
    """The slots of one tournament in this process."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._slots: list[EngineSlot] = []
        self._local = threading.local()

    def of_this_thread(self) -> EngineSlot:
        """The slot of the calling thread."""
        slot: EngineSlot | None = getattr(self._local, "slot", None)
        if slot is None:
            slot = self._local.slot = EngineSlot(self._stopped)
            self._slots.append(slot)
        return slot

    def stop(self) -> None:
        """Break off all games, now and later: they raise GameAbandoned."""
        self._stopped.set()
        for slot in self._slots:
            slot.interrupt()

    def close(self) -> None:
        """Close all engines."""
        for slot in self._slots:
            with suppress(OSError):
                slot.close()
