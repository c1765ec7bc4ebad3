"""PGN: game records as Mzinga and hivegame.com write them, one ply to a line.

    [GameType "Base"]
    [White "Ann"]
    [Result "InProgress"]

    1. wS1
    {A quiet start.}
    2. bS1 wS1-

Tag values and comments may hold any text. Quotes and backslashes of tag values are escaped as PGN
asks; what cannot stand as it is, such as a brace inside a comment, becomes `&#125;`. Comments do
without backslash escapes because directions like `wQ\\` end in a backslash.
"""

from collections.abc import Mapping

from engine.checks import instance
from engine.errors import RecordError, quoted
from engine.game import Game
from engine.game_state import GameState
from engine.game_tree import GameTree
from engine.lines import Lines, Source
from engine.pgn_reader import PGN
from engine.pgn_writer import DIALECTS, Dialect, tree_as_pgn
from engine.record import Record, claimed_result, final_result, is_result, set_comments
from engine.record_stream import Filter, GameStream, OnError, only_game

__all__ = ["Dialect", "read_all", "read_pgn", "write_pgn"]


def read_pgn(source: Source, *, queen_first: bool | None = None) -> Record:
    """The one game of a PGN text or file, replayed. A file is given by a `Path`, or open.

    A game that places a queen on a first turn is played by the older rule that allows it, unless
    `queen_first` says otherwise. Raises RecordError, and OSError for a file that cannot be read.

    >>> record = read_pgn('[White "Ann"]\\n\\n1. wS1 {quiet}\\n2. bS1 wS1-\\n\\n1-0')
    >>> record.game.game_string, record.result.value, record.comments
    ('Base;InProgress;White[2];wS1;bS1 wS1-', 'WhiteWins', {1: 'quiet'})
    """
    return only_game(
        Lines(source), PGN, lambda form, game: Record.consuming(form.tree(game, queen_first))
    )


def read_all(
    source: Source,
    *,
    queen_first: bool | None = None,
    on_error: OnError = "raise",
    only: Filter | None = None,
) -> GameStream[Record]:
    """The games of a PGN text or file, one after the other. A file is given by a `Path`, or open.

    Raises RecordError when it comes to a bad one, and OSError for a file that cannot be read. With
    `on_error="skip"` it goes on with the next game and keeps the error in `errors`; a function is
    called with the error instead. `only` is called with the tags of every game and says whether it
    is wanted; others are not replayed.

    A file is read no further than the games asked for. A game begins with its tags: with the first
    one after moves, or the first that repeats.
    """
    return GameStream(
        [(Lines(source), PGN)],
        lambda form, game: Record.consuming(form.tree(game, queen_first)),
        on_error,
        only,
    )


def write_pgn(
    game: Game | Record | GameTree,
    tags: Mapping[str, str] | None = None,
    *,
    comments: Mapping[int, str] | None = None,
    result: str | None = None,
    dialect: Dialect = "mzinga",
) -> str:
    """A game as PGN, with its variations and annotations if it is a record or a tree that has any.

    `tags` and `comments` (keyed by the number of moves before them) are added to those of a record.
    The result is, in this order, the one given here, that of the record or of the tag `Result`, or
    what the board says. Raises RecordError for tags that PGN cannot name, comments on moves that
    were not made, and results that are none.

    >>> print(write_pgn(Game.from_string("Base;InProgress;Black[1];wS1"), {"White": "Ann"}))
    [GameType "Base"]
    [Date ""]
    [Event ""]
    [Site ""]
    [Round ""]
    [White "Ann"]
    [Black ""]
    [Result "InProgress"]
    <BLANKLINE>
    1. wS1
    <BLANKLINE>
    """
    what = "only a Game, a Record or a GameTree can be written as PGN"
    instance(game, (Game, Record, GameTree), what)
    if dialect not in DIALECTS:
        raise ValueError(f"a dialect is one of {', '.join(DIALECTS)}, not {dialect!r}")
    tree, end, state = completed(game, tags, comments, result)
    return tree_as_pgn(tree, end, state, dialect)


def completed(
    game: Game | Record | GameTree,
    tags: Mapping[str, str] | None,
    comments: Mapping[int, str] | None,
    result: str | None,
) -> tuple[GameTree, GameState | None, GameState]:
    """A tree with all that is to be written of a game, its result if any, and how it stands."""
    if tags is not None:
        instance(tags, Mapping, "tags are given by name, such as {'White': 'Ann'}")
    if result is not None:
        instance(result, str, "a result is a text such as 'WhiteWins'")
    tags = dict(tags or {})
    if isinstance(game, Game):
        tree = GameTree.from_game(game, result=claimed_result(tags.get("Result", "")))
    else:
        tree = game.tree() if isinstance(game, Record) else game.copy()
    last = game if isinstance(game, Game) else tree.end().game()
    if result is not None and not is_result(result):
        raise RecordError(f"{quoted(result)} is not a result, such as WhiteWins")
    end = final_result(tree.result if result is None else claimed_result(result), last)
    tree.tags |= tags
    set_comments(tree, comments or {})
    return tree, end, last.state
