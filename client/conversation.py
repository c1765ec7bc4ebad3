"""A conversation with an engine: commands out, replies in, every wait has a deadline."""

import os
import re
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import NamedTuple, TypeVar

from client.errors import (
    EngineEndedError,
    EngineError,
    EngineProtocolError,
    EngineStartError,
    EngineTimeoutError,
)
from client.piped_process import PipedProcess
from client.plain_text import is_refusal, quoted, text_of
from client.steps import Wait, Waits
from engine.checks import instance

MOST_REPLY_BYTES = 1 << 20
TERMINATE_SECONDS = 0.5
"""How long an engine may take to end when it is told to terminate, before it is killed."""

LAST_OUTPUT_SECONDS = 0.5
"""How long to keep reading the stderr of an engine that is ending."""

EXIT_CHECK_SECONDS = 0.1
"""How often to see whether the engine has ended: a child process may keep its pipes open."""

Failure = TypeVar("Failure", bound=EngineError)

_VERSION = re.compile(r"v?\d[\w.+-]*")
_FLAGS = {"mosquito", "ladybug", "pillbug"}


class Reply(NamedTuple):
    """The lines an engine answered, without the `ok`, and the seconds it took."""

    lines: list[str]
    seconds: float


class EngineId(NamedTuple):
    """How an engine calls itself, such as `Propolis v0.2.0`."""

    text: str
    name: str
    version: str

    def __str__(self) -> str:
        return self.text


def parse_id(text: str) -> EngineId:
    """Name and version of an engine.

    >>> parse_id("nokamute 1.0.3-2-g806ba76")
    EngineId(text='nokamute 1.0.3-2-g806ba76', name='nokamute', version='1.0.3-2-g806ba76')
    """
    name, _, last = text.rpartition(" ")
    if name and _VERSION.fullmatch(last):
        return EngineId(text, name.strip(), last.removeprefix("v"))
    return EngineId(text, text, "")


class CutOffError(EngineError):
    """A command that was cut off has not been answered. Callers of the client never see it."""


