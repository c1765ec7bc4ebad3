"""Files of books: written whole, the same bytes again, and nothing in them taken on trust."""

import os
import stat
import struct
import zlib
from pathlib import Path
from random import Random

import pytest
from opening_games import random_game

from engine import Game
from study import Book, BookError, make_book
from study.openings import book_file
from study.openings.neighbours import key_of

SMALL = make_book([random_game(seed, kind) for seed in range(4) for kind in ("Base", "Base+LP")])
DATA = SMALL.to_bytes()


def with_body(body: bytes) -> bytes:
    """A file whose check sum is right, whatever it holds."""
    packed = zlib.compress(body)
    return (
        struct.pack("<16sIII", b"Propolis book 1\n", len(packed), len(body), zlib.crc32(packed))
        + packed
    )


def body_of(data: bytes) -> bytes:
    return zlib.decompress(data[28:])


def test_a_book_that_was_written_is_read_as_it_was(tmp_path: Path) -> None:
    book = make_book([random_game(seed) for seed in range(6)], nodes=50)
    book.save(tmp_path / "a.book")
    again = Book.load(tmp_path / "a.book")
    assert again.to_bytes() == book.to_bytes() == (tmp_path / "a.book").read_bytes()
    assert (again.plies, again.score_nodes, len(again)) == (12, 50, len(book))
    for game_type, graph in book.contents.graphs.items():
        assert again.contents.graphs[game_type] == graph
    assert Book.from_bytes(make_book([]).to_bytes()).game_types == ()


def test_damaged_files_are_refused_in_one_sentence(tmp_path: Path) -> None:
    random = Random(1)
    damaged = [b"", b"\0" * 1000, b"Propolis", DATA[:16], DATA[:27], DATA + b"\0", DATA * 2]
    damaged += [DATA[: random.randrange(len(DATA))] for _ in range(50)]
    for _ in range(300):
        place, bits = random.randrange(len(DATA)), random.randrange(1, 256)
        damaged.append(DATA[:place] + bytes([DATA[place] ^ bits]) + DATA[place + 1 :])
    damaged += [random.randbytes(random.randrange(200)) for _ in range(50)]
    damaged += [DATA[:16] + random.randbytes(200) for _ in range(50)]
    path = tmp_path / "bad.book"
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(BookError, match=r"^cannot read '.*bad\.book': it is [a-zA-Z ]+$"):
            Book.load(path)


def test_numbers_that_make_no_sense_are_refused_although_the_check_sum_is_right() -> None:
    body = body_of(DATA)
    Book.from_bytes(with_body(body))
    length = struct.unpack_from("<I", body)[0]
    text, columns = body[4 : 4 + length], body[4 + length :]

    def with_text(other: bytes) -> bytes:
        return with_body(struct.pack("<I", len(other)) + other + columns)

    count = len(SMALL.contents.graphs["Base"])
    bad = [
        with_body(b""),
        with_body(b"\xff\xff\xff\xff"),
        with_body(body[:-1]),
        with_body(body + b"\0"),
        with_text(text.replace(b'"Base"', b'"Chess"')),
        with_text(text.replace(b'"Base+LP"', b'"Base"')),
        with_text(text.replace(b'"Base"', b"7")),
        with_text(text.replace(b"%d," % count, b"%d," % (count - 1))),
        with_text(text.replace(b"%d," % count, b"-1,")),
        with_text(text.replace(b"%d," % count, b"99999999999999999999,")),
        with_text(text.replace(b"%d," % count, b"1e5,")),
        with_text(b"[]"),
        with_text(b"[" * 100_000),
        with_text(b"{}"),
        with_text(b"\xff"),
        with_text(text.replace(b'"plies":12', b'"plies":"12"')),
    ]
    # Keys out of order, a score beyond all, a move to nowhere, more games by a move than in all.
    keys, tallies, scores = 8 * count, 4 * 4 * count, 2 * count
    after = keys + tallies + scores
    for place, value in (
        (0, b"\xff" * 8),
        (keys + tallies, struct.pack("<h", -32767)),
        (after, b"\xff" * 4),
        (after + 4 * count, b"\xff" * 4),
        (after + 4 * count + 4 * len(SMALL.contents.graphs["Base"].child), b"\xff" * 4),
    ):
        changed = columns[:place] + value + columns[place + len(value) :]
        bad.append(with_body(body[: 4 + length] + changed))
    for data in bad:
        with pytest.raises(BookError, match=r"^it is damaged$"):
            Book.from_bytes(data)
    random = Random(2)
    for _ in range(200):  # whatever it is, it is refused or harmless
        place = random.randrange(4 + length, len(body))
        changed = body[:place] + random.randbytes(3) + body[place + 3 :]
        try:
            book = Book.from_bytes(with_body(changed[: len(body)]))
        except BookError:
            continue
        for move in book.moves(Game("Base")):
            assert Game("Base").is_legal(move.move)


def test_a_small_file_cannot_ask_for_gigabytes() -> None:
    bomb = zlib.compress(b"\0" * (1 << 24), 9)
    for length in (1 << 24, 1, 0, 1 << 31):
        head = struct.pack("<16sIII", b"Propolis book 1\n", len(bomb), length, zlib.crc32(bomb))
        with pytest.raises(BookError, match="damaged"):
            Book.from_bytes(head + bomb)


def test_books_of_another_version_are_told_apart() -> None:
    with pytest.raises(BookError, match="another version"):
        Book.from_bytes(DATA.replace(b"book 1", b"book 2", 1))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "none.book", "/dev/zero", "a\0b"):
        with pytest.raises(
            BookError, match=r"^(cannot read|'.*(is not a file|cannot be the name))"
        ):
            Book.load(name)


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(b"old")
    path.chmod(0o640)

    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(BookError, match="No space left"):
        SMALL.save(path)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.book"]
    monkeypatch.undo()
    SMALL.save(path)
    assert path.read_bytes() == DATA
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    with pytest.raises(BookError, match="is a folder"):
        SMALL.save(tmp_path)


def test_the_keys_in_books_mean_what_they_did_when_they_were_written() -> None:
    """If this fails, books that people have are of no use any more: raise `book_file.VERSION`."""
    assert book_file.VERSION == 1
    game = Game.from_string("Base+MLP;InProgress;Black[2];wP;bL wP-;wQ -wP")
    assert key_of(Game("Base+MLP")) == 17874454538934686820
    assert key_of(game) == 16132572879436718867
