"""Loading the rules and the search, which on the very first start have to be compiled.

It goes on in a thread while pages are served already, and pages are told about it.
"""

import asyncio
import threading
import traceback
from typing import Any

_POLL = 0.05


class PreparationError(Exception):
    """What is needed cannot be loaded."""


class Preparation:
    """What is ready, and what is being loaded or compiled."""

    STAGES = ("the rules", "the search")

    def __init__(self) -> None:
        self._ready: list[str] = []
        self._compiles = False
        self._failure: str | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, unless that has been begun."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="preparation", daemon=True)
            self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether everything is ready, or nothing more will be."""
        return self._failure is not None or len(self._ready) == len(self.STAGES)

    def status(self) -> dict[str, Any] | None:
        """What a page can say about it; None when all is ready."""
        if len(self._ready) == len(self.STAGES):
            return None
        what = self.STAGES[len(self._ready)]
        if self._failure is not None:
            return {"state": "failed", "what": what, "message": self._failure}
        if self._compiles:
            message = f"Compiling {what}: this takes half a minute, on the first start only."
            return {"state": "compiling", "what": what, "message": message}
        return {"state": "loading", "what": what, "message": f"Loading {what}."}

    def is_ready(self, stage: str) -> bool:
        """Whether a stage is ready."""
        return stage in self._ready

    async def wait_for(self, stage: str) -> None:
        """Wait until a stage is ready. Raises PreparationError if it never will be."""
        while not self.is_ready(stage):
            if self._failure is not None:
                raise PreparationError(self._failure)
            await asyncio.sleep(_POLL)

    def _run(self) -> None:
        try:
            self._load_rules()
            self._ready.append(self.STAGES[0])
            self._load_search()
            self._ready.append(self.STAGES[1])
        except Exception as error:
            what = self.STAGES[len(self._ready)]
            self._failure = f"{what.capitalize()} cannot be loaded: {type(error).__name__}."
            traceback.print_exc()

    def _load_rules(self) -> None:
        from engine import Game, jit

        jit.call_before_compiling(self._note_compiling)
        game = Game("Base+MLP")
        game.play("wS1")
        game.undo()

    def _load_search(self) -> None:
        from search import Searcher

        Searcher(table_mib=1).warm_up()

    def _note_compiling(self) -> None:
        self._compiles = True
