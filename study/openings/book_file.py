"""Opening books as files: small, the same bytes for the same book, and checked when read.

The file has 16 bytes that name it and its version, then three little-endian numbers of 4 bytes: how
long the body is, how long it is unpacked, and the CRC-32 of the packed body; then the body, packed
by zlib. Unpacked that is a length, so many bytes of JSON, and for every game type the columns of
its graph. Of `first` the differences are kept, and in place of the results of a move what the
position it leads to has more: nearly all of these are zero.
"""

import json
import os
import re
import stat
import struct
import sys
import zlib
from array import array
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from engine.errors import HiveError
from study.openings.graph import COUNT, KEY, NO_SCORE, RESULTS, SCORE, Graph

VERSION = 1
"""To be raised when the bytes, or the canonical hashes in them, come to mean something else."""

_NAME = b"Propolis book "
_MAGIC = _NAME + b"%d\n" % VERSION
_HEAD = struct.Struct("<16sIII")
_LENGTH = struct.Struct("<I")
_LARGEST = 1 << 28
"""Bytes of an unpacked body: room for some millions of positions."""
_MOST = 2**32 - 1
_LARGEST_SCORE = 30000
_GAME_TYPE = re.compile(r"Base(?:\+(?=.)M?L?P?)?")  # `engine.pieces` would import numpy
_LITTLE = sys.byteorder == "little"


class BookError(HiveError):
    """The file is no opening book, or a damaged one."""


@dataclass
class Contents:
    """What a file holds."""

    graphs: dict[str, Graph] = field(default_factory=dict)
    """By game type."""
    plies: int = 0
    """How deep games were looked at."""
    score_nodes: int = 0
    """Nodes of the search behind every score; 0 if there are no scores."""


def packed(contents: Contents) -> bytes:
    """The bytes of a file. Raises BookError if there is more than a file can hold."""
    kinds = sorted(contents.graphs)
    info = {
        "plies": contents.plies,
        "score_nodes": contents.score_nodes,
        "types": [
            [kind, len(contents.graphs[kind]), len(contents.graphs[kind].child)] for kind in kinds
        ],
    }
    text = json.dumps(info, separators=(",", ":")).encode()
    parts = [_LENGTH.pack(len(text)), text]
    for kind in kinds:
        parts += [_bytes(column) for column in _stored(contents.graphs[kind])]
    body = b"".join(parts)
    if len(body) > _LARGEST:
        raise BookError(
            "the book would be too large: have fewer positions in it, "
            "with fewer plies or more games for each"
        )
    squeezed = zlib.compress(body, 9)
    return _HEAD.pack(_MAGIC, len(squeezed), len(body), zlib.crc32(squeezed)) + squeezed


def unpacked(data: bytes) -> Contents:
    """The contents of a file. Raises BookError with what is wrong, of which nothing is believed."""
    if not data.startswith(_NAME):
        raise BookError("it is no opening book")
    if not data.startswith(_MAGIC):
        raise BookError("it is an opening book of another version of Propolis")
    if len(data) < _HEAD.size:
        raise BookError("it is cut off")
    _, packed_length, length, checksum = _HEAD.unpack_from(data)
    squeezed = data[_HEAD.size :]
    if len(squeezed) < packed_length:
        raise BookError("it is cut off")
    if len(squeezed) > packed_length or zlib.crc32(squeezed) != checksum or length > _LARGEST:
        raise BookError("it is damaged")
    try:
        unpacking = zlib.decompressobj()
        body = unpacking.decompress(squeezed, length + 1)
        if len(body) != length or not unpacking.eof or unpacking.unused_data:
            raise ValueError
        return _read(body)
    except (ValueError, TypeError, KeyError, RecursionError, zlib.error, struct.error):
        raise BookError("it is damaged") from None


