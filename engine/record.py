"""Game records: a replayed game with what its file says about it.

PGN and SGF files come from many hands. Their pieces may be numbered as they lay in the box and
singles may carry a digit; `Replay` plays such moves under the names the protocol gives the pieces.
"""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.checks import instance
from engine.errors import HiveError, IllegalMoveError, MoveParseError, Reason, RecordError, quoted
from engine.game import Game
from engine.game_state import GameState
from engine.hexgrid import Hex
from engine.notation import Move, parse_spelling
from engine.pieces import BUG_LETTERS, COPIES, Bug, Color, Piece

_NAME = re.compile(r"([wb])?([qsbgamlp])([1-3])?", re.IGNORECASE | re.ASCII)
_SYMBOLS = "-/\\"
PASS_STRING = "pass"

_STATES = {text: state for state in GameState for text in (state.value, state.pgn_result)}
"""The words of records for how a game stands; `*` is both of those that are not over."""


@dataclass
class Record:
    """A game with the tags, the result and the comments of its record.

    `result` is what the record claims, or else how the game stands on the board: `WhiteWins`,
    `BlackWins`, `Draw`, or None if it was not finished. It differs from `game.state` when somebody
    resigned, ran out of time or agreed to a draw.

    `comments` are keyed by the number of moves made before them: 0 is ahead of the first move.
    """

    game: Game
    tags: dict[str, str] = field(default_factory=dict)
    result: GameState | None = None
    comments: dict[int, str] = field(default_factory=dict)


def text_of(source: str | os.PathLike[str]) -> str:
    """A text itself, or the text of the file that a path names."""
    if isinstance(source, os.PathLike):
        # A record in an unknown encoding is worth reading all the same: moves are plain ASCII.
        with open(source, encoding="utf-8", errors="replace") as file:
            return file.read()
    instance(source, str, "a record is given as a text or as a path, such as Path('game.pgn')")
    return source


