"""What the server says of openings."""

from pathlib import Path

import pytest
from web_pages import Page, PageError

from engine import Game
from study import make_book
from web.command_line import main


def test_the_moves_of_a_position_come_with_games_results_and_scores(page: Page) -> None:
    found = page.ask("openings", game="Base+MLP")
    assert found["known"] is True
    assert found["games"] >= found["white"] + found["draws"] + found["black"] > 0
    first = found["moves"][0]
    assert first["made_here"] is True
    assert first["from"] is None
    assert first["to"] == [0, 0]
    assert first["piece"] == first["move"]
    assert first["score"][0] in "+-"
    assert [move["games"] for move in found["moves"]] == sorted(
        (move["games"] for move in found["moves"]), reverse=True
    )


def test_moves_are_told_as_they_lie_in_the_game(page: Page) -> None:
    game = Game.from_string("Base+MLP;InProgress;White[2];wP;bL wP-")
    counts = []
    for twin in (game, game.rotated(2), game.mirrored()):
        found = page.ask("openings", game=twin.notation)
        for move in found["moves"]:
            assert twin.is_legal(move["move"])
        counts.append([(move["games"], move["score"]) for move in found["moves"]])
    assert counts[0] == counts[1] == counts[2]


def test_positions_that_nobody_knows_have_no_moves(page: Page) -> None:
    found = page.ask("openings", game="Base+MLP White[9] wA1,wQ,bQ,bB1 -")
    assert found["known"] is False
    assert found["games"] == 0
    with pytest.raises(PageError, match="Game is missing"):
        page.ask("openings")
    with pytest.raises(PageError, match="has no 'book'"):
        page.ask("openings", game="Base", book="/etc/passwd")


def test_a_book_of_the_command_line_must_be_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["--book", str(tmp_path / "none.book"), "--no-open"]) == 2
    assert "--book: cannot read" in capfd.readouterr().err
    make_book([Game("Base")]).save(tmp_path / "good.book")
    (tmp_path / "bad.book").write_bytes((tmp_path / "good.book").read_bytes()[:-2])
    assert main(["--book", str(tmp_path / "bad.book"), "--no-open"]) == 2
    assert "cut off" in capfd.readouterr().err
