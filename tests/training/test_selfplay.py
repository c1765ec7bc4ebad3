"""Self-play: what a sample holds of the games it was taken from."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.pieces import PIECES
from search.evaluation import features
from search.evaluation.evaluate import WEIGHTS
from search.values import MATE_ZONE
from training import selfplay
from training.command_line import InputError
from training.match import (
    DRAW,
    WHITE_WINS,
    Choice,
    Configuration,
    Player,
    Ply,
    play,
    random_opening,
)
from training.selfplay import Sample, joined, play_batch, play_games, read_sample

NODES = 40


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "BATCH", 2)


def same(one: Sample, other: Sample) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_samples_have_the_features_phase_and_result_of_their_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every position of the games played, but for those whose score is a forced win."""
    plies: list[Ply] = []
    results: list[float] = []

    def watched(
        players: tuple[Player, Player], position: object, hashes: list[int]
    ) -> tuple[float, list[Ply]]:
        result, played = play(players, position, hashes)
        open_plies = [ply for ply in played if abs(ply.choice.score) < MATE_ZONE]
        plies.extend(open_plies)
        results.extend([result] * len(open_plies))
        assert len(open_plies) < len(played) or result == DRAW
        return result, played

    monkeypatch.setattr(selfplay, "play", watched)
    sample = play_batch(Configuration(), 300, "seed")
    assert len(sample.counts) == len(plies) > 20
    row = np.zeros(features.FEATURES, dtype=np.int32)
    for index, ply in enumerate(plies):
        features.extract(ply.position, row)
        assert np.array_equal(sample.counts[index], row)
        in_play = np.count_nonzero(ply.position["where"] >= 0)
        assert sample.phase[index] == in_play / PIECES
    assert sample.result.tolist() == results


def test_a_score_counts_for_the_side_that_it_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """400 for the side to move stands for odds of ten to one, whoever that is."""
    white = random_opening("Base", 4, Random(1))[0]
    black = random_opening("Base", 5, Random(1))[0]
    game = WHITE_WINS, [Ply(position, Choice(0, 400)) for position in (white, black)]
    monkeypatch.setattr(selfplay, "play", lambda *arguments: game)
    sample = play_batch(Configuration(), NODES, "seed")
    assert sample.foreseen[:2] == pytest.approx([10 / 11, 1 / 11])
    assert sample.target(0.25)[:2] == pytest.approx([0.75 + 2.5 / 11, 0.75 + 0.25 / 11])


def test_games_depend_on_seed_and_weights_and_not_on_the_workers() -> None:
    arguments = (Configuration(), 4, NODES)
    sample = play_games(*arguments, "1 1", workers=1)
    batches = [play_batch(Configuration(), NODES, f"1 1 {number}") for number in range(2)]
    assert same(sample, joined(batches))
    assert not same(sample, play_games(*arguments, "1 2", workers=1))
    blind = Configuration(weights=np.zeros_like(WEIGHTS))
    assert not same(sample, play_games(blind, 4, NODES, "1 1", workers=1))


@pytest.mark.slow
def test_the_workers_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    one, two = (play_games(Configuration(), 40, 20, "1 1", workers) for workers in (1, 2))
    assert same(one, two)


def test_samples_on_file_are_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.npz"
    selfplay.main(["--games", "2", "--nodes", str(NODES), "--workers", "1", "--out", str(path)])
    sample = read_sample(path)
    assert same(sample, play_games(Configuration(), 2, NODES, "1 1", workers=1))
    assert f"{len(sample.result)} positions" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", ["--games 0", "--nodes -1", "--workers 0", "--games x"])
def test_numbers_that_make_no_sense_are_refused(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        selfplay.main([*wrong.split(), "--out", str(tmp_path / "some.npz")])
    assert ended.value.code == 2
    assert wrong.split()[0] in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("damage", ["nothing", "text", "counts", "range", "lost", "empty"])
def test_what_is_no_file_of_samples_is_refused(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    whole: dict[str, Any] = {
        "counts": np.zeros((2, features.FEATURES), np.int8),
        "phase": np.zeros(2),
    }
    whole |= {"result": np.zeros(2), "foreseen": np.zeros(2)}
    with path.open("wb") as file:
        np.savez(file, **whole)
    assert len(read_sample(path).result) == 2
    wrong = {
        "counts": {"counts": np.zeros((2, 3), np.int8)},
        "range": {"result": np.array([0.5, np.nan])},
        "empty": {name: array[:0] for name, array in whole.items()},
    }
    if damage == "nothing":
        path.unlink()
    elif damage == "text":
        path.write_text("no samples")
    else:
        with path.open("wb") as file:
            np.savez(file, **({} if damage == "lost" else whole | wrong[damage]))
    with pytest.raises(InputError, match=r"some\.npz"):
        read_sample(path)


def test_samples_go_to_the_file_that_was_named(tmp_path: Path) -> None:
    path = tmp_path / "samples"
    selfplay.main(["--games", "1", "--nodes", "20", "--workers", "1", "--out", str(path)])
    assert len(read_sample(path).result) > 0
    assert [file.name for file in tmp_path.iterdir()] == ["samples"]
