"""Moves as numbers that stay: what a policy chooses from. `learning.numbering` defines them.

>>> from engine import Game
>>> game = Game("Base+MLP")
>>> action_of(game, "wG1")
5648
>>> game.move_string(move_of(game, 5648))
'wG1'
>>> legal_actions(game).size, int(action_mask(game).sum())
(7, 7)
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import Game, IllegalMoveError, Move
from engine.checks import instance, whole_number
from engine.explain import why_illegal
from engine.hexgrid import CELL_MASK, SIDE, Hex
from engine.notation import PASS
from engine.pieces import ALL_PIECES
from engine.position import MAX_MOVES, MOVE_SHIFT
from engine.position import PASS as PASS_CODE
from learning.centre import CENTRES, centre_number, centre_of
from learning.numbering import ACTIONS, MIDDLE, action_number, list_actions, move_code


def action_of(game: Game, move: Move | str, centre: str = CENTRES[0]) -> int:
    """The action of a legal move, given as an object or as a MoveString.

    Raises MoveParseError or IllegalMoveError.
    """
    instance(game, Game, "actions belong to a Game")
    if isinstance(move, str):
        move = game.parse_move(move)
    elif not game.is_legal(move):
        raise why_illegal(game, move)
    code = PASS_CODE
    if move.piece is not None and move.to is not None:
        code = move.piece.index << MOVE_SHIFT | move.to.cell
    return int(action_number(code, game.turn, _centre(game, centre)))


def move_of(game: Game, action: int, centre: str = CENTRES[0]) -> Move:
    """The legal move that an action means.

    Raises ValueError for a number that is no action, IllegalMoveError with the reason for one that
    is illegal now.
    """
    action = whole_number(action, "the action", 0, ACTIONS - 1)
    legal = legal_actions(game, centre)
    start = _centre(game, centre)
    code = int(move_code(action, game.turn, start))
    if action not in legal:
        error = why_illegal(game, _wished(game, code, start))
        raise IllegalMoveError(error.reason, f"action {action}: {error}")
    return game.move_of(code)


def legal_actions(game: Game, centre: str = CENTRES[0]) -> NDArray[np.int32]:
    """The actions of all legal moves, in no promised order; none when the game is over."""
    start = _centre(game, centre)
    if game.is_over:  # which the position alone does not tell after a repetition
        return np.empty(0, dtype=np.int32)
    actions: NDArray[np.int32] = np.empty(MAX_MOVES, dtype=np.int32)
    return actions[: list_actions(game.position, start, actions)].copy()


def action_mask(
    game: Game, centre: str = CENTRES[0], *, out: NDArray[Any] | None = None
) -> NDArray[Any]:
    """An array with an entry for every action: 1 where it is legal, else 0.

    It is of int8; one of another type may be given as `out`, to be filled.
    """
    if out is None:
        out = np.empty(ACTIONS, dtype=np.int8)
    instance(out, np.ndarray, "a mask is an array")
    if out.shape != (ACTIONS,):
        raise ValueError(f"a mask has the shape ({ACTIONS},), not {out.shape}")
    out[:] = 0
    out[legal_actions(game, centre)] = 1
    return out


def _centre(game: Game, name: str) -> int:
    instance(game, Game, "actions belong to a Game")
    return int(centre_of(game.position, game.turn, centre_number(name)))


def _wished(game: Game, code: int, centre: int) -> Move:
    """The move meant by a code that is not legal, on the hexagons of the game."""
    if code == PASS_CODE:
        return PASS
    stacks = game.stacks
    near = {place.neighbour(d).cell: place.neighbour(d) for place in stacks for d in range(6)}
    near |= {place.cell: place for place in stacks}
    cell = code & CELL_MASK
    if cell not in near:
        row, column = divmod((cell - centre + MIDDLE) & CELL_MASK, SIDE)
        middle = near.get(centre, Hex(0, 0))
        near[cell] = Hex(middle.q + column - SIDE // 2, middle.r + row - SIDE // 2)
    return Move(ALL_PIECES[code >> MOVE_SHIFT], near[cell])
