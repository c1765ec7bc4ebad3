"""A server for the tests, in a thread of its own, and pages that talk to it."""

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

from web.guard import Address
from web.server import new_server
from web.state import ServerState

PATIENCE = 120.0
"""Seconds to wait for any answer: the first start on a machine compiles."""


class PageError(Exception):
    """The error that answers a request."""


class LiveServer:
    """A server that runs until it is closed."""

    def __init__(
        self,
        commands: Mapping[str, str] | None = None,
        *,
        token: str | None = None,
        cores: int | None = None,
        memory: int | None = None,
    ) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.address = Address("127.0.0.1", listener.getsockname()[1], token)
        self.origin = f"http://127.0.0.1:{self.address.port}"
        self.state = ServerState(commands, cores=cores, memory=memory)
        self.server = new_server(self.state, self.address)
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self.server.serve(sockets=[listener])), name="live server"
        )
        self._thread.start()

    def close(self) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def cpu_seconds(self) -> float:
        """The time the server itself has worked, searches not counted."""
        assert self._thread.ident is not None
        return time.clock_gettime(time.pthread_getcpuclockid(self._thread.ident))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(
        self, path: str, method: str = "GET", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer; the path is sent as it is."""
        line = http.client.HTTPConnection("127.0.0.1", self.address.port, timeout=PATIENCE)
        try:
            line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            headers.setdefault("Host", f"127.0.0.1:{self.address.port}")
            for name, value in headers.items():
                line.putheader(name.replace("_", "-"), value)
            line.endheaders()
            answer = line.getresponse()
            names = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, names, answer.read()
        finally:
            line.close()

    def connect(self, **changes: Any) -> ClientConnection:
        """A WebSocket as the page opens it, but for the changes."""
        return open_socket(f"127.0.0.1:{self.address.port}", **changes)


def open_socket(host: str, **changes: Any) -> ClientConnection:
    """A WebSocket to a server as its page opens it, but for the changes."""
    settings = {"origin": f"http://{host}", "max_size": None, "compression": None, **changes}
    connected: ClientConnection = connect(f"ws://{host}/ws", **settings).__enter__()
    return connected


class Page:
    """A page that is connected: it asks, and keeps the events that come meanwhile."""

    def __init__(self, server: LiveServer) -> None:
        self.socket = server.connect()
        self.events: list[dict[str, Any]] = []
        self._answers: dict[int, dict[str, Any]] = {}
        self._last = 0

    def begin(self, do: str, **fields: Any) -> int:
        """Send a request; returns its id."""
        self._last += 1
        self.socket.send(json.dumps({"id": self._last, "do": do, **fields}))
        return self._last

    def answer(self, key: int) -> dict[str, Any]:
        """The answer to a request. Raises PageError."""
        self._read(lambda: key in self._answers)
        answer = self._answers.pop(key)
        if "error" in answer:
            raise PageError(answer["error"])
        found: dict[str, Any] = answer["ok"]
        return found

    def next_answer(self) -> dict[str, Any]:
        """The next message that is no event, as it is."""
        while "event" in (message := json.loads(self.socket.recv(timeout=PATIENCE))):
            self.events.append(message)
        answer: dict[str, Any] = message
        return answer

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Ask and wait. Raises PageError."""
        return self.answer(self.begin(do, **fields))

    def event(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """The next event of a kind that says what is wanted, taken out of those that came."""

        def fits(event: dict[str, Any]) -> bool:
            return event["event"] == kind and wanted.items() <= event.items()

        self._read(lambda: any(map(fits, self.events)))
        found = next(filter(fits, self.events))
        self.events.remove(found)
        return found

    def listen(self, seconds: float) -> None:
        """Keep what comes within a time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self._take(self.socket.recv(timeout=left))
            except TimeoutError:
                return

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, is_enough: Callable[[], bool]) -> None:
        while not is_enough():
            self._take(self.socket.recv(timeout=PATIENCE))

    def _take(self, text: str | bytes) -> None:
        message = json.loads(text)
        if "event" in message:
            self.events.append(message)
        else:
            self._answers[message["id"]] = message


def vanish(connection: ClientConnection) -> None:
    """Close a socket without a word, even while another thread waits for it."""
    with suppress(OSError):
        connection.socket.shutdown(socket.SHUT_RDWR)
    connection.socket.close()


def wait_until(happened: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something that is to happen soon."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def search_threads() -> int:
    """How many threads of this process belong to searches."""
    return sum("search" in thread.name for thread in threading.enumerate())
