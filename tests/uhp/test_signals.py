"""SIGINT: it cancels what is running and ends the engine only when nothing is."""

import contextlib
import time
from collections.abc import Iterator

import pytest
from uhp_client import Engine

from uhp.__main__ import main
from uhp.exit_codes import INTERRUPTED
from uhp.stdin import CommandQueue, Event, LineSplitter

MIDGAME = "Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ"
SOON = 5.0
"""Seconds: generous, for busy machines. The benchmarks hold the engine to 0.2 s."""


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        engine.ask(f"newgame {MIDGAME}")
        engine.ask("eval")
        yield engine


def interrupted(engine: Engine, command: str, after: float = 0.5) -> list[str]:
    """The reply to a command that is interrupted some time after it was sent."""
    engine.send(command + "\n")
    time.sleep(after)
    engine.interrupt()
    return engine.reply(SOON)


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["time 01:00:00", "depth 90", "nodes 999999999999"])
def test_interrupted_bestmove_answers_one_legal_move_and_the_engine_lives(
    engine: Engine, limit: str
) -> None:
    legal = engine.ask("validmoves")[0].split(";")
    [move] = interrupted(engine, f"bestmove {limit}")
    assert move in legal
    assert engine.ask("info")[0].startswith("id ")
    assert engine.ask(f"play {move}")[0].startswith("Base+MLP;")


def test_interrupted_analysis_shows_the_lines_so_far(engine: Engine) -> None:
    lines = interrupted(engine, "analyze time 01:00:00 multipv 3")
    assert [line.split(";")[0] for line in lines] == ["1", "2", "3"]
    assert engine.ask("info")[0].startswith("id ")


def test_interrupted_perft_shows_the_depths_so_far(engine: Engine) -> None:
    engine.ask("perft 1")
    lines = interrupted(engine, "perft 9", after=1.0)
    assert [line.split()[1] for line in lines[:4]] == ["1", "36", "965", "44307"]
    assert 4 <= len(lines) < 10
    assert engine.ask("info")[0].startswith("id ")


def test_interrupt_right_behind_the_command_stops_it(engine: Engine) -> None:
    for _ in range(10):
        engine.send("bestmove time 01:00:00\n")
        engine.interrupt()
        assert len(engine.reply(SOON)) == 1


def test_interrupt_does_not_reach_the_command_after(engine: Engine) -> None:
    interrupted(engine, "bestmove time 01:00:00")
    assert len(engine.ask("perft 2")) == 3
    assert len(engine.ask("analyze depth 1 multipv 2")) == 2


def test_each_of_several_searches_can_be_interrupted(engine: Engine) -> None:
    for _ in range(3):
        assert len(interrupted(engine, "bestmove time 01:00:00", after=0.1)) == 1


def test_interrupt_of_an_idle_engine_ends_it_with_130(engine: Engine) -> None:
    engine.interrupt()
    assert engine.wait(SOON) == 130
    assert engine.rest == []
    assert "Traceback" not in engine.errors


def test_interrupt_right_after_the_banner_ends_the_engine_with_130() -> None:
    with Engine() as engine:
        engine.interrupt()
        assert engine.wait(SOON) == 130
        assert engine.errors == ""


def test_idle_interrupt_ends_a_pondering_engine(engine: Engine) -> None:
    engine.ask("options set Ponder True")
    engine.ask("bestmove depth 1")
    time.sleep(0.2)
    engine.interrupt()
    assert engine.wait(SOON) == 130


@pytest.mark.slow
def test_interrupt_right_after_an_ok_ends_the_engine_and_is_never_kept_for_later() -> None:
    for _ in range(10):
        with Engine() as engine:
            engine.ask(f"newgame {MIDGAME}")
            engine.interrupt()
            assert engine.wait(SOON) == 130


