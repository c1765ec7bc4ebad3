"""A journal with wrong content: the line and the reason are told, and there is a way on."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arena_helpers import engine_option, run_arena

from arena.tournament.journal import read_journal
from engine.pgn import read_all

PLAYERS = [*engine_option("name=A"), *engine_option("name=B")]
FAST = ["-each", "st=0.5", "margin=20", "-openings", "plies=0", "-gametype", "Base"]
LINE = 3
"""The damaged line: game 2, B against A, won by White."""

Entry = dict[str, Any]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a finished match of four games, one at a time."""
    directory = tmp_path_factory.mktemp("match")
    one_by_one = ["-games", "4", "-concurrency", "1", "-pgnout", "g.pgn"]
    done = run_arena([*PLAYERS, *FAST, *one_by_one], directory)
    assert done.returncode == 0, done.stderr
    return directory


@pytest.fixture
def journal(match: Path, tmp_path: Path) -> Path:
    """A copy of that match, to be damaged."""
    shutil.copytree(match, tmp_path / "copy")
    return tmp_path / "copy" / "g.pgn.journal"


def damage(journal: Path, change: Callable[[Entry], object], line: int = LINE) -> bytes:
    """Change the entry of a line; returns the whole file."""
    lines = journal.read_text().splitlines()
    entry = json.loads(lines[line - 1])
    new = change(entry)
    lines[line - 1] = new if isinstance(new, str) else json.dumps(entry)
    journal.write_text("\n".join(lines) + "\n")
    return journal.read_bytes()


WRONG: dict[str, tuple[Callable[[Entry], object], str]] = {
    "unknown engine": (lambda e: e.update(white="Zed"), "no engine 'Zed' in this tournament"),
    "impossible result": (lambda e: e.update(result="2-0"), "result is 1-0 or 1/2-1/2 or 0-1"),
    "result against the board": (lambda e: e.update(result="0-1"), "the board says WhiteWins"),
    "result against the ending": (lambda e: e.update(result="1/2-1/2"), "cannot be 1/2-1/2"),
    "ending against the board": (
        lambda e: e.update(ending="third repetition", result="1/2-1/2"),
        "the board says WhiteWins",
    ),
    "no end on the board": (lambda e: e["moves"].pop(), "the board says InProgress"),
    "ending before the end": (
        lambda e: e.update(ending="resign adjudication"),
        "'resign adjudication' is impossible",
    ),
    "unknown ending": (lambda e: e.update(ending="boredom"), "ending is a known ending"),
    "illegal move": (lambda e: e["moves"][2].__setitem__(0, "wQ bS1-"), "move 3 ('wQ bS1-'): "),
    "no move": (lambda e: e["moves"][2].__setitem__(0, "castles"), "move 3 ('castles'): "),
    "empty move": (lambda e: e["moves"].__setitem__(2, []), "move 3 is text, seconds"),
    "seconds as text": (lambda e: e["moves"][2].__setitem__(1, "soon"), "move 3 is text, seconds"),
    "moves that are none": (lambda e: e.update(moves=7), "moves is a list of moves, not 7"),
    "same colours again": (
        lambda e: e.update(white="A", black="B"),
        "game 2 is B - A, not A - B",
    ),
    "against itself": (lambda e: e.update(white="A"), "'A' plays against itself"),
    "other game type": (lambda e: e.update(type="Base+M"), "game 2 is of type Base, not Base+M"),
    "no game type": (lambda e: e.update(type=["Base"]), "type is a game type, not ['Base']"),
    "beyond the schedule": (lambda e: e.update(number=98), "game 98 is beyond the 4"),
    "far beyond": (lambda e: e.update(number=10**30), "is beyond the 4 of the schedule"),
    "number below the first": (lambda e: e.update(number=0), "number is a whole number from 1"),
    "number as text": (lambda e: e.update(number="2"), "number is a whole number from 1 on"),
    "number true": (lambda e: e.update(number=True), "number is a whole number from 1 on"),
    "game twice": (lambda e: e.update(number=1), "game 1 is in line 2 already"),
    "one limit": (lambda e: e.update(limits=["st=1"]), "limits is two limits"),
    "limits that are none": (lambda e: e.update(limits=5), "limits is two limits, not 5"),
    "endless": (lambda e: json.dumps(e | {"seconds": 1e9}).replace("1000000000.0", "1e999"), "inf"),
    "not a number": (lambda e: json.dumps(e | {"seconds": float("nan")}), "NaN is not a number"),
    "digits": (lambda e: json.dumps(e).replace('"number": 2', '"number": ' + "9" * 5000), "digits"),
    "notes as number": (lambda e: e.update(notes=1), "notes is a list of remarks, not 1"),
    "half a character": (lambda e: e.update(detail="\ud800"), "detail is text"),
    "field missing": (lambda e: e.__delitem__("black"), "the game has no black"),
    "a list": (lambda e: "[1, 2]", "a game is expected, not [1, 2]"),
    "nothing": (lambda e: "null", "a game is expected, not None"),
    "a number": (lambda e: "5", "a game is expected, not 5"),
    "nested": (lambda e: "[" * 100_000, "not JSON: too deeply nested"),
    "no JSON": (lambda e: "{", "line 3: not JSON: Expecting property name"),
}


