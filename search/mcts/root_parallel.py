"""Monte-Carlo tree search on several threads, each with a tree of its own."""

import math
from collections.abc import Sequence
from typing import Any

from search.limits import Limits
from search.mcts.kernel import LOGISTIC_SPREAD, grow, widen
from search.mcts.tree import Tree
from search.result import Line
from search.root import is_certain
from search.run import Run
from search.techniques import TABLE
from search.threads import SearchThreads
from search.values import MATE
from search.worker import MAX_PLY

REPORT_NODES = 200_000
"""Nodes between two reports."""

NODES_PER_PLY = 50_000
"""How long a search goes on that is limited by nothing but the depth of the tree."""

FORCED_MOVE_NODES = 1000
"""How long a search goes on where there is but one move."""


class MctsRun(Run):
    """Every thread grows its own tree and uses no table; the roots are added up."""

    def __init__(self, trees: Sequence[Tree], *arguments: Any) -> None:
        self.trees = trees
        super().__init__(*arguments)
        for worker in self.workers:
            worker["techniques"] &= ~TABLE

    def search(self, number: int) -> None:
        worker, position, tree = self.workers[number], self.positions[number], self.trees[number]
        deepest = self.deepest(MAX_PLY - 2)
        last = int(worker["node_limit"])
        if self.limits == Limits(depth=self.limits.depth) != Limits():
            last = NODES_PER_PLY * deepest
        if self.is_forced:
            last = min(last, FORCED_MOVE_NODES)
        tree.move_to(self.game, worker)
        if tree.nodes[0]["cut"]:
            tree.used = int(widen(worker, position, tree.nodes, 0, tree.used))
        while True:
            worker["node_limit"] = min(last, int(worker["nodes"]) + REPORT_NODES)
            worker["stopped"] = 0
            tree.used = int(grow(worker, position, tree.nodes, tree.used, deepest))
            if number == 0:
                self._report()
            ended = int(worker["nodes"]) >= last or tree.nodes[0]["proven"] != 0
            if ended or self.due.is_set or self.stop.is_set:
                return
            if not worker["stopped"]:
                tree.shrink(worker)

    def finish(self, threads: SearchThreads) -> tuple[Line, ...]:
        self.run(threads)
        self._keep_lines([tree for tree in self.trees if tree.is_at(self.game)])
        return self.lines()

    def fill(self) -> float:
        return max((tree.fill for tree in self.trees), default=0.0)

    def _report(self) -> None:
        """Show where the first tree stands."""
        self._keep_lines(self.trees[:1])
        if self.on_line is not None:
            for line in self.lines():
                self.on_line(line)

    def _keep_lines(self, trees: Sequence[Tree]) -> None:
        """Rank the root moves by what the trees found, and keep the best as lines."""
        ranked = ranked_moves(self.main, trees)
        certain = int(self.main["root_wins"])
        for rank, move in enumerate(ranked[: max(self.wanted - certain, 0)], start=certain):
            codes = _best_line(move.tree, move.child)
            self.found[rank] = self.find(rank, move.score, len(codes), codes)


def ranked_moves(worker: Any, trees: Sequence[Tree]) -> list["RootMove"]:
    """The root moves whose outcome is open, in the order of what the trees found."""
    sound = {
        int(worker["root_moves"][rank])
        for rank in range(int(worker["root_count"]))
        if not is_certain(worker, rank)
    }
    moves: dict[int, RootMove] = {}
    for tree in trees:
        for child in tree.children(0):
            code = int(tree.nodes[child]["move"])
            moves.setdefault(code, RootMove(code)).add(tree, child)
    return sorted((moves[code] for code in moves if code in sound), key=RootMove.rank)


class RootMove:
    """What all trees together say about a move at the root."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.visits = 0
        self.total = 0.0
        self.proven = 0
        self.tree: Any = None
        self.child = 0

    def add(self, tree: Tree, child: int) -> None:
        """Count in the node of one tree."""
        node = tree.nodes[child]
        visits = int(node["visits"])
        if self.tree is None or visits > int(self.tree.nodes[self.child]["visits"]):
            self.tree, self.child = tree, child
        self.visits += visits
        self.total += float(node["total"]) if visits else 0.0
        self.proven = self.proven or int(node["proven"])

    @property
    def score(self) -> int:
        """The score for the side to move at the root."""
        if self.proven:
            return MATE - -self.proven if self.proven < 0 else self.proven - MATE
        mean = float(self.tree.nodes[self.child]["estimate"])
        if self.visits:
            mean = self.total / self.visits
        mean = min(max(mean, 0.0001), 0.9999)
        return round(LOGISTIC_SPREAD * math.log(mean / (1 - mean)))

    def rank(self) -> tuple[int, int, int]:
        """Sorts wins (short ones first) before open moves (by visits) before losses."""
        if self.proven < 0:
            return 0, -self.proven, 0
        if self.proven > 0:
            return 2, -self.proven, 0
        return 1, -self.visits, -self.score


def _best_line(tree: Tree, node: int) -> list[int]:
    """The moves from a root move on that have been looked at most."""
    codes = [int(tree.nodes[node]["move"])]
    while len(codes) < MAX_PLY:
        children = [child for child in tree.children(node) if tree.nodes[child]["visits"]]
        if not children:
            break
        node = max(children, key=lambda child: _preference(tree.nodes[child]))
        codes.append(int(tree.nodes[node]["move"]))
    return codes


def _preference(node: Any) -> tuple[int, int]:
    proven = int(node["proven"])
    return (1 if proven < 0 else -1 if proven > 0 else 0), int(node["visits"])
