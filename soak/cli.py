"""The command line of the soak: which campaigns, how much of each, and where results go.

A run that was interrupted, killed or cut off from power goes on where it was when it is started
again: every finished item is in the ledger.
"""

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.cores import usable_cores
from soak.cache import Cache
from soak.campaign import Campaign, attempt
from soak.fuzz import Fuzz
from soak.games import Games
from soak.kills import Kills
from soak.ledger import Entry, Ledger, LedgerError, version_of_program
from soak.pool import run_items
from soak.progress import Progress
from soak.signals import Signals
from soak.summary import digest, text
from training.command_line import positive
from uhp.exit_codes import BAD_ARGUMENTS, FAILURE, INTERRUPTED, SUCCESS
from uhp.output import note

CAMPAIGNS: dict[str, tuple[Campaign, str, int]] = {
    campaign.name: (campaign, flag, amount)
    for campaign, flag, amount in (
        (Games(), "--games", 10_000),
        (Fuzz(), "--fuzz-lines", 1_000_000),
        (Signals(), "--signals", 2_000),
        (Cache(), "--damages", 500),
        (Kills(), "--kills", 500),
    )
}
"""Every campaign with the flag that says how much of it to do, and how much that is by default."""

RESULTS = Path(__file__).resolve().parent / "results"


def main(arguments: Sequence[str]) -> int:
    """Run the campaigns; 1 if anything failed, 2 if they cannot be run, 130 if interrupted."""
    options = _parser().parse_args(arguments)
    # Only a trial of the compiler in the background wants one.
    os.environ["PROPOLIS_BACKGROUND"] = "off"
    if options.repeat is not None:
        name, item = options.repeat
        return _repeat(name, item, options.seed)
    try:
        ledger = Ledger(options.results / "soak.jsonl")
    except (LedgerError, OSError) as error:
        note(f"soak: {error}")
        return BAD_ARGUMENTS
    chosen = {name: CAMPAIGNS[name] for name in CAMPAIGNS if name in (options.only or CAMPAIGNS)}
    if options.fresh:
        ledger.forget(tuple(chosen))
    code = version_of_program()
    interrupted = False
    digests: dict[str, dict[str, Any]] = {}
    for name, (campaign, _, _) in chosen.items():
        items = campaign.items(getattr(options, name))
        try:
            if not interrupted:
                _run(campaign, items, ledger, code, options)
        except KeyboardInterrupt:
            interrupted = True
            note("soak: interrupted; the same command goes on from here")
        done = _done(ledger, campaign, items, code, options).values()
        digests[name] = digest(list(done), items)
    ledger.close()
    print(text(digests))
    (options.results / "summary.json").write_text(json.dumps(digests, indent=1) + "\n")
    if interrupted:
        return INTERRUPTED
    return FAILURE if any(figures["failures"] for figures in digests.values()) else SUCCESS


def _done(
    ledger: Ledger, campaign: Campaign, items: int, code: str, options: argparse.Namespace
) -> dict[int, Entry]:
    """The items of a campaign that need not be done again."""
    return {
        entry.item: entry
        for entry in ledger.entries
        if entry.campaign == campaign.name
        and entry.seed == options.seed
        and entry.item < items
        and (options.any_version or entry.code == code)
    }


def _run(
    campaign: Campaign, items: int, ledger: Ledger, code: str, options: argparse.Namespace
) -> None:
    """Do what is left of a campaign."""
    done = _done(ledger, campaign, items, code, options)
    left = [item for item in range(items) if item not in done]
    if not left:
        return
    note(f"== {campaign.name}: {len(left):,} of {items:,} items to do, {options.jobs} at a time")
    campaign.prepare()
    progress = Progress(campaign, items, len(done))
    for item, seconds, outcome in run_items(
        campaign, options.seed, left, options.jobs, progress.beat
    ):
        ledger.append(Entry(campaign.name, item, options.seed, code, seconds, outcome))
        progress.item_done(len(outcome.failures))
        for failure in outcome.failures:
            note(f"{campaign.name} {item} FAILED: {failure['what']}")
    note(progress.line())


def _repeat(name: str, item: str, seed: int) -> int:
    """Do one item again in this process and show all it finds."""
    if name not in CAMPAIGNS or not item.isdecimal():
        note(f"soak: --repeat takes one of {', '.join(CAMPAIGNS)} and the number of an item")
        return BAD_ARGUMENTS
    campaign = CAMPAIGNS[name][0]
    campaign.prepare()
    outcome = attempt(campaign, int(item), seed)
    print(json.dumps({"counts": outcome.counts, "failures": outcome.failures}, indent=1))
    return FAILURE if outcome.failures else SUCCESS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument(
        "--only",
        nargs="+",
        choices=tuple(CAMPAIGNS),
        metavar="NAME",
        help=f"campaigns to run: {', '.join(CAMPAIGNS)}",
    )
    for name, (campaign, flag, amount) in CAMPAIGNS.items():
        parser.add_argument(
            flag,
            dest=name,
            type=positive,
            default=amount,
            metavar="N",
            help=f"how many {campaign.unit}; default {amount:,}",
        )
    parser.add_argument(
        "--jobs",
        type=positive,
        default=usable_cores(),
        metavar="N",
        help="items done at a time; default: one a core",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="other items; default 0")
    parser.add_argument(
        "--results", type=Path, default=RESULTS, metavar="FOLDER", help="where results are kept"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="forget what the campaigns to be run have done before"
    )
    parser.add_argument(
        "--any-version",
        action="store_true",
        help="count items that other versions of the program have done",
    )
    parser.add_argument(
        "--repeat",
        nargs=2,
        metavar=("NAME", "ITEM"),
        help="do one item again and show what it finds",
    )
    return parser
