"""Review a game: the moves that gave away much of the chance to win, and what was better.

python review.py [GAME.pgn]
"""

import sys
from pathlib import Path

import propolis

path = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("game.pgn")
played = propolis.read_pgn(path).game
game = propolis.Game(played.game_type, queen_first=played.queen_first)
searcher, limits = propolis.Searcher(), propolis.Limits(nodes=20_000)

best = searcher.search(game, limits).line
for text in played.move_strings:
    turn, better, hoped = game.turn_string, game.move_string(best.pv[0]), best.score.win_chance
    game.play(text)
    if game.is_over:
        break
    best = searcher.search(game, limits).line
    left = 1 - best.score.win_chance  # for the player who has just moved
    if hoped - left > 0.15:
        print(f"{turn:9} {text:9} {hoped:4.0%} -> {left:4.0%}, better was {better}")
print(game.state)
