"""The rules of Hive, written to be read and trusted rather than to be fast.

Everything is recomputed from the stacks on the table whenever it is asked for, so there is no
incremental state that could go stale. Tests use it as an independent opinion on what is legal.

In a piece's name, such as ``wA1``, ``piece[0]`` is the colour and ``piece[1]`` the kind of bug.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from functools import cache

Cell = tuple[int, int]
Stacks = dict[Cell, list[str]]
Move = tuple[str, Cell] | None

GAME_TYPES = ("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP")
BASE_SET = ("Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3")
QUEEN_DEADLINE_TURN = 4
REPETITIONS_FOR_DRAW = 3

NW, NE, E, SE, SW, W = (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)
DIRECTIONS = (NW, NE, E, SE, SW, W)
# How a destination is written when the reference piece X lies in that direction from it.
REFERENCE_FORMAT = {NW: "{}\\", NE: "/{}", E: "-{}", SE: "\\{}", SW: "{}/", W: "{}-"}


def toward(cell: Cell, direction: Cell) -> Cell:
    """The cell next to ``cell`` in ``direction``."""
    return cell[0] + direction[0], cell[1] + direction[1]


@cache
def neighbours(cell: Cell) -> frozenset[Cell]:
    """The six adjacent cells."""
    return frozenset(toward(cell, direction) for direction in DIRECTIONS)


def height(hive: Stacks, cell: Cell) -> int:
    """How many bugs are stacked in ``cell``; an empty cell has height zero."""
    return len(hive.get(cell, ()))


def copied(hive: Mapping[Cell, Sequence[str]]) -> Stacks:
    """The same hive, to be changed freely."""
    return {cell: list(stack) for cell, stack in hive.items() if stack}


def lifted(hive: Stacks, cell: Cell) -> Stacks:
    """The hive while the top bug of ``cell`` is in the player's fingers."""
    return copied({**hive, cell: hive[cell][:-1]})


def flood(start: Cell, spread: Callable[[Cell], Set[Cell]]) -> set[Cell]:
    """Every cell reached from ``start``, itself included, by spreading again and again."""
    reached, frontier = {start}, [start]
    while frontier:
        fresh = spread(frontier.pop()) - reached
        reached |= fresh
        frontier += fresh
    return reached


def is_one_hive(hive: Stacks) -> bool:
    """One hive rule: all occupied cells are linked."""
    start = next(iter(hive), None)
    return start is None or flood(start, lambda cell: neighbours(cell) & set(hive)) == set(hive)


# In all functions below the hive is the one left behind when the moving bug has been lifted, so
# the bug's level at any point of its way is the height of the cell that it stands on.


@cache
def bordering(source: Cell, target: Cell) -> frozenset[Cell]:
    """The two cells adjacent to both ends of a step."""
    return neighbours(source) & neighbours(target)


def bordering_heights(hive: Stacks, source: Cell, target: Cell) -> list[int]:
    """Heights of the two cells adjacent to both ends of a step."""
    return [height(hive, cell) for cell in bordering(source, target)]


def is_gate(hive: Stacks, source: Cell, target: Cell) -> bool:
    """Freedom to move: both bordering stacks rise above the level at which the bug slides.

    A climbing bug slides at the level it climbs to, a falling one at the level it comes from.
    """
    sliding_level = max(height(hive, source), height(hive, target))
    return min(bordering_heights(hive, source, target)) > sliding_level


def can_crawl(hive: Stacks, source: Cell, target: Cell) -> bool:
    """A level step, which on the ground must keep contact with the hive all the way."""
    level = height(hive, source)
    if height(hive, target) != level or is_gate(hive, source, target):
        return False
    return level > 0 or max(bordering_heights(hive, source, target)) > 0


def can_climb(hive: Stacks, source: Cell, target: Cell) -> bool:
    """A step up."""
    return height(hive, target) > height(hive, source) and not is_gate(hive, source, target)


