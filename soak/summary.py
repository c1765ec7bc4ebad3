"""What the trials have shown, as figures for programs and as text for people."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from soak.ledger import Entry

_SHOWN = 5
"""Failures of a campaign that are printed; all of them are in the JSON file."""


def digest(entries: Sequence[Entry], wanted: int) -> dict[str, Any]:
    """The figures of one campaign."""
    counts: Counter[str] = Counter()
    samples: dict[str, list[float]] = {}
    failures: list[dict[str, Any]] = []
    for entry in entries:
        counts.update(entry.outcome.counts)
        for name, values in entry.outcome.samples.items():
            samples.setdefault(name, []).extend(values)
        command = f"python -m soak --seed {entry.seed} --repeat {entry.campaign} {entry.item}"
        failures += [{**failure, "repeat": command} for failure in entry.outcome.failures]
    return {
        "items done": len(entries),
        "items wanted": wanted,
        "seconds of work": round(sum(entry.seconds for entry in entries), 1),
        "versions of the program": dict(Counter(entry.code for entry in entries)),
        "counts": dict(sorted(counts.items(), key=lambda pair: -pair[1])),
        "times": {name: distribution(values) for name, values in samples.items()},
        "failures": failures,
    }


def distribution(values: Sequence[float]) -> dict[str, float]:
    """The spread of some measured seconds."""
    ordered = sorted(values)

    def quantile(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    return {
        "number": len(ordered),
        "median": quantile(0.5),
        "90 %": quantile(0.9),
        "99 %": quantile(0.99),
        "99.9 %": quantile(0.999),
        "longest": ordered[-1],
        "over 0.2 s": sum(value > 0.2 for value in ordered),
        "over 1 s": sum(value > 1.0 for value in ordered),
    }


def text(digests: Mapping[str, Mapping[str, Any]]) -> str:
    """The summary for people."""
    lines: list[str] = []
    for name, figures in digests.items():
        failures = figures["failures"]
        lines.append(
            f"{name}: {figures['items done']:,} of {figures['items wanted']:,} items, "
            f"{timedelta(seconds=round(figures['seconds of work']))} of work, "
            f"{len(failures)} failures"
        )
        lines += [f"  {count:>13,}  {what}" for what, count in figures["counts"].items()]
        for what, spread in figures["times"].items():
            told = ", ".join(f"{key} {value:g}" for key, value in spread.items())
            lines.append(f"  {what} in seconds: {told}")
        for failure in failures[:_SHOWN]:
            lines.append(f"  FAILED: {failure['what']}; see it again: {failure['repeat']}")
        if len(failures) > _SHOWN:
            lines.append(f"  ... and {len(failures) - _SHOWN} more in the JSON file")
    return "\n".join(lines)
