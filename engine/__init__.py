"""The rules of Hive: positions, legal moves, notation, game records.

from engine import Game

game = Game("Base+MLP")
game.play("wS1")
print(game)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.errors import GameStringError as GameStringError
    from engine.errors import GameTypeError as GameTypeError
    from engine.errors import HiveError as HiveError
    from engine.errors import IllegalMoveError as IllegalMoveError
    from engine.errors import MoveParseError as MoveParseError
    from engine.errors import Reason as Reason
    from engine.errors import RecordError as RecordError
    from engine.errors import UndoError as UndoError
    from engine.game import Game as Game
    from engine.game_state import GameState as GameState
    from engine.hexgrid import Hex as Hex
    from engine.notation import PASS as PASS
    from engine.notation import Move as Move
    from engine.pgn import read_all as read_all
    from engine.pgn import read_pgn as read_pgn
    from engine.pgn import write_pgn as write_pgn
    from engine.pieces import GAME_TYPES as GAME_TYPES
    from engine.pieces import Bug as Bug
    from engine.pieces import Color as Color
    from engine.pieces import Piece as Piece
    from engine.record import Record as Record
    from engine.sgf import read_sgf as read_sgf

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

if not TYPE_CHECKING:  # type checkers go by the imports above, also for `import *`
    __all__ = list(_HOME_OF)


def __getattr__(name: str) -> Any:
    """Import on first use: numpy and numba take a third of a second to load."""
    from importlib import import_module

    if name not in _HOME_OF:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """What can be imported, whether it has been used yet or not."""
    return sorted({*globals(), *_HOME_OF})
