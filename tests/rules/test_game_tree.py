"""Game trees: moves with variations, comments and annotations, walked, changed and copied."""

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import contents, random_tree

from engine import (
    Color,
    Game,
    GameState,
    GameTree,
    HiveError,
    IllegalMoveError,
    Move,
    MoveParseError,
    Node,
    Record,
    read_pgn,
    write_pgn,
)

OPENING = ("wS1", "bS1 wS1-")


def strings(nodes: object) -> list[str]:
    return [node.move_string for node in nodes]  # type: ignore[attr-defined]


@pytest.fixture
def tree() -> GameTree:
    """1. wS1 2. bS1 wS1- 3. wQ -wS1 (3. wA1 -wS1 4. bQ bS1-) (3. wG1 -wS1) 4. bQ bS1-"""
    tree = GameTree("Base+MLP", tags={"White": "Ann"})
    fork = tree.add_line(OPENING)
    fork.add_line(["wQ -wS1", "bQ bS1-"])
    fork.add_line(["wA1 -wS1", "bQ bS1-"])
    fork.add_variation("wG1 -wS1")
    return tree


@pytest.fixture
def fork(tree: GameTree) -> Node:
    return tree.end().path()[1]


def test_a_tree_has_a_main_line_and_others(tree: GameTree, fork: Node) -> None:
    assert strings(tree.mainline()) == [*OPENING, "wQ -wS1", "bQ bS1-"]
    assert strings(fork.variations) == ["wQ -wS1", "wA1 -wS1", "wG1 -wS1"]
    assert strings(tree.walk()) == [
        *(*OPENING, "wQ -wS1", "bQ bS1-"),
        *("wA1 -wS1", "bQ bS1-", "wG1 -wS1"),
    ]
    assert tree.end().move_string == "bQ bS1-"
    assert fork.next() is fork.variations[0]
    assert tree.end().next() is None
    assert tree.end().is_end


def test_a_node_knows_its_place(tree: GameTree, fork: Node) -> None:
    ant = fork.variation("wA1 -wS1")
    assert (tree.parent, tree.move, tree.move_string, tree.ply) == (None, None, "", 0)
    assert (ant.parent, ant.root, ant.ply, ant.turn) == (fork, tree, 3, Color.BLACK)
    assert ant.move == Game.from_string("Base+MLP;InProgress;White[2];wS1;bS1 wS1-").parse_move(
        "wA1 -wS1"
    )
    assert strings(ant.path()) == [*OPENING, "wA1 -wS1"]
    assert not ant.is_main_variation
    assert not ant.end().is_mainline
    assert ant.end().is_main_variation
    assert tree.end().is_mainline


def test_every_node_has_a_game_of_its_own(tree: GameTree, fork: Node) -> None:
    for node in [*tree.walk(), tree, tree.end(), fork]:
        game = node.game()
        assert game.game_type == "Base+MLP"
        assert list(game.move_strings) == strings(node.path())
        game.play(game.legal_moves[0])
        assert node.game().ply == node.ply


