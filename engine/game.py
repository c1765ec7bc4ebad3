"""`Game`: the rules of Hive as one friendly object."""

from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, Self, Unpack

from engine import gamestring
from engine.checks import instance, whole_number
from engine.errors import HiveError, UndoError
from engine.explain import why_illegal
from engine.game_state import GameState
from engine.hexgrid import CELL_MASK, Hex
from engine.movegen import legal_codes
from engine.notation import PASS, Move, parse_spelling, resolve, spell
from engine.pieces import ALL_PIECES, NOBODY, PIECES, Color, Piece, canonical_game_type
from engine.position import (
    BLACK_LOSES,
    BOTH_LOSE,
    MOVE_SHIFT,
    WHITE_LOSES,
    losers,
    make,
    new_position,
    unmake,
)
from engine.position import PASS as PASS_CODE

if TYPE_CHECKING:
    from engine.svg import BoardOptions

_STATE_BY_LOSERS = {
    0: GameState.IN_PROGRESS,
    WHITE_LOSES: GameState.BLACK_WINS,
    BLACK_LOSES: GameState.WHITE_WINS,
    BOTH_LOSE: GameState.DRAW,
}


class Played(NamedTuple):
    """A move of the history with what is needed to take it back."""

    move: Move
    text: str
    code: int
    undo: int
    came_from: Hex | None


