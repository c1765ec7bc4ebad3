"""Making opening books: games counted, then positions scored by the search."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
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

USUAL_NODES = 20_000
"""Nodes of the search for a score."""

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
    return scored(book, nodes, jobs=jobs) if nodes else book


def positions_to_score(book: Book, nodes: int) -> int:
    """How many positions `scored` will search."""
    return sum(map(_unscored, _graphs_to_score(book, nodes).values()))


def scored(
    book: Book,
    nodes: int,
    *,
    jobs: int | None = None,
    on_score: Callable[[], None] | None = None,
) -> Book:
    """The book with a score for every position, from a search of so many nodes.

    Scores that are there already stay if they are from as long a search. Every position is searched
    as its canonical form, by itself, so a score depends on nothing but the position.
    """
    graphs = _graphs_to_score(book, nodes)
    for game_type, graph in graphs.items():
        found: list[int] = []
        games = _games_to_score(game_type, graph, found)
        limits = Limits(nodes=nodes)
        with closing(analyse_stream(games, limits, jobs=jobs, table_mib=_TABLE_MIB)) as results:
            for done, result in enumerate(results):
                if result is not None:
                    graph.scores[found[done]] = result.line.score.value
                if on_score is not None:
                    on_score()
    return Book(replace(book.contents, graphs=graphs, score_nodes=nodes))


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


def _games_to_score(game_type: str, graph: Graph, found: list[int]) -> Iterator[Game]:
    """The positions without a score, to be searched; `found` gets their numbers in that order."""
    known: set[int] = set()
    # Some can be reached only where the queen may be placed on a first turn.
    for queen_first in (False, True):
        for index, game in walk(graph, Game(game_type, queen_first=queen_first)):
            if index in known:
                continue
            known.add(index)
            if graph.scores[index] == NO_SCORE and not game.is_over:
                found.append(index)
                yield Game.from_setup(canonical_setup(game), queen_first=queen_first)
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
