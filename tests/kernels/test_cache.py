"""The cache of compiled code: nothing that is wrong with it keeps the engine from working."""

import hashlib
import json
import os
import pickle
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from program_copy import copy_program
from uhp_client import ENGINE, PATIENCE, ROOT, Engine, converse, environment

from engine import cache, trust

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


def with_a_flipped_bit(content: bytes) -> bytes:
    """A bit of the machine code: without a checksum the engine would run it."""
    middle = len(content) // 4
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def of_another_kernel(content: bytes) -> bytes:
    """A file that is sound in itself, in the wrong place."""
    assert cache.CACHE_DIR is not None
    [other] = cache.CACHE_DIR.glob(f"*.losers-*{cache.SUFFIX}")
    return other.read_bytes()


def with_a_flipped_header_bit(content: bytes) -> bytes:
    return content[:70] + bytes([content[70] ^ 1]) + content[71:]


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage",
    [emptied, halved, garbled, with_a_flipped_bit, with_a_flipped_header_bit, of_another_kernel],
)
def test_damaged_files_are_replaced(
    home: Path, damage: Callable[[bytes], bytes], expected: list[str]
) -> None:
    (code,) = home.rglob(f"*.list_moves-*{cache.SUFFIX}")
    code.write_bytes(damage(code.read_bytes()))
    content = code.read_bytes()
    assert answers(home) == expected
    assert code.read_bytes() != content
    written = code.stat().st_mtime_ns
    assert answers(home) == expected
    assert code.stat().st_mtime_ns == written, "the repaired code is not used"


def test_a_changed_callee_two_folders_down_is_seen(tmp_path: Path) -> None:
    """A kernel contains the code of its callees, so stale code would be run."""
    deep = tmp_path / "search" / "alphabeta" / "parts"
    deep.mkdir(parents=True)
    (tmp_path / "engine").mkdir()
    caller = tmp_path / "search" / "caller.py"
    caller.write_text(
        "from search.alphabeta.parts import (\n    callee,\n)\n@kernel(void())\ndef go():\n  pass"
    )
    (deep / "__init__.py").write_text("")
    (deep / "callee.py").write_text("import search.alphabeta.constants\ndef f(): return 1")
    constants = deep.parent / "constants.py"
    constants.write_text("N = 1")
    unused = deep / "unused.py"
    unused.write_text("N = 1")
    names = [cache.folder_name(tmp_path)]
    for path in (deep / "callee.py", constants, caller, deep / "__init__.py"):
        path.write_text(path.read_text() + "\n# changed")
        names.append(cache.folder_name(tmp_path))
    assert len({*names}) == len(names)
    unused.write_text("N = 2")
    assert cache.folder_name(tmp_path) == names[-1]


@pytest.mark.parametrize("name", ["intrinsics", "instructions", "compiler", "jit"])
def test_changed_instructions_are_seen(name: str, tmp_path: Path) -> None:
    """What compiles kernels makes their code, though no kernel imports it."""
    copy_program(tmp_path, cache.KERNEL_PACKAGES)
    path = tmp_path / "engine" / f"{name}.py"
    before = cache.folder_name(tmp_path)
    path.write_text(path.read_text() + "\n# changed")
    assert cache.folder_name(tmp_path) != before


def test_every_switch_of_numba_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.folder_name()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert cache.folder_name() != before


@pytest.mark.slow
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
    assert not list(tmp_path.rglob("*.unfinished"))


def make_old(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "file").write_text("x")
    long_ago = time.time() - 2 * cache.KEEP_SECONDS
    os.utime(folder, (long_ago, long_ago))


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], cache.Choice]:
    """Choosing a folder with a home and a temporary folder below `tmp_path`."""
    monkeypatch.setenv("PROPOLIS_CACHE_DIR", str(tmp_path / "home"))
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "tmp"))
    return cache.choose_folder


