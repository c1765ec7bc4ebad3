"""An opinion on games that owes nothing to the engine: the reference rules of the tests."""

import re
from collections.abc import Collection

from reference import REFERENCE_FORMAT, Cell, Move, ReferenceGame, neighbours, toward

_BUG = "(?:[QMLP]|[SB][12]|[GA][123])"
_PLAIN_MOVE = re.compile(rf"pass|[wb]{_BUG}(?: (?:[-/\\]?[wb]{_BUG}|[wb]{_BUG}[-/\\]))?")


class UnreadableError(Exception):
    """A text is no move in this position."""


def is_plain(text: str) -> bool:
    """Whether a move is spelled as in a GameString, with nothing that needs a lenient reader."""
    return _PLAIN_MOVE.fullmatch(text) is not None


def read_move(game: ReferenceGame, text: str) -> Move:
    """The move that a plain MoveString names, legal or not. Raises UnreadableError."""
    if not is_plain(text):
        raise UnreadableError(f"not a plain MoveString: {text!r}")
    if text == "pass":
        return None
    piece, _, where = text.partition(" ")
    if not where:
        if game.stacks:
            raise UnreadableError(f"{text!r} names no place")
        return piece, (0, 0)
    place = where.strip("-/\\")
    cell = next((cell for cell, stack in game.stacks.items() if place in stack), None)
    if cell is None:
        raise UnreadableError(f"{place} is not in play")
    if place == where:
        if game.stacks[cell][-1] != place:
            raise UnreadableError(f"{place} is covered: nobody can climb on it")
        return piece, cell
    return _beside(game, piece, cell, where.replace(place, "{}"))


def _beside(game: ReferenceGame, piece: str, cell: Cell, form: str) -> Move:
    """The move of a piece to the side of a cell that a spelling such as `{}/` names."""
    # The table tells where the named piece lies as seen from the destination.
    back = next(direction for direction, text in REFERENCE_FORMAT.items() if text == form)
    destination = toward(cell, (-back[0], -back[1]))
    if destination in game.stacks:
        raise UnreadableError("an occupied cell is named by its top piece alone")
    return piece, destination


def replayed(game_string: str) -> ReferenceGame:
    """The game of a GameString. Raises UnreadableError or ValueError."""
    game_type, _, _, *moves = game_string.split(";")
    game = ReferenceGame(game_type)
    for text in moves:
        game.play(read_move(game, text))
    return game


def surrounded_after(game: ReferenceGame, move: Move) -> set[str]:
    """The colours whose queens have six occupied cells round them once a move is made."""
    hive = dict(game.stacks)
    if move is not None:
        piece, destination = move
        cell = next((cell for cell, stack in hive.items() if piece in stack), None)
        if cell is not None:
            hive[cell] = hive[cell][:-1]
            if not hive[cell]:
                del hive[cell]
        hive[destination] = [*hive.get(destination, []), piece]
    return {
        colour
        for colour in "wb"
        for cell, stack in hive.items()
        if f"{colour}Q" in stack and neighbours(cell) <= hive.keys()
    }


def wins_at_once(game: ReferenceGame, move: Move) -> bool:
    """Whether a move surrounds the opponent's queen and not one's own."""
    return surrounded_after(game, move) == {"b" if game.turn == "w" else "w"}


def loses_at_once(game: ReferenceGame, move: Move) -> bool:
    """Whether a legal move loses, or lets the opponent win with the next one."""
    mover = game.turn
    game.apply(move)
    try:
        if game.state != "InProgress":
            return surrounded_after(game, None) == {mover}
        return _may_be_surrounded(game, mover) and any(
            wins_at_once(game, reply) for reply in game.legal_moves()
        )
    finally:
        game.undo()


def _may_be_surrounded(game: ReferenceGame, colour: str) -> bool:
    """A quick look: one move fills one cell, unless it throws the queen somewhere else."""
    cell = next((cell for cell, stack in game.stacks.items() if f"{colour}Q" in stack), None)
    if cell is None:
        return False
    near = [game.stacks[place][-1] for place in neighbours(cell) if place in game.stacks]
    return len(near) >= 5 or any(top[1] in "PM" and top[0] != colour for top in near)


def objection(game: ReferenceGame, move: Move, legal: Collection[Move]) -> str | None:
    """What is wrong with a move that was searched for, judged by all moves and all replies."""
    if move not in legal:
        return "illegal move"
    if any(wins_at_once(game, other) for other in legal):
        return None if wins_at_once(game, move) else "misses a win in one"
    if loses_at_once(game, move) and any(not loses_at_once(game, other) for other in legal):
        return "loses at once without need"
    return None
