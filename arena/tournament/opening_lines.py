"""The lines of an opening file, with their numbers, and an end to each."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from arena.files import OutputError, check_regular
from arena.settings import ArenaError

MOST_LINE_LETTERS = 1_000_000
"""Far more than the longest game takes; a file that is none of text may have no lines at all."""


class OpeningError(ArenaError):
    """There are no openings of that kind."""


class NumberedLines(io.TextIOBase):
    """A text to be read line by line, which knows where it is."""

    def __init__(self, path: Path, file: TextIO) -> None:
        super().__init__()
        self._path, self._file = path, file
        self.number = 0

    @property
    def place(self) -> str:
        """The file and the line that was read last, for messages."""
        return f"{self._path}, line {self.number}"

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """The next line, empty at the end. Raises OpeningError if it cannot be one of a text."""
        line = self._file.readline(MOST_LINE_LETTERS + 1)
        self.number += bool(line)
        if len(line) > MOST_LINE_LETTERS:
            raise OpeningError(f"{self.place}: longer than {MOST_LINE_LETTERS} letters")
        try:
            line.encode()
        except UnicodeEncodeError:
            raise OpeningError(f"{self.place}: not UTF-8") from None
        return line


@contextmanager
def opened_lines(path: Path) -> Iterator[NumberedLines]:
    """The lines of a file. Raises OpeningError if it is none, such as a device without end."""
    try:
        check_regular(path)
        # Bytes that are no UTF-8 become surrogates, which are told with their line.
        with path.open(encoding="utf-8-sig", errors="surrogateescape") as file:
            yield NumberedLines(path, file)
    except (OSError, OutputError) as error:
        raise OpeningError(f"cannot read the openings: {error}") from None
