"""The files a tournament writes: none is overwritten by mistake, and problems show early."""

import os
import shutil
from collections.abc import Mapping
from itertools import count
from pathlib import Path

from arena.settings import ArenaError
from uhp.saving import why_not_writable


class OutputError(ArenaError):
    """A file cannot be written, or must not be."""


def check_distinct(files: Mapping[str, Path | None]) -> None:
    """Raise OutputError if two names lead to the same file; the keys say what each is for."""
    users: dict[str, str] = {}
    for use, path in files.items():
        if path is None:
            continue
        other = users.setdefault(os.path.realpath(path), use)
        if other != use:
            raise OutputError(f"{other} and {use} are the same file, {path}")


def check_writable(path: Path) -> None:
    """Raise OutputError unless the file can be written; nothing is created or changed."""
    why = why_not_writable(path, in_place=True)
    if why is not None:
        raise OutputError(f"cannot write {path}: {why}")


def check_regular(path: Path) -> None:
    """Raise OutputError if something of that name is not a regular file, but a device, say."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        kind = "a directory" if target.is_dir() else "no regular file"
        raise OutputError(f"{path} is {kind}")


def copy_beside(path: Path) -> Path:
    """Copy a file under the first free name of `NAME.old`, `NAME.old2`, ... in its folder.

    The copy is on the disk on return. Raises OutputError.
    """
    original = Path(os.path.realpath(path))
    names = (f"{original.name}.old{number if number > 1 else ''}" for number in count(1))
    copy = next(p for p in map(original.with_name, names) if not os.path.lexists(p))
    try:
        with path.open("rb") as source, copy.open("xb") as target:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        sync_directory(copy)
    except OSError as error:
        raise OutputError(f"cannot keep {path} as {copy}: {error.strerror or error}") from None
    return copy


def sync_directory(path: Path) -> None:
    """Make sure that a file itself, not only its contents, survives a power cut."""
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