def can_fall(hive: Stacks, source: Cell, target: Cell) -> bool:
    """A step down."""
    return height(hive, target) < height(hive, source) and not is_gate(hive, source, target)


def can_step(hive: Stacks, source: Cell, target: Cell) -> bool:
    """Any single step: crawl, climb or fall."""
    return any(rule(hive, source, target) for rule in (can_crawl, can_climb, can_fall))


def crawls(hive: Stacks, source: Cell) -> set[Cell]:
    """Queen bee, and the pillbug when it moves itself: one crawl."""
    return {cell for cell in neighbours(source) if can_crawl(hive, source, cell)}


def beetle_steps(hive: Stacks, source: Cell) -> set[Cell]:
    """Beetle: one step of any sort."""
    return {cell for cell in neighbours(source) if can_step(hive, source, cell)}


def ant_crawls(hive: Stacks, source: Cell) -> set[Cell]:
    """Ant: one or more crawls."""
    return flood(source, lambda cell: crawls(hive, cell)) - {source}


def spider_crawls(hive: Stacks, source: Cell) -> set[Cell]:
    """Spider: exactly three crawls, never entering a cell twice."""
    return {
        third
        for first in crawls(hive, source)
        for second in crawls(hive, first) - {source}
        for third in crawls(hive, second) - {source, first}
    }


def grasshopper_jumps(hive: Stacks, source: Cell) -> set[Cell]:
    """Grasshopper: straight over one or more occupied cells into the first empty one."""
    landings = set()
    for direction in DIRECTIONS:
        cell = toward(source, direction)
        while cell in hive:
            cell = toward(cell, direction)
        landings.add(cell)
    return landings - neighbours(source)


def ladybug_steps(hive: Stacks, source: Cell) -> set[Cell]:
    """Ladybug: a climb, any step to another occupied cell, then a fall into an empty cell."""
    return {
        third
        for first in neighbours(source)
        if can_climb(hive, source, first)
        for second in neighbours(first)
        if second in hive and can_step(hive, first, second)
        for third in neighbours(second) - set(hive) - {source}
        if can_fall(hive, second, third)
    }


WALKS = {
    "Q": crawls,
    "S": spider_crawls,
    "B": beetle_steps,
    "G": grasshopper_jumps,
    "A": ant_crawls,
    "L": ladybug_steps,
    "P": crawls,
}


