"""Bounds where the games do not tell an error: 40-0, 39-1, nothing but draws, a single game."""

import io
import json
import math
import random
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

import pytest
from arena_helpers import record, scripted

from arena.match.game_record import GameRecord
from arena.output.picture import svg_picture
from arena.output.progress import Progress
from arena.output.report import estimate_text, json_report, text_report
from arena.settings import TournamentSettings
from arena.statistics.elo import PAIR_OUTCOMES, Estimate, Tally, elo_of, estimate
from arena.statistics.results import Results
from arena.statistics.score_bounds import greatest_score, least_score

ROUNDING = 1e-9


def of_pairs(*pairs: int) -> Estimate:
    return estimate(Tally(pairs=pairs))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pairs", "text"),
    [
        ((0, 0, 0, 0, 20), "at least +316.6"),
        ((20, 0, 0, 0, 0), "at most -316.6"),
        ((0, 0, 1, 0, 19), "+636.4 (at least +232.2)"),
        ((19, 0, 1, 0, 0), "-636.4 (at most -232.2)"),
        ((0, 0, 20, 0, 0), "+0.0 (between -217.6 and +217.6)"),
        ((0, 0, 0, 0, 1), "at least -511.5"),
        ((0, 1, 0, 0, 0), "-190.8 (at most +822.1)"),
        ((77, 111, 231, 149, 111), "+27.2 +/- 15.9"),
        ((0, 0, 0, 0, 0), "+0.0 +/- ?"),
    ],
)
def test_the_text_of_a_bound(pairs: Sequence[int], text: str) -> None:
    assert estimate_text(of_pairs(*pairs)) == text


@pytest.mark.parametrize("count", [1, 2, 20, 400])
def test_nothing_but_wins_has_the_exact_bound(count: int) -> None:
    """A true score s gives n points in n pairs with a chance of at most s ** n."""
    exact = elo_of(0.05 ** (1 / count))
    assert of_pairs(0, 0, 0, 0, count).elo_least == pytest.approx(exact, abs=1e-6)
    assert of_pairs(count, 0, 0, 0, 0).elo_most == pytest.approx(-exact, abs=1e-6)
    assert estimate(Tally(wins=count)).elo_least == pytest.approx(exact, abs=1e-6)


def test_where_an_error_is_known_there_is_no_bound() -> None:
    found = of_pairs(77, 111, 231, 149, 111)
    assert math.isfinite(found.elo_error)
    assert (found.elo_least, found.elo_most) == (-math.inf, math.inf)


def test_more_games_bring_the_bound_closer() -> None:
    bounds = [least_score(0.9, count) for count in (1, 3, 10, 100, 10_000)]
    assert bounds == sorted(bounds)
    assert 0 < bounds[0] < bounds[-1] < 0.9


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to count so many pairs by so many outcomes."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in splits(total - first, parts - 1):
            yield first, *rest


def chance(counts: Sequence[int], truth: Sequence[float]) -> float:
    ways = math.factorial(sum(counts))
    for count in counts:
        ways //= math.factorial(count)
    return ways * math.prod(p**count for p, count in zip(truth, counts, strict=True))


def of_games(win: float, draw: float) -> tuple[float, ...]:
    """The outcomes of pairs whose games do not depend on each other."""
    loss = 1 - win - draw
    return (loss**2, 2 * loss * draw, draw**2 + 2 * win * loss, 2 * win * draw, win**2)


def truths() -> list[tuple[float, ...]]:
    generator = random.Random(3)
    found: list[tuple[float, ...]] = []
    found += [(1 - s, 0.0, 0.0, 0.0, s) for s in (0.02, 0.3, 0.5, 0.55, 0.7, 0.83, 0.9, 0.97)]
    found += [of_games(win, draw) for win, draw in ((0.5, 0.0), (0.9, 0.05), (0.99, 0.0))]
    found += [of_games(win, draw) for win, draw in ((0.05, 0.9), (0.02, 0.1), (0.6, 0.3))]
    for _ in range(12):
        weights = [generator.random() ** generator.choice((1, 6)) for _ in PAIR_OUTCOMES]
        found.append(tuple(weight / sum(weights) for weight in weights))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_bounds_are_wrong_in_at_most_one_match_in_twenty(count: int) -> None:
    """Every outcome of a match, with its exact chance, for many true distributions of pairs."""
    outcomes = [
        (counts, of_pairs(*counts), sum(x * n for x, n in zip(PAIR_OUTCOMES, counts, strict=True)))
        for counts in splits(count, len(PAIR_OUTCOMES))
    ]
    for truth in truths():
        score = sum(x * p for x, p in zip(PAIR_OUTCOMES, truth, strict=True))
        elo = elo_of(score)
        too_high = too_low = below = above = 0.0
        for counts, found, points in outcomes:
            likely = chance(counts, truth)
            too_high += likely * (found.elo_least - ROUNDING > elo)
            too_low += likely * (found.elo_most + ROUNDING < elo)
            below += likely * (least_score(points / count, count) > score + ROUNDING)
            above += likely * (greatest_score(points / count, count) < score - ROUNDING)
        assert max(too_high, too_low, below, above) <= 0.05


