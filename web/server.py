"""The server: what it serves, and how it starts and ends."""

import contextlib
import mimetypes
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from web.connection import Connection
from web.guard import Address, Guard
from web.messages import LONGEST_MESSAGE
from web.serving import Server
from web.state import ServerState

STATIC = Path(__file__).parent / "static"
_GRACE = 5
"""Seconds that pages and engines have to end."""


def create_app(state: ServerState, address: Address) -> ASGIApp:
    """The application: the page, its files and its WebSocket, and nothing else."""
    mimetypes.add_type("text/javascript", ".js")  # which some systems believe to be something else

    async def index(request: Request) -> FileResponse:
        return FileResponse(STATIC / "index.html")

    async def connect(socket: WebSocket) -> None:
        await Connection(socket, state).serve()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        state.preparation.start()
        yield

    routes = [
        Route("/", index),
        Mount("/static", StaticFiles(directory=STATIC)),
        WebSocketRoute("/ws", connect),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.router.redirect_slashes = False
    return Guard(app, address)


def new_server(state: ServerState, address: Address) -> Server:
    """A server that is yet to be run."""
    config = uvicorn.Config(
        create_app(state, address),
        loop="asyncio",
        http="h11",
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )
    return Server(config)


def run(state: ServerState, address: Address, listener: socket.socket) -> None:
    """Serve until a signal comes."""
    new_server(state, address).run_until_signal(listener)
