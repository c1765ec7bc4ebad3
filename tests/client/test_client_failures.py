"""Every way in which an engine fails has its exception, the same in plain code and in asyncio."""

import asyncio
import pickle
import signal
import sys
import time
from dataclasses import replace
from typing import Any, Protocol

import pytest
from client_helpers import QUICK, SCRIPT, async_with_habit, command, game_after, with_habit

from client import (
    AsyncEngine,
    Engine,
    EngineClosedError,
    EngineEndedError,
    EngineError,
    EngineIllegalMoveError,
    EngineProtocolError,
    EngineRefusedError,
    EngineStartError,
    EngineTimeoutError,
    Timeouts,
)
from client.engine_view import EngineView
from engine import Game
from search import Limits

ONE = Limits(depth=1)
IMPATIENT = replace(QUICK, search=0.4)


class Failing(Protocol):
    """Play a move with an engine that fails; the error, and the engine once it is closed."""

    def __call__(
        self, habit: str, *arguments: str, timeouts: Timeouts = QUICK
    ) -> tuple[EngineError, EngineView]: ...


def plainly(
    habit: str, *arguments: str, timeouts: Timeouts = QUICK
) -> tuple[EngineError, EngineView]:
    with with_habit(habit, *arguments, timeouts=timeouts) as engine:
        with pytest.raises(EngineError) as caught:
            engine.play(game_after(4), ONE)
        return caught.value, engine


def in_asyncio(
    habit: str, *arguments: str, timeouts: Timeouts = QUICK
) -> tuple[EngineError, EngineView]:
    async def main() -> tuple[EngineError, EngineView]:
        async with await async_with_habit(habit, *arguments, timeouts=timeouts) as engine:
            with pytest.raises(EngineError) as caught:
                await engine.play(game_after(4), ONE)
            return caught.value, engine

    return asyncio.run(main())


@pytest.fixture(params=[plainly, in_asyncio])
def failing(request: pytest.FixtureRequest) -> Failing:
    found: Failing = request.param
    return found


@pytest.mark.parametrize(
    ("habit", "kind", "words"),
    [
        ("crash", EngineEndedError, "Habits 1.0 ended with exit code 3 during 'bestmove depth 1'"),
        ("closes-output", EngineEndedError, "closed its output during 'bestmove depth 1'"),
        ("flood", EngineProtocolError, "printed a megabyte for 'bestmove depth 1' without 'ok'"),
        ("nonsense", EngineProtocolError, "answered 'Let me think. | xyzzy'"),
        ("empty-answer", EngineProtocolError, "answered nothing"),
        ("illegal-move", EngineIllegalMoveError, "answered 'wA1 bQ/' to 'bestmove depth 1': "),
    ],
)
def test_a_failure_has_a_class_and_says_what_happened(
    failing: Failing, habit: str, kind: type[EngineError], words: str
) -> None:
    error, _ = failing(habit)
    assert type(error) is kind
    assert words in str(error)
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), copy.stderr) == (kind, str(error), error.stderr)


def test_an_engine_that_hangs_is_told_from_one_that_died(failing: Failing) -> None:
    started = time.monotonic()
    error, _ = failing("hangs", timeouts=IMPATIENT)
    assert type(error) is EngineTimeoutError
    assert isinstance(error, TimeoutError)
    assert "no 'ok' within 0.4 s for 'bestmove depth 1'" in str(error)
    assert time.monotonic() - started < 10


def test_the_end_of_an_engine_is_told_with_its_code_and_its_last_words(failing: Failing) -> None:
    error, _ = failing("crash")
    assert isinstance(error, EngineEndedError)
    assert (error.exit_code, error.signal, error.stderr) == (3, None, "thinking hurts")
    assert str(error).endswith("; stderr: thinking hurts")


def test_a_flood_on_stderr_does_no_harm() -> None:
    with with_habit("noisy") as engine:
        assert engine.play(game_after(4), ONE).text == SCRIPT[4]
        assert "oh dear" in engine.stderr


def test_a_signal_that_ended_an_engine_is_named() -> None:
    with with_habit() as engine:
        engine._core.conversation.process.end_soon(signal.SIGKILL)
        with pytest.raises(EngineEndedError, match="was killed by SIGKILL") as caught:
            engine.play(Game(), ONE)
        assert caught.value.signal is signal.SIGKILL


