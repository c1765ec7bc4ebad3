"""Strangers, seen by the application: foreign names and pages, and floods of whatever is sent."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from starlette.websockets import WebSocketDisconnect
from web_client import OWN, PORT, Application
from web_pages import PageError, wait_until

from web.connection import _MOST_WAITING
from web.preparing import Preparation
from web.state import MOST_SESSIONS

REFUSED = 1008


@pytest.fixture(scope="module")
def application() -> Iterator[Application]:
    application = Application()
    with application.client:
        yield application


HOSTS = {
    "127.0.0.1:{port}": True,
    "localhost:{port}": True,
    "LOCALHOST:{port}": True,
    "[::1]:{port}": True,
    "127.0.0.1": False,
    "127.0.0.1:1": False,
    "evil.example:{port}": False,
    "127.0.0.1.evil.example:{port}": False,
    "evil.example": False,
    "localhost:{port}@evil.example": False,
    "localhost.:{port}": False,
    "0.0.0.0:{port}": False,
    "192.168.0.1:{port}": False,
    "": False,
    "127.0.0.1:{port}, evil.example": False,
    "127.0.0.1:99999999": False,
    "[::1": False,
    "[::1%25lo]:{port}": False,
    "[::ffff:127.0.0.1]:{port}": False,
    "2130706433:{port}": False,
    "127.1:{port}": False,
    "user@127.0.0.1:{port}": False,
    "127.0.0.1:{port}/": False,
    "127.0.0.1:\u0668\u0667\u0666\u0665": False,
}


@pytest.mark.parametrize("host", HOSTS)
def test_a_name_that_was_made_to_point_here_is_refused(application: Application, host: str) -> None:
    name = host.format(port=PORT)
    answer = application.client.get("/", headers={"host": name.encode()})
    assert answer.status_code == (200 if HOSTS[host] else 403)
    assert ("<html" in answer.text) == HOSTS[host]
    assert "content-security-policy" in answer.headers
    with ExitStack() as stack:
        if not HOSTS[host]:
            refused = stack.enter_context(pytest.raises(WebSocketDisconnect))
        with application.connect([("host", name), ("origin", f"http://{name}")]):
            pass
    assert HOSTS[host] or refused.value.code == REFUSED


ORIGINS = [
    None,
    "null",
    "http://evil.example",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://localhost:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "http://127.0.0.1:{port}/",
    "file://",
    "HTTP://127.0.0.1:{port}",
    "http://user@127.0.0.1:{port}",
    "http://127.0.0.1:{port}@evil.example",
    "http://127.0.0.1.:{port}",
    "http://[::1]:{port}",
    "ws://127.0.0.1:{port}",
    "http://127.0.0.1:{port} http://evil.example",
    "",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_another_page_gets_neither_a_socket_nor_a_file(
    application: Application, origin: str | None
) -> None:
    origin = None if origin is None else origin.format(port=PORT)
    with pytest.raises(WebSocketDisconnect) as refused, application.page(origin):
        pass
    assert refused.value.code == REFUSED
    if origin is not None:
        for path in ("/", "/static/main.js"):
            answer = application.client.get(path, headers={"origin": origin})
            assert answer.status_code == 403


def test_headers_that_come_twice_are_refused(application: Application) -> None:
    host, origin = ("host", f"127.0.0.1:{PORT}"), ("origin", OWN)
    for headers in (
        [host, host, origin],
        [host, ("host", "evil.example"), origin],
        [host, origin, origin],
        [host, origin, ("origin", "http://evil.example")],
    ):
        with (
            pytest.raises(WebSocketDisconnect) as refused,
            application.connect(headers),
        ):
            pass
        assert refused.value.code == REFUSED


def test_a_link_from_elsewhere_leads_here_but_no_other_page_loads_anything(
    application: Application,
) -> None:
    for site in ("cross-site", "same-site"):
        headers = {"sec-fetch-site": site, "sec-fetch-mode": "navigate"}
        assert application.client.get("/", headers=headers).status_code == 200
        for mode in ("no-cors", "cors", "same-origin", "websocket"):
            headers = {"sec-fetch-site": site, "sec-fetch-mode": mode}
            assert application.client.get("/static/main.js", headers=headers).status_code == 403
    for site in ("same-origin", "none"):
        headers = {"sec-fetch-site": site, "sec-fetch-mode": "cors", "origin": OWN}
        assert application.client.get("/static/main.js", headers=headers).status_code == 200


def test_a_path_that_no_file_has_is_not_looked_for(application: Application) -> None:
    for path in ("/static/" + "a/" * 30_000, "/static/" + "a" * 5000, "/static/%0a", "/static/%00"):
        assert application.client.get(path).status_code == 404


# Floods


def test_hundreds_of_requests_are_all_answered_in_order(application: Application) -> None:
    with application.page() as page:
        keys = [page.begin("view", game="Base") for _ in range(500)]
        assert [page.next_answer()["id"] for _ in keys] == keys


def test_a_flood_of_rubbish_is_answered_sentence_by_sentence(application: Application) -> None:
    rubbish = ("", "[" * 1000, "{}", '{"id": 1}', '{"id": 2, "do": "x"}', "\x00", "null")
    with application.page() as page:
        for text in rubbish * 100:
            page.session.send_text(text)
        assert all("error" in page.next_answer() for _ in range(100 * len(rubbish)))
        assert page.ask("view", game="Base")["ply"] == 0


def test_too_many_pages_are_turned_away_until_one_goes(application: Application) -> None:
    state = application.state
    wait_until(lambda: state.sessions == 0)
    with ExitStack() as stack:
        for _ in range(MOST_SESSIONS - 1):
            stack.enter_context(application.page()).ask("hello")
        with application.page() as last:
            last.ask("hello")
            with application.page() as late:
                with pytest.raises(WebSocketDisconnect) as closed:
                    late.ask("hello")
                assert closed.value.code == 1013
                assert f"{MOST_SESSIONS} pages are open" in closed.value.reason
        wait_until(lambda: state.sessions == MOST_SESSIONS - 1)
        with application.page() as page:
            page.ask("hello")
    wait_until(lambda: state.sessions == 0)


def test_requests_wait_for_the_rules_and_pages_that_go_meanwhile_leave(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded = threading.Event()

    def load(preparation: Preparation) -> None:
        loaded.wait()

    monkeypatch.setattr(Preparation, "_load_rules", load)
    application = Application()
    state = application.state
    with application.client:
        try:
            for _ in range(MOST_SESSIONS + 1):  # somebody who reloads and reloads
                with application.page() as page:
                    page.begin("view", game="Base")
                    page.begin("move", game="Base", level=1)
            wait_until(lambda: state.sessions == 0)
            with application.page() as page:
                keys = [page.begin("view", game="Base") for _ in range(_MOST_WAITING)]
                with pytest.raises(PageError, match="being loaded: wait a little"):
                    page.ask("view", game="Base")
                assert page.ask("hello")["preparing"]["what"] == "the rules"
                loaded.set()
                answers = [page.next_answer() for _ in keys]
                assert [answer["id"] for answer in answers] == keys
                assert json.dumps(answers[-1]["ok"]).count("Base")
        finally:
            loaded.set()
