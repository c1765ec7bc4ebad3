"""What is of the wrong kind is refused with a sentence, and neither memory nor a game is harmed."""

import copy
import os
import threading
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engine import (
    Bug,
    Color,
    Game,
    Hex,
    Move,
    Piece,
    PositionError,
    Setup,
    canonical_hashes,
    read_games,
    write_pgn,
)
from engine.layout import Layout
from engine.position import POSITION


def in_the_middle(game_type: str = "Base+MLP", plies: int = 30, **rules: bool) -> Game:
    random, game = Random(plies), Game(game_type, **rules)
    while game.ply < plies and not game.is_over:
        game.play(random.choice(game.legal_moves))
    return game


@pytest.mark.parametrize(
    ("color", "bug", "number", "error"),
    [
        (Color.WHITE, Bug.SPIDER, -5_000_000, ValueError),
        (Color.WHITE, Bug.QUEEN, 0, ValueError),
        (Color.BLACK, Bug.QUEEN, 2, ValueError),
        (Color.BLACK, Bug.ANT, 4, ValueError),
        (Color.WHITE, Bug.ANT, "1", TypeError),
        (0, Bug.ANT, 1, TypeError),
        (Color.WHITE, 4, 1, TypeError),
    ],
)
def test_there_are_no_pieces_but_those_in_the_box(
    color: Any, bug: Any, number: Any, error: type[Exception]
) -> None:
    with pytest.raises(error, match="of a"):
        Piece(color, bug, number)


@pytest.mark.parametrize(
    ("things", "error"),
    [
        ([1, 2, 3], TypeError),
        (None, TypeError),
        ([Game("Base")], TypeError),
        (np.zeros(3, dtype=POSITION), ValueError),
        (np.array([[Game("Base").position]]), ValueError),
    ],
)
def test_only_positions_have_canonical_hashes(things: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="position"):
        canonical_hashes(things)


def test_rubbish_in_records_of_positions_is_never_followed() -> None:
    random = np.random.default_rng(1)
    position = in_the_middle().position
    for _ in range(300):
        record = np.array([position])
        for field in ("top", "where", "below", "around"):
            if random.random() < 0.5:
                where = random.integers(record[field].size, size=5)
                limits = np.iinfo(record[field].dtype)
                record[field][0, where] = random.integers(limits.min, limits.max, 5, endpoint=True)
        with suppress(ValueError):
            canonical_hashes(record)


def test_positions_that_are_hashed_stay_as_they_are() -> None:
    positions = np.array([in_the_middle(plies=plies).position for plies in range(0, 40, 4)])
    positions.flags.writeable = False
    before = positions.tobytes()
    hashes = canonical_hashes(positions)
    assert positions.tobytes() == before
    assert (canonical_hashes(positions[::2]) == hashes[::2]).all()


def test_threads_may_look_at_one_game_together() -> None:
    game = in_the_middle(plies=45)
    legal, hashed = game.legal_moves, game.canonical_hash
    records = np.array([game.position] * 50)
    wrong = []

    def look() -> None:
        for _ in range(300):
            game._codes = None  # as if nobody had asked before
            if game.legal_moves != legal or game.canonical_hash != hashed:
                wrong.append("game")
            if (canonical_hashes(records) != hashed).any():
                wrong.append("records")

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("coordinate", [0.0, "0", None])
def test_coordinates_are_whole_numbers(coordinate: Any) -> None:
    game = Game("Base")
    with pytest.raises(TypeError, match="a coordinate of a Hex must be a whole number"):
        game.play(Move(Piece.named("wS1"), Hex(coordinate, 0)))
    assert game == Game("Base")


@pytest.mark.parametrize("stacks", [[1, 2], {(0, 0): 5}, {(0, 0): None}, {0: "wQ"}])
def test_stacks_are_pieces_by_cell(stacks: Any) -> None:
    with pytest.raises(TypeError, match=r"a stack|stacks are|a place is"):
        Game.from_stacks(stacks)


def test_a_setup_is_checked_when_it_is_changed() -> None:
    setup = Setup("Base", {(0, 0): "wS1"})
    for name, value in (("turn", "x"), ("stunned", "wX"), ("game_type", "Foo"), ("stunned", 3)):
        with pytest.raises((TypeError, ValueError)):
            setattr(setup, name, value)
    setattr(setup, "turn", 1)  # noqa: B010 - a number will do
    assert setup.text == "Base Black[1] wS1 -"


def test_pieces_far_apart_are_not_written_row_by_row() -> None:
    setup = Setup("Base", {(0, 0): "wS1", (0, 10**9): "bS1"})
    with pytest.raises(PositionError, match="cells apart"):
        _ = setup.text
    assert "cells apart" in repr(setup)
    with pytest.raises(PositionError, match="rows"):
        Setup.from_text(f"Base White[2] wS1{'/' * 5000}bS1 -")


def test_wide_gaps_are_read_as_they_are_written() -> None:
    setup = Setup("Base", {(0, 0): "wS1", (450, 0): "bS1"})
    assert Setup.from_text(setup.text) == setup


class Named(Game):
    """A game with an attribute and a constructor of its own."""

    def __init__(self, name: str) -> None:
        super().__init__("Base+M", repetition_draw=True)
        self.names = [name]


def test_subclasses_keep_what_is_theirs() -> None:
    game = Named("Ann")
    game.play("wS1")
    twin = copy.deepcopy(game)
    twin.names.append("Bob")
    assert game.names == ["Ann"]
    for other in (game.rotated(), game.mirrored()):
        assert (other.names, other.game_type, other.ply) == (["Ann"], "Base+M", 1)
        assert other.repetition_draw


def test_an_interrupt_in_the_middle_of_a_move_leaves_the_game_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = in_the_middle(repetition_draw=True)
    before = game.copy()
    carry = Layout.carry

    def interrupted(layout: Layout, *arguments: Any) -> None:
        monkeypatch.setattr(Layout, "carry", carry)
        raise KeyboardInterrupt

    monkeypatch.setattr(Layout, "carry", interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.play(game.legal_moves[0])
    assert (game, game.history, game._seen) == (before, before.history, before._seen)
    assert game.legal_moves == before.legal_moves
    monkeypatch.setattr(Layout, "carry", interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.undo(5)
    assert game == Game.from_string(game.game_string, repetition_draw=True)
    assert game.history == before.history[: len(game.history)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"tags": 3}, "tags are given by name"),
        ({"tags": {3: "x"}}, "the name of a tag"),
        ({"comments": 3}, "comments are given by"),
        ({"comments": {0: 3}}, "a comment is a text"),
        ({"comments": {"a": "x"}}, "the number of moves before a comment"),
        ({"result": 3}, "a result is a text"),
        ({"dialect": "x"}, "a dialect is one of mzinga, hivegame"),
    ],
)
def test_what_cannot_be_written_is_told(arguments: Any, words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        write_pgn(Game("Base"), **arguments)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_folder_with_a_pipe_and_a_false_archive_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.pgn")
    (tmp_path / "b.pgn.gz").write_bytes(b"no archive")
    (tmp_path / "c.pgn").write_text("1. wS1\n")
    with read_games(tmp_path, on_error="skip") as games:
        assert [record.game.ply for record in games] == [1]
    assert [Path(str(error.path)).name for error in games.errors] == ["b.pgn.gz"]
