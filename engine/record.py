"""Game records: a replayed game with what its file says about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.checks import instance, whole_number
from engine.errors import RecordError
from engine.game import Game
from engine.game_state import GameState
from engine.game_tree import GameTree, Node

_STATES = {text: state for state in GameState for text in (state.value, state.pgn_result)}
"""The words of records for how a game stands; `*` is both of those that are not over."""


@dataclass
class Record:
    """A game with the tags, the result and the comments of its record.

    `result` is what the record claims, or else how the game stands on the board: `WhiteWins`,
    `BlackWins`, `Draw`, or None if it was not finished. It differs from `game.state` when somebody
    resigned, ran out of time or agreed to a draw.

    `comments` are keyed by the number of moves made before them: 0 is ahead of the first move.

    These are the main line of the game. A record that was read from a file knows the variations
    and annotations too: `tree()` has them all, and they are written with the record.
    """

    game: Game
    tags: dict[str, str] = field(default_factory=dict)
    result: GameState | None = None
    comments: dict[int, str] = field(default_factory=dict)
    _more: GameTree | None = field(default=None, init=False, repr=False, compare=False)
    """The tree it came from, if that has more than the main line."""

    @classmethod
    def from_tree(cls, tree: GameTree) -> "Record":
        """The main line of a tree. The record has a game, tags and comments of its own."""
        return cls.consuming(tree.copy())

    @classmethod
    def consuming(cls, tree: GameTree) -> "Record":
        """The main line of a tree that nobody else has."""
        comments = {node.depth: node.comment for node in (tree, *tree.mainline()) if node.comment}
        record = cls(tree._game_at(tree.end()), tree.tags, tree.result, comments)
        if _has_more(tree):
            record._more = tree
            tree._stands_at(record.game.copy(), tree.end())
        else:
            tree._dissolve()
        return record

    def tree(self) -> GameTree:
        """The record as a game tree of its own: changes to it do not change the record.

        The fields of the record have the last word on the main line. Variations are kept as long as
        the game has the moves it was read with, and perhaps further ones.

        Raises RecordError for comments on moves that were not made.
        """
        tree = self._extended() or GameTree.from_game(self.game)
        tree.tags, tree.result = dict(self.tags), self.result
        for node in (tree, *tree.mainline()):
            node.comment = ""
        set_comments(tree, self.comments)
        return tree

    def _extended(self) -> GameTree | None:
        """The tree it came from with the moves that were made since; None if others were."""
        if self._more is None:
            return None
        tree = self._more.copy()
        known, moves = list(tree.mainline()), self.game.history
        if [node.move for node in known] != list(moves[: len(known)]):
            return None
        tree.end().add_line(self.game.move_strings[len(known) :])
        return tree


def set_comments(tree: GameTree, comments: Mapping[int, str]) -> None:
    """Put comments on the main line, by the number of moves before them. Raises RecordError."""
    line: list[Node] = [tree, *tree.mainline()]
    instance(comments, Mapping, "comments are given by the number of moves before them")
    for ply, text in comments.items():
        ply = whole_number(ply, "the number of moves before a comment")
        instance(text, str, "a comment is a text")
        if not 0 <= ply < len(line):
            raise RecordError(f"there is no move {ply} to comment on")
        line[ply].comment = text


def _has_more(tree: GameTree) -> bool:
    line = (tree, *tree.mainline())
    return any(len(n.variations) > 1 or n.has_nags or n.starting_comment for n in line)


def is_result(text: str) -> bool:
    """Whether a word of a record says how the game ended, or that it did not.

    >>> is_result("1-0"), is_result("Draw"), is_result("wQ")
    (True, True, False)
    """
    return text in _STATES


def claimed_result(text: str) -> GameState | None:
    """The end of the game that a word of a record claims; None if it claims none."""
    state = _STATES.get(text.strip())
    return state if state is not None and state.is_over else None


def final_result(claim: GameState | None, game: Game) -> GameState | None:
    """The result of a record: its claim, or else what the board says."""
    if claim is not None:
        return claim
    return game.state if game.is_over else None
