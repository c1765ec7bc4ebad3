"""Who may talk to the server: the page it has served itself, and nobody else.

Any page in the browser can send requests to this machine. So the name the server is asked by must
be one of its own, which keeps out foreign names that were made to point here, and a WebSocket must
come from a page of this very server. A server that others can reach wants a token as well.
"""

import ipaddress
import re
import secrets
import socket
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9.-]*", re.ASCII)
_HTTP_PORT = 80
_POLICY_VIOLATION = 1008
_LONGEST_PATH = 200
_OTHER_SITES = ("cross-site", "same-site")
"""How browsers say that another page asks; `same-site` is another port of this machine."""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server at this host."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_wildcard(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


@dataclass(frozen=True)
class Address:
    """Where the server is, and the token that it wants, if it wants one."""

    host: str
    port: int
    token: str | None = None
    bound: str | None = None
    """The address behind the host, if that is a name."""

    @classmethod
    def of(cls, listener: socket.socket, asked_for: str) -> "Address":
        """Where a socket listens that was asked for by a name or an address.

        Whether others can reach it is seen from the socket: names can lead anywhere, and addresses
        have short forms that browsers write out.
        """
        bound, port = listener.getsockname()[:2]
        host = asked_for if _NAME.fullmatch(asked_for) else bound
        return cls(host, port, None if is_loopback(bound) else new_token(), bound)

    @property
    def url(self) -> str:
        """What to open in a browser."""
        host = _own_address(self.host) if _is_wildcard(self.host) else self.host
        query = "" if self.token is None else f"?token={self.token}"
        return f"http://{_bracketed(host)}:{self.port}/{query}"

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token; browsers do not tell ports apart."""
        return f"propolis-{self.port}"

    def is_own(self, host: str) -> bool:
        """Whether this is how the server may be called in the header `Host`."""
        match = _HOST.fullmatch(host)
        if match is None or int(match[2] or _HTTP_PORT) != self.port:
            return False
        name = match[1].lower()
        own = (_bracketed(host).lower() for host in (self.host, self.bound) if host)
        if name in (*own, *_LOOPBACK_NAMES):
            return True
        if not _is_wildcard(self.host):
            return False
        # No foreign page comes from an address, only from a name that leads to one.
        return name == socket.gethostname().lower() or _is_address(name.strip("[]"))


class Guard:
    """Lets through what comes from the server's own page, and adds the headers of all answers."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal is None:
                await self._app(scope, receive, send)
            else:
                await send(
                    {"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": refusal}
                )
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answered[name] = value
            await send(message)

        app = self._app
        if refusal is not None:
            app = PlainTextResponse(refusal + "\n", status_code=403)
        elif not scope["path"].isprintable() or len(scope["path"]) > _LONGEST_PATH:
            # No file has such a name, and systems choke on it.
            app = PlainTextResponse("Not Found", status_code=404)
        elif self._brings_token(scope):
            app = RedirectResponse("/", status_code=303)
            assert self._address.token is not None
            # Not "strict": who follows a link to a game would come without the cookie.
            app.set_cookie(self._address.cookie, self._address.token, httponly=True, samesite="lax")
        await app(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> str | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._address.is_own(hosts[0]):
            return "This server does not go by that name."
        if self._is_asked_by_another_page(scope, headers, f"http://{hosts[0]}"):
            return "Only the page of this server may connect."
        if self._address.token is not None:
            if not self._has_cookie(headers) and not self._brings_token(scope):
                return "Open the address that the program has printed, with its token."
        return None

    def _is_asked_by_another_page(self, scope: Scope, headers: Headers, own: str) -> bool:
        """A link elsewhere may lead here, but nobody else's page may load anything from here."""
        origins = headers.getlist("origin")
        if scope["type"] == "websocket":
            return origins != [own]
        if any(origin != own for origin in origins):
            return True
        is_opened = headers.get("sec-fetch-mode") == "navigate"
        return not is_opened and headers.get("sec-fetch-site") in _OTHER_SITES

    def _has_cookie(self, headers: Headers) -> bool:
        # By hand: the cookies of other servers on this machine come along, in whatever shape.
        cookies = (
            cookie.strip().partition("=")
            for header in headers.getlist("cookie")
            for cookie in header.split(";")
        )
        return any(
            name == self._address.cookie and self._is_token(value) for name, _, value in cookies
        )

    def _brings_token(self, scope: Scope) -> bool:
        """Whether this is how the server is opened for the first time."""
        if self._address.token is None or scope["type"] != "http" or scope["path"] != "/":
            return False
        given = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=10).get(
            "token", []
        )
        return len(given) == 1 and self._is_token(given[0])

    def _is_token(self, text: str) -> bool:
        wanted = (self._address.token or "").encode()
        return bool(wanted) and secrets.compare_digest(text.encode("utf-8", "replace"), wanted)


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(24)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_address(wildcard: str) -> str:
    """The address by which other machines are most likely to reach this one. Sends nothing."""
    family, far = (
        (socket.AF_INET6, "2001:db8::1") if ":" in wildcard else (socket.AF_INET, "192.0.2.1")
    )
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "::1" if ":" in wildcard else "127.0.0.1"