def is_book(path: Path) -> bool:
    """Whether a file says that it is a book. Raises OSError."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_NAME)) == _NAME


def read_book(path: str | os.PathLike[str]) -> Contents:
    """The contents of a file. Raises BookError, in one sentence."""
    shown = repr(os.fspath(path))
    try:
        about = os.stat(path)
        # Of a pipe or a device one could read for ever, and no book is as large as some files.
        is_fit = stat.S_ISREG(about.st_mode) and about.st_size <= _LARGEST
        data = Path(path).read_bytes() if is_fit else b""
    except OSError as error:
        raise BookError(f"cannot read {shown}: {error.strerror or error}") from None
    except ValueError:  # a null character
        raise BookError(f"{shown} cannot be the name of a file") from None
    if not stat.S_ISREG(about.st_mode):
        raise BookError(f"{shown} is not a file")
    try:
        return unpacked(data)
    except BookError as error:
        raise BookError(f"cannot read {shown}: {error}") from None


def write_book(contents: Contents, path: str | os.PathLike[str]) -> None:
    """Write a file, whole or not at all; one that is there is replaced. Raises BookError."""
    from uhp.errors import RefusedError
    from uhp.saving import save

    try:
        # The full path, since a person's `~` is no business of a book's.
        save(packed(contents), os.path.abspath(path), overwrite=True)
    except RefusedError as error:
        raise BookError(str(error)) from None


def _stored(graph: Graph) -> "list[array[int]]":
    """The columns as the file has them."""
    degrees = array(COUNT, (after - before for before, after in pairwise(graph.first)))
    missing = [
        array(
            COUNT,
            (reached[child] - count for child, count in zip(graph.child, played, strict=True)),
        )
        for reached, played in zip(graph.reached, graph.played, strict=True)
    ]
    return [graph.keys, *graph.reached, graph.scores, degrees, graph.child, *missing]


def _read(body: bytes) -> Contents:
    """The contents of a body. Raises ValueError and others for what is none."""
    (length,) = _LENGTH.unpack_from(body)
    at = _LENGTH.size + length
    info = json.loads(body[_LENGTH.size : at])
    contents = Contents(plies=_whole(info["plies"]), score_nodes=_whole(info["score_nodes"], 2**63))
    for kind, positions, moves in info["types"]:
        if not _GAME_TYPE.fullmatch(kind) or kind in contents.graphs:
            raise ValueError
        columns = []
        for code, count in _layout(_whole(positions), _whole(moves)):
            column = array(code)
            end = at + count * column.itemsize
            if end > len(body):
                raise ValueError
            column.frombytes(body[at:end])
            if not _LITTLE:
                column.byteswap()
            columns.append(column)
            at = end
        contents.graphs[kind] = _graph(columns)
    if at != len(body):
        raise ValueError
    return contents


def _layout(positions: int, moves: int) -> list[tuple[str, int]]:
    """The types and lengths of the columns of a graph."""
    of_positions = [KEY, *[COUNT] * RESULTS, SCORE, COUNT]
    of_moves = [COUNT, *[COUNT] * RESULTS]
    return [(code, positions) for code in of_positions] + [(code, moves) for code in of_moves]


def _graph(columns: "list[array[int]]") -> Graph:
    """A graph from the columns of a file. Raises ValueError if they do not fit together."""
    keys, *rest = columns
    reached, (scores, degrees, child) = rest[:RESULTS], rest[RESULTS : RESULTS + 3]
    missing = rest[RESULTS + 3 :]
    if any(after <= before for before, after in pairwise(keys)):
        raise ValueError
    if scores and not (min(scores) >= NO_SCORE and max(scores) <= _LARGEST_SCORE):
        raise ValueError
    if any(NO_SCORE < score < -_LARGEST_SCORE for score in scores):
        raise ValueError
    if sum(degrees) != len(child) or (child and max(child) >= len(keys)):
        raise ValueError
    first = array(COUNT, accumulate(degrees, initial=0))
    for start, stop in pairwise(first):
        if stop - start > 1 and any(a >= b for a, b in pairwise(child[start:stop])):
            raise ValueError
    played = []
    for total, more in zip(reached, missing, strict=True):
        try:
            played.append(
                array(COUNT, (total[to] - few for to, few in zip(child, more, strict=True)))
            )
        except OverflowError:
            raise ValueError from None
    return Graph(keys, tuple(reached), scores, first, child, tuple(played))


def _whole(number: Any, most: int = _MOST) -> int:
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError
    return number


def _bytes(column: "array[int]") -> bytes:
    if _LITTLE:
        return column.tobytes()
    swapped = column[:]
    swapped.byteswap()
    return swapped.tobytes()
