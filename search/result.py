"""What a search reports: lines and the result."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.checks import instance
from engine.game import Game
from engine.notation import Move
from search.values import Score


@dataclass(frozen=True)
class Line:
    """One of the best lines found so far; `score` is for the side to move where it begins."""

    rank: int
    score: Score
    depth: int
    nodes: int
    seconds: float
    table_fill: float
    pv: tuple[Move, ...]

    def move_strings(self, game: Game) -> tuple[str, ...]:
        """The moves as MoveStrings, in the game that was searched.

        Raises IllegalMoveError if that cannot be this one.
        """
        instance(game, Game, "lines are of a Game")
        game = game.copy()
        texts = []
        for move in self.pv:
            texts.append(game.move_string(move))
            game.play(move)
        return tuple(texts)

    def to_dict(self, game: Game) -> dict[str, Any]:
        """The line for a JSON file, with its moves as MoveStrings in the game that was searched."""
        return {
            "rank": self.rank,
            "score": self.score.value,
            "mate": self.score.mate,
            "win_chance": self.score.win_chance,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "table_fill": self.table_fill,
            "pv": [*self.move_strings(game)],
        }


def by_score(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines with the best score first, so forced wins first of all, and ranks to match.

    A search that was cut short has searched some of them a ply deeper: of equal ones these come
    first, else it is for the reader of their depths to judge.
    """
    return in_order(lines, lambda line: (-line.score.value, -line.depth))


def in_order(lines: Iterable[Line], key: Callable[[Line], Any]) -> tuple[Line, ...]:
    """Lines in the order of a key, with ranks to match."""
    ordered = sorted(lines, key=key)
    return tuple(replace(line, rank=rank) for rank, line in enumerate(ordered, start=1))


@dataclass(frozen=True)
class Result:
    """The outcome of a search.

    `line` is the one that begins with the move to play. `lines` are the best found, in the order of
    their scores; the first need not be the one to play, as another may have been searched deeper
    or, in a tree, far more often.
    """

    move: Move
    line: Line
    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    depth: int

    @property
    def score(self) -> Score:
        """What the move to play is worth, for the side that plays it."""
        return self.line.score

    def to_dict(self, game: Game) -> dict[str, Any]:
        """The result for a JSON file, with moves as MoveStrings in the game that was searched.

        >>> import json
        >>> from engine import Game
        >>> from search import Limits, Searcher
        >>> game = Game("Base")
        >>> text = json.dumps(Searcher(table_mib=1).search(game, Limits(depth=1)).to_dict(game))
        >>> json.loads(text)["move"] in game.legal_move_strings
        True
        """
        instance(game, Game, "results are of a Game")
        return {
            "move": game.move_string(self.move),
            "line": self.line.to_dict(game),
            "lines": [line.to_dict(game) for line in self.lines],
            "nodes": self.nodes,
            "seconds": self.seconds,
            "depth": self.depth,
        }
