"""From a game to the positions that its legal moves lead to."""

from collections.abc import Iterator

from engine.game import Game
from engine.live_position import LivePosition
from engine.notation import Move
from engine.position import new_position
from engine.symmetry import canonical_hash


def key_of(game: Game) -> int:
    """By what a book knows the position."""
    return canonical_hash(game.position)


def keys_after(game: Game) -> Iterator[tuple[Move, int]]:
    """The legal moves of a game, each with the key of the position it leads to.

    Moves that lead to the same position up to symmetry have the same key.
    """
    if game.is_over:
        return
    live = LivePosition(game.position.copy())
    for code in live.legal_codes():
        undo = live.make(code)
        key = canonical_hash(live.record)
        live.unmake(code, undo)
        yield game.move_of(code), key


def keys_along(game: Game, plies: int) -> list[int]:
    """The keys of the positions of a game from the empty board on, after at most so many plies."""
    live = LivePosition(new_position(game.game_type, game.queen_first))
    keys = [canonical_hash(live.record)]
    for played in game.played[:plies]:
        live.make(played.code)
        keys.append(canonical_hash(live.record))
    return keys
