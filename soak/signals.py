"""SIGINTs at every moment of the life of an engine process.

A search that is interrupted answers at once and the process lives on; an idle process ends with
130; an interrupt never counts for a command that was sent after it; no command goes without its
`ok` unless the process has ended as it should.
"""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from uhp_client import ENGINE, Engine

from engine import GAME_TYPES
from soak.campaign import Campaign, Outcome
from soak.oneshot import start
from uhp.exit_codes import INTERRUPTED

QUIET_GAMES = (
    "Base+MLP",
    "Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ",
)
"""Games in which no search finds the end within seconds, so that all of its time is used."""

ENDLESS = (
    "bestmove time 01:00:00",
    "bestmove time 01:00:00",
    "bestmove depth 90",
    "bestmove nodes 999999999999",
    "analyze time 01:00:00 multipv 3",
    "perft 12",
)
SHORT_COMMANDS = ("validmoves", "info", "options", "bestmove depth 1", "eval", "board", "undo x")
TIMED_SECONDS = 0.4
TOLERANCE = 0.1
"""How much earlier than its time a search may answer: the overhead kept back, and rounding."""

LATE = 1.0
"""Seconds after which the answer to an interrupt is a failure."""

HANGS_AFTER = 20.0
LONG_GAME_PLIES = 8000
LONGEST_START = 0.8
LOG_LINES = 12


