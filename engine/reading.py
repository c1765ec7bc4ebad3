"""Games from whatever holds them: PGN, SGF or GameStrings; a text, a file, a folder of files.

>>> for record in read_games("Base;InProgress;Black[1];wS1\\nBase+P;InProgress;Black[1];wP"):
...     print(record.game.game_type, *record.game.move_strings)
Base wS1
Base+P wP
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from engine import gamestring
from engine.errors import HiveError, RecordError
from engine.game_tree import GameTree
from engine.lines import Lines, Source
from engine.pgn_reader import PGN
from engine.record import Record, claimed_result, final_result
from engine.record_stream import (
    Chunk,
    Filter,
    Format,
    GameStream,
    Headers,
    OnError,
    only_game,
)
from engine.replay import Replay
from engine.sgf_reader import SGF

Item = TypeVar("Item")

_SUFFIXES = (".pgn", ".sgf", ".uhp")
_FILES = tuple(suffix + archive for suffix in _SUFFIXES for archive in ("", ".gz"))
_GAME_STRING = re.compile(r"\s*+Base(?:\+[A-Z]++)?+\s*+(?:;|$)")
_SGF_START = re.compile(r"\s*+\(\s*+(?:;|$)")


def read_games(
    source: Source,
    *,
    queen_first: bool | None = None,
    on_error: OnError = "raise",
    only: Filter | None = None,
    largest: int | None = None,
) -> GameStream[Record]:
    """The games of a text, a file or a folder, one after the other, each as a `Record`.

    The source is a text, an open file, or the `Path` of a file or folder. Of a folder all files are
    read that end in `.pgn`, `.sgf` or `.uhp`, perhaps with `.gz`, those of its folders too, in the
    order of their names. Whether a file holds PGN, SGF or one GameString to a line is seen from its
    beginning.

    A game may have 16 million characters and a million lines. A file with more than `largest`
    characters is read so far, and one that is larger in bytes not at all; then there is an error,
    as for a bad game.

    The other arguments, and the errors, are those of `read_all`.
    """
    return _stream(
        source, lambda f, game: Record.consuming(f.tree(game, queen_first)), on_error, only, largest
    )


def read_trees(
    source: Source,
    *,
    queen_first: bool | None = None,
    on_error: OnError = "raise",
    only: Filter | None = None,
    largest: int | None = None,
) -> GameStream[GameTree]:
    """The same as `read_games`, each game as a `GameTree`."""
    return _stream(source, lambda form, game: form.tree(game, queen_first), on_error, only, largest)


def read_tree(source: Source, *, queen_first: bool | None = None) -> GameTree:
    """The one game of a text or file, whatever its kind, as a `GameTree`.

    Raises RecordError, also for none or several, and OSError for a file that cannot be read.

    >>> tree = read_tree("1. wS1\\n2. bS1 wS1-\\n(2. bG1 wS1- $1 {bold})\\n3. wQ -wS1")
    >>> [node.move_string for node in tree.next().variations]
    ['bS1 wS1-', 'bG1 wS1-']
    """
    lines = Lines(source)
    form = _form_of(lines)
    return only_game(lines, form, lambda form, game: form.tree(game, queen_first))


def read_headers(source: Source, *, on_error: OnError = "raise") -> GameStream[Headers]:
    """The tags of the games of a text, a file or a folder; the moves are not looked at.

    >>> [headers.tags["White"] for headers in read_headers('[White "Ann"]\\n\\n1. what is this')]
    ['Ann']
    """
    return _stream(source, lambda form, game: Headers(form.tags(game), game.line), on_error, None)


def _stream(
    source: Source,
    read: Callable[[Format, Chunk], Item],
    on_error: OnError,
    only: Filter | None,
    largest: int | None = None,
) -> GameStream[Item]:
    if isinstance(source, os.PathLike) and os.path.isdir(source):
        return GameStream(_folder(Path(source), largest), read, on_error, only)
    lines = Lines(source, largest)
    return GameStream([(lines, _form_of(lines))], read, on_error, only)


def _folder(folder: Path, largest: int | None) -> Iterator[tuple[Lines, Format]]:
    for place, folders, files in os.walk(folder, onerror=_raise):
        folders.sort()
        for name in sorted(files):
            path = Path(place, name)
            # Of a pipe one could wait for ever; a link to nothing is an error.
            if name.lower().endswith(_FILES) and not path.is_fifo() and not path.is_socket():
                lines = Lines(path, largest)
                yield lines, _form_of(lines)


def _raise(error: OSError) -> None:
    raise error


def _form_of(lines: Lines) -> Format:
    """What the first line that says something looks like."""
    first = lines.peek(lambda line: not line.isspace() and not line.startswith("#"))
    if _GAME_STRING.match(first):
        return GAME_STRINGS
    return SGF if _SGF_START.match(first) else PGN


def _chunks(lines: Iterator[str]) -> Iterator[Chunk]:
    """The GameStrings of a file, one to a line; `#` begins a line that is none."""
    for number, line in enumerate(lines, start=1):
        if not line.isspace() and not line.lstrip().startswith("#"):
            yield Chunk(line.strip(), number)


def _tags(chunk: Chunk) -> dict[str, str]:
    return {"GameType": _split(chunk)[0], "Result": _state(chunk)}


def _tree(chunk: Chunk, queen_first: bool | None) -> GameTree:
    """Replay a GameString. Raises RecordError."""
    game_type, moves = _split(chunk)
    replay = Replay(game_type, queen_first=queen_first)
    for move in moves:
        try:
            replay.play(move)
        except RecordError as error:
            error.line = chunk.line
            raise
    found = replay.finish()
    found.result = final_result(claimed_result(_state(chunk)), replay.game)
    return found


def _state(chunk: Chunk) -> str:
    return chunk.text.partition(";")[2].partition(";")[0].strip()


def _split(chunk: Chunk) -> tuple[str, list[str]]:
    try:
        return gamestring.split(chunk.text)
    except HiveError as error:
        raise RecordError(str(error), line=chunk.line) from None


GAME_STRINGS = Format(_chunks, _tags, _tree)
"""One game to a line."""
