"""The outcome of a tournament as a picture: Elo bars and a cross table, in SVG."""

import math
from collections.abc import Iterator
from html import escape

from arena.output.report import Standing, is_bound, margin_text, standings
from arena.plain_text import counted, plain
from arena.statistics.elo import Tally
from arena.statistics.results import Results

FONT = "font-family='DejaVu Sans, Verdana, Helvetica, sans-serif'"
INK, FAINT, GRID = "#24292f", "#6e7781", "#d0d7de"
BAR, WHISKER = "#d9a441", "#7a4e00"
GOOD, BAD = (46, 125, 80), (178, 58, 46)

MARGIN = 24
ROW = 30
TOP = 80
BARS = 380
NUMBERS = 216
CELL = 84
LETTER = 7.6
"""The width to allow for a letter of names, in pixels."""


def svg_picture(title: str, results: Results) -> str:
    """A ranking with Elo bars, and below it who won how much against whom."""
    ranking = standings(results)
    names = max(60, 20 + LETTER * max(len(f"{line.rank}. {line.name}") for line in ranking))
    left = MARGIN + names
    width = left + max(BARS + NUMBERS, CELL * len(ranking)) + MARGIN
    top = TOP + ROW * len(ranking) + 66
    height = top + 26 + ROW * len(ranking) + MARGIN
    subtitle = (
        f"{counted(len(results.records), 'game')}; Elo with 95 % error bars, the average is 0"
    )
    notes = []
    if any(line.rating.bounded for line in ranking):
        notes.append("* a guess, for somebody won or lost everything")
    if any(is_bound(margin_text(line)) for line in ranking):
        notes.append("≥ ≤ .. bounds of the difference to the field")
    body = [
        f"<rect width='{width:g}' height='{height:g}' fill='white'/>",
        _text(MARGIN, 34, title, size=17, weight="bold"),
        _text(MARGIN, 54, subtitle, color=FAINT, size=12),
        *([_text(MARGIN, 71, "; ".join(notes), color=FAINT, size=12)] if notes else []),
        *_bars(ranking, left),
        _text(MARGIN, top - 12, "Won-drawn-lost, row against column", color=FAINT, size=12),
        *_cross_table(results, ranking, left, top),
    ]
    head = f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:g}' height='{height:g}'"
    return "\n".join([f"{head} viewBox='0 0 {width:g} {height:g}' {FONT}>", *body, "</svg>\n"])


def _bars(ranking: list[Standing], left: float) -> Iterator[str]:
    reach = _reach(ranking)
    step = _round_step(reach)
    low, high = -math.ceil(reach / step) * step, math.ceil(reach / step) * step
    top, bottom = TOP, TOP + ROW * len(ranking)

    def across(elo: float) -> float:
        return left + (min(max(elo, low), high) - low) / (high - low) * BARS

    for mark in range(round((high - low) / step) + 1):
        elo = low + mark * step
        yield _line(across(elo), top, across(elo), bottom, FAINT if elo == 0 else GRID)
        yield _text(across(elo), bottom + 17, f"{elo:+g}" if elo else "0", FAINT, 11, "middle")
    for index, line in enumerate(ranking):
        rank, name, rating, tally = line
        margin = margin_text(line)
        has_error = margin[0].isdecimal()
        middle = top + ROW * index + ROW / 2
        start, end = sorted((across(0), across(rating.elo)))
        yield _text(left - 10, middle + 5, f"{rank}. {name}", anchor="end")
        yield (
            f"<rect x='{start:.1f}' y='{middle - 9:g}' width='{max(end - start, 1):.1f}' "
            f"height='18' rx='2' fill='{BAR}'/>"
        )
        if has_error:
            ends = (across(rating.elo - rating.error), across(rating.elo + rating.error))
            yield _line(ends[0], middle, ends[1], middle, WHISKER, 1.6)
            for end in ends:
                yield _line(end, middle - 5, end, middle + 5, WHISKER, 1.6)
        if has_error or margin == "?":
            margin = f"±{rating.error:.0f}" if has_error else "±?"
        margin = margin.replace(">= ", "≥ ").replace("<= ", "≤ ").replace("-", "\N{MINUS SIGN}")
        shown = f"{rating.elo:+.0f}{'*' * rating.bounded}".replace("-", "\N{MINUS SIGN}")
        right = left + BARS + 64
        yield _text(right, middle + 5, shown, anchor="end")
        yield _text(right + 8, middle + 5, margin, color=FAINT)
        yield _text(right + 146, middle + 5, f"{tally.score:.0%}", anchor="end")


def _reach(ranking: list[Standing]) -> float:
    """How far from zero the picture must go: to the ends of the error bars, within reason."""
    farthest = max(abs(line.rating.elo) for line in ranking)
    errors = [line.rating.error for line in ranking if math.isfinite(line.rating.error)]
    return max(50.0, farthest * 1.1, min(farthest + max(errors, default=0.0), 2 * farthest + 100))


def _round_step(reach: float) -> float:
    """A round distance between marks that makes four to eight of them."""
    rough = reach / 3
    power = 10.0 ** math.floor(math.log10(rough))
    return power * min((1, 2, 5, 10), key=lambda factor: abs(factor * power - rough))


def _cross_table(
    results: Results, ranking: list[Standing], left: float, top: float
) -> Iterator[str]:
    for column, line in enumerate(ranking):
        yield _text(left + CELL * (column + 0.5), top + 18, str(line.rank), FAINT, 12, "middle")
    for row, line in enumerate(ranking):
        y = top + 26 + ROW * row
        yield _text(left - 10, y + 20, f"{line.rank}. {line.name}", anchor="end")
        for column, other in enumerate(ranking):
            x = left + CELL * column
            tally = results.head_to_head(line.name, other.name)
            fill = GRID if other is line else _shade(tally)
            yield (
                f"<rect x='{x:g}' y='{y:g}' width='{CELL}' height='{ROW}' fill='{fill}' "
                f"stroke='white' stroke-width='2'/>"
            )
            if tally.games:
                shown = f"{tally.wins}-{tally.draws}-{tally.losses}"
                yield _text(x + CELL / 2, y + 20, shown, size=12, anchor="middle")


def _shade(tally: Tally) -> str:
    """Green for a score above a half, red for one below, paler the closer it is."""
    if not tally.games:
        return "#f6f8fa"
    strength = 0.75 * abs(tally.score - 0.5) * 2
    target = GOOD if tally.score > 0.5 else BAD
    return "#" + "".join(f"{round(246 + (part - 246) * strength):02x}" for part in target)


def _text(
    x: float,
    y: float,
    text: str,
    color: str = INK,
    size: int = 13,
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    return (
        f"<text x='{x:g}' y='{y:g}' fill='{color}' font-size='{size}' text-anchor='{anchor}' "
        f"font-weight='{weight}'>{escape(plain(text))}</text>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, color: str, width: float = 1) -> str:
    return (
        f"<line x1='{x1:.1f}' y1='{y1:g}' x2='{x2:.1f}' y2='{y2:g}' stroke='{color}' "
        f"stroke-width='{width:g}'/>"
    )
