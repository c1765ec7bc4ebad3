"""OpenSpiel's Hive, an independent program in C++, brought to the same work as ours.

OpenSpiel lists every spelling of a move and every number of a bug in hand, which perft must not
count. To tell spellings apart takes time in Python that is no fault of OpenSpiel's, so it is done
beforehand: `DistinctTree` finds one action for every distinct move in the whole tree. What is timed
is `walk`: at every position with moves to count OpenSpiel lists its legal actions once, and it
makes the distinct moves by cloning the state, since it cannot take moves back. The last ply is
counted in bulk, without making its moves, as our perft does. Python's share of the time is one call
a position, well under a hundredth.

Random games are played by OpenSpiel's own uniform random bots, entirely in C++. They choose among
spellings, so their games differ a little in length from ours: compare plies.
"""

from collections.abc import Sequence
from typing import Any

import pyspiel

from engine import Game, Move

BUGS = ("Q", "A1", "A2", "A3", "G1", "G2", "G3", "S1", "S2", "B1", "B2", "M", "L", "P")
PIECES = [color + bug for color in "wb" for bug in BUGS]
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (0, 0))
ON_TOP = 6
PASS_ACTION = len(PIECES) * len(PIECES) * len(STEPS)
WIDEST_BOARD = 14
"""The largest radius OpenSpiel allows; a hive that outgrows its board ends the game."""

Cell = tuple[int, int]
Cells = dict[str, Cell]


def new_state(game_type: str, board_size: int = WIDEST_BOARD) -> Any:
    """The start of a game."""
    expansions = game_type.partition("+")[2]
    options = {
        "board_size": board_size,
        "uses_mosquito": "M" in expansions,
        "uses_ladybug": "L" in expansions,
        "uses_pillbug": "P" in expansions,
    }
    return pyspiel.load_game("hive", options).new_initial_state()


def random_games(game_type: str, games: int, seed: int) -> int:
    """Play games with random moves; returns the plies played."""
    start = new_state(game_type)
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(2)]
    plies = 0
    for number in range(games):
        state = start.clone()
        pyspiel.evaluate_bots(state, bots, seed + number)
        plies += state.move_number()
    return plies


def meaning(action: int, cells: Cells) -> tuple[str, Cell] | None:
    """The piece that an action moves and where to, with the pieces in these cells; None passes."""
    if action == PASS_ACTION:
        return None
    rest, direction = divmod(action, len(STEPS))
    piece, beside = (PIECES[index] for index in divmod(rest, len(PIECES)))
    if piece == beside and direction == ON_TOP:
        return piece, (0, 0)
    (q, r), (dq, dr) = cells[beside], STEPS[direction]
    return piece, (q + dq, r + dr)


def distinct_actions(state: Any, cells: Cells) -> dict[tuple[str, Cell], int]:
    """One action for every distinct move: of equal bugs in hand the first one, in one spelling."""
    found: dict[tuple[str, Cell], int] = {}
    first_in_hand: dict[str, str] = {}
    for action in state.legal_actions():
        piece, cell = meaning(action, cells) or ("pass", (0, 0))
        # Actions come in the order of their pieces, so the lowest number comes first.
        if piece in cells or first_in_hand.setdefault(piece[:2], piece) == piece:
            found[piece, cell] = action
    return found


Branches = list[tuple[int, "Branches"]]


class DistinctTree:
    """The move tree of a game to a depth, with one action for every distinct move."""

    def __init__(self, game: Game, depth: int) -> None:
        self.leaves = 0
        """How many distinct move sequences there are."""
        self.state, cells = _replayed(game.game_type, game.history)
        self._branches = self._grow(self.state, cells, depth)

    def walk(self) -> None:
        """Let OpenSpiel do the work of perft."""
        _walk(self.state, self._branches)

    def _grow(self, state: Any, cells: Cells, depth: int) -> Branches:
        moves = distinct_actions(state, cells)
        if depth == 1:
            self.leaves += len(moves)
            return []
        return [
            (action, self._grow(state.child(action), {**cells, piece: cell}, depth - 1))
            for (piece, cell), action in moves.items()
        ]


def _walk(state: Any, branches: Branches) -> None:
    state.legal_actions()
    for action, below in branches:
        _walk(state.child(action), below)


def _replayed(game_type: str, history: Sequence[Move]) -> tuple[Any, Cells]:
    """The state after the moves of a game, and where its pieces are."""
    state = new_state(game_type)
    cells: Cells = {}
    for move in history:
        if move.piece is None or move.to is None:
            state.apply_action(PASS_ACTION)
            continue
        cell = (move.to.q, move.to.r)
        state.apply_action(distinct_actions(state, cells)[move.piece.name, cell])
        cells[move.piece.name] = cell
    return state, cells
