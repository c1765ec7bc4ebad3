"""What a puzzle is about, told from its solution."""

from collections.abc import Sequence
from typing import Any

from engine.game import Game
from engine.hexgrid import ALL_AROUND, SLIDES, STEPS, Hex
from engine.movegen import legal_codes
from engine.notation import Move
from engine.onehive import link_pieces
from engine.onehive import pinned as is_pinned
from engine.pieces import NOBODY, Bug, Color, Piece
from engine.position import BLACK_LOSES, MOVE_SHIFT, WHITE_LOSES, losers, make

WIN_IN = tuple(f"win in {turns}" for turns in range(1, 9))
ONLY_DEFENCE = "only defence"
THROW, DROP, GATE, PIN, DOUBLE = (
    "pillbug throw",
    "beetle drop",
    "gate",
    "pin",
    "double threat",
)
THEMES = {
    THROW: "a move that only the pillbug's power makes possible",
    PIN: "a bug that must get away is pinned or covered",
    DOUBLE: "two different bugs threaten to end the game",
    GATE: "the last cell cannot be crawled into, or the queen is shut in behind a gate",
    DROP: "a bug on top of another steps down into an empty cell",
    ONLY_DEFENCE: "every other move loses",
    **{
        text: f"the queen is surrounded in {turns} turn{'s' if turns > 1 else ''}"
        for turns, text in enumerate(WIN_IN, start=1)
    },
}
"""The themes, those that say most first, each with what it means."""

TASKS = frozenset((*WIN_IN, ONLY_DEFENCE))
"""Those that say no more than the task does."""


def themes_of(game: Game, kind: str, length: int, line: Sequence[str]) -> list[str]:
    """The themes of a puzzle, the one that says most first.

    For a defence that is always that it is the only one.
    """
    found = {ONLY_DEFENCE if kind == "save" else WIN_IN[length - 1]}
    now = game.copy()
    for number, text in enumerate(line):
        move = now.parse_move(text)
        after = now.copy()
        after.play(move)
        if number % 2 == 0:
            if is_throw(now, move):
                found.add(THROW)
            if _is_drop(now, move):
                found.add(DROP)
            if after.winner is game.turn and _is_closed(now, move):
                found.add(GATE)
        if number == 0:
            found |= _of_first_move(now, after, kind)
        now = after
    ordered = [theme for theme in THEMES if theme in found]
    if kind == "save":
        ordered.remove(ONLY_DEFENCE)
        ordered.insert(0, ONLY_DEFENCE)
    return ordered


def is_throw(game: Game, move: Move) -> bool:
    """Whether a legal move can be made only as a throw."""
    if move.piece is None or move.to is None:
        return False
    record = game.position.copy()
    record["stuns"] = 0
    return (move.piece.index << MOVE_SHIFT | move.to.cell) not in legal_codes(record)


def _is_drop(game: Game, move: Move) -> bool:
    origin = None if move.piece is None else game.place_of(move.piece)
    if origin is None or move.to is None:
        return False
    return len(game.stack(origin)) > 1 and not game.stack(move.to)


def _mask(game: Game, place: Hex, without: Hex | None = None) -> int:
    """The occupied neighbours of a cell, but for one that is being left."""
    near = (Hex(place.q + step.q, place.r + step.r) for step in STEPS)
    return sum(1 << d for d, cell in enumerate(near) if cell != without and game.stack(cell))


def _is_closed(game: Game, move: Move) -> bool:
    """Whether a bug in play goes into a cell that gates close to all that crawls."""
    origin = None if move.piece is None else game.place_of(move.piece)
    if origin is None or move.to is None or game.stack(move.to):
        return False
    left = origin if len(game.stack(origin)) == 1 else None
    return not SLIDES[_mask(game, move.to, without=left)]


def _of_first_move(before: Game, after: Game, kind: str) -> set[str]:
    """What the first move does to the enemy, where the game goes on."""
    if after.is_over:
        return set()
    enemy = before.turn.other
    found = set()
    if kind == "save":
        threatening = {piece for piece, _ in _wins_if_passed(before)}
        if any(_is_free(before, each) and not _is_free(after, each) for each in threatening):
            found.add(PIN)
        return found
    queen = Piece(enemy, Bug.QUEEN, 1)
    was, place = before.place_of(queen), after.place_of(queen)
    assert was is not None
    assert place is not None
    around = _mask(after, place)
    if SLIDES[_mask(before, was)] and not SLIDES[around] and around != ALL_AROUND:
        found.add(GATE)
    near = {queen} | {after.stack(cell)[0] for cell in place.neighbours if after.stack(cell)}
    if any(
        each.color is enemy and _is_free(before, each) and not _is_free(after, each)
        for each in near
    ):
        found.add(PIN)
    if len({piece for piece, _ in _wins_if_passed(after)}) > 1:
        found.add(DOUBLE)
    return found


def _is_free(game: Game, piece: Piece) -> bool:
    """Whether a piece in play lies on top, and the hive holds without it."""
    place = game.place_of(piece)
    if place is None or game.stack(place)[-1] != piece:
        return False
    if len(game.stack(place)) > 1:
        return True
    record = game.position.copy()
    link_pieces(record)
    return not is_pinned(record, piece.index)


def _wins_if_passed(game: Game) -> set[tuple[Piece, Hex]]:
    """The moves that would win at once if the side to move could pass."""
    record = game.position.copy()
    record["ply"] += 1
    record["stunned"] = NOBODY
    winner = game.turn.other
    won = BLACK_LOSES if winner is Color.WHITE else WHITE_LOSES
    found = set()
    for code in legal_codes(record):
        after: Any = record.copy()
        make(after, code)
        if losers(after) == won:
            move = game.move_of(code)
            assert move.piece is not None
            assert move.to is not None
            found.add((move.piece, move.to))
    return found
