"""Who can write to a file or folder: what others can change must not be run."""

import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

_HAS_OWNERS = hasattr(os, "getuid")
_SUPERUSER = 0
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_MOST_LINKS = 40
_LARGEST_FILE = 64 << 20


class UntrustedError(Exception):
    """Others than this user and the system's administrator can change a file or folder."""


def check_folder(folder: Path) -> None:
    """Check that nobody else can put files into a folder or put another folder in its place.

    The folder need not exist yet. Raises UntrustedError or OSError.
    """
    if _HAS_OWNERS:
        for path in _way_to(folder):
            _check(path)


def make_private(folder: Path) -> None:
    """Make a folder and those above it that are missing, for this user alone. Raises OSError."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for new in reversed(missing):
        new.mkdir(mode=0o700, exist_ok=True)


def read_file(path: Path) -> bytes:
    """The content of a file that nobody else can write. Raises UntrustedError or OSError."""
    descriptor = os.open(path, os.O_RDONLY | _NO_LINKS | _BINARY | _NO_WAITING)
    with os.fdopen(descriptor, "rb") as file:
        if _HAS_OWNERS:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise OSError(f"{path} is not a file")
            if fault := _fault(found):
                raise UntrustedError(f"{path} {fault}")
            if found.st_size > _LARGEST_FILE:
                raise OSError(f"{path} is too large")
        return file.read()


def write_file(path: Path, data: bytes) -> None:
    """Write a new file for this user alone. Raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def _way_to(folder: Path) -> Iterator[Path]:
    """Every folder and link on the way to a folder, as far as there is one; links are followed."""
    waiting = list(reversed(folder.absolute().parts))
    path = Path(waiting.pop())
    links = 0
    yield path
    while waiting:
        part = waiting.pop()
        if part == "..":
            path = path.parent
            continue
        path = path / part
        try:
            is_link = path.is_symlink()
            if not is_link and not path.exists():
                return
        except PermissionError:
            return
        yield path
        if is_link:
            links += 1
            if links > _MOST_LINKS:
                raise OSError(f"too many links on the way to {folder}")
            target = path.readlink()
            if target.is_absolute():
                path = Path(target.parts[0])
                waiting += reversed(target.parts[1:])
            else:
                path = path.parent
                waiting += reversed(target.parts)


def _check(path: Path) -> None:
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) and not stat.S_ISLNK(found.st_mode):
        raise NotADirectoryError(f"{path} is not a folder")
    if fault := _fault(found):
        raise UntrustedError(f"{path} {fault}")


def _fault(found: os.stat_result) -> str | None:
    """What is wrong with a file, folder or link, if anything."""
    if found.st_uid not in (os.getuid(), _SUPERUSER):
        return "belongs to another user"
    if stat.S_ISLNK(found.st_mode):
        return None  # the folder it lies in says who can replace it
    # In a folder such as /tmp everybody can write, but only owners can replace what is there.
    if stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_ISVTX:
        return None
    if found.st_mode & stat.S_IWOTH:
        return "can be written by every user"
    if found.st_mode & stat.S_IWGRP and not _is_own_group(found.st_gid):
        return "can be written by a group of users"
    return None


@lru_cache
def _is_own_group(group: int) -> bool:
    """Whether a group is this user's own, or the administrator's, with nobody else in it.

    Many systems give every user a group of the same name, or number, and let it write by default.
    Other groups may have members that the system does not list.
    """
    import grp
    import pwd

    if group == _SUPERUSER:
        return True
    try:
        user = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        user = None
    try:
        found = grp.getgrgid(group)
    except KeyError:
        return group == os.getgid() == os.getuid()
    return found.gr_name == user and {*found.gr_mem} <= {user}
