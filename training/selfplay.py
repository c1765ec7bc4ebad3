"""Play the search against itself and keep the positions as a data set.

    python -m training selfplay --games 20000 --nodes 5000 --out ../data

Most games are of the full type, the others share the rest. A game begins with a few random moves;
openings that a search finds decided are drawn again. The same arguments make the same data set,
with any number of workers, also when the command is broken off and given again.
"""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np

from engine.packed import pack
from engine.pieces import GAME_TYPES
from engine.symmetry import canonical_hash
from search.evaluation.network import Network
from training.command_line import (
    add_data_options,
    network_fingerprint,
    new_parser,
    whole_number_between,
)
from training.dataset import MOST_PARTS, ROW, writing
from training.match import (
    BLACK_WINS,
    WHITE_WINS,
    Configuration,
    Player,
    Ply,
    play,
    program_fingerprint,
    random_opening,
)
from training.samples import FULL_TYPE_SHARE
from training.spreading import write_parts

GAMES_A_PART = 20
RANDOM_PLIES = 2, 10
BALANCED = 150
"""Hundredths of a point that either side may be ahead by after the random moves."""

_RESULT = {WHITE_WINS: 1, BLACK_WINS: -1}


def play_part(nodes: int, seed: int, network: Network | None, number: int) -> Any:
    """The positions of the games of a part."""
    configuration = Configuration(network=network)
    players = Player(configuration, nodes), Player(configuration, nodes)
    parts = [
        _play_game(players, nodes, seed, number * GAMES_A_PART + i) for i in range(GAMES_A_PART)
    ]
    return np.concatenate(parts)


def _play_game(players: tuple[Player, Player], nodes: int, seed: int, number: int) -> Any:
    random = Random(f"{seed} {number}")
    full = random.random() < FULL_TYPE_SHARE
    game_type = "Base+MLP" if full else random.choice(GAME_TYPES)
    while True:
        position, hashes = random_opening(game_type, random.randint(*RANDOM_PLIES), random)
        players[0].new_game()
        if abs(players[0].choose(position, hashes).score) <= BALANCED:
            break
    result, plies = play(players, position, hashes)
    rows = np.zeros(len(plies), dtype=ROW)
    rows["nodes"] = nodes
    rows["game"] = number
    rows["opening"] = int(position["ply"])
    rows["result"] = _RESULT.get(result, 0)
    for row, ply in zip(rows, plies, strict=True):
        fill(row, ply)
    return rows


def _belongs(number: int, rows: Any) -> bool:
    return bool((rows["game"] // GAMES_A_PART == number).all())


def fill(row: Any, ply: Ply) -> None:
    """Write a position, and what a search made of it, into a row."""
    row["position"] = pack(ply.position)
    row["hash"] = canonical_hash(ply.position)
    row["score"] = ply.choice.score
    row["move"] = ply.choice.code


def main(arguments: Sequence[str]) -> None:
    """Play the games that are missing."""
    parser = new_parser("selfplay", __doc__, nodes=5000)
    most = MOST_PARTS * GAMES_A_PART
    parser.add_argument(
        "--games",
        type=whole_number_between(1, most),
        default=2000,
        help="in parts of twenty (2000)",
    )
    add_data_options(parser)
    options = parser.parse_args(arguments)
    settings = {
        "made by": "selfplay",
        "nodes": options.nodes,
        "seed": options.seed,
        "network": network_fingerprint(options.network),
        "by the program": program_fingerprint(),
    }
    tasks = {number: number for number in range(-(-options.games // GAMES_A_PART))}
    work = partial(play_part, options.nodes, options.seed, options.network)
    with writing(options.out, settings) as data:
        added = write_parts(data, tasks, work, _belongs, options.workers, options.dask)
    print(f"{added} positions added to {options.out}")
