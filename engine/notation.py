"""MoveStrings: how moves are written in the Universal Hive Protocol.

A destination is named by a piece next to it and the side of that piece it lies on, or by the piece
about to be climbed. A move has as many spellings as its destination has neighbours.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.errors import IllegalMoveError, MoveParseError, Reason, quoted
from engine.hexgrid import NE, NW, SE, STEPS, SW, E, Hex, W
from engine.pieces import Piece

PIECE_PATTERN = r"[wb](?:[qmlp]|[sb][12]|[ga][123])"
"""The name of a piece, in small letters."""

_MOVE = re.compile(
    rf"(?P<piece>{PIECE_PATTERN})(?:\s+(?P<before>[-/\\]?)(?P<reference>{PIECE_PATTERN})(?P<after>[-/\\]?))?",
    re.IGNORECASE | re.ASCII,
)

_DIRECTION_BEFORE = {"-": W, "/": SW, "\\": NW}
_DIRECTION_AFTER = {"-": E, "/": NE, "\\": SE}

_REFERENCE_FORM = ("{}\\", "/{}", "-{}", "\\{}", "{}/", "{}-")
"""How to write a destination whose neighbour in direction NW, NE, E, SE, SW, W is the reference."""


class Move(NamedTuple):
    """A piece and the cell it goes to: from the hand, on foot or thrown. See also `PASS`."""

    piece: Piece | None
    to: Hex | None

    @property
    def is_pass(self) -> bool:
        """Whether it is no move but passing."""
        return self.piece is None

    def __str__(self) -> str:
        return (
            "pass" if self.piece is None or self.to is None else f"{self.piece} to {tuple(self.to)}"
        )


PASS = Move(None, None)


class Spelling(NamedTuple):
    """The parts of a MoveString: `wA1`, `wA1 bQ` or, with a direction, `wA1 bQ/`."""

    piece: Piece | None
    reference: Piece | None = None
    direction: int | None = None

    def __str__(self) -> str:
        if self.piece is None:
            return "pass"
        if self.reference is None:
            return self.piece.name
        if self.direction is None:
            return f"{self.piece} {self.reference}"
        return f"{self.piece} {_REFERENCE_FORM[(self.direction + 3) % 6].format(self.reference)}"


def parse_spelling(text: str) -> Spelling:
    """Take a MoveString apart; blanks and case do not matter.

    >>> str(parse_spelling("  WB1   bq/ "))
    'wB1 bQ/'
    """
    words = text.strip()
    if words.lower() == "pass":
        return Spelling(None)
    match = _MOVE.fullmatch(words)
    if match is None:
        raise MoveParseError(f"{quoted(text)} is not a move; write for example 'wS1' or 'wA1 bQ/'")
    piece = Piece.named(match["piece"])
    if match["reference"] is None:
        return Spelling(piece)
    before, after = match["before"], match["after"]
    if before and after:
        raise MoveParseError(f"{quoted(text)} has a direction on both sides of the reference piece")
    direction = _DIRECTION_BEFORE[before] if before else _DIRECTION_AFTER.get(after)
    return Spelling(piece, Piece.named(match["reference"]), direction)


def resolve(
    spelling: Spelling,
    places: Sequence[Hex | None],
    stacks: Mapping[tuple[int, int], list[Piece]],
) -> Move:
    """The move a spelling means on this board; whether it is legal is not looked at.

    `places` says where each piece is by its index. The reference may be any piece on the board,
    also a covered one or the mover itself.
    """
    piece, reference, direction = spelling
    if piece is None:
        return PASS
    if reference is None:
        if stacks:
            other = next(p[-1] for p in stacks.values() if p[-1] != piece or len(stacks) == 1)
            message = f"'{piece}' needs a destination, such as '{piece} {other}-'"
            raise IllegalMoveError(Reason.NO_DESTINATION, message)
        return Move(piece, Hex(0, 0))
    place = places[reference.index]
    if place is None:
        raise IllegalMoveError(Reason.REFERENCE_IN_HAND, f"{reference} is not on the board")
    if direction is not None:
        to = place.neighbour(direction)
        if to in stacks and places[piece.index] != to:
            top = stacks[to][-1]
            message = f"the cell of {top} is occupied; to climb, name its top piece alone"
            raise IllegalMoveError(Reason.OCCUPIED, message)
        return Move(piece, to)
    top = stacks[place][-1]
    if top != reference:
        message = f"{reference} is covered; to climb the stack, name its top piece {top}"
        if top == piece:
            message = f"{piece} already lies on {reference}"
        raise IllegalMoveError(Reason.NOT_THE_TOP, message)
    return Move(piece, place)


def spell(move: Move, stacks: Mapping[tuple[int, int], list[Piece]]) -> str:
    """The MoveString of a move, with the reference piece Mzinga would choose.

    The mover is lifted first; then the first neighbour of the destination in the order NW, NE, E,
    SE, SW, W is the reference.
    """
    piece, to = move
    if piece is None or to is None:
        return "pass"
    if (climbed := _top_without(piece, stacks.get(to))) is not None:
        return f"{piece.name} {climbed.name}"
    q, r = to
    for (right, down), form in zip(STEPS, _REFERENCE_FORM, strict=True):
        # A plain tuple finds what its Hex would, and is made in a fifth of the time.
        reference = _top_without(piece, stacks.get((q + right, r + down)))
        if reference is not None:
            return f"{piece.name} {form.format(reference.name)}"
    return piece.name


def _top_without(piece: Piece, stack: Sequence[Piece] | None) -> Piece | None:
    """The top of a stack when a piece has been lifted; None where nothing is left."""
    if not stack:
        return None
    top = stack[-1]
    if top.index != piece.index:
        return top
    return stack[-2] if len(stack) > 1 else None
