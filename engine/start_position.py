"""Where a game starts: with an empty board, or from a position that was set up."""

from engine.errors import HiveError, RecordError
from engine.game import Game
from engine.pieces import canonical_game_type


def new_game(
    game_type: str | None,
    start_position: str | None = None,
    *,
    queen_first: bool = False,
    repetition_draw: bool = False,
) -> Game:
    """A game before its first move. Raises RecordError.

    Without a game type it is that of the position, or else Base.
    """
    rules = {"queen_first": queen_first, "repetition_draw": repetition_draw}
    try:
        if start_position is None:
            return Game("Base" if game_type is None else game_type, **rules)
        game = Game.from_position_text(start_position, **rules)
        if game_type is not None and canonical_game_type(game_type) != game.game_type:
            raise RecordError(f"the position is one of {game.game_type}, not of {game_type}")
    except HiveError as error:
        raise error if isinstance(error, RecordError) else RecordError(str(error)) from None
    return game
