"""What all pages of a server share."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from web.engines import Programs
from web.preparing import Preparation
from web.sharing import Cores, Memory

Result = TypeVar("Result")

MOST_SESSIONS = 32
"""Pages that can be connected at a time."""
_MOST_HEAVY = 2
"""Files that are read or written at a time."""


class ServerState:
    """Cores, memory, engines and the pages that are connected."""

    def __init__(
        self,
        commands: Mapping[str, str] | None = None,
        *,
        cores: int | None = None,
        memory: int | None = None,
        book: Path | None = None,
    ) -> None:
        self.book = book
        """The file of the opening book that pages look things up in; None for our own."""
        self.cores = Cores(cores)
        self.memory = Memory(memory)
        self.programs = Programs(commands or {})
        self.preparation = Preparation()
        self.sessions = 0
        self._heavy = asyncio.Semaphore(_MOST_HEAVY)
        self._at_work: set[asyncio.Task[Any]] = set()

    async def in_thread(self, work: Callable[[], Result]) -> Result:
        """Do what takes long without holding up anybody, few such things at a time.

        A thread cannot be cancelled: whoever no longer waits for it does not make room for another.
        """

        async def wait() -> Result:
            async with self._heavy:
                return await _in_daemon_thread(work)

        task = asyncio.create_task(wait())
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return await asyncio.shield(task)


async def _in_daemon_thread(work: Callable[[], Result]) -> Result:
    """The same as `asyncio.to_thread`, but the end of the program does not wait for it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as raised:
            error = raised
        with suppress(RuntimeError):  # the loop may have been closed
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name="files", daemon=True).start()
    return await done
