"""Only the server's own page gets in, whoever else the browser has open."""

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
from web_pages import LiveServer
from websockets.exceptions import InvalidStatus

from web import serving
from web.guard import Address, is_loopback, new_token
from web.server import STATIC

TOKEN = "a-token-for-the-tests"


@pytest.fixture(scope="module")
def guarded() -> Iterator[LiveServer]:
    """A server that wants a token."""
    with LiveServer(token=TOKEN) as server:
        yield server


def test_every_answer_forbids_what_a_page_needs_not(server: LiveServer) -> None:
    for path in ("/", "/static/index.html", "/nowhere", "/static/nowhere"):
        _, headers, _ = server.get(path)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        for part in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
            assert part in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in headers
        assert "access-control-allow-origin" not in headers


def test_there_is_a_page_its_files_and_nothing_else(server: LiveServer) -> None:
    status, headers, body = server.get("/")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert body == (STATIC / "index.html").read_bytes()
    for path in ("/ws", "/docs", "/openapi.json", "/static", "/static/", "/index.html", "/web/"):
        assert server.get(path)[0] == 404, path
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert server.get("/", method)[0] == 405


def test_files_are_sent_once_and_scripts_are_scripts(server: LiveServer) -> None:
    script = next(STATIC.rglob("*.js")).relative_to(STATIC).as_posix()
    status, headers, body = server.get(f"/static/{script}")
    assert status == 200
    assert headers["content-type"].startswith("text/javascript")
    assert headers["cache-control"] == "no-cache"
    assert body
    status, _, body = server.get(f"/static/{script}", If_None_Match=headers["etag"])
    assert (status, body) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/%2e%2e%2f%2e%2e%2fpyproject.toml",
        "/static/..\\server.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/....//server.py",
        "/static/%00",
        "/static/index.html%00.js",
        "//etc/passwd",
        "/../web/server.py",
    ],
)
def test_no_path_leads_out_of_the_folder(server: LiveServer, path: str) -> None:
    status, _, body = server.get(path)
    assert status in (400, 404)
    assert b"import" not in body
    assert b"root:" not in body


def test_a_socket_that_asks_for_another_name_is_refused(server: LiveServer) -> None:
    host = f"evil.example:{server.address.port}"
    for origin in (f"http://{host}", server.origin):
        status, _, _ = server.get(
            "/ws",
            Host=host,
            Origin=origin,
            Connection="Upgrade",
            Upgrade="websocket",
            Sec_WebSocket_Version="13",
            Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==",
        )
        assert status == 403


# Tokens


def test_without_its_token_a_server_for_others_shows_nothing(guarded: LiveServer) -> None:
    for path in ("/", "/static/index.html", "/?token=", "/?token=wrong", f"/?token={TOKEN}x"):
        status, _, body = guarded.get(path)
        assert status == 403
        assert TOKEN.encode() not in body
    for cookie in ("", "wrong", f"{TOKEN}x"):
        name = guarded.address.cookie
        assert guarded.get("/", Cookie=f"{name}={cookie}")[0] == 403
    assert guarded.get(f"/static/index.html?token={TOKEN}")[0] == 403
    with pytest.raises(InvalidStatus):
        guarded.connect()
    with pytest.raises(InvalidStatus):
        guarded.connect(additional_headers={"Cookie": f"{guarded.address.cookie}=no"})


def test_the_token_becomes_a_cookie_that_scripts_and_other_pages_do_not_get(
    guarded: LiveServer,
) -> None:
    status, headers, _ = guarded.get(f"/?token={TOKEN}")
    assert (status, headers["location"]) == (303, "/")
    cookie, *flags = (part.strip() for part in headers["set-cookie"].split(";"))
    assert {"httponly", "samesite=lax", "path=/"} <= {flag.lower() for flag in flags}
    assert guarded.get("/", Cookie=cookie)[0] == 200
    assert guarded.get("/", Cookie=f"other=1; {cookie}")[0] == 200
    # Browsers send along what other servers on this machine have set, on other ports, too.
    assert guarded.get("/", Cookie=f'a="b; c=[1, 2]; \xe4 d; {cookie}; e')[0] == 200
    guarded.connect(additional_headers={"Cookie": cookie}).close()
    with pytest.raises(InvalidStatus):
        guarded.connect(origin="http://evil.example", additional_headers={"Cookie": cookie})


def test_tokens_are_long_and_never_the_same() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) >= 32 for token in tokens)


def test_which_hosts_are_this_machine_alone() -> None:
    for host in ("127.0.0.1", "127.8.8.8", "::1", "localhost"):
        assert is_loopback(host)
    for host in ("0.0.0.0", "::", "192.168.1.2", "board.example", ""):
        assert not is_loopback(host)


def test_a_server_on_all_addresses_goes_by_any_of_them_but_by_no_foreign_name() -> None:
    address = Address("0.0.0.0", 8765, TOKEN)
    assert address.url.endswith(f":8765/?token={TOKEN}")
    assert "0.0.0.0" not in address.url
    for host in ("192.168.1.2:8765", "[fe80::1]:8765", "localhost:8765"):
        assert address.is_own(host)
    for host in ("evil.example:8765", "192.168.1.2", "192.168.1.2.evil.example:8765"):
        assert not address.is_own(host)
    assert Address("::1", 80).url == "http://[::1]:80/"
    assert Address("::1", 80).is_own("[::1]")
    assert Address("board.example", 80, TOKEN).is_own("Board.Example")


@pytest.mark.parametrize(
    ("asked_for", "bound", "url"),
    [
        ("127.1", "127.0.0.1", "http://127.0.0.1:{port}/"),
        ("localhost", "127.0.0.1", "http://localhost:{port}/"),
        ("board.example", "127.0.0.1", "http://board.example:{port}/"),
        ("0", "0.0.0.0", None),
    ],
)
def test_whether_others_can_reach_it_is_seen_from_the_socket(
    asked_for: str, bound: str, url: str | None
) -> None:
    with socket.create_server((bound, 0)) as listener:
        address = Address.of(listener, asked_for)
    assert (address.token is None) == (url is not None)
    if url is not None:
        assert address.url == url.format(port=address.port)
    assert "//0" not in address.url
    assert address.is_own(address.url.removeprefix("http://").partition("/")[0])
    assert address.is_own(f"127.0.0.1:{address.port}")


def test_who_connects_and_asks_for_nothing_is_not_kept(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "FIRST_REQUEST_WITHIN", 0.0)
    place = ("127.0.0.1", server.address.port)
    for sent in (b"", b"GET / HT"):
        with socket.create_connection(place, timeout=60) as stranger:
            stranger.sendall(sent)
            with suppress(ConnectionResetError):
                assert stranger.recv(1) == b""