def comments_by_ply(comments: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Comments by the number of moves made before them, those at one place below each other."""
    lines: dict[int, list[str]] = {}
    for ply, text in comments:
        if text:
            lines.setdefault(ply, []).append(text)
    return {ply: "\n".join(texts) for ply, texts in lines.items()}


def is_result(text: str) -> bool:
    """Whether a word of a record says how the game ended, or that it did not.

    >>> is_result("1-0"), is_result("Draw"), is_result("wQ")
    (True, True, False)
    """
    return text in _STATES


def claimed_result(text: str) -> GameState | None:
    """The end of the game that a word of a record claims; None if it claims none."""
    state = _STATES.get(text.strip())
    return state if state is not None and state.is_over else None


def final_result(claim: GameState | None, game: Game) -> GameState | None:
    """The result of a record: its claim, or else what the board says."""
    if claim is not None:
        return claim
    return game.state if game.is_over else None


class Replay:
    """Plays the moves of a record.

    The protocol numbers pieces in the order in which they come into play. BoardSpace and
    BoardGameArena number them by the box, so a piece may be `wA2` for the record and `wA1` for us.

    With `queen_first` None, the queen is allowed on the first turn if the record places it there.
    """

    def __init__(
        self, game_type: str, *, queen_first: bool | None = None, repetition_draw: bool = False
    ) -> None:
        rules = {"queen_first": bool(queen_first), "repetition_draw": repetition_draw}
        try:
            self.game = Game(game_type, **rules)
        except HiveError as error:
            raise RecordError(str(error)) from None
        self._may_allow_queen = queen_first is None
        self._played_as: dict[Piece, Piece] = {}
        """The pieces in play by the record's names for them."""

    def play(self, text: str, owner: Color | None = None) -> None:
        """Make a move written with the record's names.

        `owner` is whose piece it is if the name has no colour. Raises RecordError.
        """
        try:
            spelled = self._spelled(text, owner)
            self._play(text.split()[0], owner, spelled)
        except HiveError as error:
            raise self.error(text, error) from error

    def play_to(self, name: str, owner: Color | None, to: Hex) -> None:
        """Put the piece that the record calls `name` on a cell. Raises RecordError."""
        try:
            self._play(name, owner, Move(self.piece(name, owner), to))
        except HiveError as error:
            raise self.error(name, error) from error

    def undo(self) -> None:
        """Take back a move. Raises RecordError."""
        try:
            self.game.undo()
        except HiveError as error:
            raise self.error("undo", error) from error
        place_of = self.game.place_of
        self._played_as = {box: p for box, p in self._played_as.items() if place_of(p) is not None}

    def piece(self, name: str, owner: Color | None) -> Piece:
        """The piece that the record calls `name`, in play or next to be placed.

        Raises MoveParseError.
        """
        boxed = box_piece(name, owner)
        if boxed in self._played_as:
            return self._played_as[boxed]
        waiting = self.game.hand(boxed.color)
        return next((piece for piece in waiting if piece.bug == boxed.bug), boxed)

    def destination(self, text: str, owner: Color | None) -> Hex | None:
        """The cell that a move means, legal or not; None if that is not clear."""
        try:
            _, reference, direction = parse_spelling(self._spelled(text, owner))
        except HiveError:
            return None
        place = None if reference is None else self.game.place_of(reference)
        return place if place is None or direction is None else place.neighbour(direction)

    def error(self, text: str, why: object) -> RecordError:
        """The error to raise about the next move."""
        return RecordError(f"move {self.game.ply + 1} ({quoted(text)}): {why}")

    def _play(self, name: str, owner: Color | None, move: Move | str) -> None:
        if move == PASS_STRING:
            self.game.play(move)
            return
        piece = self.piece(name, owner)
        if piece.bug is Bug.QUEEN and self._may_allow_queen and self.game.ply < 2:
            self._allow_queen()
        self.game.play(move)
        self._played_as[box_piece(name, owner)] = piece

    def _spelled(self, text: str, owner: Color | None) -> str:
        """A move of the record as a MoveString. Raises MoveParseError or IllegalMoveError."""
        name, *targets = text.split() or [""]
        if not targets and name.lower() == PASS_STRING:
            return PASS_STRING
        if len(targets) > 1:
            raise MoveParseError(f"{len(targets) + 1} words are too many for a move")
        return " ".join((self.piece(name, owner).name, *map(self._target, targets)))

    def _target(self, text: str) -> str:
        name = text.strip(_SYMBOLS)
        boxed = box_piece(name)
        if boxed not in self._played_as:
            raise IllegalMoveError(Reason.REFERENCE_IN_HAND, f"{boxed} is not on the board")
        before, _, after = text.partition(name)
        return f"{before}{self._played_as[boxed]}{after}"

    def _allow_queen(self) -> None:
        """Go over to the older rule, which lets a queen come first."""
        made = self.game.move_strings
        self.game = Game(
            self.game.game_type, queen_first=True, repetition_draw=self.game.repetition_draw
        )
        for text in made:
            self.game.play(text)


def box_piece(name: str, owner: Color | None = None) -> Piece:
    """The piece that bears a name of a record: singles may have a 1, the colour may be missing.

    A piece without colour is the owner's. Raises MoveParseError.

    >>> box_piece("b1", Color.WHITE), box_piece("bl1", Color.WHITE)
    (Piece.named('wB1'), Piece.named('bL'))
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise MoveParseError(f"{quoted(name)} is not a piece")
    color, letter, digit = match.groups()
    bug = Bug(BUG_LETTERS.index(letter.upper()))
    if digit is None and COPIES[bug] > 1:
        raise MoveParseError(f"{quoted(name)} does not say which {bug}")
    number = int(digit or 1)
    if number > COPIES[bug]:
        raise MoveParseError(f"there is no {bug} {quoted(name)}")
    if color is not None:
        owner = Color.WHITE if color in "wW" else Color.BLACK
    if owner is None:
        raise MoveParseError(f"{quoted(name)} does not say whose piece it is")
    return Piece(owner, bug, number)
