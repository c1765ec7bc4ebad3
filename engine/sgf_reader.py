"""SGF taken apart: files into games, games into a header and a tree of moves.

Annotations are read from the properties of SGF that there are for them (`TE`, `BM`, `DO`, `IT`, and
for positions `DM`, `UC`, `GW`, `GB`) and from `NAG`, tags from `TAG[name:value]`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.boardspace import BoardSpaceReplay
from engine.errors import RecordError, quoted
from engine.game_tree import HIGHEST_NAG, GameTree
from engine.pgn_reader import is_on
from engine.record import final_result
from engine.record_stream import Chunk, Format
from engine.record_text import decoded
from engine.replay import Replay
from engine.sgf_header import Header, claimed_result, game_type_of

_TOKEN = re.compile(r"\s*+(?:(?P<mark>[();])|(?P<name>[A-Za-z0-9]++)?\s*+\[)")
_VALUE = re.compile(r"((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_COMMAND = re.compile(r"([^\]]*+)\]")
"""A command holds no bracket, not even after a backslash that should have been doubled."""

_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SCANNED = re.compile(r"(?P<mark>[()])|(?P<name>[A-Za-z0-9]++)|(?P<open>\[)")
_OPENING = re.compile(r"\s*+\(\s*+;\s*+")
_GAME_OPENING = re.compile(r"\s*+\(\s*+;\s*+(?:AP|CA|FF|GM|GN|SU|VV)\s*+\[")
"""How a game begins, at the beginning of a line."""

NAG_PROPERTIES = {
    1: ("TE", "1"),
    2: ("BM", "1"),
    3: ("TE", "2"),
    4: ("BM", "2"),
    5: ("IT", ""),
    6: ("DO", ""),
    10: ("DM", "1"),
    13: ("UC", "1"),
    16: ("GW", "1"),
    17: ("GB", "1"),
    18: ("GW", "2"),
    19: ("GB", "2"),
}
"""The annotations of PGN that SGF has a property for, with its value."""

_NAGS = {written: nag for nag, written in NAG_PROPERTIES.items()}
_ANNOTATIONS = {name for name, _ in NAG_PROPERTIES.values()}


def chunks(lines: Iterator[str]) -> Iterator[Chunk]:
    """The games of a file, each from its first bracket to its last; what is between is left out.

    A line that begins like a game begins one even inside another, which has no end then.
    """
    texts: list[str] = []
    depth = first = 0
    name = ""
    value: re.Pattern[str] | None = None
    for number, line in _joined(lines):
        if depth and "(" in line and _GAME_OPENING.match(line):
            yield Chunk("".join(texts), first)
            texts, depth, value = [], 0, None
        begin = 0
        position = len(line) if line == "\n" else 0
        while position < len(line):
            if value is not None:
                end = value.match(line, position)
                position = end.end() if end else len(line)
                value = None if end else value
                continue
            token = _SCANNED.search(line, position) if depth else _find_bracket(line, position)
            if token is None:
                break
            position = token.end()
            name = token["name"] or name
            if token["open"]:
                value = _value_form(name, line, position)
            elif token["mark"] == "(":
                if depth == 0:
                    begin, name = token.start(), ""
                    first = number + line.count("\n", 0, begin)
                depth += 1
            elif token["mark"] == ")":
                depth -= 1
                if depth == 0:
                    yield Chunk("".join((*texts, line[begin:position])), first)
                    texts = []
        if depth:
            texts.append(line[begin:])
    if texts:
        yield Chunk("".join(texts), first)


def _joined(lines: Iterator[str]) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; one that is nothing but `(;` stays with those that follow it."""
    held: list[str] = []
    for number, line in enumerate(lines, start=1):
        if ("(" in line and _OPENING.fullmatch(line)) or (held and line.isspace()):
            held.append(line)
            continue
        yield number - len(held), "".join((*held, line))
        held = []
    if held:
        yield number - len(held) + 1, "".join(held)


def tags(chunk: Chunk) -> dict[str, str]:
    """The tags of a game by its first node, and nothing else of it. Raises RecordError."""
    header = Header()
    nodes = 0
    for event in _events(chunk):
        nodes += event.mark == ";"
        if nodes > 1:
            break
        header.add(event.name, event.value)
    found = {"GameType": game_type_of(header.values)} | header.tags(
        header.names[0], header.names[1]
    )
    result = claimed_result(header.values.get("RE", ""), *header.names)
    return found | ({"Result": result.value} if result else {})


