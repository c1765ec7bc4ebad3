"""PGN taken apart: files into games, games into tags and a tree of moves.

A move ends where its line ends, or with the next number, comment, annotation or bracket. Numbers
are not looked at. `( ... )` after a move holds others in its place, to any depth. `;` begins a
comment that ends with its line, and a line that begins with `%` says nothing.
"""

import re
from collections.abc import Iterator, Mapping

from engine.errors import RecordError, quoted
from engine.game_tree import HIGHEST_NAG, GameTree, Node
from engine.record import claimed_result, final_result, is_result
from engine.record_stream import Chunk, Format
from engine.record_text import decoded
from engine.replay import Replay

_TOKEN = re.compile(
    r"""\{(?P<comment>[^}]*+)(?P<closed>\}?)
    |^[^\S\n]*+(?P<tag>\[[^\n]*+)
    |^(?P<escape>%[^\n]*+)
    |;(?P<remark>[^\n]*+)
    |(?P<end>\n++)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<nag>\$[0-9]*+|[!?]++)
    |(?P<number>[0-9]++(?:\.++|(?=[\s(){;])))
    |(?P<word>[^\s{;()$!?]++)""",
    re.MULTILINE | re.VERBOSE,
)
_TAG = re.compile(r'\[\s*+([A-Za-z0-9_]++)\s*+"(.*)"\s*+\]\s*+')
_TAG_LINE = re.compile(r'[^\S\n]*+\[\s*+([A-Za-z0-9_]*+)(\s*+")?')
_SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def chunks(lines: Iterator[str]) -> Iterator[Chunk]:
    """The games of a file. One begins with its tags: the first after moves, or that repeats.

    Tags below a blank line begin a game even inside a comment, which somebody forgot to close then:
    otherwise the comment would swallow the game, and perhaps all that follow.
    """
    texts: list[str] = []
    names: set[str] = set()
    first = 1
    in_comment = has_moves = False
    is_empty = True
    above = ""
    for number, line in enumerate(lines, start=1):
        start = 0
        tag = _TAG_LINE.match(line) if "[" in line else None
        if in_comment and not (tag and tag[1] and tag[2] and above.isspace()):
            start = line.find("}") + 1
            in_comment = start == 0
        elif tag:
            if has_moves or in_comment or tag[1] in names:
                yield Chunk("".join(texts), first)
                texts, names, first, has_moves, in_comment = [], set(), number, False, False
            names.add(tag[1])
            is_empty = False
            start = len(line)
        texts.append(line)
        above = line
        if in_comment or line == "\n" or (has_moves and "{" not in line):
            continue
        for token in _TOKEN.finditer(line, start):
            kind = token.lastgroup
            in_comment = kind == "closed" and not token["closed"]
            has_moves |= kind in ("word", "open", "close", "nag")
            is_empty &= kind in ("end", "escape", "number")
    if not is_empty:
        yield Chunk("".join(texts), first)


def tags(chunk: Chunk) -> dict[str, str]:
    """The tags of a game, and nothing else of it. Raises RecordError."""
    found: dict[str, str] = {}
    for token in _TOKEN.finditer(chunk.text):
        if token.lastgroup == "tag":
            name, value = _parsed_tag(token["tag"], chunk.line_at(token.start()))
            found[name] = value
        elif token.lastgroup == "word":
            break
    return found


def tree(chunk: Chunk, queen_first: bool | None) -> GameTree:
    """Replay a game with all its variations. Raises RecordError."""
    game_tags = tags(chunk)
    if queen_first is None and is_on(game_tags, "QueenFirst"):
        queen_first = True
    try:
        replay = Replay(
            game_tags.get("GameType"),
            queen_first=queen_first,
            repetition_draw=is_on(game_tags, "RepetitionDraw"),
            start_position=game_tags.get("Position"),
        )
    except RecordError as error:
        error.line = chunk.line
        raise
    return _TreeReader(chunk, replay).read(game_tags)


PGN = Format(chunks, tags, tree)


def is_on(game_tags: Mapping[str, str], name: str) -> bool:
    """Whether a tag says that a rule is played."""
    return game_tags.get(name, "").strip().lower() == "true"


