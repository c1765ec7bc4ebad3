"""Weights of the evaluation in hundredths of a point, on an empty and a full board.

Made by

    python -m benchmarks.tune --write
"""

import numpy as np

_WEIGHTS = (
    (17, 19),  # free Q
    (21, 17),  # free S
    (46, 22),  # free B
    (18, 20),  # free G
    (59, 63),  # free A
    (41, 27),  # free M
    (33, 33),  # free L
    (38, 38),  # free P
    (7, 18),  # hemmed Q
    (6, 13),  # hemmed S
    (15, 15),  # hemmed B
    (6, 6),  # hemmed G
    (25, 11),  # hemmed A
    (15, 15),  # hemmed M
    (15, 15),  # hemmed L
    (25, 22),  # hemmed P
    (39, 10),  # pinned Q
    (20, 6),  # pinned S
    (25, 15),  # pinned B
    (15, 11),  # pinned G
    (24, 13),  # pinned A
    (37, 26),  # pinned M
    (26, 18),  # pinned L
    (26, 31),  # pinned P
    (-51, -35),  # covered Q
    (-13, -18),  # covered S
    (-16, -7),  # covered B
    (-8, -19),  # covered G
    (1, -22),  # covered A
    (-23, -8),  # covered M
    (-8, -13),  # covered L
    (-25, -30),  # covered P
    (4, 6),  # in hand Q
    (2, 19),  # in hand S
    (16, 42),  # in hand B
    (6, 20),  # in hand G
    (6, 50),  # in hand A
    (16, 26),  # in hand M
    (20, 33),  # in hand L
    (11, 14),  # in hand P
    (15, 5),  # mobility Q
    (3, 0),  # mobility S
    (2, 5),  # mobility B
    (2, 0),  # mobility G
    (0, -6),  # mobility A
    (6, 1),  # mobility M
    (-1, -1),  # mobility L
    (-2, 1),  # mobility P
    (15, 13),  # free Q at distance 1 from the enemy queen
    (1, 1),  # free Q at distance 2 from the enemy queen
    (-4, 11),  # free Q at distance 3 from the enemy queen
    (53, 15),  # free S at distance 1 from the enemy queen
    (9, 12),  # free S at distance 2 from the enemy queen
    (8, 9),  # free S at distance 3 from the enemy queen
    (67, 40),  # free B at distance 1 from the enemy queen
    (34, 33),  # free B at distance 2 from the enemy queen
    (18, 17),  # free B at distance 3 from the enemy queen
    (30, 13),  # free G at distance 1 from the enemy queen
    (5, 21),  # free G at distance 2 from the enemy queen
    (16, 8),  # free G at distance 3 from the enemy queen
    (-12, -7),  # free A at distance 1 from the enemy queen
    (-9, -4),  # free A at distance 2 from the enemy queen
    (-3, -8),  # free A at distance 3 from the enemy queen
    (15, 6),  # free M at distance 1 from the enemy queen
    (10, 8),  # free M at distance 2 from the enemy queen
    (-3, 12),  # free M at distance 3 from the enemy queen
    (7, 20),  # free L at distance 1 from the enemy queen
    (8, 18),  # free L at distance 2 from the enemy queen
    (8, 19),  # free L at distance 3 from the enemy queen
    (11, 4),  # free P at distance 1 from the enemy queen
    (11, 0),  # free P at distance 2 from the enemy queen
    (6, 9),  # free P at distance 3 from the enemy queen
    (-3, -1),  # stuck Q at the enemy queen
    (42, 27),  # stuck S at the enemy queen
    (41, 29),  # stuck B at the enemy queen
    (10, 13),  # stuck G at the enemy queen
    (42, 15),  # stuck A at the enemy queen
    (23, 14),  # stuck M at the enemy queen
    (14, 19),  # stuck L at the enemy queen
    (8, 1),  # stuck P at the enemy queen
    (45, 22),  # on top of a stack at distance 0 from the enemy queen
    (39, 48),  # on top of a stack at distance 1 from the enemy queen
    (19, 24),  # on top of a stack at distance 2 from the enemy queen
    (12, 4),  # on top of a stack at distance 3 from the enemy queen
    (0, 0),  # free Q at distance 1 from the own queen
    (0, 0),  # free Q at distance 2 from the own queen
    (0, 0),  # free Q at distance 3 from the own queen
    (11, 14),  # free S at distance 1 from the own queen
    (4, 11),  # free S at distance 2 from the own queen
    (-5, 6),  # free S at distance 3 from the own queen
    (7, 8),  # free B at distance 1 from the own queen
    (-10, 2),  # free B at distance 2 from the own queen
    (-22, 10),  # free B at distance 3 from the own queen
    (9, 17),  # free G at distance 1 from the own queen
    (16, 4),  # free G at distance 2 from the own queen
    (2, 1),  # free G at distance 3 from the own queen
    (33, 14),  # free A at distance 1 from the own queen
    (8, 9),  # free A at distance 2 from the own queen
    (-2, 1),  # free A at distance 3 from the own queen
    (28, 16),  # free M at distance 1 from the own queen
    (7, 4),  # free M at distance 2 from the own queen
    (-4, 5),  # free M at distance 3 from the own queen
    (19, 21),  # free L at distance 1 from the own queen
    (11, 11),  # free L at distance 2 from the own queen
    (-6, 1),  # free L at distance 3 from the own queen
    (49, 31),  # free P at distance 1 from the own queen
    (-13, 2),  # free P at distance 2 from the own queen
    (-17, 12),  # free P at distance 3 from the own queen
    (0, 0),  # stuck Q at the own queen
    (-16, -16),  # stuck S at the own queen
    (27, 9),  # stuck B at the own queen
    (-9, -7),  # stuck G at the own queen
    (-14, -19),  # stuck A at the own queen
    (15, 16),  # stuck M at the own queen
    (3, 10),  # stuck L at the own queen
    (37, 5),  # stuck P at the own queen
    (0, 0),  # queen has 0 neighbours
    (-8, -22),  # queen has 1 neighbours
    (-27, -73),  # queen has 2 neighbours
    (-82, -94),  # queen has 3 neighbours
    (-160, -135),  # queen has 4 neighbours
    (-256, -211),  # queen has 5 neighbours
    (-105, -82),  # queen under enemy
    (-2, -9),  # queen under own
    (62, -17),  # placement cells at enemy queen
    (-2, 0),  # queen in hand
    (0, 0),  # free pieces that do not yet touch an enemy queen with 0 neighbours
    (-7, -9),  # free pieces that do not yet touch an enemy queen with 1 neighbours
    (-15, -4),  # free pieces that do not yet touch an enemy queen with 2 neighbours
    (-17, -1),  # free pieces that do not yet touch an enemy queen with 3 neighbours
    (-14, -1),  # free pieces that do not yet touch an enemy queen with 4 neighbours
    (-10, 3),  # free pieces that do not yet touch an enemy queen with 5 neighbours
    (-16, -6),  # pieces in hand against a queen with 0 neighbours
    (-14, -1),  # pieces in hand against a queen with 1 neighbours
    (-15, 2),  # pieces in hand against a queen with 2 neighbours
    (-20, 6),  # pieces in hand against a queen with 3 neighbours
    (-23, 8),  # pieces in hand against a queen with 4 neighbours
    (-19, 13),  # pieces in hand against a queen with 5 neighbours
    (10, 1),  # placement cells against a queen with 0 neighbours
    (7, -1),  # placement cells against a queen with 1 neighbours
    (10, -1),  # placement cells against a queen with 2 neighbours
    (7, 1),  # placement cells against a queen with 3 neighbours
    (4, 1),  # placement cells against a queen with 4 neighbours
    (0, 5),  # placement cells against a queen with 5 neighbours
    (0, 0),  # own queen that can be thrown, with 0 neighbours
    (3, -16),  # own queen that can be thrown, with 1 neighbours
    (-8, -3),  # own queen that can be thrown, with 2 neighbours
    (-2, 5),  # own queen that can be thrown, with 3 neighbours
    (-3, 14),  # own queen that can be thrown, with 4 neighbours
    (18, 40),  # own queen that can be thrown, with 5 neighbours
    (0, 0),  # free queen with 0 neighbours
    (-10, -14),  # free queen with 1 neighbours
    (10, 0),  # free queen with 2 neighbours
    (7, 9),  # free queen with 3 neighbours
    (-1, 14),  # free queen with 4 neighbours
    (0, 0),  # free queen with 5 neighbours
    (0, 0),  # cells to crawl into at the own queen with 0 neighbours
    (2, -16),  # cells to crawl into at the own queen with 1 neighbours
    (-1, -7),  # cells to crawl into at the own queen with 2 neighbours
    (-11, -3),  # cells to crawl into at the own queen with 3 neighbours
    (-10, 3),  # cells to crawl into at the own queen with 4 neighbours
    (8, 6),  # cells to crawl into at the own queen with 5 neighbours
    (0, 0),  # free enemy pieces at the own queen with 0 neighbours
    (-11, 2),  # free enemy pieces at the own queen with 1 neighbours
    (-13, 12),  # free enemy pieces at the own queen with 2 neighbours
    (-11, -1),  # free enemy pieces at the own queen with 3 neighbours
    (-33, -13),  # free enemy pieces at the own queen with 4 neighbours
    (-23, -8),  # free enemy pieces at the own queen with 5 neighbours
    (0, 0),  # pieces that can be thrown away from the own queen with 0 neighbours
    (0, 0),  # pieces that can be thrown away from the own queen with 1 neighbours
    (2, -5),  # pieces that can be thrown away from the own queen with 2 neighbours
    (6, 8),  # pieces that can be thrown away from the own queen with 3 neighbours
    (21, 22),  # pieces that can be thrown away from the own queen with 4 neighbours
    (29, 45),  # pieces that can be thrown away from the own queen with 5 neighbours
    (48, 45),  # beetle on an own piece
    (4, -15),  # beetle on an enemy piece
    (-3, 2),  # free mosquito next to Q
    (1, 4),  # free mosquito next to S
    (7, 4),  # free mosquito next to B
    (1, 4),  # free mosquito next to G
    (2, 7),  # free mosquito next to A
    (15, -12),  # mosquito on top
    (-1, 1),  # free mosquito next to L
    (-2, 14),  # free mosquito next to P
    (36, 13),  # tempo
)

EARLY = np.array([early for early, _ in _WEIGHTS], dtype=np.int32)
LATE = np.array([late for _, late in _WEIGHTS], dtype=np.int32)