def tree(chunk: Chunk, queen_first: bool | None) -> GameTree:
    """Replay a game with all its variations. Raises RecordError."""
    events = list(_events(chunk))
    header = Header()
    for event in events:
        if event.mark == ")":
            break
        header.add(event.name, event.value)
    rules = header.own_tags
    if queen_first is None and is_on(rules, "QueenFirst"):
        queen_first = True
    try:
        replay = Replay(
            game_type_of(header.values),
            queen_first=queen_first,
            repetition_draw=is_on(rules, "RepetitionDraw"),
            start_position=rules.get("Position"),
        )
    except RecordError as error:
        error.line = chunk.line
        raise
    return _read(chunk, events, header, BoardSpaceReplay(replay))


SGF = Format(chunks, tags, tree)


class _Event(NamedTuple):
    """A mark of SGF, or a property with one of its values, and where it stands."""

    mark: str
    name: str
    value: str
    at: int


def _read(chunk: Chunk, events: list[_Event], header: Header, replay: BoardSpaceReplay) -> GameTree:
    opened_at = []
    for event in events:
        replay.at = event.at
        try:
            if event.mark == "(":
                opened_at.append(event.at)
                if len(opened_at) > 1:
                    replay.enter()
            elif event.mark == ")":
                opened_at.pop()
                if opened_at:
                    replay.leave()
            elif event.name in ("P0", "P1"):
                replay.follow(int(event.name[1]), event.value)
            elif event.name == "C":
                replay.comment(decoded(event.value.strip()))
            elif event.name in _ANNOTATIONS or event.name == "NAG":
                replay.annotate(_nag(event))
        except RecordError as error:
            error.line = chunk.line_at(replay.at)
            raise
    if opened_at:
        what = "variation" if len(opened_at) > 1 else "game"
        problem = f"the {what} is never closed: a ')' is missing"
        raise RecordError(problem, line=chunk.line_at(opened_at[-1]))
    found = replay.finish()
    game = replay.replay.game
    white, black = (header.names[player ^ replay.white] for player in (0, 1))
    claim = replay.claim or claimed_result(header.values.get("RE", ""), white, black)
    found.result = final_result(claim, game)
    state = (found.result or game.state).value
    names = header.tags(white, black)
    first = {"GameType": game.game_type, **{n: names.pop(n) for n in ("Date", "White", "Black")}}
    found.tags = first | {"Result": state} | names
    return found


def _nag(event: _Event) -> int:
    """The annotation that a property stands for. Raises RecordError."""
    value = event.value.strip()
    if event.name == "NAG":
        if not re.fullmatch(r"[0-9]{1,3}", value) or int(value) > HIGHEST_NAG:
            raise RecordError(f"{quoted(value)} is not the number of an annotation")
        return int(value)
    return _NAGS.get((event.name, value)) or _NAGS.get((event.name, "1")) or _NAGS[event.name, ""]


def _find_bracket(line: str, position: int) -> re.Match[str] | None:
    """The next bracket that begins a game."""
    place = line.find("(", position)
    return None if place < 0 else _SCANNED.match(line, place)


def _value_form(name: str, text: str, position: int) -> re.Pattern[str]:
    """How the value of a property that begins here is written."""
    is_command = name in ("P0", "P1") and not text.startswith("id", position)
    return _COMMAND if is_command else _VALUE


def _events(chunk: Chunk) -> Iterator[_Event]:
    """The marks and properties of a game, in order. Raises RecordError."""
    text = chunk.text
    position, name = 0, ""
    while token := _TOKEN.match(text, position):
        at, position = position, token.end()
        if token["mark"]:
            yield _Event(token["mark"], "", "", token.start("mark"))
            continue
        name = token["name"] or name
        at = token.end() - 1
        form = _value_form(name, text, position)
        value = form.match(text, position)
        if value is None:
            raise RecordError(f"the value of {quoted(name)} has no end", line=chunk.line_at(at))
        position = value.end()
        if form is _COMMAND:
            yield _Event("", name, value[1].replace(r"\\", "\\"), at)
        else:
            # A line end after a backslash is only there to keep lines short.
            yield _Event("", name, _ESCAPED.sub(lambda m: m[1].strip("\n"), value[1]), at)
    if rest := text[position:].strip():
        raise RecordError(f"{quoted(rest)} is not SGF", line=chunk.line_at(position))
