"""Reports: text, JSON, picture and the line of progress."""

import io
import json
import random
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from arena_helpers import record, scripted

from arena.match.game_record import Ending, GameRecord
from arena.output.picture import svg_picture
from arena.output.progress import Progress
from arena.output.report import json_report, standings, text_report
from arena.settings import SprtBounds, TournamentSettings
from arena.statistics.results import Results

NAMES = ["Alpha", "Beta & <Co>", "Gamma"]


def settings(*names: str, **changes: object) -> TournamentSettings:
    engines = tuple(scripted(name=name) for name in names)
    return TournamentSettings(engines, 100, **changes)  # type: ignore[arg-type]


def tournament_games(seed: int = 1) -> list[GameRecord]:
    generator = random.Random(seed)
    games = []
    number = 1
    for round_number in range(8):
        for a in range(3):
            for b in range(a + 1, 3):
                for white, black in ((a, b), (b, a)):
                    better = generator.random() < 0.75
                    won = "1-0" if (white < black) == better else "0-1"
                    result = "1/2-1/2" if generator.random() < 0.2 else won
                    kind = ("Base", "Base+MLP")[round_number % 2]
                    games.append(record(number, NAMES[white], NAMES[black], result, game_type=kind))
                    number += 1
    return games


def match_games() -> list[GameRecord]:
    """Three pairs of A against B: 2, 1.5 and 0 points, and a single game."""
    results = ["1-0", "0-1", "1-0", "1/2-1/2", "0-1", "1-0", "1-0"]
    return [
        record(n, *(("A", "B") if n % 2 else ("B", "A")), result)
        for n, result in enumerate(results, start=1)
    ]


def test_games_are_counted_by_pair_colour_and_type() -> None:
    results = Results(["A", "B"], match_games())
    tally = results.head_to_head("A", "B")
    assert (tally.wins, tally.draws, tally.losses) == (4, 1, 2)
    assert tally.pairs == (1, 0, 0, 1, 1)
    assert results.head_to_head("B", "A").pairs == (1, 1, 0, 0, 1)
    assert results.as_white("A").points == 3
    assert results.as_black("A").points == 1.5
    assert results.of_white().points == 4.5
    assert results.in_game_type("A", "Base") == tally
    assert results.total("B").points == 2.5


def test_games_may_come_in_any_order() -> None:
    games = match_games()
    for seed in range(5):
        random.Random(seed).shuffle(games)
        assert Results(["A", "B"], games).head_to_head("A", "B").pairs == (1, 0, 0, 1, 1)


def test_the_text_of_a_match() -> None:
    text = text_report(
        settings("A", "B", sprt=SprtBounds(0, 10)), Results(["A", "B"], match_games()), "book"
    )
    assert text.startswith("Results of A vs B (st=0.3; book)\n")
    assert "Games: 7, Wins: 4, Losses: 2, Draws: 1, Points: 4.5 (64.29%)" in text
    assert "Ptnml(0-2): [1, 0, 0, 1, 1]" in text
    assert "LLR: " in text
    assert "(-2.94, 2.94) [0, 10] normalized: running" in text


def test_a_likelihood_that_the_games_do_not_tell_is_a_question_mark() -> None:
    def text(games: list[GameRecord]) -> str:
        return text_report(settings("A", "B"), Results(["A", "B"], games), "book")

    won = [record(1, "A", "B", "1-0"), record(2, "B", "A", "0-1")]
    assert "LOS: ?, DrawRatio: 0.00%" in text(won)
    assert "LOS: 84.13%, DrawRatio: ?" in text(won[:1])


def test_the_text_of_a_tournament() -> None:
    results = Results(NAMES, tournament_games())
    text = text_report(settings(*NAMES), results, "book")
    ranking = standings(results)
    assert ranking == sorted(ranking, key=lambda line: -line.rating.elo)
    assert ranking[0].name == "Alpha"
    lines = text.splitlines()
    assert lines[2].split()[:5] == ["#", "engine", "Elo", "+/-", "games"]
    assert lines[3].split()[:2] == ["1", "Alpha"]
    assert "Won-drawn-lost, row against column:" in text
    assert "Alpha Base+MLP" in text


