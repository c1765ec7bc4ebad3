"""PGN: game records as Mzinga and hivegame.com write them, one ply to a line.

    [GameType "Base"]
    [White "Ann"]
    [Result "InProgress"]

    1. wS1
    {A quiet start.}
    2. bS1 wS1-

Tag values and comments may hold any text. Quotes and backslashes of tag values are escaped as PGN
asks; what cannot stand as it is, such as a brace inside a comment, becomes `&#125;`. Comments do
without backslash escapes because directions like `wQ\\` end in a backslash.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from io import TextIOBase
from typing import Literal, TextIO, cast

from engine.checks import instance
from engine.errors import RecordError, quoted
from engine.game import Game
from engine.game_state import GameState
from engine.record import (
    Record,
    Replay,
    claimed_result,
    comments_by_ply,
    final_result,
    is_result,
    text_of,
)

Dialect = Literal["mzinga", "hivegame"]

_ROSTER = ("GameType", "Date", "Event", "Site", "Round", "White", "Black", "Result")
_RULES = ("QueenFirst", "RepetitionDraw")
"""Tags of our own for rules that most records do not play by."""

_TOKEN = re.compile(
    r"""\{(?P<comment>[^}]*+)(?P<closed>\}?)
    |^[^\S\n]*+(?P<tag>\[[^\n]*+)
    |(?P<end>\n)
    |(?P<number>[0-9]++(?:\.++|(?=\s)))
    |(?P<word>[^\s{]++)""",
    re.MULTILINE | re.VERBOSE,
)
_TAG = re.compile(r'\[\s*+([A-Za-z0-9_]++)\s*+"(.*)"\s*+\]\s*+')
_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")

_REFERENCE = re.compile(r"&#([0-9]{1,7});")
_UNFIT = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
"""Characters that a text file or its reader may change: controls, odd line ends, surrogates."""

_UNFIT_IN_COMMENT = re.compile(rf"[}}{_UNFIT}]|&(?=#[0-9]{{1,7}};)")
_UNFIT_IN_TAG = re.compile(rf"[\t\n{_UNFIT}]|&(?=#[0-9]{{1,7}};)")


def read_pgn(source: str | os.PathLike[str], *, queen_first: bool | None = None) -> Record:
    """The one game of a PGN text or file, replayed. A file is given by a `Path`.

    A game that places a queen on a first turn is played by the older rule that allows it, unless
    `queen_first` says otherwise. Raises RecordError, and OSError for a file that cannot be read.

    >>> record = read_pgn('[White "Ann"]\\n\\n1. wS1 {quiet}\\n2. bS1 wS1-\\n\\n1-0')
    >>> record.game.game_string, record.result.value, record.comments
    ('Base;InProgress;White[2];wS1;bS1 wS1-', 'WhiteWins', {1: 'quiet'})
    """
    games = list(_parsed_games(text_of(source)))
    if len(games) != 1:
        raise RecordError(f"the text holds {len(games)} games instead of one")
    return games[0].record(queen_first)


def read_all(
    source: str | os.PathLike[str] | TextIO, *, queen_first: bool | None = None
) -> Iterator[Record]:
    """The games of a PGN text or file, one after the other. A file is given by a `Path`, or open.

    Raises RecordError when it comes to a bad one, and OSError for a file that cannot be read.
    An open file is read no further than the games asked for. A game begins with its tags: with the
    first one after moves, or the first that repeats.
    """
    # A path's file is read now, not when somebody asks for the first game.
    text = cast(TextIO, source) if isinstance(source, TextIOBase) else text_of(cast(str, source))
    return _records(text, queen_first)


def _records(text: str | TextIO, queen_first: bool | None) -> Iterator[Record]:
    for number, parsed in enumerate(_parsed_games(text), start=1):
        try:
            record = parsed.record(queen_first)
        except RecordError as error:
            raise RecordError(f"game {number}: {error}") from error
        yield record


def write_pgn(
    game: Game | Record,
    tags: Mapping[str, str] | None = None,
    *,
    comments: Mapping[int, str] | None = None,
    result: str | None = None,
    dialect: Dialect = "mzinga",
) -> str:
    """A game as PGN.

    `tags` and `comments` (keyed by the number of moves before them) are added to those of a record.
    The result is, in this order, the one given here, that of the record or of the tag `Result`, or
    what the board says. Raises RecordError for tags that PGN cannot name, comments on moves that
    were not made, and results that are none.

    >>> print(write_pgn(Game.from_string("Base;InProgress;Black[1];wS1"), {"White": "Ann"}))
    [GameType "Base"]
    [Date ""]
    [Event ""]
    [Site ""]
    [Round ""]
    [White "Ann"]
    [Black ""]
    [Result "InProgress"]
    <BLANKLINE>
    1. wS1
    <BLANKLINE>
    """
    instance(game, (Game, Record), "only a Game or a Record can be written as PGN")
    tags = dict(tags or {})
    if isinstance(game, Record):
        record, game = game, game.game
    else:
        record = Record(game, result=claimed_result(tags.get("Result", "")))
    if result is not None and not is_result(result):
        raise RecordError(f"{quoted(result)} is not a result, such as WhiteWins")
    end = final_result(record.result if result is None else claimed_result(result), game)
    all_tags = record.tags | tags
    all_comments = record.comments | dict(comments or {})
    if beyond := [ply for ply in all_comments if not 0 <= ply <= game.ply]:
        raise RecordError(f"there is no move {beyond[0]} to comment on")

    lines = [_tag(name, value) for name, value in _tags(game, all_tags, end, dialect)]
    body = list(_body(game, all_comments))
    if body:
        lines += ["", *body]
    if end is not None and dialect == "mzinga":
        lines += ["", end.value]
    return "\n".join(lines) + "\n"


class _ParsedGame:
    """The parts of one game of a PGN text, not replayed yet."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[str] = []
        self.comments: list[tuple[int, str]] = []
        self.result: str | None = None

    def add_move(self, words: list[str]) -> None:
        """Take the words of a ply or of the result; there may be none."""
        if not words:
            return
        text = " ".join(words)
        words.clear()
        if self.result is not None:
            raise RecordError(f"{quoted(text)} comes after the result {self.result}")
        if is_result(text):
            self.result = text
        else:
            self.moves.append(text)

    def record(self, queen_first: bool | None) -> Record:
        """Replay the game."""
        if queen_first is None and _is_on(self.tags, "QueenFirst"):
            queen_first = True
        replay = Replay(
            self.tags.get("GameType", "Base"),
            queen_first=queen_first,
            repetition_draw=_is_on(self.tags, "RepetitionDraw"),
        )
        for move in self.moves:
            replay.play(move)
        claim = claimed_result(self.result or self.tags.get("Result", ""))
        result = final_result(claim, replay.game)
        return Record(replay.game, self.tags, result, comments_by_ply(self.comments))


def _parsed_games(text: str | TextIO) -> Iterator[_ParsedGame]:
    """Take a PGN text apart into its games."""
    parsed = _ParsedGame()
    words: list[str] = []
    for token in _tokens(_lines(text)):
        kind = token.lastgroup
        if kind == "word" and not is_result(token["word"]):
            words.append(token["word"])
            continue
        parsed.add_move(words)
        if kind == "word":
            parsed.add_move([token["word"]])
        elif kind == "closed":
            if not token["closed"]:
                raise RecordError(f"the comment {quoted(token['comment'])} is never closed")
            parsed.comments.append((len(parsed.moves), _decoded(token["comment"].strip())))
        elif kind == "tag":
            name, value = _parsed_tag(token["tag"])
            if parsed.moves or parsed.result or name in parsed.tags:
                yield parsed
                parsed = _ParsedGame()
            parsed.tags[name] = value
    parsed.add_move(words)
    if parsed.tags or parsed.moves or parsed.comments or parsed.result:
        yield parsed


def _lines(text: str | TextIO) -> Iterator[str]:
    """The lines of a file, or a text in one piece; all lines end in one way.

    The mark that some editors put in front is left out.
    """
    for number, line in enumerate([text] if isinstance(text, str) else text):
        if number == 0:
            line = line.removeprefix("\ufeff")
        yield line.replace("\r\n", "\n").replace("\r", "\n")


def _tokens(lines: Iterable[str]) -> Iterator[re.Match[str]]:
    """The tokens of a text. Comments alone go on over the end of a line."""
    begun: list[str] = []
    for line in lines:
        begun.append(line)
        if len(begun) > 1 and "}" not in line:
            continue
        text = "".join(begun)
        begun = []
        for token in _TOKEN.finditer(text):
            if token.lastgroup == "closed" and not token["closed"]:
                begun = [text[token.start() :]]
                break
            yield token
    yield from _TOKEN.finditer("".join(begun))


def _parsed_tag(line: str) -> tuple[str, str]:
    match = _TAG.fullmatch(line)
    if match is None:
        raise RecordError(f'{quoted(line)} is not a tag, such as [White "Ann"]')
    name, value = match.groups()
    return name, _decoded(re.sub(r'\\(["\\])', r"\1", value))


def _is_on(tags: Mapping[str, str], name: str) -> bool:
    return tags.get(name, "").strip().lower() == "true"


def _tags(
    game: Game, given: Mapping[str, str], end: GameState | None, dialect: Dialect
) -> Iterable[tuple[str, str]]:
    """All tags in the order they are written in."""
    result = game.state if end is None else end
    known = {
        "GameType": game.game_type,
        "Result": result.value if dialect == "mzinga" else result.pgn_result,
    }
    for name in _ROSTER:
        yield name, known.get(name, given.get(name, ""))
    for name, is_on in zip(_RULES, (game.queen_first, game.repetition_draw), strict=True):
        if is_on:
            yield name, "True"
    for name, value in given.items():
        if name not in _ROSTER and name not in _RULES:
            yield name, value


def _tag(name: str, value: str) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise RecordError(f"{quoted(name)} cannot be the name of a tag: letters, digits, _")
    instance(value, str, f"the tag {name} takes a text")
    escaped = re.sub(r'(["\\])', r"\\\1", _encoded(value, _UNFIT_IN_TAG))
    return f'[{name} "{escaped}"]'


def _body(game: Game, comments: Mapping[int, str]) -> Iterator[str]:
    """The lines of the moves, each followed by its comment."""
    for ply, move in enumerate(("", *game.move_strings)):
        if ply:
            yield f"{ply}. {move}"
        if comments.get(ply):
            yield "{" + _comment(comments[ply]) + "}"


def _comment(text: str) -> str:
    """A comment fit to stand in braces; readers take blanks at its ends away."""
    inner = text.strip()
    before, _, after = text.partition(inner) if inner else (text, "", "")
    return _references(before) + _encoded(inner, _UNFIT_IN_COMMENT) + _references(after)


def _encoded(text: str, unfit: re.Pattern[str]) -> str:
    """Text with character references for what cannot stand as it is."""
    return unfit.sub(lambda match: _references(match[0]), text)


def _references(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)


def _decoded(text: str) -> str:
    """Text with its character references replaced by the characters."""

    def character(match: re.Match[str]) -> str:
        code = int(match[1])
        return chr(code) if code <= 0x10FFFF else match[0]

    return _REFERENCE.sub(character, text)
