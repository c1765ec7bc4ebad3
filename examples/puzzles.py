"""Solve puzzles: prove the forced win.

python puzzles.py                          the hardest wins in 2 that ship with the program
python puzzles.py "Base White[15] 6,…"     any position, as `Game.position_text` writes it
"""

import sys

import propolis
from propolis.puzzles import shipped, solve

TURNS = 3

wins = [puzzle.position for puzzle in shipped() if "win in 2" in puzzle.themes]
for text in sys.argv[1:] or wins[-3:]:
    game = propolis.Game.from_position_text(text)
    found = solve(game, TURNS)
    print(game, end="\n\n")
    if found.turns is None:
        print(f"{game.turn} cannot force a win in {TURNS} turns.")
    else:
        print(f"{game.turn} wins in {found.turns} turns:", "; ".join(found.line))
        print(len(found.moves), "first move wins" if len(found.moves) == 1 else "first moves win")
    print()
