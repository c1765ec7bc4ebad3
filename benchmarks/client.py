"""The engine as a client sees it: a process, pipes, signals and a clock."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Self

ROOT = Path(__file__).resolve().parent.parent
ENGINE = (sys.executable, "-m", "uhp")
PATIENCE = 300.0
"""Seconds after which an engine is killed: it hangs."""


class EngineError(Exception):
    """The engine has not answered as it should."""


def environment(cache: Path | None = None) -> dict[str, str]:
    """The environment of an engine, with the usual cache of compiled code or another one."""
    changes = {} if cache is None else {"PROPOLIS_CACHE_DIR": str(cache)}
    return {**os.environ, "PYTHONPATH": str(ROOT), **changes}


class Engine:
    """A running engine that is asked one thing at a time."""

    def __init__(self, cache: Path | None = None) -> None:
        started = time.perf_counter()
        self._process = subprocess.Popen(
            ENGINE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env=environment(cache),
        )
        self._watchdog = threading.Timer(PATIENCE, self._process.kill)
        self._watchdog.daemon = True
        self._watchdog.start()
        self.read_reply()
        self.banner_seconds = time.perf_counter() - started
        """From starting the process to its first `ok`."""

    def send(self, command: str) -> None:
        """Write a command line."""
        assert self._process.stdin is not None
        self._process.stdin.write(command.encode() + b"\n")
        self._process.stdin.flush()

    def read_reply(self) -> list[str]:
        """The lines up to the next `ok`."""
        assert self._process.stdout is not None
        lines: list[str] = []
        for line in self._process.stdout:
            if line == b"ok\n":
                return lines
            lines.append(line.decode().rstrip("\n"))
        raise EngineError(f"the engine has gone after {lines}")

    def ask(self, command: str) -> float:
        """Send a command and wait for its `ok`; returns the seconds that took."""
        started = time.perf_counter()
        self.send(command)
        lines = self.read_reply()
        seconds = time.perf_counter() - started
        if not lines or lines[0].startswith(("err", "invalidmove")):
            raise EngineError(f"{command!r} was answered with {lines}")
        return seconds

    def interrupt(self) -> float:
        """Send SIGINT and wait for the `ok` of the command it stops; returns the seconds."""
        started = time.perf_counter()
        self._process.send_signal(signal.SIGINT)
        self.read_reply()
        return time.perf_counter() - started

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._watchdog.cancel()
        self._process.kill()
        self._process.communicate()


def converse(text: str) -> tuple[float, list[str]]:
    """Write everything at once and read to the end: the seconds of the whole process, the lines."""
    started = time.perf_counter()
    finished = subprocess.run(
        ENGINE,
        input=text.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE,
        check=True,
    )
    seconds = time.perf_counter() - started
    return seconds, finished.stdout.decode().splitlines()


def warm_up() -> None:
    """Fill the cache, as an installation does."""
    finished = subprocess.run(
        (*ENGINE, "--warm-up"),
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    if finished.returncode != 0:
        raise EngineError(f"--warm-up failed: {finished.stderr.decode()}")
