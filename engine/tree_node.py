"""The moves of a game tree."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from engine.checks import instance, whole_number
from engine.errors import HiveError, quoted
from engine.game import Game
from engine.notation import Move, parse_spelling
from engine.pieces import Color

if TYPE_CHECKING:
    from engine.game_tree import GameTree

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
        self._root: GameTree = cast("GameTree", self) if parent is None else parent._root
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


def steps_between(start: Node, target: Node) -> tuple[list[Node], list[Node]]:
    """The moves to take back, last first, and those to make to get from one node to another."""
    back: list[Node] = []
    forth: list[Node] = []
    while start is not target:
        rise = start._depth - target._depth
        if rise >= 0:
            back.append(start)
            start = parent_of(start)
        if rise <= 0:
            forth.append(target)
            target = parent_of(target)
    return back, forth[::-1]


def _checked_nags(numbers: Iterable[int]) -> set[int]:
    return {whole_number(number, "a NAG", 0, HIGHEST_NAG) for number in numbers}


def parent_of(node: Node) -> Node:
    """The move before one that is not the root."""
    if node._parent is None:
        raise HiveError("the nodes belong to different trees")
    return node._parent


def _numbered(tree: "GameTree", number: int) -> Node:
    return next(node for n, node in enumerate(tree.walk()) if n == number)
