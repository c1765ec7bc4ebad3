"""Files go through the page and come back with all they held, as texts and nothing else."""

import random
from typing import Any

import pytest
from trees import contents, random_tree
from web_pages import Page, PageError

from engine import Game, GameTree, read_tree, write_pgn, write_sgf
from web.messages import MOST_PLIES
from web.trees import MOST_GAMES, MOST_NODES, read_text, tree_shown

EVIL = "<img src=x onerror=alert(1)></script><b>\"'&amp; ](;GM[]) {} \\ \u202e\x00\n%"


def through_the_page(page: Page, text: str, form: str) -> str:
    """A file read, and written again as it was read."""
    found = page.ask("read", text=text)
    assert found["errors"] == []
    [tree] = found["games"]
    written: str = page.ask("write", tree=tree, format=form)["text"]
    return written


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("form", "write"), [("pgn", write_pgn), ("sgf", write_sgf)])
def test_a_file_comes_back_as_it_was(page: Page, seed: int, form: str, write: Any) -> None:
    tree = random_tree(seed)
    text = write(tree)
    again = through_the_page(page, text, form)
    assert contents(read_tree(again)) == contents(read_tree(text))


def test_markup_in_names_and_comments_stays_text(page: Page) -> None:
    tree = GameTree("Base", tags={"White": EVIL, "Event": "<script>"})
    node = tree.add_variation("wS1", comment=EVIL)
    node.add_variation("bS1 wS1-", starting_comment=EVIL, nags=[1, 255])
    tree.comment = EVIL
    [shown] = page.ask("read", text=write_pgn(tree))["games"]
    read = read_tree(write_pgn(tree))
    assert shown["tags"]["White"] == read.tags["White"]
    assert shown["comment"] == read.comment
    assert shown["nodes"][0]["comment"] == read.variations[0].comment
    assert "<img src=x onerror=alert(1)>" in shown["nodes"][0]["comment"]
    text = page.ask("write", tree=shown, format="pgn")["text"]
    assert contents(read_tree(text)) == contents(read)


def test_kinds_of_text_are_told_apart(page: Page) -> None:
    game = Game.from_string("Base+MLP;InProgress;White[2];wS1;bS1 wS1-")
    texts = {
        "gamestring": game.game_string,
        "pgn": write_pgn(game),
        "sgf": write_sgf(game),
        "position": game.position_text,
    }
    for kind, text in texts.items():
        found = page.ask("read", text=f"\n  {text}\n")
        assert (found["kind"], found["errors"], len(found["games"])) == (kind, [], 1)
        [tree] = found["games"]
        moves = [] if kind == "position" else [*game.move_strings]
        assert [node["move"] for node in tree["nodes"]] == moves
        assert page.ask("view", game=tree["root"])["ply"] == (2 if kind == "position" else 0)
        written = page.ask("write", tree=tree, format="gamestring")["text"]
        assert written == (game.position_text if kind == "position" else game.game_string)


def test_a_set_up_game_keeps_its_start(page: Page) -> None:
    start = "Base White[4] wQ,bQwB1,bS1 -"
    game = Game.from_position_text(start)
    game.play(game.legal_moves[0])
    for form in ("pgn", "sgf"):
        [tree] = page.ask("read", text=game.notation)["games"]
        assert tree["root"] == start
        text = page.ask("write", tree=tree, format=form)["text"]
        [again] = page.ask("read", text=text)["games"]
        assert (again["root"], again["nodes"]) == (start, tree["nodes"])


def test_the_older_rule_goes_with_the_tree(page: Page) -> None:
    [tree] = page.ask("read", text="Base;InProgress;Black[1];wQ")["games"]
    assert tree["queen_first"]
    text = page.ask("write", tree=tree, format="pgn")["text"]
    assert page.ask("read", text=text)["games"][0]["queen_first"]


def test_bad_games_are_told_of_and_the_others_are_read(page: Page) -> None:
    good = write_pgn(Game.from_string("Base;InProgress;Black[1];wS1"), {"White": "Ann"})
    bad = '[White "Eve"]\n\n1. wS1\n2. bS1 wG1-\n\n'
    found = page.ask("read", text=good + bad + good)
    assert len(found["games"]) == 2
    [error] = found["errors"]
    assert error.startswith("Game 2: move 2")


