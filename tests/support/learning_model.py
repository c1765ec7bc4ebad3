"""Actions and observations computed a second time, from `Game` alone and by the documentation."""

from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np
from helpers import players
from numpy.typing import NDArray

from engine import Bug, Color, Game, Hex, Move, Piece

NAMES = ("Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P")
BUGS = "QSBGAMLP"
PASS_ACTION = 28 * 1024

PLANES = [
    *(f"{side} {name}" for side in ("own", "enemy") for name in NAMES),
    *("own top", "enemy top", "height", "stunned", "black", "turn", "queen due"),
    *(f"{side} {bug} in hand" for side in ("own", "enemy") for bug in BUGS),
]


def eventful_game(game_type: str, seed: object, plies: int) -> Iterator[Game]:
    """A game between two players with tastes, after every ply."""
    rng = Random(f"{game_type} {seed}")
    sides = players(rng)
    game = Game(game_type)
    yield game
    while game.ply < plies and not game.is_over:
        game.play(sides[game.turn].choose(game))
        yield game


@cache
def movers(viewer: Color) -> tuple[Piece, ...]:
    """The 28 pieces as a player counts them."""
    sides = (viewer, viewer.other)
    return tuple(Piece.named(color.letter + name) for color in sides for name in NAMES)


def steps_apart(one: Hex, other: Hex) -> int:
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def centre(game: Game, name: str, viewer: Color) -> Hex:
    in_play = [place for piece in movers(viewer) if (place := game.place_of(piece))]
    if name == "hive":
        return min(
            in_play,
            key=lambda place: max(steps_apart(place, other) for other in in_play),
            default=Hex(0, 0),
        )
    queens = [viewer, viewer.other] if name == "own queen" else [viewer.other, viewer]
    places = [game.place_of(Piece(color, Bug.QUEEN, 1)) for color in queens]
    return next((place for place in (*places, *in_play) if place is not None), Hex(0, 0))


def place(to: Hex, middle: Hex) -> int:
    return (32 * (to.r - middle.r + 16) + to.q - middle.q + 16) % 1024


def actions(game: Game, name: str = "own queen") -> dict[Move, int]:
    """The number of every legal move."""
    middle = centre(game, name, game.turn)
    pieces = movers(game.turn)
    return {
        move: PASS_ACTION
        if move.piece is None or move.to is None
        else 1024 * pieces.index(move.piece) + place(move.to, middle)
        for move in game.legal_moves
    }


def planes(game: Game, name: str, viewer: Color) -> NDArray[np.uint8]:
    """An observation, plane by plane."""
    found = {plane: np.zeros(1024, dtype=np.uint8) for plane in PLANES}
    middle = centre(game, name, viewer)
    for to, pieces in game.stacks.items():
        for level, piece in enumerate(pieces, start=1):
            found[f"{side(piece.color, viewer)} {piece.name[1:]}"][place(to, middle)] = level
        found[f"{side(pieces[-1].color, viewer)} top"][place(to, middle)] = 1
        found["height"][place(to, middle)] = len(pieces)
    if game.stunned is not None:
        stunned_at = game.place_of(game.stunned)
        assert stunned_at is not None
        found["stunned"][place(stunned_at, middle)] = 1
    turn = game.turn_number + (viewer == Color.WHITE and game.turn == Color.BLACK)
    found["black"][:] = viewer == Color.BLACK
    found["turn"][:] = min(turn, 255)
    queen_waits = game.place_of(Piece(viewer, Bug.QUEEN, 1)) is None
    found["queen due"][:] = queen_waits and turn >= 4
    for color in Color:
        for piece in game.hand(color):
            found[f"{side(color, viewer)} {piece.bug.letter} in hand"] += 1
    return np.array([found[plane] for plane in PLANES]).reshape(-1, 32, 32)


def side(color: Color, viewer: Color) -> str:
    return "own" if color == viewer else "enemy"
