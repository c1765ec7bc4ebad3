"""What several test files share: eventful random games, and positions as plain data."""

import hashlib
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from engine import GAME_TYPES, PASS, Bug, Color, Game, GameState, Hex, Move, Piece
from engine.hexgrid import CELL_MASK
from engine.movegen import list_moves
from engine.position import (
    MAX_MOVES,
    POSITION,
    POSITION_BYTES,
    losers,
    make,
    new_position,
    unmake,
)
from engine.position import PASS as PASS_CODE

Cell = tuple[int, int]
PlainMove = tuple[str, Cell] | None
"""A move without the engine's types: a piece's name and a cell, or None for a pass."""

TASTES = ("any", "attack", "brawl", "embrace", "climb", "throw", "shuffle", "smother")
"""What a random player likes to do when there is occasion for it."""

CAPRICES = (0.1, 0.4, 0.7)
"""How often a player forgets its taste, so that games last and none runs in a rut."""

SMOTHER_SAMPLE = 6

FEW_GAME_TYPES_FAST = [
    pytest.param(game_type, marks=[] if game_type in ("Base", "Base+MLP") else pytest.mark.slow)
    for game_type in GAME_TYPES
]
"""All game types for a test, most of them left out while working."""


def plain(move: Move) -> PlainMove:
    """A move as plain data, to be compared with what other rule books say."""
    return (
        None if move.piece is None or move.to is None else (move.piece.name, (move.to.q, move.to.r))
    )


def as_move(move: PlainMove) -> Move:
    """The engine's move for plain data."""
    return PASS if move is None else Move(Piece.named(move[0]), Hex(*move[1]))


def sort_key(move: Move) -> tuple[str, Cell]:
    """An order of moves that does not depend on the order in which they were generated."""
    return plain(move) or ("", (0, 0))


def neighbours(place: Hex) -> list[Hex]:
    return [place.neighbour(direction) for direction in range(6)]


def queen_of(color: Color) -> Piece:
    return Piece(color, Bug.QUEEN, 1)


class Player:
    """Picks moves at random, but with a taste, so that interesting things happen."""

    def __init__(self, rng: random.Random, taste: str) -> None:
        self.rng = rng
        self.taste = taste
        # Repetitions take two players who stick to it.
        self.caprice = CAPRICES[0] if taste == "shuffle" else rng.choice(CAPRICES)

    def choose(self, game: Game) -> Move:
        """A legal move; the same one for the same state of the random generator."""
        moves = sorted(game.legal_moves, key=sort_key)
        if len(moves) == 1:
            return moves[0]
        if self.taste == "any" or self.rng.random() < self.caprice:
            return self.rng.choice(moves)
        if self.taste == "smother":
            moves = self.rng.sample(moves, min(len(moves), SMOTHER_SAMPLE))
        scores = [self._score(game, move) for move in moves]
        best = max(scores)
        return self.rng.choice([m for m, s in zip(moves, scores, strict=True) if s == best])

    def _score(self, game: Game, move: Move) -> int:
        piece, to = move
        assert piece is not None
        assert to is not None
        if piece.bug is Bug.QUEEN and game.place_of(piece) is None:
            return 100
        if self.taste in ("attack", "brawl"):
            colors = (game.turn.other,) if self.taste == "attack" else tuple(Color)
            return -sum(air_after(game, move, color) for color in colors)
        if self.taste == "embrace":
            air = [air_after(game, move, color) for color in Color]
            return -100 if air.count(0) == 1 else -sum(air)
        if self.taste == "climb":
            return 2 * len(game.stack(to)) + (piece.bug in (Bug.BEETLE, Bug.MOSQUITO))
        if self.taste == "throw":
            return 2 * (piece.color != game.turn) + meets_pillbug(game, piece, to)
        if self.taste == "shuffle":
            return int(takes_back(game, move))
        return -freedom_after(game, move)


def air_after(game: Game, move: Move, color: Color) -> int:
    """How many cells next to a queen are empty after a move; six while she is in hand."""
    piece, to = move
    queen = game.place_of(queen_of(color)) if piece != queen_of(color) else to
    if queen is None:
        return 6
    left = None if piece is None else game.place_of(piece)
    vacated = left if left is not None and len(game.stack(left)) == 1 else None
    return sum(
        near != to and (near == vacated or not game.stack(near)) for near in neighbours(queen)
    )