@pytest.mark.parametrize("kind", list(WRONG))
def test_wrong_content_is_told_in_one_line(journal: Path, kind: str) -> None:
    change, reason = WRONG[kind]
    whole = damage(journal, change)
    for option in ("-resume", "-report"):
        done = run_arena([option, journal.name], journal.parent)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith(f"propolis-arena: g.pgn.journal, line {LINE}: ")
        assert reason in done.stderr
        assert f"upto={LINE - 1} after -resume or -report" in done.stderr
        assert journal.read_bytes() == whole


def test_a_last_line_with_wrong_content_is_not_lost(journal: Path) -> None:
    """Half a line is what a kill leaves behind; a whole one of another kind is not."""
    whole = damage(journal, lambda e: e.update(result="2-0"), line=5)
    done = run_arena(["-resume", journal.name], journal.parent)
    assert (done.returncode, "line 5: result is" in done.stderr) == (2, True)
    assert journal.read_bytes() == whole


@pytest.mark.parametrize("option", ["-resume", "-report"])
def test_a_torn_line_is_told_and_a_whole_one_without_end_counts(journal: Path, option: str) -> None:
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-1])
    done = run_arena([option, journal.name], journal.parent)
    assert (done.returncode, "Games: 4" in done.stdout) == (0, True)
    assert "torn" not in done.stderr
    assert journal.read_bytes() == (whole if option == "-resume" else whole[:-1])
    (journal.parent / "g.pgn").unlink()
    journal.write_bytes(whole[:-2])
    done = run_arena([option, journal.name], journal.parent)
    assert done.returncode == 0
    assert "g.pgn.journal: the last line is torn and left out (" in done.stderr
    assert done.stderr.count("torn") == 1
    assert ("Games: 4" in done.stdout) is (option == "-resume")


def ended(ending: str, result: str, plies: int, scores: tuple[float | None, ...] = ()) -> Any:
    """Change a game to one that ended early, with the last scores of White and Black in turn."""

    def change(entry: Entry) -> None:
        entry.update(ending=ending, result=result, moves=entry["moves"][:plies])
        for move, score in zip(entry["moves"][plies - len(scores) :], scores, strict=True):
            move[2:] = [4, score]

    return change


RULES = ["-maxplies", "12", "-resign", "score=5", "movecount=2"]
RULES += ["-draw", "score=1", "movecount=2", "movenumber=3"]
SHUFFLED = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
SHUFFLED += 2 * ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"]


def claimed(entry: Entry, plies: int) -> None:
    moves = [[text, 0.1] for text in SHUFFLED[:plies]]
    entry.update(ending="draw by claim", result="1/2-1/2", moves=moves)


