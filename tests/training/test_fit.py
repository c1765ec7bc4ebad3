"""The fit: known weights are found again, and what is written is what was found."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from search.evaluation import features
from search.evaluation import weights as current
from search.evaluation.evaluate import packed
from training import fit as fitting
from training import samples, selfplay
from training.fit import as_source, first_guess, fit, loss
from training.gate import read_weights
from training.samples import SCALE, Sample

SMALL = ["--nodes", "30", "--games", "2", "--workers", "1"]


def synthetic(early: np.ndarray, late: np.ndarray, size: int, seed: int) -> Sample:
    """Positions whose results and scores come from known weights."""
    random = np.random.default_rng(seed)
    counts = random.integers(-3, 4, (size, len(early))).astype(np.int8)
    phase = random.random(size)
    value = (counts @ early) * (1 - phase) + (counts @ late) * phase
    chance = 1 / (1 + np.exp(-value / SCALE))
    return Sample(counts, phase, (random.random(size) < chance).astype(float), chance)


def test_known_weights_are_found_again() -> None:
    """From the scores exactly, from the results as nearly as they tell."""
    early, late = np.array([60.0, -40.0, 0.0, 15.0]), np.array([10.0, -80.0, 30.0, 0.0])
    sample = synthetic(early, late, 40_000, 1)
    known = np.concatenate((early, late))
    exact = fit(sample, np.zeros(8), pull=1e-6, trust=1.0)
    assert exact == pytest.approx(known, abs=0.01)
    near = fit(sample, np.zeros(8), pull=1.0, trust=0.0)
    assert near == pytest.approx(known, abs=10)


def test_the_loss_falls_and_is_least_at_the_fit() -> None:
    early, late = np.array([60.0, -40.0]), np.array([10.0, -80.0])
    sample = synthetic(early, late, 5_000, 2)
    start = np.array([0.0, 50.0, 0.0, 50.0])
    found = fit(sample, start, pull=1e-6, trust=0.5)
    assert loss(sample, found, 0.5) < loss(sample, start, 0.5)
    for number in range(4):
        for change in (-5.0, 5.0):
            other = found.copy()
            other[number] += change
            assert loss(sample, other, 0.5) > loss(sample, found, 0.5)


def test_the_prior_holds_where_the_sample_says_nothing() -> None:
    sample = synthetic(np.array([50.0, 0.0]), np.array([50.0, 0.0]), 1_000, 3)
    sample.counts[:, 1] = 0
    start = np.array([0.0, 70.0, 0.0, -70.0])
    found = fit(sample, start, pull=10.0, trust=0.5)
    assert found[[1, 3]] == pytest.approx(start[[1, 3]])
    assert fit(sample, start, pull=1e9, trust=0.5) == pytest.approx(start, abs=0.1)


def test_the_source_imports_and_gives_the_same_weights(tmp_path: Path) -> None:
    early = np.arange(features.FEATURES, dtype=np.int32) - 50
    late = -3 * early
    path = tmp_path / "weights.py"
    path.write_text(as_source(early, late, "python -m some command"))
    names = runpy.run_path(str(path))
    assert np.array_equal(names["EARLY"], early)
    assert np.array_equal(names["LATE"], late)
    assert "python -m some command" in names["__doc__"]
    assert np.array_equal(read_weights(path), packed(early, late))


def test_the_weights_in_use_are_written_in_that_form() -> None:
    path = Path(current.__file__)
    command = "python -m training fit --write"
    assert path.read_text("utf-8") == as_source(current.EARLY, current.LATE, command)


@pytest.mark.slow
def test_the_same_arguments_find_the_same_weights(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(samples, "BATCH", 2)
    printed = []
    for more in ([], [], ["--seed", "2"]):
        fitting.main([*SMALL, "--rounds", "2", *more])
        output = capfd.readouterr()
        printed.append(output.out.partition("import numpy")[2])
        assert "round 2" in output.err
    assert printed[0] == printed[1] != printed[2]


def test_data_sets_are_fitted_without_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selfplay, "GAMES_A_PART", 2)
    path = str(tmp_path / "data")
    selfplay.main([*SMALL, "--out", path])
    monkeypatch.setattr(fitting, "play_games", None)
    fitting.main(["--data", path, path])
    assert "round 1" in capfd.readouterr().err


def test_no_rounds_print_the_first_guess(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fitting.main(["--rounds", "0"])
    path = tmp_path / "guess.py"
    path.write_text(capfd.readouterr().out)
    assert np.array_equal(read_weights(path), packed(first_guess(), first_guess()))


def test_write_replaces_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "weights.py"
    monkeypatch.setattr(current, "__file__", str(path))
    fitting.main(["--rounds", "0", "--write"])
    assert not capfd.readouterr().out
    assert "python -m training fit --rounds 0 --write" in path.read_text()


@pytest.mark.parametrize("wrong", ["--rounds -1", "--pull 0", "--trust 1.5", "--games 0"])
def test_numbers_that_make_no_sense_are_refused(
    wrong: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        fitting.main(wrong.split())
    assert ended.value.code == 2
    assert wrong.split()[0] in capfd.readouterr().err.splitlines()[-1]


def test_a_command_with_odd_characters_leaves_a_file_that_can_be_imported(tmp_path: Path) -> None:
    path = tmp_path / "weights.py"
    weights = np.arange(features.FEATURES, dtype=np.int32)
    path.write_text(fitting.as_source(weights, weights, 'fit --data C:\\Users.npz a""" b'))
    assert runpy.run_path(str(path))["LATE"].tolist() == weights.tolist()
