"""Alpha-beta on several threads that share nothing but the transposition table."""

from search.alphabeta import MAX_DEPTH
from search.deepen import search_rank
from search.run import Run


class AlphaBetaRun(Run):
    """Thread 0 deepens and reports; the others deepen alongside and fill the table."""

    def search(self, number: int) -> None:
        worker = self.workers[number]
        position = self.positions[number]
        deepest = min(self.limits.depth or MAX_DEPTH, MAX_DEPTH)
        ranks = self.wanted if number == 0 else 1
        scores = [int(worker["root_scores"][rank]) for rank in range(ranks)]
        for depth in range(1 + number % 2, deepest + 1):
            for rank in range(ranks):
                scores[rank] = search_rank(worker, position, depth, rank, scores[rank])
                if number == 0:
                    self._note(rank, depth)
                if worker["stopped"]:
                    return
            if number == 0 and self._decided(depth):
                return

    def _note(self, rank: int, depth: int) -> None:
        """Keep the line of a rank; where the search was cut short, only if it found a better."""
        worker = self.main
        codes = [int(worker["root_moves"][rank])]
        if int(worker["pv_length"][0]) and int(worker["pv"][0][0]) == codes[0]:
            codes = worker["pv"][0][: int(worker["pv_length"][0])].tolist()
        line = self.line(rank, int(worker["root_scores"][rank]), depth, codes)
        if worker["stopped"]:
            if line.pv[0] not in (kept.pv[0] for kept in self.found):
                self.found[rank] = line
            return
        self.found[rank] = line
        if self.on_line is not None:
            self.on_line(line)

    def _decided(self, depth: int) -> bool:
        """Whether searching deeper cannot change the outcome: a forced end within the depth."""
        mates = [line.score.mate for line in self.found]
        return all(mate is not None and abs(mate) <= depth for mate in mates)
