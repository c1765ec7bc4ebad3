"""The journal of a tournament: finished games survive whatever happens to the arena.

The journal is a text file with one JSON object a line: the tournament first, then a line for every
finished game, which is on the disk before the game counts. A last line without an end, which was
being written when the arena was killed, is cut off on resuming, unless nothing but the end is
missing. Any other line that cannot be right is reported; on request the journal is used up to the
line before, and the whole file is kept beside it.
"""

import fcntl
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.files import OutputError, check_regular, copy_beside, sync_directory
from arena.match.game_record import GameRecord
from arena.plain_text import counted
from arena.settings import ArenaError, Conditions
from arena.tournament.journal_check import check_fields, check_game
from arena.tournament.schedule import Schedule

FORMAT = 1
_FIRST_BYTES = b'{"journal":'


class JournalError(ArenaError):
    """A journal cannot be written, read or resumed."""


@dataclass
class JournalContents:
    """What a journal holds."""

    path: Path
    header: dict[str, Any]
    records: list[GameRecord] = field(default_factory=list)
    """The games; the first stands in line 2 of the file, and so on."""
    whole_bytes: int = 0
    """The length of the file without a torn last line."""
    torn_bytes: int = 0
    """The length of a torn last line."""
    lacks_end: bool = False
    """Whether the last line is whole but for the end of the line."""

    @property
    def notice(self) -> str:
        """A message about a torn last line; empty if there is none."""
        if not self.torn_bytes:
            return ""
        return f"{self.path}: the last line is torn and left out ({self.torn_bytes} bytes)"

    def check(self, names: list[str], schedule: Schedule, conditions: Conditions) -> None:
        """Raise JournalError at the first game that cannot be one of that tournament."""
        for games_above, record in enumerate(self.records):
            try:
                check_game(record, games_above, names, schedule, conditions)
            except ValueError as error:
                raise bad_line(self.path, games_above + 2, error) from None


def bad_line(path: Path, line: int, reason: object) -> JournalError:
    """The error for a line that is wrong; it says how to do without that line."""
    way_out = f"; upto={line - 1} after -resume or -report uses the lines before it"
    return JournalError(f"{path}, line {line}: {reason}{way_out if line > 1 else ''}")


def _contents(path: Path) -> bytes:
    """The bytes of a file; a device may have no end. Raises JournalError."""
    try:
        check_regular(path)
        return path.read_bytes()
    except (OSError, OutputError) as error:
        raise JournalError(f"cannot read the journal: {error}") from None


def read_journal(path: Path, upto: int | None = None) -> JournalContents:
    """The tournament and the games of a journal, or of its lines up to one. Raises JournalError.

    It is `JournalContents.check` that sees whether the games can be those of the tournament.
    """
    *lines, rest = _contents(path).split(b"\n")
    lacks_end = _is_whole(rest)
    if lacks_end:
        lines.append(rest)
    if upto is not None and upto > len(lines):
        raise JournalError(f"{path} has {counted(len(lines), 'line')}, so upto={upto} is too much")
    if not lines:
        raise JournalError(f"{path} is not a journal of the arena")
    kept = lines[:upto]
    contents = JournalContents(path, _header(path, kept[0]))
    contents.lacks_end = lacks_end and len(kept) == len(lines)
    contents.whole_bytes = sum(len(line) + 1 for line in kept) - contents.lacks_end
    if upto is None and not lacks_end:
        contents.torn_bytes = len(rest)
    seen: dict[int, int] = {}
    for number, line in enumerate(kept[1:], start=2):
        try:
            entry = _parsed(line)
        except ValueError as error:
            raise bad_line(path, number, f"not JSON: {error}") from None
        try:
            check_fields(entry)
            first = seen.setdefault(entry["number"], number)
            if first != number:
                raise ValueError(f"game {entry['number']} is in line {first} already")
        except ValueError as error:
            raise bad_line(path, number, error) from None
        contents.records.append(GameRecord.from_json(entry))
    return contents


def _is_whole(rest: bytes) -> bool:
    """Whether what comes after the last end of a line is a whole entry: half of one is no JSON."""
    try:
        return isinstance(_parsed(rest), dict)
    except ValueError:
        return False


def _parsed(line: bytes) -> Any:
    def refuse(name: str) -> None:
        raise ValueError(f"{name} is not a number")

    try:
        return json.loads(line.decode(), parse_constant=refuse)
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8, byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg}, column {error.colno}") from None
    except RecursionError:
        raise ValueError("too deeply nested") from None


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        entry = _parsed(line)
        if not isinstance(entry, dict) or entry.get("journal") != FORMAT:
            raise ValueError("the first line does not describe a tournament")
        for key, kind in (("arguments", list), ("openings", str), ("fingerprint", dict)):
            if not isinstance(entry.get(key), kind):
                raise ValueError(f"the first line has no {key}")
        for argument in entry["arguments"]:
            if not _is_argument(argument):
                raise ValueError("the first line has unknown arguments")
        json.dumps(entry, ensure_ascii=False).encode()
    except ValueError as error:
        raise JournalError(f"{path} is not a journal of the arena: {error}") from None
    return entry


def _is_argument(entry: object) -> bool:
    """Whether an entry is an option and its values."""
    match entry:
        case [str(), [*values]]:
            return all(isinstance(value, str) for value in values)
    return False


def lacks_header(path: Path) -> bool:
    """Whether the first line is missing or torn: the arena was killed while it wrote that."""
    data = _contents(path)
    return b"\n" not in data and data.startswith(_FIRST_BYTES[: len(data)])


class Journal:
    """A journal open for writing; only one arena at a time can have it open."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self.kept_as: Path | None = None
        """The copy of the file that was made before lines were cut off."""
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
        if not lacks_header(path):
            journal.close()
            raise JournalError(
                f"{path} is there already: add -resume to go on with it, or remove it"
            )
        os.ftruncate(descriptor, 0)
        journal._write({"journal": FORMAT, **header})
        sync_directory(path)
        return journal

    @classmethod
    def reopen(
        cls,
        path: Path,
        upto: int | None = None,
        check: Callable[[JournalContents], None] = lambda contents: None,
    ) -> tuple["Journal", JournalContents]:
        """Resume a journal, unless `check` raises an error; a torn last line is cut off.

        With `upto` so are the lines after that one, once a copy of the whole file has been made.
        """
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise JournalError(f"cannot open the journal: {error}") from None
        journal = cls(path, descriptor)
        journal._lock()
        try:
            contents = read_journal(path, upto)
            check(contents)
            if upto is not None and contents.whole_bytes < os.fstat(descriptor).st_size:
                journal.kept_as = copy_beside(path)
            os.ftruncate(descriptor, contents.whole_bytes)
            if contents.lacks_end:
                journal._append(b"\n")
        except BaseException:
            journal.close()
            raise
        return journal, contents

    def append(self, record: GameRecord) -> None:
        """Write a game; it is on the disk when this returns."""
        self._write(record.to_json())

    def close(self) -> None:
        """Close the file, so that another arena may open it."""
        os.close(self._descriptor)

    def _write(self, entry: Mapping[str, Any]) -> None:
        self._append(json.dumps(entry, separators=(",", ":"), allow_nan=False).encode() + b"\n")

    def _append(self, data: bytes) -> None:
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
