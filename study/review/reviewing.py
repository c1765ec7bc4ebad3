"""Reviews of games on all cores: `review_game` for one, `review_games` for as many as there are.

>>> from engine import Game
>>> game = Game.from_string("Base;InProgress;White[2];wS1;bS1 wS1-")
>>> review = review_game(game, Limits(nodes=200))
>>> [move.move for move in review.moves], len(review.chances)
(['wS1', 'bS1 wS1-'], 3)
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from engine.checks import instance
from engine.game import Game
from engine.game_tree import GameTree
from engine.record import Record
from search.limits import Limits
from search.many import analyse_stream
from search.result import Result
from search.stop_flag import StopFlag
from study.review.assessing import (
    Dialogue,
    Question,
    assess,
    chance_of,
    white_chance,
)
from study.review.judging import USUAL_NODES
from study.review.model import GameReview, ReviewSettings
from study.review.positions import LINES, PositionAnalysis, analysis_of, deeper, key_of
from uhp.version import __version__

Reviewable = Game | Record | GameTree
OnProgress = Callable[[int, int], None]
"""Called with the positions of the game that are analysed, and with all there are."""

USUAL_LIMITS = Limits(nodes=USUAL_NODES)


_MOST_WAITING = 64
"""Positions that wait for their second look before it is begun."""


class Memory(Protocol):
    """What is known of positions from before."""

    def get(self, key: str) -> PositionAnalysis | None:
        """The analysis of that name, if there is one."""

    def put(self, key: str, analysis: PositionAnalysis) -> None:
        """Keep an analysis."""


class Found(NamedTuple):
    """White's chance in a position of a game, as a first look sees it; both counted from 0."""

    number: int
    ply: int
    chance: float


OnPosition = Callable[[Found], None]
OnSecondLook = Callable[[int, int], None]
"""Called with how many positions more are to be looked at again, and how many more have been."""


def review_game(
    game: Reviewable,
    limits: Limits = USUAL_LIMITS,
    *,
    jobs: int | None = None,
    on_progress: OnProgress | None = None,
) -> GameReview:
    """Review a game: a `Game`, a `Record` or the main line of a `GameTree`.

    Limits are for each position; with nodes or depth the same game has always the same review,
    however many `jobs` there are (by default one for each core).
    """
    tree = tree_of(game)
    total = tree.end().depth + 1
    done = 0

    def count(found: Found) -> None:
        nonlocal done
        done += 1
        if on_progress is not None:
            on_progress(done, total)

    [(_, review)] = review_games([tree], limits, jobs=jobs, on_position=count)
    return review


def review_games(
    games: Iterable[Reviewable],
    limits: Limits = USUAL_LIMITS,
    *,
    jobs: int | None = None,
    memory: Memory | None = None,
    on_position: OnPosition | None = None,
    on_second_look: OnSecondLook | None = None,
    stop: StopFlag | None = None,
) -> Iterator[tuple[int, GameReview]]:
    """Review games one after the other, with the positions of the next begun while cores are free.

    Each comes with the number of its game, counted from 0, as soon as it is finished, which need
    not be in order. `on_position` is called after every position of a game, `on_second_look` when
    it is known how many positions are to be looked at again, as (count, 0), and after each of them,
    as (0, 1). `memory` spares what it knows. When the iterator is closed, or by `stop`, all
    searches end at once, and games that are not finished are given up.
    """
    if limits == Limits():
        raise ValueError("a review needs a limit for each position: nodes, depth or seconds")
    work = _Work(games, ReviewSettings(limits, __version__), memory, on_position, on_second_look)
    while not work.is_done:
        for deep in (False, True):
            with analyse_stream(
                work.positions(deep),
                deeper(limits) if deep else limits,
                multipv=LINES,
                jobs=jobs,
                stop=stop,
            ) as results:
                for result in results:
                    if stop is not None and stop.is_set:  # what it has found so far is too little
                        return
                    work.deliver(result)
                    yield from work.take_finished()
            yield from work.take_finished()
            if stop is not None and stop.is_set:
                return


