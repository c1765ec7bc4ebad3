"""Whether the lines of a journal can be what the arena wrote.

A line is looked at twice: for the form of its fields when it is read, and, when the tournament is
known, for its content: players and game type as in the schedule, legal moves, a result that agrees
with the board. What is wrong is raised as a ValueError with a one-line message.
"""

import sys
from collections.abc import Callable
from typing import Any

from arena.match.adjudication import Adjudicator
from arena.match.game_record import DRAWN, WHITE_POINTS, Ending, GameRecord, Verdict
from arena.match.repetition import PlainRepetition
from arena.plain_text import counted, is_utf8, shown
from arena.settings import Conditions
from arena.tournament.schedule import Schedule
from engine import GAME_TYPES, Game, HiveError
from engine.record import claimed_result

MOST_UNDER_WAY = 64
"""Games are begun in the order of their numbers, so few can be missing below one that is over."""

_DRAWS = frozenset(
    (Ending.BOTH_SURROUNDED, Ending.REPETITION, Ending.CLAIM, Ending.PLY_LIMIT, Ending.DRAW)
)
_BOARD_ENDINGS = (Ending.QUEEN_SURROUNDED, Ending.BOTH_SURROUNDED, Ending.REPETITION)
_MOST_MOVE_FIELDS = 4
_INFINITE = ("inf", "-inf")


def check_fields(entry: Any) -> None:
    """Raise ValueError unless an entry of the journal has the form of a finished game."""
    if not isinstance(entry, dict):
        raise ValueError(f"a game is expected, not {shown(entry)}")
    for name, (what, test) in (_FIELDS | _OPTIONAL_FIELDS).items():
        if name not in entry and name in _FIELDS:
            raise ValueError(f"the game has no {name}")
        if name in entry and not test(entry[name]):
            raise ValueError(f"{name} is {what}, not {shown(entry[name])}")
    for ply, move in enumerate(entry["moves"], start=1):
        if not _is_move(move):
            raise ValueError(f"move {ply} is text, seconds, depth and score, not {shown(move)}")
    if entry["white"] == entry["black"]:
        raise ValueError(f"{shown(entry['white'])} plays against itself")
    ending, result = Ending(entry["ending"]), entry["result"]
    if (ending in _DRAWS) != (result == DRAWN):
        raise ValueError(f"a game that ends by {ending.value!r} cannot be {result}")


def check_game(
    record: GameRecord,
    games_above: int,
    names: list[str],
    schedule: Schedule,
    conditions: Conditions,
) -> None:
    """Raise ValueError unless the game belongs to the tournament and keeps to the rules.

    `games_above` is how many games the journal has above this one.
    """
    for name in (record.white, record.black):
        if name not in names:
            raise ValueError(f"there is no engine {shown(name)} in this tournament")
    number = record.number
    if number > max(schedule.games, games_above + MOST_UNDER_WAY):
        raise ValueError(
            f"game {number} is beyond the {schedule.games} of the schedule "
            "(if that was made longer, say so with -games)"
        )
    planned = schedule.game(number)
    players = (names[planned.white], names[planned.black])
    if (record.white, record.black) != players:
        raise ValueError(
            f"game {number} is {players[0]} - {players[1]}, not {record.white} - {record.black}"
        )
    if record.game_type != planned.game_type:
        raise ValueError(f"game {number} is of type {planned.game_type}, not {record.game_type}")
    _check_moves(record, conditions)


