"""The review of one game, as a dialogue: it asks for analyses of positions and gets them.

It knows nothing of threads, clocks and files, so the positions of many games can be searched
together, and what was searched before need not be searched again.
"""

from collections.abc import Generator, Sequence
from hashlib import sha256
from typing import NamedTuple

from engine.game import Game
from engine.game_state import GameState
from engine.game_tree import GameTree
from engine.notation import Move
from engine.pgn import write_pgn
from engine.pieces import Color
from engine.record import final_result
from search.limits import Limits
from search.searcher import Searcher
from search.values import Score
from study.review.judging import (
    INACCURACY,
    SHALLOW_DEPTH,
    Facts,
    Judgement,
    drop_of,
    has_missed_win,
    judge,
    may_be_great,
)
from study.review.model import GameReview, ReviewedMove, ReviewLine, ReviewSettings, rounded
from study.review.positions import LONGEST_LINE, PositionAnalysis
from study.review.summary import summarise

Dialogue = Generator["Question", list[PositionAnalysis], GameReview]

_DRAWN = 0.5


class Question(NamedTuple):
    """Positions to be analysed, `deep` ones longer than others."""

    positions: list[Game]
    deep: bool


def assess(tree: GameTree, settings: ReviewSettings) -> Dialogue:
    """Review the main line of a tree, which is left alone.

    Every position of the game is asked for first. A move that seems to be an error is not called
    one before a second, deeper look: at the position after it, and at the one after the best move,
    so that like is compared with like. What is found there may raise doubts about its neighbours.
    """
    nodes = [tree, *tree.mainline()]
    games = [node.game() for node in nodes]
    line = _Line(games, [move for node in nodes[1:] if (move := node.move) is not None])
    line.found = yield Question(games, deep=False)
    while doubts := line.doubts():
        asked = [place for ply in doubts for place in line.looks_at(ply)]
        line.settle(doubts)
        if asked:
            answers = yield Question([line.position(place) for place in asked], deep=True)
            for place, answer in zip(asked, answers, strict=True):
                line.take(place, answer)
    reviewed = tuple(_reviewed(line, ply, node.move_string) for ply, node in enumerate(nodes[1:]))
    chances = tuple(rounded(white_chance(game, line.chance(ply))) for ply, game in enumerate(games))
    scores = tuple(
        line.best(ply).score.pov(Color.WHITE, turn=game.turn) if line.found[ply].lines else None
        for ply, game in enumerate(games)
    )
    return GameReview(
        settings=settings,
        game=games[-1].notation,
        queen_first=tree.queen_first,
        repetition_draw=tree.repetition_draw,
        tags=dict(tree.tags),
        result=final_result(tree.result, games[-1]),
        record=fingerprint(tree),
        chances=chances,
        scores=scores,
        moves=reviewed,
        white=summarise(reviewed, chances, Color.WHITE),
        black=summarise(reviewed, chances, Color.BLACK),
    )


def fingerprint(tree: GameTree) -> str:
    """A hash of a whole record, with its names, comments and variations."""
    return sha256(write_pgn(tree).encode()).hexdigest()[:32]


def chance_of(game: Game, analysis: PositionAnalysis) -> float:
    """The chance of the side to move; where the game is over, what it has got."""
    if not game.is_over:
        return analysis.lines[0].score.win_chance
    if game.state is GameState.DRAW:
        return _DRAWN
    return 1.0 if game.winner is game.turn else 0.0


def white_chance(game: Game, chance: float) -> float:
    """White's chance, given that of the side to move."""
    return chance if game.turn is Color.WHITE else 1 - chance


class _Place(NamedTuple):
    """A position: the one before a move of the game, or the one after a better move there."""

    ply: int
    better: str | None = None


