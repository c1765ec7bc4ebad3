"""Play Hive against the engine, in a terminal.

    python play.py                            you are White
    python play.py --level 10 --type Base+MLP
    python play.py --moves "wS1; wQ -wS1"     moves given beforehand, then the game breaks off

Moves are MoveStrings: `wS1` begins, `wA1 bQ/` puts an ant to the upper right of Black's queen.
"""

import argparse
import sys

import propolis

parser = argparse.ArgumentParser(description="Play Hive against the engine.")
parser.add_argument("--type", default="Base", help="the game type, such as Base+MLP")
parser.add_argument("--level", type=int, default=4, help="how strong the engine is, 1 to 10")
parser.add_argument("--moves", help="your moves, with ; between them")
options = parser.parse_args()

moves = iter(options.moves.split(";") if options.moves else sys.stdin)
game = propolis.Game(options.type)
bot = propolis.Searcher(level=options.level)
while not game.is_over:
    if game.turn is propolis.Color.WHITE:
        print("Your move:", end=" ", flush=True)
        text = next(moves, None)
        if text is None:
            break
        try:
            game.play(text)
        except propolis.HiveError as error:
            print(f"No: {error}.")
    else:
        move = bot.search(game, propolis.Limits(seconds=1)).move
        print("The engine plays", game.move_string(move))
        game.play(move)
        print(game, end="\n\n")
print(game.state)
