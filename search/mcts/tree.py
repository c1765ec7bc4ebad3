"""The memory of a tree, kept from move to move."""

from typing import Any, NamedTuple

import numpy as np

from engine.game import Game
from engine.position import MAX_MOVES
from engine.setup import Setup
from search.mcts.kernel import NO_ROOM, NODE, STOPPED, copy_subtree


class _Moves(NamedTuple):
    """How a game came to its position. Codes of moves mean the same from the same start alone."""

    game_type: str
    start: Setup | None
    made: tuple[str, ...]


def _moves_of(game: Game) -> _Moves:
    return _Moves(game.game_type, game.start, game.move_strings)


class Tree:
    """Nodes in one half of the memory; what lies below a new root is copied to the other half."""

    def __init__(self, mebibytes: float) -> None:
        size = max(int(mebibytes * (1 << 20)) // NODE.itemsize // 2, 4 * MAX_MOVES)
        self._halves = [np.zeros(size, dtype=NODE) for _ in range(2)]
        self.used = 1
        self._root: _Moves | None = None

    @property
    def nodes(self) -> Any:
        """The nodes; number 0 is the root."""
        return self._halves[0]

    @property
    def fill(self) -> float:
        """The share of the memory in use."""
        return self.used / len(self.nodes)

    def move_to(self, game: Game, worker: Any) -> None:
        """Make a game's position the root, with what is known about it already."""
        node = self._find(game)
        self._root = _moves_of(game)
        if node is None or not self.nodes[node]["count"] or not self._keep(node, worker):
            self.clear()
        # A loss proven by search says nothing about the moves; at the root they have to tell.
        self.nodes[0]["proven"] = 0

    def clear(self) -> None:
        """Leave nothing but a root of which nothing is known."""
        self.nodes[0] = np.zeros(1, dtype=NODE)[0]
        self.used = 1

    def is_at(self, game: Game) -> bool:
        """Whether a game's position is the root."""
        return self._root == _moves_of(game)

    def shrink(self, worker: Any) -> None:
        """Make room: forget what lies below the nodes that were visited least."""
        self._keep(0, worker)

    def _keep(self, node: int, worker: Any) -> bool:
        """Keep what lies below a node as far as it fills half the memory; False if stopped."""
        room = len(self.nodes) // 2
        for least in (2**power for power in range(31)):
            used = int(copy_subtree(worker, self.nodes, node, self._halves[1], room, least))
            if used == STOPPED:
                break
            if used != NO_ROOM:
                self._halves.reverse()
                self.used = used
                return True
        return False

    def _find(self, game: Game) -> int | None:
        """The node of a game that continues the one at the root."""
        if self._root is None:
            return None
        known = len(self._root.made)
        moves = _moves_of(game)
        if moves._replace(made=moves.made[:known]) != self._root:
            return None
        node = 0
        for played in game.played[known:]:
            children = self.children(node)
            matching = [child for child in children if self.nodes[child]["move"] == played.code]
            if not matching:
                return None
            node = matching[0]
        return node

    def children(self, node: int) -> range:
        """The nodes below a node."""
        first = int(self.nodes[node]["first"])
        return range(first, first + int(self.nodes[node]["count"]))
