"""Iterative deepening, and Lazy SMP: threads that share nothing but the transposition table."""

from typing import Any

from search.alphabeta.kernel import search_root
from search.parameters import MAX_DEPTH
from search.root import is_certain
from search.run import Found, Run
from search.techniques import ASPIRATION
from search.values import INFINITY


def search_rank(worker: Any, position: Any, depth: int, rank: int, guess: int) -> int:
    """Search for the best root move but for `rank` better ones, to one depth.

    The window round the last score is widened until the score fits.
    """
    if is_certain(worker, rank):
        return int(worker["root_scores"][rank])
    last = int(worker["root_wins"]) + int(worker["root_sound"])
    below = above = int(worker["aspiration_window"])
    if depth < int(worker["aspiration_depth"]) or not worker["techniques"] & ASPIRATION:
        below = above = 2 * INFINITY
    while True:
        alpha = max(guess - below, -INFINITY)
        beta = min(guess + above, INFINITY)
        score = int(search_root(worker, position, alpha, beta, depth, rank, last))
        if worker["stopped"]:
            return guess
        if score <= alpha and alpha > -INFINITY:
            below *= int(worker["aspiration_widening"])
        elif score >= beta and beta < INFINITY:
            above *= int(worker["aspiration_widening"])
        else:
            return score


class AlphaBetaRun(Run):
    """Thread 0 deepens and reports; the others deepen alongside and fill the table."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._moves: list[int] = self.main["root_moves"][: self.wanted].tolist()
        self._lines: dict[int, Found] = {}

    def search(self, number: int) -> None:
        worker = self.workers[number]
        position = self.positions[number]
        deepest = self.deepest(MAX_DEPTH)
        ranks = range(self.wanted)
        if number > 0:
            # Helpers look for the best of the moves whose outcome is open.
            ranks = range(int(worker["root_wins"]), int(worker["root_wins"]) + 1)
        scores = {rank: int(worker["root_scores"][rank]) for rank in ranks}
        for depth in range(1 + number % 2, deepest + 1):
            for rank in ranks:
                scores[rank] = search_rank(worker, position, depth, rank, scores[rank])
                if number == 0:
                    self._keep_line(rank, depth)
                if worker["stopped"]:
                    return
            if number == 0 and self._decided(depth):
                return

    def _keep_line(self, rank: int, depth: int) -> None:
        """Keep the line of a rank; where the search was cut short, only if it found a better."""
        worker = self.main
        moves = worker["root_moves"][: self.wanted].tolist()
        pv = worker["pv"][0][: int(worker["pv_length"][0])].tolist()
        found_line = pv[:1] == moves[rank : rank + 1]
        if worker["stopped"] and (moves == self._moves or not found_line):
            return
        codes = pv if found_line else [moves[rank]]
        line = self.find(rank, int(worker["root_scores"][rank]), depth, codes)
        self._lines[moves[rank]] = line
        self._moves = moves
        self.found = [
            self._lines.get(code) or self._line_of_unsearched(i, code, depth)
            for i, code in enumerate(moves)
        ]
        if self.on_line is not None and not worker["stopped"]:
            self.on_line(self.line(line))

    def _line_of_unsearched(self, rank: int, code: int, depth: int) -> Found:
        """The line of a move that has no line of its own yet.

        After the first depth, only a search that finds it better than others puts it where it is.
        """
        if depth == 1:
            return self.root_line(rank)
        return self.find(rank, int(self.main["root_scores"][rank]), depth, [code])

    def _decided(self, depth: int) -> bool:
        """Whether searching deeper cannot change the outcome: a forced end within the depth."""
        mates = [line.score.mate for line in self.found]
        return all(mate is not None and abs(mate) <= depth for mate in mates)
