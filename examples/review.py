"""Review a game: the moves that gave away much of the chance to win, and what was better.

python review.py [GAME.pgn]
"""

import sys
from pathlib import Path

import propolis

path = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("game.pgn")
review = propolis.review_game(propolis.read_tree(path), propolis.Limits(nodes=20_000))
for move in review.moves:
    if move.judgement.is_error:
        turn = f"{move.color}[{move.turn}]"
        fall = f"{move.hoped:4.0%} -> {move.left:4.0%}"
        better = move.best.moves[0]
        print(f"{turn:9} {move.move:9} {move.judgement.sign:2} {fall}, better: {better}")
print(review.result)
