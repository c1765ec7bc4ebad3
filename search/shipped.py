"""Files of numbers that come with the program."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Numbers = TypeVar("Numbers")


class DamagedError(ImportError):
    """A file that comes with the program is not what it should be.

    An ImportError: modules that need the file are of no use without.
    """

    told_in_one_line = True
    """There is nothing to learn from where it was raised."""


def read_shipped(path: Path, read: Callable[[Path], Numbers]) -> Numbers:
    """What such a file holds. Raises DamagedError."""
    try:
        if path.exists() and not path.is_file():  # reading a pipe would have no end
            raise ValueError("it is not a file")
        return read(path)
    except (ValueError, OSError) as error:
        raise DamagedError(f"{path} is damaged, install Propolis again: {error}") from None
