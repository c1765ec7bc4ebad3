"""Loading what takes time, in the background and in stages.

numpy and the compiled code take a fifth of a second to load, and the very first start compiles
every kernel. A command waits for the stage it needs and no longer.
"""

import gc
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from search.strategies import STRATEGIES
from uhp.background import BackgroundCompiler
from uhp.errors import RefusedError
from uhp.output import note

if TYPE_CHECKING:
    from search.stop_flag import StopFlag

_SLOW = 1.0
"""Seconds after which a stage notes what it is doing."""

_POLL = 0.01


def _load_perft() -> None:
    from engine import Game

    Game().perft(1)


def _load_evaluation() -> None:
    from engine import Game
    from search import evaluate_parts

    evaluate_parts(Game())


def _load_book() -> None:
    from engine import Game
    from study.openings.neighbours import keys_after

    next(keys_after(Game()))


def keep_scipy_out() -> None:
    """Keep scipy out of this process.

    Where it is installed, numba imports it for linear algebra that no kernel uses: 0.2 s.
    """
    sys.modules.setdefault("scipy", None)  # type: ignore[arg-type]


class Stage:
    """Something to be loaded once, after the stages it builds on."""

    def __init__(self, title: str, load: Callable[[], None], *needs: "Stage") -> None:
        self.title = title
        self.seconds = 0.0
        self._load = load
        self._needs = needs
        self._thread: threading.Thread | None = None
        self._ready = threading.Event()
        self._failure: str | None = None
        self._is_slow = False
        self._compiles = False

    def start(self) -> None:
        """Begin to load, unless that has been begun."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self.title, daemon=True)
            self._thread.start()

    @property
    def is_loading(self) -> bool:
        """Whether it has been begun and is not finished."""
        return self._thread is not None and not self._ready.is_set()

    @property
    def activity(self) -> str:
        """What it is doing: `loading`, or `compiling` once it is known that it must."""
        return "compiling" if self._compiles else "loading"

    @property
    def is_ready(self) -> bool:
        """Whether it can be used at once."""
        return self._ready.is_set() and self._failure is None

    def wait(self, stop: "StopFlag | None" = None, deadline: float | None = None) -> bool:
        """Wait until it is ready, `stop` is set, or the deadline has come.

        Returns whether it is ready. Raises RefusedError if it cannot be loaded at all.
        """
        self.start()
        while not self._ready.is_set():
            timeout = _POLL
            if deadline is not None:
                timeout = min(_POLL, deadline - time.perf_counter())
            if timeout <= 0 or (stop is not None and stop.is_set):
                return False
            self._ready.wait(timeout)
        if self._failure is not None:
            raise RefusedError(self._failure)
        return True

    def _run(self) -> None:
        for stage in self._needs:
            stage.start()
            stage._ready.wait()
        started = time.perf_counter()
        slow = threading.Timer(_SLOW, self._note_slowness)
        slow.daemon = True
        slow.start()
        try:
            self._load()
            self._note_what_was_not_kept()
        except Exception as error:
            failed = f"{self.title} cannot be loaded"
            if getattr(error, "told_in_one_line", False):
                self._failure = f"{failed}: {error}"
                note(self._failure)
            else:
                self._failure = f"internal error: {failed}: {type(error).__name__}: {error}"
                note(traceback.format_exc())
        finally:
            slow.cancel()
            self.seconds = time.perf_counter() - started
            self._ready.set()

    def compiles(self) -> None:
        """Remember, and note if it is slow, that what is being loaded must be compiled first."""
        if not self._compiles:
            self._compiles = True
            if self._is_slow:
                self._note_slowness()

    def _note_what_was_not_kept(self) -> None:
        if self._compiles:
            from engine import cache

            if cache.not_kept:
                note(f"propolis: what was compiled cannot be kept: {cache.not_kept[0]}")

    @property
    def is_loaded_here(self) -> bool:
        """Whether it is being loaded on the thread that asks."""
        return self._thread is threading.current_thread()

    def _note_slowness(self) -> None:
        self._is_slow = True
        note(f"propolis: {self.activity} {self.title}, please wait ...")


class Loader:
    """The stages: the rules first, since every command with a game needs them."""

    def __init__(self, *, leave_process: bool = False) -> None:
        """With `leave_process`, where something must be compiled a process is left to do it all."""
        self._background = BackgroundCompiler()
        self._may_leave_process = leave_process
        self.rules = Stage("the rules", self._load_rules)
        self.searches = {
            strategy: Stage(
                f"the search ({strategy})", partial(self._load_search, strategy), self.rules
            )
            for strategy in STRATEGIES
        }
        self.evaluation = Stage("the evaluation", _load_evaluation, self.rules)
        self.perft = Stage("perft", _load_perft, self.rules)
        self.book = Stage("the book", _load_book, self.rules)

    @property
    def stages(self) -> Iterable[Stage]:
        """All stages, in loading order."""
        return (self.rules, *self.searches.values(), self.evaluation, self.perft, self.book)

    @property
    def is_busy(self) -> bool:
        """Whether something is being loaded now."""
        return any(stage.is_loading for stage in self.stages)

    def start(self) -> None:
        """Begin to load what nearly every client needs; the rest is loaded when asked for."""
        self.rules.start()
        self.searches[STRATEGIES[0]].start()

    def _load_rules(self) -> None:
        from engine import Game, cache, jit

        if cache.REFUSED is not None:
            note(f"propolis: the cache of compiled code is not used: {cache.REFUSED}")
        jit.call_before_compiling(self._note_compiling)
        game = Game("Base+MLP")
        game.play("wS1")
        game.undo()

    def _load_search(self, strategy: str) -> None:
        from search import Searcher

        Searcher(table_mib=1, strategy=strategy).warm_up()
        gc.freeze()  # what has been imported stays: no use looking for garbage in it
        self._background.release()

    def _note_compiling(self) -> None:
        from engine import cache

        for stage in self.stages:
            if stage.is_loaded_here:
                stage.compiles()
        if self._may_leave_process:
            self._background.start(cache.CACHE_DIR)
