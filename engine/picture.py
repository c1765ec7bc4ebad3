"""The hive drawn with characters."""

from typing import TYPE_CHECKING

from engine.hexgrid import Hex
from engine.pieces import Color, Piece

if TYPE_CHECKING:
    from engine.game import Game

_HALF = 3
"""Half the width of a hexagon in characters: a row is shifted by this much against the next."""


def draw(game: "Game") -> str:
    """The hive, each row half a hexagon to the right of the one above, then stacks and hands.

    A stack shows its top piece and its height; the pieces under it are listed below the picture.
    """
    lines = [f"{game.game_type}  {game.state}  {game.turn_string}", ""]
    lines += _rows(game)
    stacks = game.stacks
    for pieces in stacks.values():
        if len(pieces) > 1:
            lines.append("stack: " + " on ".join(piece.name for piece in reversed(pieces)))
    for color in Color:
        hand = " ".join(piece.name for piece in game.hand(color)) or "empty"
        lines.append(f"{color}'s hand: {hand}")
    return "\n".join(lines)


def _rows(game: "Game") -> list[str]:
    """One line a row of hexagons; empty cells next to the hive are dots."""
    stacks = game.stacks
    if not stacks:
        return ["(no piece on the board yet)", ""]
    labels = {place.neighbour(d): "." for place in stacks for d in range(6)}
    labels |= {place: _label(pieces) for place, pieces in stacks.items()}
    left = min(_column(place) for place in labels)
    lines = []
    for r in range(min(p.r for p in labels), max(p.r for p in labels) + 1):
        line = ""
        for place in sorted(place for place in labels if place.r == r):
            label = labels[place]
            line = line.ljust(_HALF * (_column(place) - left) + (len(label) == 1)) + label
        lines.append(line.rstrip())
    return [*lines, ""]


def _column(place: Hex) -> int:
    return 2 * place.q + place.r


def _label(pieces: tuple[Piece, ...]) -> str:
    return pieces[-1].name + (f"^{len(pieces)}" if len(pieces) > 1 else "")
