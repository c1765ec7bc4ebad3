"""Weights of the evaluation in hundredths of a point, on an empty and a full board.

Made by

    python -m training fit --write
"""

import numpy as np

_WEIGHTS = (
    (21, 17),  # free Q
    (20, 19),  # free S
    (48, 26),  # free B
    (23, 20),  # free G
    (62, 65),  # free A
    (33, 32),  # free M
    (35, 32),  # free L
    (40, 42),  # free P
    (3, 19),  # hemmed Q
    (10, 9),  # hemmed S
    (15, 15),  # hemmed B
    (6, 6),  # hemmed G
    (12, 17),  # hemmed A
    (15, 15),  # hemmed M
    (15, 15),  # hemmed L
    (23, 27),  # hemmed P
    (38, 9),  # pinned Q
    (16, 9),  # pinned S
    (26, 20),  # pinned B
    (21, 12),  # pinned G
    (23, 15),  # pinned A
    (30, 27),  # pinned M
    (40, 25),  # pinned L
    (26, 34),  # pinned P
    (-51, -34),  # covered Q
    (-6, -24),  # covered S
    (-17, -19),  # covered B
    (-19, -24),  # covered G
    (-6, -26),  # covered A
    (-7, -17),  # covered M
    (-14, -19),  # covered L
    (-31, -39),  # covered P
    (6, 6),  # in hand Q
    (-3, 24),  # in hand S
    (15, 44),  # in hand B
    (6, 23),  # in hand G
    (24, 44),  # in hand A
    (15, 28),  # in hand M
    (10, 33),  # in hand L
    (17, 11),  # in hand P
    (21, 1),  # mobility Q
    (2, -1),  # mobility S
    (4, 3),  # mobility B
    (0, 1),  # mobility G
    (1, -9),  # mobility A
    (2, -3),  # mobility M
    (0, 3),  # mobility L
    (1, -4),  # mobility P
    (11, 1),  # free Q at distance 1 from the enemy queen
    (7, -4),  # free Q at distance 2 from the enemy queen
    (1, -6),  # free Q at distance 3 from the enemy queen
    (35, 21),  # free S at distance 1 from the enemy queen
    (8, 15),  # free S at distance 2 from the enemy queen
    (14, 17),  # free S at distance 3 from the enemy queen
    (75, 30),  # free B at distance 1 from the enemy queen
    (42, 26),  # free B at distance 2 from the enemy queen
    (2, 17),  # free B at distance 3 from the enemy queen
    (28, 18),  # free G at distance 1 from the enemy queen
    (11, 15),  # free G at distance 2 from the enemy queen
    (10, 13),  # free G at distance 3 from the enemy queen
    (-12, -8),  # free A at distance 1 from the enemy queen
    (-8, 3),  # free A at distance 2 from the enemy queen
    (1, -1),  # free A at distance 3 from the enemy queen
    (8, 8),  # free M at distance 1 from the enemy queen
    (6, 14),  # free M at distance 2 from the enemy queen
    (-1, 10),  # free M at distance 3 from the enemy queen
    (12, 16),  # free L at distance 1 from the enemy queen
    (7, 18),  # free L at distance 2 from the enemy queen
    (4, 3),  # free L at distance 3 from the enemy queen
    (16, 13),  # free P at distance 1 from the enemy queen
    (7, 6),  # free P at distance 2 from the enemy queen
    (3, 4),  # free P at distance 3 from the enemy queen
    (1, 11),  # stuck Q at the enemy queen
    (43, 25),  # stuck S at the enemy queen
    (46, 29),  # stuck B at the enemy queen
    (14, 18),  # stuck G at the enemy queen
    (29, 8),  # stuck A at the enemy queen
    (35, 10),  # stuck M at the enemy queen
    (2, 24),  # stuck L at the enemy queen
    (10, 17),  # stuck P at the enemy queen
    (46, 25),  # on top of a stack at distance 0 from the enemy queen
    (44, 45),  # on top of a stack at distance 1 from the enemy queen
    (17, 20),  # on top of a stack at distance 2 from the enemy queen
    (-3, 6),  # on top of a stack at distance 3 from the enemy queen
    (0, 0),  # free Q at distance 1 from the own queen
    (0, 0),  # free Q at distance 2 from the own queen
    (0, 0),  # free Q at distance 3 from the own queen
    (18, 11),  # free S at distance 1 from the own queen
    (7, 1),  # free S at distance 2 from the own queen
    (-4, 4),  # free S at distance 3 from the own queen
    (6, 9),  # free B at distance 1 from the own queen
    (-17, 1),  # free B at distance 2 from the own queen
    (-21, 10),  # free B at distance 3 from the own queen
    (9, 17),  # free G at distance 1 from the own queen
    (0, 8),  # free G at distance 2 from the own queen
    (-6, 2),  # free G at distance 3 from the own queen
    (29, 10),  # free A at distance 1 from the own queen
    (15, 6),  # free A at distance 2 from the own queen
    (7, 2),  # free A at distance 3 from the own queen
    (40, 7),  # free M at distance 1 from the own queen
    (8, 2),  # free M at distance 2 from the own queen
    (-2, 6),  # free M at distance 3 from the own queen
    (9, 18),  # free L at distance 1 from the own queen
    (10, 9),  # free L at distance 2 from the own queen
    (2, 9),  # free L at distance 3 from the own queen
    (51, 44),  # free P at distance 1 from the own queen
    (-6, 19),  # free P at distance 2 from the own queen
    (-9, 10),  # free P at distance 3 from the own queen
    (0, 0),  # stuck Q at the own queen
    (-3, -15),  # stuck S at the own queen
    (18, 0),  # stuck B at the own queen
    (-2, 0),  # stuck G at the own queen
    (3, -17),  # stuck A at the own queen
    (13, 14),  # stuck M at the own queen
    (0, 4),  # stuck L at the own queen
    (39, 10),  # stuck P at the own queen
    (0, 0),  # queen has 0 neighbours
    (-6, -32),  # queen has 1 neighbours
    (-33, -60),  # queen has 2 neighbours
    (-80, -88),  # queen has 3 neighbours
    (-158, -134),  # queen has 4 neighbours
    (-258, -220),  # queen has 5 neighbours
    (-106, -85),  # queen under enemy
    (-1, -5),  # queen under own
    (57, -20),  # placement cells at enemy queen
    (0, 0),  # queen in hand
    (0, 0),  # free pieces that do not yet touch an enemy queen with 0 neighbours
    (-3, -8),  # free pieces that do not yet touch an enemy queen with 1 neighbours
    (-8, -4),  # free pieces that do not yet touch an enemy queen with 2 neighbours
    (-14, 0),  # free pieces that do not yet touch an enemy queen with 3 neighbours
    (-14, 3),  # free pieces that do not yet touch an enemy queen with 4 neighbours
    (-13, 1),  # free pieces that do not yet touch an enemy queen with 5 neighbours
    (-16, -4),  # pieces in hand against a queen with 0 neighbours
    (-9, 2),  # pieces in hand against a queen with 1 neighbours
    (-14, 4),  # pieces in hand against a queen with 2 neighbours
    (-17, 4),  # pieces in hand against a queen with 3 neighbours
    (-20, 4),  # pieces in hand against a queen with 4 neighbours
    (-23, 14),  # pieces in hand against a queen with 5 neighbours
    (13, 1),  # placement cells against a queen with 0 neighbours
    (6, 0),  # placement cells against a queen with 1 neighbours
    (7, 1),  # placement cells against a queen with 2 neighbours
    (7, 2),  # placement cells against a queen with 3 neighbours
    (9, 1),  # placement cells against a queen with 4 neighbours
    (6, 3),  # placement cells against a queen with 5 neighbours
    (0, 0),  # own queen that can be thrown, with 0 neighbours
    (-14, -4),  # own queen that can be thrown, with 1 neighbours
    (-15, -12),  # own queen that can be thrown, with 2 neighbours
    (-1, 6),  # own queen that can be thrown, with 3 neighbours
    (1, 19),  # own queen that can be thrown, with 4 neighbours
    (17, 38),  # own queen that can be thrown, with 5 neighbours
    (0, 0),  # free queen with 0 neighbours
    (-2, -14),  # free queen with 1 neighbours
    (9, 1),  # free queen with 2 neighbours
    (6, 9),  # free queen with 3 neighbours
    (-2, 11),  # free queen with 4 neighbours
    (0, 0),  # free queen with 5 neighbours
    (0, 0),  # cells to crawl into at the own queen with 0 neighbours
    (7, -15),  # cells to crawl into at the own queen with 1 neighbours
    (-3, -10),  # cells to crawl into at the own queen with 2 neighbours
    (-11, -6),  # cells to crawl into at the own queen with 3 neighbours
    (-10, 3),  # cells to crawl into at the own queen with 4 neighbours
    (1, 2),  # cells to crawl into at the own queen with 5 neighbours
    (0, 0),  # free enemy pieces at the own queen with 0 neighbours
    (-12, 12),  # free enemy pieces at the own queen with 1 neighbours
    (-6, 6),  # free enemy pieces at the own queen with 2 neighbours
    (-13, -2),  # free enemy pieces at the own queen with 3 neighbours
    (-31, -10),  # free enemy pieces at the own queen with 4 neighbours
    (-16, -9),  # free enemy pieces at the own queen with 5 neighbours
    (0, 0),  # pieces that can be thrown away from the own queen with 0 neighbours
    (0, 0),  # pieces that can be thrown away from the own queen with 1 neighbours
    (-5, 12),  # pieces that can be thrown away from the own queen with 2 neighbours
    (1, 12),  # pieces that can be thrown away from the own queen with 3 neighbours
    (20, 21),  # pieces that can be thrown away from the own queen with 4 neighbours
    (28, 39),  # pieces that can be thrown away from the own queen with 5 neighbours
    (44, 58),  # beetle on an own piece
    (19, -25),  # beetle on an enemy piece
    (9, 4),  # free mosquito next to Q
    (-6, 5),  # free mosquito next to S
    (-2, 14),  # free mosquito next to B
    (0, 8),  # free mosquito next to G
    (3, 13),  # free mosquito next to A
    (1, -10),  # mosquito on top
    (-8, 13),  # free mosquito next to L
    (12, 14),  # free mosquito next to P
    (37, 12),  # tempo
)

EARLY = np.array([early for early, _ in _WEIGHTS], dtype=np.int32)
LATE = np.array([late for _, late in _WEIGHTS], dtype=np.int32)
