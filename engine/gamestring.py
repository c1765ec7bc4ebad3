"""GameStrings: a whole game in one line."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.errors import GameStringError, GameTypeError, HiveError, quoted
from engine.game_state import GameState
from engine.pieces import canonical_game_type

if TYPE_CHECKING:
    from engine.game import Game

_TURN = re.compile(r"(?:White|Black)\[[1-9][0-9]{0,8}\]", re.ASCII)


def split(text: str) -> tuple[str, list[str]]:
    """The game type and the MoveStrings of a GameString; a game type alone will do."""
    fields = [field.strip() for field in text.strip().split(";")]
    try:
        game_type = canonical_game_type(fields[0])
    except GameTypeError as error:
        raise GameStringError(str(error)) from None
    if len(fields) == 1:
        return game_type, []
    if fields[1] not in {*GameState}:
        raise GameStringError(f"unknown game state {quoted(fields[1])}")
    if len(fields) == 2:
        raise GameStringError("the turn is missing, such as White[1]")
    if not _TURN.fullmatch(fields[2]):
        raise GameStringError(f"{quoted(fields[2])} is not a turn, such as White[1]")
    return game_type, fields[3:]


def replay(game: "Game", moves: Sequence[str], give_up: Callable[[], bool] = lambda: False) -> bool:
    """Play the moves of a GameString on a new game, until someone wants to give up.

    Returns whether all have been played.
    """
    for number, move in enumerate(moves, start=1):
        if give_up():
            return False
        try:
            game.play(move)
        except HiveError as error:
            raise GameStringError(f"move {number} ({quoted(move)}): {error}") from error
    return True
