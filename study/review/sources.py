"""The games that are to be reviewed, from all files named; what cannot be read is told of."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import RecordError
from engine.game_tree import GameTree
from engine.reading import read_trees
from study.bad_games import BadGames
from study.record_files import LARGEST_REVIEWED, MOST_REVIEWED
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
    except (OSError, ValueError) as error:
        complain(f"cannot read {shown(path)}: {_reason(error)}")
        return []
    found = []
    errors: list[OSError] = []
    for folder, _, names in os.walk(path, onerror=errors.append):
        found += [Path(folder, name) for name in names if _is_record(Path(folder, name))]
    for trouble in errors:
        complain(f"cannot read {shown(Path(trouble.filename))}: {_reason(trouble)}")
    if not found and not errors:
        complain(f"there are no records (.pgn, .sgf, .uhp) in the folder {shown(path)}")
    return sorted(found)


def _is_record(file: Path) -> bool:
    """Whether a file of a folder is to be read, by its name and kind."""
    if not file.name.lower().endswith(_ENDINGS) or file.name.endswith(OUR_PGN):
        return False
    try:
        return file.is_file()
    except OSError:
        return True  # to be told of when it is read


def _read(path: Path, complain: Complain) -> list[Source]:
    errors: list[RecordError] = []
    good: list[GameTree] = []
    read = 0
    bad_games = BadGames(errors.append)
    try:
        with read_trees(path, on_error=bad_games, largest=LARGEST_REVIEWED) as stream:
            for tree in stream:
                read += 1
                problem = _problem(tree)
                if problem is not None:
                    number = read + len(errors)
                    bad_games(RecordError(problem, path=str(path), game_number=number))
                    continue
                bad_games.saw_good_game()
                good.append(tree)
                if len(good) > MOST_REVIEWED:
                    complain(
                        f"cannot review {shown(path)}: it has more than {MOST_REVIEWED:,} games"
                    )
                    return []
    except RecordError as error:
        errors.insert(0, error)
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
    if not good and not errors:
        complain(f"there is no game in {shown(path)}")
    name = name_of(path)
    digits = len(str(read))
    many = read > 1
    return [
        Source(tree, path, f"{name}-{number:0{digits}}" if many else name)
        for number, tree in enumerate(good, start=1)
    ]


def _problem(tree: GameTree) -> str | None:
    """Why a game that can be read cannot be reviewed."""
    if TAG in tree.tags:
        return "it has been reviewed already"
    return "it has no moves" if tree.is_end else None


def shown(path: Path) -> str:
    """The name of a file, fit for a sentence."""
    return ascii(str(path))[1:-1]


def _reason(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else None
    return (reason or str(error)).lower()
