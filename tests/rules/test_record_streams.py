"""Streams of games: one at a time, from anything, with bad games told exactly or passed over."""

import gc
import gzip
import pickle
import time
import tracemalloc
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest

from engine import (
    Game,
    GameState,
    RecordError,
    read_all,
    read_games,
    read_headers,
    read_pgn,
    read_sgf,
    read_tree,
    read_trees,
    write_pgn,
    write_sgf,
)

GAME = Game.from_string("Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
OTHER = Game.from_string("Base+P;InProgress;Black[1];wP")
PGN = write_pgn(GAME, {"White": "Ann"}, comments={1: "a comment"})
SGF = write_sgf(GAME, {"White": "Ann"}, comments={1: "a comment"})
WRITERS = {"pgn": PGN, "sgf": SGF, "uhp": GAME.game_string + "\n"}
each_kind = pytest.mark.parametrize("kind", WRITERS)

BROKEN = {
    "illegal move": '[White "x"]\n\n1. wS1\n2. bS1 wG1-\n3. wQ -wS1\n\n',
    "comment without end": '[White "x"]\n\n1. wS1\n{oh\n2. bS1 wS1-\n\n',
    "variation without end": '[White "x"]\n\n1. wS1\n(1. wG1\n2. bS1 wG1-\n\n',
    "bracket too many": '[White "x"]\n\n1. wS1\n)\n\n',
    "bad tag": '[White "x\n\n1. wS1\n\n',
    "bad game type": '[GameType "Chess"]\n\n1. e4 e5\n\n',
    "prose": '[White "x"]\n\nAnn played well until the queen moved.\n\n',
    "two results": '[White "x"]\n\n1. wS1\n\n1-0\n0-1\n\n',
    "annotation": '[White "x"]\n\n1. wS1 $999\n\n',
}
BROKEN_SGF = {
    "illegal move": "(;GM[27]SU[hive]\n;P0[1 movedone W wS1 N 13 .]\n;P0[3 move W wQ M 13 .])\n",
    "value without end": "(;GM[27]SU[hive]\n;P0[1 move W wS1 N 13 .\n;P0[2 done\n)\n",
    "game without end": "(;GM[27]SU[hive]\n;P0[1 move W wS1 N 13 .];P0[2 done]\n",
    "variation without end": "(;GM[27]SU[hive]\n(;P0[1 move W wS1 N 13 .];P0[2 done]\n",
    "no Hive": "(;GM[1];B[aa];W[bb](;C[x]))\n",
    "prose": "(;GM[27] Ann played well)\n",
    "no command": "(;GM[27];P0[1 dance])\n",
    "annotation": "(;GM[27]NAG[x])\n",
}


def games_of(records: Iterator[object]) -> list[str]:
    return [record.game.game_string for record in records]  # type: ignore[attr-defined]


# From anything


@each_kind
def test_the_kind_of_games_is_seen_from_their_beginning(kind: str) -> None:
    for prefix in ("", "\ufeff", "\n \n\n"):
        records = list(read_games(prefix + 3 * WRITERS[kind]))
        assert games_of(iter(records)) == 3 * [GAME.game_string]
    assert read_tree(WRITERS[kind]).end().game() == GAME


@pytest.mark.parametrize(
    "text", ["1. wS1", "wS1", "{so} 1. wS1", "; so\nwS1", "%so\n1. wS1", "1.wS1"]
)
def test_moves_alone_are_pgn(text: str) -> None:
    assert games_of(read_games(text)) == ["Base;InProgress;Black[1];wS1"]


def test_game_strings_stand_one_to_a_line_and_may_claim_a_result() -> None:
    text = "# openings\nBase\n\nBase+P;WhiteWins;Black[1];wP\n  # more\nBase;NotStarted;White[1]"
    records = list(read_games(text))
    assert [record.game.game_type for record in records] == ["Base", "Base+P", "Base"]
    assert [record.result for record in records] == [None, GameState.WHITE_WINS, None]


@each_kind
def test_paths_texts_and_open_files_give_the_same(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{kind}"
    text = 2 * WRITERS[kind]
    path.write_text(text, encoding="utf-8")
    archive = tmp_path / f"games.{kind}.gz"
    archive.write_bytes(gzip.compress(text.encode()))
    crlf = tmp_path / f"crlf.{kind}"
    crlf.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    with path.open() as file:
        assert len(list(read_games(file))) == 2
        assert not file.closed
    for source in (path, text, archive, crlf, StringIO(text)):
        assert games_of(read_games(source)) == 2 * [GAME.game_string]
    assert [tree.end().ply for tree in read_trees(path)] == [4, 4]


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    inner = tmp_path / "b"
    inner.mkdir()
    (tmp_path / "a.sgf").write_text(SGF)
    (inner / "c.pgn").write_text('[White "x"]\n1. nonsense\n' + PGN)
    (inner / "d.uhp").write_text(OTHER.game_string)
    (tmp_path / "notes.txt").write_text("nothing to read here")
    games = read_games(tmp_path, on_error="skip")
    assert games_of(games) == [GAME.game_string, GAME.game_string, OTHER.game_string]
    (error,) = games.errors
    assert (error.path, error.line, error.game_number) == (str(inner / "c.pgn"), 2, 1)
    assert str(error).endswith("c.pgn)")
    with pytest.raises(RecordError, match="nonsense"):
        list(read_games(tmp_path))


def test_files_that_cannot_be_read_are_reported_at_once(tmp_path: Path) -> None:
    readers: list[Callable[..., object]] = [
        read_games,
        read_trees,
        read_headers,
        read_tree,
        read_all,
    ]
    for read in readers:
        with pytest.raises(FileNotFoundError):
            read(tmp_path / "missing.pgn")
        with pytest.raises(TypeError, match="a text or as a path"):
            read(b"1. wS1")
    for name in ("games.pgn", "C:\\my games\\a.SGF", "/tmp/x.uhp.gz", ".pgn"):
        with pytest.raises(RecordError, match="give it as a Path"):
            read_games(name, on_error="skip")
        for read in (*readers, read_pgn, read_sgf):
            with pytest.raises(RecordError, match="give it as a Path"):
                read(name)
    with pytest.raises(ValueError, match="on_error"):
        read_games(PGN, on_error="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize("cut", [5, 60, 120, -8, -1])
def test_a_damaged_archive_is_a_bad_record(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress((50 * PGN).encode())[:cut])
    with pytest.raises((RecordError, OSError)):
        list(read_games(path))
    skipping = read_games(path, on_error="skip")
    assert all(record.game == GAME for record in skipping)
    assert skipping.errors


def test_bytes_that_are_no_text_do_not_stop_a_path_and_are_told_of_an_open_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "latin.pgn"
    path.write_bytes(PGN.replace("a comment", "très\x00").encode("latin-1"))
    assert next(read_games(path)).comments == {1: "tr\ufffds\x00"}
    with path.open(encoding="utf-8") as file, pytest.raises(RecordError, match="utf-8"):
        list(read_games(file))


# One at a time


@each_kind
def test_an_open_file_is_read_no_further_than_needed(kind: str) -> None:
    text = WRITERS[kind]
    file = StringIO(100 * text)
    games = read_games(file)
    next(games)
    assert file.tell() < 2 * len(text)
    next(games)
    assert file.tell() < 3 * len(text)


@pytest.mark.parametrize("kind", ["pgn", "sgf"])
def test_a_file_is_read_in_constant_memory(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"many.{kind}"
    text = WRITERS[kind].replace("a comment", 100 * (300 * "long " + "\n"))
    path.write_text(40 * text)
    next(read_games(path))
    gc.collect()
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_headers(path)) == 40
        assert sum(len(record.comments) for record in read_games(path)) == 40
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 6_000_000
    assert peak < 1_500_000


def test_a_file_is_closed_at_its_end_and_by_close(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(3 * PGN)
    with read_games(path) as games:
        next(games)
    assert next(games, None) is None
    games = read_games(path)
    games.close()
    del games
    list(read_all(path))
    path.unlink()


# Headers


@each_kind
def test_headers_are_read_without_looking_at_the_moves(kind: str) -> None:
    text = WRITERS[kind].replace("bQ", "bX")
    (first, second) = read_headers(2 * text)
    assert first.tags == second.tags
    assert first.tags["GameType"] == "Base+MLP"
    assert (first.line, second.line) == (1, 1 + text.count("\n"))
    if kind != "uhp":
        assert first.tags["White"] == "Ann"


def test_only_the_games_that_are_wanted_are_replayed() -> None:
    broken = '[White "Eve"]\n\n1. nonsense\n\n'
    games = read_games(PGN + broken + PGN, only=lambda tags: tags["White"] == "Ann")
    assert games_of(games) == 2 * [GAME.game_string]


# Errors


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("before", [0, 2])
@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_broken_game_alone_is_lost(kind: str, before: int, after: int) -> None:
    text = before * PGN + BROKEN[kind] + after * PGN
    games = read_all(text, on_error="skip")
    assert games_of(games) == (before + after) * [GAME.game_string]
    (error,) = games.errors
    assert error.game_number == before + 1
    first = 1 + before * PGN.count("\n")
    assert error.line is not None
    assert first <= error.line < first + BROKEN[kind].count("\n")
    with pytest.raises(RecordError, match=rf"^game {before + 1}: .* \(line {error.line}\)$"):
        list(read_all(text))


@pytest.mark.parametrize("kind", BROKEN_SGF)
@pytest.mark.parametrize("before", [0, 2])
@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_broken_game_of_sgf_alone_is_lost(kind: str, before: int, after: int) -> None:
    text = before * SGF + BROKEN_SGF[kind] + after * SGF
    games = read_games("\n" + text, on_error="skip")
    assert games_of(games) == (before + after) * [GAME.game_string]
    (error,) = games.errors
    assert error.game_number == before + 1
    first = 2 + before * SGF.count("\n")
    assert error.line is not None
    assert first <= error.line < first + BROKEN_SGF[kind].count("\n")


def test_errors_say_the_line_the_game_and_the_move(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(PGN + BROKEN["illegal move"])
    with pytest.raises(RecordError) as caught:
        list(read_games(path))
    error = caught.value
    line = PGN.count("\n") + 4
    assert (error.path, error.line, error.game_number, error.ply) == (str(path), line, 2, 2)
    assert error.problem == "move 2 ('bS1 wG1-'): wG1 is not on the board"
    assert str(error) == f"game 2: {error.problem} (line {line} of {path})"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.ply) == (str(error), line, 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[GameType "Base"]\n[White x]\n', 2),
        ("\n\n1. wS1\n2. bX wS1-", 4),
        ("1. wS1 {a\nb\nc} 2. hello", 3),
        ("1. wS1\n{a\nb\n", 2),
    ],
)
def test_one_game_is_told_with_its_line_too(text: str, line: int) -> None:
    with pytest.raises(RecordError) as error:
        read_pgn(text)
    assert (error.value.line, error.value.game_number) == (line, None)


def test_sgf_is_told_with_its_line() -> None:
    with pytest.raises(RecordError, match=r"^move 3 .*\(line \d+\)$") as error:
        read_sgf(SGF.replace("wQ M 13 -wS1", "wQ A 20 -wX"))
    assert error.value.line == 1 + SGF[: SGF.index("wQ M 13")].count("\n")


def test_a_function_is_told_of_errors_and_may_stop_the_reading() -> None:
    told: list[RecordError] = []
    text = PGN + BROKEN["prose"] + PGN + BROKEN["bad tag"] + PGN
    games = read_all(text, on_error=told.append)
    assert len(list(games)) == 3
    assert [error.game_number for error in told] == [2, 4]
    assert games.errors == []

    def stop(error: RecordError) -> None:
        raise KeyError(str(error))

    with pytest.raises(KeyError):
        list(read_all(text, on_error=stop))


def test_a_comment_may_hold_the_tags_of_another_game() -> None:
    nested = write_pgn(GAME, comments={2: f"as in\n\n{PGN}"})
    games = read_all(2 * nested, on_error="skip")
    assert len(list(games)) == 2
    assert games.errors == []


def test_errors_that_are_kept_keep_no_games_alive() -> None:
    games = read_all(20 * BROKEN["illegal move"], on_error="skip")
    assert list(games) == []
    assert len(games.errors) == 20
    assert all(error.__traceback__ is None and error.__cause__ is None for error in games.errors)


# Time

LARGE = {
    "games": PGN,
    "broken games": BROKEN["illegal move"],
    "comments without end": BROKEN["comment without end"],
    "comments with tags": '{\n\n[White "x"]\n\n',
    "comments": "{hm, let me see} ",
    "remarks": "; hm\n",
    "tags": '[White "x"]\n',
    "brackets": "1. wS1 (1. wG1 ",
    "empty brackets": "1. wS1 ()",
    "signs": "wS1 ! ? $1 ",
    "sgf games": SGF,
    "sgf on one line": SGF.replace("\n", ""),
    "broken sgf": BROKEN_SGF["illegal move"],
    "sgf values without end": BROKEN_SGF["value without end"],
    "sgf games without end": BROKEN_SGF["game without end"],
    "sgf comments": "(;GM[27]C[" + "so [so \\] " * 50,
    "sgf brackets": "(;GM[27]" + 50 * "(;C[x]",
    "sgf bracket soup": "(;GM[27]" + 50 * "(((;)",
    "game strings": GAME.game_string + "\n",
}


def seconds_for(text: str) -> float:
    started = time.process_time()
    for _ in read_games(text, on_error=lambda error: None):
        pass
    return time.process_time() - started


@pytest.mark.slow
@pytest.mark.parametrize("kind", LARGE)
def test_twice_the_text_takes_about_twice_the_time(kind: str) -> None:
    text = LARGE[kind]
    while (small := seconds_for(text)) < 0.05:
        text += text
    # Caches are shared with whatever else the machine does: one of some rounds will do.
    ratios = (
        seconds_for(8 * text) / (small if first else seconds_for(text)) for first in (1, 0, 0)
    )
    assert any(ratio < 24 for ratio in ratios)


def test_a_game_without_end_is_refused_and_those_before_it_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.lines.LARGEST_GAME", 2000)
    endless = '[White "x"]\n\n1. wS1\n' + "{more}\n" * 1000
    for text in (PGN + endless + PGN, PGN * 20 + endless + PGN):
        stream = read_games(text, on_error="skip")
        assert len(list(stream)) == text.partition(endless)[0].count("[White ")
        [error] = stream.errors
        assert "a game has more than" in error.problem
    with pytest.raises(RecordError, match="a game has more than"):
        list(read_games("x" * 2001))


@each_kind
def test_a_file_may_be_given_a_limit(kind: str, tmp_path: Path) -> None:
    text = WRITERS[kind] * 20
    path = tmp_path / f"games.{kind}"
    path.write_text(text)
    packed = tmp_path / f"games.{kind}.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert len(list(read_games(path, largest=len(text)))) == 20
    assert len(list(read_trees(packed, largest=len(text)))) == 20
    refused = read_games(path, largest=len(text) - 1, on_error="skip")
    assert list(refused) == []
    with read_trees(packed, largest=len(text) - 1, on_error="skip") as stopped:
        assert len(list(stopped)) == 19
    for stream in (refused, stopped):
        [error] = stream.errors
        assert "the file is larger than" in error.problem
