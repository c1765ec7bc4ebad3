"""Lines of an answer that are written while the command is still at work."""

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from search.stop_flag import StopFlag


def live(work: Callable[[Callable[[str], None]], str], stop: "StopFlag") -> Iterator[str]:
    """What `work` says while it runs, then what it returns; `stop` must make it return soon.

    The work is done in a thread of its own and what it says waits in a queue, so it is never held
    up by a client that reads slowly, and one thread alone writes the replies.
    """
    said: SimpleQueue[str | None] = SimpleQueue()
    results: list[str] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(said.put))
        except BaseException as failure:
            failures.append(failure)
        finally:
            said.put(None)

    thread = threading.Thread(target=run, name="live", daemon=True)
    thread.start()
    try:
        while (line := said.get()) is not None:
            yield line
    finally:
        stop.set()  # nothing to stop unless the reader of the lines has gone
        thread.join()
    if failures:
        raise failures[0]
    yield results[0]
