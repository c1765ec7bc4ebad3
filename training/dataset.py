"""Positions of games on file, in a form from which any inputs can be computed later.

A data set is a folder: `data.json` says what it is and how it was made, `part-000017.npz` holds the
positions of some games as one array of ROW. A part is written whole or not at all and depends on
nothing but the program, the settings and its number, so a set that was broken off is gone on with.
"""

import io
import json
import os
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np

from engine.packed import PACKED, are_positions
from engine.pieces import ALL_PIECES, GAME_TYPES
from search.values import MATE
from training.command_line import differing
from training.files import NO_ARRAY, InputError, check_is_file, fresh_path, replace_file
from uhp.version import __version__

FORMAT = "propolis positions"
VERSION = 1

ROW = np.dtype(
    [
        ("position", PACKED),
        ("hash", "<u8"),
        ("score", "<i2"),
        ("move", "<u2"),
        ("nodes", "<u4"),
        ("result", "i1"),
        ("opening", "u1"),
        ("game", "<u4"),
    ]
)
"""A position and what became of it; MEANINGS has the fields one by one."""

MEANINGS = {
    "position": (
        f"places: for each of {' '.join(piece.name for piece in ALL_PIECES)} 0 in hand, else"
        " 1 + cell + 1024 * pieces beneath; a cell is (32 * r + q) modulo 1024, its neighbours"
        " differ by (q, r) = (1, 0), (0, 1), (-1, 1) and their opposites; ply: plies played;"
        " stunned: the place of that piece in this list, -1 for none; game_type: its place in"
        f" {' '.join(GAME_TYPES)}"
    ),
    "hash": "canonical hash, equal under shifts, rotations and reflections",
    "score": "of the search, hundredths of a point for the side to move; beyond 29000 a forced end",
    "move": "code of the move the search chose, piece * 1024 + cell",
    "nodes": "limit of that search",
    "result": "of the game for White: 1, 0, -1",
    "opening": "plies at the beginning of the game that were drawn by lot",
    "game": "number of the game",
}

UNREADABLE = (*NO_ARRAY, EOFError, RuntimeError, BadZipFile, zlib.error, struct.error)
"""What numpy and zipfile raise for a damaged file, besides OSError."""

_DESCRIPTION = "data.json"
_PART = re.compile(r"part-(\d{6})\.npz")
_ROWS = "rows.npy"
"""What a part has in it, as `np.savez` names it."""

MOST_PARTS = 10**6


