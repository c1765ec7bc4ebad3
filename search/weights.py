"""Weights of the evaluation in hundredths of a point, on an empty and a full board.

Made by

    python -m benchmarks.tune --write
"""

import numpy as np

_WEIGHTS = (
    (19, 23),  # free Q
    (19, 9),  # free S
    (34, 14),  # free B
    (11, 1),  # free G
    (58, 55),  # free A
    (35, 17),  # free M
    (32, 14),  # free L
    (36, 37),  # free P
    (16, -5),  # hemmed Q
    (9, 12),  # hemmed S
    (15, 15),  # hemmed B
    (6, 6),  # hemmed G
    (23, 14),  # hemmed A
    (15, 15),  # hemmed M
    (15, 15),  # hemmed L
    (38, 24),  # hemmed P
    (42, 20),  # pinned Q
    (15, -2),  # pinned S
    (29, 15),  # pinned B
    (18, 10),  # pinned G
    (11, 12),  # pinned A
    (28, 23),  # pinned M
    (25, 30),  # pinned L
    (25, 37),  # pinned P
    (-63, -27),  # covered Q
    (-9, -7),  # covered S
    (-9, -2),  # covered B
    (-3, -4),  # covered G
    (14, -6),  # covered A
    (-3, -5),  # covered M
    (-3, -10),  # covered L
    (-39, -31),  # covered P
    (4, 5),  # in hand Q
    (2, 26),  # in hand S
    (16, 43),  # in hand B
    (5, 24),  # in hand G
    (9, 39),  # in hand A
    (11, 36),  # in hand M
    (16, 38),  # in hand L
    (15, 9),  # in hand P
    (17, 10),  # mobility Q
    (1, -4),  # mobility S
    (-3, -1),  # mobility B
    (3, 2),  # mobility G
    (-3, -12),  # mobility A
    (-1, 1),  # mobility M
    (2, 3),  # mobility L
    (-5, 0),  # mobility P
    (11, -4),  # Q at distance 1
    (6, 1),  # Q at distance 2
    (3, 13),  # Q at distance 3
    (15, 18),  # S at distance 1
    (8, 9),  # S at distance 2
    (3, 10),  # S at distance 3
    (81, 62),  # B at distance 1
    (29, 41),  # B at distance 2
    (-2, 25),  # B at distance 3
    (25, -4),  # G at distance 1
    (-1, 17),  # G at distance 2
    (4, 2),  # G at distance 3
    (-18, -7),  # A at distance 1
    (-1, 3),  # A at distance 2
    (6, -4),  # A at distance 3
    (6, 9),  # M at distance 1
    (2, 13),  # M at distance 2
    (5, 1),  # M at distance 3
    (9, 21),  # L at distance 1
    (3, 34),  # L at distance 2
    (-3, 22),  # L at distance 3
    (4, 7),  # P at distance 1
    (3, 0),  # P at distance 2
    (-9, 11),  # P at distance 3
    (0, 0),  # queen has 0 neighbours
    (-2, -17),  # queen has 1 neighbours
    (-28, -34),  # queen has 2 neighbours
    (-74, -67),  # queen has 3 neighbours
    (-167, -165),  # queen has 4 neighbours
    (-262, -251),  # queen has 5 neighbours
    (29, 24),  # own free piece at queen
    (25, -2),  # own stuck piece at queen
    (-37, -5),  # enemy free piece at queen
    (-54, 2),  # enemy stuck piece at queen
    (-118, -95),  # queen under enemy
    (-1, 13),  # queen under own
    (52, 42),  # pillbug at own queen
    (18, 34),  # mosquito at own queen
    (40, -15),  # placement cells at enemy queen
    (-2, -1),  # queen in hand
    (0, 0),  # free pieces that do not yet touch an enemy queen with 0 neighbours
    (10, 7),  # free pieces that do not yet touch an enemy queen with 1 neighbours
    (7, 15),  # free pieces that do not yet touch an enemy queen with 2 neighbours
    (1, 19),  # free pieces that do not yet touch an enemy queen with 3 neighbours
    (-6, 18),  # free pieces that do not yet touch an enemy queen with 4 neighbours
    (-19, 14),  # free pieces that do not yet touch an enemy queen with 5 neighbours
    (-17, -4),  # pieces in hand against a queen with 0 neighbours
    (-7, 3),  # pieces in hand against a queen with 1 neighbours
    (-14, 5),  # pieces in hand against a queen with 2 neighbours
    (-17, 6),  # pieces in hand against a queen with 3 neighbours
    (-25, 6),  # pieces in hand against a queen with 4 neighbours
    (-30, 16),  # pieces in hand against a queen with 5 neighbours
    (6, 0),  # placement cells against a queen with 0 neighbours
    (7, -3),  # placement cells against a queen with 1 neighbours
    (4, 1),  # placement cells against a queen with 2 neighbours
    (2, 2),  # placement cells against a queen with 3 neighbours
    (1, 2),  # placement cells against a queen with 4 neighbours
    (-2, 5),  # placement cells against a queen with 5 neighbours
    (0, 0),  # pillbug that can throw the own queen with 0 neighbours
    (-23, -26),  # pillbug that can throw the own queen with 1 neighbours
    (-24, -30),  # pillbug that can throw the own queen with 2 neighbours
    (-14, -4),  # pillbug that can throw the own queen with 3 neighbours
    (1, 34),  # pillbug that can throw the own queen with 4 neighbours
    (39, 61),  # pillbug that can throw the own queen with 5 neighbours
    (0, 0),  # free queen with 0 neighbours
    (4, -12),  # free queen with 1 neighbours
    (8, 0),  # free queen with 2 neighbours
    (1, 11),  # free queen with 3 neighbours
    (-4, 14),  # free queen with 4 neighbours
    (0, 0),  # free queen with 5 neighbours
    (0, 0),  # cells to crawl into at the own queen with 0 neighbours
    (23, -12),  # cells to crawl into at the own queen with 1 neighbours
    (2, -5),  # cells to crawl into at the own queen with 2 neighbours
    (-12, -5),  # cells to crawl into at the own queen with 3 neighbours
    (-24, 3),  # cells to crawl into at the own queen with 4 neighbours
    (5, 16),  # cells to crawl into at the own queen with 5 neighbours
    (48, 52),  # beetle on an own piece
    (9, 0),  # beetle on an enemy piece
    (-7, 6),  # free mosquito next to Q
    (6, 4),  # free mosquito next to S
    (-8, 1),  # free mosquito next to B
    (12, 1),  # free mosquito next to G
    (-3, 7),  # free mosquito next to A
    (7, -6),  # mosquito on top
    (7, 2),  # free mosquito next to L
    (6, 22),  # free mosquito next to P
    (37, 14),  # tempo
)

EARLY = np.array([early for early, _ in _WEIGHTS], dtype=np.int32)
LATE = np.array([late for _, late in _WEIGHTS], dtype=np.int32)
