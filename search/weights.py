"""Weights of the evaluation in hundredths of a point, on an empty and a full board.

Made by

    x
"""

import numpy as np

_WEIGHTS = (
    (11, 10),  # free Q
    (22, 19),  # free S
    (45, 33),  # free B
    (18, 16),  # free G
    (61, 59),  # free A
    (44, 42),  # free M
    (43, 39),  # free L
    (38, 39),  # free P
    (4, 9),  # hemmed Q
    (7, 8),  # hemmed S
    (15, 15),  # hemmed B
    (6, 6),  # hemmed G
    (20, 15),  # hemmed A
    (15, 15),  # hemmed M
    (15, 15),  # hemmed L
    (17, 19),  # hemmed P
    (7, 2),  # pinned Q
    (7, 8),  # pinned S
    (20, 22),  # pinned B
    (12, 3),  # pinned G
    (16, 16),  # pinned A
    (16, 18),  # pinned M
    (18, 16),  # pinned L
    (14, 17),  # pinned P
    (-7, -9),  # covered Q
    (-8, -7),  # covered S
    (-14, -5),  # covered B
    (-6, -5),  # covered G
    (-19, -15),  # covered A
    (-16, -14),  # covered M
    (-15, -12),  # covered L
    (-17, -19),  # covered P
    (2, 5),  # in hand Q
    (10, 9),  # in hand S
    (20, 21),  # in hand B
    (7, 16),  # in hand G
    (37, 41),  # in hand A
    (27, 26),  # in hand M
    (24, 27),  # in hand L
    (23, 19),  # in hand P
    (4, 1),  # mobility Q
    (5, 0),  # mobility S
    (3, 1),  # mobility B
    (4, 0),  # mobility G
    (4, -2),  # mobility A
    (4, -3),  # mobility M
    (0, 0),  # mobility L
    (-2, 0),  # mobility P
    (12, 13),  # Q at distance 1
    (6, 6),  # Q at distance 2
    (2, 6),  # Q at distance 3
    (13, 10),  # S at distance 1
    (7, 4),  # S at distance 2
    (4, 4),  # S at distance 3
    (20, 30),  # B at distance 1
    (9, 18),  # B at distance 2
    (4, 11),  # B at distance 3
    (12, 5),  # G at distance 1
    (7, 15),  # G at distance 2
    (4, 6),  # G at distance 3
    (3, -2),  # A at distance 1
    (4, 5),  # A at distance 2
    (4, 0),  # A at distance 3
    (11, 13),  # M at distance 1
    (8, 12),  # M at distance 2
    (1, 5),  # M at distance 3
    (13, 12),  # L at distance 1
    (7, 10),  # L at distance 2
    (1, 1),  # L at distance 3
    (12, 12),  # P at distance 1
    (6, 5),  # P at distance 2
    (2, 3),  # P at distance 3
    (0, 0),  # queen has 0 neighbours
    (-9, -13),  # queen has 1 neighbours
    (-40, -38),  # queen has 2 neighbours
    (-78, -86),  # queen has 3 neighbours
    (-145, -148),  # queen has 4 neighbours
    (-259, -249),  # queen has 5 neighbours
    (15, 21),  # own free piece at queen
    (11, 0),  # own stuck piece at queen
    (0, 4),  # enemy free piece at queen
    (-5, 10),  # enemy stuck piece at queen
    (-64, -68),  # queen under enemy
    (1, 3),  # queen under own
    (45, 40),  # pillbug at own queen
    (4, 6),  # mosquito at own queen
    (19, 11),  # placement cells at enemy queen
    (-4, -1),  # queen in hand
    (21, 20),  # tempo
)

EARLY = np.array([early for early, _ in _WEIGHTS], dtype=np.int32)
LATE = np.array([late for _, late in _WEIGHTS], dtype=np.int32)