@dataclass(frozen=True)
class DataSet:
    """A folder of positions, and the settings that they were made with."""

    folder: Path
    settings: Mapping[str, Any]

    @classmethod
    def open(cls, folder: Path) -> "DataSet":
        """A data set that is there. Raises InputError."""
        path = folder / _DESCRIPTION
        try:
            check_is_file(path)
            found = json.loads(path.read_text("utf-8"))
            if found["format"] != FORMAT:
                raise ValueError
            version = int(found["version"])
            settings = dict(found["settings"])
        except OSError as error:
            raise InputError(f"{folder} is not a data set: {error.strerror or error}") from None
        except (ValueError, LookupError, TypeError, OverflowError, RecursionError):
            raise InputError(f"{path} does not describe a data set") from None
        if version != VERSION:
            raise InputError(f"{folder} has version {version} of the format, known is {VERSION}")
        return cls(folder, settings)

    @classmethod
    def create(cls, folder: Path, settings: Mapping[str, Any]) -> "DataSet":
        """A new data set, or one with the same settings to go on with. Raises InputError."""
        if (folder / _DESCRIPTION).exists():
            found = cls.open(folder)
            others = differing(found.settings, settings)
            if others:
                raise InputError(f"{folder} was made with other settings: {others}")
            return found
        folder.mkdir(parents=True, exist_ok=True)
        # Who was killed while writing the description has left no more than its beginning.
        beginning = fresh_path(folder / _DESCRIPTION).name
        if any(path.name != beginning for path in folder.iterdir()):
            raise InputError(f"{folder} is not empty and not a data set")
        description = {
            "format": FORMAT,
            "version": VERSION,
            "program": __version__,
            "settings": dict(settings),
            "row": {name: [str(ROW[name]), MEANINGS[name]] for name in ROW.names or ()},
        }
        replace_file(folder / _DESCRIPTION, json.dumps(description, indent=1) + "\n")
        return cls(folder, settings)

    @property
    def parts(self) -> list[int]:
        """The numbers of the parts that are there."""
        names = (_PART.fullmatch(path.name) for path in self.folder.iterdir())
        return sorted(int(name[1]) for name in names if name)

    def write(self, number: int, rows: Any) -> int:
        """Add a part. Of positions equal up to symmetry it keeps the first; returns how many."""
        kept = without_repeats(rows)
        path = self._path(number)
        fresh = path.with_suffix(".new")
        try:
            with fresh.open("wb") as file:
                np.savez_compressed(file, rows=kept)
                file.flush()
                os.fsync(file.fileno())
            os.replace(fresh, path)
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), str(path)) from None
        finally:
            fresh.unlink(missing_ok=True)
        return len(kept)

    def read(self, number: int) -> Any:
        """The rows of a part. Raises InputError."""
        path = self._path(number)
        try:
            check_is_file(path)
            with ZipFile(path) as file:
                # All at once, since the checksum is compared at the end alone.
                content = file.read(_ROWS)
            rows = np.lib.format.read_array(io.BytesIO(content), allow_pickle=False)
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror or error}") from None
        except UNREADABLE:
            raise InputError(f"{path} is not a part of a data set") from None
        if rows.dtype != ROW or rows.ndim != 1:
            raise InputError(f"{path} holds other rows than a data set")
        if not are_positions(rows["position"]):
            raise InputError(f"{path} has bytes that are no position")
        if len(rows) and not (
            np.isin(rows["result"], (-1, 0, 1)).all()
            and np.abs(rows["score"].astype(np.int64)).max() <= MATE
            and (rows["nodes"] > 0).all()
        ):
            raise InputError(f"{path} has results, scores or nodes that cannot be")
        return rows

    @property
    def manifest(self) -> dict[str, Any]:
        """What is told of it by who learnt from it."""
        return {**self.settings, "parts": len(self.parts)}

    def _path(self, number: int) -> Path:
        return self.folder / f"part-{number:06}.npz"


@contextmanager
def writing(folder: Path, settings: Mapping[str, Any]) -> Iterator[DataSet]:
    """A data set to write to, new or to go on with, to which no other process writes meanwhile.

    Raises InputError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"{folder} is not a folder") from None
    with _locked(folder):
        yield DataSet.create(folder, settings)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # on Windows there is no lock of folders
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"another process is writing to {folder}") from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(descriptor)


def read_rows(folders: list[Path]) -> Any:
    """All positions of some data sets, each once (`without_repeats`). Raises InputError."""
    parts = [*_parts(folders)]
    return without_repeats(np.concatenate(parts)) if parts else np.zeros(0, dtype=ROW)


def _parts(folders: list[Path]) -> Iterator[Any]:
    sets = map(DataSet.open, folders)
    # Games before what was searched again: the first of equal positions stays in its place.
    for data in sorted(sets, key=lambda data: data.settings.get("made by") == "relabel"):
        for number in data.parts:
            yield data.read(number)


def without_repeats(rows: Any) -> Any:
    """The first of all rows with the same hash, in the order given.

    It has the score and the move of the deepest search that there is of that very position.
    """
    _, first, which = np.unique(rows["hash"], return_index=True, return_inverse=True)
    kept = rows[first]
    places = np.ascontiguousarray(rows["position"]).view(f"V{ROW['position'].itemsize}")
    deeper = np.flatnonzero(
        (places == places[first][which]) & (rows["nodes"] > kept["nodes"][which])
    )
    for i in deeper[np.argsort(rows["nodes"][deeper], kind="stable")]:
        for field in ("score", "move", "nodes"):
            kept[which[i]][field] = rows[i][field]
    return kept[np.argsort(first)]
