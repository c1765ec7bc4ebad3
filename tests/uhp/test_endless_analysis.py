"""`analyze infinite` for programs: lines as they come, until something else comes."""

from collections.abc import Iterator

import pytest
from uhp_client import Engine, converse

from search.stop_flag import StopFlag
from uhp.stdin import CommandQueue, LineSplitter

GAME = r"Base+MLP;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-"
WIN_IN_ONE = (
    r"Base;InProgress;White[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;"
    r"wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bA1 bG2/"
)


@pytest.fixture(scope="module")
def shared() -> Iterator[Engine]:
    with Engine() as engine:
        engine.ask("options set Threads 1")
        yield engine


@pytest.fixture
def engine(shared: Engine) -> Engine:
    shared.ask(f"newgame {GAME}")
    return shared


def read_until(engine: Engine, text: str) -> list[str]:
    """The lines of an answer that is not over, up to one with a text in it."""
    lines: list[str] = []
    while not lines or text not in lines[-1]:
        line = engine.process.output.line()
        if line is None:
            engine.process.wait(60)
            assert engine.process.output_is_open
        else:
            lines.append(line.decode())
    return lines


def test_lines_come_one_by_one_and_the_best_once_more_after_stop(engine: Engine) -> None:
    engine.send("analyze infinite multipv 2\n")
    lines = read_until(engine, "2;score")
    assert all(line[:8] in ("1;score ", "2;score ") for line in lines)
    assert ";depth 1;" in lines[0]
    engine.send("stop\n")
    *_, first, second = engine.reply()
    assert (first[:2], second[:2]) == ("1;", "2;")
    assert ";pv w" in first
    assert engine.ask("info")[0].startswith("id "), "'stop' has no answer of its own"


def test_any_other_command_ends_it_and_is_answered(engine: Engine) -> None:
    engine.send("ANALYZE Infinite\n")
    read_until(engine, "1;score")
    engine.send("validmoves\n")
    engine.reply()
    assert len(engine.reply()) == 1


def test_an_interrupt_ends_it_and_the_engine_lives(engine: Engine) -> None:
    engine.send("analyze infinite\n")
    read_until(engine, "1;score")
    engine.interrupt()
    engine.reply()
    assert engine.ask("stop") == ["err there is no command 'stop'; try 'help'"]


def test_what_is_waiting_already_ends_it_at_once(engine: Engine) -> None:
    engine.send("analyze infinite multipv 3\nstop\nanalyze infinite\ninfo\n")
    assert engine.reply()[-1].startswith("3;")
    assert engine.reply()[-1].startswith("1;")
    assert engine.reply()[0].startswith("id ")


def test_it_goes_on_when_nothing_is_left_to_find(engine: Engine) -> None:
    engine.ask(f"newgame {WIN_IN_ONE}")
    engine.send("analyze infinite\n")
    with pytest.raises(TimeoutError):
        engine.reply(0.5)
    engine.send("stop\n")
    assert ";score #1;" in engine.reply()[-1]


def test_the_end_of_input_ends_it() -> None:
    lines, status = converse(f"newgame {GAME}\nanalyze infinite\n")
    assert status == 0
    assert lines[-1] == "ok"
    assert lines[-2].startswith("1;score ")


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("analyze infinite 5", "err 'infinite' is not a limit: use "),
        ("analyze infinite multipv", "err a number of lines is missing after 'multipv'"),
        ("analyze infinite multipv 0", "err multipv takes a number between 1 and 500"),
        ("bestmove infinite", "err 'infinite' is not a limit: use "),
    ],
)
def test_what_makes_no_sense_is_refused(engine: Engine, command: str, answer: str) -> None:
    [line] = engine.ask(command)
    assert line.startswith(answer)


def test_only_a_command_that_asks_for_it_ends_at_the_next() -> None:
    commands = CommandQueue()

    def sent(text: bytes) -> None:
        commands._add_chunk(LineSplitter(), text)

    def run(*, endless: bool) -> StopFlag:
        commands.next()
        if endless:
            commands.end_at_next()
        return commands.stop_flag

    sent(b"analyze infinite\n")
    flag = run(endless=True)
    assert not flag.is_set
    sent(b"Stop\n")
    assert flag.is_set
    stop = commands.end_command()
    assert stop is not None
    assert stop.text == "Stop"
    assert commands.is_empty
    sent(b"bestmove\nstop\n")
    assert not run(endless=False).is_set
    assert commands.end_command() is None
    assert not commands.is_empty
