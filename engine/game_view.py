"""Everything that can be asked of a game without changing it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.checks import instance, whole_number
from engine.errors import GameStringError, HiveError
from engine.explain import why_illegal
from engine.game_state import GameState
from engine.hexgrid import Hex
from engine.layout import Layout
from engine.live_position import LivePosition
from engine.notation import PASS, Move, parse_spelling, resolve, spell
from engine.pieces import ALL_PIECES, NOBODY, Color, Piece
from engine.position import BLACK_LOSES, BOTH_LOSE, MOVE_SHIFT, WHITE_LOSES
from engine.position import PASS as PASS_CODE
from engine.setup import Setup

_STATE_BY_LOSERS = {
    0: GameState.IN_PROGRESS,
    WHITE_LOSES: GameState.BLACK_WINS,
    BLACK_LOSES: GameState.WHITE_WINS,
    BOTH_LOSE: GameState.DRAW,
}


_REPETITIONS = 3
"""How often a position must have occurred for a draw, where the rule is played."""


class Played(NamedTuple):
    """A move of the history with what is needed to take it back."""

    move: Move
    text: str
    code: int
    undo: int
    came_from: Hex | None


class GameView:
    """How a game stands, which moves are legal, how it is written. `Game` makes the moves."""

    game_type: str
    queen_first: bool
    repetition_draw: bool
    _live: LivePosition
    _layout: Layout
    _start: Setup | None
    _history: list[Played]
    _codes: list[int] | None
    """The legal moves, once somebody has asked for them."""
    _keys: list[bytes]
    """The positions there have been, where repetition counts."""
    _seen: Counter[bytes]

    __hash__ = None  # type: ignore[assignment]

    # How the game stands

    @property
    def ply(self) -> int:
        """How many moves have been made, passes included."""
        return int(self._live.record["ply"])

    @property
    def turn(self) -> Color:
        """The player to move, also after the end of the game."""
        return Color(self.ply & 1)

    @property
    def turn_number(self) -> int:
        """The number of the turn to be made: 1 for the first of both White and Black."""
        return self.ply // 2 + 1

    @property
    def turn_string(self) -> str:
        """The turn as in a GameString, such as `White[1]`."""
        return f"{self.turn}[{self.turn_number}]"

    @property
    def state(self) -> GameState:
        """Whether the game is on, and who has won."""
        state = _STATE_BY_LOSERS[self._live.losers()]
        if state is GameState.IN_PROGRESS:
            if self.ply == 0:
                return GameState.NOT_STARTED
            if self._keys and self._seen[self._keys[-1]] >= _REPETITIONS:
                return GameState.DRAW
        return state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    @property
    def winner(self) -> Color | None:
        """Who has won, if anybody has."""
        return {GameState.WHITE_WINS: Color.WHITE, GameState.BLACK_WINS: Color.BLACK}.get(
            self.state
        )

    @property
    def game_string(self) -> str:
        """The whole game as a GameString.

        Raises GameStringError for a game that started from a position put together by hand:
        GameStrings begin with an empty board. `notation` has all games.
        """
        if self._start is not None:
            raise GameStringError("a game from a set-up position has no GameString")
        return ";".join((self.game_type, self.state, self.turn_string, *self.move_strings))

    @property
    def notation(self) -> str:
        """The whole game in one line, for `from_notation`.

        It is the GameString, or for a game that started from a position put together by hand the
        text of that position and the moves since, separated by semicolons.
        """
        if self._start is None:
            return self.game_string
        return ";".join((self._start.text, *self.move_strings))

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves made so far."""
        return tuple(played.move for played in self._history)

    @property
    def move_strings(self) -> tuple[str, ...]:
        """The moves made so far as they were written, in regular case and spacing."""
        return tuple(played.text for played in self._history)

    @property
    def start(self) -> Setup | None:
        """The position put together by hand that the game started from; None if it was empty."""
        return None if self._start is None else self._start.copy()

    @property
    def start_position(self) -> str | None:
        """The text of the position that the game started from; None if the board was empty."""
        return None if self._start is None else self._start.text

    @property
    def stunned(self) -> Piece | None:
        """The piece moved last, which may not move, throw or be thrown this turn.

        Only in game types with the pillbug; placing a piece or passing stuns nobody.
        """
        index = int(self._live.record["stunned"])
        return None if index == NOBODY else ALL_PIECES[index]

    @property
    def stacks(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The pieces on every occupied cell, bottom first."""
        return {Hex(*place): tuple(pieces) for place, pieces in self._layout.stacks.items()}

    def stack(self, place: Hex | tuple[int, int]) -> tuple[Piece, ...]:
        """The pieces on one cell, bottom first; nothing if it is empty."""
        return tuple(self._layout.stacks.get(Hex.of(place), ()))

    def place_of(self, piece: Piece | str) -> Hex | None:
        """Where a piece lies; None while it is in hand."""
        return self._layout.places[Piece.of(piece).index]

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """The pieces a player has yet to place; those of one bug come into play in this order."""
        color = Color(color)
        counts = self._live.record["hand"][color]
        places = self._layout.places
        waiting = (p for p in ALL_PIECES if p.color == color and places[p.index] is None)
        return tuple(piece for piece in waiting if counts[piece.bug] > 0)

    # Moves

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move: `[PASS]` where passing is forced, nothing when the game is over."""
        return self._layout.moves_of(self._legal_codes())

    @property
    def legal_move_strings(self) -> list[str]:
        """Every legal move as a MoveString."""
        return [spell(move, self._layout.stacks) for move in self.legal_moves]

    def is_legal(self, move: Move | str) -> bool:
        """Whether `play` would accept a move."""
        try:
            self._checked(self._resolved(move)[0])
        except HiveError:
            return False
        return True

    def parse_move(self, text: str) -> Move:
        """The legal move a MoveString means, in any of its spellings.

        Raises MoveParseError or IllegalMoveError.
        """
        move = self._resolved(text)[0]
        self._checked(move)
        return move

    def move_string(self, move: Move) -> str:
        """A legal move as a MoveString, spelled the way Mzinga spells it."""
        _check_move(move)
        return spell(move, self._layout.stacks)

    # The position

    @property
    def position_hash(self) -> int:
        """64 bits that are equal for equal positions: the same kinds of bug in the same stacks
        wherever the hive lies, the same side to move and the same stunned piece.
        """
        return int.from_bytes(self._key(), "big")

    @property
    def canonical_hash(self) -> int:
        """64 bits that are equal for positions equal up to shifts, rotations and reflections:
        kinds of bug in stacks and in hands, side to move, stunned piece.
        """
        from engine.symmetry import canonical_hash

        return canonical_hash(self.position)

    @property
    def canonical_text(self) -> str:
        """The position text of the one among its twelve rotations and reflections that stands for
        all: texts are equal where `canonical_hash` is. Turn and pieces have their lowest numbers.
        """
        from engine.symmetry import canonical_setup

        return canonical_setup(self).text

    @property
    def position_text(self) -> str:
        """The position in one line, without what led to it; `from_position_text` reads it."""
        return self.setup().text

    def setup(self) -> Setup:
        """The position as one to be edited, turned, mirrored or shifted."""
        return Setup(
            self.game_type,
            self._layout.stacks,
            turn=self.turn,
            turn_number=self.turn_number,
            stunned=self.stunned,
        )

    def perft(self, depth: int, workers: int = 1) -> int:
        """How many legal move sequences of that length there are; repetition does not end them."""
        from engine.perft import perft

        return perft(self.position, depth, workers)

    def perft_split(self, depth: int, workers: int = 1) -> dict[str, int]:
        """Perft with the count of every first move apart."""
        from engine.perft import perft_split

        counts = perft_split(self.position, depth, workers)
        return {self.move_string(self.move_of(code)): count for code, count in counts.items()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameView):
            return NotImplemented
        return self._identity() == other._identity()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.notation!r}>"

    # For kernels

    @property
    def position(self) -> Any:
        """The record that kernels take. Copy it before changing anything."""
        return self._live.record

    @property
    def played(self) -> tuple[Played, ...]:
        """The history with what `engine.position.unmake` needs."""
        return tuple(self._history)

    def move_of(self, code: int) -> Move:
        """The move a kernel means by a code in this position."""
        return self._layout.move_of(code)

    # Inside

    def _identity(self) -> tuple[object, ...]:
        return (self.game_type, self.queen_first, self.repetition_draw, self.ply, self._key())

    def _key(self) -> bytes:
        """The position up to a shift of the hive, in 8 bytes."""
        return self._layout.key(self.turn, self.stunned)

    def _legal_codes(self) -> list[int]:
        if self._codes is None:
            drawn = self._keys and self._seen[self._keys[-1]] >= _REPETITIONS
            self._codes = [] if drawn else self._live.legal_codes()
        return self._codes

    def _resolved(self, move: Move | str) -> tuple[Move, str]:
        """A move with its spelling, not checked yet."""
        if isinstance(move, str):
            spelling = parse_spelling(move)
            if self.is_over:
                raise why_illegal(self, PASS)
            return resolve(spelling, self._layout.places, self._layout.stacks), str(spelling)
        return move, self.move_string(move)  # which refuses what is no move

    def _checked(self, move: Move) -> int:
        """The code of a move if it is legal; raises IllegalMoveError with the reason if not."""
        if move.piece is None or move.to is None:
            code = PASS_CODE
        else:
            code = move.piece.index << MOVE_SHIFT | move.to.cell
        # A far hexagon may share its torus cell with one at the hive, and half a move is no pass.
        if code not in self._legal_codes() or self._layout.move_of(code) != move:
            raise why_illegal(self, move)
        return code


def _check_move(move: Move) -> None:
    instance(move, Move, "a move is a Move or a MoveString, such as 'wA1 bQ/'")
    if move.piece is not None:
        instance(move.piece, Piece, "the piece of a Move is a Piece or None")
    if move.to is not None:
        instance(move.to, Hex, "the destination of a Move is a Hex or None")
        for axis in move.to:
            if type(axis) is not int:
                whole_number(axis, "a coordinate of a Hex")
