"""PGN written: one ply to a line, as Mzinga does, with variations in brackets.

    3. wQ -wS1 $1
    {Solid.}
    (
    {Or at once}
    3. wA1 -wS1
    4. bQ bS1-
    )
    4. bQ bS1-

A variation stands below the move it could take the place of and begins with the number of that ply.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

from engine.checks import instance
from engine.errors import RecordError, quoted
from engine.game_state import GameState
from engine.game_tree import HIGHEST_NAG, GameTree, Node
from engine.record_text import TAG_NAME, in_a_line, in_braces

Dialect = Literal["mzinga", "hivegame"]
DIALECTS: tuple[str, ...] = get_args(Dialect)

_ROSTER = ("GameType", "Date", "Event", "Site", "Round", "White", "Black", "Result")
_RULES = ("QueenFirst", "RepetitionDraw", "Position")
"""Tags of our own for rules that most records do not play by, and for games that were set up."""


def tree_as_pgn(tree: GameTree, end: GameState | None, state: GameState, dialect: Dialect) -> str:
    """A tree as PGN; `end` is the result if there is one, `state` how the main line ends."""
    given = _tags(tree, state if end is None else end, dialect)
    lines = [_tag(name, value) for name, value in given]
    body = list(_body(tree))
    if body:
        lines += ["", *body]
    if end is not None and dialect == "mzinga":
        lines += ["", end.value]
    return "\n".join(lines) + "\n"


def rule_tags(tree: GameTree) -> Mapping[str, str]:
    """The tags for what is unusual about a game, and only those that are needed."""
    rules = {
        "QueenFirst": "True" if tree.queen_first else "",
        "RepetitionDraw": "True" if tree.repetition_draw else "",
        "Position": tree.start_position or "",
    }
    return {name: value for name, value in rules.items() if value}


def other_tags(tags: Mapping[str, str]) -> Mapping[str, str]:
    """The tags that are not written for every game anyway."""
    return {n: value for n, value in tags.items() if n not in _ROSTER and n not in _RULES}


def annotations(node: Node) -> list[int]:
    """The numbers of a node's annotations. Raises RecordError for what is none."""
    if not node.has_nags:
        return []
    for nag in node.nags:
        if not isinstance(nag, int) or not 0 <= nag <= HIGHEST_NAG:
            raise RecordError(f"{quoted(str(nag))} is not the number of an annotation")
    return sorted(node.nags)


def check_tag(name: str, value: str) -> None:
    """Raises RecordError for a name that PGN does not allow."""
    instance(name, str, "the name of a tag is a text")
    if not TAG_NAME.fullmatch(name):
        raise RecordError(f"{quoted(name)} cannot be the name of a tag: letters, digits, _")
    instance(value, str, f"the tag {name} takes a text")


def _tags(tree: GameTree, result: GameState, dialect: Dialect) -> Iterable[tuple[str, str]]:
    """All tags in the order they are written in."""
    known = {
        "GameType": tree.game_type,
        "Result": result.value if dialect == "mzinga" else result.pgn_result,
    }
    for name in _ROSTER:
        yield name, known.get(name, tree.tags.get(name, ""))
    yield from rule_tags(tree).items()
    yield from other_tags(tree.tags).items()


def _tag(name: str, value: str) -> str:
    check_tag(name, value)
    escaped = re.sub(r'(["\\])', r"\\\1", in_a_line(value))
    return f'[{name} "{escaped}"]'


def _body(tree: GameTree) -> Iterator[str]:
    """The lines of the moves: each move, what is said about it, and then what could replace it."""
    yield from _annotated("", tree)
    waiting: list[tuple[str, Node]] = [("after", tree)]
    while waiting:
        step, node = waiting.pop()
        if step == "close":
            yield ")"
            continue
        if step == "open":
            yield "("
            yield from _move(node)
            waiting += [("close", node), ("after", node)]
        elif node.variations:
            main, *others = node.variations
            yield from _move(main)
            waiting.append(("after", main))
            waiting += [("open", other) for other in reversed(others)]


def _move(node: Node) -> Iterator[str]:
    if node.starting_comment:
        yield "{" + in_braces(node.starting_comment) + "}"
    yield from _annotated(f"{node.ply}. {node.move_string}", node)


def _annotated(text: str, node: Node) -> Iterator[str]:
    nags = [f"${nag}" for nag in annotations(node)]
    if text or nags:
        yield " ".join(filter(None, (text, *nags)))
    if node.comment:
        yield "{" + in_braces(node.comment) + "}"
