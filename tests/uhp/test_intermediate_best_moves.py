"""`bestmove` with ReportIntermediateBestMoves: `move;depth;score` on the way to the move."""

import re
import time
from collections.abc import Iterator

import pytest
from tactics import TACTICS
from uhp_client import Engine

from client.lines import read_thought
from engine import Game
from search import STRATEGIES
from search.stop_flag import StopFlag
from uhp.loader import Loader
from uhp.session import Session
from uhp.stdin import CommandLine
from uhp.streaming import stream

GAME = r"Base+MLP;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-"
FORCED_PASS = (
    r"Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;"
    r"wQ \wA1;bA1 \wQ;wG1 /wQ;bA2 /wG1"
)
WIN_IN_ONE = (
    r"Base;InProgress;White[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;"
    r"wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bA1 bG2/"
)
THOUGHT = re.compile(r"[wb]\w{1,2}[^;]*;[0-9]+;([+-][0-9]+\.[0-9]{2}|-?inf)|pass;[0-9]+;.*")


@pytest.fixture(scope="module")
def loader() -> Loader:
    loader = Loader()
    for stage in loader.stages:
        stage.wait()
    return loader


@pytest.fixture
def session(loader: Loader) -> Session:
    session = Session(loader)
    for option in ("Threads 1", "TableSizeMiB 1", "ReportIntermediateBestMoves True"):
        assert not answer(session, f"options set {option}")[0].startswith("err")
    return session


def answer(session: Session, line: str) -> list[str]:
    return list(ask(session, line))


def ask(session: Session, line: str, stop: StopFlag | None = None) -> Iterator[str]:
    now = time.perf_counter()
    return session.answer(CommandLine(line, now), now, stop or StopFlag())


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("limit", ["depth 3", "nodes 2000", "time 00:00:01"])
@pytest.mark.parametrize("level", [10, 4])
def test_thoughts_come_before_the_move(
    session: Session, strategy: str, limit: str, level: int
) -> None:
    answer(session, f"options set Strategy {strategy}")
    answer(session, f"options set Level {level}")
    answer(session, f"newgame {GAME}")
    *thoughts, move = answer(session, f"bestmove {limit}")
    game = Game.from_string(GAME)
    assert game.is_legal(move)
    assert thoughts
    for line in thoughts:
        assert THOUGHT.fullmatch(line), line
        thought = read_thought(line)
        assert game.is_legal(thought.move)
        assert thought.depth is not None
        assert thought.score is not None
    assert read_thought(thoughts[-1]).move == move


def test_every_depth_is_told_of_once(session: Session) -> None:
    answer(session, f"newgame {GAME}")
    thoughts = [read_thought(line) for line in answer(session, "bestmove depth 5")[:-1]]
    assert [thought.depth for thought in thoughts] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_forced_win_or_loss_has_no_end_of_points(session: Session, strategy: str) -> None:
    answer(session, f"options set Strategy {strategy}")
    answer(session, f"newgame {WIN_IN_ONE}")
    *thoughts, move = answer(session, "bestmove time 00:00:05")
    assert thoughts[-1] == f"{move};0;inf"
    assert Game.from_string(WIN_IN_ONE).is_legal(move)
    tactic = next(t for t in TACTICS if t.kind == "wins" and t.plies == 3)
    lost = Game.from_string(tactic.game_string)
    lost.play(tactic.move)
    answer(session, f"newgame {lost.game_string}")
    *thoughts, move = answer(session, "bestmove time 00:00:05")
    assert re.fullmatch(rf"{re.escape(move)};[0-9]+;-inf", thoughts[-1])


def test_a_forced_move_has_a_score_too(session: Session) -> None:
    answer(session, f"newgame {FORCED_PASS}")
    thought, move = answer(session, "bestmove time 01:00:00")
    assert move == "pass"
    assert read_thought(thought)[:2] == ("pass", 1)
    assert read_thought(thought).score is not None


def test_no_score_is_made_up(session: Session) -> None:
    """Without any search there is a move but nothing to say about it."""
    answer(session, f"newgame {GAME}")
    stop = StopFlag()
    stop.set()
    [move] = ask(session, "bestmove time 00:10:00", stop)
    assert Game.from_string(GAME).is_legal(move)


def test_thoughts_are_told_while_the_search_goes_on(session: Session) -> None:
    answer(session, f"newgame {GAME}")
    stop = StopFlag()
    lines = ask(session, "bestmove time 01:00:00", stop)
    first = [next(lines) for _ in range(3)]
    assert not stop.is_set
    stop.set()
    *rest, move = lines
    assert all(THOUGHT.fullmatch(line) for line in (*first, *rest))
    assert Game.from_string(GAME).is_legal(move)


def test_a_reader_that_goes_away_ends_the_search(session: Session) -> None:
    answer(session, f"newgame {GAME}")
    stop = StopFlag()
    lines = ask(session, "bestmove time 01:00:00", stop)
    next(lines)
    lines.close()  # type: ignore[attr-defined]
    assert stop.is_set
    assert answer(session, "bestmove depth 1")


def test_a_fault_of_the_work_is_raised_where_its_lines_are_read() -> None:
    def work(report: object) -> str:
        raise MemoryError("no table")

    with pytest.raises(MemoryError, match="no table"):
        list(stream(work, StopFlag()))


def test_without_the_option_there_is_one_line(session: Session) -> None:
    answer(session, "options set ReportIntermediateBestMoves False")
    answer(session, f"newgame {GAME}")
    assert len(answer(session, "bestmove depth 3")) == 1


def test_an_interrupt_ends_the_thoughts_with_the_move() -> None:
    with Engine() as engine:
        engine.ask("options set ReportIntermediateBestMoves True")
        engine.ask(f"newgame {GAME}")
        engine.ask("bestmove depth 1")
        engine.send("bestmove time 01:00:00\n")
        time.sleep(1)
        engine.interrupt()
        *thoughts, move = engine.reply(10)
        assert thoughts
        assert ";" not in move
        assert engine.ask("info")
        assert "Traceback" not in engine.errors
