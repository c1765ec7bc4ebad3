"""Every campaign of the soak finds the faults it is there for."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from helpers import plain
from reference import Move, ReferenceGame
from uhp_client import ENGINE

import soak.cache
import soak.fuzz
import soak.kills
import soak.oneshot
import soak.signals
from engine import GAME_TYPES, Game
from soak.cache import Cache
from soak.campaign import Outcome, attempt
from soak.fuzz import Fuzz
from soak.games import Games, InProcess, Plan, plan_of, referee_game
from soak.kills import ARENA, Kills
from soak.oneshot import Ended, Question
from soak.referee import (
    loses_at_once,
    objection,
    read_move,
    replayed,
    surrounded_after,
    wins_at_once,
)
from soak.signals import Trial

FAULTY = Path(__file__).parents[1] / "engines" / "faulty.py"


def faulty(fault: str, at: int = 30) -> tuple[str, ...]:
    return (sys.executable, str(FAULTY), "--fault", fault, "--at", str(at))


def failures(outcome: Outcome) -> str:
    return " | ".join(failure["what"] for failure in outcome.failures)


# The referee


@pytest.mark.slow
def test_the_referee_reads_what_the_engine_writes_and_sees_who_is_surrounded() -> None:
    chance = Random(1)
    surrounded = 0
    for number in range(16):
        game = Game(GAME_TYPES[number % 8])
        referee = ReferenceGame(game.game_type)
        while game.ply < 80 and not game.is_over:
            move = chance.choice(game.legal_moves)
            assert read_move(referee, game.move_string(move)) == plain(move)
            after = surrounded_after(referee, plain(move))
            surrounded += len(after)
            game.play(move)
            referee.apply(plain(move))
            states = {"": "InProgress", "b": "WhiteWins", "w": "BlackWins", "bw": "Draw"}
            assert states["".join(sorted(after))] == referee.state
        assert replayed(game.game_string).game_string() == game.game_string
    assert surrounded > 0


WIN_IN_ONE = "Base;InProgress;White[8];" + ";".join(
    ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/", "wG1 -wQ", "bG1 \\bQ", "wG1 bQ\\", "bG2 bQ/",
     "wA1 wQ\\", "bA1 bG2/", "wA1 bG2\\", "bA1 \\bG2", "wQ \\wS1", "bA1 bG2/"]
)  # fmt: skip


def test_the_referee_objects_to_a_missed_win_and_to_a_needless_loss() -> None:
    game = replayed(WIN_IN_ONE)
    legal = game.legal_moves()
    best = read_move(game, "wQ /bG1")
    assert objection(game, best, legal) is None
    others = [move for move in legal if move != best]
    assert {objection(game, move, legal) for move in others} == {"misses a win in one"}
    assert objection(game, ("wB2", (9, 9)), legal) == "illegal move"
    game.undo()
    legal = game.legal_moves()
    bad = [move for move in legal if loses_at_once(game, move)]
    assert 0 < len(bad) < len(legal)
    assert {objection(game, move, legal) for move in bad} == {"loses at once without need"}


# Games


class WrongLister(InProcess):
    """Leaves out a move of the twentieth ply."""

    def legal_moves(self, referee: ReferenceGame) -> list[Move]:
        moves = super().legal_moves(referee)
        return moves[1:] if referee.ply == 20 else moves


class TwiceLister(InProcess):
    """Lists a move twice."""

    def legal_moves(self, referee: ReferenceGame) -> list[Move]:
        moves = super().legal_moves(referee)
        return [*moves, moves[0]] if referee.ply == 20 else moves


class Pacifist(InProcess):
    """Plays well but never wins."""

    def best_move(self, referee: ReferenceGame) -> Move:
        moves = referee.legal_moves()
        peaceful = [move for move in moves if not wins_at_once(referee, move)]
        return super().best_move(referee) if len(peaceful) == len(moves) else min(peaceful, key=str)


class Lemming(InProcess):
    """Plays well but loses where it can."""

    def best_move(self, referee: ReferenceGame) -> Move:
        moves = sorted(referee.legal_moves(), key=str)
        losing = (move for move in moves if loses_at_once(referee, move))
        return next(losing, None) or super().best_move(referee)


class Cheat(InProcess):
    """Plays a piece that is not in the box."""

    def best_move(self, referee: ReferenceGame) -> Move:
        return "wA9", (0, 0)


class Liar(InProcess):
    """Calls a game won that is not."""

    def play(self, move: Move, referee: ReferenceGame) -> str:
        return super().play(move, referee).replace("InProgress", "WhiteWins")


class Crasher(InProcess):
    """Breaks down while searching."""

    def best_move(self, referee: ReferenceGame) -> Move:
        raise RuntimeError("kernel panic")


PLAN = Plan("Base+MLP", "AlphaBeta", 50, 4, 1, False, False, False)


@pytest.mark.slow
def test_games_of_the_engine_pass_the_referee() -> None:
    for number in (3, 12):
        outcome = Games().run(number, Random(number))
        assert outcome.failures == []
        assert outcome.counts["plies"] > 10


@pytest.mark.parametrize(
    ("player", "what"),
    [
        (WrongLister, "wrong list of legal moves"),
        (TwiceLister, "wrong list of legal moves"),
        (Pacifist, "misses a win in one"),
        (Lemming, "loses at once without need"),
        (Cheat, "illegal move"),
        (Liar, "wrong GameString"),
        (Crasher, "the engine broke off"),
    ],
)
def test_games_find_a_fault(player: type[InProcess], what: str) -> None:
    # In one game or another the fault has its occasion.
    games = (referee_game(PLAN, player(PLAN), Random(seed)) for seed in range(1, 9))
    outcome = next(game for game in games if game.failures)
    [failure] = outcome.failures
    assert failure["what"] == what
    assert failure["game_string"].startswith("Base+MLP;")
    assert failure["plan"]["nodes"] == 50
    json.dumps(outcome.failures)


@pytest.mark.slow
def test_games_find_a_fault_of_the_process() -> None:
    number = next(n for n in range(1000) if plan_of(n, Random(f"0 games {n}")).process)
    assert attempt(Games(), number, 0).failures == []
    assert "broke off" in failures(attempt(Games(faulty("crash")), number, 0))
    assert "ended badly" in failures(attempt(Games(faulty("traceback")), number, 0))


# Fuzz


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak.fuzz, "HANGS_AFTER", 5.0)


def test_fuzz_has_nothing_against_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fuzz, "per_item", 400)
    outcome = attempt(Fuzz(), 1, 0)
    assert outcome.failures == []
    assert outcome.counts["lines"] >= 400
    assert outcome.counts["accounts compared"] > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ("missing-ok", "not in step|TimeoutError|WrongError"),
        ("extra-ok", "not in step|WrongError"),
        ("crash", "EOFError|BrokenPipe"),
        ("hang", "TimeoutError"),
        ("forgets", "WrongError"),
        ("refuses", "a legal move refused"),
        ("traceback", "a traceback on stderr"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_fuzz_finds_a_fault(fault: str, what: str) -> None:
    outcome = attempt(Fuzz(faulty(fault, at=60)), 1, 0)
    assert any(part in failures(outcome) for part in what.split("|")), failures(outcome)
    json.dumps(outcome.failures)


# Signals


def trial(command: tuple[str, ...] = ENGINE) -> Trial:
    return Trial(command, Random(1), Outcome())


@pytest.mark.slow
def test_interrupts_of_a_sound_engine_are_no_failures() -> None:
    sound = trial()
    sound.attempt(sound.during_a_search)
    sound.attempt(sound.in_the_first_milliseconds)
    sound.attempt(sound.then_a_timed_search)
    sound.attempt(sound.right_after_a_command)
    sound.attempt(sound.while_starting)
    sound.close()
    assert sound.outcome.failures == []
    assert sound.outcome.counts["signals"] == 5
    assert len(sound.outcome.samples["answer to an interrupt"]) == 3


@pytest.mark.slow
def test_signals_find_an_engine_that_does_not_hear_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak.signals, "HANGS_AFTER", 2.0)
    deaf = trial(faulty("deaf"))
    deaf.attempt(deaf.during_a_search)
    deaf.attempt(deaf.while_idle)
    found = failures(deaf.outcome)
    assert "during a search: TimeoutError" in found
    assert "while idle: TimeoutError" in found
    json.dumps(deaf.outcome.failures)


def test_signals_find_interrupts_that_count_for_later_commands() -> None:
    echo = trial(faulty("echo"))
    echo.attempt(echo.then_a_timed_search)
    echo.close()
    assert "cut short" in failures(echo.outcome)


@pytest.mark.slow
def test_signals_find_a_wrong_exit_status_and_late_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = trial(faulty("status"))
    wrong.attempt(wrong.while_idle)
    assert "ended with 3 instead of 130" in failures(wrong.outcome)
    monkeypatch.setattr(soak.signals, "LATE", 0.0)
    late = trial()
    late.attempt(late.during_a_search)
    late.close()
    assert "s late" in failures(late.outcome)


def test_signals_judge_how_a_start_ends() -> None:
    judge = trial()
    banner = "id x\ny\nok\n"
    for status, output, errors in (
        (130, banner, ""),
        (0, banner, ""),
        (-2, "", "Traceback"),
    ):
        judge._judge_start(status, output, errors, "")
    assert judge.outcome.failures == []
    for status, output, errors in ((-11, "", ""), (-2, banner, ""), (130, banner, "Traceback")):
        judge._judge_start(status, output, errors, "")
    assert len(judge.outcome.failures) == 3


# Damaged caches and kills


@pytest.fixture
def pretended_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small folder in place of compiled code; engines that stand in for ours look at it."""
    folder = tmp_path / "warm"
    folder.mkdir()
    (folder / "code").write_bytes(b"compiled code")
    (folder / soak.oneshot.LOADED).write_text('["code"]')
    for module in (soak.cache, soak.kills):
        monkeypatch.setattr(module, "warm_cache", lambda: folder)
    return folder


