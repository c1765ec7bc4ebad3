"""The journal of a tournament: finished games survive whatever happens to the arena.

The journal is a text file with one JSON object a line: the tournament first, then a line for every
finished game, which is on the disk before the game counts. A line that was being written when the
arena was killed is cut off on resuming.
"""

import fcntl
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.game_record import GameRecord
from arena.output_files import OutputError, check_regular
from arena.settings import ArenaError

FORMAT = 1
_FIRST_BYTES = b'{"journal":'


class JournalError(ArenaError):
    """A journal cannot be written, read or gone on with."""


@dataclass
class JournalContents:
    """What a journal holds."""

    header: dict[str, Any]
    records: list[GameRecord] = field(default_factory=list)
    sound_bytes: int = 0
    """Up to where the file is whole; a torn last line begins there."""


def _contents(path: Path) -> bytes:
    """The bytes of a file; a device may have no end. Raises JournalError."""
    try:
        check_regular(path)
        return path.read_bytes()
    except (OSError, OutputError) as error:
        raise JournalError(f"cannot read the journal: {error}") from None


def read_journal(path: Path) -> JournalContents:
    """The tournament and the games of a journal. Raises JournalError."""
    data = _contents(path)
    *lines, _torn = data.split(b"\n")
    contents: JournalContents | None = None
    position = 0
    seen: set[int] = set()
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
            if contents is None:
                contents = JournalContents(_checked_header(entry))
            else:
                record = GameRecord.from_json(entry)
                if record.number not in seen:
                    contents.records.append(record)
                    seen.add(record.number)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if contents is None:
                raise JournalError(f"{path} is not a journal of the arena: {error}") from None
            if number == len(lines):
                break
            raise JournalError(f"{path}, line {number}: not a game of the arena: {error}") from None
        position += len(line) + 1
        contents.sound_bytes = position
    if contents is None:
        raise JournalError(f"{path} is not a journal of the arena")
    return contents


def _checked_header(entry: Any) -> dict[str, Any]:
    if not isinstance(entry, dict) or entry.get("journal") != FORMAT:
        raise ValueError("the first line does not describe a tournament")
    for key, kind in (("arguments", list), ("openings", str), ("fingerprint", dict)):
        if not isinstance(entry.get(key), kind):
            raise ValueError(f"the first line has no {key}")
    for name, values in entry["arguments"]:
        if not isinstance(name, str) or not isinstance(values, list):
            raise ValueError("the first line has unknown arguments")
    return entry


def is_stillborn(path: Path) -> bool:
    """Whether the arena was killed before it had written the first line."""
    data = _contents(path)
    return b"\n" not in data and data.startswith(_FIRST_BYTES[: len(data)])


class Journal:
    """A journal open for writing; only one arena can hold it."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any]) -> "Journal":
        """Begin a journal. Raises JournalError if there is one already."""
        try:
            check_regular(path)
            descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o666)
        except (OSError, OutputError) as error:
            raise JournalError(f"cannot write the journal: {error}") from None
        journal = cls(path, descriptor)
        journal._lock()
        if not is_stillborn(path):
            journal.close()
            raise JournalError(
                f"{path} is there already: add -resume to go on with it, or remove it"
            )
        os.ftruncate(descriptor, 0)
        journal._write({"journal": FORMAT, **header})
        _sync_directory(path)
        return journal

    @classmethod
    def reopen(cls, path: Path) -> tuple["Journal", JournalContents]:
        """Go on with a journal; a torn last line is cut off."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise JournalError(f"cannot open the journal: {error}") from None
        journal = cls(path, descriptor)
        journal._lock()
        try:
            contents = read_journal(path)
        except JournalError:
            journal.close()
            raise
        os.ftruncate(descriptor, contents.sound_bytes)
        return journal, contents

    def append(self, record: GameRecord) -> None:
        """Write a game down for good: it is on the disk when this returns."""
        self._write(record.to_json())

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._descriptor)

    def _write(self, entry: Mapping[str, Any]) -> None:
        data = json.dumps(entry, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
            os.fsync(self._descriptor)
        except OSError as error:
            raise JournalError(f"cannot write the journal {self.path}: {error}") from None

    def _lock(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.close()
            raise JournalError(f"{self.path} is in use by another arena") from None


def _sync_directory(path: Path) -> None:
    """Make sure that the file itself, not only its contents, survives a power cut."""
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