class Conversation:
    """What is said to an engine and what it answers.

    A failure ends the process: once a reply is late or makes no sense, nobody can tell which
    command the next one would be for.
    """

    def __init__(
        self,
        command: Sequence[str] | str,
        *,
        cwd: str | PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        words = split_command(command)
        self.engine_name = words[0].replace("\\", "/").rsplit("/", 1)[-1] if words else "the engine"
        self.id = parse_id("")
        self.capabilities: tuple[str, ...] = ()
        self.cut_off: float | None = None
        """When to give up waiting for the reply to the command under way; any thread may set it."""
        self.in_flight = ""
        """What the engine has not answered yet."""
        if not words:
            raise EngineStartError("cannot be started: the command is empty")
        try:
            self.process = PipedProcess(words, cwd=cwd, env=env)
        except (OSError, ValueError) as error:
            message = f"cannot be started: {error}"
            raise EngineStartError(message, engine=self.engine_name) from error

    @property
    def is_usable(self) -> bool:
        """Whether commands can be sent."""
        return self.process.is_open

    @property
    def stderr(self) -> str:
        """The last of what the engine wrote to its standard error."""
        return text_of(self.process.stderr)

    def error(self, kind: type[Failure], message: str) -> Failure:
        """An error with the name of this engine and its stderr."""
        return kind(message, engine=self.engine_name, stderr=self.stderr)

    # Talking

    def read_banner(self, seconds: float) -> Waits[None]:
        """Read what the engine says of itself; it need not be asked."""
        self.in_flight = "its banner"
        try:
            lines = yield from self._lines_until_ok(seconds)
            if is_refusal(lines) or not any(line.startswith("id ") for line in lines):
                message = f"printed {quoted(lines)} instead of a banner"
                raise self.error(EngineProtocolError, message)
        except BaseException:
            self.kill()
            raise
        first = next(index for index, line in enumerate(lines) if line.startswith("id "))
        self.id = parse_id(lines[first][3:].strip())
        self.engine_name = self.id.text or self.engine_name
        for line in lines[first + 1 :]:
            flags = tuple(flag.strip() for flag in line.split(";"))
            if _FLAGS & {flag.lower() for flag in flags}:
                self.capabilities = flags

    def command(
        self, text: str, seconds: float, heard: Callable[[str], object] | None = None
    ) -> Waits[Reply]:
        """Send a line and read the reply up to its `ok`; `heard` gets its lines as they come.

        Raises EngineEndedError, EngineTimeoutError or EngineProtocolError, after which the process
        is gone, if the engine ends, takes longer, or has printed something it was not asked for.
        """
        instance(text, str, "a command is a text")
        if "\n" in text or "\r" in text:
            raise ValueError(f"a command is one line, not {text!r}")
        data = text.encode() + b"\n"
        self.check_usable(text)
        try:
            yield from self._check_for_unasked_output(f"'{text}'")
            start = time.monotonic()
            self.in_flight = quoted([text])
            self.process.send(data)
            lines = yield from self._lines_until_ok(seconds, heard)
            return Reply(lines, time.monotonic() - start)
        except EngineError:
            self.kill()
            raise

    def rest_of_reply(self) -> Waits[None]:
        """Read on to the `ok` of a command whose reply nobody waits for any more."""
        if self.in_flight:
            try:
                yield from self._lines_until_ok(float("inf"))
            except EngineError:
                self.kill()
                raise

    def check_usable(self, text: str) -> None:
        """Raise EngineEndedError if the process is gone."""
        if not self.is_usable:
            raise self._gone(f"is gone before '{text}'")

    # Ending

    def close(self, seconds: float) -> Waits[None]:
        """Ask the engine to exit; terminate it if it does not, and kill it with all it started."""
        process = self.process
        try:
            if process.is_open and not self.in_flight:
                process.send(b"exit\n")
                process.close_input()
                yield from self._until_exit(seconds)
            if process.is_open and not process.has_exited:
                process.end_soon(signal.SIGTERM)
                yield from self._until_exit(TERMINATE_SECONDS)
        finally:
            self.kill()

    def kill(self) -> None:
        """End the process and everything it started."""
        self.process.kill()

    def _until_exit(self, seconds: float) -> Waits[None]:
        deadline = time.monotonic() + seconds
        while not self.process.has_exited and time.monotonic() < deadline:
            yield Wait(self.process, time.monotonic() + 0.01)
            self.process.output.take()

    # Reading

    def _lines_until_ok(
        self, seconds: float, heard: Callable[[str], object] | None = None
    ) -> Waits[list[str]]:
        """The lines of a reply within that time; blank lines are not a part of it."""
        process, output, what = self.process, self.process.output, self.in_flight
        deadline = time.monotonic() + seconds
        size = 0
        lines: list[str] = []
        while True:
            while size <= MOST_REPLY_BYTES and (line := output.line()) is not None:
                size += len(line) + 1
                text = text_of(line)
                if text == "ok":
                    self.in_flight = ""
                    return lines
                if text:
                    lines.append(text)
                    if heard is not None:
                        heard(text)
            if size + len(output) > MOST_REPLY_BYTES:
                message = f"printed a megabyte for {what} without 'ok'"
                raise self.error(EngineProtocolError, message)
            now = time.monotonic()
            if self.cut_off is not None and now >= self.cut_off:
                raise self.error(CutOffError, f"did not answer when {what} was cancelled")
            if now >= deadline:
                if process.has_exited:
                    raise (yield from self._ended(what))
                begun = text_of(output.take())
                got = lines + [begun] * bool(begun)
                after = f"; it printed {quoted(got)}" if got else ""
                message = f"gave no 'ok' within {seconds:g} s for {what}{after}"
                raise self.error(EngineTimeoutError, message)
            size_before = len(output)
            yield Wait(process, min(deadline, now + EXIT_CHECK_SECONDS, self.cut_off or deadline))
            if not process.output_is_open and len(output) == size_before:
                raise (yield from self._ended(what))
            if process.has_exited:
                # All it wrote is in the pipe by now; what comes later is from other processes.
                process.work()
                if len(output) == size_before:
                    raise (yield from self._ended(what))
                deadline = min(deadline, time.monotonic() + LAST_OUTPUT_SECONDS)

    def _check_for_unasked_output(self, before: str) -> Waits[None]:
        process, output = self.process, self.process.output
        size = -1
        while process.output_is_open and size < len(output) <= MOST_REPLY_BYTES:
            size = len(output)
            process.work()
        # The end may have been read along with the last reply.
        if not process.output_is_open:
            raise (yield from self._ended(before))
        is_flood = len(output) > MOST_REPLY_BYTES
        unasked = output.take()
        if unasked.strip():
            message = f"printed {quoted(text_of(unasked).split(chr(10)))} unasked, before {before}"
            raise self.error(EngineProtocolError, message)
        if is_flood:
            message = f"printed a megabyte of blanks before {before}"
            raise self.error(EngineProtocolError, message)

    def _ended(self, what: str) -> Waits[EngineError]:
        """The failure of an engine whose output has ended, with the last of its stderr."""
        process = self.process
        deadline = time.monotonic() + LAST_OUTPUT_SECONDS
        while (now := time.monotonic()) < deadline:
            if process.has_exited:
                deadline = min(deadline, now + 0.05)
                if not process.has_open_pipes:
                    break
            # All pipes are closed a moment before the system knows the exit code: then this waits.
            yield Wait(process, now + 0.01)
        exited = process.has_exited
        self.kill()
        code = process.exit_code if exited else None
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was killed by {_signal_name(-code)}"
        else:
            how = f"ended with exit code {code}"
        return self._gone(f"{how} during {what}", code)

    def _gone(self, message: str, code: int | None = None) -> EngineEndedError:
        error = EngineEndedError(message, engine=self.engine_name, stderr=self.stderr)
        error.exit_code = code if code is not None else self.process.exit_code
        return error


def split_command(command: Sequence[str] | str) -> tuple[str, ...]:
    """The words of a command, which as a text are split as a shell would.

    >>> split_command("'/opt/my engines/propolis' --option Threads=1")
    ('/opt/my engines/propolis', '--option', 'Threads=1')
    """
    if isinstance(command, str):
        try:
            return tuple(shlex.split(command, posix=sys.platform != "win32"))
        except ValueError as error:
            raise EngineStartError(f"cannot be started: {error}: {command!r}") from None
    instance(command, Iterable, "a command is a text or a list of words")
    words = tuple(command)
    for word in words:
        instance(word, (str, PathLike), "a word of a command is a text")
    return tuple(os.fspath(word) for word in words)


def _signal_name(number: int) -> str:
    """The name of a signal; those for real-time use have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