@pytest.mark.parametrize("count", [20, 40, 150])
def test_bounds_hold_in_long_matches_without_draws(count: int) -> None:
    """Pairs that are won or lost as a whole scatter most."""
    for percent in range(1, 100, 2):
        score = percent / 100
        wrong = sum(
            math.comb(count, wins) * score**wins * (1 - score) ** (count - wins)
            for wins in range(count + 1)
            if least_score(wins / count, count) > score + ROUNDING
        )
        assert wrong <= 0.05


def test_normalised_elo_is_bounded_by_the_largest_scatter() -> None:
    found = of_pairs(0, 0, 0, 0, 20)
    least = 0.05 ** (1 / 20)
    at_most = math.sqrt(least * (1 - least))
    expected = (least - 0.5) / at_most / math.sqrt(2) * 800 / math.log(10)
    assert found.normalized_least == pytest.approx(expected, abs=1e-6)
    assert of_pairs(20, 0, 0, 0, 0).normalized_most == pytest.approx(-expected, abs=1e-6)
    assert of_pairs(0, 0, 0, 0, 1).normalized_least == -math.inf


def sweep(games: int = 40, losses: int = 0) -> list[GameRecord]:
    """A wins all games against B but the last few."""
    players = [("A", "B") if number % 2 else ("B", "A") for number in range(1, games + 1)]
    winners = ["A"] * (games - losses) + ["B"] * losses
    return [
        record(number, *pair, "1-0" if pair[0] == winner else "0-1")
        for number, (pair, winner) in enumerate(zip(players, winners, strict=True), start=1)
    ]


def settings(*names: str) -> TournamentSettings:
    return TournamentSettings(tuple(scripted(name=name) for name in names), 100)


def test_a_clean_sweep_has_a_bound_in_every_output() -> None:
    results = Results(["A", "B"], sweep())
    text = text_report(settings("A", "B"), results, "book")
    assert "Elo: at least +316.6, nElo: at least +256.2\n" in text
    report = json_report(settings("A", "B"), results, "book")
    assert json.dumps(report, allow_nan=False)
    (match,) = report["encounters"]
    assert match["elo_difference"] is None
    assert match["elo_difference_at_least"] == pytest.approx(316.6, abs=0.05)
    assert match["elo_difference_at_most"] is None
    assert report["ranking"][1]["elo_difference_at_most"] == pytest.approx(-316.6, abs=0.05)
    shown = Progress(settings("A", "B"), results, 100, io.StringIO())
    assert "A +40 =0 -0, Elo at least +316.6," in shown.line()
    texts = texts_of(svg_picture("Cup", results))
    assert "≥ +317" in texts
    assert "≤ −317" in texts  # noqa: RUF001
    assert any("bounds of the difference to the field" in text for text in texts)
    assert "+inf" not in text + shown.line() + " ".join(texts)


def test_a_near_sweep_has_a_bound_too() -> None:
    results = Results(["A", "B"], sweep(losses=1))
    text = text_report(settings("A", "B"), results, "book")
    assert "Elo: +636.4 (at least +232.2), nElo: +1070.9 +/- " in text
    assert json_report(settings("A", "B"), results, "book")["encounters"][0][
        "elo_difference_at_least"
    ] == pytest.approx(232.2, abs=0.05)


def test_nothing_but_draws_is_bounded_on_both_sides() -> None:
    games = [record(n, *(("A", "B") if n % 2 else ("B", "A")), "1/2-1/2") for n in range(1, 41)]
    results = Results(["A", "B"], games)
    text = text_report(settings("A", "B"), results, "book")
    assert "Elo: +0.0 (between -217.6 and +217.6), nElo: +0.0 +/- ?" in text
    assert "−218..+218" in texts_of(svg_picture("Cup", results))  # noqa: RUF001


def test_the_table_of_a_tournament_shows_the_bound_of_who_won_everything() -> None:
    names = ["A", "B", "C"]
    games = []
    meetings = [("A", "B", "1-0"), ("B", "A", "0-1"), ("A", "C", "1-0"), ("C", "A", "0-1")]
    meetings += [("B", "C", "1-0"), ("C", "B", "1-0")]
    for number in range(1, 61):
        games.append(record(number, *meetings[(number - 1) % 6]))
    text = text_report(settings(*names), Results(names, games), "book")
    first = next(line for line in text.splitlines() if line.split()[:2] == ["1", "A"])
    assert ">= +317" in first
    assert ">=, <=, ..: bounds of the Elo difference to the field" in text
    others = [line for line in text.splitlines() if line.split()[:1] in (["2"], ["3"])][:2]
    assert not any(">=" in line or "<=" in line for line in others)


def texts_of(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
