"""The games that are to be reviewed, from all files named; what cannot be read is told of."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import RecordError
from engine.game_tree import GameTree
from engine.reading import read_trees
from study.record_files import LARGEST_REVIEWED
from study.review.annotated import TAG
from study.review.outputs import OUR_PGN, name_of

_ENDINGS = tuple(ending + packed for ending in (".pgn", ".sgf", ".uhp") for packed in ("", ".gz"))
_MOST_ERRORS = 5
"""Bad games of one file that are told of one by one: a file of something else has thousands."""

Complain = Callable[[str], None]


@dataclass(frozen=True)
class Source:
    """A game, the file it is from, and what its review is to be called."""

    tree: GameTree
    path: Path
    name: str


def read_sources(paths: Iterable[Path], complain: Complain) -> list[Source]:
    """All games of files and folders; `complain` is called with a sentence for what is wrong."""
    sources = []
    for path in paths:
        for file in _files(path, complain):
            sources += _read(file, complain)
    return sources


def _files(path: Path, complain: Complain) -> list[Path]:
    """The file itself, or the records in a folder and its folders, but no reviews of ours."""
    try:
        if not path.is_dir():
            return [path]
        found = sorted(
            file
            for file in path.rglob("*")
            if file.name.lower().endswith(_ENDINGS)
            and not file.name.endswith(OUR_PGN)
            and file.is_file()
        )
    except (OSError, ValueError) as error:
        complain(f"cannot read {shown(path)}: {_reason(error)}")
        return []
    if not found:
        complain(f"there are no records (.pgn, .sgf, .uhp) in the folder {shown(path)}")
    return found


def _read(path: Path, complain: Complain) -> list[Source]:
    errors: list[RecordError] = []
    trees: list[GameTree] = []
    try:
        with read_trees(path, on_error=errors.append, largest=LARGEST_REVIEWED) as stream:
            trees += stream
    except (OSError, ValueError) as error:
        complain(f"cannot read {shown(path)}: {_reason(error)}")
        return []
    except MemoryError:
        complain(f"cannot read {shown(path)}: it is too large")
        return []
    for bad in errors[:_MOST_ERRORS]:
        what = "read on" if bad.game_number is None else "review a game"
        complain(f"cannot {what}: {bad}")
    if len(errors) > _MOST_ERRORS:
        complain(f"{len(errors) - _MOST_ERRORS} more games of {shown(path)} cannot be read")
    good = []
    for number, tree in enumerate(trees, start=1):
        if TAG in tree.tags:
            complain(f"game {number} of {shown(path)} has been reviewed already")
        elif tree.is_end:
            complain(f"game {number} of {shown(path)} has no moves")
        else:
            good.append(tree)
    if not trees and not errors:
        complain(f"there is no game in {shown(path)}")
    name = name_of(path)
    digits = len(str(len(trees)))
    many = len(trees) > 1
    return [
        Source(tree, path, f"{name}-{number:0{digits}}" if many else name)
        for number, tree in enumerate(good, start=1)
    ]


def shown(path: Path) -> str:
    """The name of a file, fit for a sentence."""
    return ascii(str(path))[1:-1]


def _reason(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else None
    return (reason or str(error)).lower()
