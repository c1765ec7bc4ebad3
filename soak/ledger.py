"""The ledger: one JSON object a line for every finished item, on the disk before it counts."""

import fcntl
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from uhp_client import ROOT

from soak.campaign import Outcome

PRODUCT = ("engine", "search", "uhp", "client", "arena")


class LedgerError(Exception):
    """The ledger cannot be used."""


@dataclass(frozen=True)
class Entry:
    """A finished item."""

    campaign: str
    item: int
    seed: int
    code: str
    """Which version of the program did it."""
    seconds: float
    outcome: Outcome = field(compare=False)

    def to_line(self) -> bytes:
        """The entry as a line of the ledger: its outcome's fields stand beside its own."""
        fields = {**vars(self), **vars(self.outcome), "seconds": round(self.seconds, 3)}
        del fields["outcome"]
        return json.dumps(fields, separators=(",", ":")).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "Entry":
        """The entry of a line of the ledger."""
        fields = json.loads(line)
        counts = Counter(fields.pop("counts"))
        return cls(outcome=Outcome(counts, fields.pop("failures"), fields.pop("samples")), **fields)


def version_of_program() -> str:
    """A hash of all that is on trial; what another version has shown counts for that one alone."""
    digest = hashlib.sha256()
    for path in sorted(path for name in PRODUCT for path in (ROOT / name).rglob("*.py")):
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


class Ledger:
    """The file of finished items, locked by one run at a time."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file = _open_locked(path)
        self.entries = list(self._read())

    def append(self, entry: Entry) -> None:
        """Write an item down for good: it is on the disk when this returns."""
        _write(self._file, entry.to_line())
        self.entries.append(entry)

    def forget(self, campaigns: tuple[str, ...]) -> None:
        """Drop all that these campaigns have done; the file is replaced as a whole."""
        self.entries = [entry for entry in self.entries if entry.campaign not in campaigns]
        copy = self.path.with_name(self.path.name + ".new")
        copy.unlink(missing_ok=True)
        descriptor = _open_locked(copy)
        _write(descriptor, b"".join(entry.to_line() for entry in self.entries))
        copy.replace(self.path)
        os.close(self._file)
        self._file = descriptor

    def close(self) -> None:
        """Close the file, and with it give up the lock."""
        os.close(self._file)

    def _read(self) -> Iterator[Entry]:
        """The entries; a last line that was not written to its end is cut off."""
        *lines, torn = self.path.read_bytes().split(b"\n")
        for number, line in enumerate(lines, start=1):
            try:
                yield Entry.from_line(line)
            except (ValueError, KeyError, TypeError, AttributeError):
                raise LedgerError(f"{self.path}, line {number}: not an item of the soak") from None
        if torn:
            os.ftruncate(self._file, self.path.stat().st_size - len(torn))


def _open_locked(path: Path) -> int:
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise LedgerError(f"{path} is in use by another run") from None
    return descriptor


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
    os.fsync(descriptor)