class Game:
    """A game of Hive: the position, whose turn it is, and how it came about.

    >>> game = Game("Base+MLP")
    >>> _ = game.play("wS1"), game.play("bS1 wS1-"), game.play("wQ -wS1")
    >>> game.turn_string, len(game.legal_moves)
    ('Black[2]', 24)
    >>> game.undo()
    Move(piece=Piece.named('wQ'), to=Hex(q=-1, r=0))
    >>> print(game.game_string)
    Base+MLP;InProgress;White[2];wS1;bS1 wS1-

    `queen_first` allows the queen on a player's first turn, as older rule books do.
    `repetition_draw` ends the game as a draw when a position occurs for the third time.

    A call that fails raises a `HiveError`, or a `TypeError` where it was given something else than
    it takes, and changes nothing. Games are equal when they have the same type, rules, turn and
    position, wherever the hive lies and whatever led there.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, game_type: str = "Base", *, queen_first: bool = False, repetition_draw: bool = False
    ) -> None:
        instance(game_type, str, "a game type is a text such as 'Base+MLP'")
        self.game_type = canonical_game_type(game_type)
        self.queen_first = queen_first
        self.repetition_draw = repetition_draw
        self._position: Any = new_position(self.game_type, queen_first)
        self._places: list[Hex | None] = [None] * PIECES
        self._stacks: dict[Hex, list[Piece]] = {}
        self._history: list[Played] = []
        self._keys: list[bytes] = []
        self._seen: Counter[bytes] = Counter()
        if repetition_draw:
            self._count_occurrence()

    @classmethod
    def from_string(
        cls, text: str, *, queen_first: bool = False, repetition_draw: bool = False
    ) -> Self:
        """The game a GameString (or a mere game type) describes, replayed move by move.

        The state and turn fields must be well-formed but are worked out anew.
        Raises GameStringError.
        """
        instance(text, str, "a GameString is a text such as 'Base;NotStarted;White[1]'")
        game_type, moves = gamestring.split(text)
        game = cls(game_type, queen_first=queen_first, repetition_draw=repetition_draw)
        gamestring.replay(game, moves)
        return game

    # How the game stands

    @property
    def ply(self) -> int:
        """How many moves have been made, passes included."""
        return int(self._position["ply"])

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
        state = _STATE_BY_LOSERS[losers(self._position)]
        if state is GameState.IN_PROGRESS:
            if self.ply == 0:
                return GameState.NOT_STARTED
            if self._keys and self._seen[self._keys[-1]] >= 3:
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
        """The whole game as a GameString."""
        return ";".join((self.game_type, self.state, self.turn_string, *self.move_strings))

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves made so far."""
        return tuple(played.move for played in self._history)

    @property
    def move_strings(self) -> tuple[str, ...]:
        """The moves made so far as they were written, in regular case and spacing."""
        return tuple(played.text for played in self._history)

    @property
    def stunned(self) -> Piece | None:
        """The piece moved last, which may not move, throw or be thrown this turn.

        Only in game types with the pillbug; placing a piece or passing stuns nobody.
        """
        index = int(self._position["stunned"])
        return None if index == NOBODY else ALL_PIECES[index]

    @property
    def stacks(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The pieces on every occupied cell, bottom first."""
        return {place: tuple(pieces) for place, pieces in self._stacks.items()}

    def stack(self, place: Hex) -> tuple[Piece, ...]:
        """The pieces on one cell, bottom first; nothing if it is empty."""
        return tuple(self._stacks.get(Hex(*place), ()))

    def place_of(self, piece: Piece | str) -> Hex | None:
        """Where a piece lies; None while it is in hand."""
        instance(piece, (Piece, str), "a piece is a Piece or its name, such as 'wA1'")
        found = Piece.named(piece) if isinstance(piece, str) else piece
        return self._places[found.index]

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """The pieces a player has yet to place; those of one bug come into play in this order."""
        color = Color(color)
        counts = self._position["hand"][color]
        waiting = (p for p in ALL_PIECES if p.color == color and self._places[p.index] is None)
        return tuple(piece for piece in waiting if counts[piece.bug] > 0)

    # Making moves

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move: `[PASS]` where passing is forced, nothing when the game is over."""
        places = self._hexes_by_cell()
        return [self._move_of(code, places) for code in self._legal_codes()]

    @property
    def legal_move_strings(self) -> list[str]:
        """Every legal move as a MoveString."""
        return [self.move_string(move) for move in self.legal_moves]

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
        return spell(move, self._stacks)

    def play(self, move: Move | str) -> Move:
        """Make a move, given as an object or as a MoveString in any legal spelling.

        Raises MoveParseError, or IllegalMoveError with the reason.
        """
        resolved, text = self._resolved(move)
        code = self._checked(resolved)
        self._make(resolved, text, code)
        return resolved

    def undo(self, count: int = 1) -> Move:
        """Take back moves; returns the earliest of them. Raises UndoError."""
        count = whole_number(count, "the number of moves to take back")
        if not 1 <= count <= len(self._history):
            made = len(self._history)
            raise UndoError(
                f"cannot take back {count} of {made} {'move' if made == 1 else 'moves'}"
            )
        for _ in range(count):
            played = self._history.pop()
            unmake(self._position, played.code, played.undo)
            self._carry(played.move.piece, played.came_from)
            if self.repetition_draw:
                self._seen[self._keys.pop()] -= 1
        return played.move

    def copy(self) -> Self:
        """An independent copy, history included."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._position = self._position.copy()
        copy._places = self._places.copy()
        copy._stacks = {place: pieces.copy() for place, pieces in self._stacks.items()}
        copy._history = self._history.copy()
        copy._keys = self._keys.copy()
        copy._seen = self._seen.copy()
        return copy

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    # Comparing and counting

    @property
    def position_hash(self) -> int:
        """64 bits that are equal for equal positions: the same kinds of bug in the same stacks
        wherever the hive lies, the same side to move and the same stunned piece.
        """
        return int.from_bytes(self._key(), "big")

    def perft(self, depth: int, workers: int = 1) -> int:
        """How many legal move sequences of that length there are; repetition does not end them."""
        from engine.perft import perft

        return perft(self._position, depth, workers)

    def perft_split(self, depth: int, workers: int = 1) -> dict[str, int]:
        """Perft with the count of every first move apart."""
        from engine.perft import perft_split

        places = self._hexes_by_cell()
        counts = perft_split(self._position, depth, workers)
        return {self.move_string(self._move_of(c, places)): count for c, count in counts.items()}

    def pgn(self, **tags: str) -> str:
        """The game as PGN; tags are given by name, such as `White="Ann"`."""
        from engine.pgn import write_pgn

        return write_pgn(self, tags)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._identity() == other._identity()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.game_string!r}>"

    def __str__(self) -> str:
        from engine.picture import draw

        return draw(self)

    def svg(self, **options: "Unpack[BoardOptions]") -> str:
        """The position as an SVG picture; `engine.svg.board` tells the options."""
        from engine.svg import board

        return board(self, **options)

    def png(self, **options: "Unpack[BoardOptions]") -> bytes:
        """The position as a PNG file, with the options of `svg`; needs `propolis[png]`."""
        from engine.svg import png

        return png(self, **options)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg(hands=True)

    # For kernels

    @property
    def position(self) -> Any:
        """The record that kernels take. Copy it before changing anything."""
        return self._position

    @property
    def played(self) -> tuple[Played, ...]:
        """The history with what `engine.position.unmake` needs."""
        return tuple(self._history)

    def move_of(self, code: int) -> Move:
        """The move a kernel means by a code in this position."""
        return self._move_of(code, self._hexes_by_cell())

    # Inside

    def _identity(self) -> tuple[object, ...]:
        return (self.game_type, self.queen_first, self.repetition_draw, self.ply, self._key())

    def _key(self) -> bytes:
        """The position up to a shift of the hive, in 8 bytes."""
        left, upper = (min((h[axis] for h in self._stacks), default=0) for axis in (0, 1))
        stunned = self.stunned
        stunned_at = stunned and self._places[stunned.index]
        cells = sorted(
            (
                place.q - left,
                place.r - upper,
                place == stunned_at,
                *(piece.color.letter + piece.bug.letter for piece in pieces),
            )
            for place, pieces in self._stacks.items()
        )
        return blake2b(repr((self.turn.letter, cells)).encode(), digest_size=8).digest()

    def _hexes_by_cell(self) -> dict[int, Hex]:
        """Which hexagon each torus cell in or next to the hive stands for."""
        hexes = {place.cell: place for place in self._stacks} or {0: Hex(0, 0)}
        for place in self._stacks:
            for direction in range(6):
                near = place.neighbour(direction)
                hexes[near.cell] = near
        return hexes

    def _move_of(self, code: int, places: Mapping[int, Hex]) -> Move:
        if code == PASS_CODE:
            return PASS
        return Move(ALL_PIECES[code >> MOVE_SHIFT], places[code & CELL_MASK])

    def _legal_codes(self) -> list[int]:
        return [] if self.is_over else legal_codes(self._position)

    def _resolved(self, move: Move | str) -> tuple[Move, str]:
        """A move with its spelling, not checked yet."""
        if isinstance(move, str):
            spelling = parse_spelling(move)
            if self.is_over:
                raise why_illegal(self, PASS)
            return resolve(spelling, self._places, self._stacks), str(spelling)
        return move, self.move_string(move)  # which refuses what is no move

    def _checked(self, move: Move) -> int:
        """The code of a move if it is legal; raises IllegalMoveError with the reason if not."""
        if move.piece is None or move.to is None:
            code = PASS_CODE
        else:
            code = move.piece.index << MOVE_SHIFT | move.to.cell
        # A far cell may share a torus cell with a near one.
        near = move.to is None or self._is_near(move.to)
        if not near or code not in self._legal_codes():
            raise why_illegal(self, move)
        return code

    def _is_near(self, place: Hex) -> bool:
        """Whether a hexagon lies in or next to the hive."""
        if not self._stacks:
            return place == Hex(0, 0)
        around = (place.neighbour(direction) for direction in range(6))
        return place in self._stacks or any(near in self._stacks for near in around)

    def _make(self, move: Move, text: str, code: int) -> None:
        came_from = self._places[move.piece.index] if move.piece else None
        undo = make(self._position, code)
        self._history.append(Played(move, text, code, undo, came_from))
        self._carry(move.piece, move.to)
        if self.repetition_draw:
            self._count_occurrence()

    def _count_occurrence(self) -> None:
        key = self._key()
        self._keys.append(key)
        self._seen[key] += 1

    def _carry(self, piece: Piece | None, to: Hex | None) -> None:
        """Keep `_places` and `_stacks` in step with the position; `to` None means the hand."""
        if piece is None:
            return
        place = self._places[piece.index]
        if place is not None:
            self._stacks[place].pop()
            if not self._stacks[place]:
                del self._stacks[place]
        if to is not None:
            self._stacks.setdefault(to, []).append(piece)
        self._places[piece.index] = to


def _check_move(move: Move) -> None:
    instance(move, Move, "a move is a Move or a MoveString, such as 'wA1 bQ/'")
    if move.piece is not None:
        instance(move.piece, Piece, "the piece of a Move is a Piece or None")
    if move.to is not None:
        instance(move.to, Hex, "the destination of a Move is a Hex or None")
