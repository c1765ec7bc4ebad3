"""Files of the commands of this room: read whole or not at all, replaced in one go."""

import contextlib
import io
import os
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from tokenize import TokenError
from typing import Any, TypeVar

import numpy as np

from arena.files import OutputError, check_regular, check_writable

Numbers = TypeVar("Numbers")

NO_ARRAY = (
    *(ValueError, LookupError, TypeError, OverflowError, MemoryError, RecursionError),
    *(TokenError, SyntaxError),
)
"""What numpy raises for a file that is not an array, besides OSError."""


class InputError(Exception):
    """A file that was given is not what it should be; told in one line."""


def reason(error: Exception) -> str:
    """What went wrong, for people."""
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(str(each) for each in (error.filename, error.strerror) if each is not None)
    return str(error)


def check_is_file(path: Path) -> None:
    """Raise ValueError for a device, a pipe and the like, from which reading may have no end."""
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} is not a file")


def read_numbers(text: str, what: str, read: Callable[[Path], Numbers]) -> Numbers:
    """What a file of numbers holds. Raises ValueError, OSError."""
    path = Path(text)
    check_is_file(path)
    try:
        return read(path)
    except NO_ARRAY as error:
        raise ValueError(f"{text} is not a file of {what}: {error}") from None


def replace_array(path: Path, numbers: Any) -> None:
    """Write a file of numbers as numpy has them, in one go."""
    content = io.BytesIO()
    np.save(content, numbers)
    replace_file(path, content.getvalue())


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file in one go: whoever is killed leaves the old or the new one whole."""
    fresh = fresh_path(path)
    if isinstance(content, str):
        content = content.encode("utf-8", "backslashreplace")
    try:
        fresh.write_bytes(content)
    except OSError as error:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    os.replace(fresh, os.path.realpath(path))


def fresh_path(path: Path) -> Path:
    """Where a file is written before it takes the place of the old one."""
    return Path(os.path.realpath(path) + ".new")


def output_folder(folder: Path, names: Sequence[str]) -> Path:
    """A folder into which such files can be written, new or not, known before hours of work.

    Leaves nothing behind; returns where the folder is or will be. Raises InputError.
    """
    target = there = Path(os.path.realpath(folder))
    while not os.path.lexists(there):
        there = there.parent
    try:
        # A folder that is not there yet needs one above it in which something can be made.
        for name in names if there == target else [".propolis"]:
            check_replaceable(there / name)
    except (OSError, OutputError) as error:
        raise InputError(f"{folder} cannot be the folder for {names[0]}: {error}") from None
    return target


def check_replaceable(path: Path) -> None:
    """See that a file can be replaced. Raises OSError, OutputError."""
    for each in (path, fresh_path(path)):
        check_regular(each)
        check_writable(each)


def fingerprint(*parts: Any) -> str:
    """A short name that no other arrays have."""
    digest = sha256()
    for part in parts:
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()[:12]
