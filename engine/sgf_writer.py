"""SGF written in BoardSpace's manner: every move is a command, and `done` confirms it.

    (;GM[27]VV[1]CA[UTF-8]
    SU[hive-plm]
    P0[id "Ann"]
    P1[id "Bob"]
    ; P0[0 start P0]
    ; P0[1 move W wS1 N 13 .]
    ; P0[2 done]C[A quiet start.]TE[1]
    )

Commands are in lower case, which all of BoardSpace's readers know. A variation is a `( ... )` of
its own; a comment on it stands in a node ahead of its first move. What SGF has no property for goes
to private ones, `NAG[number]` and `TAG[name:value]`.
"""

import re
from collections.abc import Iterator

from engine.boardspace import Cell, player_name
from engine.errors import RecordError
from engine.game_state import GameState
from engine.game_tree import GameTree, Node
from engine.hexgrid import Hex
from engine.notation import PASS
from engine.pgn_writer import annotations, check_tag, rule_tags
from engine.pieces import COPIES, Bug, Piece
from engine.record_text import decoded, in_field, in_lines
from engine.sgf_header import RESULTS, claimed_result, header_tags
from engine.sgf_reader import NAG_PROPERTIES

_MOVE_ANNOTATIONS = ("TE", "BM", "IT", "DO")
_COPIED_TAGS = {"Event": "EV", "Site": "PC", "Round": "RO", "SgfGameName": "GN"}
_DATE = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
_LOWEST_ROW, _HIGHEST_ROW = -9999, 9999
_FARTHEST_COLUMN = 9999


def tree_as_sgf(tree: GameTree, end: GameState | None) -> str:
    """A tree as SGF; `end` is the result if there is one."""
    return "\n".join((*_header(tree, end), *_body(tree), ")")) + "\n"


def _header(tree: GameTree, end: GameState | None) -> Iterator[str]:
    expansions = "".join(letter for letter in "plm" if letter.upper() in tree.game_type[4:])
    yield "(;GM[27]VV[1]CA[UTF-8]"
    yield f"SU[hive{'-' if expansions else ''}{expansions}]"
    ids = [f'id "{in_field(tree.tags.get(color, ""))}"' for color in ("White", "Black")]
    names = [decoded(player_name(text)) for text in ids]
    values = {p: tree.tags[tag] for tag, p in _COPIED_TAGS.items() if tree.tags.get(tag)}
    values |= {"DT": _date(tree), "RE": _result(tree, end, *names)}
    values = {name: value for name, value in values.items() if value}
    for name, value in values.items():
        yield f"{name}[{_escaped(in_field(value))}]"
    for player, text in enumerate(ids):
        yield f"P{player}[{_escaped(text)}]"
    known = header_tags(values, *names)
    others = []
    for name, value in (dict(tree.tags) | dict(rule_tags(tree))).items():
        check_tag(name, value)
        if known.get(name) != value and name not in ("GameType", "Result"):
            others.append(f"[{name}:{_escaped(in_field(value))}]")
    if others:
        yield "TAG" + "\n".join(others)
    if notes := _notes(tree):
        yield notes


def _date(tree: GameTree) -> str:
    """The date as it was in the SGF, or the day as SGF writes it; empty if there is none."""
    date = _DATE.fullmatch(tree.tags.get("Date", ""))
    return tree.tags.get("SgfDate") or ("-".join(date.groups()) if date else "")


def _result(tree: GameTree, end: GameState | None, white: str, black: str) -> str:
    """The result in the words it was in, if these say what it is now."""
    words = tree.tags.get("SgfResult", "")
    if words and claimed_result(words, white, black) is end:
        return words
    return next((text for text, result in RESULTS.items() if result is end), "")


def _body(tree: GameTree) -> Iterator[str]:
    """The nodes: every line to its end, the main one first."""
    number = 0
    corner = _corner(tree)
    yield f"; P0[{number} start P0]"
    waiting: list[tuple[str, Node]] = [("after", tree)]
    while waiting:
        step, node = waiting.pop()
        if step == "close":
            yield ")"
            continue
        if step == "open":
            yield "("
            if node.starting_comment:
                yield f"; C[{_escaped(in_lines(node.starting_comment))}]"
            waiting.append(("close", node))
        if step != "after":
            player = node.ply - 1 & 1
            yield f"; P{player}[{2 * node.depth - 1} {_command(node, corner)}]"
            yield f"; P{player}[{2 * node.depth} done]{_notes(node)}"
        step = "move" if len(node.variations) == 1 else "open"
        waiting += [(step, child) for child in reversed(node.variations)]


def _corner(tree: GameTree) -> Hex:
    """The hexagon that has the coordinates of the first cell: in a set-up position the corner from
    which its text is written, so that whoever reads that text finds the pieces there.
    """
    start = tree.game().start
    if start is None or not start.stacks:
        return Hex(0, 0)
    return Hex(min(place.q for place in start.stacks), min(place.r for place in start.stacks))


def _command(node: Node, corner: Hex) -> str:
    """A move in BoardSpace's words, which tell a piece of the other player from one's own."""
    move = node.move
    if move is None or move == PASS or move.piece is None or move.to is None:
        return "pass"
    cell = Cell.of(Hex(move.to.q - corner.q, move.to.r - corner.r))
    if not (
        _LOWEST_ROW <= cell.row <= _HIGHEST_ROW
        and -_FARTHEST_COLUMN <= cell.column <= _FARTHEST_COLUMN
    ):
        raise RecordError(f"move {node.ply} is too far away for SGF's coordinates")
    target = node.move_string.partition(" ")[2]
    is_direct = target[:1] in "-/\\" or target[-1:] in "-/\\"
    reference = target.replace("\\", "\\\\") if target and is_direct else "."
    verb = "pmove" if move.piece.color is node.turn else "move"
    return f"{verb} {move.piece.color.letter.upper()} {_box_name(move.piece)} {cell} {reference}"


def _box_name(piece: Piece) -> str:
    """BoardSpace's name for a piece: all but the queens have a number."""
    single = COPIES[piece.bug] == 1 and piece.bug is not Bug.QUEEN
    return f"{piece}1" if single else piece.name


def _notes(node: Node) -> str:
    """The comment on a move and its annotations."""
    texts = [f"C[{_escaped(in_lines(node.comment))}]"] if node.comment else []
    rest = []
    taken: set[bool] = set()
    for nag in annotations(node):
        name, value = NAG_PROPERTIES.get(nag, ("", ""))
        is_of_move = name in _MOVE_ANNOTATIONS
        # SGF takes one judgement of a move and one of the position.
        if not name or is_of_move in taken:
            rest.append(f"[{nag}]")
        else:
            taken.add(is_of_move)
            texts.append(f"{name}[{value}]")
    if rest:
        texts.append("NAG" + "".join(rest))
    return "".join(texts)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
