"""A UHP client for tests, benchmarks and soak: the client's process, with nothing in between.

It sends what no client should, reads on whatever comes, and hides nothing.
"""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from client.piped_process import STDERR_REST_SECONDS, PipedProcess

ROOT = Path(__file__).parents[2]
ENGINE = (sys.executable, "-m", "uhp")
PATIENCE = 300.0
"""Seconds to wait for any reply: the first start on a machine compiles."""

WARM_UP_PATIENCE = 600.0


def environment(**changes: str) -> dict[str, str]:
    """The environment of an engine that runs from this source tree and leaves nothing behind."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PROPOLIS_BACKGROUND": "off", **changes}


class Engine:
    """A running engine. Replies come without their `ok`."""

    def __init__(
        self,
        command: Sequence[str] = ENGINE,
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
    ) -> None:
        self.started = time.perf_counter()
        self.process = start(command, env=env, cwd=cwd)
        self.banner = self.reply()
        self.banner_seconds = time.perf_counter() - self.started

    def send(self, text: str | bytes) -> None:
        """Write to the engine as it is, without waiting for an answer."""
        self.process.send(text.encode() if isinstance(text, str) else text)
        while self.process.has_unsent:
            self.process.wait(PATIENCE)

    def reply(self, patience: float = PATIENCE) -> list[str]:
        """The lines up to the next `ok`."""
        lines: list[str] = []
        deadline = time.perf_counter() + patience
        while True:
            while (line := self.process.output.line()) is not None:
                if line == b"ok":
                    return lines
                lines.append(line.decode())
            if not self.process.output_is_open:
                raise EOFError(f"the engine has gone after {lines}: {self.errors}")
            if time.perf_counter() >= deadline:
                raise TimeoutError(f"no ok within {patience} s, only {lines}")
            self.process.wait(deadline - time.perf_counter())

    def ask(self, command: str | bytes, patience: float = PATIENCE) -> list[str]:
        """Send one command line and wait for the reply."""
        self.send((command.encode() if isinstance(command, str) else command) + b"\n")
        return self.reply(patience)

    def interrupt(self) -> None:
        """Send SIGINT."""
        self.process.interrupt()

    def close_input(self) -> None:
        """Let the engine see the end of input."""
        self.process.close_input()

    def wait(self, patience: float = PATIENCE) -> int:
        """The exit status, once the process has ended."""
        return self.process.wait_for_end(patience)

    @property
    def rest(self) -> list[str]:
        """Output lines that nobody has asked for."""
        self.process.work()
        *lines, last = self.process.output.take().decode().split("\n")
        return lines + [last] * bool(last)

    @property
    def errors(self) -> str:
        """What the engine has said on stderr so far."""
        for _ in range(3):
            self.process.wait(STDERR_REST_SECONDS)
        return self.process.stderr.decode()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()


def start(
    command: Sequence[str] = ENGINE,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
) -> PipedProcess:
    """An engine whose output nobody reads but the caller."""
    env = environment() if env is None else env
    return PipedProcess(command, cwd=cwd, env=env, kept_stderr=sys.maxsize)


def converse(text: str | bytes, *, env: Mapping[str, str] | None = None) -> tuple[list[str], int]:
    """Write everything at once, close the input, read to the end: the lines and the exit status."""
    with start(env=env) as process:
        process.send(text.encode() if isinstance(text, str) else text)
        process.close_input()
        status = process.wait_for_end(PATIENCE)
        return process.output.take().decode().split("\n")[:-1], status


def warm_up(*, env: Mapping[str, str] | None = None) -> None:
    """Fill the cache, as an installation does."""
    subprocess.run(
        (*ENGINE, "--warm-up"),
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=dict(env) if env is not None else environment(),
        timeout=WARM_UP_PATIENCE,
        check=True,
    )
