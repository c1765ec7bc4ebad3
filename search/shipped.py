"""Files of numbers that come with the program, each with a manifest, JSON of the same name."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

Numbers = TypeVar("Numbers")


class DamagedError(ImportError):
    """A file that comes with the program is not what it should be.

    An ImportError: modules that need the file are of no use without.
    """

    told_in_one_line = True
    """There is nothing to learn from where it was raised."""


DIGEST = "sha256"
"""What a file's manifest calls its digest."""


def digest_of(path: Path) -> str:
    """By what a file is told from any other. Raises OSError."""
    return sha256(path.read_bytes()).hexdigest()


def read_shipped(path: Path, read: Callable[[Path], Numbers]) -> Numbers:
    """What such a file holds. Raises DamagedError."""
    manifest = path.with_suffix(".json")
    for file in (manifest, path):
        if file.exists() and not file.is_file():  # reading a pipe would have no end
            raise _damaged(file, "it is not a file")
    try:
        digest = json.loads(manifest.read_text("utf-8"))[DIGEST]
    except (ValueError, LookupError, TypeError, RecursionError, OSError) as error:
        raise _damaged(manifest, error) from None
    try:
        # Before it is read: what numpy makes of a damaged file is anybody's guess.
        if digest_of(path) != digest:
            raise ValueError(f"{manifest.name} tells of another file")
        return read(path)
    except (ValueError, OSError) as error:
        raise _damaged(path, error) from None


def _damaged(path: Path, why: object) -> DamagedError:
    return DamagedError(f"{path} is damaged, install Propolis again: {why}")
