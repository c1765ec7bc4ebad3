"""Results as a Markdown table for people and as JSON for programs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.measure import Bound, Measure

COLUMNS = ("measure", "value", "required", "goal", "verdict")

Results = Mapping[str, Sequence[Measure]]
"""Measures by section."""


def table(results: Results) -> str:
    """All measures as a table in Markdown, aligned for reading as it is."""
    rows = [
        (
            f"{section}: {measure.name}",
            shown(measure.value, measure.unit),
            _bound(measure.required, measure.unit),
            _bound(measure.goal, measure.unit),
            measure.verdict,
        )
        for section, measures in results.items()
        for measure in measures
    ]
    widths = [max(map(len, column)) for column in zip(COLUMNS, *rows, strict=True)]
    ruler = tuple("-" * width for width in widths)
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in (COLUMNS, ruler, *rows)
    )


def shown(value: float | str, unit: str) -> str:
    """A value with its unit, with as many digits as mean something."""
    if isinstance(value, str):
        return value.replace("|", "/").replace("\n", " ")
    digits = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return f"{digits} {unit}".strip()


def _bound(bound: Bound | None, unit: str) -> str:
    if bound is None:
        return "-"
    return f"{'at most' if bound.at_most else 'at least'} {shown(bound.limit, unit)}"


def write_json(path: Path, results: Results, about: Mapping[str, object]) -> None:
    """Write a file with everything that was measured and what it was measured on."""
    measures = [
        {
            "section": section,
            **{key: value for key, value in asdict(measure).items() if key != "failed"},
            "verdict": measure.verdict,
        }
        for section, section_measures in results.items()
        for measure in section_measures
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**about, "measures": measures}, indent=1) + "\n", "utf-8")
