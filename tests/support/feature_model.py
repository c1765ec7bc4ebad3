"""The features of the evaluation counted a second time, from the stacks on the table.

Each is what its name in `features.NAMES` says, for White less the same for Black.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from engine import Bug, Color, Game, Hex, Piece
from engine.pieces import PIECES

CRAWLERS = (Bug.QUEEN, Bug.SPIDER, Bug.ANT, Bug.PILLBUG)
RINGS = range(1, 4)
MOST_TOLD_APART = 5
FAR = 99


def ring_of(place: Hex) -> list[Hex]:
    """The six cells round a cell, in a circle."""
    return [place.neighbour(direction) for direction in range(6)]


def distance(one: Hex | None, other: Hex | None) -> int:
    if one is None or other is None:
        return FAR
    q, r = one.q - other.q, one.r - other.r
    return (abs(q) + abs(r) + abs(q + r)) // 2


class Side:
    """The features of one colour."""

    def __init__(self, game: Game, color: Color) -> None:
        self.game = game
        self.color = color
        self.queen = game.place_of(Piece(color, Bug.QUEEN, 1))
        self.enemy_queen = game.place_of(Piece(color.other, Bug.QUEEN, 1))
        self.counts: Counter[str] = Counter()

    @cached_property
    def own_crowd(self) -> str:
        return self._crowd(self.queen)

    @cached_property
    def enemy_crowd(self) -> str:
        return self._crowd(self.enemy_queen)

    def _crowd(self, queen: Hex | None) -> str:
        count = 0 if queen is None else len(self.occupied(queen))
        return f"{min(count, MOST_TOLD_APART)} neighbours"

    def occupied(self, place: Hex) -> list[Hex]:
        return [near for near in ring_of(place) if self.game.stack(near)]

    def slides(self, place: Hex) -> int:
        """How many cells a bug on the ground can crawl to, in touch and through no gate."""
        ring = ring_of(place)
        filled = [bool(self.game.stack(near)) for near in ring]
        return sum(not filled[at] and filled[at - 1] + filled[(at + 1) % 6] == 1 for at in range(6))

    def is_pinned(self, place: Hex) -> bool:
        """Whether the hive falls apart without a piece that lies alone."""
        others = {*self.game.stacks} - {place}
        if not others:
            return False
        reached = {next(iter(others))}
        frontier = [*reached]
        while frontier:
            new = {*ring_of(frontier.pop())} & others - reached
            reached |= new
            frontier += new
        return reached != others

    def freedom(self, piece: Piece) -> str:
        place = self.game.place_of(piece)
        assert place is not None
        stack = self.game.stack(place)
        if stack[-1] != piece:
            return "covered"
        if len(stack) > 1:
            return "free"
        if self.is_pinned(place):
            return "pinned"
        return "hemmed" if piece.bug in CRAWLERS and not self.slides(place) else "free"

    def count(self) -> Counter[str]:
        for place, stack in self.game.stacks.items():
            for piece in stack:
                if piece.color == self.color:
                    self._count_piece(piece, place, len(stack) > 1)
        self._count_hand()
        self._count_queen()
        self.counts["tempo"] += self.game.turn == self.color
        return self.counts

    def _count_piece(self, piece: Piece, place: Hex, in_stack: bool) -> None:
        letter, counts = piece.bug.letter, self.counts
        freedom = self.freedom(piece)
        counts[f"{freedom} {letter}"] += 1
        away, home = distance(place, self.enemy_queen), distance(place, self.queen)
        if freedom != "free":
            counts[f"stuck {letter} at the enemy queen"] += away == 1
            counts[f"stuck {letter} at the own queen"] += home == 1
            return
        crawls = piece.bug in CRAWLERS
        counts[f"mobility {letter}"] += self.slides(place) if crawls else len(self.occupied(place))
        for ring in RINGS:
            counts[f"free {letter} at distance {ring} from the enemy queen"] += away == ring
            counts[f"free {letter} at distance {ring} from the own queen"] += home == ring
        touches = away <= 1 and not in_stack
        if piece.bug is not Bug.QUEEN and self.enemy_queen is not None and not touches:
            attackers = "free pieces that do not yet touch an enemy queen with " + self.enemy_crowd
            counts[attackers] += 1
        if in_stack:
            if away <= max(RINGS):
                counts[f"on top of a stack at distance {away} from the enemy queen"] += 1
            if piece.bug is Bug.BEETLE:
                below = self.game.stack(place)[-2]
                whose = "own" if below.color == self.color else "enemy"
                counts[f"beetle on an {whose} piece"] += 1
        if piece.bug is Bug.MOSQUITO:
            if in_stack:
                counts["mosquito on top"] += 1
            else:
                tops = {self.game.stack(near)[-1].bug for near in self.occupied(place)}
                for bug in tops - {Bug.MOSQUITO}:
                    counts[f"free mosquito next to {bug.letter}"] += 1

    def _count_hand(self) -> None:
        hand = self.game.hand(self.color)
        for piece in hand:
            self.counts[f"in hand {piece.bug.letter}"] += 1
            self.counts["pieces in hand against a queen with " + self.enemy_crowd] += 1
        if hand:
            cells = {near for place in self.game.stacks for near in ring_of(place)}
            self.counts["placement cells against a queen with " + self.enemy_crowd] += sum(
                self._sees_only(cell, self.color) for cell in cells
            )

    def _sees_only(self, cell: Hex, color: Color) -> bool:
        """Whether a cell is empty and touches pieces of one colour alone."""
        tops = [self.game.stack(near)[-1].color for near in self.occupied(cell)]
        return not self.game.stack(cell) and {*tops} == {color}

    def _count_queen(self) -> None:
        counts, queen, crowd = self.counts, self.queen, self.own_crowd
        if queen is None:
            counts["queen in hand"] += 1
            return
        her = Piece(self.color, Bug.QUEEN, 1)
        counts["queen has " + crowd] += 1
        counts["free queen with " + crowd] += self.freedom(her) == "free"
        top = self.game.stack(queen)[-1]
        if top != her:
            counts["queen under own" if top.color == self.color else "queen under enemy"] += 1
        thrown = {*self._thrown(queen)}
        counts["own queen that can be thrown, with " + crowd] += her in thrown
        for near in self.occupied(queen):
            top = self.game.stack(near)[-1]
            counts["pieces that can be thrown away from the own queen with " + crowd] += (
                top in thrown
            )
            counts["free enemy pieces at the own queen with " + crowd] += (
                top.color != self.color and self.freedom(top) == "free"
            )
        for near in ring_of(queen):
            if not self.game.stack(near):
                counts["cells to crawl into at the own queen with " + crowd] += bool(
                    self.slides(near)
                )
                # For the enemy, that is.
                counts["placement cells at enemy queen"] -= self._sees_only(near, self.color.other)

    def _thrown(self, queen: Hex) -> Iterator[Piece]:
        """What the own pillbug, or a mosquito beside one, lifts; only if it is near the queen."""
        for thrower in (Piece(self.color, bug, 1) for bug in (Bug.PILLBUG, Bug.MOSQUITO)):
            place = self.game.place_of(thrower)
            if place is None or distance(place, queen) > 2 or len(self.game.stack(place)) > 1:
                continue
            near = self.occupied(place)
            tops = [self.game.stack(cell)[-1] for cell in near]
            is_pillbug = thrower.bug is Bug.PILLBUG or any(t.bug is Bug.PILLBUG for t in tops)
            if not is_pillbug or thrower == self.game.stunned or len(near) == 6:
                continue
            ring = ring_of(place)
            for at, cell in enumerate(ring):
                stack = self.game.stack(cell)
                beside = ring[at - 1], ring[(at + 1) % 6]
                gate = all(len(self.game.stack(side)) > 1 for side in beside)
                if len(stack) == 1 and not gate and stack[0] != self.game.stunned:
                    if not self.is_pinned(cell):
                        yield stack[0]


def features_of(game: Game) -> dict[str, int]:
    """All features that are not 0, by name."""
    counts = Side(game, Color.WHITE).count()
    counts.subtract(Side(game, Color.BLACK).count())
    return {name: count for name, count in counts.items() if count}


def phase_of(game: Game) -> Fraction:
    """The share of all pieces that are in play."""
    return Fraction(sum(map(len, game.stacks.values())), PIECES)
