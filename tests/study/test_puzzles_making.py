"""`propolis puzzles make`: the same puzzles for the same games, and nothing lost on the way."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Game
from study.progress import Progress
from study.puzzles import read_puzzles, shipped
from study.puzzles.command_line import main
from study.puzzles.themes import is_throw, themes_of
from study.selfplay import SelfPlay
from uhp.errors import RefusedError
from uhp.saving import save

QUICK = ("make", "--selfplay", "2", "--nodes", "200", "--game-types", "Base", "--seed", "3")


@pytest.mark.slow
def test_the_same_games_make_the_same_puzzles_whatever_the_jobs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "one.jsonl"
    assert main([*QUICK, "--jobs", "1", "--out", str(out)]) == 0
    assert read_puzzles(out)
    capsys.readouterr()
    games = SelfPlay(game_types=("Base",), nodes=200, seed=3).games(2)
    source = tmp_path / "games.uhp"
    source.write_text("".join(f"{game.game_string}\n" for game in games), "utf-8")
    assert main(["make", str(source), "--jobs", "3"]) == 0
    assert capsys.readouterr().out == out.read_text("utf-8")


def ended_games(count: int) -> list[Game]:
    """Puzzles that were solved in one turn."""
    games = []
    for puzzle in [each for each in shipped() if (each.kind, each.length) == ("win", 1)][:count]:
        games.append(puzzle.game)
        games[-1].play(puzzle.solution[0])
    return games


def test_so_many_of_each_kind_and_length_are_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "games.pgn"
    source.write_text("\n\n".join(game.pgn() for game in ended_games(4)), "utf-8")
    assert main(["make", str(source), "--each", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_puzzle_is_found_in_the_game_that_leads_to_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = next(each for each in shipped() if (each.kind, each.length) == ("win", 2))
    game = puzzle.game
    for move in puzzle.solution:
        game.play(move)
    # A copy turned about would be the same puzzle again.
    source = tmp_path / "games.pgn"
    source.write_text(f"{game.pgn()}\n\n{game.rotated(2).mirrored().pgn()}\n", "utf-8")
    assert main(["make", str(source)]) == 0
    [found] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found == json.loads(json.dumps(puzzle.to_dict()))


def test_positions_that_differ_by_the_stunned_piece_alone_are_one_puzzle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = next(each for each in shipped() if each.id == "b28b0e1d8d")
    assert puzzle.position.endswith(" bA3")
    games = [puzzle.game, Game.from_position_text(puzzle.position[:-3] + "bG3")]
    for game in games:
        game.play(puzzle.solution[0])
    source = tmp_path / "games.pgn"
    for several in (games, games[::-1]):
        source.write_text("\n\n".join(game.pgn() for game in several), "utf-8")
        assert main(["make", str(source)]) == 0
        assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_file_that_is_there_is_not_overwritten(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("mine", "utf-8")
    assert main([*QUICK, "--out", str(out)]) == 2
    assert "already" in capfd.readouterr().err
    assert out.read_text("utf-8") == "mine"


def test_a_file_in_the_home_folder_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "out.jsonl").write_text("mine", "utf-8")
    assert main([*QUICK, "--out", "~/out.jsonl"]) == 2
    assert "already" in capfd.readouterr().err
    assert (tmp_path / "out.jsonl").read_text("utf-8") == "mine"


BAD_GAMES = {
    "truncated": '[GameType "Base"]\n\n1. wS1 2. bS1 wS',
    "markup": '[White "<script>alert(1)</script>"]\n[GameType "Base"]\n\n1. wQ <b>',
    "megabytes of comments": '[GameType "Base"]\n\n1. wS1 {' + "x" * 2_000_000,
    "nothing": "",
    "noise": "\x00\x01\x02",
}


@pytest.mark.parametrize("text", BAD_GAMES.values(), ids=BAD_GAMES)
def test_bad_games_are_told_and_do_no_harm(
    text: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "bad.pgn"
    source.write_text(text, "utf-8")
    assert main(["make", str(source)]) == 1
    said = capfd.readouterr()
    assert said.out == ""
    assert "bad.pgn" in said.err
    assert len(said.err) < 1000
    assert "Traceback" not in said.err


def test_a_place_that_cannot_be_written_to_is_told_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(SelfPlay, "game", lambda *_: pytest.fail("the work was begun"))
    for out in (tmp_path / "nowhere" / "out.jsonl", tmp_path):
        assert main([*QUICK, "--overwrite", "--out", str(out)]) == 1
        assert "cannot write" in capfd.readouterr().err
    assert not any(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_told_in_one_sentence() -> None:
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "propolis", "puzzles", "list", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (1, "propolis puzzles: No space left on device\n")


def test_missing_files_and_bad_arguments_are_told(capfd: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["make"], "--selfplay N"),
        (["make", "/no/such/file.pgn"], "there is no file"),
        (["make", "--selfplay", "1", "--game-types", "Chess"], "Chess"),
    ):
        assert main(arguments) == 2
        assert words in capfd.readouterr().err
    for arguments in (
        ["make", "--selfplay", "0"],
        ["make", "--selfplay", "x"],
        ["make", "--selfplay", "1", "--nodes", "1" + 15 * "0"],
        ["solve", "Base", "--nodes", "1" + 15 * "0"],
        ["nonsense"],
    ):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2


def test_an_interrupt_keeps_what_has_been_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted(progress: Progress, count: int = 1) -> None:
        progress.done += count
        if progress.done == 6:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "advance", interrupted)
    source, out = tmp_path / "games.pgn", tmp_path / "out.jsonl"
    source.write_text("\n\n".join(game.pgn() for game in ended_games(8)), "utf-8")
    assert main(["make", str(source), "--jobs", "1", "--out", str(out)]) == 130
    # A single thread does things in order, so the first games had been dealt with.
    assert len(read_puzzles(out)) >= 3
    assert "puzzles of 6 games" in capfd.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pgn", "out.jsonl"]


def test_an_interrupt_before_anything_is_found_leaves_the_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(progress: Progress, count: int = 1) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "advance", interrupted)
    source, out = tmp_path / "games.pgn", tmp_path / "out.jsonl"
    source.write_text(Game.from_string("Base;InProgress;Black[1];wS1").pgn(), "utf-8")
    out.write_text("mine", "utf-8")
    assert main(["make", str(source), "--overwrite", "--out", str(out)]) == 130
    assert out.read_text("utf-8") == "mine"


def test_a_disk_that_is_full_for_a_while_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "games.pgn", tmp_path / "out.jsonl"
    source.write_text("\n\n".join(game.pgn() for game in ended_games(4)), "utf-8")
    monkeypatch.setattr("study.puzzles.make_command._SAVE_SECONDS", -1.0)
    tries = []

    def full_at_first(text: str, name: str, overwrite: bool) -> str:
        tries.append(name)
        if len(tries) == 1:
            raise RefusedError("cannot write it: No space left on device")
        return save(text, name, overwrite)

    monkeypatch.setattr("study.puzzles.make_command.save", full_at_first)
    assert main(["make", str(source), "--jobs", "1", "--out", str(out)]) == 0
    assert len(tries) > 1
    assert "No space left on device; the work goes on" in capfd.readouterr().err
    assert len(read_puzzles(out)) == 4


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to send")
def test_a_termination_keeps_what_has_been_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def terminated(progress: Progress, count: int = 1) -> None:
        progress.done += count
        if progress.done == 6:
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(Progress, "advance", terminated)
    source, out = tmp_path / "games.pgn", tmp_path / "out.jsonl"
    source.write_text("\n\n".join(game.pgn() for game in ended_games(8)), "utf-8")
    before = signal.getsignal(signal.SIGTERM)
    assert main(["make", str(source), "--jobs", "1", "--out", str(out)]) == 130
    assert len(read_puzzles(out)) >= 3
    assert signal.getsignal(signal.SIGTERM) is before


# Themes


THROWN = "Base+P White[14] 1,wA1,wA2,bS1/wA3,1,wP,bQ/wG1,wB1/wQ -"


def test_a_throw_into_a_hole_is_a_pillbug_throw_through_a_gate() -> None:
    game = Game.from_position_text(THROWN)
    move = next(m for m in game.legal_moves if str(m.piece) == "bQ" and m.to == (1, 1))
    assert is_throw(game, move)
    found = themes_of(game, "win", 1, [game.move_string(move)])
    assert found == ["pillbug throw", "gate", "win in 1"]


DROP = "Base White[15] 6,bS2/4,bA3,wQ,bG1/5,wB1/2,wS2,1,wA1/2,wS1,1,bB1,bS1/1,wG1,bQwB2,bB2/"
DROP += "1,wA2,1,bA1/bA2,2,wA3 -"


def test_a_beetle_that_steps_off_the_queen_is_a_beetle_drop() -> None:
    game = Game.from_position_text(DROP)
    found = themes_of(game, "win", 2, ["wA3 wB2\\", "bG2 \\bA3", "wB2 /wA1"])
    assert "beetle drop" in found
    assert "pillbug throw" not in found
    assert found[-1] == "win in 2"
