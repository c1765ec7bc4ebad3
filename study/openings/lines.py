"""Openings to play games from: balanced, all different, in an order that a seed gives."""

from collections.abc import Sequence
from random import Random

from engine.game import Game
from study.openings.book import Book
from study.openings.graph import Graph
from study.openings.neighbours import key_of, keys_after

_FIRST_TURNS = 2
"""Plies in which some rules allow the queen and others do not."""


class BookLines:
    """The positions of a book after so many plies in which neither side is far ahead.

    No two are equal up to symmetry. Each comes with one line of moves that leads to it; where there
    are several, chance has chosen. The same book, bound and seed give the same lines.

    >>> lines = BookLines(Book.own(), "Base+MLP", plies=4, most_score=50, seed=1)
    >>> len(lines) > 10, len(lines.moves(0))
    (True, 4)
    """

    def __init__(
        self, book: Book, game_type: str, *, plies: int, most_score: int, seed: int
    ) -> None:
        self._game_type = game_type
        self._graph = book.contents.graphs.get(game_type, Graph())
        self._random = Random(f"{seed} {game_type}")
        self._paths = self._balanced(plies, most_score)

    def __len__(self) -> int:
        return len(self._paths)

    def moves(self, number: int) -> tuple[str, ...]:
        """The MoveStrings of a line, numbered from 0."""
        game = self._played(self._paths[number])
        assert game is not None
        return game.move_strings

    def _played(self, path: tuple[int, ...]) -> Game | None:
        """The game of a path; None if the book has it from games by other rules."""
        game = Game(self._game_type)
        for index in path[1:]:
            wanted = self._graph.keys[index]
            move = next((move for move, key in keys_after(game) if key == wanted), None)
            if move is None:
                return None
            game.play(move)
        return game

    def _balanced(self, plies: int, most_score: int) -> Sequence[tuple[int, ...]]:
        """Paths from the start to the good positions, in the order of the seed."""
        graph, random = self._graph, self._random
        root = graph.index(key_of(Game(self._game_type)))
        paths: dict[int, tuple[int, ...]] = {} if root is None else {root: (root,)}
        for ply in range(plies):
            leading: dict[int, list[tuple[int, ...]]] = {}
            for index, path in paths.items():
                for child in graph.children_of(index):
                    leading.setdefault(child, []).append(path)
            paths = {child: (*random.choice(leading[child]), child) for child in sorted(leading)}
            if ply < _FIRST_TURNS:
                paths = {index: path for index, path in paths.items() if self._played(path)}
        good = [path for index, path in paths.items() if self._is_good(index, most_score)]
        random.shuffle(good)
        return good

    def _is_good(self, index: int, most_score: int) -> bool:
        score = self._graph.score(index)
        return score is not None and abs(score) <= most_score
