"""The application without a network: Starlette's test client, and pages on it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession
from web_pages import PageError

from web.guard import Address
from web.server import create_app
from web.state import ServerState

PORT = 8765
OWN = f"http://127.0.0.1:{PORT}"


class Application:
    """The application, its state, and a browser that may claim anything."""

    def __init__(self, token: str | None = None) -> None:
        self.state = ServerState()
        self.address = Address("127.0.0.1", PORT, token)
        self.client = TestClient(
            create_app(self.state, self.address), base_url=OWN, follow_redirects=False
        )

    @contextmanager
    def page(self, origin: str | None = OWN, **headers: str) -> Iterator["ClientPage"]:
        """A page that is connected. Raises WebSocketDisconnect if it is refused."""
        given = [("host", f"127.0.0.1:{PORT}"), *headers.items()]
        if origin is not None:
            given.append(("origin", origin))
        with self.connect(given) as session:
            yield ClientPage(session)

    def connect(self, headers: list[tuple[str, str]]) -> WebSocketTestSession:
        """A WebSocket with these headers, which may come twice."""
        kind = type(self.client.headers)
        return self.client.websocket_connect(
            "/ws", headers=kind([(name.encode(), value.encode()) for name, value in headers])
        )


class ClientPage:
    """A page: what it sends, and what comes back."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.events: list[dict[str, Any]] = []
        self._last = 0

    def begin(self, do: str, **fields: Any) -> int:
        """Send a request; returns its id."""
        self._last += 1
        self.session.send_text(json.dumps({"id": self._last, "do": do, **fields}))
        return self._last

    def next_answer(self) -> dict[str, Any]:
        """The next message that is no event, as it is."""
        while "event" in (message := json.loads(self.session.receive_text())):
            self.events.append(message)
        answer: dict[str, Any] = message
        return answer

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Ask and wait; no other answer may be on its way. Raises PageError."""
        key = self.begin(do, **fields)
        answer = self.next_answer()
        assert answer["id"] == key
        if "error" in answer:
            raise PageError(answer["error"])
        found: dict[str, Any] = answer["ok"]
        return found

    def raw(self, text: str) -> dict[str, Any]:
        """What a text is answered that need not be a request."""
        self.session.send_text(text)
        return self.next_answer()