def test_faults_and_disagreements_are_told() -> None:
    crash = record(1, "A", "B", "1-0", ending=Ending.CRASH)
    odd = GameRecord(
        2, "B", "A", "Base", (), "1-0", Ending.QUEEN_SURROUNDED, disagreements=("B says no",)
    )
    text = text_report(settings("A", "B"), Results(["A", "B"], [crash, odd]), "book")
    assert "B: crash 1 (first game 1: " in text
    assert "1 disagreement with the referee:\n  game 2: B says no" in text


@pytest.mark.parametrize("games", [[], match_games()[:1], match_games()])
def test_the_json_of_a_match_is_strict(games: list[GameRecord]) -> None:
    bounds = SprtBounds(0, 10)
    report = json_report(settings("A", "B", sprt=bounds), Results(["A", "B"], games), "book")
    back = json.loads(json.dumps(report, allow_nan=False))
    assert back["games"] == len(games)
    assert back["sprt"]["state"] == "running"
    assert len(back["ranking"]) == 2


@pytest.mark.parametrize("games", [[], tournament_games()[:3], tournament_games()])
def test_the_picture_is_well_formed(games: list[GameRecord]) -> None:
    root = ElementTree.fromstring(svg_picture("Cup <1>", Results(NAMES, games)))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Cup <1>" in texts
    assert sum("Beta & <Co>" in (text or "") for text in texts) == 2
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter("{http://www.w3.org/2000/svg}rect"):
        right = float(element.get("x", 0)) + float(element.attrib["width"])
        lower = float(element.get("y", 0)) + float(element.attrib["height"])
        assert right <= width
        assert lower <= height


def test_names_of_older_journals_do_no_harm() -> None:
    odd, other = names = ["\x1b[31mEvil\x01", "B\ufffe"]
    results = Results(names, [record(1, odd, other, "1-0")])
    picture = svg_picture("Cup\x07", results)
    assert "1 game;" in picture
    ElementTree.fromstring(picture)
    report = text_report(settings(*names), results, "book")
    assert report.startswith("Results of \ufffd[31mEvil\ufffd vs B\ufffd (")
    assert "\x1b" not in report


def test_one_is_told_in_the_singular() -> None:
    games = [replace(record(1, "A", "B", "1-0"), notes=("x",), disagreements=("y",))]
    report = text_report(settings("A", "B"), Results(["A", "B"], games), "book")
    assert "\n1 note:\n" in report
    assert "\n1 disagreement with the referee:\n" in report
    stream = io.StringIO()
    shown = progress(stream, games=8)
    shown.begin(Path("x.journal"), 1)
    assert stream.getvalue().startswith("1 game to play, ")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def progress(stream: io.StringIO, games: int = 100, **changes: object) -> Progress:
    results = Results(["A", "B"], match_games())
    return Progress(settings("A", "B", **changes), results, games, stream)


def test_the_progress_line_has_score_elo_pace_and_time_left() -> None:
    shown = progress(io.StringIO(), sprt=SprtBounds(0, 10))
    line = shown.line()
    assert line.startswith("7/100 games, A +4 =1 -2, Elo +")
    assert "LLR " in line
    assert "games/min" in line
    shown._resumed_games, shown._start = 0, shown._start - 60
    assert "7.0 games/min, at most 13 min left" in shown.line()


def test_a_terminal_line_is_redrawn_in_place() -> None:
    stream = Terminal()
    shown = progress(stream)
    shown.update()
    shown.update()
    shown.game_over(match_games()[0])
    shown.clear_line()
    assert stream.getvalue().count("\n") == 1
    assert stream.getvalue().count("\r7/100 games") == 2


def test_a_log_file_gets_a_line_now_and_then() -> None:
    stream = io.StringIO()
    shown = progress(stream)
    shown.update()
    assert stream.getvalue() == ""
    shown._last_line -= 100
    shown.update()
    assert stream.getvalue().startswith("7/100 games")
    shown.begin(Path("x.journal"), 2)
    assert "93 games to play, 2 at a time; journal x.journal" in stream.getvalue()
