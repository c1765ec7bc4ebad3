"""A puzzle: a position, the task, the one right move, and what else is known about it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, Self, get_args

from engine.errors import HiveError, PositionError, quoted
from engine.game import Game
from engine.pieces import Color
from study.puzzles.proof import MOST_TURNS
from study.puzzles.themes import THEMES

Kind = Literal["win", "save"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TOP_DIFFICULTY = 10

_SHIPPED = "shipped.jsonl"
_LONGEST_LINE = 10_000
"""Characters; a puzzle has a tenth of that."""
_LARGEST_FILE = 1 << 25
"""Bytes; room for some fifty thousand puzzles."""


class PuzzleError(HiveError):
    """What should be a puzzle is none."""


@dataclass(frozen=True)
class Puzzle:
    """A position with one right move, proven.

    `kind` is `win` where that move alone wins within `length` turns of the side to move, `save`
    where it alone keeps the opponent from winning within `length` turns. `position` is a position
    text, as `Game.from_position_text` takes it; `solution` has MoveStrings: the solver's moves and
    between them the longest defence. `unique` says that all of the solver's moves in it are the
    only ones to win in time; where they are not, others that win in time are right as well.
    `difficulty` goes from 1 to 10.
    """

    id: str
    position: str
    kind: Kind
    length: int
    solution: tuple[str, ...]
    theme: str
    themes: tuple[str, ...]
    difficulty: int
    unique: bool

    @property
    def game(self) -> Game:
        """A game that starts with the position."""
        return Game.from_position_text(self.position)

    @property
    def color(self) -> Color:
        """Who is to move."""
        return Color.WHITE if self.position.split(maxsplit=2)[1][0] == "W" else Color.BLACK

    @property
    def game_type(self) -> str:
        """The game type, such as `Base+MLP`."""
        return self.position.split(maxsplit=1)[0]

    @property
    def task(self) -> str:
        """What is to be done, in a sentence."""
        turns = f"{self.length} turn{'s' if self.length > 1 else ''}"
        if self.kind == "win":
            return f"{self.color} to move wins in {turns}."
        return f"{self.color} to move: one move alone does not lose within {turns}."

    def to_dict(self) -> dict[str, Any]:
        """The puzzle for a JSON file."""
        return asdict(self)

    @classmethod
    def from_dict(cls, given: Any) -> Self:
        """The puzzle of such a dictionary; the moves are not looked at. Raises PuzzleError."""
        if not isinstance(given, Mapping):
            raise PuzzleError("a puzzle is a JSON object")
        texts = {name: _text(given, name) for name in ("id", "position", "kind", "theme")}
        if texts["kind"] not in KINDS:
            raise PuzzleError(f"{quoted(texts['kind'])} is no kind of puzzle: win or save")
        words = texts["position"].split()
        if len(words) < 3 or words[1][0] not in "WB":
            raise PuzzleError(f"{quoted(texts['position'])} is no position")
        if type(given.get("unique")) is not bool:
            raise PuzzleError("unique must be true or false")
        themes = _texts(given, "themes")
        if strange := {texts["theme"], *themes} - {*THEMES}:
            raise PuzzleError(f"{quoted(min(strange))} is no theme")
        return cls(
            **texts,  # type: ignore[arg-type]
            length=_number(given, "length", MOST_TURNS),
            solution=_texts(given, "solution"),
            themes=themes,
            difficulty=_number(given, "difficulty", TOP_DIFFICULTY),
            unique=given["unique"],
        )

    def check(self) -> None:
        """See that the position is one and the solution can be played. Raises PuzzleError."""
        try:
            game = self.game
            for move in self.solution:
                game.play(move)
        except (HiveError, PositionError) as error:
            raise PuzzleError(f"puzzle {quoted(self.id)}: {error}") from None


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Puzzles as JSON, one a line."""
    lines = (json.dumps(puzzle.to_dict(), separators=(",", ":")) for puzzle in puzzles)
    return "".join(f"{line}\n" for line in lines)


def parse_puzzles(text: str, name: str = "the text") -> Iterator[Puzzle]:
    """The puzzles of such a text, their moves not looked at. Raises PuzzleError."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            if len(line) > _LONGEST_LINE:
                raise PuzzleError(f"a puzzle takes no {len(line):,} characters")
            yield Puzzle.from_dict(json.loads(line))
        except PuzzleError as error:
            raise PuzzleError(f"line {number} of {name}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise PuzzleError(f"line {number} of {name} is not JSON: {error}"[:200]) from None


def read_puzzles(path: Path | str) -> tuple[Puzzle, ...]:
    """The puzzles of a file that `propolis puzzles make` has written, all of them playable.

    Raises PuzzleError, or OSError if the file cannot be read.
    """
    name = repr(str(path))
    with open(path, "rb") as file:
        # Not all at once: of a device one could read for ever.
        data = file.read(_LARGEST_FILE + 1)
    if len(data) > _LARGEST_FILE:
        raise PuzzleError(f"{name} is too large: puzzles take at most {_LARGEST_FILE:,} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise PuzzleError(f"{name} is no text") from None
    puzzles = tuple(parse_puzzles(text, name))
    for puzzle in puzzles:
        puzzle.check()
    if len({puzzle.id for puzzle in puzzles}) < len(puzzles):
        raise PuzzleError(f"{name} has two puzzles of the same id")
    return puzzles


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program, easy ones first.

    >>> puzzles = shipped()
    >>> len(puzzles) >= 300, puzzles[0].difficulty <= puzzles[-1].difficulty
    (True, True)
    """
    text = resources.files(__package__).joinpath(_SHIPPED).read_text("utf-8")
    return tuple(parse_puzzles(text, _SHIPPED))


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value or not value.isprintable():
        raise PuzzleError(f"{name} must be a text")
    return value


def _texts(given: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = given.get(name)
    if not isinstance(values, list) or not values:
        raise PuzzleError(f"{name} must be a list of texts")
    return tuple(_text({name: value}, name) for value in values)


def _number(given: Mapping[str, Any], name: str, most: int) -> int:
    value = given.get(name)
    if type(value) is not int or not 1 <= value <= most:
        raise PuzzleError(f"{name} must be a whole number from 1 to {most}")
    return value
