"""The ledger: one JSON object a line for every finished item, on the disk before it counts."""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from soak import ROOT
from soak.campaign import Outcome

PRODUCT = ("engine", "search", "uhp", "arena")


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

    def to_json(self) -> dict[str, Any]:
        """The entry as an object of the ledger."""
        return {
            "campaign": self.campaign,
            "item": self.item,
            "seed": self.seed,
            "code": self.code,
            "seconds": round(self.seconds, 3),
            "counts": dict(self.outcome.counts),
            "failures": self.outcome.failures,
            "samples": self.outcome.samples,
        }

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> "Entry":
        """The entry of an object of the ledger."""
        outcome = Outcome(failures=entry["failures"], samples=entry["samples"])
        outcome.counts.update(entry["counts"])
        keys = ("campaign", "item", "seed", "code", "seconds")
        return cls(**{key: entry[key] for key in keys}, outcome=outcome)


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
        self._file = os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o666)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise LedgerError(f"{path} is in use by another run") from None
        self.entries = list(self._read())

    def append(self, entry: Entry) -> None:
        """Write an item down for good: it is on the disk when this returns."""
        data = json.dumps(entry.to_json(), separators=(",", ":")).encode() + b"\n"
        while data:
            data = data[os.write(self._file, data) :]
        os.fsync(self._file)
        self.entries.append(entry)

    def forget(self, campaigns: tuple[str, ...]) -> None:
        """Drop all that these campaigns have done; the file is replaced as a whole."""
        self.entries = [entry for entry in self.entries if entry.campaign not in campaigns]
        kept = [json.dumps(e.to_json(), separators=(",", ":")) + "\n" for e in self.entries]
        copy = self.path.with_name(self.path.name + ".new")
        with copy.open("w") as file:
            file.writelines(kept)
            file.flush()
            os.fsync(file.fileno())
        descriptor = os.open(copy, os.O_RDWR | os.O_APPEND)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
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
                yield Entry.from_json(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError):
                raise LedgerError(f"{self.path}, line {number}: not an item of the soak") from None
        if torn:
            os.ftruncate(self._file, self.path.stat().st_size - len(torn))