EARLY: dict[str, tuple[Callable[[Entry], object], str]] = {
    "claim": (lambda e: claimed(e, 12), ""),
    "false claim": (lambda e: claimed(e, 11), "has not occurred three times"),
    "ply limit": (ended("ply limit", "1/2-1/2", 12), ""),
    "too early": (ended("ply limit", "1/2-1/2", 11), "the game has 11 plies, not 12"),
    "too late": (ended("ply limit", "1/2-1/2", 13), "the game has 13 plies, not 12"),
    "resigned": (ended("resign adjudication", "0-1", 7, (-6, 0, -7)), ""),
    "wrong side": (ended("resign adjudication", "1-0", 7, (-6, 0, -7)), "the scores do not say"),
    "not lost": (ended("resign adjudication", "0-1", 7, (-6, 0, -4)), "the scores do not say"),
    "no scores": (ended("resign adjudication", "0-1", 7), "the scores do not say so"),
    "agreed": (ended("draw adjudication", "1/2-1/2", 8, (0, 0.5, -1, 1)), ""),
    "not agreed": (ended("draw adjudication", "1/2-1/2", 8, (0, 0.5, -1, 2)), "do not say so"),
    "agreed early": (ended("draw adjudication", "1/2-1/2", 4, (0, 0, 0, 0)), "do not say so"),
}


