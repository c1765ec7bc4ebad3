"""What callers of the Python API give by mistake is refused at once, in a sentence."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engine
import search
from engine import Game, Hex, Move, Piece, UndoError, read_all, read_pgn, read_sgf, write_pgn
from search import Limits, Searcher

PGN = "1. wS1\n2. bS1 wS1-\n"
SGF = '(; GM[27] SU[hive] P0[id "Ann"] P1[id "Bob"]; P0[1 Dropb wS1 N 13 .]; P0[2 Done])'


@pytest.mark.parametrize(
    ("setting", "value", "error"),
    [
        ("level", 0, ValueError),
        ("level", 11, ValueError),
        ("level", 2.5, TypeError),
        ("level", True, TypeError),
        ("level", "5", TypeError),
        ("strategy", "foo", ValueError),
        ("strategy", None, ValueError),
        ("strategy", np.array(["MCTS"]), ValueError),
        ("threads", 0, ValueError),
        ("threads", -1, ValueError),
        ("threads", 1.0, TypeError),
        ("threads", None, TypeError),
        ("threads", 2**40, ValueError),
        ("table_mib", 0, ValueError),
        ("table_mib", 0.5, TypeError),
        ("seed", -1, ValueError),
        ("seed", "x", TypeError),
    ],
)
def test_a_searcher_refuses_a_bad_setting_when_made_and_when_set(
    setting: str, value: Any, error: type[Exception]
) -> None:
    with pytest.raises(error, match=f"{setting} must be .*, not "):
        Searcher(**{setting: value})
    searcher = Searcher()
    before = getattr(searcher, setting)
    with pytest.raises(error, match=f"{setting} must be .*, not "):
        setattr(searcher, setting, value)
    assert getattr(searcher, setting) == before


def test_a_searcher_takes_numbers_of_numpy() -> None:
    searcher: Any = Searcher(threads=np.int64(2), level=np.int32(3))  # type: ignore[arg-type]
    assert (searcher.threads, searcher.level) == (2, 3)
    assert type(searcher.threads) is int


@pytest.mark.parametrize(
    ("limits", "error"),
    [
        ({"depth": 2.5}, TypeError),
        ({"depth": True}, TypeError),
        ({"depth": "3"}, TypeError),
        ({"nodes": 0}, ValueError),
        ({"nodes": -5}, ValueError),
        ({"nodes": 1e6}, TypeError),
        ({"nodes": False}, TypeError),
        ({"seconds": -0.1}, ValueError),
        ({"seconds": float("nan")}, ValueError),
        ({"seconds": float("inf")}, ValueError),
        ({"seconds": float("-inf")}, ValueError),
        ({"seconds": True}, TypeError),
        ({"seconds": "1"}, TypeError),
    ],
)
def test_limits_refuse_what_is_no_limit(limits: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^the (depth|number of nodes|seconds) must be .*, not "):
        Limits(**limits)


def test_limits_take_what_is_one() -> None:
    assert Limits(seconds=0).seconds == 0
    assert Limits(seconds=np.float32(0.5), depth=np.int16(3)) == Limits(0.5, 3)  # type: ignore[arg-type]
    assert type(Limits(nodes=np.int64(7)).nodes) is int  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("multipv", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), (True, TypeError)]
)
def test_a_search_refuses_a_bad_number_of_lines(multipv: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="multipv must be"):
        Searcher(table_mib=1).search(Game(), Limits(nodes=1), multipv=multipv)


def test_a_search_wants_a_game_and_limits() -> None:
    searcher: Any = Searcher(table_mib=1)
    with pytest.raises(TypeError, match="only a Game can be searched, not None"):
        searcher.search(None, Limits(nodes=1))
    with pytest.raises(TypeError, match=r"limits are given as Limits, .*, not 5"):
        searcher.search(Game(), 5)
    with pytest.raises(TypeError, match="a search is stopped by a StopFlag, not 1"):
        searcher.search(Game(), Limits(nodes=1), stop=1)
    with pytest.raises(TypeError, match="only a Game can be searched, not 'x'"):
        searcher.start_pondering("x")


def test_more_nodes_than_can_be_counted_are_no_limit() -> None:
    result = Searcher(table_mib=1).search(Game(), Limits(nodes=2**70, depth=1))
    assert result.nodes > 0


@pytest.mark.parametrize("game_type", [None, 5, ["Base"], b"Base"])
def test_a_game_type_is_a_text(game_type: Any) -> None:
    with pytest.raises(TypeError, match="a game type is a text such as 'Base"):
        Game(game_type)
    with pytest.raises(TypeError, match="a GameString is a text such as 'Base;"):
        Game.from_string(game_type)


@pytest.mark.parametrize(
    "move",
    [None, 5, b"wS1", ("wS1", (0, 0)), Move("wS1", Hex(0, 0)), Move(Piece.named("wS1"), 3)],  # type: ignore[arg-type]
)
def test_what_is_no_move_is_refused_and_changes_nothing(move: Any) -> None:
    game = Game()
    for call in (game.play, game.is_legal, game.move_string):
        with pytest.raises(TypeError, match=r"(a move|of a Move) is a "):
            call(move)
    assert game == Game()


@pytest.mark.parametrize("count", [1.5, "1", None, True])
def test_a_number_of_moves_to_take_back_is_whole(count: Any) -> None:
    game = Game.from_string("Base;InProgress;White[2];wS1;bS1 wS1-")
    with pytest.raises(TypeError, match="the number of moves to take back must be a whole number"):
        game.undo(count)
    with pytest.raises(UndoError):
        game.undo(-1)
    assert game.ply == 2


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((-1,), ValueError),
        ((65,), ValueError),
        ((2.0,), TypeError),
        ((True,), TypeError),
        ((None,), TypeError),
        ((2, 0), ValueError),
        ((2, "2"), TypeError),
    ],
)
def test_perft_wants_a_depth_and_a_number_of_workers(
    arguments: Any, error: type[Exception]
) -> None:
    for call in (Game().perft, Game().perft_split):
        with pytest.raises(error, match=r"the depth|worker"):
            call(*arguments)


def test_other_calls_say_what_they_take() -> None:
    game: Any = Game()
    with pytest.raises(TypeError, match="a piece is a Piece or its name"):
        game.place_of(None)
    with pytest.raises(ValueError, match="there is no piece called 'wX'"):
        game.place_of("wX")
    with pytest.raises(ValueError, match="not a valid Color"):
        game.hand("white")
    with pytest.raises(TypeError, match=r"only a Game, .* can be written as PGN, not None"):
        write_pgn(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the tag Round takes a text, not 3"):
        game.pgn(Round=3)


def test_records_are_read_from_a_text_or_from_the_file_at_a_path(tmp_path: Path) -> None:
    pgn, sgf = tmp_path / "game.pgn", tmp_path / "game.sgf"
    pgn.write_bytes(b"\xef\xbb\xbf" + PGN.replace("\n", "\r\n").encode() + b"{\xe9}\r\n")
    sgf.write_text(SGF)
    assert read_pgn(pgn).game == read_pgn(PGN).game
    assert [record.game.ply for record in read_all(pgn)] == [2]
    assert read_sgf(sgf) == read_sgf(SGF)
    assert read_sgf(sgf).game.ply == 1


@pytest.mark.parametrize("read", [read_pgn, read_all, read_sgf])
def test_a_record_that_cannot_be_read_is_reported_at_once(read: Any, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"missing\.pgn"):
        read(tmp_path / "missing.pgn")
    for source in (None, 5, b"1. wS1"):
        with pytest.raises(TypeError, match="a record is given as a text or as a path"):
            read(source)


@pytest.mark.parametrize("package", [engine, search])
def test_a_package_lists_what_can_be_imported(package: Any) -> None:
    assert set(package.__all__) <= set(dir(package))
    assert all(hasattr(package, name) for name in dir(package))
