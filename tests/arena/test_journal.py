"""The journal: no finished game is lost, and no half line does harm."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from arena_helpers import ENVIRONMENT, SLOTS, play, record, scripted

from arena.match.game_record import GameRecord
from arena.tournament.journal import Journal, JournalError, read_journal

HEADER = {"arguments": [["games", ["2"]]], "fingerprint": {}, "openings": "x"}
GAMES = [record(number, "A", "B", "1-0") for number in (1, 2, 3)]


def journal_with(path: Path, games: list[GameRecord]) -> Path:
    journal = Journal.create(path, HEADER)
    for game in games:
        journal.append(game)
    journal.close()
    return path


def test_games_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = journal_with(tmp_path / "journal", GAMES)
    contents = read_journal(path)
    assert contents.records == GAMES
    assert contents.header["arguments"] == HEADER["arguments"]


def test_a_journal_torn_at_any_byte_keeps_all_whole_lines(tmp_path: Path) -> None:
    """A line that lacks nothing but its end is whole."""
    whole = journal_with(tmp_path / "whole", GAMES).read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == ord("\n")]
    torn = tmp_path / "torn"
    for length in range(ends[0], len(whole)):
        torn.write_bytes(whole[:length])
        journal, contents = Journal.reopen(torn)
        kept = sum(end - 1 <= length for end in ends) - 1
        assert contents.records == GAMES[:kept]
        is_torn = length not in ends and length + 1 not in ends
        assert contents.torn_bytes == (length - ends[kept] if is_torn else 0)
        assert bool(contents.notice) is is_torn
        assert torn.read_bytes() == whole[: ends[kept]]
        if length % 97 == 0:
            journal.append(GAMES[2])
            assert read_journal(torn).records[-1] == GAMES[2]
        journal.close()


def test_a_last_line_of_rubbish_is_cut_off(tmp_path: Path) -> None:
    """A file system may leave zeros after a power cut."""
    path = journal_with(tmp_path / "journal", GAMES)
    with path.open("ab") as file:
        file.write(bytes(50))
    journal, contents = Journal.reopen(path)
    journal.close()
    assert contents.records == GAMES
    assert contents.notice == f"{path}: the last line is torn and left out (50 bytes)"
    assert path.read_bytes().count(b"\0") == 0


@pytest.mark.parametrize("rubbish", [bytes(50), b"\xff\xfe", b'{"number": 4', b""])
def test_a_last_line_that_has_an_end_is_no_torn_one(tmp_path: Path, rubbish: bytes) -> None:
    path = journal_with(tmp_path / "journal", GAMES)
    with path.open("ab") as file:
        file.write(rubbish + b"\n")
    whole = path.read_bytes()
    with pytest.raises(JournalError, match=r"line 5: not JSON: .*; upto=4 after -resume"):
        Journal.reopen(path)
    assert path.read_bytes() == whole
    assert read_journal(path, 4).records == GAMES


def test_a_damaged_line_in_the_middle_is_reported(tmp_path: Path) -> None:
    path = journal_with(tmp_path / "journal", GAMES)
    lines = path.read_text().splitlines()
    lines[2] = lines[2][:20]
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(JournalError, match="line 3"):
        read_journal(path)


@pytest.mark.parametrize("text", ["", "hello\n", '{"games": 3}\n', "[1]\n"])
def test_other_files_are_not_taken_for_journals(tmp_path: Path, text: str) -> None:
    path = tmp_path / "journal"
    path.write_text(text)
    with pytest.raises(JournalError, match="not a journal"):
        Journal.reopen(path)
    assert path.read_text() == text


def test_a_journal_is_never_overwritten(tmp_path: Path) -> None:
    path = journal_with(tmp_path / "journal", GAMES)
    with pytest.raises(JournalError, match="-resume"):
        Journal.create(path, HEADER)


def test_a_journal_killed_in_its_first_line_is_begun_again(tmp_path: Path) -> None:
    whole = journal_with(tmp_path / "whole", []).read_bytes()
    for length in range(len(whole)):
        path = tmp_path / f"torn{length}"
        path.write_bytes(whole[:length])
        assert journal_with(path, []).read_bytes() == whole


def test_other_files_are_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("notes without an end of line")
    with pytest.raises(JournalError, match="there already"):
        Journal.create(path, HEADER)


def test_only_one_arena_writes_a_journal(tmp_path: Path) -> None:
    path = journal_with(tmp_path / "journal", GAMES)
    journal, _ = Journal.reopen(path)
    code = (
        "import sys; from pathlib import Path; from arena.tournament.journal import Journal\n"
        "Journal.reopen(Path(sys.argv[1]))"
    )
    second = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    journal.close()
    assert "in use by another arena" in second.stderr


@pytest.mark.parametrize("key", ["arguments", "fingerprint", "openings"])
def test_a_first_line_that_lacks_something_is_reported(tmp_path: Path, key: str) -> None:
    path = tmp_path / "journal"
    header = {name: value for name, value in HEADER.items() if name != key}
    path.write_text(json.dumps({"journal": 1, **header}) + "\n")
    with pytest.raises(JournalError, match=f"has no {key}"):
        read_journal(path)


@pytest.mark.parametrize("name", [".", "/dev/null", "/dev/full"])
def test_only_files_are_journals(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for use in (read_journal, Journal.reopen, lambda path: Journal.create(path, HEADER)):
        with pytest.raises(JournalError, match=r"a directory|no regular file"):
            use(path)


def test_the_journal_is_plain_json(tmp_path: Path) -> None:
    game = play(scripted("--scores=inf,1", name="A"), scripted(name="B"))
    SLOTS.close()
    path = journal_with(tmp_path / "journal", [game])
    lines = path.read_text().splitlines()
    assert json.loads(lines[1], parse_constant=pytest.fail)["result"] == "1-0"
    assert read_journal(path).records == [game]
