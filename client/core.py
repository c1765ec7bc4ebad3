"""What a client does with an engine, step by step; `Engine` and `AsyncEngine` only wait."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from types import MappingProxyType
from typing import Any

from client.conversation import (
    Conversation,
    CutOffError,
    EngineId,
    Failure,
    Reply,
    parse_id,
    split_command,
)
from client.errors import (
    EngineBusyError,
    EngineClosedError,
    EngineEndedError,
    EngineError,
    EngineOptionError,
)
from client.options import Option, listing, parse_option, same_value
from client.plain_text import is_refusal, quoted
from client.steps import Waits
from client.synchronisation import EngineGame
from client.timeouts import Timeouts, checked_seconds
from engine.checks import instance

SURELY_RUNNING = 0.3
"""Seconds after which an engine has begun with a command: if it ends by SIGINT then, it knows no
better; before, the signal may have come first.
"""


_SEARCHES = ("'bestmove", "'analyze")


class EngineCore:
    """An engine that is started, set up, asked, cancelled and started anew.

    Methods that return steps are to be driven (`client/steps.py`), one at a time, between `begin`
    and `end`.
    """

    def __init__(
        self,
        command: Sequence[str] | str,
        *,
        cwd: str | PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeouts: Timeouts | None = None,
    ) -> None:
        self.words = split_command(command)
        self.cwd, self.env = cwd, env
        self.timeouts = Timeouts() if timeouts is None else timeouts
        instance(self.timeouts, Timeouts, "time-outs are given as Timeouts")
        self.id: EngineId = parse_id("")
        self.capabilities: tuple[str, ...] = ()
        self.options: Mapping[str, Option] = MappingProxyType({})
        self.game = EngineGame()
        self.takes_whole_seconds = False
        """Whether the engine has refused a fraction of a second."""
        self.knows_analyze: bool | None = None
        """Whether the engine has the command `analyze`, once it was tried."""
        self.knows_interrupt: bool | None = None
        """Whether SIGINT ends a search and nothing else, once it was tried."""
        self.is_closed = False
        self.is_driven = False
        """Whether somebody is waiting for the engine right now."""
        self._conversation: Conversation | None = None
        self._chosen: dict[str, str] = {}
        """Options that the user has set, to be set again after a restart."""
        self._failure: EngineError | None = None
        self._use = threading.Lock()
        self._user = ""
        self._search_lock = threading.Lock()
        self._search_began: float | None = None
        self._is_cancelled = False

    # Who uses the engine

    @property
    def conversation(self) -> Conversation:
        """What is said with the engine. Raises EngineClosedError or EngineEndedError."""
        if self.is_closed:
            raise self.error(EngineClosedError, "was closed")
        if self._conversation is None or not self._conversation.is_usable:
            raise self._gone()
        return self._conversation

    @property
    def process_id(self) -> int | None:
        """The number of the engine's process; None while there is none."""
        process = self._conversation and self._conversation.process
        return process.pid if process and not process.has_exited else None

    @property
    def stderr(self) -> str:
        """The last of what the engine wrote to its standard error."""
        return self._conversation.stderr if self._conversation else ""

    def error(self, kind: type[Failure], message: str) -> Failure:
        """An error with the name of the engine and its stderr."""
        if self._conversation is not None:
            return self._conversation.error(kind, message)
        return kind(message, engine=self.words[0] if self.words else "the engine")

    def begin(self, what: str) -> None:
        """Take the engine for one call. Raises EngineBusyError if another has it."""
        if not self._use.acquire(blocking=False):
            raise self.error(EngineBusyError, f"is busy with {self._user}; asked for {what}")
        self._user = what

    def end(self) -> None:
        """Give it back."""
        self._use.release()

    def wait_until_free(self, seconds: float) -> bool:
        """Wait for the call that another thread has under way, and begin; False in vain."""
        return self._use.acquire(timeout=seconds)

    def _gone(self) -> EngineEndedError:
        """What is said at once to whoever asks an engine that has ended."""
        cause = self._failure
        message = "is gone" + (f": it {cause.message}" if cause else "")
        gone = EngineEndedError(
            message, engine=cause.engine if cause else "the engine", stderr=self.stderr
        )
        gone.exit_code = cause.exit_code if isinstance(cause, EngineEndedError) else None
        gone.__cause__ = cause
        return gone

    # From start to end

    def start(self) -> Waits[None]:
        """Start the process, read what it says of itself, and set the options chosen so far."""
        if self.is_closed:
            raise self.error(EngineClosedError, "was closed")
        self.game.forget()
        conversation = Conversation(self.words, cwd=self.cwd, env=self.env)
        self._conversation = conversation
        try:
            yield from conversation.read_banner(self.timeouts.startup)
            self.id, self.capabilities = conversation.id, conversation.capabilities
            self._failure = None
            yield from self.read_options()
            for name, text in self._chosen.items():
                yield from self.set_option(name, text)
        except BaseException as error:
            conversation.kill()
            self._failure = error if isinstance(error, EngineError) else None
            raise

    def restart(self) -> Waits[None]:
        """End the process, if there is one, and start another with the same options."""
        if self._conversation is not None:
            self._conversation.kill()
        yield from self.start()

    def close(self) -> Waits[None]:
        """Ask the engine to exit, and see that it does."""
        self.is_closed = True
        if self._conversation is not None:
            yield from self._conversation.close(self.timeouts.exit)

    def end_soon(self) -> None:
        """Kill the process from any thread, so that whoever waits for it goes on."""
        self.is_closed = True
        if self._conversation is not None:
            self._conversation.process.end_soon()

    def kill(self) -> None:
        """End the process at once."""
        if self._conversation is not None:
            self._conversation.kill()

    # Commands

    def command(
        self, text: str, seconds: float | None = None, heard: Callable[[str], object] | None = None
    ) -> Waits[Reply]:
        """Send any line and read the reply up to its `ok`."""
        patience = self.timeouts.reply if seconds is None else seconds
        checked_seconds(patience, "the time-out")
        conversation = self.conversation
        try:
            return (yield from conversation.command(text, patience, heard))
        except CutOffError:
            raise
        except EngineError as error:
            self._failure = error
            if self.is_closed:
                raise self.error(EngineClosedError, f"was closed during '{text}'") from error
            raise

    def read_options(self) -> Waits[None]:
        """Ask for the options; an engine that refuses has none."""
        lines, _ = yield from self.command("options")
        found = [] if is_refusal(lines) else [parse_option(line) for line in lines]
        self.options = MappingProxyType({option.name: option for option in found if option})

    def configure(self, values: Mapping[str, Any]) -> Waits[None]:
        """Set options, all of which are checked before the first is sent."""
        instance(values, Mapping, "options are given by name, such as {'Threads': 1}")
        texts: dict[str, str] = {}
        for name, value in values.items():
            option = self._option(name)
            try:
                texts[option.name] = option.text_of(value)
            except ValueError as error:
                raise self.error(EngineOptionError, f"cannot be set up: {error}") from None
        self.game.forget()  # an option may be a rule
        for name, text in texts.items():
            yield from self.set_option(name, text)
            self._chosen[name] = text

    def set_option(self, name: str, text: str) -> Waits[None]:
        """Set one option without looking at the list, and see that the engine took it over."""
        command = f"options set {name} {text}"
        lines, _ = yield from self.command(command)
        option = parse_option(lines[-1]) if lines else None
        known = f"; its options are: {listing(self.options)}"
        if is_refusal(lines) or option is None:
            message = f"answered {quoted(lines)} to '{command}'{known}"
            raise self.error(EngineOptionError, message)
        if not same_value(option.text, text):
            message = f"keeps option {name} at {option.text} when told {text}"
            raise self.error(EngineOptionError, message)
        self.options = MappingProxyType({**self.options, option.name: option})

    def _option(self, name: str) -> Option:
        instance(name, str, "the name of an option is a text")
        for known, option in self.options.items():
            if known.lower() == name.lower():
                return option
        message = f"has no option {name!r}; its options are: {listing(self.options)}"
        raise self.error(EngineOptionError, message)

    def lend_option(self, name: str, value: bool | None) -> Waits[bool]:
        """Switch an option for a search, unless it is the user's; whether it now has that value.

        None gives it back its default.
        """
        option = next((o for o in self.options.values() if o.name.lower() == name.lower()), None)
        if option is None or option.type != "bool":
            return False
        value = option.default is True if value is None else value
        if option.value != value and option.name not in self._chosen:
            try:
                yield from self.set_option(option.name, str(value))
            except EngineOptionError:
                return False
        return self.options[option.name].value == value

    # Searching and breaking off

    def search(
        self, text: str, seconds: float, heard: Callable[[str], object] | None = None
    ) -> Waits[Reply | None]:
        """Send a command that may be cancelled; None if it was, and the engine had to be killed.

        In either case the engine is ready for the next command.
        """
        conversation = self.conversation
        with self._search_lock:
            self._search_began, self._is_cancelled = time.monotonic(), False
        try:
            reply = yield from self.command(text, seconds, heard)
        except EngineError as error:
            if not self._is_cancelled or self.is_closed:
                raise
            yield from self._survive(error)
            return None
        finally:
            with self._search_lock:
                self._search_began = None
        if self._is_cancelled:
            conversation.cut_off = None
            yield from self._settle()
        return reply

    @property
    def is_searching(self) -> bool:
        """Whether there is a search to cancel."""
        return self._search_began is not None

    @property
    def is_cancelled(self) -> bool:
        """Whether the last search was cancelled."""
        return self._is_cancelled

    def cancel(self) -> bool:
        """Break off the search under way, from any thread; whether there was one."""
        with self._search_lock:
            conversation = self._conversation
            if self._search_began is None or conversation is None:
                return False
            if not self._is_cancelled:
                self._is_cancelled = True
                if self.knows_interrupt is False:
                    conversation.cut_off = time.monotonic()
                else:
                    conversation.cut_off = time.monotonic() + self.timeouts.cancel
                    conversation.process.interrupt()
            return True

    def recover(self) -> Waits[None]:
        """Bring an engine back into step after a call that was broken off."""
        conversation = self._conversation
        if conversation is None or not conversation.is_usable or not conversation.in_flight:
            return
        self.game.forget()
        is_search = conversation.in_flight.startswith(_SEARCHES)
        if conversation.cut_off is None:
            patience = self.timeouts.cancel
            if is_search and self.knows_interrupt is not False:
                conversation.process.interrupt()
            elif is_search:
                patience = 0.0
            conversation.cut_off = time.monotonic() + patience
        try:
            yield from conversation.rest_of_reply()
        except EngineError as error:
            yield from self._survive(error)
        else:
            conversation.cut_off = None
            yield from self._settle()
            yield from self.read_options()

    def _settle(self) -> Waits[None]:
        """After SIGINT: an engine that had answered already took it for the wish to end it."""
        try:
            yield from self.command("info", self.timeouts.cancel)
            self.knows_interrupt = True
        except EngineError:
            yield from self.restart()

    def _survive(self, error: EngineError) -> Waits[None]:
        """Start the engine anew, which was killed, or has ended, because a search was cancelled."""
        began = self._search_began
        if isinstance(error, CutOffError) or (
            began is not None and time.monotonic() - began > SURELY_RUNNING
        ):
            self.knows_interrupt = False
        yield from self.restart()
