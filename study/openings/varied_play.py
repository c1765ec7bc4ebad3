"""Self-play for openings: good moves, not always the same ones, and all sorts of answers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from engine.game import Game
from engine.notation import Move
from engine.symmetry import canonical_setup
from search.limits import Limits
from search.searcher import Searcher
from search.stop_flag import StopFlag
from study.openings.neighbours import key_of, keys_after
from study.selfplay import LONGEST_GAME, SelfPlay

_TABLE_MIB = 4
_OPENING_EFFORT = 10
"""How many times as many nodes a move of the opening gets: positions come again and again, and are
searched once for all games."""
_CHOICES = 8
"""How many of the best moves one is chosen from."""
_SYMMETRIC_PLIES = 3
"""So early most of the best moves are one and the same: every other one is searched by itself."""


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
    spread: int = 5
    _known: dict[int, Mapping[int, int]] = field(default_factory=dict, repr=False, compare=False)
    """The good moves of positions met before, as `_judged` tells them. They depend on the position
    alone, so it does not matter which game comes to it first."""

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
                moves = _different_moves(game)
                game.play(moves[random.choice(sorted(moves))])
            elif game.ply < self.varied_plies:
                scores = self._judged(game, stop)
                if scores is None:
                    return None
                best = max(scores.values())
                odds = [math.exp((score - best) / self.spread) for score in scores.values()]
                game.play(_different_moves(game)[random.choices([*scores], odds)[0]])
            else:
                result = searcher.search(game, limits, stop=stop)
                if stop is not None and stop.is_set:
                    return None
                game.play(result.move)
        return game

    def _judged(self, game: Game, stop: StopFlag | None) -> Mapping[int, int] | None:
        """Good moves, by the keys of the positions they lead to, with scores; None if stopped."""
        key = key_of(game)
        if key not in self._known:
            scores: dict[int, int] = {}
            searcher = Searcher(table_mib=_TABLE_MIB)
            limits = Limits(nodes=_OPENING_EFFORT * self.nodes)
            view = Game.from_setup(canonical_setup(game))
            if view.ply < _SYMMETRIC_PLIES:
                for child, move in sorted(_different_moves(view).items()):
                    after = view.copy()
                    after.play(move)
                    searcher.new_game()
                    result = searcher.search(after, limits, multipv=1, stop=stop)
                    scores[child] = -result.line.score.value
            else:
                keys = dict(keys_after(view))
                for line in searcher.search(view, limits, multipv=_CHOICES, stop=stop).lines:
                    scores.setdefault(keys[line.pv[0]], line.score.value)
            if stop is not None and stop.is_set:
                return None
            self._known[key] = scores
        return self._known[key]


def _different_moves(game: Game) -> dict[int, Move]:
    """One of all legal moves that are equal up to symmetry, by the position they lead to."""
    chosen: dict[int, Move] = {}
    for move, key in keys_after(game):
        chosen.setdefault(key, move)
    return chosen
