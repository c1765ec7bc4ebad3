"""Openings of an opening book: balanced, distinct, played with both colours, by the seed."""

from pathlib import Path

import pytest
from arena_helpers import engine_option, run_arena

from arena.settings import OpeningSettings, TournamentSettings
from arena.tournament.opening_lines import OpeningError
from arena.tournament.openings import Openings, open_openings
from engine import Game
from engine.pgn import read_all
from study import Book, make_book


def opened(seed: int = 1, game_types: tuple[str, ...] = (), **wanted: object) -> Openings:
    settings = OpeningSettings(**{"book": "own", **wanted})  # type: ignore[arg-type]
    return open_openings(
        TournamentSettings((), 2, game_types=game_types, openings=settings, seed=seed)
    )


def test_openings_of_the_own_book_are_balanced_and_all_different() -> None:
    openings = opened(plies=4, most_score=0.3)
    assert openings.game_types == ("Base+MLP",)
    assert (openings.longest, openings.title) == (4, "own book, 4 plies")
    book = Book.own()
    seen = set()
    for index in range(15):
        game = Game("Base+MLP")
        for move in openings.opening("Base+MLP", index):
            game.play(move)
        position = book.position(game)
        assert position is not None
        assert position.score is not None
        assert abs(position.score.value) <= 30
        seen.add(game.canonical_text)
    assert len(seen) == 15


def test_the_seed_decides_and_is_part_of_the_tournament() -> None:
    first = opened(plies=3)
    assert first.opening("Base+MLP", 5) == opened(plies=3).opening("Base+MLP", 5)
    assert first.fingerprint == opened(plies=3).fingerprint
    other = opened(plies=3, seed=2)
    assert first.fingerprint != other.fingerprint
    assert [first.opening("Base+MLP", n) for n in range(9)] != [
        other.opening("Base+MLP", n) for n in range(9)
    ]


def test_after_the_last_opening_comes_the_first(tmp_path: Path) -> None:
    games = [Game.from_string(f"Base;InProgress;Black[1];{move}") for move in ("wS1", "wB1")]
    made = make_book(games, nodes=50)
    made.save(tmp_path / "a.book")
    # The moves that were played, and the one that the engine likes best if that is another.
    moves = {(move.text,) for move in made.moves(Game("Base"))}
    assert moves >= {("wS1",), ("wB1",)}
    book = str(tmp_path / "a.book")
    openings = opened(game_types=("Base",), book=book, plies=1, most_score=90)
    assert openings.title == "a.book, 1 ply"
    played = [openings.opening("Base", index) for index in range(2 * len(moves))]
    assert {*played[: len(moves)]} == moves
    assert played[len(moves) :] == played[: len(moves)]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"book": "none.book"}, "cannot read 'none.book'"),
        ({"plies": 99}, r"no Base\+MLP opening of 99 plies"),
        ({"most_score": 0.0, "plies": 1}, "more than 0 ahead"),
    ],
)
def test_a_book_without_such_openings_is_refused(wanted: dict[str, object], words: str) -> None:
    with pytest.raises(OpeningError, match=words):
        opened(**wanted)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("openings", "words"),
    [
        (["file=x", "book"], "not from both"),
        (["score=1"], "score= is for a book"),
        (["book", "order=random"], "are for a file="),
        (["book", "score=-1"], "score"),
    ],
)
def test_wrong_openings_are_refused(openings: list[str], words: str, tmp_path: Path) -> None:
    engines = [*engine_option("name=A"), *engine_option("name=B"), "-each", "st=1"]
    done = run_arena([*engines, "-openings", *openings], tmp_path)
    assert done.returncode == 2
    assert words in done.stderr


def test_a_match_begins_with_openings_of_the_book(tmp_path: Path) -> None:
    engines = [*engine_option("name=A"), *engine_option("name=B")]
    options = ["-openings", "book", "plies=2", "-maxplies", "4", "-games", "4", "-pgnout", "g.pgn"]
    done = run_arena([*engines, "-each", "st=0.5", "margin=20", *options], tmp_path)
    assert "own book, 2 plies" in done.stdout, done.stderr
    games = [record.game for record in read_all((tmp_path / "g.pgn").read_text())]
    openings = opened(plies=2)
    begun = sorted(game.move_strings[:2] for game in games)
    expected = [openings.opening("Base+MLP", index) for index in (0, 0, 1, 1)]
    assert begun == sorted(expected)
