"""The rules of Hive: positions, legal moves, notation, game records.

from engine import Game

game = Game("Base+MLP")
game.play("wS1")
print(game)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.errors import (
        GameStringError,
        GameTypeError,
        HiveError,
        IllegalMoveError,
        MoveParseError,
        Reason,
        RecordError,
        UndoError,
    )
    from engine.game import Game
    from engine.game_state import GameState
    from engine.hexgrid import Hex
    from engine.notation import PASS, Move
    from engine.pgn import read_all, read_pgn, write_pgn
    from engine.pieces import GAME_TYPES, Bug, Color, Piece
    from engine.record import Record
    from engine.sgf import read_sgf

_HOMES = {
    "engine.errors": (
        "GameStringError",
        "GameTypeError",
        "HiveError",
        "IllegalMoveError",
        "MoveParseError",
        "Reason",
        "RecordError",
        "UndoError",
    ),
    "engine.game": ("Game",),
    "engine.game_state": ("GameState",),
    "engine.hexgrid": ("Hex",),
    "engine.notation": ("PASS", "Move"),
    "engine.pgn": ("read_all", "read_pgn", "write_pgn"),
    "engine.pieces": ("GAME_TYPES", "Bug", "Color", "Piece"),
    "engine.record": ("Record",),
    "engine.sgf": ("read_sgf",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "GAME_TYPES",
    "PASS",
    "Bug",
    "Color",
    "Game",
    "GameState",
    "GameStringError",
    "GameTypeError",
    "Hex",
    "HiveError",
    "IllegalMoveError",
    "Move",
    "MoveParseError",
    "Piece",
    "Reason",
    "Record",
    "RecordError",
    "UndoError",
    "read_all",
    "read_pgn",
    "read_sgf",
    "write_pgn",
]


def __getattr__(name: str) -> Any:
    """Import on first use: numpy and numba take a third of a second to load."""
    from importlib import import_module

    if name not in _HOME_OF:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """What can be imported, whether it has been used yet or not."""
    return sorted({*globals(), *__all__})
