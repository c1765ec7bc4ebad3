"""Learning of priors: what is learnt from, what is written, and that it predicts choices."""

import json
from pathlib import Path

import numpy as np
import pytest
from data_sets import of_one_game
from prior_model import View

from engine.packed import unpack
from engine.position import PASS
from search.priors.kinds import ORIGIN_KINDS, TARGET_KINDS
from search.priors.priors import read_priors
from training import priors, selfplay
from training.dataset import read_rows
from training.files import InputError


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of forty games: two are kept apart."""
    folder = tmp_path_factory.mktemp("data") / "games"
    selfplay.main(f"--games 40 --nodes 200 --workers 2 --out {folder}".split())
    return folder


def learnt(data: Path, folder: Path, *more: str) -> None:
    priors.main([str(data), "--out", str(folder), "--threads", "1", "--epochs", "3", *more])


def test_choices_are_the_moves_of_the_searches(data: Path) -> None:
    rows = read_rows([data])
    rows = rows[(np.abs(rows["score"].astype(int)) < 29000) & (rows["move"] < PASS)]
    choices = priors.choices_of(rows)
    assert len(choices.game) > 500
    found = 0
    for row in rows:
        position = unpack(row["position"])
        view = View(position)
        if found == len(choices.game) or row["game"] != choices.game[found]:
            continue
        if view.kinds_of(int(row["move"])) == (
            choices.origins[found, 0],
            choices.targets[found, 0],
        ):
            found += 1
    assert found == len(choices.game)
    moves = (choices.origins < ORIGIN_KINDS).sum(axis=1)
    assert ((choices.targets < TARGET_KINDS).sum(axis=1) == moves).all()
    assert moves.min() >= 2
    assert moves.max() > 30


def test_what_is_learnt_predicts_choices_of_other_games(data: Path, tmp_path: Path) -> None:
    learnt(data, tmp_path)
    told = json.loads((tmp_path / "priors.json").read_text("utf-8"))
    assert told["command"].startswith(f"python -m training priors {data}")
    assert told["data"][0]["made by"] == "selfplay"
    assert [row["epoch"] for row in told["by epoch"]] == [1, 2, 3]
    assert told["by epoch"][-1]["loss"] < told["loss by lot"] - 0.1
    assert told["choices"]["learnt from"] > 10 * told["choices"]["of other games"] > 100
    assert np.any(read_priors(tmp_path / "priors.npy"))


def test_the_same_command_learns_the_same(data: Path, tmp_path: Path) -> None:
    for name, more in (("a", ()), ("b", ()), ("c", ("--seed", "2"))):
        learnt(data, tmp_path / name, *more)
    one, again, other = (read_priors(tmp_path / name / "priors.npy") for name in "abc")
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_a_sample_is_taken_evenly(data: Path, tmp_path: Path) -> None:
    learnt(data, tmp_path / "all")
    learnt(data, tmp_path / "some", "--positions", "300")
    counts = []
    for name in ("all", "some"):
        told = json.loads((tmp_path / name / "priors.json").read_text("utf-8"))
        counts.append(sum(told["choices"].values()))
    assert 150 < counts[1] <= 300 < counts[0]


def test_too_few_games_are_an_error_and_nothing_is_written(data: Path, tmp_path: Path) -> None:
    for few in of_one_game(data, tmp_path):
        with pytest.raises(InputError, match="too few games"):
            learnt(few, tmp_path / "priors")
    with pytest.raises(InputError, match="is not a data set"):
        learnt(tmp_path / "none", tmp_path / "priors")
    assert not (tmp_path / "priors").exists()