class Trial:
    """One process after another, interrupted in one way after another."""

    def __init__(self, command: tuple[str, ...], chance: Random, outcome: Outcome) -> None:
        self.command = command
        self.chance = chance
        self.outcome = outcome
        self.engine: Engine | None = None
        self.log: list[str] = []

    def interrupt_somehow(self) -> None:
        """One interrupt or two, at a moment of one kind."""
        kinds: dict[Callable[[], None], int] = {
            self.during_a_search: 30,
            self.in_the_first_milliseconds: 25,
            self.then_a_timed_search: 10,
            self.twice: 5,
            self.while_idle: 5,
            self.right_after_a_command: 8,
            self.before_a_command: 7,
            self.during_a_long_newgame: 4,
            self.while_starting: 6,
        }
        [kind] = self.chance.choices(list(kinds), list(kinds.values()))
        self.attempt(kind)

    def attempt(self, kind: Callable[[], None]) -> None:
        """Interrupt at such a moment; what breaks off is a failure."""
        name = kind.__name__.replace("_", " ")
        self.outcome.counts["signals"] += 1
        self.outcome.counts[f"interrupts {name}"] += 1
        self.log.append(f"-- {name}")
        try:
            kind()
        except (TimeoutError, EOFError) as error:
            self.fail(f"{name}: {type(error).__name__}: {error}")

    def fail(self, what: str) -> None:
        """Note a failure with what led to it, and begin anew."""
        stderr = self.engine.errors[-2000:] if self.engine else ""
        self.outcome.fail(what, log=self.log[-LOG_LINES:], stderr=stderr)
        self.close()

    def close(self) -> None:
        """End the process."""
        if self.engine is not None:
            if "Traceback" in self.engine.errors:
                self.outcome.fail("a traceback on stderr", stderr=self.engine.errors[-2000:])
            self.engine.__exit__()
            self.engine = None

    # What a moment is made of

    def running(self) -> Engine:
        """A process that is ready for a search."""
        if self.engine is None:
            self.log.append("start")
            self.engine = Engine(self.command)
            self.ask(f"options set Threads {self.chance.choice((1, 2))}")
            self.ask(f"options set Strategy {self.chance.choice(('AlphaBeta', 'MCTS'))}")
            self.ask("newgame")
            self.ask("eval")
            self.outcome.counts["processes"] += 1
        self.ask(f"newgame {self.chance.choice(QUIET_GAMES)}")
        return self.engine

    def ask(self, command: str) -> list[str]:
        """A command that is not interrupted."""
        assert self.engine is not None
        self.send(command)
        return self.engine.reply(HANGS_AFTER)

    def send(self, command: str) -> None:
        assert self.engine is not None
        self.log.append(command[:100])
        self.engine.send(command + "\n")

    def signal(self) -> float:
        """Send the interrupt; returns when."""
        assert self.engine is not None
        self.log.append("SIGINT")
        moment = time.perf_counter()
        self.engine.interrupt()
        return moment

    def pause(self, longest: float) -> None:
        """Wait for a while; short waits are as likely as long ones."""
        seconds = longest * self.chance.random() ** 2
        self.log.append(f"{seconds * 1000:.1f} ms")
        time.sleep(seconds)

    def timed_reply(self, name: str, started: float) -> tuple[list[str], float]:
        """A reply with the seconds it took, which are noted under a name."""
        assert self.engine is not None
        reply = self.engine.reply(HANGS_AFTER)
        seconds = time.perf_counter() - started
        self.outcome.sample(name, seconds)
        return reply, seconds

    def expect_answer(self, interrupted: float) -> list[str]:
        """The answer to an interrupted command, which must come soon."""
        reply, seconds = self.timed_reply("answer to an interrupt", interrupted)
        if seconds > LATE:
            self.outcome.fail(f"an answer {seconds:.2f} s late", log=self.log[-LOG_LINES:])
        return reply

    def expect_life_or_end(self, seconds: float, command: str) -> None:
        """A process that the last interrupt may have found idle has ended, or answers."""
        assert self.engine is not None
        time.sleep(seconds)
        if self.engine.process.has_exited:
            self.expect_end()
        else:
            self.ask(command)

    def expect_end(self) -> None:
        """The process must end as an idle one does."""
        assert self.engine is not None
        status = self.engine.wait(HANGS_AFTER)
        if status != INTERRUPTED:
            self.fail(f"ended with {status} instead of {INTERRUPTED}")
        elif rest := self.engine.rest:
            self.fail(f"unasked output: {rest[:5]}")
        self.outcome.counts["ended with 130"] += 1
        self.close()

    # The moments

    def during_a_search(self) -> None:
        self._interrupted_search(0.5)

    def in_the_first_milliseconds(self) -> None:
        self._interrupted_search(0.005)

    def then_a_timed_search(self) -> None:
        """What interrupted one search is used up: the next one has all of its time."""
        self._interrupted_search(0.1)
        if self.engine is not None:
            self._timed_search("cut short by an interrupt of the search before")

    def twice(self) -> None:
        """The second interrupt may find the process idle."""
        self.running()
        self.send("bestmove time 01:00:00")
        self.pause(0.2)
        first = self.signal()
        self.pause(0.03)
        self.signal()
        self.outcome.counts["signals"] += 1
        self.expect_answer(first)
        self.expect_life_or_end(0.3, "info")

    def while_idle(self) -> None:
        self.running()
        self.pause(0.3)
        self.signal()
        self.expect_end()

    def right_after_a_command(self) -> None:
        """The client has seen the `ok`, so nothing is running."""
        self.running()
        self.ask(self.chance.choice(SHORT_COMMANDS))
        self.signal()
        self.expect_end()

    def before_a_command(self) -> None:
        """Either the process ends without an answer, or the search has all of its time."""
        self.running()
        self.signal()
        self.pause(0.06)
        try:
            self._timed_search("cut short by an interrupt that was sent before it")
        except (EOFError, BrokenPipeError):
            self.expect_end()

    def during_a_long_newgame(self) -> None:
        """It is answered, and the game is the old one or the new one."""
        self.running()
        game_string = long_game(self.chance)
        self.send(f"newgame {game_string}")
        self.pause(0.3)
        reply, _ = self.timed_reply("answer to newgame with a very long game", self.signal())
        if reply != [game_string] and not (len(reply) == 1 and reply[0].startswith("err ")):
            self.fail(f"newgame was answered with {str(reply)[:200]}")
        else:
            self.expect_life_or_end(0.2, "validmoves")

    def while_starting(self) -> None:
        """From the first instruction on; a client has sent its commands already, or not yet."""
        self.close()
        commands = self.chance.choice(("", "newgame Base+MLP\nbestmove depth 2\n"))
        with start(self.command, commands.encode()) as process:
            self.pause(LONGEST_START)
            process.interrupt()
            time.sleep(0.3 * self.chance.random())
            process.close_input()
            status = process.wait_for_end(HANGS_AFTER)
            output, errors = process.output.take().decode(), process.stderr.decode()
        self._judge_start(status, output, errors, commands)

    def _judge_start(self, status: int, output: str, errors: str, commands: str) -> None:
        """Every command has its `ok`, or the process has ended by the interrupt."""
        self.outcome.counts[f"ended with {status} when interrupted while starting"] += 1
        banner = output.startswith("id ")
        ends = (INTERRUPTED,) if banner else (INTERRUPTED, -signal.SIGINT, 1)
        oks = output.count("ok\n")
        complete = status == 0 and oks == 1 + commands.count("\n")
        # Before the banner, Python itself may be interrupted, and says so.
        if (status not in ends and not complete) or (banner and "Traceback" in errors):
            self.outcome.fail(
                f"ended with {status} after {oks} oks when interrupted while starting",
                log=[*self.log[-2:], commands, output],
                stderr=errors[-2000:],
            )

    def _interrupted_search(self, longest: float) -> None:
        engine = self.running()
        command = self.chance.choice(ENDLESS)
        self.send(command)
        self.pause(longest)
        reply = self.expect_answer(self.signal())
        if command.startswith("bestmove") and (
            len(reply) != 1 or reply[0] not in self.ask("validmoves")[0].split(";")
        ):
            self.fail(f"{command!r} was answered with {reply}")
        elif engine.ask("info", HANGS_AFTER)[0][:3] != "id ":
            self.fail("the process is confused")

    def _timed_search(self, wrong: str) -> None:
        """A search with a time of its own must use it."""
        self.send(f"bestmove time 00:00:{TIMED_SECONDS:04.1f}")
        reply, seconds = self.timed_reply("timed search of 0.4 s", time.perf_counter())
        if len(reply) != 1 or seconds < TIMED_SECONDS - TOLERANCE:
            self.fail(f"a search of {TIMED_SECONDS} s answered after {seconds:.3f} s: {wrong}")


def long_game(chance: Random) -> str:
    """A game that takes a while to load: two queens walk to and fro."""
    opening = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-"]
    to_and_fro = ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"]
    moves = opening + to_and_fro * (LONG_GAME_PLIES // 4)
    turn = f"White[{len(moves) // 2 + 1}]"
    return ";".join((chance.choice(GAME_TYPES), "InProgress", turn, *moves))


@dataclass(frozen=True)
class Signals(Campaign):
    """Interrupts at random moments."""

    name: ClassVar[str] = "signals"
    unit: ClassVar[str] = "signals"
    per_item: ClassVar[int] = 40
    command: tuple[str, ...] = ENGINE

    def run(self, number: int, chance: Random) -> Outcome:
        outcome = Outcome()
        trial = Trial(self.command, chance, outcome)
        try:
            while outcome.counts["signals"] < self.per_item:
                trial.interrupt_somehow()
        finally:
            trial.close()
        return outcome
