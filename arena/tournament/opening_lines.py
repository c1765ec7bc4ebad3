"""The lines of an opening file, with their numbers; lines without end are refused."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from arena.files import OutputError, check_regular
from arena.plain_text import is_utf8
from arena.settings import ArenaError

MOST_LINE_LETTERS = 1_000_000
"""Far more than the longest game takes; a file that is not text may be one endless line."""


class OpeningError(ArenaError):
    """There are no openings of that kind."""


class NumberedLines(io.TextIOBase):
    """A text to be read line by line, which knows the number of the line."""

    def __init__(self, path: Path, file: TextIO) -> None:
        super().__init__()
        self._path, self._file = path, file
        self.number = 0

    @property
    def place(self) -> str:
        """The file and the line that was read last, for messages."""
        return f"{self._path}, line {self.number}"

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """The next line, empty at the end. Raises OpeningError if it is too long or not UTF-8."""
        line = self._file.readline(MOST_LINE_LETTERS + 1)
        self.number += bool(line)
        if len(line) > MOST_LINE_LETTERS:
            raise OpeningError(f"{self.place}: longer than {MOST_LINE_LETTERS} letters")
        if not is_utf8(line):
            raise OpeningError(f"{self.place}: not UTF-8")
        return line


@contextmanager
def opened_lines(path: Path) -> Iterator[NumberedLines]:
    """The lines of a file. Raises OpeningError if it is no regular file: a device may never end."""
    try:
        check_regular(path)
        # Bytes that are not UTF-8 become surrogates, which `readline` reports with their line.
        with path.open(encoding="utf-8-sig", errors="surrogateescape") as file:
            yield NumberedLines(path, file)
    except (OSError, OutputError) as error:
        raise OpeningError(f"cannot read the openings: {error}") from None
