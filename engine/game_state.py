"""How a game stands, as the protocol and game records write it."""

from enum import StrEnum


class GameState(StrEnum):
    """How a game stands, as the protocol names it."""

    NOT_STARTED = "NotStarted"
    IN_PROGRESS = "InProgress"
    DRAW = "Draw"
    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"

    @property
    def is_over(self) -> bool:
        """Whether no more moves can be made."""
        return self not in (GameState.NOT_STARTED, GameState.IN_PROGRESS)

    @property
    def pgn_result(self) -> str:
        """The same as PGN writes it for all games: `1-0`, `0-1`, `1/2-1/2`, or `*` if not over."""
        return _PGN_RESULTS.get(self, "*")


_PGN_RESULTS = {
    GameState.WHITE_WINS: "1-0",
    GameState.BLACK_WINS: "0-1",
    GameState.DRAW: "1/2-1/2",
}
