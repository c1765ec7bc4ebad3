"""Solve puzzles: find the forced win.

python puzzles.py                          those below
python puzzles.py "Base White[15] 6,…"     any position, as `Game.position_text` writes it
"""

import sys

import propolis

PUZZLES = (
    "Base White[15] 6,bS2/4,bA3,wQ,bG1/5,wB1/2,wS2,1,wA1/2,wS1,1,bB1,bS1/1,wG1,bQwB2,bB2/"
    "1,wA2,1,bA1/bA2,2,wA3 -",
    "Base Black[13] 5,bG2,bA1/5,wQbB2,bG1/3,wG1,bS1,1,wA2/4,bB1/2,bA2,bQ,wS1/wS2,wA1,2,wB2/1,wB1 -",
    "Base+MLP White[16] 3,wA1wB1/2,wG1,bQwM,bB2wB2bM,wLbB1,wQ/3,bP,2,wP/2,bL,bG1/2,bA1,bS1/1,wA2/"
    "bA2 -",
)

searcher = propolis.Searcher()
for text in sys.argv[1:] or PUZZLES:
    game = propolis.Game.from_position_text(text)
    line = searcher.search(game, propolis.Limits(nodes=200_000)).line
    print(game, end="\n\n")
    if line.score.mate is not None and line.score.mate > 0:
        print(f"{game.turn} wins in {line.score.mate} plies:", "; ".join(line.move_strings(game)))
    else:
        print(f"No forced win for {game.turn} in sight; the best score is {line.score}.")
    print()
