"""The files of a review: where they go, and whether they are there already."""

import json
import os
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from engine.errors import HiveError
from engine.game_tree import GameTree
from engine.reading import read_tree
from study.review.annotated import TAG, annotated_pgn
from study.review.assessing import fingerprint
from study.review.model import KIND, GameReview, ReviewError, ReviewSettings
from study.review.page import PAGE_MARK, review_page
from uhp.saving import save

_ENDINGS = {"pgn": ".review.pgn", "html": ".review.html", "json": ".review.json"}
OUR_PGN = _ENDINGS["pgn"]
_RECORD_ENDINGS = (".gz", ".pgn", ".sgf", ".uhp", ".txt")
_LONGEST_NAME = 150
"""Bytes; endings are added, and file systems take 255."""
_TEMPORARY = ".propolis-*.tmp"


class Files(NamedTuple):
    """The three files of a review."""

    pgn: Path
    html: Path
    json: Path

    @classmethod
    def named(cls, folder: Path, name: str) -> "Files":
        """Those of a name in a folder."""
        return cls(*(folder / (name + ending) for ending in _ENDINGS.values()))

    def write(self, tree: GameTree, review: GameReview, source: str) -> None:
        """Write all three, each whole or not at all, the JSON last: it says that all is done.

        Raises RefusedError.
        """
        save(annotated_pgn(tree, review), os.fspath(self.pgn.absolute()), overwrite=True)
        save(review_page(tree, review, source), os.fspath(self.html.absolute()), overwrite=True)
        save(review.to_json(), os.fspath(self.json.absolute()), overwrite=True)


class Folder:
    """The folder that reviews go to.

    What is there and is no review of the same game is left alone: the next name is taken.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._taken: set[str] = set()

    def files_for(self, name: str, tree: GameTree) -> Files:
        """The files for the review of a game from a file of that name."""
        game = tree.end().game().notation
        number = 1
        while True:
            tried = name if number == 1 else f"{name}-{number}"
            files = Files.named(self.path, tried)
            if tried not in self._taken and _may_be_replaced(files, game):
                self._taken.add(tried)
                return files
            number += 1

    def tidy(self) -> None:
        """Take away what a process that was killed may have left half-written."""
        for left in self.path.glob(_TEMPORARY):
            with suppress(OSError):
                left.unlink()


def finished_review(files: Files, tree: GameTree, settings: ReviewSettings) -> GameReview | None:
    """The review of just this record with these settings, if it has been made before."""
    try:
        review = GameReview.from_json(files.json.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ReviewError):
        return None
    same = review.settings == settings and review.record == fingerprint(tree)
    return review if same else None


def are_there(files: Files) -> bool:
    """Whether all three files are there."""
    return all(path.is_file() for path in files)


def name_of(path: Path) -> str:
    """What the files for the games of a file are called.

    >>> name_of(Path("games/final.pgn.gz"))
    'final'
    """
    name = path.name
    for ending in _RECORD_ENDINGS:
        if name.lower().endswith(ending) and len(name) > len(ending):
            name = name[: -len(ending)]
    name = "".join(c if c.isprintable() and c not in '/\\:*?"<>|' else "_" for c in name)
    return name.encode("utf-8", "replace")[:_LONGEST_NAME].decode("utf-8", "ignore") or "game"


def _may_be_replaced(files: Files, game: str) -> bool:
    """Whether these names are free, or have a review of the same game, finished or not."""
    reviewed = {files.json: _game_of_json, files.pgn: _game_of_pgn}
    for path, game_of in reviewed.items():
        if os.path.lexists(path) and game_of(path) != game:
            return False
    return not os.path.lexists(files.html) or PAGE_MARK in _text(files.html)


def _game_of_json(path: Path) -> str | None:
    """The game whose review a file holds; None if it holds none."""
    try:
        given = json.loads(_text(path))
        return str(given["game"]) if given["kind"] == KIND else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _game_of_pgn(path: Path) -> str | None:
    text = _text(path)
    if f'[{TAG} "' not in text:
        return None
    try:
        return read_tree(StringIO(text)).end().game().notation
    except HiveError:
        return None


def _text(path: Path) -> str:
    """The text of a file; nothing where there is none, or something else of that name."""
    try:
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    except OSError:
        return ""
