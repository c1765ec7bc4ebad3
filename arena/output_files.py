"""The files a tournament writes: nothing is overwritten by mistake, and troubles show early."""

import os
from collections.abc import Mapping
from pathlib import Path

from arena.settings import ArenaError


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
    """Raise OutputError unless the file can be written; there is none afterwards if none was."""
    target = Path(os.path.realpath(path))
    try:
        if target.is_dir():
            raise OutputError(f"cannot write {path}: it is a directory")
        if target.is_file():
            target.open("ab").close()
        elif target.exists():
            if not os.access(target, os.W_OK):
                raise OutputError(f"cannot write {path}: permission denied")
        else:
            target.open("xb").close()
            target.unlink()
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None


def check_regular(path: Path) -> None:
    """Raise OutputError if there is something other than a file of that name, say a device."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        kind = "a directory" if target.is_dir() else "no regular file"
        raise OutputError(f"{path} is {kind}")
