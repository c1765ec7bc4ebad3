"""A UHP client for tests, benchmarks and soak: the real engine process, pipes and signals.

Unlike the arena's it sends what no client should, reads on whatever comes, and hides nothing.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

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
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=dict(env) if env is not None else environment(),
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors: list[bytes] = []
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read_output, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()
        self.banner = self.reply()
        self.banner_seconds = time.perf_counter() - self.started

    def send(self, text: str | bytes) -> None:
        """Write to the engine as it is, without waiting for anything."""
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode() if isinstance(text, str) else text)
        self.process.stdin.flush()

    def reply(self, patience: float = PATIENCE) -> list[str]:
        """The lines up to the next `ok`."""
        lines: list[str] = []
        deadline = time.perf_counter() + patience
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.perf_counter()))
            except queue.Empty:
                raise TimeoutError(f"no ok within {patience} s, only {lines}") from None
            if line is None:
                raise EOFError(f"the engine has gone after {lines}: {self.errors}")
            if line == "ok":
                return lines
            lines.append(line)

    def ask(self, command: str | bytes, patience: float = PATIENCE) -> list[str]:
        """Send one command line and wait for the reply."""
        self.send((command.encode() if isinstance(command, str) else command) + b"\n")
        return self.reply(patience)

    def interrupt(self) -> None:
        """Send SIGINT."""
        self.process.send_signal(signal.SIGINT)

    def close_input(self) -> None:
        """Let the engine see the end of input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait(self, patience: float = PATIENCE) -> int:
        """The exit status, once the process has ended."""
        status = self.process.wait(patience)
        for thread in self._threads:
            thread.join(patience)
        return status

    @property
    def rest(self) -> list[str]:
        """Output lines that nobody has asked for."""
        lines = []
        while not self._lines.empty():
            if (line := self._lines.get()) is not None:
                lines.append(line)
        return lines

    @property
    def errors(self) -> str:
        """What the engine has said on stderr so far."""
        return b"".join(self._errors).decode()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()

    def _read_output(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().removesuffix("\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._errors.append(line)


def converse(text: str | bytes, *, env: Mapping[str, str] | None = None) -> tuple[list[str], int]:
    """Write everything at once, close the input, read to the end: the lines and the exit status."""
    finished = subprocess.run(
        ENGINE,
        input=text.encode() if isinstance(text, str) else text,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=dict(env) if env is not None else environment(),
        timeout=PATIENCE,
        check=False,
    )
    return finished.stdout.decode().split("\n")[:-1], finished.returncode


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
