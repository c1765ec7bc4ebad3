"""One game under the referee: whoever fails loses, for the reason that is recorded."""

import errno
import math
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from arena_helpers import (
    SCRIPT_PLIES,
    SLOTS,
    command,
    numbers_logged,
    play,
    scripted,
    wait_until_gone,
)
from hypothesis import given
from hypothesis import strategies as st

from arena.match import referee
from arena.match.adjudication import Adjudicator
from arena.match.engine_process import ShortageError
from arena.match.engine_slots import EngineSlots, GameAbandoned
from arena.match.game_record import Ending, GameRecord
from arena.match.time_control import TimeControl
from arena.settings import Conditions, DrawRule, EngineSettings, ResignRule
from arena.tournament.pools import LocalPool
from client.lines import read_thought
from client.piped_process import PipedProcess
from client.plain_text import is_refusal

GOOD = scripted(name="Good")

SHUFFLE = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-") + 4 * (
    "wQ \\wS1",
    "bQ bS1/",
    "wQ -wS1",
    "bQ bS1-",
)
"""Queens that walk to and fro: the position after 4 plies is there again after 8, 12 and 16."""


@pytest.fixture(autouse=True)
def _impatient_referee(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(referee, "LATE_GRACE", 1.5)
    yield
    SLOTS.close()


def bad(fault: str, *arguments: str, **changes: object) -> EngineSettings:
    margin = 0.2 if fault in ("late", "hang", "orphan") else 2.0
    return scripted("--fault", fault, *arguments, name="Bad", margin=margin, **changes)


def test_a_game_is_played_to_the_end_and_recorded() -> None:
    game = play(GOOD, scripted(name="Other"))
    assert (game.result, game.ending) == ("1-0", Ending.QUEEN_SURROUNDED)
    assert len(game.moves) == SCRIPT_PLIES
    assert all(move.seconds is not None for move in game.moves)
    assert game.time_controls == ("st=0.3", "st=0.3")
    assert not game.disagreements
    assert not game.notes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "ending", "words"),
    [
        ("crash", Ending.CRASH, "Bad ended with exit code 3 during 'bestmove time 00:00:00.300'"),
        ("hang", Ending.HANG, "no 'ok' within"),
        ("late", Ending.LATE, "0.30 s allowed"),
        ("cheat", Ending.ILLEGAL_MOVE, "answered 'bA1 bQ/'"),
        ("rubbish", Ending.PROTOCOL, "'Let me think.', which is not a move"),
        ("err", Ending.PROTOCOL, "answered 'err no idea'"),
        ("no-answer", Ending.PROTOCOL, "answered nothing"),
        ("chatter", Ending.PROTOCOL, "nice weather"),
        ("flood", Ending.PROTOCOL, "a megabyte"),
        ("refuses", Ending.REFUSED_MOVE, "invalidmove I do not like it"),
        ("forget", Ending.PROTOCOL, "to 'play wG1 -wQ'"),
        ("other-game", Ending.PROTOCOL, "another game to 'play bQ bS1/', its last move 'bG3 bS1-'"),
        ("real-time-signal", Ending.CRASH, "was killed by signal 40 during"),
    ],
)
def test_faults_lose_the_game(fault: str, ending: Ending, words: str) -> None:
    game = play(bad(fault), GOOD)
    assert (game.result, game.ending) == ("0-1", ending)
    assert words in game.detail
    assert game.detail.startswith("Bad ")
    assert game.loser == "Bad"
    assert len(game.moves) in (4, 5)


def test_game_strings_may_be_spelled_in_another_way() -> None:
    game = play(bad("respells"), GOOD)
    assert (game.ending, len(game.moves)) == (Ending.QUEEN_SURROUNDED, SCRIPT_PLIES)


def test_a_depth_of_many_digits_is_no_depth() -> None:
    game = play(bad("many-digits"), GOOD)
    assert game.ending is Ending.QUEEN_SURROUNDED
    assert (game.moves[4].depth, game.moves[4].score) == (None, 1.5)


def test_a_machine_without_room_is_no_fault_of_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*arguments: object, **changes: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(subprocess, "Popen", no_room)
    with pytest.raises(ShortageError, match="no room for another engine"):
        play(GOOD, bad("crash"))


@pytest.mark.parametrize(
    ("line", "refused"),
    [("err", True), ("Err no", True), ("invalidmove x", True), ("ErrorMargin;int;5;5", False)],
)
def test_a_refusal_is_a_word(line: str, refused: bool) -> None:
    assert is_refusal(["something", line]) is refused


