"""The static evaluation taken apart for people."""

import numpy as np

from engine.game import Game
from engine.pieces import PIECES
from search.evaluation import features, weights
from search.evaluation.evaluate import pieces_in_play

_PARTS = (
    ("free pieces", features.FREE, features.HEMMED),
    ("hemmed in", features.HEMMED, features.PINNED),
    ("pinned", features.PINNED, features.COVERED),
    ("covered", features.COVERED, features.IN_HAND),
    ("in hand", features.IN_HAND, features.MOBILITY),
    ("mobility", features.MOBILITY, features.NEAR),
    ("near enemy queen", features.NEAR, features.NEAR_OWN),
    ("near own queen", features.NEAR_OWN, features.QUEEN_NEIGHBOURS),
    ("queen", features.QUEEN_NEIGHBOURS, features.ATTACKERS),
    ("attack", features.ATTACKERS, features.RESCUE),
    ("defence", features.RESCUE, features.ON_OWN),
    ("beetles on top", features.ON_OWN, features.MOSQUITO_AS),
    ("mosquito", features.MOSQUITO_AS, features.TEMPO),
    ("tempo", features.TEMPO, features.FEATURES),
)


def evaluate_parts(game: Game) -> dict[str, float]:
    """The value of a position in points for the side to move, part by part, the total last."""
    counts = np.zeros(features.FEATURES, dtype=np.int32)
    position = game.position.copy()
    features.extract(position, counts)
    share = pieces_in_play(position) / PIECES
    points = counts * (weights.EARLY * (1 - share) + weights.LATE * share) / 100
    sign = -1.0 if game.turn else 1.0
    parts = {name: sign * float(points[start:end].sum()) for name, start, end in _PARTS}
    parts["total"] = sum(parts.values())
    return parts
