"""The cache of compiled code: nothing that is wrong with it keeps the engine from working."""

import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from uhp_client import ENGINE, PATIENCE, ROOT, converse, environment

from engine import cache

COMMANDS = "newgame Base\nvalidmoves\n"


def answers(home: Path) -> list[str]:
    """What an engine with its cache in a folder answers, without the banner."""
    lines, status = converse(COMMANDS, env=environment(PROPOLIS_CACHE_DIR=str(home)))
    assert status == 0
    return lines[lines.index("ok") + 1 :]


@pytest.fixture(scope="module")
def expected() -> list[str]:
    lines, status = converse(COMMANDS)
    assert status == 0
    return lines[lines.index("ok") + 1 :]


@pytest.fixture
def home(tmp_path: Path, expected: list[str]) -> Path:
    """A copy of the warm cache."""
    assert cache.CACHE_DIR is not None
    shutil.copytree(cache.CACHE_DIR, tmp_path / cache.CACHE_DIR.name)
    return tmp_path


def emptied(content: bytes) -> bytes:
    return b""


def halved(content: bytes) -> bytes:
    return content[: len(content) // 2]


def garbled(content: bytes) -> bytes:
    return b"rubbish" * 10


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", [emptied, halved, garbled])
def test_damaged_files_are_replaced(
    home: Path, suffix: str, damage: Callable[[bytes], bytes], expected: list[str]
) -> None:
    name = "list_moves"
    (index,) = home.rglob(f"*{name}-*.nbi")
    (code,) = home.rglob(f"*{name}-*.nbc")
    damaged = index if suffix == ".nbi" else code
    damaged.write_bytes(damage(damaged.read_bytes()))
    content = damaged.read_bytes()
    assert answers(home) == expected
    assert damaged.read_bytes() != content
    written = code.stat().st_mtime_ns
    assert answers(home) == expected
    assert code.stat().st_mtime_ns == written, "the repaired code is not used"


def test_a_full_disk_does_not_matter(tmp_path: Path, expected: list[str]) -> None:
    finished = subprocess.run(
        ENGINE,
        cwd=ROOT,
        env=environment(PROPOLIS_CACHE_DIR=str(tmp_path)),
        input=COMMANDS,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    lines = finished.stdout.splitlines()
    assert lines[lines.index("ok") + 1 :] == expected
    assert not list(tmp_path.rglob("*.tmp.*"))


def make_old(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "file").write_text("x")
    long_ago = time.time() - 2 * cache.KEEP_SECONDS
    os.utime(folder, (long_ago, long_ago))


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], Path | None]:
    """Choosing a folder with a home and a temporary folder below `tmp_path`."""
    monkeypatch.setenv("PROPOLIS_CACHE_DIR", str(tmp_path / "home"))
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "tmp"))
    return cache._choose_folder


def test_only_old_code_of_its_own_is_removed(
    choose: Callable[[], Path | None], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    foreign, own, new = home / "thesis", home / "code-0123456789abcdef", home / "code-fedcba987654"
    make_old(foreign)
    make_old(own)
    new.mkdir()
    chosen = choose()
    assert chosen is not None
    assert chosen.parent == home
    assert foreign.exists()
    assert new.exists()
    assert not own.exists()


def test_a_warm_cache_that_cannot_be_written_is_used(
    choose: Callable[[], Path | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = choose()
    assert folder is not None
    (folder / "engine").mkdir()
    (folder / "engine" / "kernel.nbi").touch()
    monkeypatch.setattr(cache, "_writable", lambda folder: False)
    assert choose() == folder


def test_without_any_folder_nothing_is_kept(
    choose: Callable[[], Path | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_writable", lambda folder: False)
    assert choose() is None

    def no_place() -> str:
        raise FileNotFoundError("no usable temporary directory")

    monkeypatch.setattr(tempfile, "gettempdir", no_place)
    assert choose() is None


def test_a_home_that_may_not_be_entered_is_passed_over(
    choose: Callable[[], Path | None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PROPOLIS_CACHE_DIR", str(tmp_path / ("long" * 1000)))
    chosen = choose()
    assert chosen is not None
    assert chosen.parent == tmp_path / "tmp" / f"propolis-{os.getuid()}"
    assert chosen.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("fault", ["writable by others", "another's", "a link"])
def test_a_temporary_folder_that_others_can_write_is_not_used(
    choose: Callable[[], Path | None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str
) -> None:
    monkeypatch.setenv("PROPOLIS_CACHE_DIR", os.devnull)
    user = os.getuid()
    if fault == "another's":
        user += 1
        monkeypatch.setattr(os, "getuid", lambda: user)
    folder = tmp_path / "tmp" / f"propolis-{user}"
    if fault == "a link":
        (tmp_path / "elsewhere").mkdir()
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        folder.mkdir()
    if fault == "writable by others":
        folder.chmod(0o777)
    assert choose() is None