@pytest.mark.slow
@pytest.mark.usefixtures("pretended_cache")
@pytest.mark.parametrize("number", range(2))
def test_damages_that_an_engine_notices_are_no_failures(number: int) -> None:
    outcome = attempt(Cache(faulty("none")), number, 0)
    assert outcome.failures == []
    assert outcome.counts["damages"] == 1


@pytest.mark.usefixtures("pretended_cache")
def test_damages_find_an_engine_that_trusts_its_cache() -> None:
    outcome = attempt(Cache(faulty("trusts-cache")), 0, 0)
    assert failures(outcome) == "ended by SIGABRT"
    assert outcome.failures[0]["file"] == "code"
    json.dumps(outcome.failures)


@pytest.mark.parametrize("damage", soak.cache.DAMAGES)
def test_every_damage_changes_the_file(
    tmp_path: Path, damage: Callable[[Path, Random], str]
) -> None:
    file = tmp_path / "file"
    for seed in range(20):
        file.write_bytes(b"compiled code")
        damage(file, Random(seed))
        assert not file.exists() or file.read_bytes() != b"compiled code"
    if file.exists():
        file.write_bytes(b"")
        damage(file, Random(0))


@pytest.mark.parametrize(
    ("status", "lines", "errors", "what"),
    [
        (0, ["id", "ok", "Base", "ok", "wS1", "ok"], "", None),
        (-11, [], "", "ended by SIGSEGV"),
        (1, [], "", "ended with 1"),
        (0, ["id", "ok", "Base", "ok", "wS1", "ok"], "Traceback (most", "a traceback on stderr"),
        (0, ["id", "ok", "Base", "ok", "wS1"], "", "not one ok a command"),
        (0, ["id", "ok", "Base", "ok", "wQ", "ok"], "", "no legal move: 'wQ'"),
        (0, ["id", "ok", "Base", "ok", "err", "ok"], "", "no legal move: 'err'"),
    ],
)
def test_one_answer_is_judged(status: int, lines: list[str], errors: str, what: str | None) -> None:
    question = Question("Base;NotStarted;White[1]", ("bestmove depth 1",))
    assert question.objection(Ended(status, lines, errors, 0.1)) == what


