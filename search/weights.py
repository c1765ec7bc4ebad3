"""Weights of the evaluation, in hundredths of a point."""

from typing import Any

import numpy as np

from search.features import (
    COVERED,
    DROPS_AT_ENEMY_QUEEN,
    ENEMY_AT_QUEEN_FREE,
    ENEMY_AT_QUEEN_STUCK,
    FEATURES,
    FREE,
    HEMMED,
    IN_HAND,
    MOBILITY,
    NEAR,
    NEAR_RINGS,
    OWN_GUARD_FREE,
    OWN_GUARD_STUCK,
    PILLBUG_AT_QUEEN,
    PINNED,
    QUEEN_NEIGHBOURS,
    QUEEN_UNDER_ENEMY,
    TEMPO,
)


def _start() -> Any:
    w = np.zeros(FEATURES, dtype=np.int32)
    value = [10, 20, 45, 20, 60, 45, 45, 40]
    for bug in range(8):
        w[FREE + bug] = value[bug]
        w[HEMMED + bug] = value[bug] // 3
        w[PINNED + bug] = value[bug] // 4
        w[COVERED + bug] = -value[bug] // 3
        w[IN_HAND + bug] = value[bug] * 2 // 3
        w[MOBILITY + bug] = 2
        for ring in range(NEAR_RINGS):
            w[NEAR + bug * NEAR_RINGS + ring] = (12, 6, 3)[ring]
    w[QUEEN_NEIGHBOURS : QUEEN_NEIGHBOURS + 6] = (0, -10, -35, -80, -150, -260)
    w[OWN_GUARD_FREE] = 10
    w[OWN_GUARD_STUCK] = -5
    w[ENEMY_AT_QUEEN_FREE] = -10
    w[ENEMY_AT_QUEEN_STUCK] = 5
    w[QUEEN_UNDER_ENEMY] = -60
    w[PILLBUG_AT_QUEEN] = 40
    w[DROPS_AT_ENEMY_QUEEN] = 15
    w[TEMPO] = 15
    return w


EARLY = _start()
LATE = _start()
