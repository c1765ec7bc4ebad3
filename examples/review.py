"""Review a game: the moves that gave away much of the chance to win, and what was better.

python review.py [GAME.pgn]
"""

import sys
from pathlib import Path

import propolis

path = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("game.pgn")
game = propolis.read_pgn(path).game
moves = game.move_strings
positions = [game.copy()]
while game.history:
    game.undo()
    positions.insert(0, game.copy())

results = propolis.analyse_many(positions, propolis.Limits(nodes=20_000))
for before, best, move, reply in zip(positions, results, moves, results[1:], strict=False):
    if best and reply:  # a game that is over has no best move
        hoped, left = best.score.win_chance, 1 - reply.score.win_chance
        if hoped - left > 0.15:
            better = before.move_string(best.move)
            print(f"{before.turn_string:9} {move:9} {hoped:4.0%} -> {left:4.0%}, better: {better}")
print(positions[-1].state)
