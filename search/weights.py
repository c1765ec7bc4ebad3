"""Weights of the evaluation in hundredths of a point, on an empty and a full board.

Made by

    python -m benchmarks.tune --write
"""

import numpy as np

_WEIGHTS = (
    (20, 22),  # free Q
    (18, 5),  # free S
    (41, 2),  # free B
    (5, -1),  # free G
    (60, 51),  # free A
    (30, 13),  # free M
    (29, 17),  # free L
    (41, 38),  # free P
    (9, 9),  # hemmed Q
    (11, 13),  # hemmed S
    (15, 15),  # hemmed B
    (6, 6),  # hemmed G
    (13, 17),  # hemmed A
    (15, 15),  # hemmed M
    (15, 15),  # hemmed L
    (23, 26),  # hemmed P
    (40, 14),  # pinned Q
    (17, 10),  # pinned S
    (25, 29),  # pinned B
    (27, 14),  # pinned G
    (19, 20),  # pinned A
    (33, 29),  # pinned M
    (29, 32),  # pinned L
    (24, 34),  # pinned P
    (-58, -33),  # covered Q
    (-6, -19),  # covered S
    (-10, -4),  # covered B
    (-10, -10),  # covered G
    (7, -20),  # covered A
    (-7, 2),  # covered M
    (-9, -9),  # covered L
    (-40, -37),  # covered P
    (6, 6),  # in hand Q
    (-3, 27),  # in hand S
    (14, 44),  # in hand B
    (10, 28),  # in hand G
    (16, 47),  # in hand A
    (14, 26),  # in hand M
    (22, 31),  # in hand L
    (27, 15),  # in hand P
    (18, 3),  # mobility Q
    (1, -3),  # mobility S
    (-1, 3),  # mobility B
    (7, 1),  # mobility G
    (1, -11),  # mobility A
    (9, -1),  # mobility M
    (-4, 3),  # mobility L
    (3, -7),  # mobility P
    (13, 13),  # Q at distance 1
    (4, 9),  # Q at distance 2
    (-4, 2),  # Q at distance 3
    (38, 6),  # S at distance 1
    (12, 11),  # S at distance 2
    (9, 11),  # S at distance 3
    (95, 45),  # B at distance 1
    (34, 44),  # B at distance 2
    (7, 24),  # B at distance 3
    (4, 8),  # G at distance 1
    (2, 21),  # G at distance 2
    (3, 10),  # G at distance 3
    (-27, -12),  # A at distance 1
    (-6, 1),  # A at distance 2
    (1, -6),  # A at distance 3
    (15, 25),  # M at distance 1
    (6, 19),  # M at distance 2
    (-6, 17),  # M at distance 3
    (14, 14),  # L at distance 1
    (8, 25),  # L at distance 2
    (9, 12),  # L at distance 3
    (9, 0),  # P at distance 1
    (3, 7),  # P at distance 2
    (-1, 10),  # P at distance 3
    (0, 0),  # queen has 0 neighbours
    (-7, -10),  # queen has 1 neighbours
    (-34, -47),  # queen has 2 neighbours
    (-79, -84),  # queen has 3 neighbours
    (-157, -148),  # queen has 4 neighbours
    (-259, -245),  # queen has 5 neighbours
    (41, 25),  # own free piece at queen
    (34, 5),  # own stuck piece at queen
    (-21, 17),  # enemy stuck piece at queen
    (-127, -83),  # queen under enemy
    (13, -6),  # queen under own
    (36, 31),  # pillbug at own queen
    (15, 26),  # mosquito at own queen
    (67, -14),  # placement cells at enemy queen
    (0, 0),  # queen in hand
    (0, 0),  # free pieces that do not yet touch an enemy queen with 0 neighbours
    (0, 15),  # free pieces that do not yet touch an enemy queen with 1 neighbours
    (-2, 18),  # free pieces that do not yet touch an enemy queen with 2 neighbours
    (-6, 23),  # free pieces that do not yet touch an enemy queen with 3 neighbours
    (-8, 26),  # free pieces that do not yet touch an enemy queen with 4 neighbours
    (-14, 29),  # free pieces that do not yet touch an enemy queen with 5 neighbours
    (-14, 0),  # pieces in hand against a queen with 0 neighbours
    (-11, 0),  # pieces in hand against a queen with 1 neighbours
    (-9, 3),  # pieces in hand against a queen with 2 neighbours
    (-14, 9),  # pieces in hand against a queen with 3 neighbours
    (-15, 8),  # pieces in hand against a queen with 4 neighbours
    (-19, 16),  # pieces in hand against a queen with 5 neighbours
    (7, 1),  # placement cells against a queen with 0 neighbours
    (4, -1),  # placement cells against a queen with 1 neighbours
    (6, 1),  # placement cells against a queen with 2 neighbours
    (6, 0),  # placement cells against a queen with 3 neighbours
    (4, 1),  # placement cells against a queen with 4 neighbours
    (6, 5),  # placement cells against a queen with 5 neighbours
    (0, 0),  # own queen that can be thrown, with 0 neighbours
    (-6, -7),  # own queen that can be thrown, with 1 neighbours
    (-17, -10),  # own queen that can be thrown, with 2 neighbours
    (-4, 2),  # own queen that can be thrown, with 3 neighbours
    (-1, 23),  # own queen that can be thrown, with 4 neighbours
    (15, 29),  # own queen that can be thrown, with 5 neighbours
    (0, 0),  # free queen with 0 neighbours
    (-4, -10),  # free queen with 1 neighbours
    (11, 1),  # free queen with 2 neighbours
    (7, 9),  # free queen with 3 neighbours
    (-4, 12),  # free queen with 4 neighbours
    (0, 0),  # free queen with 5 neighbours
    (0, 0),  # cells to crawl into at the own queen with 0 neighbours
    (-5, -6),  # cells to crawl into at the own queen with 1 neighbours
    (-5, -5),  # cells to crawl into at the own queen with 2 neighbours
    (-16, -4),  # cells to crawl into at the own queen with 3 neighbours
    (-23, 3),  # cells to crawl into at the own queen with 4 neighbours
    (0, 7),  # cells to crawl into at the own queen with 5 neighbours
    (0, 0),  # free enemy pieces at the own queen with 0 neighbours
    (-13, 2),  # free enemy pieces at the own queen with 1 neighbours
    (2, 7),  # free enemy pieces at the own queen with 2 neighbours
    (-10, -1),  # free enemy pieces at the own queen with 3 neighbours
    (-26, -8),  # free enemy pieces at the own queen with 4 neighbours
    (-19, -3),  # free enemy pieces at the own queen with 5 neighbours
    (0, 0),  # pieces that can be thrown away from the own queen with 0 neighbours
    (0, 0),  # pieces that can be thrown away from the own queen with 1 neighbours
    (-4, 7),  # pieces that can be thrown away from the own queen with 2 neighbours
    (0, 10),  # pieces that can be thrown away from the own queen with 3 neighbours
    (6, 24),  # pieces that can be thrown away from the own queen with 4 neighbours
    (27, 43),  # pieces that can be thrown away from the own queen with 5 neighbours
    (45, 65),  # beetle on an own piece
    (11, -14),  # beetle on an enemy piece
    (-10, -10),  # free mosquito next to Q
    (3, 4),  # free mosquito next to S
    (0, 0),  # free mosquito next to B
    (6, 11),  # free mosquito next to G
    (5, 5),  # free mosquito next to A
    (8, -6),  # mosquito on top
    (3, -7),  # free mosquito next to L
    (-3, 10),  # free mosquito next to P
    (33, 11),  # tempo
)

EARLY = np.array([early for early, _ in _WEIGHTS], dtype=np.int32)
LATE = np.array([late for _, late in _WEIGHTS], dtype=np.int32)
