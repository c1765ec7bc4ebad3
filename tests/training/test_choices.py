"""Variants compared by the moves they choose: positions, judgements, and what is printed."""

import json
from pathlib import Path

import numpy as np
import pytest
from bruteforce import code_of
from positions import ONE_GAP, board

from engine import Game, Move
from engine.movegen import legal_codes
from engine.position import losers, make
from search.evaluation.evaluate import WEIGHTS
from search.evaluation.features import FEATURES
from training import choices
from training.choices import Sample, compare, sample, worth
from training.fit import as_source
from training.match import Configuration, Player

BLIND = Configuration(weights=np.zeros_like(WEIGHTS), network=None)


def test_positions_are_of_games_in_progress_and_come_again_by_seed() -> None:
    found = [sample(1, number) for number in range(4)]
    for one in found:
        assert int(one.position["ply"]) >= choices.FIRST_PLY
        assert not losers(one.position)
        assert one.hashes[-1] == int(one.position["hash"])
        assert len(one.hashes) == int(one.position["ply"]) + 1
    again = [sample(1, number).hashes for number in range(4)]
    assert again == [one.hashes for one in found]
    assert sample(2, 0).hashes != again[0]


def test_a_move_is_worth_what_it_leads_to() -> None:
    game = board(ONE_GAP)
    one = Sample(game.position, [int(game.position["hash"])])
    winning = {code_of(move) for move in game.legal_moves if wins(game, move)}
    assert winning
    for code in legal_codes(game.position):
        value = worth(one, code, 50)
        assert value == 1.0 if code in winning else 0 <= value < 1


def test_a_move_to_a_third_occurrence_is_worth_a_draw() -> None:
    game = board(ONE_GAP)
    code = legal_codes(game.position)[0]
    after = game.position.copy()
    make(after, code)
    here, there = int(game.position["hash"]), int(after["hash"])
    assert worth(Sample(game.position, [there, here, there, here]), code, 50) == 0.5
    assert worth(Sample(game.position, [there, here]), code, 50) != 0.5


def wins(game: Game, move: Move) -> bool:
    after = game.copy()
    after.play(move)
    return after.is_over


def test_differences_are_those_of_the_moves_chosen() -> None:
    for number in range(3):
        one = sample(5, number)
        plain, blind = (
            Player(side, 200).choose(one.position, one.hashes).code
            for side in (Configuration(), BLIND)
        )
        same, other = compare([Configuration(), BLIND], 200, 1000, 5, number)
        assert same is None
        if plain == blind:
            assert other is None
        else:
            assert other == worth(one, blind, 1000) - worth(one, plain, 1000)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_search_that_sees_nothing_chooses_worse(
    workers: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    nothing = np.zeros(FEATURES, dtype=np.int32)
    (tmp_path / "blind.py").write_text(as_source(nothing, nothing, "a test"))
    blind = f"network=off weights={tmp_path}/blind.py"
    arguments = ["--nodes", "300", "--judge", "3000", "--positions", "20", "--workers", workers]
    out = tmp_path / "results.json"
    choices.main([*arguments, blind, "late_moves_1=3", "--out", str(out)])
    *_, weaker, same = capsys.readouterr().out.splitlines()
    assert weaker.startswith(f"| {blind} | 300 nodes | 20 | ")
    assert same == "| late_moves_1=3 | 300 nodes | 20 | 0 | +0.0 ± 0.0 |"
    file = json.loads(out.read_text("utf-8"))
    assert file["command"].startswith("python -m training choices --nodes 300")
    found = file["rows"][0]
    assert found["gain"] + found["error"] < 0
    assert f"{found['other moves']} | {found['gain']:+.1f} ± {found['error']} |" in weaker


@pytest.mark.parametrize(
    ("variant", "complaint"),
    [("gravity=3", "the search has no parameter 'gravity'"), ("", "a variant without KEY=VALUE")],
)
def test_variants_that_make_no_sense_are_refused(
    variant: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        choices.main([variant])
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err
