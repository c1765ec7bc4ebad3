"""Openings and who meets whom."""

import hashlib
import operator
import os
import random
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.settings import OpeningSettings, TournamentSettings
from arena.tournament.opening_lines import OpeningError
from arena.tournament.openings import Openings, open_openings
from arena.tournament.schedule import Schedule
from engine import GAME_TYPES, Game
from engine.pgn import write_pgn

LINES = """# two openings and a type of its own
Base;InProgress;White[3];wS1;bG1 -wS1;wA1 wS1/;bG2 /bG1

Base;InProgress;White[2];wB1;bB1 wB1-
Base+MLP;InProgress;White[2];wL;bL wL-
"""


def opened(openings: OpeningSettings, game_types: tuple[str, ...] = (), seed: int = 1) -> Openings:
    """The openings of a tournament."""
    return open_openings(
        TournamentSettings((), 2, game_types=game_types, openings=openings, seed=seed)
    )


@given(st.integers(2, 6), st.integers(1, 12), st.booleans())
def test_every_opening_is_played_twice_with_colours_swapped(
    engines: int, rounds: int, gauntlet: bool
) -> None:
    schedule = Schedule(engines, 2 * rounds, ("Base", "Base+M"), gauntlet=gauntlet)
    games = [schedule.game(number) for number in range(1, schedule.games + 1)]
    met = Counter((game.white, game.black) for game in games)
    expected = engines - 1 if gauntlet else engines * (engines - 1) // 2
    assert len(met) == 2 * expected
    assert set(met.values()) == {rounds}
    assert not gauntlet or all(0 in pair for pair in met)
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert (first.white, first.black) == (second.black, second.white)
        assert (first.opening, first.game_type) == (second.opening, second.game_type)


def test_a_longer_tournament_begins_like_a_shorter_one() -> None:
    short, long = (Schedule(3, games, ("Base", "Base+P")) for games in (4, 20))
    assert [short.game(n) for n in range(1, 13)] == [long.game(n) for n in range(1, 13)]


def test_rounds_go_through_the_game_types() -> None:
    schedule = Schedule(2, 16, GAME_TYPES)
    assert [schedule.game(n).game_type for n in range(1, 17, 2)] == list(GAME_TYPES)


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_random_openings_are_legal_and_repeatable(game_type: str) -> None:
    def source(seed: int) -> list[tuple[str, ...]]:
        openings = opened(OpeningSettings(plies=8), (game_type,), seed)
        return [openings.opening(game_type, index) for index in range(12)]

    first = source(1)
    assert first == source(1)
    assert first != source(2)
    assert len(set(first)) == 12
    for opening in first:
        game = Game(game_type)
        for move in opening:
            game.play(move)
        assert game.ply == 8
        assert not game.is_over


def test_the_default_is_four_random_plies_with_all_expansions() -> None:
    openings = opened(OpeningSettings())
    assert openings.game_types == ("Base+MLP",)
    assert len(openings.opening("Base+MLP", 0)) == 4


def book(tmp_path: Path, **changes: object) -> OpeningSettings:
    path = tmp_path / "book.uhp"
    path.write_text(LINES)
    return OpeningSettings(file=path, **changes)  # type: ignore[arg-type]


def test_a_file_of_game_strings(tmp_path: Path) -> None:
    openings = opened(book(tmp_path))
    assert openings.game_types == ("Base", "Base+MLP")
    moves = [openings.opening("Base", index) for index in range(3)]
    assert moves[0] == ("wS1", "bG1 -wS1", "wA1 wS1/", "bG2 /bG1")
    assert moves[1] == ("wB1", "bB1 wB1-")
    assert moves[2] == moves[0]
    assert opened(book(tmp_path, plies=1), ("Base",)).opening("Base", 0) == ("wS1",)
    assert opened(book(tmp_path, start=2), ("Base",)).opening("Base", 0) == moves[1]


def test_random_order_depends_on_the_seed_only(tmp_path: Path) -> None:
    path = tmp_path / "book.uhp"
    kinds = ("S1", "B1", "G1", "A1", "M", "L", "P")
    lines = [f"Base+MLP;InProgress;White[2];w{a};b{b} w{a}-" for a in kinds for b in kinds]
    path.write_text("\n".join(lines))
    settings = OpeningSettings(file=path, order="random")

    def order(seed: int) -> list[tuple[str, ...]]:
        openings = opened(settings, seed=seed)
        return [openings.opening("Base+MLP", index) for index in range(len(lines))]

    assert order(1) == order(1)
    assert order(1) != order(2)
    assert sorted(order(1)) == sorted(order(2))


