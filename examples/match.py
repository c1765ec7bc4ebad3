"""A match between two engines that speak the Universal Hive Protocol.

python match.py                    this engine against itself at level 3
python match.py "other-engine"     this engine against another program
"""

import sys

import propolis
from propolis.client import Engine

OURS = [sys.executable, "-m", "propolis"]
rival, options = (sys.argv[1], {}) if sys.argv[1:] else (OURS, {"Level": 3})

with Engine.open(OURS) as home, Engine.open(rival, options=options) as guest:
    for white, black in ((home, guest), (guest, home)):
        game = propolis.Game("Base+MLP")
        while not game.is_over and game.ply < 60:
            player = white if game.turn is propolis.Color.WHITE else black
            game.play(player.play(game, propolis.Limits(depth=2)).move)
        colors = "White" if white is home else "Black"
        print(f"The first engine had {colors}: {game.state} after {game.ply} plies.")
