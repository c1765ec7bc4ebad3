"""The rules of Hive: positions, legal moves, notation, game records.

from engine import Game

game = Game("Base+MLP")
game.play("wS1")
print(game)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.errors import Fault as Fault
    from engine.errors import GameStringError as GameStringError
    from engine.errors import GameTypeError as GameTypeError
    from engine.errors import HiveError as HiveError
    from engine.errors import IllegalMoveError as IllegalMoveError
    from engine.errors import MoveParseError as MoveParseError
    from engine.errors import PictureError as PictureError
    from engine.errors import PositionError as PositionError
    from engine.errors import Problem as Problem
    from engine.errors import Reason as Reason
    from engine.errors import RecordError as RecordError
    from engine.errors import UndoError as UndoError
    from engine.game import Game as Game
    from engine.game_state import GameState as GameState
    from engine.game_tree import GameTree as GameTree
    from engine.game_tree import Node as Node
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
    from engine.reading import read_games as read_games
    from engine.reading import read_headers as read_headers
    from engine.reading import read_tree as read_tree
    from engine.reading import read_trees as read_trees
    from engine.record import Record as Record
    from engine.record_stream import GameStream as GameStream
    from engine.record_stream import Headers as Headers
    from engine.setup import Setup as Setup
    from engine.sgf import read_sgf as read_sgf
    from engine.sgf import write_sgf as write_sgf
    from engine.symmetry import canonical_hashes as canonical_hashes
else:
    from engine.lazy_names import lazy_names

    __all__, __getattr__, __dir__ = lazy_names(
        globals(),
        {
            "engine.errors": (
                "Fault",
                "GameStringError",
                "GameTypeError",
                "HiveError",
                "IllegalMoveError",
                "MoveParseError",
                "PictureError",
                "PositionError",
                "Problem",
                "Reason",
                "RecordError",
                "UndoError",
            ),
            "engine.game": ("Game",),
            "engine.game_state": ("GameState",),
            "engine.game_tree": ("GameTree", "Node"),
            "engine.hexgrid": ("Hex",),
            "engine.notation": ("Move", "PASS"),
            "engine.pgn": ("read_all", "read_pgn", "write_pgn"),
            "engine.pieces": ("Bug", "Color", "GAME_TYPES", "Piece"),
            "engine.reading": ("read_games", "read_headers", "read_tree", "read_trees"),
            "engine.record": ("Record",),
            "engine.record_stream": ("GameStream", "Headers"),
            "engine.setup": ("Setup",),
            "engine.sgf": ("read_sgf", "write_sgf"),
            "engine.symmetry": ("canonical_hashes",),
        },
    )
