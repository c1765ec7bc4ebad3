"""Positions with one right move, proven by a full-width solver. Made by make_tactics.py."""

from typing import NamedTuple


class Tactic(NamedTuple):
    """A position in which `move` alone wins in `plies`, or alone avoids losing within `plies`."""

    title: str
    kind: str
    plies: int
    move: str
    game_string: str


def _tactics(text: str) -> tuple[Tactic, ...]:
    """Read blocks of a title, a line such as `wins in 3: wA1 bQ-`, and a GameString."""
    found = []
    for block in text.strip().split("\n\n"):
        title, task, *game = block.split("\n")
        words, _, move = task.partition(": ")
        kind, _, plies = words.split()
        found.append(Tactic(title, kind, int(plies), move, "".join(game)))
    return tuple(found)


TACTICS = _tactics(
    r"""
Black[19] of Base+M escapes a loss in 2 by moving the ant
saves in 2: bA2 /wG3
Base+M;InProgress;Black[19];wS1;bS1 \wS1;wQ wS1\;bM \bS1;wA1 /wQ;bQ /bM;wA2 wQ-;bG1 bM/;wA2 -bQ;
bS2 bG1\;wA1 bQ\;bM wQ\;wA3 wA1\;bG1 bS2\;wA3 -bS2;bG1 -wA2;wA1 wA2\;bS2 bM/;wB1 /wA1;bA1 bS2\;
wB1 bG1\;bA1 wA1\;wG1 /wB1;bA2 bS2\;wG1 -wA3;bA2 /wQ;wB2 \wG1;bA1 /wS1;wM \wA3;bA3 bS2\;wM bA3-;
bB1 bA2\;wG2 \wA3;bB2 bM\;wB1 bG1;bG2 bB1\;wG3 wB1\

Black[43] of Base+M escapes a loss in 2 by climbing with the beetle
saves in 2: bB1 wG1
Base+M;InProgress;Black[43];wS1;bM \wS1;wQ wS1\;bG1 -bM;wS2 wQ-;bB1 \bG1;wA1 \wS2;bQ /bG1;
wA1 bQ\;bA1 -bQ;wM /wQ;bS1 bM/;wG1 wM\;bB1 -bG1;wB1 wQ\;bA1 /wA1;wS2 bS1-;bA2 -bS1;wA2 /wM;
bA1 -wA2;wA3 wB1\;bA3 -bA2;wA3 /bQ;bA3 wQ/;wS2 bA3-;bA1 bA3\;wA2 bA1\;bA2 -wA3;wB2 wB1\;bB1 bG1;
wA2 -bQ;bB1 bG1\;wM bA1\;bG1 bB1\;wA1 /bA2;bS1 wS2/;wB1 bA1;bS2 /bG1;wA3 bM/;bB2 bQ\;wQ /wB1;
bG2 /bB2;wA3 \bQ;bM \wA3;wG2 wS2\;bG2 bG1\;wG1 \bB1;bG3 /bB2;wM \bA3;bB1 wG1;wB2 wQ;bS1 \wM;
wB2 bG2;bS2 wQ\;wG3 /wB2;bM -wA1;wG2 \wS2;bG3 bB1\;wS2 \wG2;bG1 wB2\;wG2 /bS1;bB2 bG3\;wA3 wA2\;
bG3 -wA2;wS2 -bS1;bA3 bQ\;wS1 wM/;bS1 wS1-;wG3 bS2-;bM wB1\;wB1 bA1/;bB1 wS2;wB2 wQ;bG3 bA2\;
wA1 -wG1;bA2 bS1\;wM -wA1;bB1 -wS1;wB1 bA2;bG1 /wB1;wS1 wB1/;bS1 -bA1;wB2 bM;bB1 wG2;wM -wS2

Black[25] of Base+M escapes a loss in 2 by stepping down with the beetle
saves in 2: bB2 wS2\
Base+M;InProgress;Black[25];wS1;bG1 /wS1;wQ \wS1;bQ -bG1;wQ -wS1;bA1 bQ\;wM \wS1;bB1 /bQ;
wA1 wS1-;bA1 -wQ;wA2 wA1/;bM \bA1;wS2 wA1\;bM bQ\;wA3 wM/;bA1 -wM;wA3 bM\;bQ /bA1;wM -bB1;
bA1 \wS1;wA2 wA3-;bA1 wA2-;wS2 \wA1;bQ \wQ;wA1 bA1-;bB2 -bQ;wG1 wS2\;bB2 bQ;wS2 \bB2;bB2 wS2;
wG1 /bQ;bA2 \bB2;wA1 \wS1;bA3 /bA2;wS1 \wA1;bA2 wA1-;wM bB1;bA3 wA1\;wG1 bA2\;bQ -wQ;wB1 -wM;
bA1 /bB2;wS1 -bB2;bB2 \wA1;wA2 /bA1;bQ wA2\;wG1 bA1\;bB2 wA1;wS1 /wA2

White[27] of Base+LP escapes a loss in 2 by throwing the enemy grasshopper
saves in 2: bG2 /bS2
Base+LP;InProgress;White[27];wB1;bB1 /wB1;wQ wB1-;bG1 /bB1;wP \wQ;bQ bB1\;wG1 -wP;bL bG1\;
wG2 wQ-;bS1 bQ\;wL wQ\;bQ wB1\;wG2 bQ\;bB1 wB1;wQ wP-;bB1 wP\;wA1 /wG1;bB1 wP;wS1 wL\;bA1 /bG1;
wA1 -bA1;bA2 bS1\;wS1 bA2\;bA3 bA1\;wA1 wQ/;bA1 -wA1;wA1 /wB1;bA3 wQ-;wA2 /wG1;bL /wA2;wA3 wL\;
bA1 wA3-;wB2 wS1-;bL -wA2;wG1 wG2\;bS1 /wS1;wS2 wB2/;bB2 \bB1;wS2 bA1\;bB2 \wQ;wB2 wS1\;
bS1 wB2-;wG3 /wS1;bS2 -bB2;wS2 \bA1;bB2 wQ;wS2 bA3-;bG2 \bB2;wG3 bS1-;bP \bA3;wG3 /wS1;bB1 wP\

Black[46] of Base+MP escapes a loss in 2 by moving the grasshopper
saves in 2: bG3 wA3\
Base+MP;InProgress;Black[46];wG1;bB1 -wG1;wB1 wG1/;bB2 -bB1;wQ wB1/;bQ \bB1;wP \wQ;bP bQ/;
wM wQ/;bB2 -bQ;wG2 wQ\;bG1 -bP;wG2 bP\;bB1 wG2;wM -wP;bS1 bB2\;wA1 \wP;bS1 wG1\;wQ wP/;bB1 wB1;
wA2 -wA1;bB1 wM\;wB1 bB1;bG1 wP\;wA1 /wA2;bB2 bQ;wA1 -wQ;bB2 wG2;wA2 -bQ;bS2 bG1\;wM bP;bS2 wQ-;
wA1 wQ\;bG1 -wQ;wA1 bQ\;bA1 bS1-;bG1 wP\;bA1 /wA1;wA3 \wM;bA1 -wA3;wB1 bB2;bA2 bS1-;wB2 wA3/;
bA2 /wA1;wM bA1\;bG1 -wQ;wP bB1-;wM wB2\;wB1 bP;bB2 wB1;wM bG1;bA3 bS1-;wM wB2\;bA3 wQ\;wQ \bS2;
bA2 -wQ;wQ bA2/;bM bA2\;bB1 bA3\;bA1 wQ\;wQ bA1/;bA2 wQ\;wQ bA2/;bG2 -bA1;wA3 wA2\;bB1 wP;
wG3 /wA2;bA1 -wG3;wB2 bG1;bG3 -bA2;wB2 wM;bB1 wB2\;wB2 bB2;bB1 wB2;wQ bA2-;bG3 bG1\;bA3 wM\;
bG3 wA3\;wA2 wQ\;bA1 wA2/;wA2 -bQ;bA1 -wG3;wS1 wP\;bG3 \wA2;wS1 bS1-;bG3 wA3\;wS2 wS1\;bG2 wG3\;
wS2 wA1\;bG3 \wA2;wS2 /bG2

Black[29] of Base+MLP escapes a loss in 2 by moving the mosquito
saves in 2: bM \wM
Base+MLP;InProgress;Black[29];wP;bB1 wP-;wQ -wP;bA1 bB1-;wM \wP;bQ bA1/;wL /wQ;bL -bQ;wL -wM;
bB2 bB1\;wA1 wQ\;bM bQ\;wS1 /wA1;bM wM/;wL \bL;bA1 -wS1;wM wP\;bP bQ/;wM -bA1;bP \bQ;wA2 wS1\;
bG1 bL\;wA2 bQ-;bG1 -wQ;wA3 wS1\;bG2 bL\;wA3 bQ\;bG2 /bB2;wS2 wA2\;bA2 bB2\;wA2 bQ/;bA2 /wA3;
wM /bG1;bA1 \wQ;wS1 bG2\;wA2 \bP;wA1 bQ/;bL /bM;wQ /wP;bM bA1\;wB1 -wA2;wA2 wL\;wB1 \bP;
bA1 bG1\;wQ bA1\;bG1 wQ\;wM wA1\;bQ \wA1;wM bQ/;bL bM\;wB1 bP;bA3 -bM;bL wP\;bA3 bM\;wS1 wA3\;
bM -wM;wS2 wM\

White[36] of Base escapes a loss in 2 by moving the ant
saves in 2: wA1 \bG3
Base;InProgress;White[36];wS1;bS1 wS1/;wQ /wS1;bQ \bS1;wA1 -wQ;bA1 -bQ;wG1 \wA1;bG1 \bQ;
wA2 -wS1;bA1 wQ\;wA3 \wG1;bG1 bS1\;wA3 bS1/;bQ \wA3;wG1 bG1-;bQ wA3/;wA1 bA1\;bA2 \bQ;wA2 \bA2;
bB1 bQ/;wA1 bB1-;bA1 /wQ;wA2 bG1\;bA2 wA2\;wA1 bQ\;bB1 bQ;wA1 /bA1;bB1 wA3;wS2 wG1/;bS2 -bB1;
wS2 bQ-;bS2 -wQ;wA1 bQ\;bQ \wS2;wG2 wS2-;bA1 wG2\;wB1 wG1-;bA3 -bB1;wB1 wG1\;bA3 bS2\;wB1 bA2;
bB2 /bS2;wB2 wG1\;bG2 -bS2;wA2 /bQ;bA1 wA1\;wA2 \bQ;bA1 bQ/;wG2 /bQ;bA1 wA1\;wG2 wS2-;bA1 wG2\;
wA2 /bQ;bA1 wQ\;wA1 \bQ;bG3 /bG2;wG2 -wA2;bB1 wA3\;wA1 -wB1;bG1 -wS1;wS1 \wA1;bQ wS2/;wG2 bQ\;
bQ wG2/;wG3 /wG1;bA1 \bQ;wA1 wA2\;bA1 wQ\;wA1 wS1\;bG3 -bG1

White[59] of Base+MLP escapes a loss in 2 by moving the ant
saves in 2: wA2 -bG1
Base+MLP;InProgress;White[59];wG1;bM -wG1;wQ wG1/;bA1 \bM;wM wG1\;bL \bA1;wA1 wQ\;bQ /bM;
wA1 -bL;bA2 bA1/;wP wQ\;bB1 /bA1;wA2 wP\;bA2 wP/;wQ \bA2;bB1 wA1\;wQ -bA2;bP bB1\;wQ \bA2;
bA3 bA2-;wA1 /bP;bQ wA1\;wM bP\;bA3 wA2-;wA3 wG1\;wM \wG1;wA3 bP\;bB2 bL/;wM /bQ;wA1 /bB1;
wB1 wG1\;bB1 wA1;wB1 bA2\;bG1 /bL;wA2 bQ\;bA1 /wQ;wP wG1\;bA3 -bB1;wL wM\;bA3 /wB1;wP /bA3;
bG2 bL\;wL bB1\;wA3 -bA1;wM bP\;bB2 \wA3;wQ bA2/;wM bM\;wG1 \bB2;bS1 -bG1;wS1 wA2-;bG3 -bL;
wS1 /bQ;bS2 /bS1;wB2 wS1\;bS2 -wS1;wP bA3\;bG1 wG1/;wS2 wA2\;bG2 wM\;wG2 /wB2;bL -wG1;wG3 wB2\;
bL /wG1;wQ wB1/;bS2 /wG2;wS2 wG2\;bL -bG1;wQ bA2/;bG1 /wG1;wS2 -bS2;bL \bA1;wS2 wG2\;bL -wQ;
wQ bL/;bS2 -wS1;wG1 bG3\;bG3 -bL;wG1 bP\;bG1 wQ\;wG2 wG1\;bB1 wL;wS2 wA2\;wG1 wA3\;wG2 wQ/;
wG1 /bB2;wG2 wA3\;bM -bB2;wQ bG1/;bB2 wA3;wA2 /wM;bP -wM;wS2 bG2\;bL wQ-;wG3 /bB1;bS2 wB2\;
wA2 /wA1;bQ wB2/;wA2 -wQ;bL \wA2;wQ bG1-;bG3 bA1\;wQ bG1\;bA1 wQ-;wB1 wQ;bA1 bA2\;wB1 bA2;
bA1 wQ\;wB1 bA2\;bA2 bA1/;wS2 wP\;bL \bA2;wS2 bA1\;bB1 bP;wA2 /bG2;bB2 \bG3

Black[18] of Base+P escapes a loss in 2 by throwing the enemy beetle
saves in 2: wB2 bA1\
Base+P;InProgress;Black[18];wS1;bP \wS1;wQ /wS1;bQ -bP;wB1 /wQ;bB1 \bP;wB2 wQ\;bG1 -bQ;wA1 wB1\;
bB1 wS1/;wA2 /wB1;bA1 \bB1;wA2 bA1/;bA2 bG1\;wA1 \bQ;bA2 \wA1;wB1 wQ;bG1 wA1/;wB1 bQ\;bA3 \bG1;
wB2 wQ;bB1 wS1-;wB1 bQ;bA3 \wA2;wB1 bQ\;bB2 \bG1;wB1 bQ;bB2 -bA3;wA1 /bA2;bG2 \bA2;wA3 /wB1;
bG2 bA2\;wB2 wB1\;bA2 /wA3;wA2 wA1\

White[21] of Base+P escapes a loss in 2 by climbing with the beetle
saves in 2: wB2 bB1
Base+P;InProgress;White[21];wG1;bB1 wG1-;wQ \wG1;bQ bB1\;wB1 /wQ;bB2 bQ\;wB2 -wQ;bA1 bB2/;
wS1 wQ/;bG1 \bA1;wP wS1/;bA1 -wS1;wP \wS1;bA1 bG1\;wA1 wB1\;bA1 wA1\;wS2 \wP;bB2 bQ;wB1 wG1;
bA2 \bG1;wS2 wS1/;bA3 bG1/;wS2 bA3/;bP bA3\;wA2 -wA1;bS1 /bB2;wA2 bP-;bB1 wB1;wB2 wQ;bS2 /bA1;
wA3 /wP;wA2 bG1\;wS2 bP\;bB2 wA2;wA3 /wB2;bS2 -wA3;wP wS1/;bA2 -wS1;wG2 wP\;bA3 /bA2

White[13] of Base+MLP escapes a loss in 2 by moving the ladybug
saves in 2: wL bB1\
Base+MLP;InProgress;White[13];wL;bM \wL;wQ /wL;bL \bM;wM wQ\;bA1 \bL;wS1 /wQ;bQ /bA1;wA1 wS1\;
bA1 wL\;wA1 /bQ;bA2 bM/;wM -wQ;bA2 wQ\;wS1 bA1\;bA3 bM/;wM /bM;bA3 wA1\;wL /wQ;bL bM\;wL bA2\;
bM /wQ;wS1 bL/;bB1 /bA3

White[30] of Base+P escapes a loss in 2 by moving the spider
saves in 2: wS1 -bA1
Base+P;InProgress;White[30];wB1;bB1 wB1\;wQ \wB1;bQ bB1\;wG1 \wQ;bB2 /bB1;wS1 /wG1;bP bQ/;
wP wS1\;bG1 bP\;wG1 /wS1;bA1 bB2\;wA1 -wS1;bA1 -wA1;wA2 wB1/;bG1 wA2\;wS1 \bA1;bA2 /bA1;
wS1 /bA2;bA3 \bA1;wA3 -wQ;bG2 bQ\;wB1 bB1;bB2 wB1;wA3 bP\;bA3 /bQ;wS2 \wA2;bA3 bP/;wS2 bA3/;
bQ /bB2;wG2 -wQ;bS1 \bA1;wG3 \wG2;bG3 /bS1;wG2 -bG3;bS2 -bQ;wB2 wG3\;bS2 /wG1;wB2 wP\;bQ /wB2;
wA2 bQ\;bS1 wG3/;wG2 wG3\;bS2 /bQ;wG1 /wP;bG1 wS2\;wS2 wQ\;bG1 -bA3;wQ \bG1;bG1 \wQ;wS1 wA1\;
bA3 wQ/;wA2 \bA1;bA2 wQ\;wG2 wB2\;bS1 /bG1;wA2 -wG3;bG3 wG3\

Black[37] of Base escapes a loss in 4 by moving the ant
saves in 4: bA2 bS1\
Base;InProgress;Black[37];wG1;bG1 wG1/;wA1 wG1\;bQ \bG1;wQ /wG1;bG2 bG1/;wS1 wQ\;bB1 \bG2;
wA2 /wQ;bG3 -bB1;wA1 bG1\;bS1 \bG3;wA2 bG2-;bQ /bG3;wA3 wG1\;bB2 bG3\;wA2 -bQ;bS1 -wA2;wA3 wA2\;
bG3 wA1\;wA3 \bB1;bA1 bG2/;wA3 /bG3;bA1 bG2\;wA3 \bB1;bA2 bG3-;wS1 bG3\;bA2 -wQ;wS1 bA1-;
bG1 bA2\;wA3 \bQ;bA3 /bA2;wS1 bB1/;bA3 wQ\;wB1 \wA3;bS2 /bA2;wB1 -wA3;bS2 -wG1;wB1 \bS1;
bG1 bB2\;wB1 -wA3;bG2 bA2\;wB2 \wA3;bS1 \wB2;wG2 /wB1;bA1 bA3\;wA3 /bG3;bG3 -bB1;wA1 bA1\;
bA2 wA3/;wS2 wG2\;bA2 wG1\;wA3 bA2-;bG3 wS1\;wS1 wB2\;bG3 -bB1;wS2 -wB1;bG3 -wS2;wA3 wA2\;
bG1 -bB1;wG1 /bG2;bA2 wQ/;wA1 bA2-;bA1 bA2\;wA1 bA1-;bA3 /bS1;wB2 bA3;bG1 /wA3;wB1 wS1;bG1 \wA1;
wB1 bQ;bG1 wA1\;wB1 bQ\

Black[23] of Base escapes a loss in 4 by moving the beetle
saves in 4: bB1 wG3\
Base;InProgress;Black[23];wS1;bG1 /wS1;wQ \wS1;bQ -bG1;wB1 wQ/;bS1 /bQ;wB2 -wB1;bA1 bQ\;
wA1 \wB2;bA2 -bQ;wS2 /wB2;bA1 wB1\;wA1 -wS2;bA2 \wB2;wA1 -bA2;bS1 -wS2;wB1 bA1;bA3 bG1\;
wA1 bA3-;bS2 \bA2;wA1 /bA2;bS2 \wB1;wS2 -bQ;bS2 wB1\;wA2 \wB1;bA3 wA2/;wQ wA1\;bA2 \wA1;
wG1 wB2\;bS2 bQ\;wQ bS1\;bG1 -wS2;wS1 bS2-;bA2 wS1/;wA3 wB1-;bB1 /bS2;wG2 \wB2;bG2 -bS1;
wG3 wS1\;bA2 bA3-;wG3 \wS1;bA2 wA3/;wG1 bA3/;bB1 bS2\;wS1 \wG3

Black[19] of Base+ML escapes a loss in 4 by climbing with the beetle
saves in 4: bB1 wS1
Base+ML;InProgress;Black[19];wL;bG1 /wL;wA1 \wL;bM -bG1;wG1 wL-;bQ bM\;wQ wG1-;bA1 \bM;wA1 wQ\;
bA1 wL\;wL /bM;bB1 bG1\;wA1 bQ\;bM wG1\;wA2 \wQ;bM wA2/;wA3 wA1\;bB1 wA1;wA3 -bG1;bA2 bA1\;
wS1 -wA3;bA3 /bA2;wS1 wL\;bB2 bA2\;wB1 /wL;bM wQ/;wA2 \bM;bG1 wB1\;wA2 -bA1;bA2 -wG1;wB2 -wL;
bL bA1\;wM -wA3;bA3 \wM;wB1 bG1;bA2 \wA2;wG2 wB2\

Black[58] of Base+MP escapes a loss in 4 by moving the grasshopper
saves in 4: bG3 /wS2
Base+MP;InProgress;Black[58];wP;bA1 wP\;wQ wP/;bM bA1-;wB1 \wQ;bB1 bM\;wB2 wQ-;bQ bB1/;wS1 \wB2;
bG1 bQ\;wG1 -wP;bA2 bA1\;wA1 \wS1;bA3 bB1\;wA1 bQ/;bA3 wA1-;wB1 wQ;bA3 wA1\;wA2 wB2/;bA3 wA2/;
wS1 bA3/;bA2 wA1\;wS2 -wA2;bA2 wA2\;wB2 /bA2;bM wB2;wA1 bG1-;bB1 bQ;bA1 wG1\;bB2 bA2-;wG1 bA1\;
bP -bA1;wA3 \wS1;bS1 bB2\;wA3 bS1-;bG2 bA2\;wM wG1-;bG2 wA3-;wA1 /bB1;bB1 wA1;wG2 wG1\;bQ bA2\;
wG3 -wS2;bB2 bS1;wG3 bA3\;bP -wP;wG2 \bP;bB2 wA3;wS1 wG3\;wG2 -wB1;wP wB1\;bG2 wG2\;wS2 bA3/;
bQ bM\;wM bB1;bG1 -wM;wG2 /bP;bG2 -wA2;wB1 bG2;wG2 -wQ;wB1 bG2\;bA1 /wP;wB1 bM;bP wG2\;wG2 bG1\;
bG1 -wQ;wG2 bA2\;bS2 bB2/;wM bQ\;bG3 \bG1;wG3 wP\;bB1 wG3;bP bG2\;bG3 bG1\;wA1 wG2\;bS2 bS1\;
wM bB1\;bS2 bB2/;wM bQ\;bS2 bS1\;wM bB1\;bS2 bB2/;wA1 bQ\;bB2 bS1\;wG2 wS1/;bG3 bA2\;wB1 bG3;
bM wB1;wS2 \bS2;bB2 wA3;wG2 bS2/;bB1 wB2;wS2 bA3\;bA3 wA1-;wA2 bS1\;bB2 wA2;wG3 bM\;bB1 bP;
wM bA3\;bB1 wP;wB2 bQ;bM wB2;wB1 bP\;bG3 bG1\;wB1 bM;bB2 wG3;wA2 bB1\;bA2 /wS1;wA1 bS2\;bB2 wB1;
wA1 wS2/;bB1 wQ;bG3 bP\;bB1 bG1\;wA1 wA2\

Black[16] of Base+MLP escapes a loss in 4 by moving the ladybug
saves in 4: bL -wA3
Base+MLP;InProgress;Black[16];wP;bG1 -wP;wQ wP/;bL -bG1;wS1 wQ/;bQ \bG1;wS1 bQ/;bA1 bL\;wB1 wQ\;
bA1 wQ/;wA1 wS1/;bL wS1\;wA1 -bQ;bL wB1\;wA2 \wS1;bA1 wA2/;wA1 /wA2;bA2 /bG1;wG1 wB1/;bA1 /bQ;
wG1 wP\;bA2 wQ/;wB1 wS1\;bA1 -bA2;wA2 /wA1;bB1 bA2-;wQ bG1\;bG1 \wA1;wQ bQ\;bA3 bA2\;wA3 /wG1

Black[28] of Base+M escapes a loss in 4 by moving the mosquito
saves in 4: bM /wA1
Base+M;InProgress;Black[28];wM;bA1 /wM;wQ wM/;bA2 /bA1;wG1 -wQ;bQ -bA1;wA1 wQ/;bS1 /bQ;wA1 bA2\;
bS1 wA1\;wG1 wM\;bA3 bS1-;wA2 wQ\;bA3 bA1\;wA2 bA3\;bA2 wG1-;wQ \bA2;bA2 wQ-;wM \bQ;bB1 bS1\;
wA2 bA2-;bS2 bB1/;wA3 -wA1;bB2 /bS1;wA2 \bA1;bQ /wM;wA3 wM\;bQ -wM;wS1 -wA1;bM bB2\;wS1 bQ\;
bQ -wS1;wA2 -wM;bQ -wA2;wM bA2/;bG1 bB1\;wB1 wS1\;bG1 wA3\;wA3 bQ\;bB1 bS1;wM \bQ;bG2 bB1\;
wB2 wA3\;bS2 wQ\;wQ \bA2;bB2 bM;wS2 /wB2;bA1 wS2\;wG2 wS1/;bB2 /bB1;wG2 /wM;bA1 \wA2;wS1 bA1/;
bM bG2/;wG3 wS2\

Black[26] of Base+MP escapes a loss in 4 by moving the mosquito
saves in 4: bM wP/
Base+MP;InProgress;Black[26];wP;bM /wP;wQ \wP;bA1 /bM;wQ -wP;bQ bM\;wS1 \wQ;bA1 /bQ;wS1 /bM;
bA1 /wS1;wS2 wP-;bA1 wS2\;wA1 -wQ;bG1 /bA1;wM \wP;bA1 -wM;wQ wM/;wS1 wP\;wA2 wQ\;wS1 bA1\;
wA1 -bA1;wS1 wP\;wA2 -bM;bP bQ\;wA3 wQ\;bQ bP\;wA3 bQ-;wA2 bM\;wS1 wQ\;bA2 -bM;wG1 wA3-;
bA2 wG1\;wS2 bA1\;wP /wS2;wS1 bG1/;bA2 wG1-;wB1 \wG1;bA2 wG1\;wQ \wM;bA2 wM-;wG1 /bP;bA2 wQ/;
wB2 /wG1;bA2 wM-;wB2 wG1\;bA2 \wA1;wM /wA2;wP -wS1;wB1 bG1\;wA2 \wP;wS1 bM\

Black[52] of Base+P escapes a loss in 4 by moving the pillbug
saves in 4: bP -bG1
Base+P;InProgress;Black[52];wG1;bS1 wG1-;wQ -wG1;bG1 bS1-;wP /wQ;bS2 \bG1;wB1 wQ\;bQ bS1\;
wB1 wG1\;bQ wB1\;wA1 wQ\;bG2 /bQ;wA1 bS1\;bA1 bG1-;wA2 wQ\;bA1 wP\;wP -bA1;bS2 bG1\;wS1 \wG1;
bS1 \wS1;wA3 wG1/;bS1 /wQ;wQ \bS1;bA2 bS2/;wS1 \bG1;bA3 bQ\;wB2 -wQ;bA2 -wG1;bS1 wP\;bA3 wB2\;
wQ \bA2;bB1 bS2/;wA3 wA1\;bG2 \bB1;wA3 bQ\;bB2 bB1/;wG2 -wS1;bG3 bB2/;wB2 bA3;bP -bG3;wG3 \wQ;
bS1 -wB2;wA3 /bQ;bS1 /wG3;wG1 bQ\;bS1 wG3/;wA3 wA2\;bS2 wG1\;wS2 /wB2;bS2 bA1\;wS2 /bS2;
bG3 bG1\;wB2 wP;bA3 /wQ;wB2 bA1;bG3 bA3\;wB1 bQ;bS1 \wG2;bG3 wP\;bS1 wG3/;wG2 bB2-;bG3 wA2/;
wP bA3\;bA3 \wS1;wB1 bG3\;bG3 /wQ;wP /bG3;bA3 \wG2;wS1 \bA3;bA3 bA2/;wS1 -bG2;bA3 \wG2;wB1 bQ;
bA3 bA2/;wB1 wA3\;bB1 bG1\;wS1 bP/;bB1 wA1;wS1 wG2-;bP \bG2;wS1 \bB2;bB1 wA1\;wG1 -wA1;bB1 bQ;
wB1 bB1;bA3 -wS2;wS1 -bP;bA3 bA2/;wS1 bA3\;bA3 -wS2;wS1 bS1-;bA3 wS2\;wG1 wB1\;bA3 wG1-;
wS1 -bS1;bS1 -wS1;wP -bG3;bA3 bA2/;wG1 -wA1;bP -bG2;wS2 wB1\;bA3 wG3/;wB2 bS2

White[20] of Base escapes a loss in 4 by moving the ant
saves in 4: wA1 bS2/
Base;InProgress;White[20];wS1;bA1 /wS1;wQ wS1-;bQ /bA1;wA1 \wQ;bS1 /bQ;wB1 wA1/;bA2 bA1\;
wS2 wB1\;bA2 bS1\;wA1 bA2-;bA3 /bS1;wA2 \wS1;bA3 wS2\;wA3 -wB1;bB1 bA1\;wA3 -bA1;bB1 wS1\;
wA2 bA3-;bB1 wQ;wB1 -wS2;bB2 bB1\;wB1 bB1;bB2 wB1;wA2 bA3\;bS2 /bS1;wA1 bA1\;bA2 -wS2;wS2 -bA2;
bS2 wA1\;wA2 bQ\;bS1 \wA3;wG1 /wA2;bQ /wA3;wB2 -wG1;bG1 \bA3;wB2 bQ\;bG2 -bQ

White[30] of Base+LP escapes a loss in 4 by moving the ant
saves in 4: wA1 wP\
Base+LP;InProgress;White[30];wB1;bB1 wB1/;wL -wB1;bG1 bB1/;wG1 \wL;bA1 -bG1;wQ /wG1;bQ \bG1;
wA1 /wQ;bS1 bG1/;wS1 /wA1;bA1 wG1/;wA2 wQ\;bA1 wA2\;wQ \wA1;bA2 /bQ;wS1 bA1\;bA2 \wQ;wS2 /wG1;
bP /bQ;wA1 wL\;bG1 -bQ;wA3 wS1-;bS1 bB1\;wA3 bQ/;bS2 bA2/;wP /wQ;bS2 /bA2;wP /bS2;bG1 bQ\;
wB2 wS1-;bA3 bG1\;wL -bP;bA3 wQ\;wG2 wA3/;bB1 wB1;wG2 wL\;bS1 wB2/;wL -wA3;bG1 \wL;wA1 -bG1;
bB2 -bA2;wA1 wA3\;bL \bA2;wA1 \bL;bG2 bB1-;wA3 /bA3;bG3 \bG1;wG3 /wS1;bB1 wG2;wG3 -bS1;bB1 wG1;
wA1 bQ/;bL -bB1;wB2 bS1;bB2 \bA2;wA1 bB2/;bB1 wS2

White[30] of Base+M escapes a loss in 4 by moving the ant
saves in 4: wA2 bG2-
Base+M;InProgress;White[30];wM;bS1 -wM;wQ wM-;bA1 \bS1;wG1 wQ/;bQ /bA1;wB1 -wG1;bM /bQ;wS1 wG1\;
bA2 -bQ;wS2 wM\;bM bQ\;wS2 /bM;bA1 wQ\;wS2 -bA2;bA3 bA2\;wG1 -wB1;bM \wS1;wM bA3\;bA1 /wQ;
wS1 /bA1;bM wQ;wA1 \wG1;bB1 bM\;wA1 \bQ;bB2 bB1/;wA2 \wG1;bM \bB2;wA2 bB2-;bB1 wQ;wA3 \wG1;
bG1 bB1\;wM bM/;bB1 bB2;wA3 bS1\;bS2 bG1\;wS1 bA3\;bB1 wM\;wA2 -wG1;bA1 /wA3;wQ -bG1;bA3 wQ\;
wG1 bB1-;bQ /bS1;wM bB1;bA1 wA3\;wQ wB1\;bM wB1;wB2 -wS1;bG2 bB2\;wB2 bA2\;bS1 wA2/;wG1 -wM;
bM wQ;wS2 -bS1;bM wB1;wS2 -bA2;bS1 /bM

White[26] of Base+L escapes a loss in 4 by moving the ant
saves in 4: wA3 /wS2
Base+L;InProgress;White[26];wB1;bB1 wB1/;wQ /wB1;bS1 \bB1;wG1 wQ\;bQ bS1/;wG2 -wB1;bA1 \bQ;
wL wG1\;bL /bA1;wS1 /wG2;bS2 /bL;wS1 -bS2;bA1 /wS1;wG2 bB1\;bL bS2\;wA1 wB1\;bL -wQ;wA1 bQ-;
bA2 \bQ;wS2 wA1\;bA2 wS2-;wG2 -bQ;bG1 -bL;wB2 wL/;bA3 bG1\;wA2 /wG1;bA3 -wA2;wA3 wB2\;bG1 wB1\;
wA3 \bQ;bA1 \wA3;wG1 bB1\;bA1 wA3/;wG1 wQ\;bG1 bS2\;wG3 -wS1;bA1 \wG3;wL /bL;bA3 /wA2;wB2 wG1;
bB2 \bL;wL -bB2;bB1 wB1;wG2 \bA2;bG2 bS1\;wG2 /wA3;bG3 bG2\;wB2 wA2;bG3 /bG1

White[41] of Base+LP escapes a loss in 4 by climbing with the beetle
saves in 4: wB1 bB2
Base+LP;InProgress;White[41];wL;bS1 wL/;wA1 -wL;bQ bS1-;wQ wA1\;bG1 bQ/;wP wQ\;bG1 bS1\;wA1 bQ/;
bA1 bG1\;wA1 bA1-;bP \bQ;wA2 /wQ;bS1 -wQ;wA2 \bP;bA2 \bS1;wA3 \wL;bA2 -wA3;wA2 \bA2;bS1 wP\;
wB1 /wQ;bA3 bS1-;wA2 bA3\;bA2 -wB1;wA3 -wQ;bA2 -wA3;wA1 \wA3;bA1 bS1\;wB1 wL\;bA2 -wA1;wA2 bQ\;
bA1 wA2\;wL bQ/;bP \wL;wG1 \wQ;bA1 wA2-;wA3 /bP;wL -bP;wB2 /wL;bP bQ/;wS1 wA1\;bA3 bG1\;wL bP\;
bA1 /wB2;wQ wS1\;bQ \bP;wB1 wQ\;bA3 /wS1;wS2 wL\;bB1 bS1-;wS2 bP/;bQ \wS2;wG2 \wB2;bS2 bS1\;
wG3 -wG2;bG2 bS2\;wB1 wG1\;bA2 wQ\;wB1 wS1;bA2 bG2\;wA1 /bA2;bB2 /bA3;wB1 bA3;bL bQ/;wA1 /bQ;
bA2 wB1\;wG3 -wA1;bB2 wB1;wG2 wB2\;bL wS2-;wG3 bL-;bQ \wA1;wA2 bA2\;bG3 /bS2;wG3 /bQ;bB1 bS1/;
wG3 bQ/;bB1 wP;wA2 -bQ;bB2 bA2

White[27] of Base+ML escapes a loss in 4 by moving the grasshopper
saves in 4: wG2 bA3-
Base+ML;InProgress;White[27];wL;bG1 wL-;wA1 \wL;bQ bG1\;wQ -wA1;bA1 bQ\;wS1 -wQ;bA1 wQ\;wA1 wL\;
bA2 bQ/;wG1 wQ/;bA2 -wG1;wS2 /wA1;bB1 bQ-;wS2 bB1\;bG1 wS1\;wG1 /bG1;bA2 -wS1;wQ wS1/;bA2 \wQ;
wA2 /wA1;bM -bA2;wA2 /bM;bA3 \bA2;wS2 \bB1;bB2 -bA3;wA2 bB1\;bL /bB2;wA2 -wS2;bQ wA1\;wA3 wS2/;
bL bM\;wQ bA2-;bA3 \wA3;wB1 \wA2;bG2 \bA2;wB1 /bA3;bA3 wA3/;wB2 wQ\;bG2 bA2\;wM /wG1;bS1 \bA2;
wB2 bG2;bL wQ-;wB2 bA2;bM wB2;wM bG2\;bG3 bB2\;wG2 -wB1;bA3 wA3-;wG1 wQ\;bG2 \bL

White[56] of Base+MLP escapes a loss in 4 by moving the pillbug
saves in 4: wP bG1\
Base+MLP;InProgress;White[56];wL;bS1 /wL;wQ wL-;bL bS1\;wS1 \wL;bQ /bL;wG1 \wS1;bA1 /bS1;
wS2 wQ/;bP bL\;wS2 wG1/;bA2 bP/;wP \wQ;bA1 wQ/;wA1 wS2-;bA1 wQ-;wA1 -bQ;bM bQ\;wA2 wS2\;
bA2 \bA1;wA2 \wA1;bS2 bA1-;wA2 bA2/;bS2 wA2/;wA3 -wS2;bM bP/;wA3 wA1\;bA1 wQ\;wL wS2\;bP /wQ;
wG2 /wG1;bS1 -wA1;wB1 -wG1;bA3 bA1\;wB2 -wS2;bB1 /bS1;wS2 -wB2;bM bL\;wM \wL;bB2 bP\;wG2 wM/;
bA3 wA3\;wG3 -wG2;bG1 bA1\;wS2 wB1\;bG2 bB2\;wS2 -bP;bG3 bG1\;wL wB1\;bM /wS2;wL wM\;bQ bA3/;
wM -wG3;bA3 \wM;wL wG3\;bL bS1\;wG2 wB1\;bQ wA3\;wL wG2\;bA3 bS2\;wQ \wP;bS2 wQ/;wS1 wP\;
bG2 /wP;wG2 /wM;bS1 -wL;wG3 /wB1;bA3 bG3/;wG1 /wG2;bG2 bB2\;wA2 bL\;bQ wA2\;wA3 bQ/;bQ wA3\;
bA2 /wP;bA3 wS1/;wS1 bS2\;bA3 wS1-;wM /wG1;bG3 wP\;wG2 -bS2;bG2 /wQ;wM wB1\;bA1 wS1\;wL -bM;
bA1 bQ-;wM wS1\;bA1 bG3\;wM wB1\;bG2 wS1\;wQ -wP;bG1 wG2\;wL wA1\;bA1 bQ\;wA2 /bA1;bS1 -wG1;
wM -wB2;bB1 -wA1;wQ -bA2;bB2 wS2\;wG3 -wM;bL bM\;wG1 wB2\;bA3 -wQ;wG2 bG3\;bG2 wG1\;wS1 \bS2;
bB2 wS2;wP bG3/;bL bA3\

White[22] of Base+MP escapes a loss in 4 by moving the pillbug
saves in 4: wP bS1\
Base+MP;InProgress;White[22];wG1;bA1 \wG1;wA1 wG1\;bQ bA1/;wA2 wA1\;bM bQ-;wQ /wA1;bS1 bM\;
wP wA2/;bG1 \bQ;wB1 /wG1;bA2 /bG1;wA3 -wB1;bA2 /wQ;wA2 /bA1;bS1 wP/;wA3 /bG1;bA3 bS1/;wA2 bA3/;
bG1 bQ\;wB1 /bA1;bQ wA3/;wS1 wB1\;bA2 wQ\;wS1 /bA2;bP \bQ;wB1 bA1;bM /wG1;wB2 /wA3;bG1 /bM;
wA2 bQ-;bA3 bG1\;bS1 \wP;bM wA2/;wP bS1-;bM wA1\;wA2 bQ\;bP -bQ;wA2 \bQ;bQ wA2-;wS1 bM-;
bB1 /bG1

Black[7] of Base+P wins in 1 by moving the ant
wins in 1: bA1 -bS1
Base+P;InProgress;Black[7];wA1;bS1 wA1/;wQ -wA1;bG1 bS1/;wG1 wQ\;bQ bG1\;wG2 /wQ;bG2 bG1/;
wS1 -wQ;bP bG2\;wS2 \wS1;bA1 -bG1;wG3 \wQ

Black[55] of Base wins in 1 by moving the ant
wins in 1: bA1 \bA2
Base;InProgress;Black[55];wS1;bA1 \wS1;wQ wS1-;bQ \bA1;wB1 wQ-;bS1 \bQ;wB2 wQ\;bG1 /bS1;
wS2 wS1\;bG2 bA1/;wG1 /wS2;bB1 bG1\;wG2 \wB1;bS2 /bG1;wG3 wG1\;bG2 bB1\;wB2 wS2\;bA1 wB1/;
wB1 bA1;bS1 bQ\;wA1 \wB1;bA2 bS2\;wA2 -wA1;bA2 wQ\;wA2 bQ/;bA3 bA2-;wA1 wA2\;bA3 wA2/;wB2 bA2;
bG1 \wG2;wA3 wS2\;bQ -wA2;wB2 wA3;bB2 bS2\;wB2 bA2;bG1 wG2\;wG1 \wB1;bG3 /bS2;wG3 wB1/;bA3 \wA2;
wA3 -bQ;bG2 wA3\;wA1 bA3/;bG1 bB1\;wA1 \wA3;bA3 \wA1;wS2 wB2-;bG3 wG2\;wB2 bG3;bA2 wA2/;
wG2 wG3\;bA3 wA1/;wG3 -wG1;bS1 bQ\;wS2 bG1\;bQ -bA2;wG3 \wG2;bA2 \wQ;wG3 -wG1;bA3 wQ\;wA1 /bA3;
bA2 bS1\;wA3 /bQ;bQ \wA3;wA2 -wG3;bG2 wS2\;wB2 bA3;bG3 bG2\;wA1 /wB1;bS2 bB2\;wA1 bQ/;bG1 \wG3;
wG2 wG3\;bB1 bA2;wG2 \bG1;bB2 bS2;wA1 -wG2;bB1 wA2\;wG2 -bQ;bB2 wS2;wA1 \bQ;bA2 wB2\;wB2 bA2;
bG3 -wS1;wG2 wA3/;bB2 wS1\;wQ /wB1;bB1 -wQ;wG2 /wA1;bG3 wB1\;wS1 -bS2;bG2 wG3\;wA1 \bG1;bB1 wQ;
wA1 \wG2;bG1 bB1\;wB1 bB1;bA1 wA1/;wG1 /wA3;bG3 /bG2;wG1 wA3/;bA1 \wA1;wS1 wS2\;bS2 wA2\;
wG3 /wA3;bA1 wA1/;wB2 bB2\;bA2 bG1/;wG3 \bG2

Black[7] of Base+MP wins in 1 by moving the ant
wins in 1: bA1 wS1\
Base+MP;InProgress;Black[7];wS1;bS1 /wS1;wQ wS1-;bQ /bS1;wB1 wQ\;bA1 -bS1;wP wQ/;bP bQ\;wS2 -wP;
bA1 wP-;wB2 wB1-;bM /bQ;wB2 wP\

Black[5] of Base wins in 1 by moving the ant
wins in 1: bA1 wS2\
Base;InProgress;Black[5];wS1;bG1 wS1\;wQ -wS1;bQ /bG1;wQ /wS1;bA1 bG1\;wS2 -wQ;bG2 /bQ;wG1 -wS1

Black[36] of Base+MP wins in 1 by moving the grasshopper
wins in 1: bG1 wA2\
Base+MP;InProgress;Black[36];wS1;bS1 /wS1;wP \wS1;bB1 -bS1;wB1 wP/;bP bS1\;wQ wB1\;bQ bB1\;
wB2 wQ/;bB2 bP-;wM wB2\;bB2 wS1\;wQ -wB1;bA1 bB2\;wG1 wB1\;bB1 /wP;wS1 /wQ;bA1 -wS1;wM -bA1;
bA2 bB2\;wA1 \wB2;bA2 \wQ;wA1 bB2-;bA3 /bB1;wA1 /bQ;bA3 /wA1;wM -bQ;bB2 wP\;wA2 \wB2;bA3 /bA2;
wA1 -bA1;bB2 wP;wB1 bB2;bA3 \wA2;wA3 wB2/;bM bP/;wA3 -bA3;bA2 \wM;wG2 /wA2;bP wG1\;wG1 bP\;
bS2 bQ\;wG1 /bB1;bP wB1\;wB2 wG2\;bS1 wB2\;wG3 wA2\;wB2 bB1\;wA1 wM\;wB2 bS1\;wA3 /bM;bS2 wB2\;
wG3 \bA3;bA2 \wQ;wS2 -wG1;bB1 wB1;wG3 wA2\;bS1 wG3-;wS2 -bA1;bA3 /wA1;wA2 bQ\;bS1 \wG2;wA2 -bA2;
bG1 \bS1;wM \bG1;bG2 bS2\;wA2 -bA3;bG3 bS1/;wA2 -bA2;bG3 /wM;wM /wA2

Black[40] of Base+P wins in 1 by moving the grasshopper
wins in 1: bG3 bG1\
Base+P;InProgress;Black[40];wS1;bP /wS1;wS2 \wS1;bS1 /bP;wQ \wS2;bQ -bS1;wG1 \wQ;bA1 -bQ;wP /wQ;
bA2 -bP;wG1 wS1\;bA1 wQ/;wG2 -wQ;bA2 -wG2;wG1 -bP;bS1 wS1-;wB1 /wP;bP wG1\;wB2 wP\;bA3 bP\;
wS2 bA2\;bA3 bA1\;wG2 wB2\;bQ /wB1;wB1 bQ;bA2 -bA1;wA1 /wB1;bB1 \bA1;wB1 wA1;bG1 bS1-;wG2 /bA2;
bB2 \bG1;wB1 bQ;bG1 wS2\;wA2 -wB1;bG1 /wA1;wG2 wS2\;bP wB2\;wA3 /wS2;wG1 wS1\;wA2 /bA2;bA1 -wA2;
wG3 /wA3;bA3 bB1\;wB1 bQ\;bA3 wG1\;wA3 \bA1;bB2 \bS1;wB1 wG2\;bB1 wQ/;wQ bB1\;bS1 wQ/;wA3 /wS2;
wB1 bP\;wB2 wP;bQ wG2\;wG1 wA3\;bA1 -wA3;wA2 -bA2;bG1 bA2\;wB2 bG1;bQ /bP;wS2 -bA1;bS2 \bS1;
wA1 bS1-;bA3 bS1\;wB2 bB1;bS2 wA1-;wB1 bQ;bG2 bS2\;wA3 wA1\;bG2 \bS2;wA2 \bA2;bG3 bS2/;wA3 bP\;
bG3 -bG2;wA2 \bG3;bA2 /wA2;wA3 -bG1

White[35] of Base wins in 1 by moving the ant
wins in 1: wA3 wA2\
Base;InProgress;White[35];wG1;bB1 \wG1;wS1 /wG1;bQ -bB1;wQ wG1-;bS1 \bQ;wS1 /bS1;bG1 \bB1;
wS2 wQ\;bG2 \bS1;wG2 wG1\;bS2 \bG1;wB1 wS2/;bG3 -bG2;wB2 wB1-;bQ wS1\;wG3 wB2\;bS2 \wQ;wA1 wG3\;
bB2 \bS2;wG2 wB1\;bA1 \bG1;wA2 wG2\;bA2 \bB2;wS2 /bB1;bB1 wG1;wA1 /bQ;bA1 bB1\;wA2 /wS1;bB2 bS2;
wA3 \wB2;bB2 -wA3;wB1 bB2;bB1 wQ;wB1 bB1;bA3 \bB2;wA1 bA1\;bA2 -wA2;wA1 \bA3;bG1 bG3\;wA1 -bS2;
bA3 /wG2;wG1 -bA2;bS1 \bS2;wG3 \wA3;bS1 wG3/;wB1 bA1;bB1 wB1;wG1 wA1\;bB1 wQ;wG1 -bA2;bB1 bB2;
wB1 /bA1;bB1 wA3;wB1 wS2\;bB1 bB2\;wA3 bA3\;bA1 wG3\;wB2 bA1;bS1 wB2\;wQ wA1\;bB1 bB2;wB2 bB1;
bG2 /bG1;wB1 bQ\;bG3 wB1\;wA1 \wS2;bG3 \bG1

White[17] of Base+LP wins in 1 by moving the beetle
wins in 1: wB2 -wS1
Base+LP;InProgress;White[17];wB1;bA1 \wB1;wQ /wB1;bQ \bA1;wS1 -wQ;bA2 bA1/;wS1 -bQ;bL bA2/;
wA1 wB1-;bL bA2\;wP wB1\;bL wA1-;wS1 bA2/;bB1 bL-;wA2 \wS1;bA3 bL\;wA2 -bQ;bA3 /wQ;wS2 wS1/;
bS1 bA3\;wS2 \bQ;bS1 -wQ;wA3 -wS2;bS2 \bS1;wA3 /bA3;bS2 -wA3;wL -wS2;bB2 bL\;wL wA2\;bP bB1\;
wB2 \wS1;bP bB2\

White[24] of Base+L wins in 1 by stepping down with the beetle
wins in 1: wB2 /wA3
Base+L;InProgress;White[24];wG1;bB1 -wG1;wG2 wG1-;bQ -bB1;wQ wG2-;bS1 -bQ;wA1 wQ/;bS2 bQ\;
wA1 \bB1;bS1 wA1/;wS1 \wQ;bQ -wA1;wA2 -wS1;bA1 /bQ;wA2 -bA1;bB2 bS1-;wS1 bB2/;bA2 \bQ;wS2 wQ-;
bA2 \wS2;wS2 \bA2;bL \bQ;wA3 wQ\;bL bS1\;wG3 wG1\;bL /wS2;wA3 \bQ;bA2 wA3/;wS2 wQ\;bA2 wS1\;
wG2 bQ\;bG1 \bS1;wS2 bL/;bS2 /wA2;wB1 \wA2;bS2 \wB1;wB2 /wB1;bA3 \bS2;wL wG3\;bA3 \wA3;wL bB1\;
bG1 bS1\;wL -bS1;bB1 wG2;wB2 wB1;bA3 /wG3

White[60] of Base+L wins in 1 by moving the grasshopper
wins in 1: wG3 bB1\
Base+L;InProgress;White[60];wS1;bG1 wS1/;wA1 /wS1;bG2 bG1-;wB1 wA1\;bQ \bG2;wQ wS1\;bL -bQ;
wA1 bG2/;bB1 \bQ;wA2 wA1-;bA1 -bB1;wG1 wQ-;bA1 wA2/;wB1 wQ;bL /wS1;wB1 bL;bB1 bQ;wG1 -wB1;
bA1 \bB1;wA2 bA1/;bB1 wA1;wB2 wQ\;bG2 -bG1;wA3 wG1\;bG2 wB2\;wG2 wB2/;bA2 bB1\;wA3 /bA1;
bA2 -wA3;wL -wS1;bA2 wG2/;wL bQ\;bG1 wA2\;wA2 bB1-;bA1 -wA3;wA2 bA1\;bA2 wG2-;wL wA3\;bA1 wB1\;
wG1 bA2-;bG1 bB1\;wA2 wG2\;bA3 bG1/;wA3 \bB1;bB1 wA3;wB2 bA1;bA3 bA2\;wS2 -wB1;bA2 \wS2;
wG3 wS2\;bB2 \bB1;wG3 \bA2;bS1 bB1/;wB1 wQ;bB1 wA1;wB1 wS1;bS2 bG1/;wB1 -wL;bS2 -wG1;wB1 -bQ;
bA3 -wB1;wG1 /bA2;bA3 \wB1;wG1 bS2-;bB2 wA3;wG1 /bA2;bG3 bS1/;wB2 bA1\;bG3 wS2\;wA2 -bB2;
bG3 wQ\;wG1 bS2-;bA3 \wA2;wB2 bA1;bB2 wA2;wB1 bB2;bA3 wS2\;wB1 /bB2;bB1 wA3;wB2 bL;bA3 -wB1;
wB2 bA1;bB1 wA1;wB2 /bA1;bA3 wS2\;wB2 bA3;bB1 wA3;wB2 bA1;bS1 bG1-;wB2 bL;bA3 -wB1;wB2 bA1;
bS1 wG1-;wG3 wS2\;bA2 wB2\;wG3 wG2\;bA2 -wS1;wG3 bG1\;bG1 \bB1;wA1 bQ\;bA2 wS2\;wS2 /bA3;
bA2 wB2\;wG3 wG2\;bA2 wA1-;wG2 -bL;bA2 -bS2;wG3 /bG2;bS1 bA2\;wB2 bL;bB1 wA3-;wB2 bA1;bB1 wA3;
wG3 \wG1;bG2 wG3/;wG1 -bG2;bA2 wA1\

White[7] of Base+MLP wins in 1 by moving the ladybug
wins in 1: wL \bP
Base+MLP;InProgress;White[7];wS1;bS1 wS1-;wQ /wS1;bQ bS1-;wL -wS1;bP \bQ;wG1 wQ\;bQ -bP;
wA1 /wG1;bL \bQ;wA1 /bL;bA1 bS1\

White[26] of Base+M wins in 1 by stepping down with the mosquito
wins in 1: wM wA3\
Base+M;InProgress;White[26];wG1;bM \wG1;wQ /wG1;bS1 \bM;wG2 -wQ;bA1 /bS1;wA1 wG1\;bQ -bS1;
wA1 \bQ;bA2 bM/;wA2 wG1-;bA1 -wA1;wA2 bA1\;bA1 \wA1;wA2 bA2/;bA3 bQ\;wA3 wG1-;bA3 wQ\;wA3 /bQ;
bA3 /wA3;wB1 wG1-;bA1 /wG2;wB1 wG1;bA1 wQ\;wB1 bM;bA3 wG1\;wA2 \bS1;bA2 -wG2;wB1 bQ\;bS1 \wA2;
wA2 \bM;bS2 bA3\;wA3 /bA1;bA2 /wA1;wG2 bS2/;bA2 -wQ;wM -wA3;bS2 wM\;wM /bQ;bB1 /bA2;wA2 -bB1;
bB2 bM/;wM bQ;bB2 wG1/;wB2 /wA1;bS2 /wA2;wS1 wB2\;bB2 wG1;wA3 bS1\;bA1 -wA1

Black[59] of Base+M wins in 3 by moving the ant
wins in 3: bA1 -bS2
Base+M;InProgress;Black[59];wG1;bB1 wG1\;wQ -wG1;bQ bB1\;wS1 \wQ;bG1 /bB1;wG2 \wS1;bA1 bG1\;
wG3 /wS1;bA1 wG3\;wA1 /wG2;bQ bG1\;wA1 /bA1;bA2 bB1\;wG3 bB1/;bA2 \wG1;wA1 /wS1;bA3 bB1\;
wA1 bA3-;bG1 wA1-;wG3 /bB1;bQ /wG3;wA2 /wG2;bB2 bG1/;wA2 /bA1;bM /bQ;wA2 bQ\;bM /wS1;wA2 /bA1;
bB2 \bG1;wA3 \wG2;bA2 wA1\;wA3 wG3\;bQ /wA3;wA2 bA2\;bB2 wA1;wA2 wA3\;bA2 -bQ;wA2 /bA2;bS1 \bB2;
wB1 wG1/;bS2 bG1/;wG3 wA3\;bS2 wB1\;wG2 wQ\;bB1 wG2;wS1 /bM;bB1 wQ;wB1 bS2;bB1 \wG1;wB1 \bS2;
bG2 \bA2;wG1 \bB1;bG1 wG2\;wA2 bQ\;bG1 /wG1;wG2 -wG1;bG1 wQ\;wB2 wG3\;bG3 bS1/;wM wB2/;bG3 bB1\;
wB1 bB1;bB2 wA1-;wG2 wB1/;bG2 bA2\;wM -bA2;bG2 wB2-;wG2 wS1\;bG1 /wG1;wS1 -wM;bM /wG2;wM /bA2;
bB2 wA1;wS2 wA2\;bB2 wA1-;wS2 bG2-;bB2 wA1;wS1 -bA1;bM wB1/;wG2 bM/;bG1 wQ\;wB1 bM\;bG3 -wQ;
wM -bA2;bB2 wA1-;wM \bA2;bB2 wA1;wS1 /wM;bA1 \wM;wG2 bG3\;bA2 /wG1;wS1 /bG3;bQ -wA3;wB1 bM;
bB1 wQ;wA2 bQ\;bS2 wG1\;wG2 -bA2;bB1 bS2;wA2 wB1-;bS1 wB1\;wA2 wM\;bB1 bS2\;wA2 bQ\;bS1 \wB1;
wA2 wM\;bS1 wB1\;wA2 bQ\;bB1 wQ;wG1 /wS1;bA2 /wG1;wS2 /wB2;bA2 bS2\;wS2 wM\;bQ /bG1;wG1 bG1\

Black[27] of Base+L wins in 3 by climbing with the beetle
wins in 3: bB1 bL
Base+L;InProgress;Black[27];wL;bS1 wL\;wQ wL/;bA1 bS1-;wG1 wQ-;bQ bS1\;wA1 -wQ;bS2 bA1\;wG2 \wQ;
bA2 /bS1;wA1 bQ\;bL /bA2;wB1 \wG1;bA1 /wG2;wG2 wQ\;bG1 -bA2;wG1 -bA1;bS2 /wA1;wL wA1/;bG1 wL-;
wB1 wQ;bL wG2\;wS1 -wG1;bA2 /wS1;wG3 \wG1;bA3 bG1/;wG3 /bA2;bG2 /bS1;wA2 \wS1;bA3 wA2/;wA3 -wA2;
bA3 \wA3;wB1 bA1;bG2 wG2/;wB2 wG1\;bL \bG2;wS2 /wB2;bG3 /bS1;wS2 /bG3;bB1 bG2/;wB1 wQ;bB2 bB1\;
wB2 bA1;bB2 bG2\;wB2 wG1\;bB2 wG2;wB1 bB2;bA3 wB1\;wA3 \bG1;bS1 /wB2;wA3 bG1\;bS1 bA1\;wB2 bS1

Black[31] of Base+MP wins in 3 by stepping down with the beetle
wins in 3: bB1 wG1\
Base+MP;InProgress;Black[31];wB1;bP /wB1;wQ wB1-;bQ /bP;wB2 wQ-;bM -bQ;wS1 wQ\;bA1 -bP;wG1 \wB2;
bB1 bM\;wG2 wS1\;bA1 \wG1;wG3 wB2\;bB1 bQ;wA1 wG3/;bA1 -wG1;wG2 \bA1;bM -bP;wG1 wB1\;bG1 /bB1;
wB1 bA1;bM bP\;wS1 bB1\;bM /wB1;wG1 -bP;bB1 wG1;wP wQ\;bS1 -bM;wG3 bM\;bM wB1;wA1 wG3\;bG1 /wA1;
wA1 /bQ;bA2 -bS1;wB2 wG3\;bA2 wQ/;wG3 bA2/;bS1 -wG2;wS2 wG2/;bA3 -bB1;wA2 wA1\;bA3 -wA1;
wA2 \bA3;bB2 bG1\;wA2 /bM;bA3 /bS1;wM wP-;bQ bA3\;wA1 -bA3;bS1 -wA1;wA3 -wS1;bS2 -bB1;wA3 /bS2;
bB2 wB2\;wM wA2\;bM wQ;wM wP-;bB2 wB2;wB1 bM;bP wA2\;wA3 bQ\

Black[39] of Base+MLP wins in 3 by climbing with the beetle
wins in 3: bB1 wQ
Base+MLP;InProgress;Black[39];wB1;bS1 wB1-;wG1 /wB1;bM bS1/;wM \wB1;bQ bM\;wQ /wM;bB1 bQ-;
wM \wQ;bG1 bS1\;wP \wB1;bP bQ\;wQ \wP;bM wQ/;wA1 wM\;bQ bP\;wM bM/;bA1 -bB1;wA1 /bQ;bA1 wA1\;
wA2 /wP;bA2 -bB1;wA2 bQ\;bA1 wA2\;wA3 /wP;bA2 -wA3;wG1 \bS1;bA2 /wQ;wA3 wA2/;bB1 bG1\;wA1 /bA2;
bA3 /bG1;wA1 -bA3;bB2 \bP;bA2 /wP;bL /bA2;wG2 wM/;bL wB1\;wB1 bA2;bG1 bM\;wQ -wP;bA3 -wQ;
wA1 /bA3;bB1 bS1\;wB2 /wB1;bA1 /bM;wL wA3\;bL \bB2;wL /bQ;bL wM\;wA1 /wB2;bA1 -wA1;wS1 wL\;
bM -bG1;wS2 /wL;bB2 bB1\;wA3 \bA3;bQ wA2/;bM wP\;bG2 bM\;wG3 wA2\;bA1 \wQ;wA3 bQ\;bM -bG1;
wA1 bQ/;bG3 bG2\;wG3 bP\;bS2 -bA1;wA3 /bA3;wG3 \bP;wA1 bQ-;bG3 wP\;wG1 wS1\;bB1 bS1;wQ bG1\;
bG2 \wG3;wS2 bB1\

Black[35] of Base+ML wins in 3 by moving the grasshopper
wins in 3: bG1 /wS2
Base+ML;InProgress;Black[35];wS1;bL /wS1;wQ wS1-;bQ bL\;wM wQ/;bS1 bQ\;wA1 -wM;bG1 /bQ;wB1 wM\;
bG2 /bL;wA2 wB1/;bS1 wQ\;wA1 bQ\;bG1 wA1-;wA2 -bG2;bB1 bS1\;wA1 /bG1;bG3 /bS1;wS1 \wA2;bL /wS1;
wS1 /bL;bA1 bB1\;wB1 bS1;bB1 wB1;wA1 bA1/;bS2 bG2\;wS2 -wM;bS2 wS1\;wS2 \bQ;bA2 bQ\;wA3 -wS1;
bS2 -wA3;wM bB1/;bA2 wM/;wG1 \wS2;bB2 bQ\;wG1 bB2\;bB2 wG1;wB2 wA3\;bA3 -bB2;wL wS1\;bA3 \wQ;
wL bS2\;bM bG1\;wA1 bG2\;bM /bA3;wA3 bA1/;bB2 wA1\;wA1 -wS1;bQ bG2\;wS2 \bA3;bB1 bM\;wA1 \bA2;
bS2 \bL;wG2 -wS1;bS2 /bM;wG1 /bQ;bB2 wG1;wB1 bB1;bS1 wA3/;wL -bL;bS1 wQ\;wA3 /wB2;bA1 /wS2;
wA3 /bG1;bB2 bQ\;wA3 bB2\;bA1 wA3-;wG3 /wG2

Black[51] of Base+MLP wins in 3 by moving the grasshopper
wins in 3: bG3 wS1\
Base+MLP;InProgress;Black[51];wP;bG1 -wP;wQ wP\;bQ /bG1;wS1 wQ/;bA1 /bQ;wA1 wQ\;bP bQ\;wA1 -bG1;
bS1 -bA1;wM wS1\;bA2 -bS1;wS1 bG1\;bB1 bP\;wS2 wP/;bB1 wS1\;wS1 -wS2;bG1 wS2\;wM bG1-;bA2 bG1\;
wA2 \wS2;bG1 \wA2;wA3 wS2/;bS1 \wA1;wS1 -wP;bA1 wQ\;wM bB1\;bQ /wA1;wM bA1;bS2 -bQ;wA3 bA2/;
bA3 bP\;wB1 wS2/;bS2 /bP;wB2 wM\;bS2 bB1\;wB2 bS2;bB2 /bP;wB2 bB1;bS1 /bG1;wA3 -bS1;bB2 wS1\;
wQ wS2\;bA3 wB1\;wB1 wS2;bB2 wP;wG1 /wA3;bL bA2-;wA2 bL-;bB2 wB1;wB2 bP;bM \bA3;wA2 bM/;bL wP\;
wQ bS1\;bG1 wA3\;wS1 bB2\;bL bG1\;wQ bL\;bG1 \wA3;wQ bS1\;bA3 -bM;bL wP\;bG2 bS2\;wQ wA3\;
bL wA1\;wG1 \bS1;bL bS1\;wA3 /bG2;bA3 bG1\;wG1 -bG1;bG3 \bS1;wA2 -bQ;bG3 /bA3;wL /wB2;bM \bB2;
bL wP\;bB2 wP;wQ -bB2;bB2 wQ\;wB1 bM;bS1 wS2/;wS1 bS1/;bL bA3\;wA3 bA2-;bG2 \bG1;wS1 -wB1;
bS2 wA3\;wS2 bS1/;bG3 \wS1;wG2 wM\;bA3 \wA2;wB2 wA1\;bA3 /wG2;wQ wB1\;bB2 wP;wG1 \wB1;bG2 bG1\;
wG1 wA2\;bA3 bS1\;wG3 wG2\

Black[23] of Base+L wins in 3 by moving the ladybug
wins in 3: bL wB2\
Base+L;InProgress;Black[23];wL;bL wL/;wQ wL\;bQ bL/;wA1 /wQ;bA1 \bQ;wA2 /wA1;bA1 -wA2;wA3 -wL;
bS1 bQ\;wB1 wA1\;bQ \bL;wA3 -bA1;bA2 \bS1;wS1 /wL;bA2 wQ-;wS1 -bQ;bA3 bS1/;wA3 \bA3;bS2 bA3\;
wB2 -wL;bS2 wA3/;wS2 wA2\;bB1 bS1\;wG1 /wB2;bB2 bA3\;wG2 wB2\;bB1 bS1;wG1 bA2-;bB1 bL\;wL bS1\;
bB2 wL;wS2 -bA1;bG1 bA3\;wG3 /wB2;bG1 wQ\;wG1 -wG3;bG2 bB2-;wG1 bB2\;bG3 bS2/;wG1 bG2/;bG1 /bL;
wG1 bB2\;bG3 /wA3;wG2 bS2/

Black[24] of Base+L wins in 3 by moving the ladybug
wins in 3: bL wQ\
Base+L;InProgress;Black[24];wL;bB1 \wL;wA1 wL-;bL \bB1;wQ wA1-;bB2 -bL;wA2 /wL;bQ \bL;wA2 \bQ;
bS1 -bB2;wB1 wQ-;bS2 bL/;wA3 wL\;bS1 \wA2;wA3 \wA1;bG1 bS2/;wB2 \wQ;bG1 bB2\;wA3 \bS2;bS2 \wB2;
wG1 wQ\;bA1 /bB2;wG1 \bS2;bA1 wA3/;wB1 wQ/;bA2 /bB2;wQ wA1\;bA2 wB1\;wS1 wG1/;bA3 /bB2;wS1 bA1/;
bA3 /wQ;wS2 wG1/;bA2 wQ-;wG2 /wL;bG1 wA3\;wG2 /bS2;bL wL\;wB1 wB2/;bB1 wL;wB2 \bA2;bG2 -bB1;
wG3 wB1\;bB2 bQ;wB2 bA2;bG2 /wG3;wG3 /bA3

Black[19] of Base+MP wins in 3 by moving the pillbug
wins in 3: bP bB1\
Base+MP;InProgress;Black[19];wA1;bA1 wA1\;wQ -wA1;bQ bA1-;wM \wQ;bA2 bA1\;wS1 /wM;bA2 wQ\;
wA1 wQ/;bA3 bQ\;wM bA3/;bB1 bA2\;wA1 bA1\;bA3 \bA1;wS2 wM-;bM /bA2;wS1 /bM;bA3 wS2/;wA1 bQ\;
bP \bQ;wA2 wM\;bB1 bA2;wP wQ/;bB1 wQ;wA3 wA1\;bB2 /bB1;wA3 bP/;bS1 -bB1;wB1 wA1\;bA3 \bS1;
wA3 bA3/;bS2 -bA3;wS2 bP/;bB1 wP;wB2 wS2-;bS2 /bB2;wB2 wS2\

White[28] of Base wins in 3 by climbing with the beetle
wins in 3: wB1 bA1
Base;InProgress;White[28];wS1;bA1 wS1/;wQ /wS1;bA2 \bA1;wS2 /wQ;bB1 bA1-;wB1 -wS1;bQ bB1-;
wB2 /wB1;bG1 bQ\;wB1 wS1;bB2 \bQ;wB1 /bA2;bG2 -bB2;wB1 bA2;bA3 \bB2;wS2 bA1\;bA3 \wB2;wS2 bG1\;
bS1 bB1\;wS2 bQ/;bS1 wQ\;wA1 \wB1;bG1 \bB2;wA1 bQ\;bS2 bS1\;wA2 \wB1;bG1 wB2\;wA2 bA3/;bB1 /bQ;
wA1 wS2\;bS2 bA1\;wA3 wA1/;bB2 wS2;wG1 -wB1;bA3 /wB2;wB2 bA3;bB2 wA3;wA2 wA1\;bG3 bB2/;wA2 wS1\;
bB2 wA1;wQ \bG1;bG2 /wS1;wQ \wB2;bG2 wB2\;wB2 bG2;bB2 wA1\;wG2 -wS1;bB2 wA1;wG3 \wQ;bG3 bQ\;
wA3 -wS2;bB2 bG3

White[52] of Base+L wins in 3 by moving the beetle
wins in 3: wB1 bB1\
Base+L;InProgress;White[52];wL;bA1 \wL;wQ wL-;bQ \bA1;wB1 wQ/;bB1 -bQ;wG1 wL\;bG1 \bQ;wB2 wB1/;
bA2 bA1/;wA1 /wG1;bG2 \bA2;wA1 wB1\;bA2 wA1-;wG2 wG1\;bG1 wG2\;wB2 \bA2;bB2 /bB1;wA1 bG2-;
bG3 bB1\;wA2 \wB2;bA3 bB2\;wA1 bG2\;bA3 \wA2;wA1 -bA3;bG2 bB2\;wA3 wB2/;bA2 wA3-;wG3 /wL;
bL -bB1;wS1 wG3\;bS1 /bB2;wA1 bQ/;bG2 -bS1;wG1 -wA1;bS2 /bL;wA1 -wB1;bQ \wA1;wS2 wL\;bA3 wQ\;
wG3 bA3-;bG2 -wG1;wS1 bG1\;bS1 /wL;wL bQ/;bA2 -bG2;wG1 -bA2;bL wG1\;wA3 wB2\;bA2 wA2/;wA3 -wL;
bS1 /bG1;wS2 -bS1;bA2 /wG2;wA2 wL\;bA2 -bG2;wB2 wB1\;bB1 -wA3;wA3 bB1/;bQ bB1\;wB2 bA3;bB2 bA2\;
wL wB1/;bS2 -wG1;wB2 wB1\;bG3 wL\;wB2 bA3;bG3 /bQ;wA3 /bL;bS2 /wA3;wG1 bQ/;bG3 wG1/;wA2 \bA2;
bB2 bL\;wA2 bB2\;bS2 wA2\;wA3 /bQ;bG3 /wA3;wA2 wA3\;bS2 bA1\;wA2 bS2\;bS2 /wG2;wB2 wG2;bB2 bA2\;
wA2 -wB2;bL bB2\;wL bA1\;bA2 wG1-;wA1 wG1\;bA2 wB1/;wB2 bA3;bG1 wL\;wB2 bG1;bB1 wG1;wA2 -bB1;
bB2 -bG2;wS2 /wL;bB1 wA1;wS2 /bG3;bL wS2\;wS1 /bS2;bA2 wB1\

White[28] of Base+P wins in 3 by stepping down with the beetle
wins in 3: wB1 wG3\
Base+P;InProgress;White[28];wA1;bS1 /wA1;wQ wA1/;bQ -bS1;wP \wQ;bB1 bQ\;wA2 /wP;bA1 \bQ;wG1 wQ/;
bA2 bB1\;wA2 bA1/;bA3 bS1\;wG1 /bB1;bA2 \wA2;wB1 wP/;bA3 wQ-;wA3 /wP;bA2 /bQ;wA3 -wB1;bA2 \wA3;
wS1 /wG1;bA2 wQ\;wS1 /bA1;bB2 bS1\;wA3 bA2\;bS2 bB2\;wB1 \bA3;bA3 bB1\;wB1 wQ;bS2 wA3-;wB1 bA2;
bP bB2\;wS2 -wG1;bB1 bQ;wG2 -wP;bA1 wQ/;wA2 \bA1;bA1 wA2-;wB2 wG2\;bA1 wA2/;wQ -wA2;bB1 wS1;
wG2 wP\;bG1 \bB1;wB2 -wA1;bG2 /bG1;wG3 wA2\;bG3 \bG1;wS2 /bG2;bA1 /wQ;wQ \bA1;bG3 bB1\;wA2 -wB2;
bA3 wG3/

White[40] of Base wins in 3 by stepping down with the beetle
wins in 3: wB2 /bS2
Base;InProgress;White[40];wG1;bG1 wG1\;wQ wG1/;bQ bG1-;wG2 wQ/;bS1 /bG1;wB1 wG2\;bB1 bQ-;
wB1 wQ\;bG2 bQ\;wG3 wG2\;bA1 -bS1;wB2 -wG1;bA2 bS1\;wB2 /wG1;bG1 -wQ;wG3 wG1\;bA2 wG2-;wG1 wG3\;
bA1 -wG2;wB2 bS1;bB1 bQ;wA1 wB2\;bB1 wG1;wG3 bG2/;bA2 \wB2;wA1 \wG3;bG2 wG3/;wG2 bG1\;bA2 \bG2;
wQ bA1-;bB1 wB2;wA2 wG1\;bA3 \bA1;wA2 bQ\;bA3 wA2\;wQ bA1/;bA2 wQ-;wA1 bB1\;bA3 -bG2;wA1 wQ\;
bA3 \bG2;wA1 bA3/;bG3 -bB1;wA3 \wQ;bA2 wA3/;wS1 wQ-;bB1 wB2\;wA1 \bA2;bB1 wB2;wS1 bA2/;bA3 \wA1;
wS2 wS1/;bB2 -bA1;wS2 \bA3;bS2 \bG2;wA2 /wG2;bB2 bG1;wS2 wS1/;bB2 wG2;wA2 wG3\;bB2 wB1;wS2 \bA3;
bS2 bG2\;wA2 bS2-;bB2 wG2;wA2 bQ\;bB2 wG2\;wB1 -bG2;bG2 wG1\;wS1 wS2/;bS2 \wB1;wS1 /wS2;
bG3 wG3\;wG1 bG3-;bB1 bB2\;wB2 bB2;bB1 bQ

White[25] of Base+MLP wins in 3 by climbing with the beetle
wins in 3: wB2 wA2
Base+MLP;InProgress;White[25];wM;bG1 \wM;wQ wM-;bB1 \bG1;wG1 wM\;bL -bB1;wL wQ-;bQ bL\;wB1 wQ\;
bS1 /bQ;wL wG1\;bB2 bG1/;wS1 wB1/;bS1 /wG1;wS1 bB2-;bL \bB2;wS2 wB1/;bA1 -bL;wA1 wB1\;bA1 wS1\;
wA1 bL/;bA2 -bS1;wM bQ\;bA2 wA1-;wA2 wB1\;bQ -wM;wA2 bA2-;bP \bQ;wL bG1\;bA1 bA2\;wA1 \bA2;
bL /bA2;wA1 wG1\;bA3 -bL;wS2 wA2\;bA2 wB1-;wA2 /bP;bP \wA2;wA3 /wA2;bL wS1\;wA1 bQ\;bM bS1\;
wL /bB1;bG1 -bA1;wA3 wA2\;bB2 /wS1;wB2 /wA2;bM wA3\

White[14] of Base+L wins in 3 by climbing with the beetle
wins in 3: wB2 wS2
Base+L;InProgress;White[14];wL;bS1 wL/;wS1 -wL;bL bS1-;wQ wS1\;bQ \bS1;wB1 /wQ;bQ -bS1;wB2 /wS1;
bS2 \bS1;wS2 -wS1;bQ \wS1;wQ wL\;bA1 \bL;wA1 /wQ;bA1 wQ-;wA1 \bQ;bS2 wA1/;wG1 /wB2;bA2 \bL;
wG1 -bS1;bA3 \bS2;wG2 wS1\;bA3 wQ\;wL bS2\;bA2 -wA1

White[57] of Base+M wins in 3 by moving the grasshopper
wins in 3: wG1 \bS2
Base+M;InProgress;White[57];wS1;bA1 /wS1;wM wS1/;bM bA1\;wA1 wM\;bS1 /bM;wQ -wM;bQ /bS1;wS2 \wM;
bA2 /bA1;wM bQ\;bA2 wA1\;wA2 wA1/;bB1 /bA1;wA2 /bQ;bA3 -bA1;wA2 /wQ;bM -wQ;wS2 -bM;bA1 wQ/;
wB1 \wS2;bG1 /bB1;wA3 /wB1;bA1 /bQ;wQ bM/;bA2 -wQ;wQ bA2/;bA1 wS2\;wB2 \wQ;bS1 wM\;wA1 wM/;
bB2 /bA3;wA3 /bG1;bA1 -wA3;wS2 -bB2;bA1 wS1\;wB1 bA2;bA1 wS2\;wS1 wQ-;bG2 /bS1;wA3 /bQ;bS2 bS1\;
wA3 \wS1;bA1 wA3/;wA1 /bG1;bG3 bB1\;wS1 bA1/;bG3 wS2\;wA1 -bA1;bG2 bS1/;wG1 -wA1;bS2 bG2/;
wG2 /wG1;bS2 bB1-;wG3 wG2\;bS2 wA2/;wA3 \bG2;bG2 bB1\;wS2 bG3\;bG1 wA2\;wQ wA1\;bA3 wB2\;
wB2 bA3;bG2 /wA2;wA1 bS2-;bG1 -bG2;wG1 /wG2;bG1 wA2\;wG2 bG1\;bB1 wG2;wA1 bS2/;bB1 wG2\;
wA3 bB1-;bS1 /wS2;wA3 bS1\;bB1 wG2;wA1 wM/;bS2 bA1\;wG1 wQ\;bB1 wG2\;wA1 bB1\;bS2 wS1/;wB1 bM;
bS2 -bA1;wG1 \bS2;pass;wB1 /bM;pass;wA3 /bS1;pass;wA1 wS2\;bQ bB2\;wM bQ\;bB1 wG2;wM -bG3;
bQ wA1/;wA2 bQ-;bB1 wG2\;wA2 bQ\;bQ bB2\;wA2 bB1\;bQ bG2\;wA1 bQ\;bG1 /wB1;wG3 bM\;bG2 wA1\;
wA2 bB1-;bG2 wB1\;wB1 bG2;bG1 bB2\;wG1 wQ\;bG1 wA2-

White[21] of Base+LP wins in 3 by moving the grasshopper
wins in 3: wG1 wA2\
Base+LP;InProgress;White[21];wA1;bL /wA1;wQ wA1/;bQ /bL;wB1 \wQ;bA1 bQ\;wA2 /wB1;bS1 /bQ;
wA2 -bQ;bP bS1\;wA3 wQ-;bS2 /bP;wB2 wB1/;bB1 /bS2;wA3 bA1-;bA2 bS2\;wP wQ-;bA2 wP\;wL -wB2;
bA3 bS2\;bA2 wB2\;bA3 \wA2;wB1 bA2;bB2 bS2\;wS1 wL\;bA3 -wA2;wS1 -bL;bA3 wA3\;wL wB1/;bS1 -wS1;
wP wL\;bS1 -wQ;wS2 -wS1;bG1 -bP;wS2 -bS1;bA3 /bB1;wA3 bA3\;bG2 bA1-;wG1 -wS1;bG3 bG2\

White[22] of Base+L wins in 3 by placing the grasshopper
wins in 3: wG2 /wS1
Base+L;InProgress;White[22];wG1;bB1 wG1\;wQ -wG1;bQ /bB1;wL /wQ;bA1 bQ\;wL wQ\;bS1 bB1\;wA1 /wQ;
bB1 wG1;wA1 /bA1;bB1 wG1\;wL bS1-;bG1 -bQ;wS1 -wQ;bG1 wL-;wA1 wQ\;bB1 wG1;wS1 /bQ;bA1 \wQ;
wB1 /wQ;bA2 bB1/;wB1 /wA1;bA2 -wB1;wA2 wS1\;bA3 -bA2;wA2 /bA3;bB2 bB1/;wA2 -bA3;bG1 -wA2;
wA3 wL/;bA1 \wA3;wS2 wA3\;bB2 -bA1;wL bB1\;bS1 /wS2;wL bQ-;bB1 wQ;wB2 wS1\;bL \bB1;wB2 bQ\;
bS2 /bL

White[42] of Base+L wins in 3 by moving the grasshopper
wins in 3: wG2 wA1\
Base+L;InProgress;White[42];wS1;bL wS1\;wQ \wS1;bQ bL\;wG1 /wQ;bA1 /bQ;wS2 -wQ;bS1 bQ-;wA1 \wQ;
bS2 bQ\;wA1 \bS1;bA1 bS1\;wL \wS2;bB1 /bS2;wB1 \wQ;bA1 wS1/;wA2 \wB1;bG1 bS1\;wA2 /bL;bG1 bA1\;
wB1 wS2;bL -wA2;wQ \bA1;bB1 wA2\;wA3 /wL;bB1 wA2;wA3 \wL;bB1 wA2\;wA3 /wG1;bB1 wA2;wA3 -bL;
bS2 bS1/;wB2 /wL;bB2 bS2-;wG2 \wQ;bA2 bS2\;wG2 bS1\;bA2 bB1\;wA3 bA2\;bA3 \bB2;wB1 wB2\;bA3 \wQ;
wL /bA3;bA1 wQ-;wG3 wL\;bB2 bS2\;wL wS1\;bA1 /wG2;wA3 wQ/;bA2 wA3-;wL bQ\;bL bB1\;wS2 \bA3;
bA1 \wA3;wB2 -wG3;bB2 wG2;wL bL\;bG2 bA2/;wB2 /bA3;bA1 wL\;wB1 /wB2;bA1 -bG2;wQ wA3\;bA1 /bB2;
wG1 \bS2;bL /wS1;wL bQ\;bA1 -bG2;wG1 bB1\;bB2 wL;wQ bA2\;bA1 wQ-;wS2 \bG2;bS2 wQ\;wG2 \bG1;
bL /wG1;wB1 /wG3;bS1 wG1\;wB1 /wS1;bS1 wA1\;wB1 bB1;bS1 bS2\

White[27] of Base wins in 3 by moving the grasshopper
wins in 3: wG2 wS1\
Base;InProgress;White[27];wG1;bB1 \wG1;wQ /wG1;bQ bB1/;wB1 -wQ;bG1 \bQ;wB2 wB1\;bA1 bQ/;
wB1 -wB2;bA1 /bB1;wS1 wQ\;bA2 bQ-;wS2 -wB1;bA1 wS1\;wS2 wB2\;bG1 bQ\;wA1 wB1\;bA2 bA1/;wA2 /wB1;
bA2 \wB1;wA2 \bQ;bA1 \wA2;wA1 bA2/;bB1 -wG1;wB1 bA2;bA1 wG1\;wS1 bG1\;bA1 \wA2;wS2 /wB1;
bA1 wG1\;wB1 wA1\;bB1 wG1;wA1 /wA2;bA3 \bA2;wS2 \bA3;bB2 /bA3;wS1 bQ/;bG2 bG1\;wB2 wQ;bG2 wB2\;
wB2 bB1;bS1 bA1\;wA1 bS1-;bG3 bG2\;wA1 /bG3;bS2 bB2\;wA3 \wS1;bB2 bA3;wA3 /wA2;bS1 wA1\;
wG2 \wS1;bS2 -wS2

White[37] of Base+LP wins in 3 by moving the queen
wins in 3: wQ bA2\
Base+LP;InProgress;White[37];wA1;bA1 -wA1;wQ wA1-;bL -bA1;wS1 wQ-;bQ /bL;wB1 \wS1;bP bL\;
wA2 wS1/;bA2 \bA1;wA3 -wB1;bA2 \wA3;wA2 bQ\;bL wA1\;wA2 -bA2;bA3 bP\;wS1 \wB1;bA3 wQ\;wB1 wQ;
bG1 -bA1;wB1 bA3;bG2 -bG1;wQ wB1/;bQ bA1\;wQ wB1-;bG2 wA3\;wB1 bL;bQ /bG1;wB2 /wB1;bB1 bQ\;
wP wQ/;bG2 bA3\;wA2 -bQ;bB1 bA1\;wB2 bB1;bA1 wQ\;wS1 -bA2;bG1 -wA1;wL wB2\;bG1 wL\;wB2 bP;
bB2 bG2\;wS1 \wB2;bA2 wA3/;wS2 -wA3;bS1 bG1\;wS2 bA2/;bS1 wB2\;wG1 wS1/;bB1 wB2;wG1 wA2\;
bG3 /bG2;wS2 wA3\;bG3 wP/;wA1 -wS1;bB2 /bG2;wG2 /wA3;bS2 bG2\;wG3 /wA2;bA1 /wG3;wS2 bA2/;
bB2 bS2;bG3 -wP;bB2 /bG2;wS2 -wA3;bG3 wQ\;wB1 bA3;bG1 bG3\;wS2 bA2/;bB2 bL\;wP \wQ;bB2 bG2

White[34] of Base+LP wins in 3 by moving the spider
wins in 3: wS1 wG2\
Base+LP;InProgress;White[34];wA1;bB1 wA1-;wB1 /wA1;bQ bB1-;wP /wB1;bS1 bQ\;wQ -wA1;bA1 bS1/;
wA2 /wQ;bB2 bA1-;wB2 wP\;bS2 \bQ;wG1 /wP;bP bB1\;wA3 \wQ;bS2 wA3/;wA2 /bP;bS2 /wA3;wA3 \bQ;
bQ bP\;wA3 bQ\;wA2 -bA1;wL wB1\;bS1 wA3\;wG1 bS2\;bA2 \bB2;wQ bS2/;bA2 wB2\;wS1 \wQ;bA3 \bB2;
wS1 \bB1;bL bA1\;wL bA2-;bL \wA2;wS2 wB1\;bB1 wA1;wG2 /wG1;bG1 bS1-;wG3 wG2\;bA3 wQ/;wS2 /bP;
bG2 -bS2;wG2 wG3\;bB1 bA3\;wQ -bA3;wS2 wS1\;wG3 wB1\;bG3 \bB2;wG2 wA1\;bG3 wA2\;wS1 \bA1;
bG3 \bB2;wS1 bB2/;wG2 wA2\;wG3 /bB1;bP -bQ;wB1 -bP;bG3 bP\;wB2 bA2;wB1 wA1\;wQ \bA3;bG2 wS1\;
wB1 bP;bS2 -wQ;wS1 bG2\;bL bA1\

Black[21] of Base+P wins in 5 by moving the ant
wins in 5: bA2 wS2/
Base+P;InProgress;Black[21];wA1;bP /wA1;wQ \wA1;bQ /bP;wS1 wQ/;bQ /wQ;wA1 -bQ;bB1 /bP;wG1 wS1\;
bG1 bB1\;wG1 -wQ;bG1 wA1\;wA1 bP-;bB1 bG1;wA2 -wS1;bB1 bQ;wS1 -wA2;bB1 wQ;wS1 -bG1;bB1 wA2;
wA1 \bB1;bB1 wA1;wP wQ/;bA1 \bB1;wA3 \wS1;bA1 \wA3;wB1 /wA3;bP wQ\;wQ \wP;bA2 \bB1;wP wA2\;
bA2 bA1/;wS2 wQ\;bA2 wS2-;wB2 wB1\;bA3 \bB1;wA2 wS2\;bP wA2\;wB1 wS1;bA3 \wQ;wB2 wB1\

Black[18] of Base+P wins in 5 by moving the ant
wins in 5: bA3 wQ\
Base+P;InProgress;Black[18];wA1;bA1 -wA1;wQ wA1/;bQ -bA1;wS1 wQ/;bS1 \bQ;wA2 wA1\;bS1 -wS1;
wA2 \bQ;bS2 /bQ;wS1 -bS1;bS2 \wA2;wA3 wA1\;bP bS1/;wS1 bP/;bA2 -bP;wS1 -bA2;bP wQ/;wA3 bP/;
bA3 \bS2;wA3 bA3/;bB1 \bP;wS2 wA1\;bB1 bP\;wS2 /bQ;bG1 bB1/;wP wA1\;bG1 wQ\;wA3 /wA2;bA3 -wA3;
bG1 bA1\;bA3 /bS2;wP bG1\;bB2 bP/;wG1 \wS1

Black[22] of Base+M wins in 5 by moving the grasshopper
wins in 5: bG3 wQ\
Base+M;InProgress;Black[22];wS1;bG1 wS1\;wQ -wS1;bM bG1\;wA1 -wQ;bQ bM\;wM \wQ;bG2 bQ/;wG1 -wM;
bG3 /bM;wA2 \wM;bA1 bG3\;wB1 wM/;bA1 wB1\;wG1 wA1\;bS1 /bG3;wG1 bA1/;bG2 /bG1;wA1 -bS1;bA2 bG3\;
wM bA2\;bA3 bM/;wA2 bA3-;bM \wB1;wA3 wG1/;bS2 -bG2;wA3 bQ-;bS2 -wQ;wB2 wG1/;bM wB1;wB2 \wG1;
bM wG1;wB1 bM;bB1 -bG2;wA1 /bB1;bS1 /wA1;wS2 wB1/;bB2 bG1\;wA2 bS2\;bA3 /wB2;wA2 -bA3;bS1 bS2\;
wA1 bQ\

Black[47] of Base+ML wins in 5 by moving the ladybug
wins in 5: bL wA1/
Base+ML;InProgress;Black[47];wA1;bA1 -wA1;wM wA1-;bQ -bA1;wQ wM\;bS1 /bQ;wA2 wQ-;bS1 \bA1;
wA2 bS1/;bA2 bQ\;wA3 \wM;bA2 wA3/;wB1 wA1\;bS2 -bS1;wS1 /wB1;bQ /bS2;wM /bQ;bA3 /bA1;wS2 wM\;
bA3 -wM;wA2 \bA2;bB1 bS2\;wA2 wQ/;bS2 -wA3;wA2 \bA3;bA1 wQ/;wB2 wS2-;bB2 \bS2;wG1 /wS2;bM -bB2;
wG1 bQ\;bQ /bM;wL /wA1;bM bS1;wA2 bA1/;bA3 -bB2;wA2 \bA3;bQ /wA2;wM /bQ;bA1 wQ-;wA2 -bQ;bM bQ\;
wL \bA1;bQ wA2/;wL bA1-;bA3 \bA1;wS1 bB1\;bL -bB2;wG2 wS1\;bQ \wA2;wG3 wS2\;bG1 \bB2;wL bA2\;
bA3 wL-;wG2 -bL;bM wM;wS2 /bM;bM wA2;wS2 /wG1;bA2 /wM;wS2 -bA2;bG1 wB1\;wG1 bB2/;bG2 /bQ;
wS2 -bG2;bG3 bG1\;wS2 bQ/;bG2 wS2/;wG3 bS1\;bB1 wG3;wB2 -wS1;bG3 -wG1;wG1 /bS1;bM wM;wS1 /bG1;
bA2 -wB2;wS1 wG1\;bA2 -bG3;wS1 /bG1;bA2 /wB2;wS1 wG1\;bB1 wA1;wG3 wA3\;bB1 wB1;wS1 /bA2;bA3 wQ\;
wG3 bA3\;bB1 wQ;wL /wA1;bB1 \bA1;wA3 bA1-;bG3 wG2\;wG2 /bQ

Black[46] of Base+MP wins in 5 by moving the spider
wins in 5: bS1 wS1-
Base+MP;InProgress;Black[46];wP;bA1 wP-;wB1 /wP;bQ bA1/;wQ /wB1;bG1 bQ-;wG1 wQ\;bP \bG1;wG2 /wQ;
bA2 bG1/;wA1 \wP;bA2 -wB1;wA1 bG1/;bA3 bA1\;wG1 \bA2;bA3 wB1\;wA2 \wP;bG1 wA1/;wA2 wP\;bA3 wA2\;
wA3 wA1\;bB1 \bP;wA3 /bB1;bB1 wA3;wB2 wA1\;bB2 \bB1;wP /bB1;bQ \bP;wS1 -wP;bB2 -bB1;wS1 -bQ;
bB2 wS1;wM -wP;bQ bB2/;wM bB1\;bB2 bQ\;wS1 bQ/;bM /bQ;wM /bA3;bS1 \bG1;wS2 -wP;bS1 wS1-;wS2 -bQ;
bS2 bA1-;wG1 wQ\;bA3 /wG2;wG3 wA2\;bM wS2;wB1 bA2;bS2 /wB2;wB1 \bA2;bA3 wS1\;wS1 bS1-;bM \bQ;
wS2 bM/;bG2 /bQ;wG2 -wA2;bG2 bA3\;wB1 bA2;bG3 /bM;wS2 -bG3;bB1 wP;wB1 wG2;bA2 -wQ;wG3 /bB1;
bA1 wA2-;wB1 wG2\;bA1 bA2\;wG2 /bA1;bA2 \wQ;wG1 \bA2;bM \bG3;wS2 bM/;bB1 wA3;wM wA2\;bG2 bG3\;
wM bP\;bQ wS2\;wM -bM;bQ wS2-;wG1 wQ\;bA2 /wM;wQ /wG3;bA2 bA1\;wA2 bP\;bA1 wS1\;wS1 bQ/;
wA2 bA3\;wS1 -wS2;bA1 -wG3;wS1 bQ/

Black[26] of Base+L wins in 5 by moving the spider
wins in 5: bS2 /bB2
Base+L;InProgress;Black[26];wL;bL wL-;wQ \wL;bQ bL/;wG1 wQ/;bB1 bQ\;wB1 -wQ;bA1 bL\;wB1 wQ;
bA1 /wL;wG1 /wB1;bA1 /wG1;wA1 wB1/;bA1 \wA1;wG1 bB1-;bQ wA1\;wA2 /wB1;bA1 -wA1;wA2 bQ/;bS1 \bA1;
wB1 bQ;bS1 /wQ;wL /bA1;bB2 bL\;wS1 wA2-;bS2 /bL;wL \bA1;bA2 bS1\;wS1 wG1/;bA2 /bA1;wA1 /bS1;
bS2 wA1\;wA2 -bA2;bA3 /bL;wA3 wB1/;bA3 /wL;wL bA1/;bG1 /bL;wB2 wS1\;bA3 wA3/;wS2 wB2/;bG2 bG1\;
wS2 -wS1;bG2 wQ\;wB1 bL;bG3 bB2\;wA2 /bG3;bG1 bB1\;wB1 bG2;bA3 \wS2;wB1 bL

White[22] of Base+M wins in 5 by moving the ant
wins in 5: wA2 bA2\
Base+M;InProgress;White[22];wM;bG1 wM-;wQ -wM;bS1 bG1/;wA1 \wQ;bQ bG1\;wB1 /wA1;bM /bQ;wA1 bS1/;
bM wM\;wB1 wQ;bM wA1/;wB1 wM;bA1 bS1\;wB1 bG1;bS2 bA1\;wB1 bA1;bQ /bS2;wA2 wQ\;bA2 -bQ;wA2 /bA2;
bA3 bS2-;wA3 \wM;bA3 -wA2;wA3 bQ\;bA3 wA3\;wB2 wQ\;bB1 bS2-;wB2 wM;bB1 bS2/;wB1 bB1;bB2 bG1\;
wS1 wB1/;bS2 wS1-;wB2 bG1;bM \wQ;wA1 \bM;bA3 bA1\;wB2 bB2;bA3 wA3\;wA1 wA3/;bS1 \bS2

White[18] of Base+P wins in 5 by placing the beetle
wins in 5: wB1 wG1\
Base+P;InProgress;White[18];wS1;bP -wS1;wQ wS1-;bQ /bP;wS2 wQ\;bG1 -bQ;wG1 \wQ;bG2 -bP;wG1 bP\;
bG2 wS2/;wP wS1\;bP \wS1;wS2 bQ\;bG1 wQ\;wS2 \bQ;bG1 \wQ;wS1 wG1\;bA1 \bG1;wS1 /wS2;bA1 \bG2;
wG2 -wS2;bP \bG1;wG2 wS1\;bA2 \bA1;wG3 /wS1;bA3 /bP;wG3 bQ\;bA3 wG3\;wA1 /wS1;bA1 /wA1;wA2 -wS2;
bA2 \wA2;wA3 /wA2;bA3 -wA3

White[24] of Base+P wins in 5 by climbing with the beetle
wins in 5: wB2 bA2
Base+P;InProgress;White[24];wG1;bS1 wG1/;wP -wG1;bQ \bS1;wG2 -wP;bS2 -bQ;wQ wP\;bS2 \wG2;
wA1 wG2\;bS2 /wA1;wA2 \wG2;bA1 bS1-;wA2 bA1/;bA2 -bQ;wG2 wA1\;bA2 \wP;wA1 \bQ;bA3 \bA2;wA3 wG2\;
bS2 wA3\;wS1 wQ\;bA3 -wA1;bA2 /bQ;bA3 \wA1;wG1 -bA2;bA3 /bS2;wB1 /wG1;bB1 bS1\;wB2 -wG1;
bB1 bA2\;wG2 bS2\;bA3 wB1\;wB1 bA3;bB1 wS1/;wG3 wB2\;bG1 bS1\;wA1 bQ/;bG1 wA2/;wG3 -bQ;bG2 bA1\;
wS2 -wG3;bB2 bG2-;wG1 -wA1;bB2 wA2\;wB2 wS2\;bB2 bG2-

White[35] of Base+ML wins in 5 by climbing with the beetle
wins in 5: wB2 bB1
Base+ML;InProgress;White[35];wB1;bS1 \wB1;wQ wB1\;bB1 bS1/;wS1 wQ/;bS2 bB1/;wS2 /wQ;bQ bS2-;
wS1 bQ\;bB2 bQ/;wM wQ-;bL -bS1;wA1 wS1\;bL /wB1;wA1 wQ\;bA1 -bS1;wA1 bA1\;bA1 wM\;wB1 bL;bB2 bQ;
wB1 bS1\;bB2 wS1;wB1 bS1;bA2 \bQ;wS2 bA1\;bA2 bS2\;wA2 wM/;bA2 -wA2;wA3 /wS2;bB2 wS1/;wA3 bB2-;
bA3 \bS2;wA2 /wA1;bA3 bL\;wA2 \bQ;bG1 /bL;wB2 -wB1;bG2 -bS2;wA2 -bG1;bM \bQ;wL /wB2;bM wA3/;
wL bB1\;bM /wA1;wA2 \bQ;bG1 wB1\;wA2 -bM;bG2 wA3-;wL \bQ;bG3 bM\;wL -bB1;bG1 wQ\;wM /bG3;
bL wB1\;wL \bQ;bA2 \bA1;wA2 \bB2;bA3 bB2\;wG1 \wA2;bB2 wA2;wB1 bL;bB2 wG1;wG2 /wS1;bB2 wA2;
wG3 -wG1;bA2 wG2\;wB2 bS1;bG2 bB2\

White[35] of Base+M wins in 5 by climbing with the beetle
wins in 5: wB2 wB1
Base+M;InProgress;White[35];wB1;bM -wB1;wG1 wB1-;bQ /bM;wS1 wG1-;bS1 /bQ;wQ \wS1;bS2 -bM;
wG2 -wQ;bA1 /bS2;wS2 wQ/;bA2 bQ\;wM wS2/;bG1 bA2-;wG3 \wM;bS2 \wG2;wG1 -bM;bG2 bG1-;wB2 wS1\;
bA1 -wS2;wA1 wS2\;bA1 wA1-;wG3 wM\;bS1 \wG1;wA2 wG3/;bA3 bG1\;wS2 \bS2;bA3 \wQ;wA2 -wM;bB1 bG1\;
wA2 /bQ;bA1 /wA2;wA3 wA1\;bA1 wA3-;wS1 wG2\;bB2 \bS1;wG2 -wM;bG2 -wA2;wG3 wQ\;bG3 \bG2;wA1 /bS2;
bA1 wB1\;wA3 wS1\;bA2 wG3/;wA3 bA2-;bB1 bA1\;wB2 wS1\;bB2 bS1;wG3 /bB2;bB2 -wA1;wB1 bA1;
bG1 wG2\;wB1 bM\;bM wA1;wB2 bB1;bB2 /wS2;wG3 /bM;bM bS2\;wA3 bQ\;bA2 wQ\;wM wB1\;bB2 -wS2;
wA1 /bS1;bG2 -wA1;wA2 wA1\;bM wA3\;wB2 bA1;bB1 wM

White[18] of Base+ML wins in 5 by placing the grasshopper
wins in 5: wG1 \wM
Base+ML;InProgress;White[18];wM;bM \wM;wA1 wM\;bQ bM/;wB1 wA1-;bG1 bQ/;wQ \wB1;bL -bQ;wL wB1\;
bA1 -bL;wA1 /bA1;bG1 /bM;wA2 wL/;bQ bL/;wA3 \wA2;bG2 \bA1;wA1 \bQ;bG2 bA1\;wA3 \bA1;bA2 bQ\;
wA2 bA2-;bL -wA1;wL wM\;bA1 /wA3;wA2 bA2/;bS1 /bG2;wB2 wL\;bA3 /bQ;wL bA2\;bM wA2-;wM wA3\;
bA1 -wA3;wM \wA2;bB1 bS1\

White[17] of Base+L wins in 5 by moving the grasshopper
wins in 5: wG1 bQ\
Base+L;InProgress;White[17];wS1;bG1 wS1-;wS2 \wS1;bA1 bG1-;wQ /wS2;bG2 bA1-;wA1 -wS2;bQ \bA1;
wL /wA1;bA2 \bQ;wS2 \bA2;bG2 -wL;wA1 bA1-;bA3 bG1\;wA2 \wS2;bA3 wA2/;wA3 /wA2;bB1 bG1\;wA3 bQ/;
bA3 \wA3;wA2 /wS2;bB1 wS1\;wB1 -wA2;bB2 bG1\;wB2 -wS2;bA3 wA3/;wG1 \wS2;bB1 wQ\;wG2 -wB2;
bA3 wA3-;wA1 wA3\;bA1 /wB1

White[14] of Base+LP wins in 5 by placing the grasshopper
wins in 5: wG1 wA1/
Base+LP;InProgress;White[14];wB1;bA1 wB1\;wL \wB1;bQ /bA1;wQ /wL;bG1 /bQ;wB2 -wQ;bL bA1\;
wS1 /wB2;bB1 /bG1;wS2 wB2\;bP bQ\;wA1 wL/;bL wQ\;wB1 bA1;bB1 bG1;wA1 bP-;bB1 bQ;wA1 wB1\;
bP wA1\;wS2 /bG1;bS1 /bL;wL -wB2;bS1 /wS1;wL \wQ;bS2 /bL

White[23] of Base+MP wins in 5 by moving the grasshopper
wins in 5: wG3 /bA2
Base+MP;InProgress;White[23];wS1;bP \wS1;wG1 /wS1;bQ \bP;wQ wS1\;bA1 bP/;wM wG1\;bQ /bP;wP wQ/;
bA1 wP\;wG2 wM\;bQ -bP;wQ wP/;bB1 bP/;wG2 bQ\;bB1 -wQ;wS2 wQ/;bA1 wQ\;wP /bA1;bP \bB1;wM \bQ;
bP -wS2;wA1 /wG2;bG1 bA1-;wS2 bG1-;bA2 -bP;wA1 \bA2;bP wQ/;wA2 /wG2;bB2 \bP;wA2 \bB2;bA3 bP/;
wA3 /wG2;bA3 bP\;wA3 bA3/;bA3 /bB2;wB1 wA3/;bA3 bP\;wB2 /wG2;bA3 /bB2;wB2 /bQ;bA3 bP\;wG3 wB2\;
bA3 /bB2

White[24] of Base wins in 5 by moving the spider
wins in 5: wS1 -bB2
Base;InProgress;White[24];wG1;bB1 \wG1;wQ wG1-;bQ -bB1;wS1 wG1\;bS1 \bQ;wA1 wQ\;bB2 \bB1;
wA1 -bS1;bQ wA1\;wS2 wQ/;bQ /wA1;wS2 bB2/;bG1 bS1\;wS1 /bG1;bQ wA1\;wA1 -bQ;bG2 \bS1;wA2 /wG1;
bG2 bG1\;wA2 wA1\;bS1 -wA1;wS1 bS1\;bA1 -bB2;wA3 wS1\;bS1 /wA3;wB1 -wA1;bA1 wA2\;wB2 \wA1;
bA2 /bG2;wB2 \bQ;bA2 wB2/;wG2 /wB1;bA3 /bG2;wG2 bQ\;bA3 wQ\;wG3 -wB2;bA2 \wG3;wS1 /bA2;bG1 wS2/;
wB1 wG3;bG1 /bB2;wS1 bA2/;bG1 /wB1;wB2 bQ;bA1 bA3/
"""
)
