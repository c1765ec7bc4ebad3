"""Random games: in a jitted loop, in batches, and move by move as a Python program would."""

from random import Random
from typing import Any

import numpy as np

from engine import Game, types
from engine.jit import kernel
from engine.movegen import list_moves
from engine.position import MAX_MOVES, Moves, Position, make, new_position
from learning import GameBatch

LONGEST_GAME = 500
"""Plies after which OpenSpiel ends a game as a draw; ours are broken off there, too."""

BATCH = 1024
"""Games that are stepped together."""

Positions = types.Array(Position, 1)


@kernel(types.int64(Positions, Moves, types.uint64))
def play_out(positions: Any, moves: Any, seed: Any) -> Any:
    """Play every position to its end with random moves; returns the plies played."""
    plies = np.int64(0)
    state = seed | np.uint64(1)
    for i in range(len(positions)):
        pos = positions[i]
        while pos.ply < LONGEST_GAME:
            count = list_moves(pos, moves)
            if count == 0:
                break
            # Marsaglia's xorshift with multiplication: cheap and good enough to pick moves with.
            state ^= state >> np.uint64(12)
            state ^= state << np.uint64(25)
            state ^= state >> np.uint64(27)
            chosen = (state * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(33)
            make(pos, np.int64(moves[np.int64(chosen) % count]))
            plies += 1
    return plies


def jitted_games(game_type: str, games: int, seed: int) -> int:
    """Play games in the jitted loop; returns the plies played."""
    positions = np.array([new_position(game_type)]).repeat(games)
    return int(play_out(positions, np.empty(MAX_MOVES, dtype=np.int32), np.uint64(seed)))


def object_games(game_type: str, games: int, seed: int) -> int:
    """Play games with `engine.Game`; returns the plies played."""
    random = Random(seed)
    plies = 0
    for _ in range(games):
        game = Game(game_type)
        while game.ply < LONGEST_GAME and not game.is_over:
            game.play(random.choice(game.legal_moves))
        plies += game.ply
    return plies


def batched_games(game_type: str, games: int, seed: int) -> int:
    """Play games with `GameBatch.random_playouts`; returns the plies played."""
    return GameBatch(games, game_type, max_plies=LONGEST_GAME).random_playouts(seed=seed)


def stepped_games(game_type: str, plies: int, seed: int) -> int:
    """Play so many plies in all games of a batch, each chosen by numpy; returns the plies played.

    Games that end are set up anew, so at any time there are games of all ages.
    """
    batch = GameBatch(BATCH, game_type, max_plies=LONGEST_GAME, auto_reset=True)
    random = np.random.default_rng(seed)
    for _ in range(plies):
        actions, offsets = batch.legal_actions()
        chosen = (random.random(BATCH) * np.diff(offsets)).astype(np.int64)
        batch.step(actions[offsets[:-1] + chosen])
    return plies * BATCH
