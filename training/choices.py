"""Compare what variants of the search choose, move by move, judged by deeper searches.

    python -m training choices 'history_bonus=80' 'late_moves_1=4 late_moves_2=8' --out results.json

A variant is what `gate` takes for a side. In every position of a sample, one from each of many
quick games, the search as it stands and all variants choose a move; each move that any of them has
chosen is then searched with `--judge` nodes. Prints for each variant in how many positions it chose
another move, and by how many thousandths of a win its moves are better than those of the search as
it stands, with the 95 % error. It takes a fraction of the time of games whose moves are as long;
whether what it tells wins games is for `gate` to say.
"""

import shlex
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from engine.position import losers, make
from search.path import outcome
from search.values import DRAW, Score
from training.command_line import command_text, new_parser, positive
from training.files import reason
from training.gate import configuration
from training.match import (
    DRAWING_OCCURRENCE,
    PLAYERS,
    Configuration,
    Player,
    play,
    processes,
    random_opening,
)
from training.results import cell, new_choices_row, results_file
from training.tables import tell
from uhp.output import note

QUICK_NODES = 500
"""Of the games that positions are taken from."""

FIRST_PLY = 8
"""Before it there is little to choose."""


class Sample(NamedTuple):
    """A position, and the hashes of those that led there and of itself."""

    position: Any
    hashes: list[int]


def sample(seed: int, number: int) -> Sample:
    """A position of a quick game, any with the same chance."""
    random = Random(f"{seed} {number}")
    while True:
        position, hashes = random_opening("Base+MLP", random.randrange(4, 9), random)
        player = Player(Configuration(), QUICK_NODES)
        _, plies = play((player, player), position, hashes)
        later = [at for at, ply in enumerate(plies) if int(ply.position["ply"]) >= FIRST_PLY]
        if later:
            chosen = random.choice(later)
            made = [int(ply.position["hash"]) for ply in plies[1 : chosen + 1]]
            return Sample(plies[chosen].position, [*hashes, *made])


def worth(one: Sample, code: int, nodes: int) -> float:
    """A move's expected result between 0 and 1, by a search of the position after it."""
    position = one.position.copy()
    mover = int(position["ply"]) & 1
    make(position, code)
    hashes = [*one.hashes, int(position["hash"])]
    lost = losers(position)
    if lost:
        score = int(outcome(lost, mover, 1))
    elif hashes.count(hashes[-1]) >= DRAWING_OCCURRENCE:
        score = DRAW
    else:
        score = -Player(Configuration(), nodes).choose(position, hashes).score
    return Score(score).win_chance


def variant(text: str) -> Configuration:
    """What is compared with the search as it stands. Raises ValueError, TypeError, OSError."""
    words = shlex.split(text)
    if not words:
        raise ValueError("a variant without KEY=VALUE is the search as it stands")
    return configuration(words)


def compare(
    variants: Sequence[Configuration], nodes: int, judge: int, seed: int, number: int
) -> list[float | None]:
    """By how much each variant's move is better in one position; None where it is the same."""
    one = sample(seed, number)

    plain, *others = (
        PLAYERS[side.strategy](side, nodes).choose(one.position, one.hashes).code
        for side in (Configuration(), *variants)
    )
    chosen = {plain, *others}
    values = {code: worth(one, code, judge) for code in chosen} if len(chosen) > 1 else {}
    return [None if code == plain else values[code] - values[plain] for code in others]


def main(arguments: Sequence[str]) -> None:
    """Compare and print a row for each variant."""
    parser = new_parser("choices", __doc__, nodes=100_000)
    parser.add_argument("--judge", type=positive, default=300_000, help="its nodes (300000)")
    parser.add_argument("--positions", type=positive, default=500, help="how many (500)")
    parser.add_argument("--out", type=results_file, help="the file of results")
    parser.add_argument(
        "variants", nargs="+", type=cell, metavar="'KEY=VALUE ...'", help="as for gate"
    )
    options = parser.parse_args(arguments)
    try:
        variants = [variant(text) for text in options.variants]
    except (ValueError, TypeError, OSError) as error:
        parser.error(reason(error))
    work = partial(compare, variants, options.nodes, options.judge, options.seed)
    found: list[list[float | None]] = []
    with processes(options.workers) as spread:
        for differences in spread(work, range(options.positions)):
            found.append(differences)
            note(f"{len(found)} of {options.positions} positions")
    rows = [
        new_choices_row(text, f"{options.nodes} nodes", differences)
        for text, differences in zip(options.variants, zip(*found, strict=True), strict=True)
    ]
    tell(rows, options.out, command_text("choices", arguments))
