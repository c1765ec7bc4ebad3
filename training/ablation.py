"""What each technique of the search is worth: matches of the whole search against itself without.

    python -m training.ablation --games 200 --nodes 5000

The games are played by the arena between two engine processes with one thread and a fixed number
of nodes a move, so the result does not depend on the machine. Prints a Markdown table.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from search.techniques import TECHNIQUES, all_but

ENGINE = f"{sys.executable} -m uhp"


def match(challenger: str, defender: str, each: Sequence[str], games: int, seed: int) -> Any:
    """Play two engine commands against each other; the arena's report as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            *(sys.executable, "-m", "arena", "-quiet"),
            *("-engine", f"cmd={challenger}", "name=challenger"),
            *("-engine", f"cmd={defender}", "name=defender"),
            *("-each", "option.Threads=1", "option.TableSizeMiB=16", *each),
            *("-games", str(games), "-seed", str(seed), "-openings", "random", "plies=6"),
            *("-jsonout", str(report), "-journal", str(Path(folder) / "journal")),
        ]
        environment = {key: os.environ[key] for key in os.environ if key != "PROPOLIS_WITHOUT"}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        return json.loads(report.read_text("utf-8"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the matches and print the table as it grows."""
    parser = argparse.ArgumentParser(prog="python -m training.ablation", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("techniques", nargs="*", default=list(TECHNIQUES))
    options = parser.parse_args(arguments)
    try:
        all_but(",".join(options.techniques))
    except ValueError as error:
        parser.error(str(error))
    print("| without | wins | draws | losses | Elo of having it |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in options.techniques:
        weaker = f"env PROPOLIS_WITHOUT={name} {ENGINE}"
        report = match(ENGINE, weaker, [f"nodes={options.nodes}"], options.games, options.seed)
        print(row(name, report), flush=True)


def row(name: str, report: Any) -> str:
    """One line of the table."""
    result = report["encounters"][0]
    error = result["elo_difference_error"]
    elo = f"{result['elo_difference']:+.0f}" + ("" if error is None else f" ± {error:.0f}")
    return f"| {name} | {result['wins']} | {result['draws']} | {result['losses']} | {elo} |"


if __name__ == "__main__":
    main()