def test_only_old_code_of_its_own_is_removed(
    choose: Callable[[], cache.Choice], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    foreign, own, new = home / "thesis", home / "code-0123456789abcdef", home / "code-fedcba987654"
    make_old(foreign)
    make_old(own)
    new.mkdir()
    chosen = choose().folder
    assert chosen is not None
    assert chosen.parent == home
    assert foreign.exists()
    assert new.exists()
    assert not own.exists()


def test_a_warm_cache_that_cannot_be_written_is_used(
    choose: Callable[[], cache.Choice], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = choose().folder
    assert folder is not None
    (folder / f"engine.name-1{cache.SUFFIX}").touch()
    monkeypatch.setattr(cache, "_writable", lambda folder: False)
    assert choose().folder == folder


def test_without_any_folder_nothing_is_kept(
    choose: Callable[[], cache.Choice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_writable", lambda folder: False)
    assert choose() == cache.Choice()

    def no_place() -> str:
        raise FileNotFoundError("no usable temporary directory")

    monkeypatch.setattr(tempfile, "gettempdir", no_place)
    assert choose() == cache.Choice()


def test_a_home_that_may_not_be_entered_is_passed_over(
    choose: Callable[[], cache.Choice], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PROPOLIS_CACHE_DIR", str(tmp_path / ("long" * 1000)))
    chosen = choose().folder
    assert chosen is not None
    assert chosen.parent == tmp_path / "tmp" / f"propolis-{os.getuid()}"
    assert chosen.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_is_not_read(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "code")
    with pytest.raises(OSError, match=r"not a file|directory"):
        trust.read_file(tmp_path / "code")


def test_only_old_unfinished_files_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "CACHE_DIR", tmp_path)
    for name in ("new.1.unfinished", "old.1.unfinished", f"old{cache.SUFFIX}"):
        (tmp_path / name).touch()
        if name.startswith("old"):
            os.utime(tmp_path / name, (1, 1))
    cache.remove_unfinished()
    assert {path.name for path in tmp_path.iterdir()} == {"new.1.unfinished", f"old{cache.SUFFIX}"}


# Trust: nobody else may be able to put code where it is run


class Marking:
    """Makes a folder when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.mark),)


def planted(content: bytes, evil: bytes) -> bytes:
    """A kernel's file with something else in place of numba's result."""
    line, _, code = content.partition(b"\n")[2].partition(b"\n")
    content = b"\n".join((line, code[: json.loads(line)["length"]] + evil))
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


@pytest.mark.slow
def test_code_that_others_can_write_is_not_run(tmp_path: Path, expected: list[str]) -> None:
    shared, mark = tmp_path / "shared", tmp_path / "mark"
    code = shared / cache.folder_name()
    code.mkdir(parents=True)
    assert cache.CACHE_DIR is not None
    # A kernel has to be compiled, for which numba's results for those it calls are unpickled.
    for file in cache.CACHE_DIR.glob(f"*{cache.SUFFIX}"):
        if ".list_moves-" not in file.name:
            (code / file.name).write_bytes(planted(file.read_bytes(), pickle.dumps(Marking(mark))))
    shared.chmod(0o777)
    with Engine(env=environment(PROPOLIS_CACHE_DIR=str(shared))) as engine:
        reply = [*engine.ask("newgame Base"), "ok", *engine.ask("validmoves"), "ok"]
        assert reply == expected
        [line] = [line for line in engine.errors.splitlines() if "cache" in line]
        assert line == (
            "propolis: the cache of compiled code is not used: "
            f"{shared} can be written by every user"
        )
    assert not mark.exists()


def open_to_others(folder: Path) -> str:
    folder.chmod(0o777)
    return f"{folder} can be written by every user"


def open_to_a_group(folder: Path) -> str:
    os.chown(folder, -1, 4321)
    folder.chmod(0o775)
    return f"{folder} can be written by a group of users"


def given_away(folder: Path) -> str:
    os.chown(folder, 65534, -1)
    return f"{folder} belongs to another user"


def below_an_open_folder(folder: Path) -> str:
    folder.parent.chmod(0o777)
    return f"{folder.parent} can be written by every user"


def behind_anothers_link(folder: Path) -> str:
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to("elsewhere")
    os.chown(folder, 65534, -1, follow_symlinks=False)
    return f"{folder} belongs to another user"


def behind_a_link_to_an_open_folder(folder: Path) -> str:
    target = folder.with_name("elsewhere")
    folder.rename(target)
    target.chmod(0o777)
    folder.symlink_to("../home/elsewhere")
    return f"{target} can be written by every user"


def in_an_open_folder_where_only_owners_may_replace(folder: Path) -> str:
    folder.parent.chmod(0o1777)
    return ""


def unharmed(folder: Path) -> str:
    return ""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize(
    "fault",
    [
        open_to_others,
        open_to_a_group,
        given_away,
        below_an_open_folder,
        behind_anothers_link,
        behind_a_link_to_an_open_folder,
        in_an_open_folder_where_only_owners_may_replace,
        unharmed,
    ],
)
def test_every_folder_on_the_way_is_looked_at(tmp_path: Path, fault: Callable[[Path], str]) -> None:
    folder = tmp_path / "home" / "propolis"
    (folder / "code").mkdir(parents=True)
    if reason := fault(folder):
        with pytest.raises(trust.UntrustedError) as refusal:
            trust.check_folder(folder / "code")
        assert str(refusal.value) == reason
    else:
        trust.check_folder(folder / "code")


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_a_file_of_another_user_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "code"
    path.write_bytes(b"x")
    assert trust.read_file(path) == b"x"
    os.chown(path, 65534, -1)
    with pytest.raises(trust.UntrustedError, match="another user"):
        trust.read_file(path)


@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_a_folder_that_others_can_write_is_refused_in_one_line(
    choose: Callable[[], cache.Choice], tmp_path: Path, mode: int
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(mode)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trust, "_is_own_group", lambda group: False)
        choice = choose()
    assert choice.folder is None
    assert choice.refused is not None
    assert str(home) in choice.refused
    assert "\n" not in choice.refused
    assert list(home.iterdir()) == []


def test_a_group_of_this_user_alone_may_write(
    choose: Callable[[], cache.Choice], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home").chmod(0o770)
    monkeypatch.setattr(trust, "_is_own_group", lambda group: True)
    assert choose().folder is not None


def test_folders_are_made_for_this_user_alone(
    choose: Callable[[], cache.Choice], tmp_path: Path
) -> None:
    before = os.umask(0)
    try:
        chosen = choose().folder
    finally:
        os.umask(before)
    assert chosen is not None
    for folder in (chosen, chosen.parent):
        assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("fault", ["writable by others", "another's link"])
def test_a_temporary_folder_that_others_can_write_is_not_used(
    choose: Callable[[], cache.Choice], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str
) -> None:
    monkeypatch.setenv("PROPOLIS_CACHE_DIR", os.devnull)
    folder = tmp_path / "tmp" / f"propolis-{os.getuid()}"
    if fault == "another's link":
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere").chmod(0o777)
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        folder.mkdir()
        folder.chmod(0o777)
    assert choose().folder is None
