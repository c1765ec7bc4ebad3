"""A page that sends without end, or never reads, harms nobody but itself."""

import json
import resource
import threading
import time
from contextlib import suppress

import pytest
from web_pages import LiveServer, Page, PageError, search_threads, vanish, wait_until
from websockets.exceptions import ConnectionClosed

from web import connection
from web.messages import Fields
from web.state import ServerState

GAME = r"Base+MLP;InProgress;Black[4];wP;bP /wP;wQ \wP;bQ -bP;wA1 wP-;bA1 bP\;wA1 /bA1"


def test_others_are_served_while_one_page_floods(server: LiveServer) -> None:
    stop = threading.Event()
    flooding = Page(server)

    def flood() -> None:
        text = json.dumps({"id": 1, "do": "view", "game": GAME})
        with suppress(ConnectionClosed, OSError):
            while not stop.is_set():
                flooding.socket.send(text)

    def drain() -> None:
        with suppress(ConnectionClosed, OSError):
            while not stop.is_set():
                flooding.socket.recv(timeout=5)

    threads = [threading.Thread(target=work, daemon=True) for work in (flood, drain)]
    for thread in threads:
        thread.start()
    try:
        with Page(server) as page:
            for _ in range(10):
                started = time.perf_counter()
                page.ask("view", game=GAME)
                assert time.perf_counter() - started < 20
    finally:
        stop.set()
        vanish(flooding.socket)
        for thread in threads:
            thread.join(10)


def test_a_page_that_does_not_read_is_not_read_either(server: LiveServer) -> None:
    """Answers wait in the page's own socket, not by the thousand in the memory of the server."""
    silent = server.connect(max_queue=1)
    text = json.dumps({"id": 1, "do": "hello"})
    sent = 0
    blocked = threading.Event()

    def flood() -> None:
        nonlocal sent
        with suppress(ConnectionClosed, OSError):
            for _ in range(200_000):
                silent.send(text)
                sent += 1
        blocked.set()

    thread = threading.Thread(target=flood, daemon=True)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    thread.start()
    thread.join(1.5)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert not blocked.is_set(), "everything was taken in"
    assert sent < 200_000
    assert grown < 200_000  # KiB; all answers together have gigabytes
    with Page(server) as page:
        page.ask("view", game=GAME)
    vanish(silent)
    thread.join(10)
    wait_until(lambda: server.state.sessions == 0, 30)


def test_analyses_by_the_hundred_leave_one_and_then_none(server: LiveServer) -> None:
    with Page(server) as page:
        keys = [page.begin("analyse", game=GAME) for _ in range(100)]
        numbers = [page.answer(key)["analysis"] for key in keys]
        for number in numbers[:-1]:
            assert page.event("analysed", analysis=number)["why"] == "stopped"
        page.event("lines", analysis=numbers[-1])
        assert len(server.state.cores._shares) == 1
    wait_until(lambda: search_threads() == 0, 20)


def test_many_files_at_a_time_are_read_one_after_the_other_or_refused(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, may_read = connection._HEAVY["read"], threading.Event()

    def held(state: ServerState, request: Fields) -> connection.Answer:
        assert may_read.wait(60)
        return read(state, request)

    monkeypatch.setitem(connection._HEAVY, "read", held)
    text = "Base;InProgress;Black[1];wS1\n" * 50
    keys = [page.begin("read", text=text) for _ in range(30)]
    for key in keys[connection._MOST_HEAVY :]:
        with pytest.raises(PageError, match="Other files are still being read or written"):
            page.answer(key)
    may_read.set()
    for key in keys[: connection._MOST_HEAVY]:
        assert len(page.answer(key)["games"]) == 50


@pytest.mark.parametrize("how", ["at once", "in the middle"])
def test_pages_that_go_without_a_word_leave_nothing(server: LiveServer, how: str) -> None:
    for _ in range(20):
        socket = server.connect()
        socket.send(json.dumps({"id": 1, "do": "analyse", "game": GAME}))
        socket.send(json.dumps({"id": 2, "do": "move", "game": GAME, "seconds": 100}))
        socket.send(json.dumps({"id": 3, "do": "read", "text": "Base\n" * 1000}))
        if how == "in the middle":
            socket.recv(timeout=30)
        vanish(socket)
    wait_until(lambda: server.state.sessions == 0, 30)
    wait_until(lambda: search_threads() == 0, 30)
    assert server.state.cores._shares == []
