"""Lines of an answer that are written while the command is still at work."""

import threading
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from search.stop_flag import StopFlag


def stream(
    work: Callable[[Callable[[str], None]], Iterable[str]], stop: "StopFlag"
) -> Iterator[str]:
    """The lines `work` reports while it runs, then those it returns.

    `work` is called with a function that takes a line, and must return soon once `stop` is set. It
    runs in a thread of its own and its lines wait in a queue, so a client that reads slowly never
    delays it, and one thread alone writes the replies.
    """
    reported: SimpleQueue[str | None] = SimpleQueue()
    results: list[str] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.extend(work(reported.put))
        except BaseException as failure:
            failures.append(failure)
        finally:
            reported.put(None)

    thread = threading.Thread(target=run, name="stream", daemon=True)
    thread.start()
    try:
        while (line := reported.get()) is not None:
            yield line
    finally:
        stop.set()  # the work has ended, unless the reader of the lines has gone
        thread.join()
    if failures:
        raise failures[0]
    yield from results
