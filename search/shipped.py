"""Files of numbers that come with the program."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Numbers = TypeVar("Numbers")


def read_shipped(path: Path, read: Callable[[Path], Numbers]) -> Numbers:
    """What such a file holds. Raises ImportError: modules that need it are of no use without."""
    try:
        return read(path)
    except (ValueError, OSError) as error:
        raise ImportError(f"{path} is damaged, install Propolis again: {error}") from None