class _Line:
    """The positions of a game and what is known of them."""

    def __init__(self, games: list[Game], moves: list[Move]) -> None:
        self.games = games
        self.moves = moves
        self.found: list[PositionAnalysis] = []
        self._is_deep: set[int] = set()
        self._looked: dict[int, str] = {}
        """The better move that each doubtful one was compared with."""
        self._promises: dict[_Place, ReviewLine] = {}

    def best(self, ply: int) -> ReviewLine:
        """The best line from the position before a move, as far as is known."""
        line = self.found[ply].lines[0]
        return self._promises.get(_Place(ply, line.moves[0]), line)

    def is_best(self, ply: int) -> bool:
        """Whether the best move was played."""
        return self.games[ply].parse_move(self.found[ply].lines[0].moves[0]) == self.moves[ply]

    def chance(self, ply: int) -> float:
        """The chance of the side to move before a move, what was found at a second look included.

        A position has one chance: what a player hopes for is what the opponent has left.
        """
        if self.games[ply].is_over:
            return chance_of(self.games[ply], self.found[ply])
        return self.best(ply).score.win_chance

    def mate(self, ply: int) -> int:
        """Above 0 where the side to move is proven to win, below where it has lost or will."""
        game = self.games[ply]
        if not game.is_over:
            return self.best(ply).score.mate or 0
        return 0 if game.winner is None else 1 if game.winner is game.turn else -1

    def left(self, ply: int) -> float:
        """The chance of the mover after the move played."""
        return 1 - self.chance(ply + 1)

    def doubts(self) -> list[int]:
        """The moves that seem to be errors and have not been looked at, with that better move."""
        return [ply for ply in range(len(self.moves)) if self._is_doubtful(ply)]

    def looks_at(self, ply: int) -> list[_Place]:
        """The positions to look at before a move is called an error."""
        line = self.found[ply].lines[0]
        places = []
        if ply + 1 not in self._is_deep and not self.games[ply + 1].is_over:
            places.append(_Place(ply + 1))
        if line.score.mate is None:  # else there is a proof
            places.append(_Place(ply, line.moves[0]))
        return places

    def position(self, place: _Place) -> Game:
        """The position of a place."""
        game = self.games[place.ply]
        if place.better is not None:
            game = game.copy()
            game.play(place.better)
        return game

    def take(self, place: _Place, analysis: PositionAnalysis) -> None:
        """Take in the analysis of a position that was looked at."""
        if place.better is None:
            self._is_deep.add(place.ply)
            self.found[place.ply] = analysis
        elif analysis.lines:
            self._promises[place] = _promised(place.better, analysis.lines[0])

    def settle(self, doubts: Sequence[int]) -> None:
        """Note that these moves are looked at, beside what is the best one now."""
        for ply in doubts:
            self._looked[ply] = self.found[ply].lines[0].moves[0]

    def _is_doubtful(self, ply: int) -> bool:
        line = self.found[ply].lines[0]
        if self.is_best(ply) or self._looked.get(ply) == line.moves[0]:
            return False
        return self.best(ply).score.win_chance - self.left(ply) >= INACCURACY


def _promised(better: str, answer: ReviewLine) -> ReviewLine:
    """The line of a better move as a search of the position after it sees it."""
    moves = (better, *answer.moves)[:LONGEST_LINE]
    return ReviewLine(_one_ply_sooner(answer.score), answer.depth + 1, moves)


def _one_ply_sooner(score: Score) -> Score:
    """A score of the position after a move, for the player who makes that move."""
    if score.mate is None:
        return -score
    return Score.mate_in(-score.mate + 1 if score.mate < 0 else -score.mate - 1)


def _reviewed(line: _Line, ply: int, text: str) -> ReviewedMove:
    game, after, move = line.games[ply], line.games[ply + 1], line.moves[ply]
    best, left = line.best(ply), line.left(ply)
    others = line.found[ply].lines[1:]
    wins = line.found[ply].wins_in_one
    has_won = after.winner is game.turn
    is_best = has_won or line.is_best(ply)
    second = others[0].score.win_chance if others else None
    facts = Facts(
        hoped=best.score.win_chance,
        left=left,
        is_forced=len(game.legal_moves) == 1,
        is_best=is_best,
        missed_win_in_one=bool(wins) and not has_won,
        win_was_forced=(best.score.mate or 0) > 0,
        win_is_forced=line.mate(ply + 1) < 0,
        loss_was_forced=(best.score.mate or 0) < 0,
        second=second,
        is_hidden=is_best
        and not has_won
        and may_be_great(min(best.score.win_chance, left), second)
        and _is_hidden(game, move),
    )
    judgement = judge(facts)
    missed = None
    if has_missed_win(facts):
        missed = 1 if wins else ((best.score.mate or 1) + 1) // 2
    return ReviewedMove(
        ply=game.ply + 1,
        color=game.turn,
        move=text,
        judgement=judgement,
        hoped=rounded(left if judgement is Judgement.FORCED else max(facts.hoped, 0.0)),
        left=rounded(left),
        drop=rounded(drop_of(facts)),
        legal_moves=len(game.legal_moves),
        best=best,
        second=others[0] if others else None,
        wins_in_one=wins,
        missed_win=missed,
    )


def _is_hidden(game: Game, move: Move) -> bool:
    """Whether a look of a few plies prefers another move."""
    searcher = Searcher(threads=1, table_mib=1)
    return searcher.search(game, Limits(depth=SHALLOW_DEPTH), multipv=1).move != move
