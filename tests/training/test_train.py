"""Training of the network: what it learns from, what it writes, and that kernels agree with it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from data_sets import of_one_game
from fresh_python import python

from engine.packed import unpack
from search.evaluation.evaluate import WEIGHTS, pieces_in_play, weighed
from search.evaluation.inputs import HAND, INPUTS
from search.evaluation.network import (
    HIDDEN,
    PHASES,
    SHIPPED,
    Network,
    correction,
    read_network,
    shipped_network,
)
from search.priors.priors import SHIPPED as SHIPPED_PRIORS
from search.worker import new_worker
from training import priors, selfplay, train
from training.command_line import network_fingerprint
from training.dataset import read_rows
from training.examples import NO_INPUT, Examples, examples_of, seen_afterwards
from training.files import InputError, fingerprint
from training.match import program_fingerprint
from training.model import NOTHING, Model, correction_of, phases_of
from uhp.version import __version__


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of forty games: two are kept apart."""
    folder = tmp_path_factory.mktemp("data") / "games"
    selfplay.main(f"--games 40 --nodes 60 --workers 2 --out {folder}".split())
    return folder


@pytest.fixture(scope="module")
def examples(data: Path) -> Examples:
    return examples_of(read_rows([data]))


def trained(data: Path, folder: Path, *more: str) -> Network:
    numbers = ["--epochs", "3", "--threads", "1", "--rate", "0.005"]
    train.main([str(data), "--out", str(folder), *numbers, *more])
    return read_network(folder / "network.npy")


