"""Game trees: a game with its variations, comments and annotations.

>>> tree = GameTree("Base+MLP", tags={"White": "Ann"})
>>> spider = tree.add_line(["wS1", "bS1 wS1-"])
>>> queen = spider.add_variation("wQ -wS1", comment="solid", nags=[1])
>>> ant = spider.add_variation("wA1 -wS1")
>>> [node.move_string for node in tree.mainline()]
['wS1', 'bS1 wS1-', 'wQ -wS1']
>>> ant.game().game_string
'Base+MLP;InProgress;Black[2];wS1;bS1 wS1-;wA1 -wS1'
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from engine.checks import instance
from engine.game import Game
from engine.game_state import GameState
from engine.notation import Move
from engine.setup import Setup
from engine.start_position import new_game
from engine.tree_node import HIGHEST_NAG, Node, parent_of, steps_between

if TYPE_CHECKING:
    from engine.record import Record

__all__ = ["HIGHEST_NAG", "GameTree", "Node"]


class GameTree(Node):
    """A whole game: the root of its moves, with tags, result and rules.

    `result` is what the record claims, or None; see `Record`. `game_type`, the two rules and
    `start_position` (the text of a position that was set up, else None) are fixed.
    """

    __slots__ = (
        "_game",
        "_node",
        "game_type",
        "queen_first",
        "repetition_draw",
        "result",
        "start_ply",
        "start_position",
        "tags",
    )
    _game: Game
    """The game behind one of the nodes, `_node`; it is moved to others as they are asked for."""
    _node: Node

    def __init__(
        self,
        game_type: str | None = None,
        *,
        queen_first: bool = False,
        repetition_draw: bool = False,
        start_position: str | None = None,
        tags: Mapping[str, str] | None = None,
        result: GameState | None = None,
    ) -> None:
        """A tree without moves. The game type is Base, or that of the start position."""
        super().__init__(None, None, "")
        self.tags = dict(tags or {})
        self.result = result
        rules = {"queen_first": queen_first, "repetition_draw": repetition_draw}
        self._stands_at(new_game(game_type, start_position, **rules), self)

    @classmethod
    def from_game(
        cls,
        game: Game,
        tags: Mapping[str, str] | None = None,
        result: GameState | None = None,
    ) -> Self:
        """A tree of the moves of a game, which is left alone."""
        instance(game, Game, "a game tree is made from a Game")
        tree = cls.__new__(cls)
        Node.__init__(tree, None, None, "")
        tree.tags = dict(tags or {})
        tree.result = result
        node: Node = tree
        for move, text in zip(game.history, game.move_strings, strict=True):
            node = node._child(move, text)
        tree._stands_at(game.copy(), node)
        return tree

    def record(self) -> "Record":
        """The main line as a `Record`, which knows the variations too."""
        from engine.record import Record

        return Record.from_tree(self)

    def copy(self) -> "GameTree":
        """An independent copy."""
        return _rebuilt(*self._parts())

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameTree":
        return self.copy()

    def __reduce__(self) -> Any:
        return _rebuilt, self._parts()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.game_type}, {self.end().depth} plies>"

    def __str__(self) -> str:
        from engine.pgn import write_pgn

        return write_pgn(self)

    # Inside

    def _parts(self) -> tuple[Any, ...]:
        """All there is to a tree, without links from node to node."""
        # The start itself, since its text does not say where the hive lies, and moves do.
        rules = (self.game_type, self.queen_first, self.repetition_draw, self._game.start)
        numbers: dict[Node, int] = {self: 0}
        notes = [_notes(self)]
        moves = []
        for number, node in enumerate(self.walk(), start=1):
            numbers[node] = number
            moves.append((numbers[parent_of(node)], node._move, node._move_string))
            notes.append(_notes(node))
        return rules, dict(self.tags), self.result, moves, notes

    def _dissolve(self) -> None:
        """Unlink all nodes of a tree that nobody needs any more, so that its memory is free."""
        for node in [*self.walk(), self]:
            node.variations = []
        del self._root, self._node

    def _game_at(self, node: Node) -> Game:
        """The game of the tree itself, moved to a node. Not to be changed."""
        game = self._game
        back, forth = steps_between(self._node, node)
        for step in back:
            game.undo()
            self._node = parent_of(step)
        for step in forth:
            game.play(step._move_string)
            self._node = step
        return game

    def _stands_at(self, game: Game, node: Node) -> None:
        """Take over a game that stands behind the moves of a node, and its rules."""
        self._game, self._node = game, node
        self.game_type = game.game_type
        self.queen_first = game.queen_first
        self.repetition_draw = game.repetition_draw
        self.start_position = game.start_position
        self.start_ply = game.ply - node._depth


def _notes(node: Node) -> tuple[str, str, tuple[int, ...]]:
    return node.comment, node.starting_comment, tuple(sorted(node._nags or ()))


def _rebuilt(
    rules: tuple[str, bool, bool, Setup | None],
    tags: dict[str, str],
    result: GameState | None,
    moves: list[tuple[int, Move, str]],
    notes: list[tuple[str, str, tuple[int, ...]]],
) -> GameTree:
    game_type, queen_first, repetition_draw, start = rules
    tree = GameTree(
        game_type,
        queen_first=queen_first,
        repetition_draw=repetition_draw,
        tags=tags,
        result=result,
    )
    if start is not None:
        game = start.game(queen_first=queen_first, repetition_draw=repetition_draw)
        tree._stands_at(game, tree)
    nodes: list[Node] = [tree]
    for parent, move, text in moves:
        nodes.append(nodes[parent]._child(move, text))
    for node, (comment, starting_comment, nags) in zip(nodes, notes, strict=True):
        node.comment, node.starting_comment = comment, starting_comment
        node._nags = set(nags) or None
    return tree