def test_the_black_engine_can_fail_too() -> None:
    game = play(GOOD, bad("crash", "--at", "5"))
    assert (game.result, game.ending, game.loser) == ("1-0", Ending.CRASH, "Bad")
    assert game.stderr == "scripted: thinking hurts"


def test_an_engine_that_cannot_be_started_loses() -> None:
    game = play(GOOD, EngineSettings("Bad", ("/nowhere/engine",), TimeControl(depth=1)))
    assert (game.result, game.ending) == ("1-0", Ending.START)
    game = play(bad("dies"), GOOD)
    assert (game.result, game.ending) == ("0-1", Ending.CRASH)
    assert game.stderr == "scripted: the library of moves is missing"


def test_engines_stay_alive_between_games_and_start_anew_after_a_failure(tmp_path: Path) -> None:
    good = scripted("--log", str(tmp_path / "good"), name="Good")
    ill = bad("crash", "--log", str(tmp_path / "bad"))
    for _ in range(3):
        assert play(good, ill).ending is Ending.CRASH
    starts = {name: (tmp_path / name).read_text().count("started") for name in ("good", "bad")}
    assert starts == {"good": 1, "bad": 3}


@pytest.fixture
def _slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Output is looked at a moment late: an engine that leaves after a reply has left by then."""
    look = PipedProcess._ready

    def late(
        self: PipedProcess, readers: list[int], writers: list[int], seconds: float
    ) -> list[int]:
        time.sleep(0.03)
        return look(self, readers, writers, seconds)

    monkeypatch.setattr(PipedProcess, "_ready", late)


@pytest.mark.slow
@pytest.mark.usefixtures("_slow_reader")
@pytest.mark.parametrize(
    ("fault", "during"),
    [("answers-and-leaves", "play wG1 -wQ"), ("greets-and-leaves", "newgame Base")],
)
@pytest.mark.parametrize("code", [0, 1])
def test_an_engine_that_answers_and_leaves_has_crashed(fault: str, during: str, code: int) -> None:
    game = play(bad(fault, "--code", str(code)), GOOD)
    assert (game.result, game.ending) == ("0-1", Ending.CRASH)
    assert game.detail == f"Bad ended with exit code {code} during '{during}'"


@pytest.mark.slow
@pytest.mark.usefixtures("_slow_reader")
def test_an_engine_that_left_in_peace_after_a_game_is_started_anew_and_noted_once() -> None:
    leaves = bad("leaves-after-game")
    games = [play(leaves, GOOD) for _ in range(3)]
    assert [game.ending for game in games] == 3 * [Ending.QUEEN_SURROUNDED]
    notes = [game.notes for game in games]
    assert notes == [(), ("Bad had left after a game; started anew",), ()]


@pytest.mark.slow
@pytest.mark.usefixtures("_slow_reader")
def test_an_engine_that_crashed_after_a_game_loses_the_next_one() -> None:
    leaves = bad("leaves-after-game", "--code", "1")
    endings = [play(leaves, GOOD).ending for _ in range(3)]
    assert endings == [Ending.QUEEN_SURROUNDED, Ending.CRASH, Ending.QUEEN_SURROUNDED]


def test_lines_may_end_as_they_do_on_windows() -> None:
    game = play(bad("crlf"), GOOD)
    assert (game.result, game.ending) == ("1-0", Ending.QUEEN_SURROUNDED)
    assert not game.notes


def test_engines_cannot_colour_the_terminal() -> None:
    game = play(bad("odd-state"), GOOD)
    (note,) = game.notes
    assert note.startswith("Bad says \ufffd[31mRedxxx")
    assert len(note) < 200


@pytest.mark.slow
def test_a_hung_engine_goes_down_with_its_children(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = play(bad("orphan", "--log", str(log)), GOOD)
    assert game.ending is Ending.HANG
    children = numbers_logged(log, "child")
    assert children
    wait_until_gone(children)


@pytest.mark.slow
def test_an_engine_that_ignores_exit_is_killed() -> None:
    engine = SLOTS.of_this_thread().engine(bad("stubborn"))
    pid = engine.pid
    SLOTS.close()
    wait_until_gone([pid])


def test_moves_are_passed_on_in_the_referees_spelling(tmp_path: Path) -> None:
    """The last move of the script is spelled with the mover itself as reference."""
    log = tmp_path / "log"
    script = "wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wQ wQ/"  # the queen climbs round to \\wS1
    player = scripted("--moves", script, name="Odd")
    other = scripted("--moves", script, "--log", str(log), name="Other")
    play(player, other, conditions=Conditions(max_plies=5))
    assert log.read_text().splitlines()[-1] == "play wQ \\wS1"


def test_openings_are_played_by_both_engines(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = play(GOOD, scripted("--log", str(log), name="Other"), opening=("wS1", "bS1 wS1-"))
    assert [move.seconds for move in game.moves[:2]] == [None, None]
    assert game.moves[2].seconds is not None
    assert log.read_text().splitlines()[1:4] == ["newgame Base", "play wS1", "play bS1 wS1-"]


def test_the_third_repetition_is_a_draw() -> None:
    player = scripted("--moves", ";".join(SHUFFLE), name="One")
    other = scripted("--moves", ";".join(SHUFFLE), name="Other")
    game = play(player, other)
    assert (game.result, game.ending, len(game.moves)) == ("1/2-1/2", Ending.REPETITION, 12)
    assert not game.disagreements
    assert len(game.notes) == 2
    game = play(player, other, conditions=Conditions(repetition=False, max_plies=16))
    assert (game.ending, len(game.moves)) == (Ending.PLY_LIMIT, 16)
    assert not game.notes


def shuffler(*arguments: str, name: str) -> EngineSettings:
    return scripted("--moves", ";".join(SHUFFLE), *arguments, name=name)


@pytest.mark.parametrize("color", ["White", "Black"])
def test_a_draw_may_be_claimed_when_only_the_stunned_piece_was_another(color: str) -> None:
    """After four plies nobody is stunned, after eight and twelve the black queen is."""
    claims, other = shuffler("--fault", "claims", "--at", "12", name="Claims"), shuffler(name="X")
    players = (claims, other) if color == "White" else (other, claims)
    game = play(*players, game_type="Base+P")
    assert (game.result, game.ending, len(game.moves)) == ("1/2-1/2", Ending.CLAIM, 12)
    assert game.detail == "Claims claims the third repetition, the stunned piece left aside"
    assert not game.ending.is_fault
    assert not game.disagreements
    assert GameRecord.from_json(game.to_json()) == game
    unclaimed = play(other, shuffler(name="Y"), game_type="Base+P")
    assert (unclaimed.ending, len(unclaimed.moves)) == (Ending.REPETITION, 13)


def test_a_claim_may_come_while_the_opening_is_played() -> None:
    claims = shuffler("--fault", "claims", "--at", "12", name="Claims")
    game = play(claims, shuffler(name="X"), game_type="Base+P", opening=SHUFFLE[:12])
    assert (game.ending, len(game.moves)) == (Ending.CLAIM, 12)


def test_a_false_claim_does_not_save_an_engine_that_refuses_the_next_move() -> None:
    claims = shuffler("--fault", "claims", "--at", "8", name="Claims")
    game = play(claims, shuffler(name="X"), game_type="Base+P")
    assert (game.result, game.ending, len(game.moves)) == ("0-1", Ending.REFUSED_MOVE, 9)
    assert game.notes == ("Claims says Draw at White[5], the referee InProgress",)


def test_a_false_claim_does_not_spoil_a_right_one() -> None:
    early = shuffler("--fault", "repetition", "--at", "6", name="Early")
    game = play(early, shuffler(name="X"), game_type="Base+P")
    assert (game.ending, len(game.moves)) == (Ending.CLAIM, 12)
    assert game.notes == ("Early says Draw at White[4], the referee InProgress",)


def test_nothing_is_claimed_where_repetition_does_not_count() -> None:
    claims = shuffler("--fault", "claims", "--at", "12", name="Claims")
    off = Conditions(repetition=False, max_plies=16)
    game = play(claims, shuffler(name="X"), game_type="Base+P", conditions=off)
    assert (game.result, game.ending, len(game.moves)) == ("0-1", Ending.REFUSED_MOVE, 13)


def test_the_ply_limit_is_a_draw() -> None:
    game = play(GOOD, scripted(name="Other"), conditions=Conditions(max_plies=6))
    assert (game.result, game.ending, len(game.moves)) == ("1/2-1/2", Ending.PLY_LIMIT, 6)


def test_an_engine_that_does_not_see_the_end_disagrees_and_the_referee_is_right() -> None:
    game = play(bad("lies"), GOOD)
    assert (game.result, game.ending) == ("1-0", Ending.QUEEN_SURROUNDED)
    assert game.disagreements == ("Bad says InProgress at Black[8], the referee WhiteWins",)


@pytest.mark.parametrize(("fault", "state"), [("pretends", "Adjourned"), ("repetition", "Draw")])
def test_unknown_states_and_claimed_draws_are_only_noted(fault: str, state: str) -> None:
    game = play(bad(fault), GOOD)
    assert (game.result, game.ending) == ("1-0", Ending.QUEEN_SURROUNDED)
    assert game.notes == (f"Bad says {state} at White[3], the referee InProgress",)
    assert not game.disagreements


def test_a_clock_that_runs_out_loses() -> None:
    slow = scripted("--think", "0.2", name="Slow", time_control=TimeControl(clock=0.5), margin=0.1)
    game = play(slow, GOOD)
    assert (game.result, game.ending) == ("0-1", Ending.FLAG)
    assert game.detail.startswith("Slow took ")


def test_an_increment_keeps_the_clock_alive() -> None:
    slow = scripted(
        "--think", "0.1", name="Slow", time_control=TimeControl(clock=0.6, increment=0.3)
    )
    assert play(slow, GOOD).ending is Ending.QUEEN_SURROUNDED


def test_scores_of_interim_lines_are_recorded() -> None:
    game = play(scripted("--scores=1.5,2", name="Open"), GOOD)
    told = [(move.depth, move.score) for move in game.moves[:6]]
    assert told == [(2, 1.5), (None, None), (2, 2.0), (None, None), (2, 2.0), (None, None)]


def test_a_hopeless_score_resigns() -> None:
    loser = scripted("--scores=0,-600,-700,-inf", name="Loser")
    rule = Conditions(resign=ResignRule(move_count=3, score=600))
    game = play(loser, GOOD, conditions=rule)
    assert (game.result, game.ending, len(game.moves)) == ("0-1", Ending.RESIGN, 7)
    assert game.moves[-1].score == -math.inf
    both = Conditions(resign=ResignRule(move_count=3, score=600, two_sided=True))
    assert play(loser, GOOD, conditions=both).ending is Ending.QUEEN_SURROUNDED
    glad = scripted("--scores=700", name="Glad")
    assert play(loser, glad, conditions=both).ending is Ending.RESIGN


def test_level_scores_on_both_sides_draw() -> None:
    calm = scripted("--scores=90,5,-5,0", name="Calm")
    other = scripted("--scores=0", name="Other")
    rule = Conditions(draw=DrawRule(move_number=3, move_count=2, score=10))
    game = play(calm, other, conditions=rule)
    assert (game.result, game.ending, len(game.moves)) == ("1/2-1/2", Ending.DRAW, 5)
    assert play(calm, GOOD, conditions=rule).ending is Ending.QUEEN_SURROUNDED


@pytest.mark.slow
@given(st.text(max_size=40))
def test_any_line_can_be_read(line: str) -> None:
    thought = read_thought(line)
    assert thought.score is None or not math.isnan(thought.score)


def test_a_missing_score_breaks_a_row() -> None:
    rule = Conditions(resign=ResignRule(move_count=2, score=5))
    adjudicator = Adjudicator(rule, ("A", "B"))
    assert adjudicator.judge(1, -9.0, 1) is None
    assert adjudicator.judge(1, None, 2) is None
    assert adjudicator.judge(1, -9.0, 3) is None
    verdict = adjudicator.judge(1, -9.0, 4)
    assert verdict is not None
    assert (verdict.result, verdict.ending) == ("1-0", Ending.RESIGN)


def test_an_abandoned_tournament_leaves_no_record() -> None:
    slots = EngineSlots()
    slots.stop()
    with pytest.raises(GameAbandoned):
        play(GOOD, scripted(name="Other"), slots=slots)


def test_a_tournament_that_never_began_stops_no_other() -> None:
    engine = SLOTS.of_this_thread().engine(GOOD)
    LocalPool(1).close()
    assert engine.is_usable
    assert play(GOOD, scripted(name="Other")).ending is Ending.QUEEN_SURROUNDED


def test_records_survive_the_journal() -> None:
    for game in (
        play(scripted("--scores=inf,-inf,0.5", name="Open"), GOOD),
        play(bad("lies"), GOOD),
        play(bad("crash"), GOOD),
    ):
        assert GameRecord.from_json(game.to_json()) == game


def test_the_random_player_plays_by_the_rules() -> None:
    control = TimeControl(depth=1)
    white = EngineSettings("Random", command("random_player", "--seed", "5"), control)
    black = EngineSettings("Greedy", command("random_player", "--greedy"), control)
    game = play(white, black, game_type="Base+MLP", conditions=Conditions(max_plies=60))
    assert not game.ending.is_fault
    assert not game.disagreements
