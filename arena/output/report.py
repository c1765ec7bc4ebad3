"""The outcome of a tournament as text and as JSON."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from arena.plain_text import counted, plain
from arena.settings import SprtBounds, TournamentSettings
from arena.statistics.elo import Estimate, Tally, estimate
from arena.statistics.ratings import Rating, rate
from arena.statistics.results import Results
from arena.statistics.sprt import log_likelihood_ratio, sprt_state, wald_bounds

_EXAMPLES = 5


class Standing(NamedTuple):
    """A line of the ranking."""

    rank: int
    name: str
    rating: Rating
    tally: Tally


def standings(results: Results) -> list[Standing]:
    """The ranking: best rating first."""
    ratings = rate(len(results.engines), results.bouts())
    lines = sorted(zip(results.engines, ratings, strict=True), key=lambda line: -line[1].elo)
    return [
        Standing(rank, name, rating, results.total(name))
        for rank, (name, rating) in enumerate(lines, start=1)
    ]


def elo_text(elo: float, error: float, least: float = -math.inf, most: float = math.inf) -> str:
    """An Elo number with its 95 % error, or with a bound where the error is unknown.

    >>> elo_text(27.17, 15.93), elo_text(math.inf, math.inf, least=277.4)
    ('+27.2 +/- 15.9', 'at least +277.4')
    """
    if math.isfinite(error):
        return f"{elo:+.1f} +/- {error:.1f}"
    if math.isfinite(least) and math.isfinite(most):
        bound = f"between {least:+.1f} and {most:+.1f}"
    elif math.isfinite(least):
        bound = f"at least {least:+.1f}"
    elif math.isfinite(most):
        bound = f"at most {most:+.1f}"
    else:
        return f"{elo:+.1f} +/- ?" if math.isfinite(elo) else "?"
    return f"{elo:+.1f} ({bound})" if math.isfinite(elo) else bound


def estimate_text(found: Estimate) -> str:
    """The Elo difference of an estimate."""
    return elo_text(found.elo, found.elo_error, found.elo_least, found.elo_most)


def ratio_text(pairs: Sequence[int], bounds: SprtBounds) -> str:
    """A log-likelihood ratio, and in brackets where H0 and H1 are accepted."""
    low, high = wald_bounds(bounds)
    return f"{log_likelihood_ratio(pairs, bounds):.2f} ({low:.2f}, {high:.2f})"


def margin_text(line: Standing) -> str:
    """The error of a rating; the bound of the difference to the field where that is at the edge."""
    found = estimate(line.tally)
    if math.isfinite(line.rating.error) and not (
        line.rating.bounded and math.isinf(found.elo_error)
    ):
        return f"{line.rating.error:.1f}"
    if math.isfinite(found.elo_least) and math.isfinite(found.elo_most):
        return f"{found.elo_least:+.0f}..{found.elo_most:+.0f}"
    if math.isfinite(found.elo_least):
        return f">= {found.elo_least:+.0f}"
    return f"<= {found.elo_most:+.0f}" if math.isfinite(found.elo_most) else "?"


def is_bound(margin: str) -> bool:
    """Whether the text of a margin is a bound rather than an error."""
    return "=" in margin or ".." in margin


def text_report(settings: TournamentSettings, results: Results, openings: str) -> str:
    """The whole outcome for people."""
    blocks = [_match(settings, results)] if len(results.engines) == 2 else _tables(results)
    blocks.insert(0, _title(settings, results, openings))
    blocks += [_by_color(results), _by_game_type(results), _endings(results)]
    blocks.append(_remarks(settings, results))
    # Journals of older versions may hold control characters in what engines said.
    return plain("\n\n".join(block for block in blocks if block) + "\n")


def _title(settings: TournamentSettings, results: Results, openings: str) -> str:
    controls = {str(engine.time_control) for engine in settings.engines}
    if len(controls) == 1:
        control = controls.pop()
    else:
        control = ", ".join(f"{engine.name} {engine.time_control}" for engine in settings.engines)
    names = " vs ".join(results.engines) if len(results.engines) == 2 else settings.event
    return f"Results of {names} ({control}; {openings})"


def _match(settings: TournamentSettings, results: Results) -> str:
    """The block of numbers that fastchess users know."""
    first, second = results.engines
    tally = results.head_to_head(first, second)
    found = estimate(tally)
    pairs = sum(tally.pairs)
    worse, better = sum(tally.pairs[:2]), sum(tally.pairs[3:])
    drawn_pairs = f"{tally.pairs[2] / pairs:.2%}" if pairs else "?"
    ratio = f"{better / worse:.2f}" if worse else ("inf" if better else "?")
    los = "?" if math.isnan(found.los) else f"{found.los:.2%}"
    normalized = elo_text(
        found.normalized, found.normalized_error, found.normalized_least, found.normalized_most
    )
    lines = [
        f"Elo: {estimate_text(found)}, nElo: {normalized}",
        f"LOS: {los}, DrawRatio: {drawn_pairs}, PairsRatio: {ratio}",
        f"Games: {tally.games}, Wins: {tally.wins}, Losses: {tally.losses}, "
        f"Draws: {tally.draws}, Points: {tally.points:g} ({tally.score:.2%})",
        f"Ptnml(0-2): {list(tally.pairs)}",
    ]
    if settings.sprt is not None:
        lines.append(_sprt_line(tally.pairs, settings.sprt))
    return "\n".join(lines)


def _sprt_line(pairs: Sequence[int], bounds: SprtBounds) -> str:
    model = "normalized" if bounds.normalized else "logistic"
    test = f"[{bounds.elo0:g}, {bounds.elo1:g}] {model}"
    return f"LLR: {ratio_text(pairs, bounds)} {test}: {sprt_state(pairs, bounds)}"


def _tables(results: Results) -> list[str]:
    ranking = standings(results)
    rows = [["#", "engine", "Elo", "+/-", "games", "points", "score", "won", "drawn", "lost"]]
    for line in ranking:
        tally = line.tally
        rows.append(
            [
                str(line.rank),
                line.name,
                f"{line.rating.elo:+.1f}" + "*" * line.rating.bounded,
                margin_text(line),
                str(tally.games),
                f"{tally.points:g}",
                f"{tally.score:.1%}",
                str(tally.wins),
                str(tally.draws),
                str(tally.losses),
            ]
        )
    table = _aligned(rows, left=(1,))
    if any(line.rating.bounded for line in ranking):
        table += "\n* somebody won or lost everything: one draw is added for all who met"
    if any(is_bound(margin_text(line)) for line in ranking):
        table += "\n>=, <=, ..: bounds of the Elo difference to the field"
    return [table, _cross_table(results, ranking)]


def _cross_table(results: Results, ranking: Sequence[Standing]) -> str:
    """Wins, draws and losses of the row against the column."""
    rows = [["", "", *(str(line.rank) for line in ranking)]]
    for line in ranking:
        cells = []
        for other in ranking:
            tally = results.head_to_head(line.name, other.name)
            shown = f"{tally.wins}-{tally.draws}-{tally.losses}" if tally.games else "."
            cells.append("" if other is line else shown)
        rows.append([str(line.rank), line.name, *cells])
    return "Won-drawn-lost, row against column:\n" + _aligned(rows, left=(1,))


def _aligned(rows: Sequence[Sequence[str]], left: tuple[int, ...]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _by_color(results: Results) -> str:
    rows = [["colour", "won", "drawn", "lost", "score"], _row("White, all", results.of_white())]
    for name in results.engines:
        rows.append(_row(f"{name} as White", results.as_white(name)))
        rows.append(_row(f"{name} as Black", results.as_black(name)))
    return _aligned(rows, left=(0,))


def _by_game_type(results: Results) -> str:
    """One block for every engine but the second of two, whose results are the first one's."""
    kinds = results.game_types()
    if len(kinds) < 2:
        return ""
    rows = [["game type", "won", "drawn", "lost", "score", "Elo", "pairs"]]
    engines = results.engines[:1] if len(results.engines) == 2 else results.engines
    for name in engines:
        for kind in kinds:
            tally = results.in_game_type(name, kind)
            cells = [estimate_text(estimate(tally)), str(list(tally.pairs))]
            rows.append([*_row(f"{name} {kind}", tally), *cells])
    return _aligned(rows, left=(0,))


