"""A UHP engine as a process: commands out, replies in, every wait has a deadline."""

import errno
import math
import os
import re
import secrets
import select
import signal
import subprocess
import time
from contextlib import suppress
from typing import IO, NamedTuple, cast

from arena.exit_codes import ExitCode
from arena.match.adjudication import REPORT_OPTION
from arena.match.descendants import end_family, end_group, marked_environment
from arena.match.game_record import Ending
from arena.match.line_buffer import LineBuffer
from arena.match.watchdog import WATCHDOG
from arena.plain_text import MOST_SHOWN, plain
from arena.settings import ArenaError, EngineSettings

MOST_REPLY_BYTES = 1 << 20
MOST_STDERR_BYTES = 1 << 14
MOST_ID_LETTERS = 80
EXIT_SECONDS = 2.0
"""How long an engine may take to end after `exit`."""

LAST_OUTPUT_SECONDS = 0.5
"""How long to keep reading the stderr of an engine that is ending."""

EXIT_CHECK_SECONDS = 0.1
"""How often to see whether the engine has ended: a child process may keep its pipes open."""

STDERR_REST_SECONDS = 0.02
"""The pause after each read of stderr: an engine that floods it has to wait, and takes no core."""

_CHUNK = 1 << 16
_REFUSAL = re.compile(r"(?:err(?!\S)|invalidmove)", re.IGNORECASE)
_QUOTED_LINES = 5
_LEAST_OPTION_FIELDS = 3
_OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)


class ShortageError(ArenaError):
    """The machine has no room for another process, which is no engine's fault."""

    exit_code = ExitCode.BREAKDOWN


class EngineFailure(Exception):  # noqa: N818 -- the engine failed, not the arena
    """An engine ended, hung or broke the protocol; `ending` says which."""

    def __init__(self, ending: Ending, message: str, stderr: str = "") -> None:
        super().__init__(message)
        self.ending = ending
        self.message = message
        self.stderr = stderr


class Reply(NamedTuple):
    """The lines an engine answered, without the `ok`, and the seconds it took."""

    lines: list[str]
    seconds: float


def is_refusal(lines: list[str]) -> bool:
    """Whether an engine answered `err` or `invalidmove`."""
    return any(_REFUSAL.match(line) for line in lines)


def quoted(lines: list[str]) -> str:
    """A reply fit for a one-line message."""
    shown = " | ".join(line[:MOST_SHOWN] for line in lines[:_QUOTED_LINES])
    return f"'{shown}'{' ...' if len(lines) > _QUOTED_LINES else ''}" if lines else "nothing"


def _text(output: bytes) -> str:
    """What an engine wrote, fit to be shown; lines may end as they do on Windows."""
    return plain(output.decode(errors="replace").replace("\r\n", "\n").strip())


