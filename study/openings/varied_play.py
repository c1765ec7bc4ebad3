"""Self-play for openings: good moves, not always the same ones, and all sorts of answers."""

import math
from dataclasses import dataclass
from random import Random

from engine.game import Game
from engine.notation import Move
from search.limits import Limits
from search.searcher import Searcher
from search.stop_flag import StopFlag
from study.openings.neighbours import keys_after
from study.selfplay import LONGEST_GAME, SelfPlay

_TABLE_MIB = 16
_CHOICES = 8
"""How many of the best moves one is chosen from; some of them are equal up to symmetry."""


@dataclass(frozen=True)
class VariedPlay(SelfPlay):
    """Games that show what to do against whatever the other player begins with.

    In each of them one player, White and Black in turns, makes the first moves at random, at least
    `random_plies[0]` and at most `random_plies[1]` of them. Of the other moves up to ply
    `varied_plies`, one that is `spread` hundredths of a point worse than another is chosen 2.7
    times less often; after that the best is played. Moves equal up to symmetry count as one.
    """

    random_plies: tuple[int, int] = (0, 2)
    varied_plies: int = 12
    spread: int = 8

    def game(self, number: int, stop: StopFlag | None = None) -> Game | None:
        """The game of a number, always the same one; None if it was stopped."""
        random = Random(f"{self.seed} {number}")
        round_number, kind = divmod(number, len(self.game_types))
        game = Game(self.game_types[kind])
        searcher = Searcher(table_mib=_TABLE_MIB)
        limits = Limits(nodes=self.nodes)
        at_random = random.randint(*self.random_plies)
        while not game.is_over and game.ply < LONGEST_GAME:
            if game.ply % 2 == round_number % 2 and game.ply // 2 < at_random:
                game.play(random.choice(_different_moves(game)))
                continue
            choices = _CHOICES if game.ply < self.varied_plies else 1
            lines = searcher.search(game, limits, multipv=choices, stop=stop).lines
            if stop is not None and stop.is_set:
                return None
            move = lines[0].pv[0]
            if choices > 1 and lines[0].score.mate is None:
                best = lines[0].score.value
                good = {line.pv[0]: (line.score.value - best) / self.spread for line in lines}
                moves = [move for move in _different_moves(game, first=tuple(good)) if move in good]
                move = random.choices(moves, [math.exp(min(good[m], 0)) for m in moves])[0]
            game.play(move)
        return game


def _different_moves(game: Game, first: tuple[Move, ...] = ()) -> list[Move]:
    """One of all legal moves that are equal up to symmetry: one of the first, if there is any."""
    keys = dict(keys_after(game))
    chosen: dict[int, Move] = {}
    for move in (*first, *keys):
        chosen.setdefault(keys[move], move)
    return [*chosen.values()]
