"""The lines of a text, of the file at a path or of an open file, read as they are asked for."""

import os
import re
import stat
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO, TextIOBase
from typing import TextIO, cast

from engine.checks import instance
from engine.errors import RecordError, quoted

Source = str | os.PathLike[str] | TextIO

_LINE = re.compile(r"[^\n]*+\n|[^\n]++")
_FILE_NAME = re.compile(r"[^\n(\[{;]{0,999}\.(?:pgn|sgf|uhp)(?:\.gz)?", re.IGNORECASE)
"""Names of files, none of which is a game."""

LARGEST_GAME = 1 << 24
"""Characters of one game, or of one line: a device or a pipe may send them without end."""

MOST_LINES = 1_000_000
"""Lines of one game, most of them blank: so many characters would take minutes to be read."""


class Lines(Iterator[str]):
    """Lines that end in one way. `path` is that of the file, `number` that of the line read last.

    The mark that some editors put in front is left out. Iterating raises RecordError for what is
    not text, a damaged archive, a game or a line that is too large, and OSError.
    """

    def __init__(self, source: Source, largest: int | None = None) -> None:
        """Open the source. A path is opened at once, and its file closed at its end.

        Of a source with more than `largest` characters, so many are read and no more; a file that
        is larger in bytes is not read at all.
        """
        self.path: str | None = None
        self.number = 0
        self._largest = largest
        self._size = self._begun_at = 0
        self._lines_of_game = 0
        self._failure: RecordError | None = None
        self._own_file: TextIO | None = None
        if isinstance(source, os.PathLike):
            self.path = os.fspath(source)
            self._own_file = _opened(self.path)
            file = self._own_file
            if largest is not None and _file_size(self.path) > largest:
                self._failure = self._too_large()
        elif isinstance(source, TextIOBase):
            file = cast(TextIO, source)
        else:
            what = "a record is given as a text or as a path, such as Path('game.pgn')"
            instance(source, str, what)
            text = cast(str, source)
            if _FILE_NAME.fullmatch(text):  # a text is not opened as a file, whoever wrote it
                raise RecordError(f"{quoted(text)} is the name of a file: give it as a Path")
            file = StringIO(text, newline=None)
        self._lines = _even(file)
        self._unread: list[str] = []

    def __next__(self) -> str:
        if self._unread:
            self.number += 1
            return self._unread.pop()
        if self._failure is not None:
            raise self._failure
        try:
            line = next(self._lines)
        except StopIteration:
            self.close()
            raise
        except UnicodeDecodeError as error:
            message = f"the file is not in {error.encoding}: {error.reason}"
            raise RecordError(message, line=self.number + 1) from None
        except Exception as error:
            if not _is_damage(error):
                raise
            raise RecordError(f"the archive is damaged: {error}", line=self.number + 1) from None
        self._size += len(line)
        if self._size - self._begun_at > LARGEST_GAME:
            problem = f"a game has more than {LARGEST_GAME >> 20} million characters"
            raise self._refused(RecordError(problem, line=self.number + 1))
        self._lines_of_game += 1
        if self._lines_of_game > MOST_LINES:
            problem = f"a game has more than {MOST_LINES // 1_000_000} million lines"
            raise self._refused(RecordError(problem, line=self.number + 1))
        if self._largest is not None and self._size > self._largest:
            raise self._refused(self._too_large())
        self.number += 1
        return line

    def begin_game(self) -> None:
        """What is read from now on is another game, which may be as large as the last."""
        self._begun_at = self._size
        self._lines_of_game = 0

    def peek(self, is_wanted: Callable[[str], bool]) -> str:
        """The first line that is wanted, or an empty text; nothing counts as read."""
        seen = []
        found = ""
        try:
            for line in self:
                seen.append(line)
                if is_wanted(line):
                    found = line
                    break
        except RecordError as error:
            self._failure = error
            seen.clear()  # nothing was wanted, and there may be millions
        self._unread = seen[::-1]
        self.number -= len(seen)
        return found

    def close(self) -> None:
        """Close the file, if it was given by its path."""
        if self._own_file is not None:
            self._own_file.close()

    def _too_large(self) -> RecordError:
        assert self._largest is not None
        return RecordError(f"the file is larger than {self._largest >> 20} MiB", path=self.path)

    def _refused(self, failure: RecordError) -> RecordError:
        """There is no more to be read, however often somebody tries."""
        self._failure = failure
        self.close()
        return failure

    def __del__(self) -> None:
        if getattr(self, "_own_file", None) is not None:
            self.close()


def _opened(path: str) -> TextIO:
    # A record in an unknown encoding is worth reading all the same: moves are plain ASCII.
    if path.lower().endswith(".gz"):
        import gzip

        return gzip.open(path, "rt", encoding="utf-8", errors="replace")
    return open(path, encoding="utf-8", errors="replace")


def _file_size(path: str) -> int:
    """Bytes of a file, as far as that tells how much can be read from it."""
    about = os.stat(path)
    return about.st_size if stat.S_ISREG(about.st_mode) else 0


def _is_damage(error: Exception) -> bool:
    """Whether an error tells of an archive that cannot be unpacked; `gzip` has three for it."""
    import gzip
    import zlib

    return isinstance(error, EOFError | zlib.error | gzip.BadGzipFile)


def _even(file: TextIO) -> Iterator[str]:
    first = True
    # Not without a bound: /dev/zero is one line.
    for line in iter(partial(file.readline, LARGEST_GAME + 1), ""):
        if first:
            line = line.removeprefix("\ufeff")
            first = False
        if "\r" in line:
            yield from _LINE.findall(line.replace("\r\n", "\n").replace("\r", "\n"))
        elif line:
            yield line
