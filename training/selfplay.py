"""Positions of self-play as samples to fit weights to.

python -m training selfplay --games 2000 --nodes 1500 --out samples.npz
"""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from engine.pieces import GAME_TYPES, PIECES
from search.evaluation import features
from search.evaluation.evaluate import pieces_in_play
from search.values import MATE_ZONE, POINTS_PER_DECADE
from training.command_line import InputError, new_parser, output_file, positive
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


def read_sample(path: Path) -> Sample:
    """The sample that `main` wrote. Raises InputError."""
    try:
        with np.load(path) as arrays:
            sample = Sample(*(arrays[name] for name in Sample._fields))
        count = len(sample.result)
        if count == 0 or sample.counts.shape != (count, features.FEATURES):
            raise ValueError
        for part in sample[1:]:
            if part.shape != (count,) or not ((part >= 0) & (part <= 1)).all():
                raise ValueError
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, LookupError, TypeError, AttributeError, BadZipFile):
        raise InputError(f"{path} is not a file of samples") from None
    return sample


def main(arguments: Sequence[str]) -> None:
    """Play games and write their positions."""
    parser = new_parser("selfplay", __doc__, nodes=1500)
    parser.add_argument("--games", type=positive, default=2000)
    parser.add_argument("--out", type=output_file, required=True, help="the file of samples, .npz")
    options = parser.parse_args(arguments)
    sample = play_games(
        Configuration(), options.games, options.nodes, f"{options.seed} 1", options.workers
    )
    with options.out.open("wb") as file:
        np.savez_compressed(file, **sample._asdict())
    print(f"{len(sample.result)} positions in {options.out}")
