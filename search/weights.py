"""Weights of the evaluation in hundredths of a point, on an empty and a full board.

Made by

    python -m benchmarks.tune --write
"""

import numpy as np

_WEIGHTS = (
    (18, 21),  # free Q
    (19, 23),  # free S
    (45, 22),  # free B
    (21, 11),  # free G
    (67, 55),  # free A
    (40, 24),  # free M
    (43, 31),  # free L
    (41, 40),  # free P
    (17, 4),  # hemmed Q
    (13, -1),  # hemmed S
    (15, 15),  # hemmed B
    (6, 6),  # hemmed G
    (20, 8),  # hemmed A
    (15, 15),  # hemmed M
    (15, 15),  # hemmed L
    (32, 28),  # hemmed P
    (32, 11),  # pinned Q
    (11, -2),  # pinned S
    (34, 18),  # pinned B
    (26, 3),  # pinned G
    (26, 11),  # pinned A
    (44, 18),  # pinned M
    (29, 16),  # pinned L
    (29, 34),  # pinned P
    (-61, -26),  # covered Q
    (6, -4),  # covered S
    (-2, 3),  # covered B
    (-14, -5),  # covered G
    (-17, -11),  # covered A
    (-23, 2),  # covered M
    (-15, -11),  # covered L
    (-60, -32),  # covered P
    (12, 8),  # in hand Q
    (-12, 21),  # in hand S
    (-5, 28),  # in hand B
    (-2, 22),  # in hand G
    (20, 52),  # in hand A
    (9, 27),  # in hand M
    (14, 35),  # in hand L
    (33, 4),  # in hand P
    (14, 6),  # mobility Q
    (0, -6),  # mobility S
    (-5, -1),  # mobility B
    (2, 2),  # mobility G
    (11, -11),  # mobility A
    (4, 1),  # mobility M
    (-2, 1),  # mobility L
    (3, 0),  # mobility P
    (9, 6),  # Q at distance 1
    (-5, 2),  # Q at distance 2
    (-15, 13),  # Q at distance 3
    (29, -1),  # S at distance 1
    (25, 6),  # S at distance 2
    (15, 5),  # S at distance 3
    (60, 60),  # B at distance 1
    (21, 42),  # B at distance 2
    (9, 21),  # B at distance 3
    (6, 1),  # G at distance 1
    (14, 11),  # G at distance 2
    (-1, 9),  # G at distance 3
    (-21, -6),  # A at distance 1
    (-4, 9),  # A at distance 2
    (2, 4),  # A at distance 3
    (18, 4),  # M at distance 1
    (13, 16),  # M at distance 2
    (14, 5),  # M at distance 3
    (10, 2),  # L at distance 1
    (8, 13),  # L at distance 2
    (13, 5),  # L at distance 3
    (10, 15),  # P at distance 1
    (6, 20),  # P at distance 2
    (-9, 9),  # P at distance 3
    (0, 0),  # queen has 0 neighbours
    (4, -18),  # queen has 1 neighbours
    (-59, -39),  # queen has 2 neighbours
    (-98, -96),  # queen has 3 neighbours
    (-142, -156),  # queen has 4 neighbours
    (-246, -228),  # queen has 5 neighbours
    (44, 28),  # own free piece at queen
    (23, 13),  # own stuck piece at queen
    (-25, 16),  # enemy free piece at queen
    (-30, 16),  # enemy stuck piece at queen
    (-123, -92),  # queen under enemy
    (6, 10),  # queen under own
    (51, 36),  # pillbug at own queen
    (15, 22),  # mosquito at own queen
    (54, -22),  # placement cells at enemy queen
    (6, 2),  # queen in hand
    *((0, 0),) * 46,
    (33, 11),  # tempo
)

EARLY = np.array([early for early, _ in _WEIGHTS], dtype=np.int32)
LATE = np.array([late for _, late in _WEIGHTS], dtype=np.int32)