def test_output_that_was_not_asked_for_is_found_before_the_next_command() -> None:
    with with_habit("unasked") as engine:
        engine.play(Game(), ONE)
        time.sleep(1)
        with pytest.raises(EngineProtocolError, match=r"printed 'Nice weather\.' unasked, before"):
            engine.play(Game(), ONE)


def test_an_engine_that_reads_no_more_is_given_up() -> None:
    with with_habit("closes-input", timeouts=replace(QUICK, reply=0.5)) as engine:
        assert engine.play(Game(), ONE).text == "wS1"
        with pytest.raises(EngineError, match="'play wS1'"):
            engine.play(game_after(1), ONE)
        assert not engine.is_alive


def test_an_engine_that_is_gone_says_so_at_once_and_can_be_restarted() -> None:
    with with_habit("crash", "--at", "4", options={"Level": 5}) as engine:
        with pytest.raises(EngineEndedError, match="during 'bestmove"):
            engine.play(game_after(4), ONE)
        assert not engine.is_alive
        assert "gone" in repr(engine)
        started = time.monotonic()
        for _ in range(2):
            with pytest.raises(
                EngineEndedError, match="is gone: it ended with exit code 3"
            ) as again:
                engine.play(Game(), ONE)
            assert again.value.exit_code == 3
        assert time.monotonic() - started < QUICK.reply
        engine.restart()
        assert engine.options["Level"].value == 5
        assert engine.play(Game(), ONE).text == "wS1"


def test_a_closed_engine_is_told_from_one_that_died() -> None:
    engine = with_habit()
    engine.close()
    engine.close()
    for call in (lambda: engine.play(Game(), ONE), lambda: engine.command("info"), engine.restart):
        with pytest.raises(EngineClosedError, match="was closed"):
            call()
    assert "closed" in repr(engine)


def test_a_refusal_has_the_engines_own_words() -> None:
    """A rule that the engine does not have: the queen on the first turn."""
    from client_helpers import ours

    game = Game(queen_first=True)
    game.play("wQ")
    with ours() as engine:
        with pytest.raises(EngineRefusedError, match="QueenFirst True' allows it") as caught:
            engine.play(game, ONE)
        assert caught.value.words.startswith("err ")
        assert caught.value.command == "newgame Base;InProgress;Black[1];wQ"
        engine.configure({"QueenFirst": True})
        assert engine.play(game, ONE).text


@pytest.mark.parametrize("kind", [Engine, AsyncEngine])
@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (["/nowhere/engine"], EngineStartError, "cannot be started: .*No such file"),
        (["/"], EngineStartError, "cannot be started"),
        (["sh", "-c", "echo oops >&2; exit 7"], EngineEndedError, "exit code 7 during its banner"),
        (["echo", "ok"], EngineProtocolError, "printed nothing instead of a banner"),
        (["sh", "-c", "echo err x; echo ok"], EngineProtocolError, "instead of a banner"),
        (
            command("--habit", "no-banner"),
            EngineTimeoutError,
            "no 'ok' within 0.5 s for its banner",
        ),
    ],
)
def test_a_program_that_is_no_engine_is_reported(
    kind: type[Engine] | type[AsyncEngine],
    words: list[str],
    error: type[EngineError],
    message: str,
) -> None:
    timeouts = replace(QUICK, startup=0.5) if error is EngineTimeoutError else QUICK

    def start() -> None:
        opened = kind.open(words, timeouts=timeouts)
        if not isinstance(opened, Engine):
            asyncio.run(opened)

    with pytest.raises(error, match=message):
        start()


def test_a_missing_folder_is_reported() -> None:
    with pytest.raises(EngineStartError, match="No such file"):
        Engine.open([sys.executable, "-m", "uhp"], cwd="/nowhere")


def test_a_bad_option_at_the_start_leaves_no_process() -> None:
    from client import EngineOptionError

    with pytest.raises(EngineOptionError, match="no option 'Nope'"):
        with_habit(options={"Nope": 1})


@pytest.mark.parametrize("bad", [float("nan"), -1, "x", None])
def test_a_time_out_is_a_number_of_seconds(bad: Any) -> None:
    with pytest.raises(
        (TypeError, ValueError), match="the time-out startup is a number of seconds"
    ):
        Timeouts(startup=bad)


@pytest.mark.parametrize("command", [3, [3], ["python", None]])
def test_a_command_is_made_of_words(command: Any) -> None:
    with pytest.raises(TypeError, match=r"a (word of a )?command is a text"):
        Engine.open(command)
