"""Fit the weights of the evaluation to the results of self-play.

    python -m training fit --rounds 4 --games 2000 --nodes 1500 --write

Every round plays games with the weights of the round before, from random openings, and fits new
ones to all games so far: a position's value should predict the result of its game and what the
search made of it, as in logistic regression. The first round plays with `first_guess`. With the
same arguments it finds the same weights.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.pieces import Bug
from search.evaluation import features
from search.evaluation import weights as weights_module
from search.evaluation.evaluate import packed
from training.command_line import command_text, new_parser, number_between, positive
from training.dataset import read_rows
from training.files import InputError, replace_file
from training.match import Configuration
from training.samples import SCALE, Sample, joined, play_games, sample_of
from uhp.output import note

SOURCE = '''\
"""Weights of the evaluation in hundredths of a point, on an empty and a full board.

Made by

    {command}
"""

import numpy as np

_WEIGHTS = (
{rows}
)

EARLY = np.array([early for early, _ in _WEIGHTS], dtype=np.int32)
LATE = np.array([late for _, late in _WEIGHTS], dtype=np.int32)
'''


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
    rows = zip(early, late, features.NAMES, strict=True)
    return SOURCE.format(
        command=command.replace("\\", r"\\").replace('"', r"\""),
        rows="\n".join(f"    ({first}, {last}),  # {name}" for first, last, name in rows),
    )


def main(arguments: Sequence[str]) -> None:
    """Run the rounds and print or write the weights."""
    parser = new_parser("fit", __doc__, nodes=1500)
    parser.add_argument(
        "--rounds", type=number_between(0, 1000), default=4, help="0 prints the first guess (4)"
    )
    parser.add_argument("--games", type=positive, default=2000, help="games a round (2000)")
    parser.add_argument(
        "--pull", type=number_between(0.01, 1e9), default=500.0, help="strength of the prior (500)"
    )
    parser.add_argument(
        "--trust", type=number_between(0, 1), default=0.5, help="weight of the search's score (0.5)"
    )
    parser.add_argument(
        "--data", nargs="+", type=Path, help="data sets to fit to, nothing is played"
    )
    parser.add_argument("--write", action="store_true", help="write search/evaluation/weights.py")
    options = parser.parse_args(arguments)

    guess = np.tile(first_guess(), 2)
    weights = guess
    samples = []
    if options.data:
        samples = [sample_of(read_rows(options.data))]
        if not len(samples[0].result):
            raise InputError("the data sets have no positions")
    for number in range(1, 2 if samples else int(options.rounds) + 1):
        if not options.data:
            player = Configuration(weights=packed(*np.split(weights, 2)), network=None)
            seed = f"{options.seed} {number}"
            samples.append(play_games(player, options.games, options.nodes, seed, options.workers))
        sample = joined(samples)
        before = loss(sample, weights, options.trust)
        fitted = fit(sample, guess.astype(np.float64), options.pull, options.trust)
        after = loss(sample, fitted, options.trust)
        note(f"round {number}: {len(sample.result)} positions, loss {before:.4f} -> {after:.4f}")
        weights = np.rint(fitted).astype(np.int32)
    early, late = np.split(weights, 2)
    source = as_source(early, late, command_text("fit", arguments))
    if options.write:
        replace_file(Path(weights_module.__file__), source)
        note("the network is trained on top of the weights: train it anew")
    else:
        print(source, end="")
