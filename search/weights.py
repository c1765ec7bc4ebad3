"""Weights of the evaluation in hundredths of a point, on an empty and a full board.

Made by

    x
"""

import numpy as np

_WEIGHTS = (
    (12, 14),  # free Q
    (22, 19),  # free S
    (43, 17),  # free B
    (12, 11),  # free G
    (61, 57),  # free A
    (38, 33),  # free M
    (37, 29),  # free L
    (39, 41),  # free P
    (6, 6),  # hemmed Q
    (7, 7),  # hemmed S
    (15, 15),  # hemmed B
    (6, 6),  # hemmed G
    (23, 9),  # hemmed A
    (15, 15),  # hemmed M
    (15, 15),  # hemmed L
    (19, 30),  # hemmed P
    (26, 8),  # pinned Q
    (17, 7),  # pinned S
    (42, 22),  # pinned B
    (28, 2),  # pinned G
    (20, 13),  # pinned A
    (35, 21),  # pinned M
    (37, 12),  # pinned L
    (17, 30),  # pinned P
    (-33, -17),  # covered Q
    (-13, -3),  # covered S
    (-13, 5),  # covered B
    (-4, -4),  # covered G
    (-13, -15),  # covered A
    (-13, -9),  # covered M
    (-16, 1),  # covered L
    (-32, -22),  # covered P
    (6, 5),  # in hand Q
    (4, 7),  # in hand S
    (0, 27),  # in hand B
    (-5, 22),  # in hand G
    (23, 52),  # in hand A
    (11, 26),  # in hand M
    (13, 29),  # in hand L
    (31, -4),  # in hand P
    (5, 4),  # mobility Q
    (6, -2),  # mobility S
    (-2, 1),  # mobility B
    (6, 1),  # mobility G
    (4, -5),  # mobility A
    (7, -4),  # mobility M
    (1, 1),  # mobility L
    (1, 0),  # mobility P
    (15, 18),  # Q at distance 1
    (7, 7),  # Q at distance 2
    (-3, 17),  # Q at distance 3
    (8, 12),  # S at distance 1
    (15, 2),  # S at distance 2
    (1, 8),  # S at distance 3
    (44, 52),  # B at distance 1
    (15, 39),  # B at distance 2
    (0, 27),  # B at distance 3
    (15, -6),  # G at distance 1
    (3, 21),  # G at distance 2
    (8, 6),  # G at distance 3
    (-9, -14),  # A at distance 1
    (10, 2),  # A at distance 2
    (7, -3),  # A at distance 3
    (11, 10),  # M at distance 1
    (8, 21),  # M at distance 2
    (-4, 14),  # M at distance 3
    (16, 4),  # L at distance 1
    (13, 13),  # L at distance 2
    (-2, 4),  # L at distance 3
    (8, 12),  # P at distance 1
    (8, 3),  # P at distance 2
    (0, 10),  # P at distance 3
    (0, 0),  # queen has 0 neighbours
    (-1, -16),  # queen has 1 neighbours
    (-53, -40),  # queen has 2 neighbours
    (-92, -87),  # queen has 3 neighbours
    (-132, -150),  # queen has 4 neighbours
    (-257, -242),  # queen has 5 neighbours
    (33, 26),  # own free piece at queen
    (27, 2),  # own stuck piece at queen
    (-12, 8),  # enemy free piece at queen
    (-24, 18),  # enemy stuck piece at queen
    (-98, -84),  # queen under enemy
    (8, 11),  # queen under own
    (48, 35),  # pillbug at own queen
    (10, 15),  # mosquito at own queen
    (47, -6),  # placement cells at enemy queen
    (0, -1),  # queen in hand
    (25, 14),  # tempo
)

EARLY = np.array([early for early, _ in _WEIGHTS], dtype=np.int32)
LATE = np.array([late for _, late in _WEIGHTS], dtype=np.int32)