@pytest.fixture(scope="module")
def network(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Network:
    return trained(data, tmp_path_factory.mktemp("network"))


def test_examples_are_seen_by_the_side_to_move(data: Path, examples: Examples) -> None:
    rows = read_rows([data])
    rows = rows[np.abs(rows["score"].astype(int)) < 29000]
    assert len(rows) == len(examples.linear) > 500
    black = (rows["position"]["ply"] & 1).astype(bool)
    assert (examples.result == (np.where(black, -rows["result"], rows["result"]) + 1) / 2).all()
    assert {*np.unique(examples.result)} >= {0.0, 1.0}
    worker = new_worker()
    worker["weights"] = WEIGHTS
    for at in range(0, len(rows), 50):
        position = unpack(rows[at]["position"])
        pieces = pieces_in_play(position)
        assert examples.linear[at] == weighed(worker, position, pieces)
        assert examples.pieces[at] == pieces
        own = examples.inputs[at][examples.inputs[at] != NO_INPUT]
        # Every piece in play is an input; own ones have even numbers.
        in_play = [int((half >= 0).sum()) for half in np.split(position["where"], 2)]
        of_pieces = own[own < 2 * HAND]
        assert int((of_pieces % 2 == 0).sum()) == in_play[int(black[at])]


def test_kernels_compute_what_the_trainer_does_in_whole_numbers(
    data: Path, examples: Examples, network: Network
) -> None:
    rows = read_rows([data])
    rows = rows[np.abs(rows["score"].astype(int)) < 29000]
    inputs = torch.from_numpy(examples.inputs.astype(np.int64))
    inputs[inputs == NO_INPUT] = NOTHING
    expected = correction_of(network, inputs, phases_of(examples.pieces))
    worker = new_worker()
    worker["weights"] = WEIGHTS
    worker["network"] = network.address
    for row, added in zip(rows, expected.tolist(), strict=True):
        position = unpack(row["position"])
        pieces = pieces_in_play(position)
        weighed(worker, position, pieces)
        assert correction(worker, position, pieces) == added
    assert len({*expected.tolist()}) > 50


def test_whole_numbers_are_close_to_the_model(examples: Examples) -> None:
    torch.manual_seed(3)
    model = Model(points_per_e=110.0)
    with torch.no_grad():
        model.weights.normal_(0, 0.3)
        inputs = torch.from_numpy(examples.inputs.astype(np.int64))
        inputs[inputs == NO_INPUT] = NOTHING
        phase = phases_of(examples.pieces)
        wanted = 110.0 * model(inputs, phase)
        found = correction_of(model.quantised(), inputs, phase)
    assert float((wanted - found).abs().mean()) < 1.5
    assert float(wanted.std()) > 10


def test_the_same_command_gives_the_same_network(
    data: Path, network: Network, tmp_path: Path
) -> None:
    again, other = trained(data, tmp_path / "a"), trained(data, tmp_path / "b", "--seed", "2")
    assert np.array_equal(again.numbers, network.numbers)
    assert not np.array_equal(other.numbers, network.numbers)


def test_it_learns_and_tells_how_it_was_made(data: Path, tmp_path: Path) -> None:
    trained(data, tmp_path, "--hindsight", "0")
    told: dict[str, Any] = json.loads((tmp_path / "network.json").read_text("utf-8"))
    assert told["command"].startswith(f"python -m training train {data}")
    assert told["version"] == __version__
    assert told["on top of the weights"] == fingerprint(WEIGHTS)
    assert told["settings"] == {
        "seed": 1,
        "threads": 1,
        "epochs": 3,
        "rate": 0.005,
        "hindsight": 0.0,
        "PyTorch": torch.__version__,
    }
    (made,) = told["data"]
    assert (made["made by"], made["nodes"], made["seed"]) == ("selfplay", 60, 1)
    assert made["network"] == network_fingerprint(shipped_network())
    assert made["by the program"] == program_fingerprint()
    curve = told["losses"]["by epoch"]
    assert [row["epoch"] for row in curve] == [1, 2, 3]
    assert curve[-1]["train"] < curve[0]["train"]
    assert told["losses"]["in whole numbers"]["target"] == pytest.approx(
        curve[-1]["target"], abs=0.002
    )
    assert (tmp_path / "network.png").read_bytes().startswith(b"\x89PNG")


def test_games_are_kept_apart_whole(data: Path, examples: Examples, tmp_path: Path) -> None:
    trained(data, tmp_path)
    told = json.loads((tmp_path / "network.json").read_text("utf-8"))
    apart = int((examples.game % train.KEPT_APART == 0).sum())
    assert told["positions"] == {
        "trained on": len(examples.game) - apart,
        "of other games": apart,
    }


def test_scores_are_put_on_the_scale_of_the_results() -> None:
    random = np.random.default_rng(1)
    score = random.normal(0, 150, 200_000)
    result = (random.random(len(score)) < 1 / (1 + np.exp(-score / 90))).astype(float)
    none = np.zeros(0)
    scored = Examples(none, none, none, score, result, none, none)
    assert train.scale_of(scored) == pytest.approx(90, rel=0.03)


def test_hindsight_looks_along_the_game() -> None:
    """Two games; White wins the first, in which a position is missing, and Black the other."""
    none = np.zeros(0)
    ply = np.array([4, 5, 7, 8, 3])
    score = np.array([0, 50, 100, -100, 200])
    result = np.where(ply % 2, [0, 0, 0, 0, 1], [1, 1, 1, 1, 0]).astype(float)
    game = np.array([0, 0, 0, 0, 1])
    examples = Examples(none, none, none, score, result, game, ply)
    foreseen = 1 / (1 + np.exp(-score / 100))
    assert seen_afterwards(examples, 100, 0.0) == pytest.approx(foreseen)
    assert seen_afterwards(examples, 100, 1.0) == pytest.approx(result)
    last = 0.25 * 1 + 0.75 * foreseen[3]
    third = 0.25 * (1 - last) + 0.75 * foreseen[2]
    second = 0.25**2 * third + (1 - 0.25**2) * foreseen[1]
    first = 0.25 * (1 - second) + 0.75 * foreseen[0]
    alone = 0.25 * 1 + 0.75 * foreseen[4]
    assert seen_afterwards(examples, 100, 0.25) == pytest.approx(
        [first, second, third, last, alone]
    )


@pytest.mark.parametrize("command", [train, priors])
@pytest.mark.parametrize("place", ["file", "file/folder", "full"])
def test_a_folder_that_cannot_be_written_is_known_before_learning(
    command: Any, place: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine")
    name = command.__name__.split(".")[-1].replace("train", "network")
    (tmp_path / "full" / f"{name}.json").mkdir(parents=True)
    monkeypatch.setattr(command, "read_rows", None)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError, match="cannot be the folder"):
        command.main([str(data), "--out", str(tmp_path / place)])
    assert sorted(tmp_path.rglob("*")) == before


def test_the_shipped_files_tell_how_they_were_made() -> None:
    told = json.loads(SHIPPED.with_suffix(".json").read_text("utf-8"))
    assert told["command"].startswith("python -m training train ")
    assert told["shape"] == {"inputs": INPUTS, "hidden": HIDDEN, "phases": PHASES}
    assert told["on top of the weights"] == fingerprint(WEIGHTS), "train the network anew"
    assert told["positions"]["trained on"] > 100_000
    losses = told["losses"]
    assert losses["in whole numbers"]["target"] < losses["linear sum alone"]["target"]
    told = json.loads(SHIPPED_PRIORS.with_suffix(".json").read_text("utf-8"))
    assert told["command"].startswith("python -m training priors ")
    assert told["by epoch"][-1]["loss"] < told["loss by lot"]


def test_the_program_plays_without_what_trained_it() -> None:
    told = python(
        "import sys\n"
        "for name in ('torch', 'matplotlib', 'scipy'): sys.modules[name] = None\n"
        "import propolis\n"
        "searcher = propolis.Searcher(threads=1)\n"
        "print(searcher.search(propolis.Game('Base+MLP'), propolis.Limits(depth=3)).depth)"
    )
    assert told == "3\n"


def test_too_few_games_are_an_error_and_nothing_is_written(data: Path, tmp_path: Path) -> None:
    for few in of_one_game(data, tmp_path):
        with pytest.raises(InputError, match="too few games"):
            train.main([str(few), "--out", str(tmp_path / "network")])
    with pytest.raises(InputError, match="is not a data set"):
        train.main([str(tmp_path / "none"), "--out", str(tmp_path / "network")])
    assert not (tmp_path / "network").exists()