def meets_pillbug(game: Game, piece: Piece, to: Hex) -> bool:
    """Whether a move has to do with a pillbug."""
    tops = (game.stack(near)[-1] for near in neighbours(to) if game.stack(near))
    return piece.bug is Bug.PILLBUG or any(top.bug is Bug.PILLBUG for top in tops)


def takes_back(game: Game, move: Move) -> bool:
    """Whether a move undoes the player's own last one."""
    *before, last, _ = game.history if len(game.history) > 1 else (PASS, PASS)
    came_from = next((m.to for m in reversed(before) if m.piece == last.piece), None)
    return move == (last.piece, came_from)


def freedom_after(game: Game, move: Move) -> int:
    """How many moves a move leaves the opponent; very many if it ends the game."""
    game.play(move)
    count = len(game.legal_moves) or 1000
    game.undo()
    return count


class Coverage(Counter[str]):
    """Counts what happened in the games of a test."""

    def note_move(self, game: Game, move: Move) -> None:
        """To be called before the move is made."""
        piece, to = move
        self["plies"] += 1
        if piece is None or to is None:
            self["passes"] += 1
            return
        if game.place_of(piece) is None:
            self["placements"] += 1
            if piece.bug is Bug.QUEEN and game.turn_number == 1:
                self["queens on a first turn"] += 1
        if piece.color != game.turn:
            self["throws"] += 1
        if len(game.stack(to)) >= 2:
            self["stacks of three or more"] += 1

    def note_end(self, game: Game) -> None:
        """To be called when the game is over or broken off."""
        self["games"] += 1
        self[str(game.state)] += 1
        if game.ply >= 60:
            self["games of 60 plies or more"] += 1
        airless = [air_after(game, PASS, color) == 0 for color in Color]
        if all(airless):
            self["both queens surrounded"] += 1
        if game.state is GameState.DRAW and not all(airless):
            self["repetition draws"] += 1
        if game.winner is game.turn:
            self["suicides"] += 1


def players(rng: random.Random, tastes: Iterable[str] = TASTES) -> tuple[Player, Player]:
    """Two players with tastes of their own."""
    known = tuple(tastes)
    return Player(rng, rng.choice(known)), Player(rng, rng.choice(known))


# Positions as kernels see them


def legal_codes(position: Any) -> list[int]:
    """The legal moves as codes."""
    moves = np.empty(MAX_MOVES, dtype=np.int32)
    codes: list[int] = moves[: list_moves(position, moves)].tolist()
    return codes


def random_codes(game_type: str, rng: random.Random, plies: int) -> list[int]:
    """The moves of a random game, played by the kernels alone."""
    position = new_position(game_type)
    played: list[int] = []
    while len(played) < plies and (codes := legal_codes(position)):
        played.append(rng.choice(sorted(codes)))
        make(position, played[-1])
    return played


def shifted(code: int, shift: int) -> int:
    """The same move on a torus turned by a number of cells."""
    return code if code == PASS_CODE else code & ~CELL_MASK | (code + shift) & CELL_MASK


def replayed(game_type: str, codes: Iterable[int], shift: int = 0) -> Any:
    """The position after these moves, all of them shifted."""
    position = new_position(game_type)
    for code in codes:
        make(position, shifted(code, shift))
    return position


def digest_of_random_games(games: int, plies: int) -> str:
    """A fingerprint of random games of all types: every list of moves, hash and verdict."""
    digest = hashlib.sha256()
    for game_type in GAME_TYPES:
        for number in range(games):
            rng = random.Random(f"{game_type} {number}")
            position = new_position(game_type)
            while int(position["ply"]) < plies and (codes := legal_codes(position)):
                digest.update(repr((codes, int(position["hash"]), losers(position))).encode())
                code = rng.choice(codes)
                unmake(position, code, make(position, code))
                make(position, code)
    return digest.hexdigest()


def same_position(one: Any, other: Any) -> bool:
    """Whether two records hold the same position, whatever their scratch space holds."""
    fields: Any = POSITION.fields
    return all(
        np.array_equal(one[name], other[name])
        for name, (_, offset) in fields.items()
        if offset < POSITION_BYTES
    )
