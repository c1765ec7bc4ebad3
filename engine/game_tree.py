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

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

from engine.checks import instance, whole_number
from engine.errors import HiveError, quoted
from engine.game import Game
from engine.game_state import GameState
from engine.notation import Move, parse_spelling
from engine.pieces import Color
from engine.start_position import new_game, start_position_of

if TYPE_CHECKING:
    from engine.record import Record

HIGHEST_NAG = 255


class Node:
    """A move of a game tree, with what may follow it. The root of a tree has no move.

    `variations` are the moves that may follow, the main one first. `comment` stands behind the
    move, `starting_comment` ahead of the variation that the move begins. `nags` are PGN's numbers
    for annotations: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!` and up to 255.
    """

    __slots__ = (
        "_depth",
        "_move",
        "_move_string",
        "_nags",
        "_parent",
        "_root",
        "comment",
        "starting_comment",
        "variations",
    )

    def __init__(self, parent: "Node | None", move: Move | None, move_string: str) -> None:
        """Nodes are made by `add_variation`."""
        self._parent = parent
        self._move = move
        self._move_string = move_string
        self._nags: set[int] | None = None
        self._depth: int = 0 if parent is None else parent._depth + 1
        self._root: GameTree = parent._root if parent is not None else _as_root(self)
        self.comment = ""
        self.starting_comment = ""
        self.variations: list[Node] = []

    @property
    def parent(self) -> "Node | None":
        """The move before; None for the root."""
        return self._parent

    @property
    def root(self) -> "GameTree":
        """The tree it belongs to."""
        return self._root

    @property
    def move(self) -> Move | None:
        """The move; None for the root."""
        return self._move

    @property
    def move_string(self) -> str:
        """The move as it was written; empty for the root."""
        return self._move_string

    @property
    def nags(self) -> set[int]:
        """The numbers of its annotations."""
        if self._nags is None:
            self._nags = set()
        return self._nags

    @nags.setter
    def nags(self, numbers: Iterable[int]) -> None:
        self._nags = _checked_nags(numbers)

    @property
    def has_nags(self) -> bool:
        """Whether it has annotations; unlike `nags`, the question costs no memory."""
        return bool(self._nags)

    @property
    def depth(self) -> int:
        """How many moves lead here from the root."""
        return self._depth

    @property
    def ply(self) -> int:
        """The ply of `game()`: the moves made, with those that a set-up position has behind it."""
        return self._root.start_ply + self._depth

    @property
    def turn(self) -> Color:
        """The player to move after it."""
        return Color(self.ply & 1)

    def game(self) -> Game:
        """A game of its own that stands behind this move.

        It is played from the game asked for last, so that walking through a tree costs little.
        """
        return self._root._game_at(self).copy()

    # Walking

    def next(self) -> "Node | None":
        """The main move that follows; None at the end of a line."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> "Iterator[Node]":
        """The moves of the main line that follow."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def end(self) -> "Node":
        """The last move of the main line; the node itself if nothing follows."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def walk(self) -> "Iterator[Node]":
        """All moves below: every line to its end, the main one first."""
        waiting = self.variations[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.variations)

    def path(self) -> "list[Node]":
        """The moves from the root to this one, itself included."""
        nodes = []
        node = self
        while node._parent is not None:
            nodes.append(node)
            node = node._parent
        return nodes[::-1]

    @property
    def is_end(self) -> bool:
        """Whether no move follows."""
        return not self.variations

    @property
    def is_main_variation(self) -> bool:
        """Whether it is the first choice after the move before; the root is."""
        return self._parent is None or self._parent.variations[:1] == [self]

    @property
    def is_mainline(self) -> bool:
        """Whether it belongs to the main line of the whole tree."""
        node = self
        while node._parent is not None:
            if not node.is_main_variation:
                return False
            node = node._parent
        return True

    # Changing

    def variation(self, which: "Node | Move | str") -> "Node":
        """The variation that begins with a move. Raises HiveError if there is none."""
        return self.variations[self._index(which)]

    def has_variation(self, which: "Node | Move | str") -> bool:
        """Whether there is a variation that begins with a move."""
        try:
            self._index(which)
        except HiveError:
            return False
        return True

    def add_variation(
        self,
        move: Move | str,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> "Node":
        """Add a move after those there are. Raises MoveParseError or IllegalMoveError."""
        numbers = _checked_nags(nags)
        game = self._root._game_at(self)
        text = str(parse_spelling(move)) if isinstance(move, str) else game.move_string(move)
        child = self._child(game.play(move), text)
        self._root._stands_at(game, child)
        child.comment, child.starting_comment = comment, starting_comment
        if numbers:
            child._nags = numbers
        return child

    def add_main_variation(
        self, move: Move | str, *, comment: str = "", nags: Iterable[int] = ()
    ) -> "Node":
        """Add a move ahead of those there are. Raises MoveParseError or IllegalMoveError."""
        child = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(child)
        return child

    def add_line(self, moves: Iterable[Move | str]) -> "Node":
        """Add moves that follow each other; returns the last.

        Raises MoveParseError or IllegalMoveError; the moves before the bad one stay.
        """
        node = self
        for move in moves:
            node = node.add_variation(move)
        return node

    def promote(self, which: "Node | Move | str") -> None:
        """Move a variation up by one place."""
        index = self._index(which)
        if index:
            self._move_to(index, index - 1)

    def promote_to_main(self, which: "Node | Move | str") -> None:
        """Move a variation up to the first place."""
        self._move_to(self._index(which), 0)

    def demote(self, which: "Node | Move | str") -> None:
        """Move a variation down by one place."""
        index = self._index(which)
        self._move_to(index, index + 1)

    def remove_variation(self, which: "Node | Move | str") -> None:
        """Take a variation out of the tree."""
        del self.variations[self._index(which)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.ply}. {self.move_string}>"

    def __reduce__(self) -> Any:
        # As the tree and a number: pickling from node to node would go too deep.
        nodes = enumerate(self._root.walk())
        number = next((number for number, node in nodes if node is self), None)
        if number is None:
            raise HiveError(f"{self!r} has been taken out of its tree")
        return _numbered, (self._root, number)

    # Inside

    def _child(self, move: Move, text: str) -> "Node":
        """Add a move that is known to be legal."""
        child = Node(self, move, text)
        self.variations.append(child)
        return child

    def _move_to(self, index: int, place: int) -> None:
        self.variations.insert(place, self.variations.pop(index))

    def _index(self, which: "Node | Move | str") -> int:
        if isinstance(which, str):
            which = self._root._game_at(self).parse_move(which)
        instance(which, (Node, Move), "a variation is a Node, a Move or a MoveString")
        for index, node in enumerate(self.variations):
            if node is which or node.move == which:
                return index
        name = which.move_string if isinstance(which, Node) else str(which)
        raise HiveError(f"there is no variation {quoted(name)} at this place")


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
        rules = (self.game_type, self.queen_first, self.repetition_draw, self.start_position)
        numbers: dict[Node, int] = {self: 0}
        notes = [_notes(self)]
        moves = []
        for number, node in enumerate(self.walk(), start=1):
            numbers[node] = number
            moves.append((numbers[_parent_of(node)], node._move, node._move_string))
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
            self._node = _parent_of(step)
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
        self.start_position = start_position_of(game)
        self.start_ply = game.ply - node._depth


def steps_between(start: Node, target: Node) -> tuple[list[Node], list[Node]]:
    """The moves to take back, last first, and those to make to get from one node to another."""
    back: list[Node] = []
    forth: list[Node] = []
    while start is not target:
        rise = start._depth - target._depth
        if rise >= 0:
            back.append(start)
            start = _parent_of(start)
        if rise <= 0:
            forth.append(target)
            target = _parent_of(target)
    return back, forth[::-1]


def _checked_nags(numbers: Iterable[int]) -> set[int]:
    return {whole_number(number, "a NAG", 0, HIGHEST_NAG) for number in numbers}


def _parent_of(node: Node) -> Node:
    if node._parent is None:
        raise HiveError("the nodes belong to different trees")
    return node._parent


def _as_root(node: Node) -> GameTree:
    instance(node, GameTree, "a node without a parent is a GameTree")
    assert isinstance(node, GameTree)
    return node


def _notes(node: Node) -> tuple[str, str, tuple[int, ...]]:
    return node.comment, node.starting_comment, tuple(sorted(node._nags or ()))


def _rebuilt(
    rules: tuple[str, bool, bool, str | None],
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
        start_position=start,
        tags=tags,
        result=result,
    )
    nodes: list[Node] = [tree]
    for parent, move, text in moves:
        nodes.append(nodes[parent]._child(move, text))
    for node, (comment, starting_comment, nags) in zip(nodes, notes, strict=True):
        node.comment, node.starting_comment = comment, starting_comment
        node._nags = set(nags) or None
    return tree


def _numbered(tree: GameTree, number: int) -> Node:
    return next(node for n, node in enumerate(tree.walk()) if n == number)
