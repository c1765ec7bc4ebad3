"""What the levels are worth: matches of each against the next.

    python -m training levels --games 200 --nodes 100000 --out training/results/levels.json

Levels below the top look some plies ahead and have no more nodes than `search/levels.py` grants,
whatever `--nodes` is; the top one uses all it is given. Chance is seeded, so the same command plays
the same games, and a level plays the same ones whether it is measured alone or with others.
"""

from collections.abc import Sequence
from functools import partial
from random import Random

from arena.output.report import estimate_text
from arena.statistics.elo import Tally, estimate
from engine import Color, Game, Move
from search import Limits, Searcher
from search.levels import TOP_LEVEL
from training.command_line import command_text, even, new_parser
from training.match import BLACK_WINS, DRAW, LONGEST_GAME, TABLE_MIB, WHITE_WINS, processes
from training.results import Row, new_row, results_file, write_results
from training.tables import markdown
from uhp.output import note

RANDOM_PLIES = 2, 6


def opening(random: Random) -> list[Move]:
    """A few random moves that leave the game open."""
    while True:
        game = Game("Base+MLP")
        moves = []
        for _ in range(random.randint(*RANDOM_PLIES)):
            moves.append(random.choice([*game.legal_moves]))
            game.play(moves[-1])
        if not game.is_over:
            return moves


def play_game(players: tuple[Searcher, Searcher], moves: Sequence[Move], nodes: int) -> float:
    """The result for White."""
    game = Game("Base+MLP", repetition_draw=True)
    for move in moves:
        game.play(move)
    for player in players:
        player.new_game()
    while not game.is_over and game.ply < LONGEST_GAME:
        game.play(players[game.turn].search(game, Limits(nodes=nodes)).move)
    if game.winner is None:
        return DRAW
    return WHITE_WINS if game.winner is Color.WHITE else BLACK_WINS


def play_pair(nodes: int, seed: int, job: tuple[int, int]) -> tuple[float, float]:
    """Two games of a level against the one below: its points with White and with Black."""
    level, number = job
    random = Random(f"{seed} {level} {number}")
    moves = opening(random)
    upper, lower = (
        Searcher(threads=1, table_mib=TABLE_MIB, level=each, seed=random.randrange(1, 2**31))
        for each in (level, level - 1)
    )
    with_white = play_game((upper, lower), moves, nodes)
    return with_white, 1 - play_game((lower, upper), moves, nodes)


def main(arguments: Sequence[str]) -> None:
    """Play the matches, write the file after each, and print the table."""
    parser = new_parser("levels", __doc__, nodes=100_000)
    parser.add_argument("--games", type=even, default=200, help="games a level; even (200)")
    parser.add_argument("--out", type=results_file, help="the file of results")
    parser.add_argument(
        "levels",
        nargs="*",
        type=int,
        metavar="LEVEL",
        help="those to be measured; all if none is named",
    )
    options = parser.parse_args(arguments)
    above_first = range(2, TOP_LEVEL + 1)
    for level in options.levels:
        if level not in above_first:
            parser.error(f"there is no level {level} with one below it: 2 to {TOP_LEVEL} have one")
    rows: list[Row] = []
    with processes(options.workers) as spread:
        for level in options.levels or above_first:
            tally = Tally()
            jobs = [(level, number) for number in range(options.games // 2)]
            for points in spread(partial(play_pair, options.nodes, options.seed), jobs):
                tally = tally.add(points[0]).add(points[1]).add_pair(sum(points))
            name = f"level {level} against {level - 1}"
            rows.append(new_row(name, f"{options.nodes} nodes", tally))
            score = f"{tally.wins}-{tally.draws}-{tally.losses}"
            note(f"level {level}: {score}, {estimate_text(estimate(tally))}")
            if options.out:
                write_results(options.out, command_text("levels", arguments), rows)
    print(markdown(rows), end="")
