"""Plain full-width searchers as oracles for the engine's own, and crowded positions to try them on.

They share the rules with the engine and, at the leaves, its evaluation; nothing else.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from engine import GAME_TYPES, Game, Move, types
from engine.jit import KERNELS, kernel
from engine.movegen import list_moves
from engine.position import (
    BLACK_QUEEN,
    MAX_MOVES,
    MOVE_SHIFT,
    WHITE_QUEEN,
    Moves,
    Position,
    losers,
    make,
    occupied,
    unmake,
)
from engine.position import PASS as PASS_CODE
from search import StopFlag
from search.evaluation.evaluate import evaluate
from search.root import prepare
from search.table import Table
from search.values import MATE
from search.worker import Worker, new_worker

WIN, DRAWN, OPEN, LOSS_IN_TWO, LOSS = 2, 1, 0, -1, -2
"""What becomes of a move at once: it ends the game, or it lets the opponent win, or neither."""

MOST_PLIES = 16
MoveRows = types.Array(types.int32, 2)
Fates = types.Array(types.int64, 1)


def oracle(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a kernel that does not count as one of the program's."""

    def declare(function: Callable[..., Any]) -> Any:
        declared = kernel(signature)(function)
        KERNELS.remove(declared)
        return declared

    return declare


@oracle(types.int64(Position, types.int64))
def ending(pos: Any, mover: int) -> Any:
    """What the end of the game means to the mover; OPEN while it goes on."""
    lost = losers(pos)
    if lost == 0:
        return OPEN
    if lost == 3:
        return DRAWN
    return WIN if lost == 2 - mover else LOSS


# Minimax


@oracle(types.int64(Worker, Position, MoveRows, types.int64, types.int64))
def minimax(w: Any, pos: Any, rows: Any, depth: int, ply: int) -> Any:
    """The score of a position that is not over, full width and to a fixed depth."""
    if depth == 0:
        return evaluate(w, pos)
    own = rows[ply]
    mover = pos.ply & 1
    best = np.int64(-2 * MATE)
    for i in range(list_moves(pos, own)):
        move = np.int64(own[i])
        undo = make(pos, move)
        end = ending(pos, mover)
        if end == OPEN:
            score = -minimax(w, pos, rows, np.int64(depth - 1), np.int64(ply + 1))
        elif end == DRAWN:
            score = np.int64(0)
        else:
            score = np.int64(MATE - ply - 1 if end == WIN else ply + 1 - MATE)
        unmake(pos, move, undo)
        best = max(best, score)
    return best


def new_rows() -> Any:
    return np.empty((MOST_PLIES, MAX_MOVES), dtype=np.int32)


NEVER = StopFlag()
"""Nobody asks for a stop."""


def evaluator(position: Any) -> Any:
    """A worker that is ready to evaluate positions, with no technique switched on."""
    worker = new_worker()
    hashes = [int(position["hash"])]
    prepare(worker, position.copy(), Table(1), hashes, (NEVER, NEVER), 0)
    return worker


def static_value(position: Any) -> int:
    """What the evaluation says for the side to move."""
    return int(evaluate(evaluator(position), position.copy()))


def move_scores(position: Any, depth: int) -> dict[int, int]:
    """The score of every move by full-width search; a loss in two plies is always seen."""
    position = position.copy()
    worker, rows = evaluator(position), new_rows()
    scores = {}
    for code, fate in move_fates(position).items():
        undo = make(position, code)
        if fate == OPEN:
            scores[code] = -int(minimax(worker, position, rows, depth - 1, 1))
        else:
            scores[code] = {WIN: MATE - 1, DRAWN: 0, LOSS_IN_TWO: 2 - MATE, LOSS: 1 - MATE}[fate]
        unmake(position, code, undo)
    return scores


# Proofs


