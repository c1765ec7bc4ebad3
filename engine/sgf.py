"""SGF: game records as BoardSpace keeps them, read and written."""

from collections.abc import Mapping

from engine.checks import instance
from engine.errors import RecordError
from engine.game import Game
from engine.game_tree import GameTree
from engine.lines import Lines, Source
from engine.pgn import completed
from engine.record import Record
from engine.sgf_reader import SGF
from engine.sgf_writer import tree_as_sgf

__all__ = ["read_sgf", "write_sgf"]


def read_sgf(source: Source, *, queen_first: bool | None = None) -> Record:
    """The first game of a BoardSpace SGF text or file, replayed.

    A file is given by a `Path`, or open. A game that places a queen on a first turn is played by
    the older rule that allows it, unless `queen_first` says otherwise. Raises RecordError, and
    OSError for a file that cannot be read.
    """
    lines = Lines(source)
    try:
        chunk = next(SGF.chunks(lines), None)
        if chunk is None:
            raise RecordError("not an SGF record: there is no '('")
        return Record.consuming(SGF.tree(chunk, queen_first))
    except RecordError as error:
        error.path = lines.path
        raise
    finally:
        lines.close()


def write_sgf(
    game: Game | Record | GameTree,
    tags: Mapping[str, str] | None = None,
    *,
    comments: Mapping[int, str] | None = None,
    result: str | None = None,
) -> str:
    """A game as SGF in BoardSpace's manner, with variations, comments and annotations if it has.

    The arguments are those of `write_pgn`, and so are the errors.

    >>> print(write_sgf(Game.from_string("Base;InProgress;Black[1];wS1"), {"White": "Ann"}))
    (;GM[27]VV[1]CA[UTF-8]
    SU[hive]
    P0[id "Ann"]
    P1[id ""]
    ; P0[0 start P0]
    ; P0[1 move W wS1 N 13 .]
    ; P0[2 done]
    )
    <BLANKLINE>
    """
    what = "only a Game, a Record or a GameTree can be written as SGF"
    instance(game, (Game, Record, GameTree), what)
    tree, end, _ = completed(game, tags, comments, result)
    return tree_as_sgf(tree, end)
