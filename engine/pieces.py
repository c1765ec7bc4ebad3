"""Colours, bugs and the 28 pieces, with the indices the kernels use for them."""

from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

import numpy as np

from engine.checks import instance, whole_number
from engine.errors import GameTypeError, quoted


class Color(IntEnum):
    """A player."""

    WHITE = 0
    BLACK = 1

    @property
    def letter(self) -> str:
        """`w` or `b`, as in piece names."""
        return "wb"[self]

    @property
    def other(self) -> "Color":
        """The opponent."""
        return Color(1 - self)

    def __str__(self) -> str:
        return ("White", "Black")[self]


class Bug(IntEnum):
    """A kind of bug."""

    QUEEN = 0
    SPIDER = 1
    BEETLE = 2
    GRASSHOPPER = 3
    ANT = 4
    MOSQUITO = 5
    LADYBUG = 6
    PILLBUG = 7

    @property
    def letter(self) -> str:
        """The upper-case letter of piece names."""
        return BUG_LETTERS[self]

    def __str__(self) -> str:
        return "queen" if self is Bug.QUEEN else self.name.lower()


BUG_LETTERS = "QSBGAMLP"
BUGS = len(BUG_LETTERS)
COPIES = (1, 2, 2, 3, 3, 1, 1, 1)
"""How many of each bug a player has, expansions included."""

PER_COLOR = sum(COPIES)
PIECES = 2 * PER_COLOR
NOBODY = -1
"""The index that stands for no piece."""

FIRST_OF_BUG = np.array([sum(COPIES[:bug]) for bug in range(BUGS)], dtype=np.int64)
"""Index of a colour's first piece of each bug, before adding PER_COLOR for Black."""

BUG_OF = np.array(2 * [bug for bug in range(BUGS) for _ in range(COPIES[bug])], dtype=np.int64)
COLOR_OF = np.array([index // PER_COLOR for index in range(PIECES)], dtype=np.int64)


@dataclass(frozen=True, order=True, slots=True, repr=False)
class Piece:
    """One of the pieces in the box, such as White's second ant (`Piece.named("wA2")`).

    `name` is its UHP name: colour, bug and, where there are several, its number. `index` is its
    place in the arrays of a position. Raises TypeError or ValueError for what is not in the box.
    """

    color: Color
    bug: Bug
    number: int
    index: int = field(init=False, compare=False)
    name: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        color, bug, number = self.color, self.bug, self.number
        instance(color, Color, "the colour of a piece is a Color")
        instance(bug, Bug, "the bug of a piece is a Bug")
        # Kernels take the index without asking.
        whole_number(number, f"the number of a {bug}", 1, COPIES[bug])
        # Kept, because moves are made and spelled with them all the time.
        object.__setattr__(self, "index", PER_COLOR * color + int(FIRST_OF_BUG[bug]) + number - 1)
        shown = str(number) if COPIES[bug] > 1 else ""
        object.__setattr__(self, "name", f"{color.letter}{bug.letter}{shown}")

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Piece.named({self.name!r})"

    @classmethod
    def named(cls, name: str) -> "Piece":
        """The piece with that UHP name, in any case; ValueError if there is none."""
        instance(name, str, "the name of a piece is a text such as 'wA1'")
        index = _INDEX_BY_NAME.get(name.lower())
        if index is None:
            raise ValueError(f"there is no piece called {name!r}")
        return ALL_PIECES[index]

    @classmethod
    def of(cls, piece: "Piece | str") -> "Piece":
        """A piece given as itself or by its name; TypeError or ValueError if it is none."""
        if isinstance(piece, Piece):
            return piece
        instance(piece, str, "a piece is a Piece or its name, such as 'wA1'")
        return cls.named(piece)


def _all_pieces() -> tuple[Piece, ...]:
    return tuple(
        Piece(color, bug, number)
        for color in Color
        for bug in Bug
        for number in range(1, COPIES[bug] + 1)
    )


ALL_PIECES = _all_pieces()
_INDEX_BY_NAME = {piece.name.lower(): piece.index for piece in ALL_PIECES}

EXPANSIONS = "MLP"
GAME_TYPES = ("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP")


@lru_cache
def canonical_game_type(text: str) -> str:
    """The game type in its usual spelling: letters may come in any order, once each.

    Raises GameTypeError.

    >>> canonical_game_type("Base+PM")
    'Base+MP'
    """
    base, plus, letters = text.partition("+")
    known = base == "Base" and set(letters) <= set(EXPANSIONS)
    if not known or len(set(letters)) != len(letters) or bool(plus) != bool(letters):
        raise GameTypeError(f"unknown game type {quoted(text)}; known are {', '.join(GAME_TYPES)}")
    return base + plus + "".join(letter for letter in EXPANSIONS if letter in letters)


@lru_cache
def hand_of(game_type: str) -> tuple[int, ...]:
    """How many of each bug a player starts with in that game type."""
    expansions = canonical_game_type(game_type).partition("+")[2]
    return tuple(
        copies if letter not in EXPANSIONS or letter in expansions else 0
        for letter, copies in zip(BUG_LETTERS, COPIES, strict=True)
    )
