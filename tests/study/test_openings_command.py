"""`propolis openings`: what people type and what they see."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from opening_games import random_game
from uhp_client import PATIENCE, ROOT, environment

from engine import Game
from engine.pgn import write_pgn
from engine.sgf import write_sgf
from study import Book, make_book
from study.openings.command_line import main

COMMAND = (sys.executable, "-m", "uhp", "openings")


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Records of nine games in three formats."""
    games = [random_game(seed) for seed in range(9)]
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "a.pgn").write_text("\n".join(write_pgn(game) for game in games[:3]))
    (folder / "b.uhp").write_text("\n".join(game.game_string for game in games[3:6]))
    (folder / "c.sgf").write_text("\n".join(write_sgf(game) for game in games[6:]))
    return folder


def make(*arguments: object) -> int:
    return main(["make", *map(str, arguments), "--nodes", "0"])


def test_alone_it_shows_its_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "propolis openings make games.pgn" in capfd.readouterr().out


def test_records_of_all_kinds_become_one_book(
    records: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    one, other = tmp_path / "one.book", tmp_path / "other.book"
    assert make(records, "--out", one, "--plies", 7) == 0
    assert f"positions of 9 games in {one}" in capfd.readouterr().err
    assert make(*sorted(records.iterdir(), reverse=True), "--out", other, "--plies", 7) == 0
    expected = make_book([random_game(seed) for seed in range(9)], plies=7)
    assert one.read_bytes() == other.read_bytes() == expected.to_bytes()
    # Books are merged: all games are there twice now.
    both = tmp_path / "both.book"
    assert make(one, other, "--out", both, "--plies", 7, "--min-games", 2) == 0
    merged = Book.load(both)
    assert len(merged) == len(expected)
    assert merged.root_tally("Base+MLP").games == 18


def test_games_that_cannot_be_read_are_named_and_skipped_only_if_asked_to(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "games.uhp", tmp_path / "a.book"
    good = random_game(1).game_string
    source.write_text(f"{good}\nBase;InProgress;White[1];wX9\n{good}\n")
    assert make(source, "--out", out) == 1
    assert "line 2 of" in capfd.readouterr().err
    assert not out.exists()
    assert make(source, "--out", out, "--skip-errors") == 0
    told = capfd.readouterr().err
    assert "line 2 of" in told
    assert "2 games" in told
    assert "1 left out because of errors" in told


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["make"], 2, "name files to make a book from, or --selfplay"),
        (["make", "none.pgn"], 1, "'none.pgn': No such file"),
        (["make", "x.pgn", "--out", "no/such/folder/a.book"], 1, "there is no folder"),
        (["make", "--selfplay", "--gametype", "Chess"], 1, "unknown game type"),
        (["make", "--selfplay", "0"], 2, "no whole number"),
        (["make", "--selfplay", "9" * 30], 2, "no whole number"),
        (["make", "x", "--plies", "0"], 2, "between 1 and 100"),
        (["make", "x", "--nodes", "1" + 12 * "0"], 2, "between 0 and 1000000000"),
        (["make", "--selfplay", "--play-nodes", "1" + 23 * "0"], 2, "between 1 and 1000000000"),
        (["show", "none.book"], 1, "cannot read 'none.book': No such file"),
        (["show", "pyproject.toml"], 1, "it is no opening book"),
        (["show", "wS1", "bQ"], 1, "needs a destination"),
        (["show", "wS1", "--game", "Base"], 2, "not by both"),
        (["show", "--game", "Base;what"], 1, "what"),
        (["walk"], 2, "invalid choice"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    arguments: list[str],
    code: int,
    words: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    try:
        found = main(arguments)
    except SystemExit as left:  # argparse
        found = int(left.code or 0)
    told = capfd.readouterr()
    assert found == code
    assert words in told.err
    assert "Traceback" not in told.err
    assert told.out == ""


def test_show_tells_games_results_and_scores_of_who_moves(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.book"
    record = "Base;{};White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"
    lines = [
        record.format(state) for state in ("WhiteWins", "BlackWins", "BlackWins", "InProgress")
    ]
    (tmp_path / "a.uhp").write_text("\n".join([*lines, "Base;Draw;White[2];wS1;bA1 wS1-"]))
    assert make(tmp_path / "a.uhp", "--out", path) == 0
    capfd.readouterr()
    assert main(["show", str(path), "--gametype", "Base", "wS1"]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "Base Black[1]: 5 games; Black won 50%, drew 25%, lost 25%",
        "   move      games  won  drawn  lost  score",
        "1  bG1 \\wS1      4  67%     0%   33%      -",
        "2  bA1 \\wS1      1   0%   100%    0%      -",
    ]
    assert main(["show", str(path), "--game", "Base;InProgress;Black[1];wS1", "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert found["known"] is True
    assert (found["games"], found["won"], found["drawn"], found["lost"]) == (5, 2, 1, 1)
    first = {"games": 4, "won": 2, "drawn": 0, "lost": 1}
    assert found["moves"][0] == {"move": "bG1 \\wS1", **first, "score": None, "position": first}
    assert main(["show", str(path), "--gametype", "Base", "wB1"]) == 0
    assert "not in the book" in capfd.readouterr().out


def test_the_own_book_is_walked_through_by_numbers_and_moves() -> None:
    walked = subprocess.run(
        [*COMMAND, "show", "wP", "--walk", "--json"],
        input="1\nback\nback\nnonsense\n99\nwP\nquit\n1\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    assert walked.returncode == 0
    positions = [json.loads(line) for line in walked.stdout.splitlines()]
    assert [Game.from_notation(each["game"]).ply for each in positions] == [1, 2, 1, 0, 1]
    assert positions[1]["game"].endswith(positions[0]["moves"][0]["move"])
    assert walked.stderr.count("propolis openings:") == 2


def test_nobody_has_to_read_to_the_end() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    shown = subprocess.run(
        [*COMMAND, "show"],
        stdout=writer,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    os.close(writer)
    assert shown.returncode == 0
    assert shown.stderr == b""


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have games of self-play broken off as soon as they have said what they have to say."""
    monkeypatch.setattr("study.openings.varied_play.LONGEST_GAME", 8)


@pytest.mark.usefixtures("short_games")
def test_self_play_gives_the_same_book_again(tmp_path: Path) -> None:
    books = [tmp_path / "one.book", tmp_path / "other.book"]
    for jobs, out in enumerate(books, start=1):
        options = ["--plies", 4, "--play-nodes", 20, "--gametype", "Base,Base+P", "--jobs", jobs]
        assert (
            main([*map(str, ["make", "--selfplay", 4, *options, "--nodes", 30, "--out", out])]) == 0
        )
    assert books[0].read_bytes() == books[1].read_bytes()
    book = Book.load(books[0])
    assert book.game_types == ("Base", "Base+P")
    assert book.score_nodes == 30


@pytest.mark.usefixtures("short_games")
@pytest.mark.parametrize("step", ["VariedPlay.games", "judged", "OpeningTree.book"])
def test_an_interrupt_leaves_the_old_book(
    step: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "a.book"
    out.write_bytes(b"old")
    monkeypatch.setattr(f"study.openings.make_command.{step}", interrupted)
    options = ["--play-nodes", "5", "--plies", "2", "--nodes", "5", "--out", str(out)]
    assert main(["make", "--selfplay", "1", *options]) == 130
    assert capfd.readouterr().err.endswith("propolis openings: interrupted\n")
    assert out.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.book"]


def test_a_walk_takes_no_number_for_too_long(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{'9' * 5000}\n0\n1\n"))
    assert main(["show", "--walk"]) == 0
    told = capfd.readouterr()
    assert told.err.count("there is no move") == 2
    assert told.out.count("Base+MLP Black[1]") == 1


def test_a_name_cannot_write_to_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "a.uhp"
    source.write_text("Base;InProgress;White[2];wS1;bG1 wS1-")
    assert make(source, "--out", tmp_path / "a\x1b[2J.book") == 0
    assert "\x1b" not in capfd.readouterr().err
