"""Where the pieces lie, as people see it: hexagons without bounds, stacks from the bottom up.

Kernels know cells of a torus alone. A layout goes along with a position and knows which hexagon a
cell stands for.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Self

from engine.hexgrid import CELL_MASK, CELLS, SIDE, STEPS, Hex
from engine.notation import PASS, Move
from engine.pieces import ALL_PIECES, PIECES, Color, Piece
from engine.position import MOVE_SHIFT
from engine.position import PASS as PASS_CODE

_HALF = SIDE // 2


class _MovesNearTheOrigin(dict[int, Move]):
    """Moves by their codes, for hives all of whose neighbours lie in the middle 32 x 32 hexagons.

    A move is made once, at its first use in the process: looking it up takes a tenth of the time.
    """

    def __missing__(self, code: int) -> Move:
        shifted = ((code & CELL_MASK) + SIDE * _HALF + _HALF) & (CELLS - 1)
        place = Hex(shifted % SIDE - _HALF, shifted // SIDE - _HALF)
        move = self[code] = Move(ALL_PIECES[code >> MOVE_SHIFT], place)
        return move


_MOVES_NEAR_THE_ORIGIN = _MovesNearTheOrigin({PASS_CODE: PASS})


def _is_far(place: Hex) -> bool:
    """Whether a hexagon or one of its neighbours lies outside of the middle 32 x 32."""
    return not (-_HALF < place.q < _HALF - 1 and -_HALF < place.r < _HALF - 1)


class Layout:
    """The places of the pieces by their index, and the stacks by their place."""

    __slots__ = ("_far", "places", "stacks")

    def __init__(self) -> None:
        self.places: list[Hex | None] = [None] * PIECES
        self.stacks: dict[tuple[int, int], list[Piece]] = {}
        """The keys are Hexes; a plain tuple finds them as well."""
        self._far = 0
        """How many pieces lie so far out that the table of moves does not serve."""

    def copy(self) -> Self:
        """An independent copy."""
        copy = type(self)()
        copy.places = self.places.copy()
        copy.stacks = {place: pieces.copy() for place, pieces in self.stacks.items()}
        copy._far = self._far
        return copy

    def carry(self, piece: Piece, to: Hex | None) -> None:
        """Move a piece that is in hand or on top of its stack; `to` None means the hand."""
        place = self.places[piece.index]
        if place is not None:
            stack = self.stacks[place]
            stack.pop()
            if not stack:
                del self.stacks[place]
            self._far -= _is_far(place)
        if to is not None:
            self.stacks.setdefault(to, []).append(piece)
            self._far += _is_far(to)
        self.places[piece.index] = to

    def moves_of(self, codes: list[int]) -> list[Move]:
        """The moves that kernels mean by their codes."""
        return list(map(self._moves().__getitem__, codes))

    def move_of(self, code: int) -> Move:
        """The move that a kernel means by its code."""
        return self._moves()[code]

    def _moves(self) -> Mapping[int, Move]:
        return _MovesHere(self) if self._far else _MOVES_NEAR_THE_ORIGIN

    def key(self, turn: Color, stunned: Piece | None) -> bytes:
        """The position up to a shift of the hive, in 8 bytes."""
        left, upper = (min((h[axis] for h in self.stacks), default=0) for axis in (0, 1))
        stunned_at = stunned and self.places[stunned.index]
        cells = sorted(
            (
                q - left,
                r - upper,
                (q, r) == stunned_at,
                *(piece.color.letter + piece.bug.letter for piece in pieces),
            )
            for (q, r), pieces in self.stacks.items()
        )
        return blake2b(repr((turn.letter, cells)).encode(), digest_size=8).digest()


class _MovesHere(dict[int, Move]):
    """Moves by their codes, for a hive anywhere."""

    def __init__(self, layout: Layout) -> None:
        self[PASS_CODE] = PASS
        self._hexes = {Hex(*place).cell: Hex(*place) for place in layout.stacks}
        for q, r in layout.stacks:
            for right, down in STEPS:
                near = Hex(q + right, r + down)
                self._hexes[near.cell] = near

    def __missing__(self, code: int) -> Move:
        return Move(ALL_PIECES[code >> MOVE_SHIFT], self._hexes[code & CELL_MASK])
