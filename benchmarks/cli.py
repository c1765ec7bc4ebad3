"""The command line of the benchmarks."""

import argparse
import importlib
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from benchmarks import machine
from benchmarks.measure import FAILED, MISSED, Measure
from benchmarks.report import Results, table, write_json
from benchmarks.timing import say

SECTIONS = {
    "signature": "benchmarks.signature",
    "perft": "benchmarks.perft",
    "openspiel": "benchmarks.openspiel",
    "object": "benchmarks.game_object",
    "threads": "benchmarks.threads",
    "search": "benchmarks.search_speed",
    "startup": "benchmarks.startup",
    "time": "benchmarks.timekeeping",
    "web": "benchmarks.web_analysis",
    "compile": "benchmarks.compilation",
}
"""Each section's module has a function `run(quick)` that yields measures."""

DEFAULT_JSON = Path(__file__).resolve().parent / "results" / "latest.json"
BUSY = 0.5
"""Load average above which a machine has other things to do."""


def main(arguments: Sequence[str]) -> int:
    """Run the sections asked for; returns 1 if one of them could not be run, else 0."""
    options = _parser().parse_args(arguments)
    about = machine.describe()
    load = machine.load_average()
    if load is not None and load > BUSY:
        say(f"the machine is busy (load average {load:.1f}): expect times that are too long")
    started = time.perf_counter()
    results: dict[str, list[Measure]] = {}
    for section in options.only or SECTIONS:
        results[section] = _measure(section, options.quick)
    say("done" + _summary(results))
    about["load average after"] = machine.load_average()
    print(f"{table(results)}\n\n{machine.summary(about)}")
    about["quick"] = options.quick
    about["seconds"] = round(time.perf_counter() - started, 1)
    write_json(options.json, results, about)
    return 1 if _named(results, FAILED) else 0


def _measure(section: str, quick: bool) -> list[Measure]:
    """The measures of one section; what goes wrong in it does not stop the others."""
    measures: list[Measure] = []
    say(f"== {section}")
    try:
        for measure in importlib.import_module(SECTIONS[section]).run(quick):
            measures.append(measure)
    except Exception as error:
        say(traceback.format_exc())
        measures.append(Measure("broken off", type(error).__name__, failed=True))
    return measures


def _named(results: Results, verdict: str) -> list[str]:
    return [
        f"{section}: {measure.name}"
        for section, measures in results.items()
        for measure in measures
        if measure.verdict == verdict
    ]


def _summary(results: Results) -> str:
    missed = _named(results, MISSED) + _named(results, FAILED)
    return f"; {len(missed)} missed: {'; '.join(missed)}" if missed else "; nothing missed"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only",
        nargs="+",
        choices=tuple(SECTIONS),
        metavar="NAME",
        help=f"sections to run: {', '.join(SECTIONS)}",
    )
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, shorter searches")
    parser.add_argument(
        "--json", type=Path, default=DEFAULT_JSON, metavar="PATH", help="where the JSON file goes"
    )
    return parser