class ReferenceGame:
    """A game of Hive: the table, whose turn it is, and the moves that led there."""

    def __init__(
        self, game_type: str = "Base", *, queen_first: bool = False, repetition_draw: bool = False
    ) -> None:
        """Start a game; ``queen_first`` lifts the ban on the queen as a side's first piece."""
        if game_type not in GAME_TYPES:
            raise ValueError(f"unknown game type: {game_type!r}")
        self.game_type = game_type
        bugs = (*BASE_SET, *game_type.removeprefix("Base").removeprefix("+"))
        self.pieces = [colour + bug for colour in "wb" for bug in bugs]
        self.queen_first, self.repetition_draw = queen_first, repetition_draw
        self.stacks: Stacks = {}
        self.ply = 0
        self.turn = "w"
        self.stunned: str | None = None
        self._snapshots: list[tuple[Stacks, int, str, str | None]] = []
        self._printed: list[str] = []
        self._keys: list[Hashable] = [self.position_key()]

    @classmethod
    def from_stacks(
        cls,
        game_type: str,
        stacks: Mapping[Cell, Sequence[str]],
        turn: str,
        stunned: str | None = None,
        ply: int = 20,
    ) -> ReferenceGame:
        """Set up a position without a history; a ply not of ``turn``'s parity is raised by one."""
        game = cls(game_type)
        pieces = [piece for stack in stacks.values() for piece in stack]
        if len(pieces) != len(set(pieces)) or not set(pieces) <= set(game.pieces):
            raise ValueError(f"not a set of {game_type} pieces: {pieces}")
        game.stacks = copied(stacks)
        game.ply = ply if (ply % 2 == 0) == (turn == "w") else ply + 1
        game.turn, game.stunned = turn, stunned
        game._keys = [game.position_key()]
        return game

    @property
    def state(self) -> str:
        """NotStarted, InProgress, Draw, WhiteWins or BlackWins."""
        if not self.stacks:
            return "NotStarted"
        lost = [colour for colour in "wb" if self._is_queen_surrounded(colour)]
        if lost:
            return "Draw" if len(lost) == 2 else {"w": "BlackWins", "b": "WhiteWins"}[lost[0]]
        if self.repetition_draw and self._keys.count(self._keys[-1]) >= REPETITIONS_FOR_DRAW:
            return "Draw"
        return "InProgress"

    def hand(self, colour: str) -> list[str]:
        """The pieces that ``colour`` has not placed yet."""
        return [piece for piece in self.pieces if piece[0] == colour and piece not in self._cells()]

    def legal_moves(self) -> set[Move]:
        """Every (piece, destination) of this turn; ``{None}`` if the side to move must pass."""
        if self.state not in ("NotStarted", "InProgress"):
            return set()
        moves: set[Move] = set(self._placements())
        if f"{self.turn}Q" in self._cells():
            moves |= {*self._walks(), *self._throws()}
        return moves or {None}

    def play(self, move: Move) -> None:
        """Play a legal move, or ``None`` to pass."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move: {move}")
        self.apply(move)

    def apply(self, move: Move) -> None:
        """Carry out a move already known to be legal."""
        self._printed.append(self.move_string(move))
        self._snapshots.append((self.stacks, self.ply, self.turn, self.stunned))
        self.stunned = move[0] if move is not None and move[0] in self._cells() else None
        if move is not None:
            piece, destination = move
            self.stacks = self._without(piece)
            self.stacks.setdefault(destination, []).append(piece)
        self.ply += 1
        self.turn = "b" if self.turn == "w" else "w"
        self._keys.append(self.position_key())

    def undo(self) -> None:
        """Take back the last move; an ``IndexError`` if there is none."""
        self.stacks, self.ply, self.turn, self.stunned = self._snapshots.pop()
        self._printed.pop()
        self._keys.pop()

    def move_string(self, move: Move) -> str:
        """A move as text, naming the first piece round its destination in order of DIRECTIONS."""
        if move is None:
            return "pass"
        piece, destination = move
        hive = self._without(piece)
        if not hive:
            return piece
        if destination in hive:
            return f"{piece} {hive[destination][-1]}"
        direction = next(d for d in DIRECTIONS if toward(destination, d) in hive)
        reference = hive[toward(destination, direction)][-1]
        return f"{piece} {REFERENCE_FORMAT[direction].format(reference)}"

    def game_string(self) -> str:
        """Type, state, turn and all moves; a position set up directly has no moves to show."""
        turn = f"{'White' if self.turn == 'w' else 'Black'}[{self.ply // 2 + 1}]"
        return ";".join([self.game_type, self.state, turn, *self._printed])

    def position_key(self) -> Hashable:
        """Equal for positions that are the same for the repetition rule.

        Shifting the whole hive, or swapping bugs of one kind and colour, changes nothing. The
        stunned bug belongs to the position only where there is a pillbug in the game.
        """
        left, top = (min((cell[axis] for cell in self.stacks), default=0) for axis in (0, 1))
        stunned = self.stunned if "P" in self.game_type else None
        hive = {
            ((q - left, r - top), tuple((piece[:2], piece == stunned) for piece in stack))
            for (q, r), stack in self.stacks.items()
        }
        return frozenset(hive), self.turn

    def _cells(self) -> dict[str, Cell]:
        """Where each piece in play lies."""
        return {piece: cell for cell, stack in self.stacks.items() for piece in stack}

    def _without(self, piece: str) -> Stacks:
        """The hive without ``piece``, which is uncovered or still in hand."""
        cell = self._cells().get(piece)
        return copied(self.stacks) if cell is None else lifted(self.stacks, cell)

    def _is_queen_surrounded(self, colour: str) -> bool:
        """Six occupied cells round the queen, whether or not she is covered."""
        cell = self._cells().get(f"{colour}Q")
        return cell is not None and all(place in self.stacks for place in neighbours(cell))

    def _placements(self) -> set[tuple[str, Cell]]:
        """One piece of each kind in hand, in every cell open to new pieces."""
        first_of_kind: dict[str, str] = {}
        for piece in self.hand(self.turn):
            first_of_kind.setdefault(piece[1], piece)
        turn_number = self.ply // 2 + 1
        if "Q" in first_of_kind and turn_number >= QUEEN_DEADLINE_TURN:
            first_of_kind = {"Q": first_of_kind["Q"]}
        if turn_number == 1 and not self.queen_first:
            first_of_kind.pop("Q", None)
        return {
            (piece, cell) for cell in self._placement_cells() for piece in first_of_kind.values()
        }

    def _placement_cells(self) -> set[Cell]:
        """Empty cells next to one's own colour only; a side's first piece just joins the hive."""
        if not self.stacks:
            return {(0, 0)}
        edge = set().union(*map(neighbours, self.stacks)) - set(self.stacks)
        if all(piece[0] != self.turn for piece in self._cells()):
            return edge
        return {c for c in edge if {top[0] for top in self._tops_next_to(c)} == {self.turn}}

    def _tops_next_to(self, cell: Cell) -> list[str]:
        """The uncovered pieces adjacent to ``cell``."""
        return [self.stacks[place][-1] for place in neighbours(cell) if place in self.stacks]

    def _is_pinned(self, cell: Cell) -> bool:
        """Whether lifting the top piece of ``cell`` would split the hive."""
        return not is_one_hive(lifted(self.stacks, cell))

    def _able_pieces(self) -> Iterator[tuple[str, Cell]]:
        """Own pieces neither covered nor stunned: those that may move or use a power."""
        for cell, stack in self.stacks.items():
            piece = stack[-1]
            if piece[0] == self.turn and piece != self.stunned:
                yield piece, cell

    def _acts_as(self, piece: str, cell: Cell) -> set[str]:
        """The kinds a top piece moves like: its own, or for a mosquito those it copies.

        A mosquito above the ground is a beetle. On the ground it copies the uncovered pieces
        that it touches, stunned ones too, but never another mosquito.
        """
        if piece[1] != "M":
            return {piece[1]}
        if height(self.stacks, cell) > 1:
            return {"B"}
        return {top[1] for top in self._tops_next_to(cell)} - {"M"}

    def _walks(self) -> Iterator[tuple[str, Cell]]:
        """Moves that own pieces make by themselves."""
        for piece, cell in self._able_pieces():
            if not self._is_pinned(cell):
                hive = lifted(self.stacks, cell)
                for kind in self._acts_as(piece, cell):
                    yield from ((piece, destination) for destination in WALKS[kind](hive, cell))

    def _throws(self) -> Iterator[tuple[str, Cell]]:
        """Moves of pieces next to an own pillbug, or to a mosquito that copies one.

        The thrower may be pinned; the thrown piece may not, nor may it be stunned or stacked.
        """
        for thrower, centre in self._able_pieces():
            if "P" not in self._acts_as(thrower, centre):
                continue
            for source in neighbours(centre):
                if height(self.stacks, source) != 1 or self._is_pinned(source):
                    continue
                thrown = self.stacks[source][-1]
                hive = lifted(self.stacks, source)
                if thrown != self.stunned and can_climb(hive, source, centre):
                    for destination in neighbours(centre) - set(hive) - {source}:
                        if can_fall(hive, centre, destination):
                            yield thrown, destination


def perft(game: ReferenceGame, depth: int) -> int:
    """The number of move sequences of length ``depth``; a finished game has none."""
    if depth == 0:
        return 1
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        game.apply(move)
        total += perft(game, depth - 1)
        game.undo()
    return total