@pytest.mark.parametrize(
    "text",
    ["", " \n", "hello", "game.pgn", "/etc/passwd", "(;", "[", "Base;x", "Base White[", "\x00"],
)
def test_what_is_no_game_is_told_so_and_no_file_is_opened(page: Page, text: str) -> None:
    found = page.ask("read", text=text)
    assert found["games"] == [] or found["games"][0]["nodes"] == []
    assert "root:" not in str(found)
    for error in found["errors"]:
        assert error.endswith(".")
        assert "Path" not in error
    assert found["errors"] or found["games"]


def test_no_more_games_are_read_than_a_page_can_show(page: Page) -> None:
    line = "Base;InProgress;Black[1];wS1\n"
    found = page.ask("read", text=line * MOST_GAMES)
    assert (len(found["games"]), found["more"]) == (MOST_GAMES, False)
    found = page.ask("read", text=line * 5000)
    assert (len(found["games"]), found["more"]) == (MOST_GAMES, True)
    found = page.ask("read", text="Base;nonsense\n" * 5000)
    assert (found["games"], len(found["errors"])) == ([], 20)


def test_games_that_the_board_cannot_show_are_told_of(page: Page) -> None:
    start = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
    to_and_fro = ["wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"]
    long = ";".join(["Base;InProgress;White[1]", *start, *to_and_fro * (MOST_PLIES // 4)])
    short = "Base;InProgress;White[1];wS1"
    found = page.ask("read", text=f"{short}\n{long}\n{short}")
    assert len(found["games"]) == 2
    assert found["errors"] == ["A game of more than 2,000 moves is too long for this board."]
    bushy = "1. wS1\n" + "(1. wG1)\n" * (MOST_NODES + 1)
    found = page.ask("read", text=bushy)
    assert found["games"] == []
    assert found["errors"] == [
        "A game with more than 20,000 moves in all is too large for this board."
    ]


NODE = {"parent": -1, "move": "wS1"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"root": "Base;InProgress;Black[1];wS1"}, "before its first move"),
        ({"root": "x"}, "Unknown game type"),
        ({"result": "Victory"}, "must be one of"),
        ({"tags": {"White": 7}}, "object of texts"),
        ({"tags": {str(n): "" for n in range(101)}}, "at most 100"),
        ({"tags": {"a b": "x"}}, "tag"),
        ({"nodes": [7]}, "Node 0 must be an object"),
        ({"nodes": [{"parent": -1}]}, "Move is missing in node 0"),
        ({"nodes": [{**NODE, "parent": 0}]}, "order of a walk"),
        ({"nodes": [{**NODE, "parent": -2}]}, "from -1"),
        ({"nodes": [NODE, {"parent": 5, "move": "x"}]}, "from -1"),
        ({"nodes": [NODE, NODE, {"parent": 0, "move": "bS1 wS1-"}]}, "order of a walk"),
        ({"nodes": [{**NODE, "move": "wQ"}]}, "Move 1 of the tree: the queen"),
        ({"nodes": [{**NODE, "nags": [256]}]}, "from 0 to 255"),
        ({"nodes": [{**NODE, "nags": [True]}]}, "from 0 to 255"),
        ({"nodes": [{**NODE, "comment": 3}]}, "Comment of node 0 must be a text"),
        ({"nodes": [{**NODE, "x": 3}]}, "Node 0 has no 'x'"),
        ({"x": 1}, "Tree of write has no 'x'"),
    ],
)
def test_a_bad_tree_is_refused(page: Page, change: dict[str, Any], words: str) -> None:
    tree = {"root": "Base", "nodes": [NODE], **change}
    with pytest.raises(PageError, match=words):
        page.ask("write", tree=tree, format="pgn")


def test_a_tree_of_the_largest_size_goes_through(page: Page) -> None:
    rng = random.Random(1)
    tree = GameTree("Base+MLP")
    game = Game("Base+MLP")
    node: Any = tree
    while not game.is_over and game.ply < 100:
        moves = game.legal_moves
        for move in rng.sample(moves, min(20, len(moves))):
            child = node.add_variation(move)
        game = child.game()
        node = child
    shown = tree_shown(tree)
    assert 500 < len(shown["nodes"]) < MOST_NODES
    text = page.ask("write", tree=shown, format="pgn")["text"]
    assert read_text(text)["games"][0]["nodes"] == shown["nodes"]
