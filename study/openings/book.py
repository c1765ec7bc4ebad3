"""Opening books: what was played in a position, how it ended, and what the engine thinks of it."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from study.openings.book_file import BookError, Contents, packed, read_book, unpacked, write_book
from study.openings.graph import Graph
from study.openings.tally import Tally

if TYPE_CHECKING:
    from random import Random

    from engine.game import Game
    from engine.notation import Move
    from search.values import Score

OWN_BOOK = Path(__file__).with_name("own.book")
"""The book that comes with the program."""

USUAL_VARIETY = 20
MOST_VARIETY = 100


@dataclass(frozen=True)
class BookMove:
    """A move that leads to a position of a book."""

    move: "Move"
    text: str
    """The MoveString."""
    played: Tally
    """The games in which it was made in this position; none where others led to the next one."""
    reached: Tally
    """All games that came to the position it leads to."""
    score: "Score | None"
    """What the engine thinks of it, from the point of view of who makes it."""
    key: int = field(repr=False)
    """The canonical hash of the position it leads to."""


@dataclass(frozen=True)
class BookPosition:
    """A position of a book: the games that came to it, and the score for the side to move."""

    reached: Tally
    score: "Score | None"


class Book:
    """A book of openings, read from a file that `propolis openings make` has written.

    Positions are found however they lie and whatever led to them, and the moves that are told are
    always legal ones of the game at hand.

    >>> from engine import Game
    >>> book = Book.own()
    >>> game = Game("Base+MLP")
    >>> _ = game.play("wP")
    >>> move = book.choose(game, variety=0)
    >>> game.is_legal(move.move)
    True
    """

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        """The columns, for whoever merges or writes books."""

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The book of a file. Raises BookError, which says what is wrong with it."""
        return cls(read_book(path))

    @classmethod
    def own(cls) -> Self:
        """The book that comes with the program, made from its own games."""
        return cls.load(OWN_BOOK)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The book that the bytes of a file hold. Raises BookError."""
        return cls(unpacked(data))

    def to_bytes(self) -> bytes:
        """The bytes of the file, the same for the same book. Raises BookError if too large."""
        return packed(self.contents)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all. Raises BookError."""
        write_book(self.contents, path)

    @property
    def game_types(self) -> tuple[str, ...]:
        """The game types it has openings of."""
        return tuple(self.contents.graphs)

    @property
    def plies(self) -> int:
        """How many plies of every game were looked at."""
        return self.contents.plies

    @property
    def score_nodes(self) -> int:
        """How many nodes were searched for every score; 0 if it has none."""
        return self.contents.score_nodes

    def __len__(self) -> int:
        """How many positions it has."""
        return sum(map(len, self.contents.graphs.values()))

    def root_tally(self, game_type: str) -> Tally:
        """How all games of a type ended."""
        from engine.game import Game

        found = self.position(Game(game_type))
        return Tally() if found is None else found.reached

    def position(self, game: "Game") -> BookPosition | None:
        """What the book knows of the position; None if it does not know it."""
        graph, index = self._find(game)
        if index is None:
            return None
        return BookPosition(graph.reached_tally(index), _score(graph.score(index)))

    def moves(self, game: "Game") -> list[BookMove]:
        """The legal moves that lead to positions of the book, those made most often first.

        Of moves that are equal up to symmetry the first is told.
        """
        from study.openings.neighbours import keys_after

        graph, index = self._find(game)
        found: dict[int, BookMove] = {}
        for move, key in keys_after(game) if len(graph) else ():
            child = None if key in found else graph.index(key)
            if child is not None:
                made = None if index is None else graph.move_between(index, child)
                found[key] = BookMove(
                    move,
                    game.move_string(move),
                    graph.played_tally(made),
                    graph.reached_tally(child),
                    _score(_before(graph.score(child))),
                    key,
                )
        return sorted(found.values(), key=_popularity)

    def choose(
        self, game: "Game", variety: int = USUAL_VARIETY, random: "Random | None" = None
    ) -> BookMove | None:
        """A move to play; None in a position that the book does not know.

        `variety` is how many hundredths of a point a move may be worse than the best by the scores
        of the engine. With 0 it is always the best; else chance decides between those that are good
        enough, and the more often one was made the likelier it is. If no move of the book is good
        enough, because the engine knows a better one, there is none to play.

        In a book without scores, `variety` is how many percent fewer games a move may have than the
        one that has most.
        """
        here = self.position(game)
        if here is None:
            return None
        moves = self.moves(game)
        scored = [(move, move.score.value) for move in moves if move.score is not None]
        if scored:
            best = max(value for _, value in scored)
            if variety == 0:
                good = [next(move for move, value in scored if value == best)]
            else:
                good = [move for move, value in scored if value >= best - variety]
            if here.score is not None:
                # A forced end is a matter for the search, which proves it.
                if here.score.mate is not None or best + variety + _DOUBT < here.score.value:
                    return None
        else:
            most = max((move.played.games for move in moves), default=0)
            least = most * (MOST_VARIETY - variety) / MOST_VARIETY
            good = [move for move in moves if move.played.games >= max(least, 1)]
        if len(good) <= 1 or variety == 0:
            return good[0] if good else None
        if random is None:
            from random import Random

            random = Random()
        odds = [move.played.games + 1 for move in good]
        return random.choices(good, odds)[0]

    def _find(self, game: "Game") -> tuple[Graph, int | None]:
        from study.openings.neighbours import key_of

        graph = self.contents.graphs.get(game.game_type)
        return (Graph(), None) if graph is None else (graph, graph.index(key_of(game)))


_DOUBT = 10
"""Hundredths of a point that a position's score may exceed those of its moves by and still agree
with them: they are from other searches, which look one ply further.
"""


def _popularity(move: BookMove) -> tuple[float, ...]:
    score = 0 if move.score is None else move.score.value
    return (-move.played.games, -move.reached.games, -score, move.key)


def _before(score: int | None) -> int | None:
    """The score of a move from that of the position it leads to: a forced end is a ply further."""
    if score is None:
        return None
    from search.values import MATE_ZONE

    nearer = (score >= MATE_ZONE) - (score <= -MATE_ZONE)
    return -(score - nearer)


def _score(value: int | None) -> "Score | None":
    if value is None:
        return None
    from search.values import Score

    return Score(value)


__all__ = ["Book", "BookError", "BookMove", "BookPosition", "Tally"]