@oracle(types.int64(Position, MoveRows, types.int64, types.int64))
def _forced(pos: Any, rows: Any, plies: int, goal: int) -> Any:
    """Whether the side to move can force (goal WIN) or cannot avoid (goal LOSS) that end in time.

    One function for both, since kernels that call each other cannot be cached.
    """
    # A win at once is looked for before the moves are followed further: it saves most of the work.
    if goal == WIN and plies > 1 and _forced(pos, rows, np.int64(1), np.int64(WIN)):
        return np.int64(1)
    own = rows[plies]
    mover = pos.ply & 1
    for i in range(list_moves(pos, own)):
        move = np.int64(own[i])
        undo = make(pos, move)
        end = ending(pos, mover)
        reached = end == goal
        if end == OPEN and plies > 1:
            reached = _forced(pos, rows, np.int64(plies - 1), np.int64(-goal)) != 0
        unmake(pos, move, undo)
        if reached == (goal == WIN):
            return np.int64(reached)
    return np.int64(goal == LOSS)


def wins_within(position: Any, plies: int) -> bool:
    """Whether the side to move has a forced win in so many plies or fewer."""
    return plies > 0 and bool(_forced(position.copy(), new_rows(), plies, WIN))


def loses_within(position: Any, plies: int) -> bool:
    """Whether the side to move cannot help losing in so many plies or fewer."""
    return plies > 0 and bool(_forced(position.copy(), new_rows(), plies, LOSS))


def after(position: Any, code: int) -> Any:
    """The position after a move."""
    below = position.copy()
    make(below, code)
    return below


def winning_codes(position: Any, plies: int) -> list[int]:
    """The moves that force a win in so many plies or fewer."""
    return [
        code
        for code, fate in move_fates(position).items()
        if fate == WIN
        or (fate == OPEN and plies > 1 and loses_within(after(position, code), plies - 1))
    ]


def saving_codes(position: Any, plies: int) -> list[int]:
    """The moves after which there is no forced loss in so many plies, themselves included."""
    return [
        code
        for code, fate in move_fates(position).items()
        if fate in (WIN, DRAWN)
        or (fate == OPEN and not wins_within(after(position, code), plies - 1))
    ]


@oracle(types.int64(Position, MoveRows, Fates))
def _fates(pos: Any, rows: Any, fates: Any) -> Any:
    """What becomes at once of every move; returns how many there are."""
    mover = pos.ply & 1
    count = list_moves(pos, rows[0])
    for i in range(count):
        undo = make(pos, np.int64(rows[0, i]))
        fates[i] = ending(pos, mover)
        if fates[i] == OPEN:
            replies = list_moves(pos, rows[1])
            for j in range(replies):
                undo_reply = make(pos, np.int64(rows[1, j]))
                if ending(pos, np.int64(1 - mover)) == WIN:
                    fates[i] = LOSS_IN_TWO
                unmake(pos, np.int64(rows[1, j]), undo_reply)
                if fates[i] != OPEN:
                    break
        unmake(pos, np.int64(rows[0, i]), undo)
    return count


def move_fates(position: Any) -> dict[int, int]:
    """What becomes at once of every legal move, by its code."""
    rows, fates = np.empty((2, MAX_MOVES), dtype=np.int32), np.empty(MAX_MOVES, dtype=np.int64)
    count = int(_fates(position.copy(), rows, fates))
    return dict(zip(rows[0, :count].tolist(), fates[:count].tolist(), strict=True))


def code_of(move: Move) -> int:
    """What kernels call a move."""
    if move.piece is None or move.to is None:
        return PASS_CODE
    return move.piece.index << MOVE_SHIFT | move.to.cell


# Crowded games


@oracle(types.int64(Position, Moves, types.int64, types.int64))
def _most_crowding(pos: Any, moves: Any, count: int, greed: int) -> Any:
    """Of the first moves in a list, the one that leaves the queens the least air.

    A move that ends the game is taken only if there is no other. `greed` weighs the enemy queen's
    air against the own one's.
    """
    own = BLACK_QUEEN if pos.ply & 1 else WHITE_QUEEN
    enemy = WHITE_QUEEN if pos.ply & 1 else BLACK_QUEEN
    best = np.int64(0)
    highest = np.int64(-1000)
    for i in range(count):
        undo = make(pos, np.int64(moves[i]))
        score = np.int64(-100)
        if losers(pos) == 0:
            score = np.int64(0)
            for queen, weight in ((enemy, greed), (own, 1)):
                cell = np.int64(pos.where[queen])
                if cell >= 0:
                    around = occupied(pos, cell)
                    while around:
                        score += weight
                        around &= around - 1
        unmake(pos, np.int64(moves[i]), undo)
        if score > highest:
            highest = score
            best = np.int64(i)
    return np.int64(moves[best])