def test_walking_with_games_plays_every_move_once(
    tree: GameTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = tree.end().add_line(8 * ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"])
    assert line.ply == 36
    tree.game()
    played: list[Move | str] = []
    play = Game.play

    def counted(game: Game, move: Move | str) -> Move:
        played.append(move)
        return play(game, move)

    monkeypatch.setattr(Game, "play", counted)
    for node in tree.mainline():
        assert node.game().ply == node.ply
    assert len(played) == 36


def test_moves_must_be_legal_and_change_nothing_if_not(tree: GameTree, fork: Node) -> None:
    before = contents(tree)
    with pytest.raises(IllegalMoveError):
        fork.add_variation("bA1 bS1-")
    with pytest.raises(MoveParseError):
        fork.add_main_variation("hello")
    with pytest.raises(TypeError):
        fork.add_variation(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="NAG"):
        fork.add_variation("wB1 -wS1", nags=[300])
    assert contents(tree) == before
    assert fork.game().ply == 2


def test_variations_are_moved_up_and_down(fork: Node) -> None:
    queen, ant, hopper = fork.variations
    fork.promote(hopper)
    assert fork.variations == [queen, hopper, ant]
    fork.promote_to_main("wA1 -wS1")
    assert fork.variations == [ant, queen, hopper]
    fork.demote(ant)
    fork.promote(queen)
    assert fork.variations == [queen, ant, hopper]
    assert hopper.move is not None
    fork.demote(hopper.move)
    fork.remove_variation("wA1 -wS1")
    assert fork.variations == [queen, hopper]
    beetle = fork.add_main_variation("wB1 -wS1", comment="bold", nags=[5])
    assert fork.variations == [beetle, queen, hopper]
    assert (beetle.comment, beetle.nags) == ("bold", {5})


def test_a_variation_is_found_by_its_move_in_any_spelling(fork: Node) -> None:
    assert fork.variation(" WQ  -ws1") is fork.variations[0]
    assert fork.has_variation("wA1 -wS1")
    assert not fork.has_variation("wB1 -wS1")
    assert not fork.has_variation("hello")
    for missing in ("wB1 -wS1", fork):
        with pytest.raises(HiveError, match="no variation"):
            fork.variation(missing)
    with pytest.raises(TypeError, match="a variation is a Node"):
        fork.remove_variation(1)  # type: ignore[arg-type]


def test_a_node_taken_out_still_has_its_game(fork: Node) -> None:
    ant = fork.variation("wA1 -wS1")
    fork.remove_variation(ant)
    assert ant.end().game().ply == 4
    assert fork.game().ply == 2
    with pytest.raises(HiveError, match="taken out"):
        pickle.dumps(ant)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_copies_and_pickles_are_equal_and_independent(seed: int) -> None:
    tree = random_tree(seed)
    for other in (
        tree.copy(),
        copy.copy(tree),
        copy.deepcopy(tree),
        pickle.loads(pickle.dumps(tree)),
    ):
        assert contents(other) == contents(tree)
        assert (other.tags, other.result) == (tree.tags, tree.result)
        assert other.end().game() == tree.end().game()
        other.end().comment += "x"
        other.tags["New"] = "x"
        assert contents(other) != contents(tree)
        assert "New" not in tree.tags
    for node in list(tree.walk())[:3]:
        assert pickle.loads(pickle.dumps(node)).path()[-1].move == node.move


def test_moves_of_a_copied_tree_are_those_of_its_games_wherever_the_hive_lies() -> None:
    game = Game.from_stacks({(7, -3): "wS1", (8, -3): "bS1"})
    tree = GameTree.from_game(game)
    tree.add_variation("wQ -wS1")
    for twin in (tree, tree.copy(), pickle.loads(pickle.dumps(tree))):
        assert twin.start_position == tree.start_position
        assert twin.game().stacks == game.stacks
        move = twin.variations[0].move
        assert move is not None
        assert twin.game().is_legal(move)
        assert twin.end().game().history == (move,)


def test_a_long_line_is_walked_copied_pickled_and_written_without_recursion() -> None:
    moves = [*OPENING, "wQ -wS1", "bQ bS1-", *(500 * ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"])]
    tree = GameTree.from_game(Game.from_string("Base;InProgress;White[1];" + ";".join(moves)))
    assert tree.end().ply == 2004
    assert sum(1 for _ in copy.deepcopy(tree).walk()) == 2004
    assert pickle.loads(pickle.dumps(tree)).end().ply == 2004
    assert str(tree).count("\n") > 2004


def test_a_tree_and_a_record_become_each_other(tree: GameTree, fork: Node) -> None:
    fork.comment, tree.comment, tree.result = "so far", "hello", GameState.DRAW
    record = tree.record()
    assert record.game.move_strings == (*OPENING, "wQ -wS1", "bQ bS1-")
    assert record.comments == {0: "hello", 2: "so far"}
    assert (record.tags, record.result) == ({"White": "Ann"}, GameState.DRAW)
    assert contents(record.tree()) == contents(tree)
    plain = Record(Game.from_string("Base;InProgress;Black[1];wS1"), comments={1: "x"}).tree()
    assert [node.comment for node in plain.walk()] == ["x"]


def test_a_record_has_the_last_word_on_the_main_line_and_keeps_the_variations(
    tree: GameTree, fork: Node
) -> None:
    fork.comment = "old"
    record = tree.record()
    record.comments = {4: "new"}
    record.tags["White"] = "Eve"
    record.game.play("wA1 -wQ")
    again = read_pgn(write_pgn(record))
    assert again.comments == {4: "new"}
    assert again.tags["White"] == "Eve"
    assert again.game.ply == 5
    assert strings(again.tree().end().path()[1].variations) == strings(fork.variations)
    record.game.undo(2)
    record.comments = {}
    assert strings(record.tree().walk()) == [*OPENING, "wQ -wS1"]


def test_a_tree_prints_itself_as_pgn(tree: GameTree) -> None:
    assert str(tree) == write_pgn(tree)
    assert repr(tree) == "<GameTree Base+MLP, 4 plies>"
    assert repr(tree.end()) == "<Node 4. bQ bS1->"
