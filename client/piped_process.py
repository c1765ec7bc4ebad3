"""An engine as a process: pipes, lines and signals, and nothing of what is said through them."""

import math
import os
import secrets
import select
import signal
import subprocess
import threading
import time
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, NamedTuple, Self, cast

from client.descendants import end_family, end_group, marked_environment
from client.line_buffer import LineBuffer
from client.watchdog import WATCHDOG

STDERR_REST_SECONDS = 0.02
"""The pause after each read of stderr: an engine that floods it has to wait, and takes no core."""

MOST_STDERR_BYTES = 1 << 14
_CHUNK = 1 << 16


class Interests(NamedTuple):
    """What to wait for: descriptors to read and to write, and a moment to look again at."""

    readers: list[int]
    writers: list[int]
    until: float = math.inf


class PipedProcess:
    """A running program, whose output is read only while somebody waits for it.

    Nothing here blocks but `wait`, `wait_for_end`, and `kill` for a moment. What is sent waits
    until the program reads it. The process leads a session of its own, and what it starts is ended
    with it, by `kill` or, however this program ends, by a watchdog.

    `kept_stderr` is how many of the last bytes of its standard error are kept.

    Raises OSError or ValueError if the program cannot be started. All but `interrupt` and
    `end_soon` must be called from one thread at a time.
    """

    is_open = False
    """Whether there is a process and `kill` has not been called yet."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        kept_stderr: int = MOST_STDERR_BYTES,
    ) -> None:
        self.command = tuple(command)
        self.output = LineBuffer()
        """What the process has printed and nobody has taken yet."""
        self.remarks: LineBuffer | None = None
        """Lines of stderr for whoever puts a buffer here."""
        self._stderr = b""
        self._kept_stderr = kept_stderr
        self._stderr_rests_until = 0.0
        self._unsent = bytearray()
        self._input_ends = False
        self._lock = threading.Lock()
        """Held while a signal is sent or the process is waited for: afterwards its number may be
        another's.
        """
        self._mark = secrets.token_hex(8)
        self._process = subprocess.Popen(
            self.command,
            cwd=cwd,
            env=marked_environment(self._mark, env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        self._owner = os.getpid()
        self.is_open = True
        self.pid = self._process.pid
        """The process number, which is also that of its process group."""
        WATCHDOG.watch(self.pid, self._mark)
        self._stdin: IO[bytes] | None = cast(IO[bytes], self._process.stdin)
        self._stdout = cast(IO[bytes], self._process.stdout)
        self._errors = cast(IO[bytes], self._process.stderr)
        self._open_pipes = [self._stdout, self._errors]
        for pipe in (self._stdin, *self._open_pipes):
            os.set_blocking(pipe.fileno(), False)

    # Writing and reading

    def send(self, data: bytes) -> None:
        """Write to the process, as it is, as soon as it reads."""
        self._unsent += data
        self._write()

    def close_input(self) -> None:
        """Let the process see the end of its input once everything has been sent."""
        self._input_ends = True
        self._write()

    def close_output(self) -> None:
        """Read nothing more: the process finds out when it writes."""
        if self._stdout in self._open_pipes:
            self._open_pipes.remove(self._stdout)
        self._stdout.close()

    @property
    def input_is_open(self) -> bool:
        """Whether the process can still be sent something."""
        return self._stdin is not None

    @property
    def has_unsent(self) -> bool:
        """Whether the process has not read yet all that was sent."""
        return bool(self._unsent)

    @property
    def output_is_open(self) -> bool:
        """Whether the end of the output has not been read yet."""
        return self._stdout in self._open_pipes

    @property
    def has_open_pipes(self) -> bool:
        """Whether there may be more to read, from the output or from stderr."""
        return bool(self._open_pipes)

    @property
    def stderr(self) -> bytes:
        """The last of what the process has written to its standard error, as far as it was read."""
        return self._stderr

    def interests(self) -> Interests:
        """What a waiting driver has to watch before it calls `work`."""
        rests = self._stderr_rests_until > time.monotonic()
        pipes = [p for p in self._open_pipes if p is self._stdout or not rests]
        until = self._stderr_rests_until if rests else math.inf
        writers = [self._stdin.fileno()] if self._stdin is not None and self._unsent else []
        return Interests([pipe.fileno() for pipe in pipes], writers, until)

    def work(self) -> None:
        """Read and write what can be without waiting."""
        self.wait(0.0)

    def wait(self, seconds: float) -> None:
        """Read and write what can be, after at most that long if there is nothing yet."""
        readers, writers, until = self.interests()
        seconds = max(0.0, min(seconds, until - time.monotonic()))
        for descriptor in self._ready(readers, writers, seconds):
            if descriptor in writers:
                self._write()
            for pipe in [pipe for pipe in self._open_pipes if pipe.fileno() == descriptor]:
                self._read(pipe)

    def _ready(self, readers: list[int], writers: list[int], seconds: float) -> list[int]:
        """Those of the descriptors that can be used or have been closed, after at most so long."""
        poll = select.poll()
        for descriptor in readers:
            poll.register(descriptor, select.POLLIN)
        for descriptor in writers:
            poll.register(descriptor, select.POLLOUT)
        return [descriptor for descriptor, _ in poll.poll(math.ceil(1000 * seconds))]

    def _read(self, pipe: IO[bytes]) -> None:
        """Read once from a pipe that is ready."""
        with suppress(BlockingIOError):
            data = os.read(pipe.fileno(), _CHUNK)
            if not data:
                self._open_pipes.remove(pipe)
            if pipe is self._stdout:
                self.output.feed(data)
            else:
                if self.remarks is not None:
                    self.remarks.feed(data)
                self._stderr = (self._stderr + data)[-self._kept_stderr :]
                self._stderr_rests_until = time.monotonic() + STDERR_REST_SECONDS

    def _write(self) -> None:
        if self._stdin is None:
            self._unsent.clear()
            return
        try:
            while self._unsent:
                written = os.write(self._stdin.fileno(), self._unsent[:_CHUNK])
                del self._unsent[:written]
        except BlockingIOError:
            return
        except OSError:  # nobody reads it any more
            self._unsent.clear()
            self._input_ends = True
        if self._input_ends:
            self._stdin.close()
            self._stdin = None

    # Signals and the end

    def interrupt(self) -> None:
        """Send SIGINT, from any thread."""
        with self._lock:
            if self.is_open:
                with suppress(OSError):
                    os.kill(self.pid, signal.SIGINT)

    def end_soon(self, number: signal.Signals | None = None) -> None:
        """Kill the process group, from any thread; who waits for output sees it end.

        Another signal than SIGKILL may be given.
        """
        with self._lock:
            if self.is_open:
                end_group(self.pid, number)

    @property
    def has_exited(self) -> bool:
        """Whether the process has ended; it is left to `kill` to wait for it."""
        if not self.is_open:
            return True
        if not hasattr(os, "waitid"):
            return self._process.poll() is not None
        try:
            flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.pid, flags) is not None
        except ChildProcessError:
            return True

    @property
    def exit_code(self) -> int | None:
        """The exit code, known after `kill`; negative for a signal as in `subprocess`."""
        return None if self.is_open else self._process.returncode

    def wait_for_end(self, seconds: float) -> int:
        """Read until the process has ended and all its output is there; returns the exit code.

        Raises TimeoutError if it takes longer.
        """
        deadline = time.monotonic() + seconds
        while not self.has_exited:
            if time.monotonic() >= deadline:
                raise TimeoutError(f"{self.command[0]} has not ended within {seconds:g} s")
            self.wait(min(0.05, deadline - time.monotonic()) if self._open_pipes else 0.0)
            if not self._open_pipes:
                time.sleep(0.001)
        # All it wrote is in the pipes by now; children may keep them open for ever.
        quiet_at = time.monotonic() + 2 * STDERR_REST_SECONDS
        while self.is_open and self._open_pipes and time.monotonic() < quiet_at:
            before = len(self.output), self._stderr
            self.wait(STDERR_REST_SECONDS)
            if (len(self.output), self._stderr) != before:
                quiet_at = time.monotonic() + 2 * STDERR_REST_SECONDS
        self.kill()
        return int(self._process.returncode)

    def kill(self) -> None:
        """End the process and everything it started, and close the pipes."""
        with self._lock:
            if not self.is_open:
                return
            end_family(self.pid, self._mark, has_exited=self.has_exited)
            self.is_open = False
            self._process.wait()
        WATCHDOG.forget(self.pid, self._mark)
        self._open_pipes.clear()
        for pipe in (self._stdin, self._stdout, self._errors):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._stdin = None

    def __del__(self) -> None:
        """End one that nobody can close any more, as long as its number is surely its own.

        A fork has copies of its parent's, which are none of its business.
        """
        if self.is_open and self._owner == os.getpid():
            warnings.warn(f"process {self.pid} was not closed", ResourceWarning, 2, self)
            with suppress(Exception):
                self.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.kill()
