"""Game trees between files and the page: PGN, SGF, GameStrings and position texts.

A tree is `{tags, result, root, comment, nodes, queen_first, repetition_draw}` with nodes
`{parent, move, comment, nags}` in the order of a walk: every line to its end, the main one first.
Names and comments are texts and nothing else, here and on the page.
"""

import re
from io import StringIO
from typing import Any

from engine import Game, GameState, GameTree, HiveError, Node, RecordError, read_trees
from engine.pgn import write_pgn
from engine.sgf import write_sgf
from engine.tree_node import HIGHEST_NAG
from web.messages import LONGEST_GAME, LONGEST_MESSAGE, MOST_PLIES, BadRequestError, Fields
from web.view import sentence

MOST_GAMES = 50
MOST_NODES = 20_000
MOST_ERRORS = 20
_MOST_BRACKETS = 2 * MOST_NODES
"""Each may begin a variation, and every one that is opened takes time, if only to be refused."""
_MOST_TAGS, _LONGEST_TAG = 100, 1000

_POSITION = re.compile(r"\s*+Base(?:\+[A-Z]++)?+\s++(?:White|Black)\[")
_GAME_STRING = re.compile(r"\s*+Base(?:\+[A-Z]++)?+\s*+(?:;|$)", re.MULTILINE)
_SGF = re.compile(r"\s*+\(\s*+;")
FORMATS = ("pgn", "sgf", "gamestring")


def read_text(text: str) -> dict[str, Any]:
    """The games of a text, whatever its kind; those that cannot be read are told of."""
    if _POSITION.match(text):
        return _read_position(text)
    if text.count("(") > _MOST_BRACKETS:
        raise BadRequestError(
            f"a text with more than {_MOST_BRACKETS:,} brackets is too large for this board"
        )
    games: list[dict[str, Any]] = []
    errors: list[str] = []

    def note(error: RecordError) -> None:
        if len(errors) < MOST_ERRORS:
            errors.append(sentence(error))

    # As an open file: a text that looks like the name of a file is a bad record like any other.
    stream = read_trees(StringIO(text), on_error=note)
    nodes = 0
    more = False
    for tree in stream:
        if len(games) == MOST_GAMES or nodes > MOST_NODES:
            more = True
            break
        too_large = _too_large(tree)
        if too_large is not None:
            note(RecordError(too_large))
            continue
        shown = tree_shown(tree)
        nodes += len(shown["nodes"])
        games.append(shown)
    if not games and not errors:
        errors.append("There is no game in this text.")
    return {"kind": _kind(text), "games": games, "errors": errors, "more": more}


def _too_large(tree: GameTree) -> str | None:
    """Why this board cannot show a tree, if it cannot."""
    for nodes, node in enumerate(tree.walk(), start=1):
        if node.depth > MOST_PLIES:
            return f"a game of more than {MOST_PLIES:,} moves is too long for this board"
        if nodes > MOST_NODES:
            return f"a game with more than {MOST_NODES:,} moves in all is too large for this board"
    return None


def _read_position(text: str) -> dict[str, Any]:
    games, errors = [], []
    try:
        if text.count(";") > MOST_PLIES:
            raise HiveError(f"a game of more than {MOST_PLIES:,} moves is too long for this board")
        games.append(tree_shown(GameTree.from_game(Game.from_notation(text))))
    except HiveError as error:
        errors.append(sentence(error))
    return {"kind": "position", "games": games, "errors": errors, "more": False}


def _kind(text: str) -> str:
    words = "\n".join(line for line in text.splitlines() if line.strip() and line[0] != "#")
    if _GAME_STRING.match(words):
        return "gamestring"
    return "sgf" if _SGF.match(words) else "pgn"


def tree_shown(tree: GameTree) -> dict[str, Any]:
    """A tree as JSON."""
    numbers: dict[Node, int] = {tree: -1}
    nodes = []
    for number, node in enumerate(tree.walk()):
        numbers[node] = number
        assert node.parent is not None
        shown = {
            "parent": numbers[node.parent],
            "move": node.move_string,
            "comment": node.comment,
            "nags": sorted(node.nags) if node.has_nags else [],
        }
        if node.starting_comment:
            shown["starting_comment"] = node.starting_comment
        nodes.append(shown)
    start = tree.start_position
    return {
        "tags": dict(tree.tags),
        "result": None if tree.result is None else str(tree.result),
        "root": f"{tree.game_type};NotStarted;White[1]" if start is None else start,
        "queen_first": tree.queen_first,
        "repetition_draw": tree.repetition_draw,
        "comment": tree.comment,
        "nodes": nodes,
    }


def read_tree_fields(fields: Fields) -> GameTree:
    """The tree that a page sends. Raises BadRequestError."""
    tags = fields.mapping("tags", _MOST_TAGS, _LONGEST_TAG, {})
    result = fields.choice("result", (state.value for state in GameState), None)
    root = fields.text("root", LONGEST_GAME)
    rules = {name: fields.flag(name, False) for name in ("queen_first", "repetition_draw")}
    comment = fields.text("comment", LONGEST_MESSAGE, "")
    nodes = fields.items("nodes", MOST_NODES)
    fields.done()
    try:
        tree = GameTree.from_game(Game.from_notation(root, **rules), tags)
    except HiveError as error:
        raise BadRequestError(sentence(error)) from None
    if tree.variations:
        raise BadRequestError("The root of a tree is a game before its first move.")
    state = None if result is None else GameState(result)
    tree.result = state if state is not None and state.is_over else None
    tree.comment = comment
    _add_nodes(tree, nodes)
    return tree


def _add_nodes(tree: GameTree, nodes: list[Any]) -> None:
    made: list[Node] = []
    line: list[int] = []
    """The numbers of the moves from the root to the last one made."""
    for number, given in enumerate(nodes):
        fields = Fields(given, f"node {number}")
        parent = fields.whole("parent", -1, len(nodes))
        move = fields.text("move", 100)
        comment = fields.text("comment", LONGEST_MESSAGE, "")
        starting_comment = fields.text("starting_comment", LONGEST_MESSAGE, "")
        nags = fields.items("nags", HIGHEST_NAG + 1, [])
        fields.done()
        if not all(type(nag) is int and 0 <= nag <= HIGHEST_NAG for nag in nags):
            raise BadRequestError(
                f"nags of node {number} are whole numbers from 0 to {HIGHEST_NAG}"
            )
        # Every line to its end: leaping about in a tree would play its moves again and again.
        while line and line[-1] != parent:
            line.pop()
        if parent >= 0 and not line:
            raise BadRequestError(
                f"node {number} does not follow its parent in the order of a walk"
            )
        try:
            node = (made[parent] if line else tree).add_variation(move, comment=comment, nags=nags)
        except HiveError as error:
            raise BadRequestError(sentence(f"move {number + 1} of the tree: {error}")) from None
        node.starting_comment = starting_comment
        made.append(node)
        line.append(number)


def write_tree(tree: GameTree, form: str) -> str:
    """A tree as the text of a file. Raises BadRequestError."""
    try:
        if form == "pgn":
            return write_pgn(tree)
        if form == "sgf":
            return write_sgf(tree)
        return tree.end().game().notation
    except HiveError as error:
        raise BadRequestError(sentence(error)) from None
