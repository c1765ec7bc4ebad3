"""`Game`: the rules of Hive as one friendly object."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self, Unpack

from engine import gamestring
from engine.checks import instance, whole_number
from engine.errors import PositionError, UndoError
from engine.game_view import GameView, Played
from engine.hexgrid import Hex
from engine.layout import Layout
from engine.live_position import LivePosition
from engine.notation import Move
from engine.pieces import NOBODY, Color, Piece, canonical_game_type
from engine.position import drop, hash_of, new_position
from engine.setup import Pieces, Setup

if TYPE_CHECKING:
    from engine.svg import BoardOptions, Picture

_DERIVED = ("_live", "_layout", "_history", "_codes", "_keys", "_seen")
"""What follows from the start and the moves of a game."""

_OWN = frozenset((*_DERIVED, "game_type", "queen_first", "repetition_draw", "_start"))


class Game(GameView):
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
    position, wherever the hive lies and whatever led there. Threads may look at one game together
    as long as none of them plays or undoes.
    """

    def __init__(
        self, game_type: str = "Base", *, queen_first: bool = False, repetition_draw: bool = False
    ) -> None:
        instance(game_type, str, "a game type is a text such as 'Base+MLP'")
        self.game_type = canonical_game_type(game_type)
        self.queen_first = queen_first
        self.repetition_draw = repetition_draw
        self._begin(None)

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
        game = cls(setup.game_type, queen_first=queen_first, repetition_draw=repetition_draw)
        game._begin(setup.copy())
        return game

    @classmethod
    def _for_pictures(cls, setup: Setup) -> Self:
        """A game to look at: the pieces lie as they were put, kernels know nothing of them."""
        game = cls(setup.game_type)
        game._lay_out(setup)
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
        """A game that starts from the position of a text, such as `Base White[2] wS1,bS1 -`.

        `docs/positions.md` tells how it is written. Raises PositionError.
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

    # Making moves

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
        try:
            for _ in range(count):
                played = self._history.pop()
                self._live.unmake(played.code, played.undo)
                if played.move.piece is not None:
                    self._layout.carry(played.move.piece, played.came_from)
                if self.repetition_draw:
                    self._seen[self._keys.pop()] -= 1
        except BaseException:
            self._replay(len(self._history))
            raise
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
        copy = memo[id(self)] = self.copy()
        for name in self.__dict__.keys() - _OWN:  # what a subclass has added
            copy.__dict__[name] = deepcopy(self.__dict__[name], memo)
        return copy

    def rotated(self, steps: int = 1) -> Self:
        """The same game, history included, turned clockwise by 60 degrees a step."""
        steps = whole_number(steps, "the number of steps")
        start = None if self._start is None else self._start.rotated(steps)
        return self._seen_otherwise(start, lambda place: place.rotated(steps))

    def mirrored(self) -> Self:
        """The same game, history included, with left and right exchanged."""
        start = None if self._start is None else self._start.mirrored()
        return self._seen_otherwise(start, Hex.mirrored)

    # Writing

    def pgn(self, **tags: str) -> str:
        """The game as PGN; tags are given by name, such as `White="Ann"`."""
        from engine.pgn import write_pgn

        return write_pgn(self, tags)

    def __str__(self) -> str:
        from engine.picture import draw

        return draw(self)

    def svg(self, **options: "Unpack[BoardOptions]") -> "Picture":
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

    # Inside

    def __getstate__(self) -> dict[str, Any]:
        # For pickles: the moves instead of the boards they led to.
        made = [(played.text, played.code) for played in self._history]
        kept = {name: value for name, value in self.__dict__.items() if name not in _DERIVED}
        return kept | {"_made": made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        made = state.pop("_made")
        self.__dict__.update(state)
        self._begin(self._start)
        for text, code in made:
            self._make(self._layout.move_of(code), text, code)

    def _begin(self, start: Setup | None) -> None:
        """Go to the beginning of a game: an empty board, or a good position."""
        self._live = LivePosition(new_position(self.game_type, self.queen_first))
        self._layout = Layout()
        self._start = None
        self._history, self._codes, self._keys, self._seen = [], None, [], Counter()
        if start is not None:
            self._set_up(start)
        elif self.repetition_draw:
            self._count_occurrence()

    def _set_up(self, start: Setup) -> None:
        """Put the pieces of a good position on an empty board."""
        self._start = start
        self._lay_out(start)
        record = self.position
        for place, pieces in start.stacks.items():
            for piece in pieces:
                drop(record, piece.index, place.cell)
        record["stunned"] = NOBODY if start.stunned is None else start.stunned.index
        record["hash"] = hash_of(record)
        self._codes = None
        if self.repetition_draw:
            self._count_occurrence()

    def _lay_out(self, setup: Setup) -> None:
        """Have the pieces lie as in a position, in unbounded coordinates alone."""
        for place, pieces in setup.stacks.items():
            for piece in pieces:
                self.position["hand"][piece.color][piece.bug] -= 1
                self._layout.carry(piece, place)
        self.position["ply"] = setup.ply

    def _seen_otherwise(self, start: Setup | None, place: Callable[[Hex], Hex]) -> Self:
        """The same game played from another start, each place being another one."""
        # Not by the constructor, which takes other arguments in some subclass.
        twin = type(self).__new__(type(self))
        twin.__setstate__({**self.__getstate__(), "_start": start, "_made": []})
        for piece, to in self.history:
            twin.play(Move(piece, None if to is None else place(to)))
        return twin

    def _make(self, move: Move, text: str, code: int) -> None:
        came_from = None if move.piece is None else self._layout.places[move.piece.index]
        ply = len(self._history)
        try:
            undo = self._live.make(code)
            self._codes = None
            self._history.append(Played(move, text, code, undo, came_from))
            if move.piece is not None:
                self._layout.carry(move.piece, move.to)
            if self.repetition_draw:
                self._count_occurrence()
        except BaseException:
            self._replay(ply)
            raise

    def _replay(self, ply: int) -> None:
        """Make so many of the moves anew, because an interrupt came in the middle of one.

        Further interrupts are passed over: the first is raised when the game is whole.
        """
        while True:
            with suppress(KeyboardInterrupt):
                state = self.__getstate__()
                twin = type(self).__new__(type(self))
                twin.__setstate__({**state, "_made": state["_made"][:ply]})
                self.__dict__.update(twin.__dict__)
                return

    def _count_occurrence(self) -> None:
        key = self._key()
        self._keys.append(key)
        self._seen[key] += 1
