"""Priors of moves computed a second time, plainly and by the documentation."""

from functools import cache
from typing import Any

from engine.hexgrid import CELL_MASK, OFFSETS
from engine.position import BLACK_QUEEN, MOVE_SHIFT, PASS, WHITE_QUEEN
from search.priors.priors import shipped_priors

BUGS = "QSBGAMLP"
NAMES = ("Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P")
CROWDS_OF_THE_ENEMY = {"in hand": 0, 0: 1, 1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4}
OWN_CROWDS = {"in hand": 0, 0: 1, 1: 1, 2: 1, 3: 2, 4: 3, 5: 3, 6: 3}


@cache
def steps_between(cell: int, other: int) -> int:
    """Steps from a cell to another; three or more are the same."""
    near = {cell}
    for steps in range(3):
        if other in near:
            return steps
        near |= {(each + int(offset)) & CELL_MASK for each in near for offset in OFFSETS}
    return 3


class View:
    """A position as the side to move sees it."""

    def __init__(self, position: Any) -> None:
        self.color = int(position["ply"]) % 2
        self.where = position["where"].tolist()
        self.tops = position["top"].tolist()
        self.heights = position["height"].tolist()
        queens = [self.where[queen] for queen in (WHITE_QUEEN, BLACK_QUEEN)]
        self.own, self.enemy = queens[self.color], queens[1 - self.color]
        crowds: list[Any] = [
            len(self.round(cell)) if cell >= 0 else "in hand" for cell in (self.enemy, self.own)
        ]
        self.situation = 4 * CROWDS_OF_THE_ENEMY[crowds[0]] + OWN_CROWDS[crowds[1]]
        self._places: dict[int, int] = {}

    def round(self, cell: int) -> list[int]:
        """The pieces on top of the six cells round one."""
        cells = [(cell + int(offset)) & CELL_MASK for offset in OFFSETS]
        return [self.tops[near] for near in cells if self.heights[near]]

    def place(self, cell: int) -> int:
        """Of 128, on the ground: by the steps to both queens and company."""
        if cell not in self._places:
            company = self.round(cell)
            if len(company) >= 2:
                number = min(len(company), 3)
            else:
                number = int(any(piece // 14 == self.color for piece in company))
            to_enemy = steps_between(cell, self.enemy) if self.enemy >= 0 else 3
            to_own = steps_between(cell, self.own) if self.own >= 0 else 3
            self._places[cell] = 32 * to_enemy + 8 * to_own + number
        return self._places[cell]

    def kinds_of(self, move: int) -> tuple[int, int]:
        """The kind of a move's origin and of its target."""
        piece, to = move >> MOVE_SHIFT, move & CELL_MASK
        bug = BUGS.index(NAMES[piece % 14][0])
        mover = 16 * self.situation + 8 * (piece // 14 != self.color) + bug
        cell = self.where[piece]
        origin = 0 if cell < 0 else 1 + self.place(cell) + 4 * (self.heights[cell] > 1)
        return 129 * mover + origin, 128 * mover + self.place(to) + 4 * (self.heights[to] > 0)

    def prior_of(self, move: int, priors: Any = None) -> int:
        """The prior of a move, 256 for odds of e to one."""
        if move == PASS:
            return 0
        numbers = shipped_priors() if priors is None else priors
        origin, target = self.kinds_of(move)
        return int(numbers[origin]) + int(numbers[20 * 16 * 129 + target])
