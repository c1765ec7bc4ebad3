"""Positions of games as samples to fit weights to: feature counts, and what became of them."""

from collections.abc import Iterable
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from engine.packed import unpack
from engine.pieces import GAME_TYPES, PIECES
from search.evaluation import features
from search.evaluation.evaluate import pieces_in_play
from search.values import MATE_ZONE, POINTS_PER_DECADE
from training.match import Configuration, Player, play, processes, random_opening
from uhp.output import note

SCALE = POINTS_PER_DECADE / np.log(10)
"""Hundredths of a point for one unit of log-odds."""

BATCH = 20
"""Games a task; small enough to show progress."""

FULL_TYPE_SHARE = 0.6
"""How many of the games are of the full type; the others share the rest."""


class Sample(NamedTuple):
    """Positions of some games: feature counts, phase (0 empty board, 1 full), what became of them.

    `result` is the game's result and `foreseen` the one that the search's score stands for, both
    for White between 0 and 1.
    """

    counts: Any
    phase: Any
    result: Any
    foreseen: Any

    def target(self, trust: float) -> Any:
        """What the value should predict: the search's view, trusted so far, and the result."""
        return trust * self.foreseen + (1 - trust) * self.result


def play_batch(configuration: Configuration, nodes: int, seed: str) -> Sample:
    """Play a batch of games and take every position whose score is no forced win."""
    counts, phases, results, foreseen = [], [], [], []
    row = np.zeros(features.FEATURES, dtype=np.int32)
    players = Player(configuration, nodes), Player(configuration, nodes)
    random = Random(seed)
    for _ in range(BATCH):
        full = random.random() < FULL_TYPE_SHARE
        game_type = "Base+MLP" if full else random.choice(GAME_TYPES)
        position, hashes = random_opening(game_type, random.randrange(2, 9), random)
        result, plies = play(players, position, hashes)
        for ply in plies:
            if abs(ply.choice.score) < MATE_ZONE:
                features.extract(ply.position, row)
                counts.append(row.astype(np.int8))
                phases.append(pieces_in_play(ply.position) / PIECES)
                results.append(result)
                sign = -1 if ply.position["ply"] & 1 else 1
                foreseen.append(1 / (1 + np.exp(-sign * ply.choice.score / SCALE)))
    return Sample(np.array(counts), np.array(phases), np.array(results), np.array(foreseen))


def play_games(
    configuration: Configuration, games: int, nodes: int, seed: str, workers: int
) -> Sample:
    """Play as many games as asked for, or a few more to make the last batch whole."""
    samples = []
    seeds = [f"{seed} {number}" for number in range(-(-games // BATCH))]
    with processes(workers) as spread:
        for sample in spread(partial(play_batch, configuration, nodes), seeds):
            samples.append(sample)
            note(f"{len(samples) * BATCH} games")
    return joined(samples)


def joined(samples: Iterable[Sample]) -> Sample:
    """Several samples as one."""
    return Sample(*(np.concatenate(part) for part in zip(*samples, strict=True)))


def sample_of(rows: Any) -> Sample:
    """The positions of a data set whose scores are no forced wins."""
    rows = rows[np.abs(rows["score"].astype(np.int64)) < MATE_ZONE]
    counts = np.zeros((len(rows), features.FEATURES), dtype=np.int8)
    phases = np.zeros(len(rows))
    row = np.zeros(features.FEATURES, dtype=np.int32)
    for i, packed in enumerate(rows["position"]):
        position = unpack(packed)
        features.extract(position, row)
        counts[i] = row
        phases[i] = pieces_in_play(position) / PIECES
    sign = np.where(rows["position"]["ply"] & 1, -1, 1)
    foreseen = 1 / (1 + np.exp(-sign * rows["score"] / SCALE))
    return Sample(counts, phases, (rows["result"] + 1) / 2, foreseen)
