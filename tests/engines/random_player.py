"""A correct small engine on our rules: random moves, or greedy ones that crowd the enemy queen."""

import argparse
import random
from collections.abc import Sequence

from uhp_engine import Refusal, UhpEngine

from engine import Color, Game, HiveError, Move


class RandomPlayer(UhpEngine):
    def __init__(self, *, greedy: bool, seed: int) -> None:
        self.name = "Greedy player" if greedy else "Random player"
        self.greedy = greedy
        self.random = random.Random(seed)
        self.game: Game | None = None

    def newgame(self, game_type: str) -> str:
        try:
            self.game = Game.from_string(game_type)
        except HiveError as error:
            raise Refusal(str(error)) from None
        return self.game.game_string

    def play(self, move: str) -> str:
        game = self.running_game()
        try:
            game.play(move)
        except HiveError as error:
            raise Refusal(str(error), "invalidmove") from None
        return game.game_string

    def bestmove(self, kind: str, value: str) -> Sequence[str]:
        game = self.running_game()
        if game.is_over:
            raise Refusal("the game is over")
        moves = game.legal_moves
        self.random.shuffle(moves)
        best = max(moves, key=self.gain) if self.greedy else moves[0]
        return [game.move_string(best)]

    def gain(self, move: Move) -> int:
        """How much better the queens stand after a move."""
        game = self.running_game()
        mover = game.turn
        game.play(move)
        value = crowd(game, mover.other) - crowd(game, mover)
        game.undo()
        return value

    def running_game(self) -> Game:
        if self.game is None:
            raise Refusal("no game")
        return self.game


def crowd(game: Game, color: Color) -> int:
    """How many cells around a queen are occupied."""
    place = game.place_of(f"{color.letter}Q")
    if place is None:
        return 0
    return sum(bool(game.stack(place.neighbour(direction))) for direction in range(6))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--greedy", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    RandomPlayer(greedy=arguments.greedy, seed=arguments.seed).run()


if __name__ == "__main__":
    main()