def tree_of(game: Reviewable) -> GameTree:
    """A game as a tree; that of a tree is the tree itself."""
    what = "only a Game, a Record or a GameTree can be reviewed"
    instance(game, (Game, Record, GameTree), what)
    if isinstance(game, Game):
        return GameTree.from_game(game)
    return game.tree() if isinstance(game, Record) else game


@dataclass
class _Batch:
    """What the review of a game has asked for last."""

    number: int
    dialogue: Dialogue
    question: Question
    is_first: bool
    found: dict[int, PositionAnalysis] = field(default_factory=dict)


class _Asked(NamedTuple):
    """One position that is to be searched."""

    batch: _Batch
    place: int

    @property
    def position(self) -> Game:
        return self.batch.question.positions[self.place]


class _Work:
    """Positions waiting to be searched, and where the results go. All in the caller's thread."""

    def __init__(
        self,
        games: Iterable[Reviewable],
        settings: ReviewSettings,
        memory: Memory | None,
        on_position: OnPosition | None,
        on_second_look: OnSecondLook | None,
    ) -> None:
        self._games = enumerate(games)
        self._games_left = True
        self._settings = settings
        self._memory = memory
        self._on_position = on_position
        self._on_second_look = on_second_look
        self._waiting: dict[bool, deque[_Asked]] = {False: deque(), True: deque()}
        """Positions for a first look and for a second, deeper one."""
        self._under_way: deque[_Asked] = deque()
        self._finished: list[tuple[int, GameReview]] = []

    @property
    def is_done(self) -> bool:
        """Whether every game has been reviewed."""
        return not (self._games_left or any(self._waiting.values()))

    def positions(self, deep: bool) -> Iterator[Game]:
        """Positions to be searched, for a first look or for a second one.

        New games are begun as long as not too much waits for its second look.
        """
        waiting = self._waiting[deep]
        while True:
            if not waiting and (
                deep or len(self._waiting[True]) >= _MOST_WAITING or not self._begin_game()
            ):
                return
            if not waiting:
                continue
            asked = waiting.popleft()
            known = None if self._memory is None else self._memory.get(self._key(asked))
            if known is None:
                self._under_way.append(asked)
                yield asked.position
            else:
                self._settle(asked, known)

    def deliver(self, result: Result | None) -> None:
        """Take in what the search of the next position has found."""
        asked = self._under_way.popleft()
        analysis = analysis_of(asked.position, result)
        if self._memory is not None:
            self._memory.put(self._key(asked), analysis)
        self._settle(asked, analysis)

    def take_finished(self) -> list[tuple[int, GameReview]]:
        """The reviews that have been finished since."""
        finished, self._finished = self._finished, []
        return finished

    def _key(self, asked: _Asked) -> str:
        return key_of(asked.position, self._settings, asked.batch.question.deep)

    def _begin_game(self) -> bool:
        for number, game in self._games:
            dialogue = assess(tree_of(game), self._settings)
            self._ask(_Batch(number, dialogue, next(dialogue), is_first=True))
            return True
        self._games_left = False
        return False

    def _ask(self, batch: _Batch) -> None:
        """What a game under way asks for comes first, so that it is finished first."""
        positions = batch.question.positions
        asked = [_Asked(batch, place) for place in range(len(positions))]
        self._waiting[batch.question.deep].extendleft(reversed(asked))
        if not batch.is_first and self._on_second_look is not None:
            self._on_second_look(len(asked), 0)

    def _settle(self, asked: _Asked, analysis: PositionAnalysis) -> None:
        batch = asked.batch
        batch.found[asked.place] = analysis
        if batch.is_first and self._on_position is not None:
            game = asked.position
            chance = white_chance(game, chance_of(game, analysis))
            self._on_position(Found(batch.number, asked.place, chance))
        if not batch.is_first and self._on_second_look is not None:
            self._on_second_look(0, 1)
        count = len(batch.question.positions)
        if len(batch.found) < count:
            return
        try:
            question = batch.dialogue.send([batch.found[place] for place in range(count)])
        except StopIteration as end:
            self._finished.append((batch.number, end.value))
        else:
            self._ask(_Batch(batch.number, batch.dialogue, question, is_first=False))
