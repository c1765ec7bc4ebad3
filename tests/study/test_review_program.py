"""`propolis review`: files in, files out, whatever the files are like."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from review_games import Reviewing, crowded, short_game, write_game

from engine import GameState, GameTree, read_tree, write_pgn, write_sgf
from study.review.command_line import main
from study.review.journal import NAME, Journal

ENDINGS = (".review.html", ".review.json", ".review.pgn")
ROOT = Path(__file__).resolve().parents[2]
HOSTILE = "</script><script>alert(1)</script>]]>--><img src=x onerror=alert(2)>{{data}}"


@pytest.fixture
def reviewing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Reviewing:
    return Reviewing(tmp_path / "out", capfd)


def names(*stems: str) -> set[str]:
    return {stem + ending for stem in stems for ending in ENDINGS}


def test_the_same_file_twice_gives_the_same_files_byte_for_byte(
    reviewing: Reviewing, tmp_path: Path
) -> None:
    game = write_game(tmp_path / "game.pgn", crowded(plies=16), White="Ann")
    assert reviewing.run(game) == 0
    assert reviewing.run(game, "--jobs", 1, out=tmp_path / "again") == 0
    assert reviewing.files() == reviewing.files(tmp_path / "again")
    assert {*reviewing.files()} == names("game")
    assert "game.review.html: White" in reviewing.said


def test_records_of_all_kinds_are_read(reviewing: Reviewing, tmp_path: Path) -> None:
    write_game(tmp_path / "a.pgn", short_game(3))
    (tmp_path / "b.sgf").write_text(write_sgf(short_game(4)))
    lines = [short_game(2, seed).game_string for seed in (5, 6)]
    (tmp_path / "c.uhp").write_text("\n".join(lines))
    assert reviewing.run(tmp_path / "a.pgn", tmp_path / "b.sgf", tmp_path / "c.uhp") == 0
    assert {*reviewing.files()} == names("a", "b", "c-1", "c-2")
    assert reviewing.run(tmp_path, out=tmp_path / "folder") == 0  # `out` in it holds reviews alone
    assert {*reviewing.files(tmp_path / "folder")} == names("a", "b", "c-1", "c-2")


def test_the_annotated_pgn_is_read_back_and_keeps_what_the_record_says(
    reviewing: Reviewing, tmp_path: Path
) -> None:
    before = GameTree.from_game(crowded(plies=16), {"White": "Ann", "Event": "Cup"})
    before.comment, before.result = "first", GameState.WHITE_WINS
    first = next(before.mainline())
    first.comment, first.variations[0].nags = "quiet", {5}
    other = next(move for move in first.game().legal_moves if move != first.variations[0].move)
    first.add_variation(other, comment="sharper")
    (tmp_path / "game.pgn").write_text(write_pgn(before))
    assert reviewing.run(tmp_path / "game.pgn") == 0
    tree = read_tree(reviewing.out / "game.review.pgn")
    assert [n.move_string for n in tree.mainline()] == [n.move_string for n in before.mainline()]
    assert (tree.tags["White"], tree.tags["Event"], tree.comment) == ("Ann", "Cup", "first")
    assert tree.result is before.result
    assert "150 nodes" in tree.tags["Review"]
    kept = next(tree.mainline())
    assert kept.comment.startswith("quiet\n")
    assert 5 in kept.variations[0].nags
    assert kept.variation(other).comment.startswith("sharper")
    review = json.loads((reviewing.out / "game.review.json").read_text())
    for node, move in zip(tree.mainline(), review["moves"], strict=True):
        assert "White" in node.comment
        nag = {"!": 1, "?": 2, "??": 4, "?!": 6}.get(move["sign"])
        assert nag is None or nag in node.nags or 5 in node.nags
        if nag in (2, 4, 6):
            assert node.parent is not None
            better = node.parent.variation(move["best"]["moves"][0])
            line = [better, *better.mainline()]
            assert [each.move_string for each in line] == move["best"]["moves"]
    assert any(move["sign"] for move in review["moves"])


def test_a_review_is_not_reviewed_again(reviewing: Reviewing, tmp_path: Path) -> None:
    game = write_game(tmp_path / "game.pgn", short_game(2))
    reviewing.run(game)
    assert reviewing.run(reviewing.out / "game.review.pgn") == 1
    assert "has been reviewed already" in reviewing.complaints[0]


def test_what_is_done_is_not_done_again(reviewing: Reviewing, tmp_path: Path) -> None:
    game = write_game(tmp_path / "game.pgn", short_game(3))
    reviewing.run(game)
    done = reviewing.out / "game.review.json"
    marked = done.read_text().replace('"legal_moves": ', '"legal_moves": 1000')
    done.write_text(marked)
    (reviewing.out / "game.review.pgn").unlink()
    assert reviewing.run(game) == 0
    assert done.read_text() == marked
    assert {*reviewing.files()} == names("game")  # what was missing is there again
    assert reviewing.run(game, nodes="151") == 0  # other settings are another review
    assert done.read_text() != marked
    assert {*reviewing.files()} == names("game")


def test_files_of_others_and_reviews_of_other_games_are_left_alone(
    reviewing: Reviewing, tmp_path: Path
) -> None:
    reviewing.out.mkdir()
    (reviewing.out / "game.review.html").write_text("my own page")
    (tmp_path / "other").mkdir()
    first = write_game(tmp_path / "game.pgn", short_game(3))
    second = write_game(tmp_path / "other" / "game.pgn", short_game(4))
    for _ in range(2):
        assert reviewing.run(first, second) == 0
        assert {*reviewing.files()} == names("game-2", "game-3") | {"game.review.html"}
    assert (reviewing.out / "game.review.html").read_text() == "my own page"


def test_what_cannot_be_read_is_told_in_a_sentence_and_the_rest_is_reviewed(
    reviewing: Reviewing, tmp_path: Path
) -> None:
    good = write_game(tmp_path / "good.pgn", short_game(2))
    bad = {
        "empty.pgn": b"",
        "rubbish.pgn": bytes(range(256)) * 40,
        "truncated.sgf": write_sgf(short_game(5)).encode()[:-30],
        "illegal.pgn": b"1. wS1\n2. bS1 wG1-\n",
        "nothing.uhp": b"Base;NotStarted;White[1]\n",
        "damaged.pgn.gz": b"\x1f\x8b\x08\x00rubbish",
    }
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    given = [*bad, "missing.pgn", "folder"]
    assert reviewing.run(*(tmp_path / name for name in given), good) == 1
    assert {*reviewing.files()} == names("good")
    for name in given:
        [said] = [line for line in reviewing.complaints if name in line]
        assert said.startswith("propolis review: ")
    assert len(reviewing.complaints) == len(given) + 1
    assert "1 game was reviewed" in reviewing.complaints[-1]


def test_hostile_names_and_megabytes_of_comments_are_text(
    reviewing: Reviewing, tmp_path: Path
) -> None:
    path = write_game(
        tmp_path / "a<b>&'\"\n.pgn", short_game(2), White=HOSTILE, Black="x" * 500_000
    )
    said = HOSTILE.partition("{")[0] + "y" * 3_000_000 + "\x00\ud7ff"
    path.write_text(path.read_text().replace("1. ", "{" + said + "}\n1. "))
    assert reviewing.run(path) == 0
    [html] = [text for name, text in reviewing.files().items() if name.endswith(".html")]
    assert len(html) < 100_000
    text = html.decode()
    assert text.count("<script") == 2
    assert "<img" not in text
    [pgn] = reviewing.out.glob("*.pgn")
    assert read_tree(pgn).tags["White"] == HOSTILE


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--nodes", "0"],
        ["--nodes", "1000000001"],
        ["--nodes", "1" + 23 * "0"],
        ["--nodes", "x"],
        ["--nodes", "5", "--depth", "3"],
        ["--depth", "0"],
        ["--depth", "65"],
        ["--time", "nan"],
        ["--time", "inf"],
        ["--time", "86401"],
        ["--time", "0"],
        ["--jobs", "0"],
    ],
)
def test_bad_arguments_are_refused(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    def run() -> None:
        raise SystemExit(main([*arguments, "game.pgn"] if arguments else []))

    with pytest.raises(SystemExit) as end:
        run()
    assert end.value.code == 2
    assert capfd.readouterr().err.strip()


def test_an_output_folder_that_is_none_is_refused(reviewing: Reviewing, tmp_path: Path) -> None:
    game = write_game(tmp_path / "game.pgn", short_game(2))
    for out in (game, Path("/dev/full"), game / "below"):
        assert reviewing.run(game, out=out) == 1
        assert len(reviewing.complaints) == 1


def test_a_folder_is_written_to_by_one_review_at_a_time(
    reviewing: Reviewing, tmp_path: Path
) -> None:
    game = write_game(tmp_path / "game.pgn", short_game(2))
    reviewing.out.mkdir()
    with Journal(reviewing.out):
        assert reviewing.run(game) == 1
        assert "another review" in reviewing.complaints[0]
    assert reviewing.run(game) == 0


def test_depth_and_time_are_limits_too(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    game = write_game(tmp_path / "game.pgn", short_game(2))
    for option, value, field in (("--depth", "2", "depth"), ("--time", "0.01", "seconds")):
        out = tmp_path / field
        assert main([str(game), option, value, "--out", str(out)]) == 0
        found = json.loads((out / "game.review.json").read_text())["settings"]
        assert found[field] == float(value)
    capfd.readouterr()


class Program:
    """The program as a process of its own."""

    def __init__(
        self, *arguments: object, stdout: int | None = subprocess.PIPE, code: str = ""
    ) -> None:
        command = ["-c", code] if code else ["-m", "uhp", "review"]
        self.process = subprocess.Popen(
            [sys.executable, *command, *map(str, arguments)],
            cwd=ROOT,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_for_entries(self, journal: Path, count: int) -> None:
        end = time.monotonic() + 120
        while not journal.exists() or journal.read_bytes().count(b"\n") < count:
            assert time.monotonic() < end
            assert self.process.poll() is None, self.process.communicate()
            time.sleep(0.02)

    def end(self, number: int | None = None) -> tuple[int, str]:
        if number is not None:
            self.process.send_signal(number)
        _, complaints = self.process.communicate(timeout=120)
        return self.process.returncode, complaints


@pytest.mark.slow
def test_a_review_that_was_interrupted_or_killed_goes_on(
    reviewing: Reviewing, tmp_path: Path
) -> None:
    game = write_game(tmp_path / "game.pgn", crowded(plies=14))
    arguments = (game, "--nodes", 40_000, "--jobs", 1, "--out", reviewing.out)
    journal = reviewing.out / NAME
    for count, ending in ((2, signal.SIGINT), (4, signal.SIGKILL)):
        program = Program(*arguments)
        program.wait_for_entries(journal, count)
        code, complaints = program.end(ending)
        assert code == (130 if ending is signal.SIGINT else -ending)
        assert {*reviewing.files()} == {NAME}
        assert ending is not signal.SIGINT or "goes on where it was" in complaints
    lines = journal.read_text().splitlines()
    first = json.loads(lines[1])
    first["lines"][0]["score"] += 7  # which nobody would find, and nobody doubts
    torn = lines[-1][: len(lines[-1]) // 2]
    journal.write_text("\n".join(["", json.dumps(first), *lines[2:], torn]))
    assert reviewing.run(game, "--jobs", "1", nodes="40000") == 0
    assert {*reviewing.files()} == names("game")
    found = json.loads((reviewing.out / "game.review.json").read_text())
    assert found["scores"][0] == first["lines"][0]["score"]


@pytest.mark.slow
def test_a_full_disk_leaves_nothing_half_written(reviewing: Reviewing, tmp_path: Path) -> None:
    game = write_game(tmp_path / "game.pgn", short_game(4))
    code = (
        "import resource, sys; from study.review.command_line import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    program = Program(game, "--nodes", 150, "--out", reviewing.out, code=code)
    code_, complaints = program.end()
    assert code_ == 1
    assert complaints.count("\n") == 1
    assert "cannot write" in complaints
    assert {*reviewing.files()} == {NAME, "game.review.pgn"}
    assert reviewing.run(game) == 0
    assert {*reviewing.files()} == names("game")
    with open("/dev/full", "w") as full:
        shouting = Program(game, "--nodes", 150, "--out", reviewing.out, stdout=full.fileno())
        code_, complaints = shouting.end()
    assert code_ == 1
    assert "Traceback" not in complaints


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_told_of(reviewing: Reviewing, tmp_path: Path) -> None:
    game = write_game(tmp_path / "game.pgn", short_game(2))
    game.chmod(0)
    assert reviewing.run(game) == 1
    assert "permission denied" in reviewing.complaints[0]


def test_a_folder_that_cannot_be_looked_into_is_told_of(
    reviewing: Reviewing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    for name in ("open", "closed"):
        (games / name).mkdir(parents=True)
        write_game(games / name / f"{name}.pgn", short_game(2))

    def scandir(path: str) -> object:  # root looks into everything
        if str(path).endswith("closed"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return real(path)

    real = os.scandir
    monkeypatch.setattr("os.scandir", scandir)
    assert reviewing.run(games) == 1
    assert {*reviewing.files()} == names("open")
    assert reviewing.complaints[0].endswith("closed: permission denied")
    assert reviewing.run(games / "closed") == 1
    assert [line.endswith("closed: permission denied") for line in reviewing.complaints] == [True]


def test_only_the_first_games_without_moves_are_told_one_by_one(
    reviewing: Reviewing, tmp_path: Path
) -> None:
    games = tmp_path / "games.uhp"
    games.write_text("Base;x\n" + 50 * "Base;NotStarted;White[1]\n" + short_game(2).game_string)
    assert reviewing.run(games) == 1
    assert len(reviewing.complaints) == 7
    assert "game 2: it has no moves" in reviewing.complaints[1]
    assert "46 more games" in reviewing.complaints[5]


def test_a_stdout_that_is_closed_is_no_trouble(reviewing: Reviewing, tmp_path: Path) -> None:
    game = write_game(tmp_path / "game.pgn", short_game(2))
    code = (
        "import sys; sys.stdout = None  # as Python has it then\n"
        "from study.review.command_line import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    program = Program(game, "--nodes", 150, "--out", reviewing.out, code=code)
    assert program.end() == (0, "")
    assert {*reviewing.files()} == names("game")
