"""Bringing an engine to a game with as few commands as it takes, and seeing that it is there."""

from enum import Enum

from engine import Game, GameState, HiveError, Move

HEADER_FIELDS = 3
"""Game type, state and turn, before the moves of a GameString."""

MOST_STEPS = 4
"""More commands than this, one undo included, are replaced by one `newgame` with the whole game."""


class ListedMoves:
    """The moves that an engine lists in its GameStrings, however it spells them.

    What it listed last time is known to be right, so as a rule only the newest is looked at.
    """

    def __init__(self) -> None:
        self._last_time: list[str] = []

    def are_those_of(self, game: Game, moves: list[str]) -> bool:
        """Whether moves that were just listed are those of a game."""
        last_time, self._last_time = self._last_time, moves
        own = game.move_strings
        known = len(moves) - 1 if moves[:-1] == last_time else 0
        if tuple(moves[known:]) == own[known:]:
            return True
        replay = Game(game.game_type, queen_first=game.queen_first)
        try:
            for ply, text in enumerate(moves):
                if ply >= known and replay.parse_move(text) != game.history[ply]:
                    return False
                replay.play(own[ply])
        except HiveError:
            return False
        return True


class Agreement(Enum):
    """How the state that an engine sees fits with that of the game."""

    SAME = "the same, or no state of UHP at all"
    CLAIMS_DRAW = "drawn, where the rules here go on: as a rule a repetition counted in another way"
    DIFFERENT = "another"


def agreement(game: Game, claimed: str) -> Agreement:
    """Compare the state an engine answered; one that knows no draw by repetition agrees."""
    state = game.state
    if claimed == state or claimed not in set(GameState):
        return Agreement.SAME
    running = (GameState.NOT_STARTED, GameState.IN_PROGRESS)
    if state in running:
        if claimed in running:
            return Agreement.SAME
        return Agreement.CLAIMS_DRAW if claimed == GameState.DRAW else Agreement.DIFFERENT
    if is_repetition(game) and claimed == GameState.IN_PROGRESS:
        return Agreement.SAME
    return Agreement.DIFFERENT


def is_repetition(game: Game) -> bool:
    """Whether a game is drawn only because of the rule of repetition."""
    if game.state is not GameState.DRAW or not game.repetition_draw:
        return False
    plain = Game.from_string(game.game_string, queen_first=game.queen_first)
    return not plain.is_over


class EngineGame:
    """The game an engine has, as far as its answers have told."""

    def __init__(self) -> None:
        self._game_type: str | None = None
        self._history: tuple[Move, ...] = ()
        self._texts: list[str] = []
        self.state = ""
        """The state that the engine answered last."""
        self._listed = ListedMoves()

    def forget(self) -> None:
        """The engine may have any game now."""
        self._game_type = None

    def commands_to(self, game: Game, *, whole: bool = False) -> list[str]:
        """What to send to bring the engine to a game; nothing if it is there already.

        `whole` sends all of it, whatever the engine has. Moves are spelled as this program does,
        since not every engine reads every spelling. Raises GameStringError for a game that has no
        GameString.
        """
        header = game.game_string.split(";", HEADER_FIELDS)[:HEADER_FIELDS]
        is_known = self._game_type == game.game_type and not whole
        common = _common(self._history, game.history)
        back, ahead = len(self._history) - common, _spelled(game, common)
        self._texts[common:] = ahead
        self._history = game.history
        if is_known and (back > 0) + len(ahead) <= MOST_STEPS:
            undo = ["undo" if back == 1 else f"undo {back}"] * (back > 0)
            return undo + [f"play {text}" for text in ahead]
        return [f"newgame {';'.join((*header, *self._texts)) if self._texts else game.game_type}"]

    def confirm(self, game: Game, lines: list[str]) -> bool:
        """Take note of a reply; whether the game it tells is this one, its state left aside."""
        fields = lines[-1].split(";") if lines else []
        if fields[:HEADER_FIELDS:2] != [game.game_type, game.turn_string]:
            return False
        moves = [field.strip() for field in fields[HEADER_FIELDS:]]
        if len(moves) != game.ply or not self._listed.are_those_of(game, moves):
            return False
        self._game_type, self.state = game.game_type, fields[1].strip()
        return True


def state_in(lines: list[str]) -> str:
    """The state in the GameString an engine answered; nothing if there is none."""
    fields = lines[-1].split(";") if lines else []
    return fields[1].strip() if len(fields) >= HEADER_FIELDS else ""


def _common(one: tuple[Move, ...], other: tuple[Move, ...]) -> int:
    """How many moves two games have in common from the start."""
    if one == other[: len(one)]:
        return len(one)
    pairs = enumerate(zip(one, other, strict=False))
    return next((ply for ply, (a, b) in pairs if a != b), min(len(one), len(other)))


def _spelled(game: Game, first: int) -> list[str]:
    """The moves of a game from one ply on, in this program's spelling."""
    later = game.history[first:]
    if not later:
        return []
    game = game.copy()
    game.undo(len(later))
    texts = []
    for move in later:
        texts.append(game.move_string(move))
        game.play(move)
    return texts