def crowding_move(position: Any, random: Random, careful: bool = False) -> int:
    """A random move with a liking for cells next to the queens, ending the game only if forced.

    A careful player lets the opponent win at once only where there is no choice.
    """
    fates = move_fates(position) if careful else {}
    moves = np.empty(MAX_MOVES, dtype=np.int32)
    listed = [code for code, fate in fates.items() if fate == OPEN]
    if not listed:
        listed = moves[: int(list_moves(position, moves))].tolist()
    random.shuffle(listed)
    moves[: len(listed)] = listed
    looked_at = min(len(listed), random.choice((2, 4, 12)))
    return int(_most_crowding(position, moves, looked_at, random.choice((1, 3))))


def crowded_game(game_type: str, seed: object, plies: int, careful: bool = False) -> Iterator[Game]:
    """One game as it goes on, a position a ply, until it is over or has that many plies.

    It is always the same object; nobody may change it.
    """
    random = Random(f"{game_type} {seed}")
    game = Game(game_type)
    yield game
    while game.ply < plies:
        game.play(game.move_of(crowding_move(game.position.copy(), random, careful)))
        if game.is_over:
            return
        yield game


def positions_of_all_types(seed: object) -> list[Game]:
    """Every third position of a game of each type."""
    return [
        game.copy()
        for game_type in GAME_TYPES
        for game in islice(crowded_game(game_type, seed, 60), 0, None, 3)
    ]


def crowded_position(game_type: str, seed: object, plies: int) -> Game:
    """The game after so many plies, or as far as it went before it was over."""
    game = Game(game_type)
    for now in crowded_game(game_type, seed, plies):
        game = now
    if game.is_over:
        game.undo()
    return game


def cycle_of(game: Game) -> list[Move] | None:
    """Four moves that lead back to the position: both sides move a piece away and back again."""
    for away in game.legal_moves:
        if away.piece is None or (origin := game.place_of(away.piece)) is None:
            continue
        game.play(away)
        for other in game.legal_moves:
            if other.piece is None or (place := game.place_of(other.piece)) is None:
                continue
            back, home = Move(away.piece, origin), Move(other.piece, place)
            game.play(other)
            if game.is_legal(back):
                game.play(back)
                closed = game.is_legal(home)
                game.undo()
                if closed:
                    game.undo(2)
                    return [away, other, back, home]
            game.undo()
        game.undo()
    return None


def open_position(game_type: str, seed: object, plies: int) -> Game:
    """A position of a crowded game in which no move wins at once and several are open."""
    games = (crowded_position(game_type, (seed, number), plies) for number in range(100))
    return next(game for game in games if is_open(game))


def is_open(game: Game) -> bool:
    fates = [*move_fates(game.position).values()]
    return WIN not in fates and fates.count(OPEN) > 3


CRAMPED = (
    ("Base", 1, 56),
    ("Base", 56, 37),
    ("Base", 13, 65),
    ("Base+M", 26, 40),
    ("Base+M", 36, 61),
    ("Base+P", 25, 38),
    ("Base+L", 35, 40),
    ("Base+ML", 58, 60),
)
"""Positions in which both sides have few moves, as game type, seed and ply."""


@cache
def cramped_positions() -> tuple[Game, ...]:
    """Positions in which few nodes lead far enough for transpositions and repetitions."""
    found = []
    for game_type, seed, ply in CRAMPED:
        *_, game = crowded_game(game_type, ("few", seed), ply, careful=True)
        assert game.perft(3) < 6000
        found.append(game.copy())
    return tuple(found)


def going_to_and_fro() -> list[Game]:
    """Games in which a position comes up again and again, for the third time in a ply or two.

    Without a pillbug in the box, or the piece moved last would tell the positions apart.
    """
    games = []
    for start in cramped_positions():
        cycle = cycle_of(start.copy()) if "P" not in start.game_type else None
        if cycle is not None:
            for plies in (3, 6, 7):
                games.append(start.copy())
                for move in (*cycle, *cycle)[:plies]:
                    games[-1].play(move)
    return games
