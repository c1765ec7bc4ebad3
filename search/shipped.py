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
    try:
        if path.exists() and not path.is_file():  # reading a pipe would have no end
            raise ValueError("it is not a file")
        numbers = read(path)
        told = json.loads(path.with_suffix(".json").read_text("utf-8"))
        if not isinstance(told, dict) or told.get(DIGEST) != digest_of(path):
            raise ValueError(f"{path.stem}.json tells of another file")
        return numbers
    except (ValueError, OSError) as error:
        raise DamagedError(f"{path} is damaged, install Propolis again: {error}") from None
