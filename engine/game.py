"""`Game`: the rules of Hive as one friendly object."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self

from engine import gamestring
from engine.checks import instance, whole_number
from engine.errors import GameStringError, HiveError, PositionError, UndoError
from engine.explain import why_illegal
from engine.game_state import GameState
from engine.hexgrid import Hex
from engine.layout import Layout
from engine.live_position import LivePosition
from engine.notation import PASS, Move, parse_spelling, resolve, spell
from engine.pieces import ALL_PIECES, NOBODY, Color, Piece, canonical_game_type
from engine.position import (
    BLACK_LOSES,
    BOTH_LOSE,
    MOVE_SHIFT,
    WHITE_LOSES,
    drop,
    hash_of,
    new_position,
)
from engine.position import PASS as PASS_CODE
from engine.setup import Pieces, Setup

_STATE_BY_LOSERS = {
    0: GameState.IN_PROGRESS,
    WHITE_LOSES: GameState.BLACK_WINS,
    BLACK_LOSES: GameState.WHITE_WINS,
    BOTH_LOSE: GameState.DRAW,
}


_REPETITIONS = 3
"""How often a position must have occurred for a draw, where the rule is played."""


_DERIVED = ("_live", "_layout", "_history", "_codes", "_keys", "_seen")
"""What follows from the start and the moves of a game."""


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
        self._live = LivePosition(new_position(self.game_type, queen_first))
        self._layout = Layout()
        self._start: Setup | None = None
        self._history: list[Played] = []
        self._codes: list[int] | None = None
        """The legal moves, once somebody has asked for them."""
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

    @classmethod
    def from_setup(
        cls, setup: Setup, *, queen_first: bool = False, repetition_draw: bool = False
    ) -> Self:
        """A game that starts from a position put together by hand.

        Raises PositionError with everything that is wrong with the position.
        """
        instance(setup, Setup, "a position to start from is a Setup")
        if problems := setup.problems(queen_first=queen_first):
            raise PositionError("; ".join(problem.message for problem in problems), problems)
        game = cls(setup.game_type, queen_first=queen_first)
        game.repetition_draw = repetition_draw
        game._set_up(setup.copy())
        return game

    @classmethod
    def from_stacks(
        cls,
        stacks: Mapping[Any, Pieces],
        *,
        game_type: str = "Base",
        turn: Color = Color.WHITE,
        turn_number: int | None = None,
        stunned: Piece | str | None = None,
        queen_first: bool = False,
        repetition_draw: bool = False,
    ) -> Self:
        """A game that starts from these pieces, given by cell and from the bottom up.

        Without a turn number it is the lowest that fits. Raises PositionError.

        >>> stacks = {(0, 0): "wQ", (1, 0): ["bQ", "wB1"], (2, 0): "bS1"}
        >>> game = Game.from_stacks(stacks, turn=Color.BLACK)
        >>> game.position_text
        'Base Black[3] wQ,bQwB1,bS1 -'
        """
        setup = Setup(game_type, stacks, turn=turn, turn_number=turn_number, stunned=stunned)
        return cls.from_setup(setup, queen_first=queen_first, repetition_draw=repetition_draw)

    @classmethod
    def from_position_text(
        cls, text: str, *, queen_first: bool = False, repetition_draw: bool = False
    ) -> Self:
        """A game that starts from the position of a text; `engine.setup` tells how it is written.

        Raises PositionError.
        """
        setup = Setup.from_text(text)
        return cls.from_setup(setup, queen_first=queen_first, repetition_draw=repetition_draw)

    @classmethod
    def from_notation(
        cls, text: str, *, queen_first: bool = False, repetition_draw: bool = False
    ) -> Self:
        """The game of a GameString, or of a position text with moves after it, as in `notation`.

        Raises GameStringError or PositionError.
        """
        instance(text, str, "a game is a text, such as a GameString")
        start, *moves = (field.strip() for field in text.strip().split(";"))
        if len(start.split()) <= 1:
            return cls.from_string(text, queen_first=queen_first, repetition_draw=repetition_draw)
        game = cls.from_position_text(
            start, queen_first=queen_first, repetition_draw=repetition_draw
        )
        gamestring.replay(game, moves)
        return game

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
    def position_text(self) -> str:
        """The position in one line, without what led to it; `from_position_text` reads it."""
        return self.setup().text

    @property
    def start(self) -> Setup | None:
        """The position put together by hand that the game started from; None if it was empty."""
        return None if self._start is None else self._start.copy()

    @property
    def start_position(self) -> str | None:
        """The text of the position that the game started from; None if the board was empty."""
        return None if self._start is None else self._start.text

    def setup(self) -> Setup:
        """The position as one to be edited, turned, mirrored or shifted."""
        return Setup(
            self.game_type,
            self._layout.stacks,
            turn=self.turn,
            turn_number=self.turn_number,
            stunned=self.stunned,
        )

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
        index = int(self._live.record["stunned"])
        return None if index == NOBODY else ALL_PIECES[index]

    @property
    def stacks(self) -> Mapping[Hex, tuple[Piece, ...]]:
        """The pieces on every occupied cell, bottom first."""
        return {Hex(*place): tuple(pieces) for place, pieces in self._layout.stacks.items()}

    def stack(self, place: Hex) -> tuple[Piece, ...]:
        """The pieces on one cell, bottom first; nothing if it is empty."""
        return tuple(self._layout.stacks.get(Hex(*place), ()))

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

    # Making moves

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
        self._codes = None
        for _ in range(count):
            played = self._history.pop()
            self._live.unmake(played.code, played.undo)
            if played.move.piece is not None:
                self._layout.carry(played.move.piece, played.came_from)
            if self.repetition_draw:
                self._seen[self._keys.pop()] -= 1
        return played.move

    def copy(self) -> Self:
        """An independent copy, history included."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._live = self._live.copy()
        copy._layout = self._layout.copy()
        copy._history = self._history.copy()
        copy._keys = self._keys.copy()
        copy._seen = self._seen.copy()
        return copy

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def rotated(self, steps: int = 1) -> Self:
        """The same game, history included, turned clockwise by 60 degrees a step."""
        start = None if self._start is None else self._start.rotated(steps)
        return self._seen_otherwise(start, lambda place: place.rotated(steps))

    def mirrored(self) -> Self:
        """The same game, history included, with left and right exchanged."""
        start = None if self._start is None else self._start.mirrored()
        return self._seen_otherwise(start, Hex.mirrored)

    # Comparing and counting

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

    def perft(self, depth: int, workers: int = 1) -> int:
        """How many legal move sequences of that length there are; repetition does not end them."""
        from engine.perft import perft

        return perft(self.position, depth, workers)

    def perft_split(self, depth: int, workers: int = 1) -> dict[str, int]:
        """Perft with the count of every first move apart."""
        from engine.perft import perft_split

        counts = perft_split(self.position, depth, workers)
        return {self.move_string(self.move_of(code)): count for code, count in counts.items()}

    def pgn(self, **tags: str) -> str:
        """The game as PGN; tags are given by name, such as `White="Ann"`."""
        from engine.pgn import write_pgn

        return write_pgn(self, tags)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._identity() == other._identity()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.notation!r}>"

    def __str__(self) -> str:
        from engine.picture import draw

        return draw(self)

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

    def __getstate__(self) -> dict[str, Any]:
        """For pickles: the moves instead of the boards they led to."""
        made = [(played.text, played.code) for played in self._history]
        kept = {name: value for name, value in self.__dict__.items() if name not in _DERIVED}
        return kept | {"_made": made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        made = state.pop("_made")
        self.__dict__.update(state)
        self._live = LivePosition(new_position(self.game_type, self.queen_first))
        self._layout = Layout()
        self._history, self._codes, self._keys, self._seen = [], None, [], Counter()
        if self._start is not None:
            self._set_up(self._start)
        elif self.repetition_draw:
            self._count_occurrence()
        for text, code in made:
            self._make(self._layout.move_of(code), text, code)

    def _set_up(self, start: Setup) -> None:
        """Put the pieces of a good position on an empty board."""
        self._start = start
        record = self.position
        for place, pieces in start.stacks.items():
            for piece in pieces:
                drop(record, piece.index, place.cell)
                record["hand"][piece.color][piece.bug] -= 1
                self._layout.carry(piece, place)
        record["ply"] = start.ply
        record["stunned"] = NOBODY if start.stunned is None else start.stunned.index
        record["hash"] = hash_of(record)
        self._codes = None
        if self.repetition_draw:
            self._count_occurrence()

    def _seen_otherwise(self, start: Setup | None, place: Callable[[Hex], Hex]) -> Self:
        """The same game played from another start, each place being another one."""
        twin = type(self)(self.game_type, queen_first=self.queen_first)
        twin.repetition_draw = self.repetition_draw
        if start is not None:
            twin._set_up(start)
        elif self.repetition_draw:
            twin._count_occurrence()
        for piece, to in self.history:
            twin.play(Move(piece, None if to is None else place(to)))
        return twin

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
        # A far hexagon may share its torus cell with one at the hive.
        if code not in self._legal_codes() or self._layout.move_of(code).to != move.to:
            raise why_illegal(self, move)
        return code

    def _make(self, move: Move, text: str, code: int) -> None:
        came_from = None if move.piece is None else self._layout.places[move.piece.index]
        undo = self._live.make(code)
        self._codes = None
        self._history.append(Played(move, text, code, undo, came_from))
        if move.piece is not None:
            self._layout.carry(move.piece, move.to)
        if self.repetition_draw:
            self._count_occurrence()

    def _count_occurrence(self) -> None:
        key = self._key()
        self._keys.append(key)
        self._seen[key] += 1


def _check_move(move: Move) -> None:
    instance(move, Move, "a move is a Move or a MoveString, such as 'wA1 bQ/'")
    if move.piece is not None:
        instance(move.piece, Piece, "the piece of a Move is a Piece or None")
    if move.to is not None:
        instance(move.to, Hex, "the destination of a Move is a Hex or None")