@pytest.fixture(scope="module")
def ruled_match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with all rules that end games early, none of which did."""
    directory = tmp_path_factory.mktemp("ruled")
    arguments = [*PLAYERS, *FAST, *RULES, "-games", "2", "-concurrency", "1", "-journal", "j"]
    done = run_arena(arguments, directory)
    assert done.returncode == 0, done.stderr
    lines = (directory / "j").read_text().splitlines()
    lines[2] = json.dumps(json.loads(lines[2]) | {"ending": "crash", "result": "1-0"})
    (directory / "j").write_text("\n".join(lines) + "\n")
    return directory


@pytest.mark.parametrize("kind", list(EARLY))
def test_games_that_end_early_do_so_by_the_rules(
    ruled_match: Path, tmp_path: Path, kind: str
) -> None:
    change, reason = EARLY[kind]
    journal = Path(shutil.copy(ruled_match / "j", tmp_path))
    if kind == "too late":
        lengthen(journal)
    damage(journal, change, line=2)
    done = run_arena(["-report", "j"], tmp_path)
    if reason:
        assert (done.returncode, "line 2: " in done.stderr) == (2, True)
        assert reason in done.stderr
    else:
        assert done.returncode == 0, done.stderr


def lengthen(journal: Path) -> None:
    def change(entry: Entry) -> None:
        entry["moves"].append(["wQ \\wS1", 0.1])

    damage(journal, change, line=2)


def test_the_tournament_goes_on_from_the_line_before(journal: Path) -> None:
    whole = damage(journal, lambda e: e.update(white="Zed"))
    games = (journal.parent / "g.pgn").read_text()
    done = run_arena(["-resume", journal.name, f"upto={LINE - 1}"], journal.parent)
    assert done.returncode == 0, done.stderr
    assert "3 games to play" in done.stderr
    assert "Games: 4, Wins: 2, Losses: 2" in done.stdout
    kept = journal.with_name("g.pgn.journal.old")
    assert kept.read_bytes() == whole
    assert str(kept) in done.stderr
    assert journal.read_bytes().startswith(b"".join(whole.splitlines(keepends=True)[: LINE - 1]))
    assert sorted(record.number for record in read_journal(journal).records) == [1, 2, 3, 4]
    assert (journal.parent / "g.pgn.old").read_text() == games
    assert len(list(read_all((journal.parent / "g.pgn").read_text()))) == 4
    again = run_arena(["-report", journal.name], journal.parent)
    assert again.stdout == done.stdout


def test_nothing_kept_is_overwritten(journal: Path) -> None:
    journal.with_name("g.pgn.journal.old").write_text("older still")
    whole = journal.read_bytes()
    done = run_arena(["-resume", journal.name, "upto=1", "-quiet"], journal.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert journal.with_name("g.pgn.journal.old").read_text() == "older still"
    assert journal.with_name("g.pgn.journal.old2").read_bytes() == whole


def test_nothing_is_cut_off_where_there_is_nothing_to_cut(journal: Path) -> None:
    done = run_arena(["-resume", journal.name, "upto=5"], journal.parent)
    assert done.returncode == 0, done.stderr
    assert sorted(p.name for p in journal.parent.iterdir()) == ["g.pgn", "g.pgn.journal"]


def test_the_report_up_to_a_line_leaves_the_journal_alone(journal: Path) -> None:
    whole = damage(journal, lambda e: e.update(number=-1))
    done = run_arena(["-report", journal.name, f"upto={LINE - 1}"], journal.parent)
    assert done.returncode == 0, done.stderr
    assert "Games: 1, Wins: 1" in done.stdout
    assert journal.read_bytes() == whole
    assert len(list(journal.parent.iterdir())) == 2


def test_a_full_command_line_can_go_on_up_to_a_line_too(journal: Path) -> None:
    damage(journal, lambda e: e.update(moves=[["wA1 wA1"]]))
    more = ["-games", "4", "-concurrency", "1", "-pgnout", "g.pgn", "-resume"]
    done = run_arena([*PLAYERS, *FAST, *more], journal.parent)
    assert (done.returncode, f"line {LINE}: move 1" in done.stderr) == (2, True)
    done = run_arena([*PLAYERS, *FAST, *more, "upto=2"], journal.parent)
    assert done.returncode == 0, done.stderr
    assert journal.with_name("g.pgn.journal.old").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-resume", "g.pgn.journal", "upto=6"], "has 5 lines, so upto=6 is too much"),
        (["-report", "g.pgn.journal", "upto=6"], "has 5 lines, so upto=6 is too much"),
        (["-resume", "g.pgn.journal", "upto=0"], "upto is a whole number of at least 1"),
        (["-resume", "g.pgn.journal", "upto=x"], "upto is a whole number of at least 1"),
        (["-resume", "g.pgn.journal", "more"], "-resume takes one journal and perhaps upto=LINE"),
        (["-report", "upto=2"], "-report takes the name of a journal"),
        ([*PLAYERS, *FAST, "-journal", "new", "-resume", "upto=2"], "there is no journal new"),
    ],
)
def test_a_wrong_cut_is_refused(journal: Path, arguments: list[str], words: str) -> None:
    whole = journal.read_bytes()
    done = run_arena(arguments, journal.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert journal.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda e: e["arguments"].append(["games", []]), "line 1: -games takes one value"),
        (lambda e: e["arguments"].append(["games", ["3"]]), "line 1: -games must be even"),
        (lambda e: e["arguments"].append(["jump", ["3"]]), "line 1: there is no option -jump"),
        (lambda e: e["arguments"].append(["games", [4]]), "unknown arguments"),
        (lambda e: e["arguments"].append("games"), "unknown arguments"),
        (lambda e: e["fingerprint"].pop("engines"), "line 1: it does not tell engines"),
        (lambda e: e["fingerprint"].update(engines=[{}, {}]), "line 1: it does not tell engines"),
        (lambda e: e["fingerprint"].update(gametype=[]), "line 1: it does not tell engines"),
        (lambda e: e["fingerprint"].update(gametype=["x"]), "line 1: it does not tell engines"),
        (lambda e: e["fingerprint"]["engines"].pop(), "line 1: it does not tell engines"),
        (
            lambda e: e["fingerprint"]["engines"].append(e["fingerprint"]["engines"][0]),
            "line 1: it does not tell engines",
        ),
        (lambda e: e.update(openings="\ud800"), "not a journal of the arena"),
    ],
)
def test_a_wrong_first_line_is_told(
    journal: Path, change: Callable[[Entry], object], words: str
) -> None:
    damage(journal, change, line=1)
    for option in ("-resume", "-report"):
        done = run_arena([option, journal.name], journal.parent)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert words in done.stderr
        assert "upto=" not in done.stderr


def test_games_added_to_a_schedule_are_known_again(journal: Path) -> None:
    longer = run_arena(["-resume", journal.name, "-games", "6"], journal.parent)
    assert longer.returncode == 0, longer.stderr
    done = run_arena(["-report", journal.name], journal.parent)
    assert (done.returncode, done.stdout) == (0, longer.stdout)