class _TreeReader:
    """Follows the moves of a game into its variations and back."""

    def __init__(self, chunk: Chunk, replay: Replay) -> None:
        self._chunk = chunk
        self._replay = replay
        self._words: list[str] = []
        self._words_at = 0
        self._result: str | None = None
        self._left: list[tuple[Node, int]] = []
        """The moves whose variations are being read, each with the place of its bracket."""
        self._begins = False
        """Whether the variation has no move yet."""
        self._starting: list[str] = []
        """The comments on a variation that has no move yet."""
        self._comments: dict[Node, list[str]] = {}

    def read(self, game_tags: dict[str, str]) -> GameTree:
        for token in _TOKEN.finditer(self._chunk.text):
            kind, at = token.lastgroup, token.start()
            if kind == "word" and not is_result(token["word"]):
                if not self._words:
                    self._words_at = at
                self._words.append(token["word"])
                continue
            self._make_move()
            if kind == "word":
                self._take_result(token["word"], at)
            elif kind == "closed":
                if not token["closed"]:
                    comment = quoted(token["comment"])
                    raise self._error(f"the comment {comment} is never closed", at)
                self._comment(token["comment"])
            elif kind == "remark":
                self._comment(token["remark"])
            elif kind == "nag":
                self._annotate(token["nag"], at)
            elif kind == "open":
                self._open(at)
            elif kind == "close":
                self._close(at)
        self._make_move()
        if self._left:
            raise self._error("the variation is never closed", self._left[-1][1])
        for node, texts in self._comments.items():
            node.comment = "\n".join(texts)
        found = self._replay.finish()
        claim = claimed_result(self._result or game_tags.get("Result", ""))
        found.tags, found.result = game_tags, final_result(claim, self._replay.game)
        return found

    def _make_move(self) -> None:
        """Make the move whose words have been read; there may be none."""
        if not self._words:
            return
        text = " ".join(self._words)
        self._words.clear()
        self._check_goes_on(text, self._words_at)
        try:
            self._replay.play(text)
        except RecordError as error:
            error.line = self._chunk.line_at(self._words_at)
            raise
        self._begins = False
        if self._starting:
            self._replay.node.starting_comment = "\n".join(self._starting)
            self._starting = []

    def _take_result(self, text: str, at: int) -> None:
        if not self._left:  # that of a variation is not the game's
            self._check_goes_on(text, at)
            self._result = text

    def _comment(self, text: str) -> None:
        text = decoded(text.strip())
        if text and self._begins:
            self._starting.append(text)
        elif text:
            self._comments.setdefault(self._replay.node, []).append(text)

    def _annotate(self, text: str, at: int) -> None:
        if self._begins:
            raise self._error(f"{text} stands ahead of the move it is for", at)
        digits = text[1:].lstrip("0") or "0" if text[1:] and text[0] == "$" else ""
        number = _SUFFIXES.get(text, int(digits) if 0 < len(digits) <= 3 else None)
        if number is None or number > HIGHEST_NAG:
            raise self._error(f"{quoted(text)} is not an annotation, such as $1 or !?", at)
        self._replay.node.nags.add(number)

    def _open(self, at: int) -> None:
        node = self._replay.node
        self._check_goes_on("(", at)
        if self._begins or node.parent is None:
            raise self._error("there is no move that this variation could replace", at)
        self._left.append((node, at))
        self._begins = True
        self._replay.go_to(node.parent)

    def _close(self, at: int) -> None:
        if not self._left:
            raise self._error("')' closes no variation", at)
        node, _ = self._left.pop()
        self._replay.go_to(node)
        self._begins = False
        if self._starting:  # a variation of nothing but comments
            self._comments.setdefault(node, []).extend(self._starting)
            self._starting = []

    def _check_goes_on(self, text: str, at: int) -> None:
        if self._result is not None and not self._left:
            raise self._error(f"{quoted(text)} comes after the result {self._result}", at)

    def _error(self, problem: str, at: int) -> RecordError:
        return RecordError(problem, line=self._chunk.line_at(at))


def _parsed_tag(text: str, line: int) -> tuple[str, str]:
    match = _TAG.fullmatch(text)
    if match is None:
        raise RecordError(f'{quoted(text)} is not a tag, such as [White "Ann"]', line=line)
    name, value = match.groups()
    return name, decoded(re.sub(r'\\(["\\])', r"\1", value))
