"""A move without a search, for when there is no time even to load one: the rules alone decide.

It wins at once where that is possible, and does not let the opponent win at once where that can be
helped.
"""

from collections.abc import Iterator
from typing import Any

from engine.game import Game
from engine.hexgrid import ALL_AROUND, CELL_MASK, OFFSETS
from engine.movegen import legal_codes
from engine.notation import Move
from engine.pieces import FIRST_OF_BUG, PER_COLOR, Bug
from engine.position import (
    BLACK_LOSES,
    BLACK_QUEEN,
    NEARLY_SURROUNDED,
    WHITE_LOSES,
    WHITE_QUEEN,
    losers,
    make,
    unmake,
)


def rules_only_move(game: Game) -> Move:
    """A legal move of a game that is not over."""
    position = game.position.copy()
    mover = game.turn
    let_the_opponent_win: list[int] = []
    lose: list[int] = []
    codes = legal_codes(position)
    won = next((code for code, winner in _endings(position, codes, mover) if winner), None)
    if won is not None:
        return game.move_of(won)
    for code in codes:
        undo = make(position, code)
        lost = losers(position)
        if lost:
            harm = lose if lost == _LOSES[mover] else None
        else:
            wins = any(winner for _, winner in _endings(position, None, 1 - mover))
            harm = let_the_opponent_win if wins and not _draws(game, code) else None
        unmake(position, code, undo)
        if harm is None:
            return game.move_of(code)
        harm.append(code)
    return game.move_of((let_the_opponent_win + lose)[0])


_QUEEN = (WHITE_QUEEN, BLACK_QUEEN)
_THROWERS = tuple(
    tuple(color * PER_COLOR + int(FIRST_OF_BUG[bug]) for bug in (Bug.PILLBUG, Bug.MOSQUITO))
    for color in (0, 1)
)
_LOSES = (WHITE_LOSES, BLACK_LOSES)


def _endings(position: Any, codes: list[int] | None, mover: int) -> Iterator[tuple[int, bool]]:
    """The moves that may end the game, and whether they win it for the mover."""
    if not _can_be_surrounded(position, 1 - mover):
        return
    for code in legal_codes(position) if codes is None else codes:
        undo = make(position, code)
        lost = losers(position)
        unmake(position, code, undo)
        yield code, lost == _LOSES[1 - mover]


def _can_be_surrounded(position: Any, loser: int) -> bool:
    """Whether one move of the opponent may surround a queen.

    It fills the last free cell beside her, or a pillbug, or a mosquito that has become one, throws
    her into a hole.
    """
    cell = int(position["where"][_QUEEN[loser]])
    if cell < 0:
        return False
    around = int(position["around"][cell])
    neighbours = ((around | around >> 8) & ALL_AROUND).bit_count()
    beside = {(cell + int(offset)) & CELL_MASK for offset in OFFSETS}
    throwers = (int(position["where"][thrower]) for thrower in _THROWERS[1 - loser])
    return neighbours >= NEARLY_SURROUNDED or not beside.isdisjoint(throwers)


def _draws(game: Game, code: int) -> bool:
    """Whether a move ends the game by repetition, where that is the rule."""
    if not game.repetition_draw:
        return False
    after = game.copy()
    after.play(game.move_of(code))
    return after.is_over