def test_a_pgn_file(tmp_path: Path) -> None:
    games = [Game.from_string(line) for line in LINES.splitlines() if line.startswith("Base")]
    path = tmp_path / "book.pgn"
    path.write_text("\n".join(write_pgn(game, {"White": "x"}) for game in games))
    openings = opened(OpeningSettings(file=path, plies=2), ("Base",))
    assert openings.opening("Base", 0) == ("wS1", "bG1 -wS1")


def test_openings_of_a_missing_type_are_reported(tmp_path: Path) -> None:
    with pytest.raises(OpeningError, match=r"no Base\+P opening, but Base, Base\+MLP"):
        opened(book(tmp_path), ("Base+P",))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Base;InProgress;White[2];wS1;bQ wS1-", "line 1: move 2"),
        ("nonsense", "line 1"),
        ("", "no games in"),
        ("# only a remark\n", "no games in"),
        (
            "\nBase;InProgress;White[7];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;"
            "bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-",
            "line 2: the game is over after the opening, at ply 12",
        ),
        (
            "Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;"
            "bG2 bQ/;wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bA1 bG2/;wQ /bG1",
            "over after the opening",
        ),
    ],
)
def test_bad_openings_are_reported_with_their_place(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "book.uhp"
    path.write_text(text)
    with pytest.raises(OpeningError) as error:
        opened(OpeningSettings(file=path))
    assert words in str(error.value)
    assert "book.uhp" in str(error.value)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(OpeningError, match="cannot read"):
        opened(OpeningSettings(file=tmp_path / "nothing.uhp"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["uhp", "pgn"])
def test_a_large_book_takes_little_memory(tmp_path: Path, kind: str) -> None:
    """A game in progress takes 20 kilobytes, so 400 of them would be eight megabytes."""
    generator, games, number = random.Random(7), [], 400
    for _ in range(number):
        game = Game("Base+MLP")
        for _ in range(4):
            game.play(generator.choice(game.legal_moves))
        games.append(game)
    write = write_pgn if kind == "pgn" else operator.attrgetter("game_string")
    path = tmp_path / f"book.{kind}"
    path.write_text("\n".join(map(write, games)))
    settings = OpeningSettings(file=path)
    expected = opened(settings).fingerprint
    tracemalloc.start()
    try:
        openings = opened(settings)
        assert openings.fingerprint == expected
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20
    moves = [openings.opening("Base+MLP", index) for index in range(number)]
    assert moves == [game.move_strings for game in games]


def test_the_fingerprint_of_a_book_stays_what_it_was(tmp_path: Path) -> None:
    """Journals hold it, and tournaments must go on after an update."""
    openings = opened(book(tmp_path))
    entries = {
        "Base": [("wS1", "bG1 -wS1", "wA1 wS1/", "bG2 /bG1"), ("wB1", "bB1 wB1-")],
        "Base+MLP": [("wL", "bL wL-")],
    }
    digest = hashlib.sha256(repr(list(entries.items())).encode()).hexdigest()[:16]
    assert openings.fingerprint == f"book {digest}"


def test_text_that_is_no_text_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "book.uhp"
    path.write_bytes(b"Base;InProgress;Black[1];wS1\n\xff\n")
    with pytest.raises(OpeningError, match=r"book\.uhp, line 2: not UTF-8"):
        opened(OpeningSettings(file=path))


@pytest.mark.parametrize("kind", ["uhp", "pgn"])
def test_openings_come_from_files_with_lines(tmp_path: Path, kind: str) -> None:
    pipe, endless = tmp_path / f"pipe.{kind}", tmp_path / f"endless.{kind}"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(OpeningError, match="no regular file"):
            opened(OpeningSettings(file=path, format=kind))
    endless.write_bytes(b"# one line\n" + bytes(1_000_001))
    with pytest.raises(OpeningError, match=rf"endless\.{kind}, line 2: longer than 1000000"):
        opened(OpeningSettings(file=endless))


@pytest.mark.parametrize("kind", ["uhp", "pgn"])
def test_a_mark_in_front_is_left_out(tmp_path: Path, kind: str) -> None:
    game = Game.from_string("Base;InProgress;Black[1];wS1")
    path = tmp_path / f"book.{kind}"
    path.write_text(write_pgn(game) if kind == "pgn" else game.game_string, encoding="utf-8-sig")
    assert opened(OpeningSettings(file=path)).opening("Base", 0) == ("wS1",)


def test_a_tag_that_is_never_closed_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "book.pgn"
    path.write_text('[White "Ann"]\n\n1. wS1\n\n[White "Bob\n\n1. wS1\n')
    with pytest.raises(OpeningError, match=r"book\.pgn, line 5: .* is not a tag"):
        opened(OpeningSettings(file=path))
    path.write_text('[White "Ann"]\n\n1. wS1\n\n[White "Bob"]\n\n1. bS1\n')
    with pytest.raises(OpeningError, match=r"book\.pgn: game 2: "):
        opened(OpeningSettings(file=path))
