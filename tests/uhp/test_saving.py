"""`pgn FILE`: the record is written whole or not at all, and over nothing by mistake."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from engine import read_pgn
from search.stop_flag import StopFlag
from uhp.loader import Loader
from uhp.session import Session
from uhp.stdin import CommandLine

GAME = "Base;InProgress;White[2];wS1;bS1 wS1/"


@pytest.fixture
def session() -> Session:
    session = Session(Loader())
    answer(session, f"newgame {GAME}")
    return session


def answer(session: Session, line: str) -> list[str]:
    return list(session.answer(CommandLine(line, 0.0), 0.0, StopFlag()))


@pytest.mark.parametrize("name", ["game.pgn", "my game.pgn", '"my game.pgn"', "overwrite me", "é"])
def test_the_record_is_written_to_a_file(session: Session, tmp_path: Path, name: str) -> None:
    quoted = name.startswith('"')
    path = tmp_path / name.strip('"')
    given = f'"{path}"' if quoted else str(path)
    assert answer(session, f"pgn {given}") == [f"wrote 2 moves to {path}"]
    assert read_pgn(path).game.game_string == GAME
    assert "\n".join(answer(session, "pgn")) + "\n" == path.read_text()
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_replaced_only_with_consent(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("precious")
    path.chmod(0o600)
    [refusal] = answer(session, f"pgn {path}")
    assert refusal.startswith("err there is a file ")
    assert "'overwrite'" in refusal
    assert path.read_text() == "precious"
    assert answer(session, f"pgn {path} overwrite") == [f"wrote 2 moves to {path}"]
    assert read_pgn(path).game.ply == 2
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_consent_to_replace_a_file_that_is_not_there_does_no_harm(
    session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    assert answer(session, f"pgn {path} OVERWRITE") == [f"wrote 2 moves to {path}"]


def test_a_link_is_followed(session: Session, tmp_path: Path) -> None:
    target, link = tmp_path / "target.pgn", tmp_path / "link.pgn"
    target.write_text("old")
    link.symlink_to(target)
    assert answer(session, f"pgn {link}")[0].startswith("err there is a file")
    assert answer(session, f"pgn {link} overwrite") == [f"wrote 2 moves to {target}"]
    assert link.is_symlink()
    assert read_pgn(target).game.ply == 2


@pytest.mark.parametrize(
    "name", [".", "missing/game.pgn", "x" * 300, "\0", "file/game.pgn", "\ufffd", "\x18"]
)
@pytest.mark.parametrize("consent", ["", " overwrite"])
def test_a_bad_path_is_refused_in_one_line(
    session: Session, tmp_path: Path, name: str, consent: str
) -> None:
    (tmp_path / "file").write_text("")
    [refusal] = answer(session, f"pgn {tmp_path}/{name}{consent}")
    assert refusal.startswith("err ")
    assert "internal" not in refusal
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_special_file_is_never_replaced(session: Session, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for consent in ("", " overwrite"):
        [refusal] = answer(session, f"pgn {pipe}{consent}")
        assert refusal.endswith(" is not an ordinary file")
    assert pipe.is_fifo()


@pytest.mark.parametrize("old", [None, "precious"])
def test_a_full_disk_leaves_things_as_they_were(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str | None
) -> None:
    path = tmp_path / "game.pgn"
    if old is not None:
        path.write_text(old)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    [refusal] = answer(session, f"pgn {path} overwrite")
    assert refusal.startswith("err cannot write ")
    assert refusal.endswith(": No space left on device")
    assert [p.read_text() for p in tmp_path.iterdir()] == ([] if old is None else [old])


def test_a_file_that_appears_at_the_last_moment_is_not_lost(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.pgn"
    monkeypatch.setattr(os, "fsync", lambda descriptor: path.write_text("precious"))
    assert answer(session, f"pgn {path}")[0].startswith("err there is a file")
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_system_without_hard_links_will_do(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(*names: Any) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", unable)
    path = tmp_path / "game.pgn"
    assert answer(session, f"pgn {path}") == [f"wrote 2 moves to {path}"]
    assert list(tmp_path.iterdir()) == [path]
