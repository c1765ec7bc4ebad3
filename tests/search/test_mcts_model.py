"""The tree against a slow model of it, and its parts on trees made by hand."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from bruteforce import NEVER, code_of, evaluator, going_to_and_fro, is_open, open_position
from helpers import ONE_GAME_TYPE_FAST
from search_model import Model, hashes_before
from tactics import TACTICS
from tree_model import Node, TreeModel, chance, next_child, proven_by

from engine import GAME_TYPES, Game
from engine.position import MAX_MOVES
from search import Limits, Searcher, StopFlag
from search.mcts import kernel
from search.mcts.kernel import NO_ROOM, NODE, STOPPED, copy_subtree, grow, prove, select, widen
from search.parameters import PARAMETERS, set_parameters
from search.root import prepare
from search.table import Table
from search.techniques import TECHNIQUES
from search.worker import new_worker

NODES = 6000
WITHOUT_TABLE = tuple(name for name in TECHNIQUES if name != "table")
SIZE = 40_000
STAGES = (4, 14, 30, 42)


def plain(nodes: Any, number: int = 0) -> tuple[Any, ...]:
    """A node of an array with all below it, to be compared."""
    node = nodes[number]
    children = range(int(node["first"]), int(node["first"]) + int(node["count"]))
    return (
        int(node["move"]),
        int(node["visits"]),
        int(node["proven"]),
        bool(node["cut"]),
        float(node["total"]),
        float(node["prior"]),
        float(node["estimate"]),
        [plain(nodes, child) for child in children],
    )


def plain_model(node: Node) -> tuple[Any, ...]:
    return (
        node.move,
        node.visits,
        node.proven,
        node.is_cut,
        node.total,
        float(node.prior),
        float(node.estimate),
        [plain_model(child) for child in node.children],
    )


def compare(
    game: Game,
    parameters: Mapping[str, int] | None = None,
    nodes: int = NODES,
    deepest: int = 90,
) -> Counter[str]:
    """Grow a tree both ways; returns what was at work."""
    worker = new_worker()
    position = game.position.copy()
    table = Table(1)
    switches = sum(1 << TECHNIQUES.index(name) for name in WITHOUT_TABLE)
    prepare(worker, position, table, hashes_before(game), (NEVER, NEVER), switches, nodes)
    set_parameters(worker, parameters)
    tree = np.zeros(SIZE, dtype=NODE)
    used = int(grow(worker, position, tree, 1, deepest))
    model = TreeModel(Model(game, WITHOUT_TABLE, parameters, nodes), deepest)
    model.grow()
    assert plain(tree) == plain_model(model.root), (game.game_string, parameters)
    assert used == model.used
    return model.seen


@cache
def positions() -> tuple[Game, ...]:
    return tuple(
        open_position(game_type, "tree", stage) for game_type in GAME_TYPES for stage in STAGES
    )


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_the_tree_is_that_of_the_model(game_type: str) -> None:
    seen: Counter[str] = Counter()
    for game in positions():
        if game.game_type == game_type:
            seen += compare(game)
    assert seen["killer"] > 100


@pytest.mark.slow
def test_repetitions_count_as_draws() -> None:
    seen: Counter[str] = Counter()
    for game in going_to_and_fro():
        seen += compare(game, {"tree_leaf_depth": 0}, nodes=4000)
    assert seen["tree: repetition"] > 10


@pytest.mark.slow
def test_proofs_are_those_of_the_model() -> None:
    seen: Counter[str] = Counter()
    for tactic in TACTICS[::7]:
        game = Game.from_string(tactic.game_string)
        seen += compare(game)
        # Without quiescence the root does not see everything at once.
        seen += compare(game, {"quiescence_plies": 0})
    assert seen["tree: win found by search"] > 5
    assert seen["tree: loss found by search"] > 3


@pytest.mark.slow
@pytest.mark.parametrize("deepest", [1, 2, 3])
def test_a_tree_of_limited_depth_is_that_of_the_model(deepest: int) -> None:
    seen: Counter[str] = Counter()
    for game in positions()[deepest::8]:
        seen += compare(game, deepest=deepest)
    assert seen["tree: too deep"] > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_parameters_of_the_tree_of_every_value(seed: int) -> None:
    random = Random(seed)
    seen: Counter[str] = Counter()
    for game in positions()[seed::6]:
        values = {
            parameter.name: random.choice(
                (parameter.low, parameter.value, random.randint(parameter.low, parameter.high))
            )
            for parameter in PARAMETERS
            if parameter.name.startswith("tree_")
        }
        # Few children, so that nodes are widened when those kept lose.
        values["tree_children"] = random.choice((1, 2, 8))
        seen += compare(game, values)
    assert seen["tree: cut"] > 20


@pytest.mark.slow
def test_nodes_that_lose_are_widened() -> None:
    seen: Counter[str] = Counter()
    values = {"tree_children": 1, "tree_danger": 6, "quiescence_plies": 0}
    for tactic in TACTICS[3::7]:
        seen += compare(Game.from_string(tactic.game_string), values)
    assert seen["tree: widened"] > 3


# The searcher's lines


def compare_lines(
    searcher: Searcher, game: Game, model: TreeModel, limits: Limits, wanted: int
) -> None:
    result = searcher.search(game, limits, multipv=wanted)
    model.grow()
    lines = model.lines(wanted)
    assert code_of(result.move) == lines[0][1][0], game.game_string
    lines.sort(key=lambda line: -line[0])
    found = [(line.score.value, tuple(code_of(move) for move in line.pv)) for line in result.lines]
    assert [score for score, _ in found] == [score for score, _ in lines]
    assert {*found} == {*lines}, game.game_string


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_lines_are_those_of_the_model(game_type: str) -> None:
    for game in positions()[GAME_TYPES.index(game_type) * len(STAGES) :][: len(STAGES)]:
        searcher = Searcher(strategy="MCTS", table_mib=4)
        model = TreeModel(Model(game, WITHOUT_TABLE, node_limit=NODES), 94)
        compare_lines(searcher, game, model, Limits(nodes=NODES), 3)


@pytest.mark.slow
def test_lines_are_those_of_the_model_where_the_game_is_decided() -> None:
    for tactic in TACTICS[2::6]:
        game = Game.from_string(tactic.game_string)
        searcher = Searcher(strategy="MCTS", table_mib=4)
        model = TreeModel(Model(game, WITHOUT_TABLE, node_limit=NODES), 94)
        compare_lines(searcher, game, model, Limits(nodes=NODES), 5)


@pytest.mark.slow
def test_the_depth_of_a_tree_can_be_limited() -> None:
    for number, game in enumerate(positions()[::5]):
        searcher = Searcher(strategy="MCTS", table_mib=4)
        deepest = 1 + number % 3
        model = TreeModel(Model(game, WITHOUT_TABLE, node_limit=NODES), deepest)
        compare_lines(searcher, game, model, Limits(nodes=NODES, depth=deepest), 2)


@pytest.mark.slow
@pytest.mark.parametrize("game_type", GAME_TYPES[::3])
def test_a_tree_that_is_kept_goes_on_as_the_model_does(game_type: str) -> None:
    """Two plies later, with what lies below the new root and what was learnt about moves."""
    game = open_position(game_type, "kept", 12)
    searcher = Searcher(strategy="MCTS", table_mib=8)
    learnt, root = None, None
    kept = 0
    for _ in range(4):
        searched = Model(game, WITHOUT_TABLE, node_limit=3 * NODES, learnt_by=learnt)
        kept += root is not None and bool(root.children)
        tree = TreeModel(searched, 94, root)
        compare_lines(searcher, game, tree, Limits(nodes=3 * NODES), 2)
        root, learnt = tree.root, searched
        for _ in range(2):
            root = max(root.children, key=lambda child: child.visits)
            game.play(game.move_of(root.move))
            if game.is_over or not root.children:
                break
        if game.is_over or not root.children or not is_open(game):
            break
    assert kept > 0


# Trees made by hand


def tree_of(root: Node) -> Any:
    """An array with a tree, the root in front and children side by side."""
    nodes = np.zeros(2000, dtype=NODE)
    places = {root: 0}
    used = 1
    for node in (queue := [root]):
        at = places[node]
        nodes[at]["move"], nodes[at]["visits"], nodes[at]["total"] = (
            node.move,
            node.visits,
            node.total,
        )
        nodes[at]["prior"], nodes[at]["estimate"] = node.prior, node.estimate
        nodes[at]["proven"], nodes[at]["cut"] = node.proven, node.is_cut
        nodes[at]["first"], nodes[at]["count"] = used, len(node.children)
        for child in node.children:
            places[child] = used
            used += 1
        queue.extend(node.children)
    return nodes


def random_tree(random: Random, depth: int, most_children: int) -> Node:
    count = random.randint(0, most_children) if depth else 0
    return Node(
        move=random.randrange(1000),
        estimate=np.float32(random.random()),
        prior=np.float32(random.random()),
        proven=random.choice((0, 0, 0, -3, -1, 1, 2, 4)),
        visits=random.choice((0, 1, 2, 3, 8, 50)),
        total=random.random() * 20,
        is_cut=random.random() < 0.3,
        children=[random_tree(random, depth - 1, most_children) for _ in range(count)],
    )


def test_a_node_takes_over_the_shortest_win_or_the_longest_loss() -> None:
    random = Random(1)
    results: Counter[bool] = Counter()
    for _ in range(3000):
        node = random_tree(random, 1, 4)
        if random.random() < 0.5:
            for child in node.children:
                child.proven = random.choice((1, 2, 5))
        nodes = tree_of(node)
        prove(nodes, 0)
        expected = proven_by(node)
        assert int(nodes[0]["proven"]) == expected
        results[expected != node.proven] += 1
    assert min(results.values()) > 500


@pytest.mark.parametrize(
    ("proven", "is_cut", "expected"),
    [
        ((-1, 4, 0), False, 2),
        ((-5, -3, 2), True, 4),
        ((1, 3, 5), False, -6),
        ((1, 3, 5), True, 0),
        ((1, 0, 5), False, 0),
        ((), False, 0),
    ],
)
def test_proofs_by_example(proven: tuple[int, ...], is_cut: bool, expected: int) -> None:
    """One winning move is enough; only if every move loses, and all are known, the node does."""
    nodes = tree_of(Node(is_cut=is_cut, children=[Node(proven=p) for p in proven]))
    prove(nodes, 0)
    assert int(nodes[0]["proven"]) == expected


def test_the_child_selected_has_the_best_of_result_and_prior() -> None:
    random = Random(2)
    worker = evaluator(Game().position)
    chosen: Counter[bool] = Counter()
    for _ in range(2000):
        node = random_tree(random, 1, 6)
        if not node.children:
            continue
        exploration = random.choice((10, 80, 300))
        worker["tree_exploration"] = exploration
        number = int(select(worker, tree_of(node), 0)) - 1
        assert node.children[number] is next_child(node, exploration / 100)
        chosen[node.children[number].visits > 0] += 1
    assert min(chosen.values()) > 100


def test_a_proven_loss_is_selected_only_if_there_is_nothing_else() -> None:
    worker = evaluator(Game().position)
    hopeless = Node(visits=9, total=0.0, prior=np.float32(0))
    lost = Node(proven=2, visits=1, total=1.0, prior=np.float32(1))
    assert int(select(worker, tree_of(Node(children=[lost, hopeless])), 0)) == 2
    assert int(select(worker, tree_of(Node(children=[lost, lost])), 0)) == 1


def pruned(node: Node, least: int, is_root: bool = True) -> Node:
    """The tree without what lies below nodes that were visited too seldom."""
    kept = is_root or node.visits >= least
    children = [pruned(child, least, False) for child in node.children] if kept else []
    return Node(
        node.move,
        node.estimate,
        node.prior,
        node.proven,
        node.visits,
        node.total,
        node.is_cut,
        children,
    )


def size_of(node: Node) -> int:
    return 1 + sum(map(size_of, node.children))


def test_a_subtree_is_copied_as_far_as_it_was_visited_and_there_is_room() -> None:
    random = Random(3)
    worker = evaluator(Game().position)
    for _ in range(300):
        tree = random_tree(random, 4, 4)
        nodes = tree_of(tree)
        start = random.randrange(min(size_of(tree), 5))
        queue = [tree]
        for node in queue:
            queue.extend(node.children)
        least = random.choice((0, 1, 2, 9))
        expected = pruned(queue[start], least)
        size = size_of(expected)
        target = np.zeros(2000, dtype=NODE)
        assert int(copy_subtree(worker, nodes, start, target, size, least)) == size
        assert plain(target) == plain_model(expected)
        if size > 1:
            assert int(copy_subtree(worker, nodes, start, target, size - 1, least)) == NO_ROOM


def test_copying_can_be_stopped() -> None:
    worker = evaluator(Game().position)
    stop = StopFlag()
    stop.set()
    nodes = tree_of(Node(children=[Node(), Node()]))
    for flag in ("stop_asked", "stop_due"):
        worker[flag] = stop.address
        target = np.zeros(100, dtype=NODE)
        assert int(copy_subtree(worker, nodes, 0, target, 50, 0)) == STOPPED
        worker[flag] = NEVER.address


def test_widening_keeps_what_is_known_of_each_move() -> None:
    game = open_position("Base+MLP", "widen", 20)
    worker = evaluator(game.position)
    nodes = np.zeros(3 * MAX_MOVES, dtype=NODE)
    position = game.position.copy()
    used = int(kernel.expand(worker, position, nodes, 0, 1, 5))
    assert (used, int(nodes[0]["count"]), int(nodes[0]["cut"])) == (6, 5, 1)
    known = {}
    for child in range(1, 6):
        nodes[child]["visits"], nodes[child]["total"] = child, child / 2
        known[int(nodes[child]["move"])] = child
    used = int(widen(worker, position, nodes, 0, used))
    count = len(game.legal_moves)
    assert (used, int(nodes[0]["count"]), int(nodes[0]["cut"])) == (6 + count, count, 0)
    children = nodes[6 : 6 + count]
    assert len({*children["move"].tolist()}) == count
    for child in children:
        number = known.get(int(child["move"]), 0)
        assert (int(child["visits"]), float(child["total"])) == (number, number / 2)
    assert float(children["prior"].sum()) == pytest.approx(1)


@pytest.mark.parametrize("score", [-3000, -400, -1, 0, 1, 77, 400, 2999])
def test_chances_follow_the_score(score: int) -> None:
    assert float(kernel.chance(score)) == chance(score)
    assert float(kernel.chance(400)) == pytest.approx(10 / 11)
