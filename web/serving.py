"""The HTTP server: how it ends, whom it does not wait for, and what it keeps quiet about."""

import asyncio
import logging
import signal
import socket
import time
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from web.signals import server_signals

FIRST_REQUEST_WITHIN = 10.0
"""Seconds that a connection may be open without a request."""
_FLUSH = 1.0
"""Seconds that pages have to take what is on the way to them when the server ends."""
_LOG = logging.getLogger("uvicorn.error")


class Server(uvicorn.Server):
    """Ends at the first signal, as if that were what people start it for."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._idle_since: dict[H11Protocol, float] = {}
        _LOG.addFilter(_is_worth_telling)

    def run_until_signal(self, listener: socket.socket) -> None:
        """Serve until a signal comes."""
        for number in server_signals():
            signal.signal(number, self.handle_exit)
        asyncio.run(self.serve(sockets=[listener]))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End soon; a second signal does not wait for anything."""
        self.force_exit = self.should_exit
        self.should_exit = True
        if self.force_exit:
            _LOG.disabled = True  # it would tell of everything that is cut short

    async def on_tick(self, counter: int) -> bool:
        """Once in a while, hang up on those who never ask for anything."""
        if counter % 10 == 0:
            now = time.monotonic()
            waiting = [each for each in self.server_state.connections if _waits(each)]
            self._idle_since = {
                each: self._idle_since.get(each, now)
                for each in waiting
                if isinstance(each, H11Protocol)
            }
            for each, since in self._idle_since.items():
                if now - since > FIRST_REQUEST_WITHIN:
                    each.transport.abort()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; whoever does not read is not waited for."""
        timer = asyncio.get_running_loop().call_later(_FLUSH, self._hang_up)
        try:
            await super().shutdown(sockets)
        finally:
            timer.cancel()

    def _hang_up(self) -> None:
        for each in [*self.server_state.connections]:
            each.transport.abort()


def _waits(connection: object) -> bool:
    """Whether a connection has no request under way."""
    if not isinstance(connection, H11Protocol):
        return False
    return connection.cycle is None or connection.cycle.response_complete


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Whether it is a fault of ours: what others send, and how often, is not for the terminal."""
    error = record.exc_info[1] if record.exc_info else None
    is_theirs = isinstance(error, UnicodeDecodeError | asyncio.CancelledError)
    return record.levelno >= logging.ERROR and not is_theirs
