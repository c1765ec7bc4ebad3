"""Opening trees in the making: games are added one by one, then it becomes a book."""

from array import array
from itertools import pairwise

from engine.errors import HiveError
from engine.game import Game
from engine.game_state import GameState
from study.openings.book import Book
from study.openings.book_file import Contents
from study.openings.graph import COUNT, KEY, NO_SCORE, RESULTS, SCORE, Graph
from study.openings.neighbours import keys_along
from study.openings.tally import Tally

USUAL_PLIES = 12


class _Node:
    """A position: the games that came to it, and by the key of the next one those that left."""

    __slots__ = ("moves", "reached", "score")

    def __init__(self) -> None:
        self.reached = [0] * RESULTS
        self.moves: dict[int, list[int]] = {}
        self.score = NO_SCORE


class OpeningTree:
    """The first plies of many games, with equal positions counted as one.

    Positions are equal if they are so up to rotation, reflection and shift, and pieces of one kind
    and colour are interchangeable; what led to a position does not matter. A game counts once for
    every position it comes to and every move it makes, even if it comes there again.

    >>> tree = OpeningTree()
    >>> for text in ("wS1;bG1 wS1-;wQ -wS1", "wS1;bG1 /wS1;wQ wS1/"):
    ...     tree.add(Game.from_string(f"Base;InProgress;Black[2];{text}"))
    >>> tree.book().moves(Game("Base"))[0].played.games
    2
    """

    def __init__(self, plies: int = USUAL_PLIES) -> None:
        self.plies = plies
        self.games = 0
        self._nodes: dict[str, dict[int, _Node]] = {}
        self._score_nodes = 0

    def add(self, game: Game, result: GameState | None = None) -> None:
        """Count a game, with its result if that is another than what is on the board.

        Raises HiveError for a game that did not begin with an empty board.
        """
        if game.start_position is not None:
            raise HiveError("the game begins with a position that was set up, not with its opening")
        if result is None and game.is_over:
            result = game.state
        counts = [place for place, count in enumerate(Tally.of(result)) if count]
        nodes = self._nodes.setdefault(game.game_type, {})
        keys = keys_along(game, self.plies)
        for key in {*keys}:
            node = nodes.get(key)
            if node is None:
                node = nodes[key] = _Node()
            for place in counts:
                node.reached[place] += 1
        for key, following in {*pairwise(keys)}:
            played = nodes[key].moves.setdefault(following, [0] * RESULTS)
            for place in counts:
                played[place] += 1
        self.games += 1

    def add_book(self, book: Book) -> None:
        """Count all games of a book, and take over its scores if it is the first to have any, or
        they are from searches of as many nodes.
        """
        contents = book.contents
        self._score_nodes = self._score_nodes or contents.score_nodes
        take_scores = contents.score_nodes == self._score_nodes
        for game_type, graph in contents.graphs.items():
            nodes = self._nodes.setdefault(game_type, {})
            for index, key in enumerate(graph.keys):
                node = nodes.setdefault(key, _Node())
                _count(node.reached, graph.reached_tally(index))
                if take_scores and graph.scores[index] != NO_SCORE:
                    node.score = graph.scores[index]
                for move in graph.moves_of(index):
                    played = node.moves.setdefault(graph.keys[graph.child[move]], [0] * RESULTS)
                    _count(played, graph.played_tally(move))
        roots = (book.root_tally(game_type) for game_type in contents.graphs)
        self.games += sum(results.games for results in roots)

    def add_move(self, game_type: str, key: int, following: int) -> None:
        """Have a move between two positions, although no game has it."""
        nodes = self._nodes[game_type]
        nodes.setdefault(following, _Node())
        nodes[key].moves.setdefault(following, [0] * RESULTS)

    def book(self, min_games: int = 1) -> Book:
        """A book of the positions that at least so many games have come to.

        Those that only rarer ones lead to are left out, too.
        """
        graphs = {}
        for game_type, nodes in sorted(self._nodes.items()):
            kept = _kept(nodes, keys_along(Game(game_type), 0)[0], min_games)
            if kept:
                graphs[game_type] = _graph({key: nodes[key] for key in sorted(kept)})
        return Book(Contents(graphs, self.plies, self._score_nodes))


def _count(totals: list[int], results: Tally) -> None:
    for place, count in enumerate(results):
        totals[place] += count


def _kept(nodes: dict[int, _Node], root: int, min_games: int) -> set[int]:
    """The keys of positions that enough games have come to, as have others on the way there.

    Those without any game are there because the engine would go there.
    """
    if root not in nodes:
        return set()
    kept, found = {root}, [root]
    while found:
        for key in nodes[found.pop()].moves:
            games = sum(nodes[key].reached)
            if key not in kept and (games >= min_games or games == 0):
                kept.add(key)
                found.append(key)
    return kept


def _graph(nodes: dict[int, _Node]) -> Graph:
    """The columns of nodes that stand in the order of their keys."""
    number = {key: index for index, key in enumerate(nodes)}
    first, child = array(COUNT, [0]), array(COUNT)
    played = tuple(array(COUNT) for _ in range(RESULTS))
    for node in nodes.values():
        for index, key in sorted((number[key], key) for key in node.moves if key in number):
            child.append(index)
            for column, count in zip(played, node.moves[key], strict=True):
                column.append(count)
        first.append(len(child))
    return Graph(
        array(KEY, nodes),
        tuple(array(COUNT, (node.reached[i] for node in nodes.values())) for i in range(RESULTS)),
        array(SCORE, (node.score for node in nodes.values())),
        first,
        child,
        played,
    )
