"""Positions to measure in, as GameStrings.

The positions of `SIGNATURE_SET` come from games of the engine against itself at a few thousand
nodes a move after random openings. None of them is decided within seconds of search.
"""

START = "Base+MLP"

P2 = (
    r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;"
    r"wP /wQ;bP bQ/;wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;"
    r"bA2 /bA1"
)
"""A mid-game position with published perft counts. White has two moves that win at once."""

P2_WINS = 2

P3 = (
    r"Base+MLP;InProgress;Black[10];wL;bL wL\;wM \wL;bM bL\;wA1 /wM;bA1 /bL;wQ wM/;bQ bM-;wA2 wQ\;"
    r"bA2 bA1\;wA2 /bA2;bA1 /wA1;wB1 wQ\;bP bA2-;wM wB1\;bB1 \bA2;wA3 -wQ;bS1 /bA1;wA3 -bS1"
)

SIGNATURE_SET = {
    "Base, move 16": (
        r"Base;InProgress;White[16];wS1;bS1 -wS1;wB1 wS1/;bG1 /bS1;wA1 wB1\;bA1 -bS1;wQ wA1/;"
        r"bQ /bG1;wA1 bQ\;bA2 \bS1;wB2 wB1\;bA2 wA1\;wA2 wS1\;bB1 \bA1;wA2 bB1/;bA3 /bA1;wA2 -bA3;"
        r"bG1 -wA2;wS2 wS1\;bS2 bA1\;wA3 /wS2;bB1 -bA1;wA3 /bQ;bA1 wQ/;wB2 wQ;bA1 -wA3;wG1 wS2-;"
        r"bB2 -bS1;wG2 wB1\;bB1 wA2"
    ),
    "Base+M, move 17": (
        r"Base+M;InProgress;Black[17];wG1;bM -wG1;wG2 wG1\;bQ /bM;wA1 wG2/;bA1 \bM;wQ wA1\;"
        r"bA1 wQ-;wA2 \wA1;bA2 \bM;wA2 \bA2;bS1 /bA2;wA1 -bS1;bA3 bQ\;wA2 /bA3;bA2 bA1-;wA3 \wQ;"
        r"bA2 \wA1;wA3 bA1-;bB1 \bM;wS1 \wQ;bA2 wQ\;wS1 bB1/;bA2 wS1\;wB1 \wQ;bM -wA1;wS2 /wA2;"
        r"bS2 -bM;wS2 wA1\;bS2 /wS2;wG3 wS1/;bS2 /wA2;wB1 wQ"
    ),
    "Base+L, move 10": (
        r"Base+L;InProgress;White[10];wL;bA1 wL/;wQ /wL;bQ bA1-;wA1 wL\;bS1 \bA1;wA1 bS1/;bA2 bQ/;"
        r"wB1 -wQ;bA2 wA1/;wA2 -wL;bS2 bQ\;wA2 bS2-;bA3 -bS1;wB1 -wL;bA3 \wB1;wQ wL\;bA3 /wQ"
    ),
    "Base+P, move 14": (
        r"Base+P;InProgress;White[14];wP;bA1 /wP;wB1 wP/;bA2 bA1\;wQ wB1\;bQ /bA1;wB1 -wP;"
        r"bA2 \wB1;wA1 \wQ;bQ /wB1;wA1 bA1\;bA3 bA2/;wS1 \wQ;bA3 wS1/;wS2 wA1\;bQ /bA2;wB2 /wS2;"
        r"bA2 wP\;wQ bA2-;bA1 bA3\;wA2 /wA1;bP \bQ;wA3 -wA1;bA1 /wA3;wG1 -wS1;bA3 wQ/"
    ),
    "Base+ML, move 16": (
        r"Base+ML;InProgress;White[16];wM;bL /wM;wG1 wM-;bG1 -bL;wA1 \wG1;bA1 bG1\;wQ wG1/;"
        r"bQ /bG1;wA2 -wA1;bA1 -wA2;wA3 wQ\;bA2 bG1\;wA3 /bQ;bA2 /wA3;wA1 -bG1;bA3 bL\;wS1 -wQ;"
        r"bA3 -wA1;wS1 \bA1;bM bA2\;wS2 wA2/;bM /bA1;wG2 \wQ;bG1 /wS1;wL wS2\;bG1 wQ-;wG2 /bL;"
        r"bM \bG1;wL -bL;bS1 bG1/"
    ),
    "Base+MP, move 12": (
        r"Base+MP;InProgress;White[12];wG1;bP /wG1;wQ wG1/;bS1 /bP;wA1 wQ\;bA1 -bP;wA1 bS1\;"
        r"bQ /bA1;wP -wQ;bA1 wQ/;wP -wG1;bS2 \bQ;wA2 wQ\;bA1 wA2-;wQ \wG1;bS2 -wQ;wQ bS2/;"
        r"bA2 -bS2;wA3 \wA2;bA2 \wQ;wA3 \bA2;bA3 -bS2"
    ),
    "Base+LP, move 18": (
        r"Base+LP;InProgress;Black[18];wA1;bG1 wA1/;wG1 wA1\;bS1 \bG1;wA2 /wA1;bQ bG1-;wQ -wA1;"
        r"bS1 -wQ;wA2 bQ\;bA1 \bG1;wG1 /bA1;bA1 /wA2;wA3 \wG1;bS2 /bS1;wA1 /bS2;bA1 wA3/;wA1 wQ\;"
        r"bS2 wA1\;wB1 wA2-;bA2 bS2-;wB1 wA2/;bA2 bS1\;wS1 wB1\;bA1 /wA3;wA3 \wB1;bA3 /bS1;"
        r"wA3 -bA3;bA1 wS1/;wS1 bA1/;bB1 \bS1;wA2 bA2\;bB1 -bS1;wA1 bG1\;bB1 wA3;wL \wG1"
    ),
    "Base+MLP, start": START,
    "Base+MLP, move 4": (
        r"Base+MLP;InProgress;Black[4];wP;bP /wP;wQ \wP;bQ -bP;wA1 wP-;bA1 bP\;wA1 /bA1"
    ),
    "Base+MLP, move 9": (
        r"Base+MLP;InProgress;White[9];wS1;bG1 \wS1;wG1 /wS1;bA1 \bG1;wA1 wS1\;bQ bG1/;wQ wG1\;"
        r"bA1 wA1-;wG1 bA1-;bA2 -bG1;wB1 /wS1;bP -bQ;wB1 bA2\;bA2 -wQ;wA2 wG1/;bA2 wA2/"
    ),
    "Base+MLP, move 14": (
        r"Base+MLP;InProgress;Black[14];wG1;bB1 wG1/;wP /wG1;bP bB1-;wA1 wG1\;bQ bP/;wQ wP\;"
        r"bB2 bP\;wA2 -wG1;bB2 bB1\;wA1 \bQ;bS1 \bB1;wA2 bQ/;bS1 \wA1;wA3 -wG1;bA1 bP\;wA3 wA2\;"
        r"bA1 wA3-;wM -wG1;bS2 bB2\;wS1 wA2/;bS2 wQ\;wS1 \bS1;bA2 /bS2;wS2 /wM;bA2 wA2/;wB1 -wM"
    ),
    "Base+MLP, move 20": (
        r"Base+MLP;InProgress;White[20];wG1;bP wG1/;wP -wG1;bB1 bP-;wA1 wP\;bQ \bB1;wQ \wP;"
        r"bB1 -bQ;wA1 \bB1;bA1 bQ\;wA1 bA1-;bA2 \bB1;wA2 wG1\;bA2 wA2\;wA3 wP\;bB1 bP\;wS1 wQ/;"
        r"bA2 /wQ;wS1 \bQ;bB1 wA2;wA3 bQ/;bA2 wA3/;wB1 /wP;bA3 /bB1;wB1 -bP;bB2 bB1\;wB1 bP;"
        r"bA3 wQ/;wS2 /wP;bM /bB1;wA1 \wS1;bA1 -wA1;wS2 bA3\;bA2 -wQ;wL \wA3;bL bB2/;wL bQ\;"
        r"bA1 wA1/"
    ),
}
