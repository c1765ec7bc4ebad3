"""`propolis web`: from the command line to the exit code."""

import argparse
import errno
import os
import re
import shlex
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from uhp.exit_codes import FAILURE, SUCCESS, CommandLineError
from uhp.output import fill_closed_descriptors
from uhp.output import note as write_to_stderr
from web.signals import server_signals

if TYPE_CHECKING:
    from web.guard import Address

USUAL_PORT = 8765
_ENGINE_NAME = re.compile(r"[^\s=\"'<>&][^=\"'<>&]{0,39}")
_OWN_NAME = "propolis"
_EXTRA = ("starlette", "uvicorn", "websockets")


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the board until a signal comes; returns the exit code."""
    fill_closed_descriptors()
    given = _parser().parse_args(arguments)
    for number in server_signals():  # until the server has its own
        signal.signal(number, signal.default_int_handler)
    try:
        return _serve(given)
    except KeyboardInterrupt:
        return SUCCESS


def _serve(given: argparse.Namespace) -> int:
    try:
        engines = _engines(given.engine)
        book = _book(given.book)
        _check_packages()
        listener = _listen(given.host, given.port)
    except CommandLineError as error:
        note(str(error))
        return error.exit_code
    # After all that may be refused: this loads numpy and the server.
    from web import guard, server
    from web.state import ServerState

    address = guard.Address.of(listener, given.host)
    _print_first(address.url)
    if address.token is not None:
        note(
            f"the server listens on {given.host}: whoever can reach this machine and has the "
            "address above, with its token, can use it, its engines included; it is not encrypted"
        )
    note("press Ctrl-C to end it")
    if given.open:
        _open_browser(address)
    server.run(ServerState(engines, book=book), address, listener)
    return SUCCESS


def note(text: str) -> None:
    """Say something to whoever has started the program, if they can still be told."""
    write_to_stderr(f"propolis web: {text}")


def _print_first(url: str) -> None:
    """Print the address; where stdout is of no use, the browser or stderr still has it."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        print(url, flush=True)
    except OSError as error:
        note(f"stdout: {error.strerror}; the address is {url}")
        if sys.stdout is not None:  # nothing that is left in it may fail again at the end
            with open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="propolis web",
        description="Play and analyse Hive in the browser. The first line printed is the address.",
    )
    parser.add_argument(
        "--port",
        type=int,
        default=USUAL_PORT,
        metavar="N",
        help=f"port to listen on; 0 takes any that is free (default {USUAL_PORT})",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="address to listen on; other than this machine's own one, others can reach it, and "
        "the address printed has a token they need (default 127.0.0.1)",
    )
    parser.add_argument(
        "--no-open", dest="open", action="store_false", help="do not open the browser"
    )
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar='NAME="COMMAND"',
        help="another UHP engine to play against and analyse with; may be given again",
    )
    parser.add_argument(
        "--book",
        metavar="FILE",
        help="the opening book to look things up in, made by 'propolis openings make' "
        "(the one that comes with the program)",
    )
    return parser


def _engines(given: Sequence[str]) -> dict[str, str]:
    """The commands of the engines by their names. Raises CommandLineError."""
    commands: dict[str, str] = {}
    for text in given:
        name, equals, command = (part.strip() for part in text.partition("="))
        if not equals or not name or not command:
            raise CommandLineError(f'--engine wants NAME="COMMAND", not {text!r}')
        if not _ENGINE_NAME.fullmatch(name) or not name.isprintable():
            raise CommandLineError(f"--engine: {name!r} is no name of at most 40 plain characters")
        if name.lower() in (_OWN_NAME, *(known.lower() for known in commands)):
            raise CommandLineError(f"--engine: there is an engine called {name} already")
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise CommandLineError(f"--engine {name}: {command!r}: {error}") from None
        if not words or shutil.which(words[0]) is None:
            raise CommandLineError(f"--engine {name}: there is no program {' '.join(words[:1])!r}")
        commands[name] = command
    return commands


def _book(name: str | None) -> Path | None:
    """The opening book that is named, which must be one. Raises CommandLineError."""
    if name is None:
        return None
    from study.openings.book import Book, BookError

    try:
        Book.load(name)
    except BookError as error:
        raise CommandLineError(f"--book: {error}") from None
    return Path(name).resolve()


def _check_packages() -> None:
    """See that the extra is installed. Raises CommandLineError."""
    for package in _EXTRA:
        if find_spec(package) is None:
            raise CommandLineError(
                f"the package {package} is missing: pip install 'propolis[web]'", FAILURE
            )


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises CommandLineError."""
    if not 0 <= port <= 65535:
        raise CommandLineError(f"--port: {port} is no port; they go from 0 to 65535")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise CommandLineError(f"--host: {host!r} is no address of this machine") from None
    family, _, _, _, place = found[0]
    try:
        return socket.create_server(place[:2], family=family, backlog=128)
    except PermissionError:
        raise CommandLineError(f"--port: you may not listen on port {port}", FAILURE) from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandLineError(
                f"port {port} is in use, perhaps by another propolis web; try --port 0", FAILURE
            ) from None
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise CommandLineError(f"cannot listen on {host}: {reason}", FAILURE) from None


def _open_browser(address: "Address") -> None:
    """Open the page, in the background: some browsers are programs that one waits for."""

    def open_page() -> None:
        import webbrowser

        if not webbrowser.open(address.url):
            note("there is no browser to open: open the address above yourself")

    threading.Thread(target=open_page, name="browser", daemon=True).start()
