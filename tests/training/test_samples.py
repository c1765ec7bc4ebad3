"""What a sample holds of the games it was taken from."""

from random import Random

import numpy as np
import pytest

from engine.packed import unpack
from engine.pieces import PIECES
from search.evaluation import features
from search.evaluation.evaluate import WEIGHTS
from search.evaluation.network import shipped_network
from search.values import MATE_ZONE
from training import samples
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
from training.samples import Sample, joined, play_batch, play_games, sample_of
from training.selfplay import play_part

NODES = 40


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "BATCH", 2)


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

    monkeypatch.setattr(samples, "play", watched)
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
    monkeypatch.setattr(samples, "play", lambda *arguments: game)
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


def test_a_data_set_gives_the_samples_of_its_positions() -> None:
    rows = play_part(NODES, 1, shipped_network(), 0)
    sample = sample_of(rows)
    is_open = np.abs(rows["score"].astype(int)) < MATE_ZONE
    assert len(sample.result) == is_open.sum() < len(rows)
    rows = rows[is_open]
    row = np.zeros(features.FEATURES, dtype=np.int32)
    for i in range(0, len(rows), 50):
        position = unpack(rows[i]["position"])
        features.extract(position, row)
        assert np.array_equal(sample.counts[i], row)
        assert sample.result[i] == (rows[i]["result"] + 1) / 2
        sign = -1 if position["ply"] & 1 else 1
        assert sample.foreseen[i] == pytest.approx(
            1 / (1 + 10 ** (-sign * int(rows[i]["score"]) / 400))
        )
