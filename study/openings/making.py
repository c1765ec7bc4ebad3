"""Making opening books: games counted, then positions scored by the search."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace

from engine.game import Game
from engine.notation import Move
from engine.record import Record
from engine.symmetry import canonical_setup
from search.limits import Limits
from search.many import analyse_stream
from study.openings.book import Book
from study.openings.graph import NO_SCORE, Graph
from study.openings.neighbours import key_of, keys_after
from study.openings.tree import USUAL_PLIES, OpeningTree
from study.progress import Progress

BestMove = tuple[str, int, int]
"""Game type, key of a position, and key of the position that the engine would go to."""

Watched = Callable[[int], AbstractContextManager[Progress | None]]

USUAL_NODES = 20_000
"""Nodes of the search for a score."""

_DONE = Game()
"""In place of a game that is no longer needed."""

_TABLE_MIB = 4
"""Memory for a score: as much as such a search fills. Clearing more would take longer than it."""


def make_book(
    games: Iterable[Game | Record],
    *,
    plies: int = USUAL_PLIES,
    min_games: int = 1,
    nodes: int = 0,
    jobs: int | None = None,
) -> Book:
    """A book of games or records of games: their first plies, up to symmetry and transposition.

    Positions with fewer than `min_games` are left out. With `nodes` each of the others is searched
    for so long for its score, on all cores or with so many `jobs`.

    Raises HiveError for a game that begins with a position that was set up.

    >>> game = Game.from_string("Base;InProgress;White[2];wS1;bG1 wS1-")
    >>> book = make_book([game, game.rotated()])
    >>> len(book), [move.text for move in book.moves(Game("Base"))]
    (3, ['wS1'])
    """
    tree = OpeningTree(plies)
    for each in games:
        if isinstance(each, Record):
            tree.add(each.game, each.result)
        else:
            tree.add(each)
    book = tree.book(min_games)
    return judged(book, nodes, jobs=jobs) if nodes else book


def _unwatched(total: int) -> AbstractContextManager[None]:
    return nullcontext()


def positions_to_score(book: Book, nodes: int) -> int:
    """How many positions `scored` will search."""
    return sum(map(_unscored, _graphs_to_score(book, nodes).values()))


def judged(
    book: Book, nodes: int, *, jobs: int | None = None, watched: Watched = _unwatched
) -> Book:
    """The book with a score for every position, from a search of so many nodes, and with the move
    that this search has found in every position that games have come to.

    `watched` is told the number of positions that are to be searched, first those of the games and
    then those that the engine would go to, and gives something whose `advance` is called for each.
    """
    for _ in range(2):
        with watched(positions_to_score(book, nodes)) as progress:
            best: list[BestMove] = []
            book = _scored(book, nodes, jobs, best, progress)
        tree = OpeningTree(book.plies)
        tree.add_book(book)
        for move in best:
            tree.add_move(*move)
        book = tree.book()
    return book


def _scored(
    book: Book, nodes: int, jobs: int | None, best: list[BestMove], progress: Progress | None
) -> Book:
    """The book with all scores; `best` gets the best moves of positions that games came to.

    Scores that are there already stay if they are from as long a search. Every position is searched
    as its canonical form, by itself, so a score depends on nothing but the position.
    """
    graphs = _graphs_to_score(book, nodes)
    for game_type, graph in graphs.items():
        found: list[tuple[int, Game]] = []
        games = _games_to_score(game_type, graph, found)
        limits = Limits(nodes=nodes)
        with closing(analyse_stream(games, limits, jobs=jobs, table_mib=_TABLE_MIB)) as results:
            for done, result in enumerate(results):
                if result is not None:
                    index, game = found[done]
                    graph.scores[index] = result.line.score.value
                    if graph.reached_tally(index).games:
                        best.append((game_type, graph.keys[index], _key_after(game, result.move)))
                    found[done] = index, _DONE
                if progress is not None:
                    progress.advance()
    return Book(replace(book.contents, graphs=graphs, score_nodes=nodes))


def _key_after(game: Game, move: Move) -> int:
    return next(key for other, key in keys_after(game) if other == move)


def _graphs_to_score(book: Book, nodes: int) -> dict[str, Graph]:
    """The graphs with columns of scores that can be filled in."""
    keeps = book.score_nodes == nodes
    return {
        game_type: replace(
            graph,
            scores=graph.scores[:] if keeps else array("h", [NO_SCORE] * len(graph)),
        )
        for game_type, graph in book.contents.graphs.items()
    }


def _unscored(graph: Graph) -> int:
    return graph.scores.count(NO_SCORE)


def _games_to_score(game_type: str, graph: Graph, found: list[tuple[int, Game]]) -> Iterator[Game]:
    """The positions without a score, to be searched; `found` gets them, too, with their numbers."""
    known: set[int] = set()
    # Some can be reached only where the queen may be placed on a first turn.
    for queen_first in (False, True):
        for index, game in walk(graph, Game(game_type, queen_first=queen_first)):
            if index in known:
                continue
            known.add(index)
            if graph.scores[index] == NO_SCORE and not game.is_over:
                found.append(
                    (index, Game.from_setup(canonical_setup(game), queen_first=queen_first))
                )
                yield found[-1][1]
        if len(known) == len(graph):
            return


def walk(graph: Graph, start: Game) -> Iterator[tuple[int, Game]]:
    """The positions that moves of the book lead to, from where a game stands on.

    Each comes with its number and a game that stands there.
    """
    root = graph.index(key_of(start))
    if root is None:
        return
    waiting: list[tuple[int, tuple[Move, ...]]] = [(root, ())]
    known = {root}
    for index, moves in waiting:
        game = start.copy()
        for move in moves:
            game.play(move)
        yield index, game
        children = {graph.keys[child]: child for child in graph.children_of(index)}
        for move, key in keys_after(game) if children else ():
            child = children.get(key)
            if child is not None and child not in known:
                known.add(child)
                waiting.append((child, (*moves, move)))
