"""The PGN of a tournament: a view of the journal that spares the games of others."""

from pathlib import Path

import pytest
from arena_helpers import SLOTS, play, record, scripted

from arena.output.pgn import PgnFile, pgn_of
from arena.settings import ArenaError
from engine import GameState
from engine.pgn import read_all, read_pgn

GAMES = [record(number, "A", "B", "1-0") for number in (1, 2, 3)]


def test_pgn_tells_time_controls_times_scores_and_the_ending() -> None:
    game = play(
        scripted("--scores=1.5", name='A "quoted"'),
        scripted("--fault", "crash", name="B"),
        opening=("wS1", "bS1 wS1-"),
    )
    SLOTS.close()
    back = read_pgn(pgn_of(game, "Cup", "Here"))
    assert back.result is GameState.WHITE_WINS
    assert back.game.move_strings == tuple(move.text for move in game.moves)
    assert back.tags["White"] == 'A "quoted"'
    assert (back.tags["WhiteLimit"], back.tags["BlackLimit"]) == ("st=0.3", "st=0.3")
    assert (back.tags["Event"], back.tags["Opening"]) == ("Cup", "2 plies")
    assert (back.tags["Round"], back.tags["Termination"]) == ("1.1", "crash")
    assert 1 not in back.comments
    assert back.comments[3].startswith("+1.5/2 0.")
    assert back.comments[3].endswith("s")
    assert "B ended with exit code 3" in back.comments[5]


def test_the_pgn_file_is_written_anew_from_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    PgnFile(path, "Cup", "?", GAMES[:2]).append(GAMES[2])
    assert [game.tags["Round"] for game in read_all(path.read_text())] == ["1.1", "1.2", "2.1"]
    with path.open("a") as file:
        file.write('[GameType "Ba')
    PgnFile(path, "Cup", "?", GAMES)
    assert len(list(read_all(path.read_text()))) == 3


def test_a_pgn_file_of_other_games_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    PgnFile(path, "Cup", "?", GAMES)
    whole = path.read_text()
    for text in (whole, "notes\n", whole + "my notes\n"):
        path.write_text(text)
        with pytest.raises(ArenaError, match="has other games"):
            PgnFile(path, "Cup", "?", GAMES[:1])
        assert path.read_text() == text
    path.write_text(whole)
    PgnFile(path, "Another name", "Elsewhere", GAMES)
    assert path.read_text().count("Another name") == 3
    assert list(tmp_path.iterdir()) == [path]


def test_a_pgn_file_is_written_where_a_link_leads(tmp_path: Path) -> None:
    link, path = tmp_path / "link.pgn", tmp_path / "games.pgn"
    link.symlink_to(path)
    PgnFile(link, "Cup", "?", GAMES[:1]).append(GAMES[1])
    assert link.is_symlink()
    assert len(list(read_all(path.read_text()))) == 2
    with pytest.raises(ArenaError, match="no regular file"):
        PgnFile(Path("/dev/null"), "Cup", "?", GAMES)
