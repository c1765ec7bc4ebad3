"""A UHP engine that owes nothing to ours: OpenSpiel's rules of Hive and its tree search.

A depth is taken for a number of simulations: five for each ply.
"""

import argparse
import time
from collections.abc import Sequence
from typing import Any

import pyspiel
from uhp_engine import Refusal, UhpEngine, seconds_of

WIDEST_BOARD = 14
SIMULATIONS_PER_PLY = 5
FIRST_SIMULATIONS = 4
SHARE_OF_TIME = 0.6
"""Simulations differ in length, so only a part of the time is planned for."""

MEMORY_MIB = 100
UCT_CONSTANT = 1.4


class OpenSpielPlayer(UhpEngine):
    name = "OpenSpiel MCTS"

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rules: Any = None
        self.state: Any = None
        self.game_type = ""
        self.moves: list[str] = []

    def newgame(self, game_type: str) -> str:
        base, _, expansions = game_type.partition("+")
        if base != "Base" or not set(expansions) <= set("MLP"):
            raise Refusal(f"unknown game type {game_type}")
        self.game_type, self.moves = game_type, []
        parameters = {
            "board_size": WIDEST_BOARD,
            "uses_mosquito": "M" in expansions,
            "uses_ladybug": "L" in expansions,
            "uses_pillbug": "P" in expansions,
        }
        self.rules = pyspiel.load_game("hive", parameters)
        self.state = self.rules.new_initial_state()
        return self.game_string()

    def play(self, move: str) -> str:
        state = self.running_state()
        try:
            action = state.string_to_action(move)
        except RuntimeError:
            raise Refusal(f"cannot read {move}", "invalidmove") from None
        if action not in state.legal_actions():
            raise Refusal(f"{move} is not legal", "invalidmove")
        state.apply_action(action)
        self.moves.append(move)
        return self.game_string()

    def bestmove(self, kind: str, value: str) -> Sequence[str]:
        state = self.running_state()
        if state.is_terminal():
            raise Refusal("the game is over")
        if kind == "depth":
            action = self.search(SIMULATIONS_PER_PLY * max(1, int(value)))
        elif kind == "time":
            start = time.perf_counter()
            action = self.search(FIRST_SIMULATIONS)
            spent = time.perf_counter() - start
            left = SHARE_OF_TIME * seconds_of(value) - spent
            simulations = int(left / spent * FIRST_SIMULATIONS)
            if simulations > FIRST_SIMULATIONS:
                action = self.search(simulations)
        else:
            raise Refusal(f"unknown limit {kind}")
        return [self.numbered(state.action_to_string(action))]

    def search(self, simulations: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(
            self.rules, evaluator, UCT_CONSTANT, simulations, MEMORY_MIB, True, self.seed, False
        )
        return int(bot.step(self.running_state()))

    def numbered(self, move: str) -> str:
        """OpenSpiel places ants in any order; the protocol wants the first one first."""
        piece, blank, where = move.partition(" ")
        in_play = {played.split()[0] for played in self.moves}
        if piece in in_play or not piece[-1].isdecimal():
            return move
        first = next(n for n in "123" if piece[:-1] + n not in in_play)
        return f"{piece[:-1]}{first}{blank}{where}"

    def running_state(self) -> Any:
        if self.state is None:
            raise Refusal("no game")
        return self.state

    def game_string(self) -> str:
        _, state, turn, *_ = str(self.state).split(";")
        return ";".join((self.game_type, state, turn, *self.moves))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    OpenSpielPlayer(parser.parse_args().seed).run()


if __name__ == "__main__":
    main()