def _row(title: str, tally: Tally) -> list[str]:
    score = f"{tally.score:.1%}" if tally.games else "."
    return [title, str(tally.wins), str(tally.draws), str(tally.losses), score]


def _endings(results: Results) -> str:
    counts = results.endings().most_common()
    return "Endings: " + ", ".join(f"{what} {count}" for what, count in counts) if counts else ""


def _remarks(settings: TournamentSettings, results: Results) -> str:
    lines = [f"{f.engine}: {f.what} {f.count} (first {f.first})" for f in results.faults()]
    if rules := settings.conditions.score_rules:
        silent = results.without_scores()
        lines += [f"{name} reported no scores for {rules} to go by" for name in silent]
    for titles, texts in (
        (
            ("disagreement with the referee", "disagreements with the referee"),
            results.disagreements(),
        ),
        (("note", "notes"), results.notes()),
    ):
        if texts:
            lines.append(f"{counted(len(texts), *titles)}:")
            lines += [f"  {text}" for text in texts[:_EXAMPLES]]
            lines += [f"  and {len(texts) - _EXAMPLES} more"] * (len(texts) > _EXAMPLES)
    return "\n".join(lines)


def json_report(settings: TournamentSettings, results: Results, openings: str) -> dict[str, Any]:
    """The whole outcome for programs. Numbers that are not finite are null."""
    ranking = standings(results)
    report: dict[str, Any] = {
        "event": settings.event,
        "games": len(results.records),
        "openings": openings,
        "seed": settings.seed,
        "engines": [
            {
                "name": engine.name,
                "command": list(engine.command),
                "options": dict(engine.options),
                "limit": str(engine.time_control),
            }
            for engine in settings.engines
        ],
        "ranking": [
            {
                "rank": line.rank,
                "name": line.name,
                "elo": _finite(line.rating.elo),
                "elo_error": _finite(line.rating.error),
                "bounded": line.rating.bounded,
                **_tally_json(line.tally),
            }
            for line in ranking
        ],
        "encounters": [
            {"engine": first, "opponent": second, **_tally_json(tally)}
            for index, first in enumerate(results.engines)
            for second in results.engines[index + 1 :]
            if (tally := results.head_to_head(first, second)).games
        ],
        "white": _tally_json(results.of_white()),
        "colors": {
            name: {
                "white": _tally_json(results.as_white(name)),
                "black": _tally_json(results.as_black(name)),
            }
            for name in results.engines
        },
        "game_types": {
            kind: {name: _tally_json(results.in_game_type(name, kind)) for name in results.engines}
            for kind in results.game_types()
        },
        "endings": dict(results.endings()),
        "faults": [fault.__dict__ for fault in results.faults()],
        "disagreements": results.disagreements(),
        "notes": results.notes(),
        "without_scores": results.without_scores(),
    }
    if settings.sprt is not None:
        report["sprt"] = _sprt_json(results, settings.sprt)
    return report


def _tally_json(tally: Tally) -> dict[str, Any]:
    found = estimate(tally)
    return {
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "points": tally.points,
        "score": tally.score,
        "pentanomial": list(tally.pairs),
        "elo_difference": _finite(found.elo),
        "elo_difference_error": _finite(found.elo_error),
        "elo_difference_at_least": _finite(found.elo_least),
        "elo_difference_at_most": _finite(found.elo_most),
        "normalized_elo": _finite(found.normalized),
        "normalized_elo_error": _finite(found.normalized_error),
        "normalized_elo_at_least": _finite(found.normalized_least),
        "normalized_elo_at_most": _finite(found.normalized_most),
        "los": _finite(found.los),
    }


def _sprt_json(results: Results, bounds: SprtBounds) -> dict[str, Any]:
    first, second = results.engines
    pairs = results.head_to_head(first, second).pairs
    lower, upper = wald_bounds(bounds)
    return {
        **bounds.__dict__,
        "llr": log_likelihood_ratio(pairs, bounds),
        "lower": lower,
        "upper": upper,
        "state": sprt_state(pairs, bounds).value,
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