@pytest.mark.slow
def test_interrupt_before_a_command_never_counts_for_it_even_while_loading() -> None:
    """The pause is for busy machines: a millisecond will do if the engine's thread gets to run."""
    for _ in range(8):
        with Engine() as engine:
            time.sleep(0.02)
            engine.interrupt()
            time.sleep(0.1)
            with contextlib.suppress(BrokenPipeError):
                engine.send("newgame Base\n")
            assert engine.wait(SOON) == 130
            assert engine.rest == []


@pytest.mark.slow
def test_interrupt_in_the_first_moments_of_a_search_works_at_once(engine: Engine) -> None:
    """Whatever the main thread is just beginning to wait for: a second would be a lost wake-up."""
    engine.ask("bestmove depth 2")
    slow = []
    for attempt in range(150):
        engine.send("bestmove time 01:00:00\n")
        time.sleep(attempt % 30 / 1000)
        engine.interrupt()
        started = time.perf_counter()
        assert len(engine.reply(SOON)) == 1
        slow.append(time.perf_counter() - started)
    # One may be a hiccup of the machine.
    assert sorted(slow)[-3] < 0.9


LONG_GAME = ";".join(
    [
        "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
        *[r"wQ \wS1;bQ bS1/;wQ -wS1;bQ bS1-"] * 20_000,
    ]
)


@pytest.mark.slow
def test_a_very_long_newgame_can_be_interrupted(engine: Engine) -> None:
    before = engine.ask("validmoves")
    reply = interrupted(engine, f"newgame {LONG_GAME}", after=0.5)
    assert reply == ["err interrupted before the game was loaded"]
    assert engine.ask("validmoves") == before


@pytest.mark.slow
def test_perft_of_a_very_long_game_can_be_interrupted(engine: Engine) -> None:
    engine.ask(f"newgame {LONG_GAME}")
    moves = engine.ask("validmoves")[0].split(";")
    engine.ask("perft 0")
    lines = interrupted(engine, "perft 12", after=0.5)
    assert [line.split()[1] for line in lines[:2]] == ["1", str(len(moves))]
    assert len(lines) < 13


# Which command an interrupt is for


@pytest.fixture
def commands() -> CommandQueue:
    return CommandQueue()


def sent(commands: CommandQueue, text: bytes) -> None:
    """As if the thread that reads had got these bytes."""
    commands._add_chunk(LineSplitter(), text)


def test_an_interrupt_is_for_the_command_that_runs(commands: CommandQueue) -> None:
    sent(commands, b"bestmove\nbestmove\n")
    commands.next()
    commands.interrupt()
    assert commands.stop_flag.is_set
    commands.end_command()
    commands.next()
    assert not commands.stop_flag.is_set


def test_an_interrupt_is_for_a_command_sent_before_it(commands: CommandQueue) -> None:
    sent(commands, b"bestmove\ninfo\n")
    commands.interrupt()
    commands.next()
    assert commands.stop_flag.is_set
    commands.end_command()
    commands.next()
    assert not commands.stop_flag.is_set


@pytest.mark.parametrize("rest", [b"\n", b"  \r\n"])
def test_an_interrupt_after_a_blank_line_ends_an_idle_engine(
    commands: CommandQueue, rest: bytes
) -> None:
    sent(commands, rest)
    commands.interrupt()
    assert commands.next() is Event.INTERRUPT
    sent(commands, b"bestmove\n")
    commands.next()
    assert not commands.stop_flag.is_set


def test_an_interrupt_with_nothing_to_do_ends_the_engine_and_counts_for_nothing_else(
    commands: CommandQueue,
) -> None:
    commands.interrupt()
    sent(commands, b"bestmove\n")
    assert commands.next() is Event.INTERRUPT
    commands.next()
    assert not commands.stop_flag.is_set


@pytest.mark.parametrize("program", ["openings", "puzzles", "review"])
def test_an_interrupt_while_a_program_is_loaded_ends_it_without_a_word(
    program: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted_import(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("uhp.__main__.import_module", interrupted_import)
    monkeypatch.setattr("sys.argv", ["propolis", program])
    assert main() == INTERRUPTED
    assert capfd.readouterr() == ("", "")
