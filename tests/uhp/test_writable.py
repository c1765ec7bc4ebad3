"""Where a file cannot be written, that is known before the work; and nothing is left behind."""

import os
import stat
from pathlib import Path

import pytest

from uhp.saving import save, why_not_writable


@pytest.mark.parametrize("in_place", [False, True])
def test_a_place_for_a_file_is_told_from_none(tmp_path: Path, in_place: bool) -> None:
    (tmp_path / "old").write_text("old")
    for name in ("new", "old"):
        assert why_not_writable(tmp_path / name, in_place=in_place) is None
    for name, words in {
        "": "directory",
        "nowhere/new": "no folder",
        "old/new": "no folder",
        "x" * 300: "too long",
        "\0": "name",
    }.items():
        assert words in str(why_not_writable(f"{tmp_path}/{name}", in_place=in_place))
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text() == "old"


def test_a_pipe_is_written_in_place_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert why_not_writable(pipe) == "it is not an ordinary file"
    assert why_not_writable(pipe, in_place=True) is None
    assert pipe.is_fifo()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_rights_are_those_of_the_folder_or_of_the_file(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("old")
    old.chmod(0o400)
    assert why_not_writable(old) is None, "it would be replaced"
    assert "denied" in str(why_not_writable(old, in_place=True))
    old.chmod(0o600)
    tmp_path.chmod(0o500)
    assert "denied" in str(why_not_writable(old))
    assert why_not_writable(old, in_place=True) is None
    assert "denied" in str(why_not_writable(tmp_path / "new"))
    tmp_path.chmod(0o700)


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert save(b"\r\n\xff", str(path), overwrite=False) == str(path)
    assert path.read_bytes() == b"\r\n\xff"
    path.chmod(0o640)
    save(b"new", str(path), overwrite=True)
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)
