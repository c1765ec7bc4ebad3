"""What has been analysed so far, kept in a file so that a review that was broken off can go on."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from study.review.positions import PositionAnalysis

NAME = ".propolis-review.journal"


class BusyError(Exception):
    """Another review is at work in the same folder."""


class Journal:
    """The analyses of positions by name, each on the disk as soon as it is known.

    One line of JSON an entry. A line that was not written to its end, or makes no sense, is passed
    over: that position is analysed again. Used in a `with` statement; one process at a time.
    Raises BusyError and OSError.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._known: dict[str, PositionAnalysis] = {}
        self._file: TextIO
        self.spared = 0
        """How often an analysis that was asked for was known."""

    def __enter__(self) -> Self:
        self._file = open(self._path, "a+", encoding="utf-8", newline="\n")
        try:
            _lock(self._file)
            self._known = dict(_entries(self._file))
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):  # a full disk has been told of
            self._file.close()

    def get(self, key: str) -> PositionAnalysis | None:
        """The analysis of that name, if there is one."""
        known = self._known.get(key)
        self.spared += known is not None
        return known

    def put(self, key: str, analysis: PositionAnalysis) -> None:
        """Keep an analysis."""
        self._known[key] = analysis
        entry = json.dumps({"key": key, **analysis.to_dict()}, separators=(",", ":"))
        # The line end comes first: whatever stands before it, this line is whole.
        self._file.write(f"\n{entry}")
        self._file.flush()

    def remove(self) -> None:
        """Take the file away: everything in it is in other files now."""
        with suppress(OSError):
            os.unlink(self._path)


def _entries(file: TextIO) -> Iterator[tuple[str, PositionAnalysis]]:
    file.seek(0)
    while True:
        try:
            line = file.readline()
        except UnicodeDecodeError:
            continue
        if not line:
            return
        with suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError):
            entry = json.loads(line)
            if isinstance(entry["key"], str):
                yield entry["key"], PositionAnalysis.from_dict(entry)


def _lock(file: TextIO) -> None:
    try:
        import fcntl
    except ImportError:  # on Windows two reviews of one folder do the work twice, and no harm
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BusyError from None
    except OSError:  # a file system without locks
        return
