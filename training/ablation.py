"""What each technique of the search is worth: matches of the whole search against itself without.

python -m training ablation --games 200 --nodes 5000 --out training/results/ablation.json
"""

from collections.abc import Sequence

from search.techniques import TECHNIQUES, all_but
from training.command_line import command_text, even, new_parser
from training.match import Configuration, play_match
from training.results import Row, new_row, results_file, write_results
from training.tables import markdown
from uhp.output import note


def main(arguments: Sequence[str]) -> None:
    """Play the matches, write the file after each, and print the table."""
    parser = new_parser("ablation", __doc__, nodes=5000)
    parser.add_argument("--games", type=even, default=200, help="games a technique; even (200)")
    parser.add_argument("--out", type=results_file, help="the file of results")
    parser.add_argument("techniques", nargs="*", default=TECHNIQUES, help="all if none is named")
    options = parser.parse_args(arguments)
    for name in options.techniques:
        if name not in TECHNIQUES:
            parser.error(f"there is no technique {name!r}; there are {', '.join(TECHNIQUES)}")
    rows: list[Row] = []
    for name in options.techniques:
        other = Configuration(techniques=all_but(name))
        *_, tally = play_match(
            Configuration(), other, options.nodes, options.games, options.seed, options.workers
        )
        rows.append(new_row(f"with and without {name}", f"{options.nodes} nodes", tally))
        note(f"{name}: {tally.wins}-{tally.draws}-{tally.losses}")
        if options.out:
            write_results(options.out, command_text("ablation", arguments), rows)
    print(markdown(rows), end="")
