"""Lines of an analysis as the page shows them, whichever engine found them."""

from typing import Any

from client.lines import AnalysedLine
from engine import Color, Game, Move
from search.result import Line
from search.values import Score
from web.view import place


def percent(chance: float) -> float:
    """A chance in percent, with one digit behind the point."""
    return round(100 * chance, 1)


class LineBoard:
    """The best lines known so far; `is_fresh` says whether there is anything new to tell.

    Early lines come by the hundred a second, and few of them are ever shown: moves are spelled
    when somebody looks.
    """

    def __init__(self, game: Game, wanted: int) -> None:
        self.is_fresh = False
        self._game = game
        self._wanted = wanted
        self._by_move: dict[Move, Line | AnalysedLine] = {}
        self._spelled: dict[Move, tuple[Line | AnalysedLine, dict[str, Any]]] = {}
        self._nodes_before = 0
        self._nodes = 0
        self._speed = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is no line yet."""
        return not self._by_move

    def add(self, line: Line | AnalysedLine) -> None:
        """Take a line in, unless a deeper one is known that begins with the same move."""
        if line.nodes is not None:
            self._nodes = line.nodes
            self._speed = round(line.nodes / max(line.seconds, 0.001))
        known = self._by_move.get(line.pv[0])
        if known is not None and (known.depth or 0) > (line.depth or 0):
            return
        for move, other in [*self._by_move.items()]:
            if (other.rank, other.depth) == (line.rank, line.depth):
                del self._by_move[move]
        self._by_move[line.pv[0]] = line
        self.is_fresh = True

    def begin_anew(self) -> None:
        """The next lines are of another search of the same game."""
        self._nodes_before += self._nodes
        self._nodes = 0

    def finish(self, nodes: int, seconds: float) -> None:
        """The search is over: these were all its nodes, not just those until its last line."""
        self._nodes = nodes
        self._speed = round(nodes / max(seconds, 0.001))
        self.is_fresh = not self.is_empty

    def snapshot(self) -> dict[str, Any]:
        """The best lines, the best first: forced wins, then what was searched deepest.

        While a depth is being searched the last places are held by lines of the depth before.
        """
        self.is_fresh = False

        def order(line: Line | AnalysedLine) -> tuple[bool, int, int]:
            wins = line.score is not None and (line.score.mate or 0) > 0
            return not wins, -(line.depth or 0), line.rank

        lines = sorted(self._by_move.values(), key=order)[: self._wanted]
        return {
            "depth": max((line.depth or 0 for line in lines), default=0),
            "nodes": self._nodes_before + self._nodes,
            "nodes_a_second": self._speed,
            "lines": [
                {**self._shown(line), "rank": rank} for rank, line in enumerate(lines, start=1)
            ],
        }

    def _shown(self, line: Line | AnalysedLine) -> dict[str, Any]:
        known = self._spelled.get(line.pv[0])
        if known is None or known[0] is not line:
            known = self._spelled[line.pv[0]] = (line, line_shown(self._game, line))
        return known[1]


def line_shown(game: Game, line: Line | AnalysedLine) -> dict[str, Any]:
    """One line of play, in the game that was searched."""
    first = line.pv[0]
    after = game.copy()
    moves = []
    for move in line.pv:
        moves.append(after.move_string(move))
        after.play(move)
    return {
        **score_shown(game, line.score),
        "rank": line.rank,
        "depth": line.depth,
        "moves": moves,
        "piece": None if first.piece is None else first.piece.name,
        "from": None if first.piece is None else place(game.place_of(first.piece)),
        "to": place(first.to),
    }


def score_shown(game: Game, score: Score | None) -> dict[str, Any]:
    """A score for the side to move, and the chances that go with it in percent."""
    if score is None:
        return {"score": None, "win": None, "white_win": None, "mate": None}
    win = percent(score.win_chance)
    return {
        "score": str(score),
        "win": win,
        "white_win": win if game.turn is Color.WHITE else round(100 - win, 1),
        "mate": score.mate,
    }
