"""Playing the moves of records from many hands.

Their pieces may be numbered as they lay in the box and singles may carry a digit; `Replay` plays
such moves under the names the protocol gives the pieces, and makes a game tree of them.
"""

import re
from functools import lru_cache

from engine.errors import HiveError, IllegalMoveError, MoveParseError, Reason, RecordError, quoted
from engine.game_tree import GameTree, Node
from engine.hexgrid import Hex
from engine.notation import Move, parse_spelling
from engine.pieces import BUG_LETTERS, COPIES, Bug, Color, Piece
from engine.start_position import new_game
from engine.tree_node import steps_between

_NAME = re.compile(r"([wb])?([qsbgamlp])([1-3])?", re.IGNORECASE | re.ASCII)
_SYMBOLS = "-/\\"
PASS_STRING = "pass"


class Replay:
    """Plays the moves of a record; `node` is the last one made.

    The protocol numbers pieces in the order in which they come into play. BoardSpace and
    BoardGameArena number them by the box, so a piece may be `wA2` for the record and `wA1` for us.

    With `queen_first` None, the queen is allowed on the first turn if the record places it there.
    """

    def __init__(
        self,
        game_type: str | None,
        *,
        queen_first: bool | None = None,
        repetition_draw: bool = False,
        start_position: str | None = None,
    ) -> None:
        """Raises RecordError for a game that does not exist."""
        self.game = new_game(
            game_type,
            start_position,
            queen_first=bool(queen_first),
            repetition_draw=repetition_draw,
        )
        self.node: Node = GameTree.from_game(self.game)
        self._may_allow_queen = queen_first is None
        self._played_as = {p: p for pieces in self.game.stacks.values() for p in pieces}
        """The pieces in play by the record's names for them."""
        self._entered: dict[Node, Piece] = {}
        """The record's names for the pieces that moves brought into play."""

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
        """Take back a move; it stays in the tree. Raises RecordError."""
        if self.node.parent is None:
            raise self.error("undo", "there is no move to take back")
        self.go_to(self.node.parent)

    def go_to(self, target: Node) -> None:
        """Take moves of the tree back and make others, until a node is the last one made."""
        back, forth = steps_between(self.node, target)
        for node in back:
            self.game.undo()
            if node in self._entered:
                del self._played_as[self._entered[node]]
        for node in forth:
            self.game.play(node.move_string)
            if node in self._entered and node.move is not None and node.move.piece is not None:
                self._played_as[self._entered[node]] = node.move.piece
        self.node = target

    def finish(self) -> GameTree:
        """The tree of all moves."""
        tree = self.node.root
        tree._stands_at(self.game, self.node)
        return tree

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
        number = self.game.ply + 1
        return RecordError(f"move {number} ({quoted(text)}): {why}", ply=number)

    def _play(self, name: str, owner: Color | None, move: Move | str) -> None:
        if move == PASS_STRING:
            self._make(move)
            return
        piece = self.piece(name, owner)
        if piece.bug is Bug.QUEEN and self._may_allow_queen and self.game.ply < 2:
            self._allow_queen()
        self._make(move)
        boxed = box_piece(name, owner)
        if boxed not in self._played_as:
            self._played_as[boxed] = piece
            self._entered[self.node] = boxed

    def _make(self, move: Move | str) -> None:
        game = self.game
        text = str(parse_spelling(move)) if isinstance(move, str) else game.move_string(move)
        self.node = self.node._child(game.play(move), text)

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
        game = self.game
        if game.queen_first:
            return
        self.game = new_game(
            game.game_type,
            game.start_position,
            queen_first=True,
            repetition_draw=game.repetition_draw,
        )
        for text in game.move_strings:
            self.game.play(text)


@lru_cache(512)
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
