"""Fit the weights of the evaluation to the results of self-play.

    python -m training.fit --rounds 4 --games 2000 --nodes 1500 --write

Every round plays games with the weights of the round before, from random openings, and fits new
ones to all games so far: a position's value should predict the result of its game and what the
search made of it, as in logistic regression. The first round plays with `first_guess`. With the
same arguments it finds the same weights.
"""

import argparse
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from engine.pieces import GAME_TYPES, PIECES, Bug
from search.evaluation import features
from search.evaluation import weights as weights_module
from search.evaluation.evaluate import packed, pieces_in_play
from search.values import MATE_ZONE, POINTS_PER_DECADE
from training.selfplay import Player, play, random_opening

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


def first_guess() -> Any:
    """Plain hand-made weights to start from: free bugs are good, crowded queens are not."""
    guess = np.zeros(features.FEATURES, dtype=np.int32)
    for bug, worth in enumerate((10, 20, 45, 20, 60, 45, 45, 40)):
        guess[features.FREE + bug] = worth
        guess[features.HEMMED + bug] = worth // 3
        guess[features.PINNED + bug] = worth // 4
        guess[features.COVERED + bug] = -worth // 3
        guess[features.IN_HAND + bug] = worth * 2 // 3
        guess[features.MOBILITY + bug] = 2
        for ring, bonus in enumerate((12, 6, 3)):
            guess[features.NEAR + bug * features.NEAR_RINGS + ring] = bonus
    queen = features.QUEEN_NEIGHBOURS
    guess[queen : queen + features.CROWDS] = (0, -10, -35, -80, -150, -260)
    guess[features.QUEEN_UNDER_ENEMY] = -60
    guess[features.NEAR_OWN + Bug.PILLBUG * features.NEAR_RINGS] = 40
    guess[features.STUCK_AT_OWN + Bug.PILLBUG] = 40
    guess[features.DROPS_AT_ENEMY_QUEEN] = 15
    guess[features.TEMPO] = 15
    return guess


def play_batch(early: Any, late: Any, nodes: int, seed: str) -> Sample:
    """Play a batch of games and take every position whose score is no forced win."""
    counts, phases, results, foreseen = [], [], [], []
    row = np.zeros(features.FEATURES, dtype=np.int32)
    player, opponent = Player(nodes), Player(nodes)
    for one in (player, opponent):
        one.weights = packed(early, late)
    random = Random(seed)
    for _ in range(BATCH):
        full = random.random() < FULL_TYPE_SHARE
        game_type = "Base+MLP" if full else random.choice(GAME_TYPES)
        position, hashes = random_opening(game_type, random.randrange(2, 9), random)
        result, plies = play((player, opponent), position, hashes)
        for ply in plies:
            if abs(ply.choice.score) < MATE_ZONE:
                features.extract(ply.position, row)
                counts.append(row.astype(np.int8))
                phases.append(pieces_in_play(ply.position) / PIECES)
                results.append(result)
                sign = -1 if ply.position["ply"] & 1 else 1
                foreseen.append(1 / (1 + np.exp(-sign * ply.choice.score / SCALE)))
    return Sample(np.array(counts), np.array(phases), np.array(results), np.array(foreseen))


def play_games(early: Any, late: Any, games: int, nodes: int, seed: str, workers: int) -> Sample:
    """Play many games in several processes."""
    batches = -(-games // BATCH)
    samples = []
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        tasks = [
            pool.submit(play_batch, early, late, nodes, f"{seed} {number}")
            for number in range(batches)
        ]
        for done, task in enumerate(tasks, start=1):
            samples.append(task.result())
            print(f"\r{done * BATCH} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return joined(samples)


def joined(samples: Iterable[Sample]) -> Sample:
    """Several samples as one."""
    return Sample(*(np.concatenate(part) for part in zip(*samples, strict=True)))


def design(sample: Sample) -> Any:
    """One column for each weight on an empty board and one for each on a full one."""
    phase = sample.phase[:, None]
    return np.hstack((sample.counts * (1 - phase), sample.counts * phase))


def fit(sample: Sample, start: Any, pull: float, trust: float, steps: int = 8) -> Any:
    """Logistic regression by Newton's method, pulled towards the start by `pull` positions."""
    inputs = design(sample).astype(np.float32)
    target = sample.target(trust)
    prior = start / SCALE
    weights = prior.copy()
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (chance - target) + pull * (weights - prior)
        spread = chance * (1 - chance)
        curvature = inputs.T @ (inputs * spread[:, None]) + pull * np.eye(len(weights))
        weights -= np.linalg.solve(curvature, gradient)
    return weights * SCALE


def loss(sample: Sample, weights: Any, trust: float) -> float:
    """Mean cross-entropy of the targets under the values."""
    chance = 1 / (1 + np.exp(-(design(sample) @ weights) / SCALE))
    chance = np.clip(chance, 1e-9, 1 - 1e-9)
    result = sample.target(trust)
    return float(-np.mean(result * np.log(chance) + (1 - result) * np.log(1 - chance)))


def as_source(early: Any, late: Any, command: str) -> str:
    """The module `search.evaluation.weights` for these weights."""
    rows = [f"    ({early[i]}, {late[i]}),  # {name}" for i, name in enumerate(features.NAMES)]
    return "\n".join(
        (
            '"""Weights of the evaluation in hundredths of a point, on an empty and a full board.',
            "",
            "Made by",
            "",
            f"    {command}",
            '"""',
            "",
            "import numpy as np",
            "",
            "_WEIGHTS = (",
            *rows,
            ")",
            "",
            "EARLY = np.array([early for early, _ in _WEIGHTS], dtype=np.int32)",
            "LATE = np.array([late for _, late in _WEIGHTS], dtype=np.int32)",
            "",
        )
    )


def main(arguments: Iterable[str] | None = None) -> None:
    """Run the rounds and print or write the weights."""
    parser = argparse.ArgumentParser(prog="python -m training.fit", description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=2000, help="games a round")
    parser.add_argument("--nodes", type=int, default=1500, help="nodes a move")
    parser.add_argument("--pull", type=float, default=500.0, help="strength of the prior")
    parser.add_argument("--trust", type=float, default=0.5, help="share of the search's score")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write search/evaluation/weights.py")
    options = parser.parse_args(None if arguments is None else list(arguments))

    early = late = first_guess()
    samples: list[Sample] = []
    for number in range(1, options.rounds + 1):
        seed = f"{options.seed} {number}"
        samples.append(play_games(early, late, options.games, options.nodes, seed, options.workers))
        sample = joined(samples)
        start = np.concatenate((early, late)).astype(np.float64)
        weights = fit(
            sample, np.tile(first_guess(), 2).astype(np.float64), options.pull, options.trust
        )
        before, after = (loss(sample, w, options.trust) for w in (start, weights))
        print(f"round {number}: {len(sample.result)} positions, loss {before:.4f} -> {after:.4f}")
        early, late = np.rint(weights).astype(np.int32).reshape(2, features.FEATURES)
    given = (
        f"--{name} {value:g}"
        for name, value in vars(options).items()
        if name not in ("write", "workers") and value != parser.get_default(name)
    )
    command = " ".join(("python -m training.fit", *given, "--write"))
    source = as_source(early, late, command)
    if options.write:
        Path(weights_module.__file__).write_text(source, encoding="utf-8")
    else:
        print(source)


if __name__ == "__main__":
    main()
