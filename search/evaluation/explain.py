"""The static evaluation taken apart for people."""

import numpy as np

from engine.checks import instance
from engine.game import Game
from engine.pieces import PIECES
from search.evaluation import features, weights
from search.evaluation.evaluate import WEIGHTS, pieces_in_play, weighed
from search.evaluation.network import correction, shipped_network
from search.worker import new_worker


def evaluate_parts(game: Game) -> dict[str, float]:
    """The value of a position in points for the side to move, part by part, the total last.

    The part `network` is what the network adds to the sum of the others.
    """
    instance(game, Game, "only a Game can be evaluated")
    counts = np.zeros(features.FEATURES, dtype=np.int32)
    position = game.position.copy()
    features.extract(position, counts)
    pieces = pieces_in_play(position)
    share = pieces / PIECES
    points = counts * (weights.EARLY * (1 - share) + weights.LATE * share) / 100
    sign = -1.0 if game.turn else 1.0
    part_of = np.array(features.PARTS)
    parts = {
        part: sign * float(points[part_of == part].sum()) for part in dict.fromkeys(features.PARTS)
    }
    worker = new_worker()
    worker["weights"] = WEIGHTS
    worker["network"] = shipped_network().address
    weighed(worker, position, pieces)
    parts["network"] = correction(worker, position, pieces) / 100
    parts["total"] = sum(parts.values())
    return parts
