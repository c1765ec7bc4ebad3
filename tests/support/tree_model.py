"""Monte-Carlo tree search written a second time, with objects in place of arrays."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from helpers import legal_codes
from search_model import ENDLESS, LOST_FROM, WON, Model, OutOfNodesError, queens_of
from search_model import neighbours_of as neighbours

from engine.position import losers, make, unmake

WORST_PRIOR = -2000.0
ZERO = np.float32(0)


@dataclass(eq=False)
class Node:
    """A move and what is known of the position after it."""

    move: int = 0
    estimate: Any = ZERO
    prior: Any = ZERO
    proven: int = 0
    visits: int = 0
    total: float = 0.0
    is_cut: bool = False
    children: list["Node"] = field(default_factory=list)


def chance(score: int) -> float:
    """The expected result of a score: four hundred mean odds of ten to one."""
    return 1.0 / (1.0 + math.exp(-score / (400 / math.log(10))))


def proven_by(node: Node) -> int:
    """What the children of a node prove about it, or what was known before."""
    wins = [1 - child.proven for child in node.children if child.proven < 0]
    losses = [1 + child.proven for child in node.children if child.proven > 0]
    if wins:
        return min(wins)
    if losses and len(losses) == len(node.children) and not node.is_cut:
        return -max(losses)
    return node.proven


def next_child(node: Node, exploration: float) -> Node:
    """The child with the best of result and prior; the first of equals, losers after all others."""

    def worth(child: Node) -> float:
        if child.proven > 0:
            return -1.0
        mean = child.total / child.visits if child.visits else float(child.estimate)
        bonus = exploration * math.sqrt(node.visits + 1.0) * float(child.prior)
        return mean + bonus / (1.0 + child.visits)

    return max(node.children, key=worth)


class TreeModel:
    """Grows a tree for a game; `model` searches its leaves and counts the nodes."""

    def __init__(self, model: Model, deepest: int, root: Node | None = None) -> None:
        self.model = model
        self.position = model.position
        self.parameters = model.parameters
        self.deepest = deepest
        self.root = root if root is not None and root.children else Node()
        self.used = 1
        self.seen = model.seen

    def grow(self) -> None:
        self.root.proven = 0
        if self.root.is_cut:
            self._widen(self.root)
        while not self.model.is_stopped and self.root.proven == 0:
            self.model.nodes += 1
            self._visit(self.root, 0)

    def _visit(self, node: Node, ply: int, drawn: bool = False) -> float:
        """Look at a node once more; the result for who made the move to it."""
        if drawn:
            value = 0.5
            self.seen["tree: repetition"] += 1
        elif node.children and not node.proven and ply < self.deepest:
            value = self._descend(node, ply)
        else:
            value = self._leaf(node, ply)
        node.proven = proven_by(node)
        if node.proven:
            value = 1.0 if node.proven > 0 else 0.0
        node.visits += 1
        node.total += 1.0 - value
        return 1.0 - value

    def _descend(self, node: Node, ply: int) -> float:
        exploration = self.parameters["tree_exploration"] / 100.0
        child = next_child(node, exploration)
        if child.proven > 0 and node.is_cut:
            self._widen(node)
            child = next_child(node, exploration)
        return float(
            self.model._below(
                child.move, ply, lambda: self._visit(child, ply + 1, self.model.repeats())
            )
        )

    def _leaf(self, node: Node, ply: int) -> float:
        if node.proven:
            self.seen["tree: proven node visited"] += 1
            return 1.0 if node.proven > 0 else 0.0
        if losers(self.position):
            return 0.5
        if ply >= self.deepest:
            self.seen["tree: too deep"] += 1
            return chance(self.model.value())
        crowd = max(len(neighbours(self.position, queen)) for queen in queens_of(self.position))
        is_open = node is self.root or crowd >= self.parameters["tree_danger"]
        self._expand(node, ENDLESS if is_open else self.parameters["tree_children"])
        return self._searched(node, ply)

    def _expand(self, node: Node, keep: int) -> None:
        """Give a node its children, the most promising first."""
        mover = int(self.position["ply"]) % 2
        scored = []
        for move in legal_codes(self.position):
            undo = make(self.position, move)
            end = self.model.ending(mover, 1)
            scored.append((-self.model.value() if end is None else end, move))
            unmake(self.position, move, undo)
        self.model.nodes += len(scored)
        kept = min(len(scored), keep)
        node.is_cut = kept < len(scored)
        self.seen["tree: cut"] += node.is_cut
        for index in range(kept):
            Model.take_best(scored, index)
        spread = float(self.parameters["tree_prior_spread"])
        weights = [
            math.exp(max(score - scored[0][0], WORST_PRIOR) / spread) for score, _ in scored[:kept]
        ]
        total = 0.0
        for weight in weights:
            total += weight
        node.children = [
            Node(
                move=move,
                estimate=np.float32(chance(score)),
                prior=np.float32(float(np.float32(weight)) / total),
                proven=-1 if score >= LOST_FROM else 1 if score <= -LOST_FROM else 0,
            )
            for (score, move), weight in zip(scored, weights, strict=False)
        ]
        self.used += kept

    def _widen(self, node: Node) -> None:
        """Give a node all its moves, with what is known of some of them."""
        self.seen["tree: widened"] += 1
        known = {old.move: old for old in node.children}
        self._expand(node, ENDLESS)
        for index, new in enumerate(node.children):
            if new.move in known:
                node.children[index] = known[new.move]
                known[new.move].prior = new.prior

    def _searched(self, node: Node, ply: int) -> float:
        """What a short search says of a new node, and proves."""
        depth = min(self.parameters["tree_leaf_depth"], self.deepest - ply)
        try:
            score, line = self.model.search(-ENDLESS, ENDLESS, depth, ply)
        except OutOfNodesError:
            return float(node.children[0].estimate)
        if score >= LOST_FROM:
            for child in node.children:
                if child.move == line[0]:
                    child.proven = -(WON - score - ply)
                    self.seen["tree: win found by search"] += 1
        elif score <= -LOST_FROM and node is not self.root:
            node.proven = -(WON + score - ply + 1)
            self.seen["tree: loss found by search"] += 1
        return chance(score)

    def lines(self, wanted: int) -> list[tuple[int, tuple[int, ...]]]:
        """Scores and moves of the best lines, the one to play first."""
        model = self.model
        certain = [(score, (move,)) for move, score in model.root]
        sound = [move for move, _ in model.root[model.wins : model.wins + model.sound]]
        ranked = sorted((n for n in self.root.children if n.move in sound), key=_order)
        found = [(_score(node), _best_line(node)) for node in ranked]
        end = model.wins + len(found)
        return [*certain[: model.wins], *found, *certain[end:]][:wanted]


def _score(node: Node) -> int:
    if node.proven:
        return WON + node.proven if node.proven < 0 else node.proven - WON
    mean = node.total / node.visits if node.visits else float(node.estimate)
    mean = min(max(mean, 0.0001), 0.9999)
    return round(400 * math.log10(mean / (1 - mean)))


def _order(node: Node) -> tuple[int, ...]:
    """Wins, the shortest first; then what was visited most; then losses, the longest first."""
    if node.proven:
        return (0, -node.proven) if node.proven < 0 else (2, -node.proven)
    return 1, -node.visits, -_score(node)


def _best_line(node: Node) -> tuple[int, ...]:
    """The moves from here on: those that win, else the most visited, losers last."""
    visited = [child for child in node.children if child.visits]
    if not visited:
        return (node.move,)
    best = max(visited, key=lambda child: (-np.sign(child.proven), child.visits))
    return node.move, *_best_line(best)