@pytest.fixture
def one_kill(monkeypatch: pytest.MonkeyPatch, pretended_cache: Path) -> None:
    monkeypatch.setattr(Kills, "per_item", 1)
    monkeypatch.setattr(soak.oneshot, "_SECONDS_TO_END", 3.0)


@pytest.mark.slow
@pytest.mark.usefixtures("one_kill")
def test_kills_of_engines_find_one_that_does_not_start_again() -> None:
    assert attempt(Kills(engine=faulty("none")), 0, 0).failures == []
    outcome = attempt(Kills(engine=faulty("trusts-cache")), 0, 0)
    assert failures(outcome) == "after kill -9 of an engine: ended by SIGABRT"


def faulty_arena(fault: str) -> tuple[str, ...]:
    return (sys.executable, str(FAULTY.with_name("faulty_arena.py")), fault)


@pytest.mark.slow
@pytest.mark.usefixtures("one_kill")
@pytest.mark.parametrize(
    ("arena", "what"),
    [
        (ARENA, ""),
        (faulty_arena("skips"), "games reported as finished are lost"),
        (faulty_arena("scribbles"), "the journal cannot be read"),
        (faulty_arena("orphan"), "1 processes left behind"),
    ],
)
def test_kills_of_arenas_find_lost_games_and_processes(arena: tuple[str, ...], what: str) -> None:
    outcome = attempt(Kills(arena=arena), 1, 0)
    assert what in failures(outcome)
    assert bool(outcome.failures) == bool(what), failures(outcome)
