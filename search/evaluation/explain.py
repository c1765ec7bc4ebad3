"""The static evaluation taken apart for people."""

import numpy as np

from engine.checks import instance
from engine.game import Game
from engine.pieces import PIECES
from search.evaluation import features, weights
from search.evaluation.evaluate import pieces_in_play


def evaluate_parts(game: Game) -> dict[str, float]:
    """The value of a position in points for the side to move, part by part, the total last."""
    instance(game, Game, "only a Game can be evaluated")
    counts = np.zeros(features.FEATURES, dtype=np.int32)
    position = game.position.copy()
    features.extract(position, counts)
    share = pieces_in_play(position) / PIECES
    points = counts * (weights.EARLY * (1 - share) + weights.LATE * share) / 100
    sign = -1.0 if game.turn else 1.0
    part_of = np.array(features.PARTS)
    parts = {
        part: sign * float(points[part_of == part].sum()) for part in dict.fromkeys(features.PARTS)
    }
    parts["total"] = sum(parts.values())
    return parts