def _check_moves(record: GameRecord, conditions: Conditions) -> None:
    """Raise ValueError unless the moves are legal and lead to the result that is recorded."""
    game = Game(record.game_type, repetition_draw=record.ending is Ending.REPETITION)
    repetition, adjudicator = PlainRepetition(), Adjudicator(conditions, record.players)
    verdict: Verdict | None = None
    for ply, move in enumerate(record.moves, start=1):
        color, number = game.turn, game.turn_number
        try:
            game.play(move.text)
        except HiveError as error:
            raise ValueError(f"move {ply} ({move.text[:40]!r}): {error}") from None
        if record.ending is Ending.CLAIM:
            repetition.add(game)
        if move.seconds is not None:
            verdict = adjudicator.judge(color, move.score, number)
    if record.ending in _BOARD_ENDINGS:
        if game.state is not claimed_result(record.result):
            raise ValueError(
                f"{record.result} by {record.ending.value!r} is impossible: "
                f"the board says {game.state.value} after {game.ply} plies"
            )
    elif game.is_over and not record.ending.is_fault:
        raise ValueError(
            f"{record.ending.value!r} is impossible: the board says {game.state.value}"
        )
    reason = ""
    if record.ending in (Ending.CLAIM, Ending.REPETITION) and not conditions.repetition:
        reason = "no repetition counts in this tournament"
    elif record.ending is Ending.CLAIM and not repetition.is_draw:
        reason = "the last position has not occurred three times"
    elif record.ending is Ending.PLY_LIMIT and not _is_at_limit(record, conditions):
        reason = f"the game has {counted(game.ply, 'ply', 'plies')}, not {conditions.max_plies}"
    elif record.ending in (Ending.RESIGN, Ending.DRAW) and (
        verdict is None or (verdict.result, verdict.ending) != (record.result, record.ending)
    ):
        reason = "the scores do not say so"
    if reason:
        raise ValueError(f"{record.result} by {record.ending.value!r} is impossible: {reason}")


def _is_at_limit(record: GameRecord, conditions: Conditions) -> bool:
    """Whether a game has as many plies as it may; an opening alone may have more."""
    plies = len(record.moves)
    is_opening = all(move.seconds is None for move in record.moves)
    return plies == conditions.max_plies or (is_opening and plies > conditions.max_plies)


def _is_text(value: object) -> bool:
    """Whether a value is a string that can be written to a file."""
    return isinstance(value, str) and is_utf8(value)


def _is_whole(value: Any, least: int) -> bool:
    return type(value) is int and value >= least


def _is_number(value: Any) -> bool:
    """Whether a value is a number that fits a floating-point one: JSON has larger ones."""
    return type(value) in (int, float) and abs(value) <= sys.float_info.max


def _is_duration(value: Any) -> bool:
    return _is_number(value) and value >= 0


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_move(value: object) -> bool:
    if not isinstance(value, list) or not 1 <= len(value) <= _MOST_MOVE_FIELDS:
        return False
    text, seconds, depth, score = value + [None] * (_MOST_MOVE_FIELDS - len(value))
    return (
        _is_text(text)
        and (seconds is None or _is_duration(seconds))
        and (depth is None or _is_whole(depth, 0))
        and (score is None or score in _INFINITE or _is_number(score))
    )


_Field = tuple[str, Callable[[Any], bool]]

_FIELDS: dict[str, _Field] = {
    "number": ("a whole number from 1 on", lambda value: _is_whole(value, 1)),
    "white": ("the name of an engine", _is_text),
    "black": ("the name of an engine", _is_text),
    "type": ("a game type", lambda value: value in GAME_TYPES),
    "result": (" or ".join(WHITE_POINTS), lambda value: value in list(WHITE_POINTS)),
    "ending": ("a known ending", lambda value: value in list(Ending)),
    "moves": ("a list of moves", lambda value: isinstance(value, list)),
    "limits": ("two limits", lambda value: _are_texts(value) and len(value) == 2),
    "started": ("a date", _is_text),
    "seconds": ("a number of seconds", _is_duration),
}
_OPTIONAL_FIELDS: dict[str, _Field] = {
    "detail": ("text", _is_text),
    "notes": ("a list of remarks", _are_texts),
    "disagreements": ("a list of remarks", _are_texts),
    "stderr": ("text", _is_text),
}
