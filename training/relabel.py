"""Search a sample of the positions of data sets again, deeper than the games were played.

    python -m training relabel ../data --sample 200000 --nodes 50000 --out ../deeper

The results of the games stay as they are; score, move and nodes are those of the new search. The
same arguments make the same data set, also when the command is broken off and given again.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.packed import unpack
from search.evaluation.network import Network
from training.command_line import add_data_options, network_fingerprint, new_parser, positive
from training.dataset import DataSet, read_rows, writing
from training.files import InputError, fingerprint
from training.match import Configuration, Player, program_fingerprint
from training.spreading import write_parts

POSITIONS_A_PART = 200


def search_again(nodes: int, network: Network | None, rows: Any) -> Any:
    """The rows with what a search of so many nodes makes of them, each as if it were the first."""
    player = Player(Configuration(network=network), nodes)
    rows = rows.copy()
    rows["nodes"] = nodes
    for row in rows:
        position = unpack(row["position"])
        player.new_game()
        choice = player.choose(position, [int(position["hash"])])
        row["score"] = choice.score
        row["move"] = choice.code
    return rows


def main(arguments: Sequence[str]) -> None:
    """Search the positions that are missing."""
    parser = new_parser("relabel", __doc__, nodes=50000, seeded="sample")
    parser.add_argument("data", nargs="+", type=Path, help="data sets to take positions from")
    parser.add_argument("--sample", type=positive, help="how many positions (all)")
    add_data_options(parser)
    options = parser.parse_args(arguments)
    rows = read_rows(options.data)
    if not len(rows):
        raise InputError("the data sets have no positions")
    order = np.random.default_rng(options.seed).permutation(len(rows))[: options.sample]
    rows = rows[np.sort(order)]
    settings = {
        "made by": "relabel",
        "nodes": options.nodes,
        "seed": options.seed,
        "network": network_fingerprint(options.network),
        "by the program": program_fingerprint(),
        "sample": options.sample,
        "positions": fingerprint(rows["position"]),
        "from": [dict(DataSet.open(folder).settings) for folder in options.data],
    }
    starts = range(0, len(rows), POSITIONS_A_PART)
    tasks = {number: rows[start : start + POSITIONS_A_PART] for number, start in enumerate(starts)}

    def belongs(number: int, rows: Any) -> bool:
        return bool(np.isin(rows["hash"], tasks[number]["hash"]).all())

    work = partial(search_again, options.nodes, options.network)
    with writing(options.out, settings) as data:
        added = write_parts(data, tasks, work, belongs, options.workers, options.dask)
    print(f"{added} positions added to {options.out}")