def _signal_name(number: int) -> str:
    """The name of a signal; those for real-time use have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _same_value(one: str, other: str) -> bool:
    """Whether two option values are equal but for case or the way a number is written."""
    if one.strip().lower() == other.strip().lower():
        return True
    try:
        return float(one) == float(other)
    except ValueError:
        return False


class EngineProcess:
    """A running engine. The constructor returns when the banner has been read.

    The process has a session of its own, and what it starts is ended with it. An engine is that
    one process: when it has ended, output of its children does not count.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self.settings = settings
        self.id = ""
        self.capabilities: tuple[str, ...] = ()
        self._output = LineBuffer()
        self._stderr = b""
        self._stderr_rests_until = 0.0
        self.is_usable = True
        """Whether commands can be sent."""
        self._mark = secrets.token_hex(8)
        try:
            self._process = subprocess.Popen(
                settings.command,
                cwd=settings.directory,
                env=marked_environment(self._mark),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno in _OUT_OF_RESOURCES:
                raise ShortageError(f"no room for another engine: {error}") from error
            raise EngineFailure(Ending.START, f"cannot be started: {error}") from error
        self.pid = self._process.pid
        """The process number, which is also that of its process group."""
        WATCHDOG.watch(self.pid, self._mark)
        self._stdin = cast(IO[bytes], self._process.stdin)
        self._stdout = cast(IO[bytes], self._process.stdout)
        self._errors = cast(IO[bytes], self._process.stderr)
        self._open_pipes = [self._stdout, self._errors]
        for pipe in self._open_pipes:
            os.set_blocking(pipe.fileno(), False)
        try:
            self._read_banner()
        except BaseException:
            self.kill()
            raise

    @property
    def stderr(self) -> str:
        """The last of what the engine wrote to its standard error."""
        return _text(self._stderr)

    @property
    def has_exited_cleanly(self) -> bool:
        """Whether the engine has ended by itself with exit code 0, as seen by a failed command."""
        return not self.is_usable and self._process.returncode == 0

    def command(self, text: str, seconds: float) -> Reply:
        """Send a line and read the reply up to its `ok`.

        Raises EngineFailure, after which the process is gone, if the engine ends, takes longer,
        or has printed something it was not asked for.
        """
        try:
            self._check_for_unasked_output(text)
            start = time.monotonic()
            self._stdin.write(text.encode() + b"\n")
            lines = self._lines_until_ok(f"'{text}'", seconds)
            return Reply(lines, time.monotonic() - start)
        except OSError as error:
            raise self._ended(f"'{text}'") from error
        except EngineFailure:
            self.kill()
            raise

    def configure(self) -> None:
        """Set the engine's options. Raises EngineFailure if one is unknown or not taken over."""
        for name, value in self.settings.options:
            lines, _ = self.command(f"options set {name} {value}", self.settings.reply)
            fields = lines[-1].split(";") if lines else []
            if is_refusal(lines) or len(fields) < _LEAST_OPTION_FIELDS:
                raise self._refused(f"answered {quoted(lines)} to 'options set {name} {value}'")
            if not _same_value(fields[2], value):
                raise self._refused(f"keeps option {name} at {fields[2]} when told {value}")
        if self.settings.wants_scores:
            for name in self._option_names():
                if name.lower() == REPORT_OPTION.lower():
                    self.command(f"options set {name} True", self.settings.reply)

    def _option_names(self) -> list[str]:
        known, _ = self.command("options", self.settings.reply)
        return [line.split(";")[0].strip() for line in known]

    def _refused(self, message: str) -> EngineFailure:
        listing = ", ".join(self._option_names()) or "none"
        self.close()
        return self.fail(Ending.START, f"{message}; its options are: {listing}")

    def fail(self, ending: Ending, message: str) -> EngineFailure:
        """The failure to raise when a reply makes no sense."""
        return EngineFailure(ending, message, self.stderr)

    def close(self) -> None:
        """Ask the engine to exit; kill it if it does not."""
        if not self.is_usable:
            return
        with suppress(OSError):
            self._stdin.write(b"exit\n")
            self._stdin.close()
            deadline = time.monotonic() + EXIT_SECONDS
            while not self._has_exited() and time.monotonic() < deadline:
                self._pump(0.01)
        self.kill()

    def interrupt(self) -> None:
        """Kill the process from another thread; whoever waits for a reply sees it end."""
        if self.is_usable:
            end_group(self.pid)

    def kill(self) -> None:
        """End the process and everything it started."""
        if not self.is_usable:
            return
        self.is_usable = False
        end_family(self.pid, self._mark)
        self._process.wait()
        WATCHDOG.forget(self.pid, self._mark)
        for pipe in (self._stdin, self._stdout, self._errors):
            with suppress(OSError):
                pipe.close()

    def _read_banner(self) -> None:
        lines = self._lines_until_ok("its banner", self.settings.startup)
        if is_refusal(lines) or not any(line.startswith("id ") for line in lines):
            raise self.fail(Ending.PROTOCOL, f"printed {quoted(lines)} instead of a banner")
        first = next(index for index, line in enumerate(lines) if line.startswith("id "))
        self.id = lines[first][3:].strip()[:MOST_ID_LETTERS].strip()
        if len(lines) > first + 1:
            self.capabilities = tuple(flag.strip() for flag in lines[first + 1].split(";"))

    def _lines_until_ok(self, what: str, seconds: float) -> list[str]:
        """The lines of a reply within that time; blank lines are not a part of it."""
        deadline = time.monotonic() + seconds
        size = 0
        lines: list[str] = []
        while True:
            while size <= MOST_REPLY_BYTES and (line := self._output.line()) is not None:
                size += len(line) + 1
                text = _text(line)
                if text == "ok":
                    return lines
                if text:
                    lines.append(text)
            if size + len(self._output) > MOST_REPLY_BYTES:
                raise self.fail(Ending.PROTOCOL, f"printed a megabyte for {what} without 'ok'")
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                if self._has_exited():
                    raise self._ended(what)
                begun = _text(self._output.take())
                got = lines + [begun] * bool(begun)
                after = f"; it printed {quoted(got)}" if got else ""
                message = f"no 'ok' within {seconds:g} s for {what}{after}"
                raise self.fail(Ending.HANG, message)
            size_before = len(self._output)
            if not self._pump(min(remaining, EXIT_CHECK_SECONDS)):
                raise self._ended(what)
            if self._has_exited():
                # All it wrote is in the pipe by now; what comes later is from other processes.
                self._pump(0)
                if len(self._output) == size_before:
                    raise self._ended(what)
                deadline = min(deadline, time.monotonic() + LAST_OUTPUT_SECONDS)

    def _pump(self, seconds: float) -> bool:
        """Read what there is, waiting at most that long; False if the output has ended."""
        rest = self._stderr_rests_until - time.monotonic()
        awaited = [self._stdout] if rest > 0 else [self._stdout, self._errors]
        if rest > 0:
            seconds = min(seconds, rest)
        for pipe in self._ready([pipe for pipe in awaited if pipe in self._open_pipes], seconds):
            self._read(pipe)
        return self._stdout in self._open_pipes

    def _ready(self, pipes: list[IO[bytes]], seconds: float) -> list[IO[bytes]]:
        """Those of the pipes that have something to read or have ended, after at most so long."""
        poll = select.poll()
        for pipe in pipes:
            poll.register(pipe, select.POLLIN)
        ready = {descriptor for descriptor, _ in poll.poll(math.ceil(1000 * max(0.0, seconds)))}
        return [pipe for pipe in pipes if pipe.fileno() in ready]

    def _read(self, pipe: IO[bytes]) -> None:
        """Read once from a pipe that is ready."""
        with suppress(BlockingIOError):
            data = os.read(pipe.fileno(), _CHUNK)
            if not data:
                self._open_pipes.remove(pipe)
            if pipe is self._stdout:
                self._output.feed(data)
            else:
                self._stderr = (self._stderr + data)[-MOST_STDERR_BYTES:]
                self._stderr_rests_until = time.monotonic() + STDERR_REST_SECONDS

    def _check_for_unasked_output(self, command: str) -> None:
        if not self.is_usable:
            raise self.fail(Ending.CRASH, f"is gone before '{command}'")
        while self._stdout in self._open_pipes and len(self._output) <= MOST_REPLY_BYTES:
            if not self._ready([self._stdout], 0):
                break
            self._read(self._stdout)
        # The end may have been read along with the last reply.
        if self._stdout not in self._open_pipes:
            raise self._ended(f"'{command}'")
        is_flood = len(self._output) > MOST_REPLY_BYTES
        output = self._output.take()
        if output.strip():
            lines = _text(output).split("\n")
            raise self.fail(Ending.PROTOCOL, f"printed {quoted(lines)} unasked, before '{command}'")
        if is_flood:
            raise self.fail(Ending.PROTOCOL, f"printed a megabyte of blanks before '{command}'")

    def _ended(self, what: str) -> EngineFailure:
        """The failure of an engine whose output has ended, with the last of its stderr."""
        deadline = time.monotonic() + LAST_OUTPUT_SECONDS
        while time.monotonic() < deadline:
            if self._has_exited():
                deadline = min(deadline, time.monotonic() + 0.05)
                if not self._open_pipes:
                    break
            # All pipes are closed a moment before the system knows the exit code: then this waits.
            self._pump(0.01)
        exited = self._has_exited()
        self.kill()
        code = self._process.returncode
        if not exited:
            how = "closed its output"
        elif code < 0:
            how = f"was killed by {_signal_name(-code)}"
        else:
            how = f"ended with exit code {code}"
        return self.fail(Ending.CRASH, f"{how} during {what}")

    def _has_exited(self) -> bool:
        """Whether the process has ended; it is left to `kill` to wait for it."""
        if not hasattr(os, "waitid"):
            return self._process.poll() is not None
        try:
            flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.pid, flags) is not None
        except ChildProcessError:
            return True
