"""Priors of moves: their kinds, their sums, files."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from bruteforce import evaluator, positions_of_all_types
from helpers import legal_codes
from prior_model import View

from engine.hexgrid import CELL_MASK
from engine.position import (
    BLACK_LOSES,
    MOVE_SHIFT,
    PASS,
    WHITE_LOSES,
    losers,
    make,
    unmake,
)
from search.priors.kinds import (
    ORIGIN_KINDS,
    TARGET_KINDS,
    mover_of,
    origin_kind,
    situation_of,
    target_kind,
)
from search.priors.priors import ONE, SHIPPED, read_priors, score_by_priors, shipped_priors

NUMBERS = ORIGIN_KINDS + TARGET_KINDS


def test_kinds_are_what_is_seen_on_the_table() -> None:
    seen: Counter[int] = Counter()
    for game in positions_of_all_types("priors"):
        position = game.position.copy()
        situation, view = situation_of(position), View(position)
        for move in legal_codes(position):
            if move == PASS:
                continue
            piece = move >> MOVE_SHIFT
            mover = mover_of(position, situation, piece)
            origin = origin_kind(position, mover, piece)
            target = target_kind(position, mover, move & CELL_MASK)
            assert (origin, target) == view.kinds_of(move), game.game_string
            seen.update((origin, ORIGIN_KINDS + target))
    assert len(seen) > 1000
    assert max(seen) < NUMBERS


def test_priors_are_the_sums_of_two_numbers() -> None:
    """Whatever the order of the moves."""
    base, random = 40, Random(1)
    for game in positions_of_all_types("priors")[::5]:
        position = game.position.copy()
        worker = evaluator(position)
        view = View(position)
        for numbers in (shipped_priors(), np.arange(NUMBERS) % 4001 - 2000):
            worker["priors"] = numbers
            worker["prior_weight"] = random.choice((ONE, 2000))
            moves = [*legal_codes(position), PASS]
            if random.random() < 0.5:
                random.shuffle(moves)
            places = slice(base, base + len(moves))
            worker["moves"][places] = moves
            score_by_priors(worker, position, base, len(moves))
            weight = int(worker["prior_weight"])
            wanted = [weight * view.prior_of(move, numbers) // ONE for move in moves]
            assert worker["scores"][places].tolist() == wanted, game.game_string


def test_the_shipped_priors_tell_good_moves_from_others() -> None:
    """Of all moves, winning ones have priors above the mean; see also the losses on file."""
    assert SHIPPED.stat().st_size < 1 << 20
    assert shipped_priors().std() > ONE / 10
    ranks = []
    for game in positions_of_all_types("priors"):
        position = game.position.copy()
        wins = [code for code in legal_codes(position) if is_win(position, code)]
        if not wins:
            continue
        view = View(position)
        priors = sorted(map(view.prior_of, legal_codes(position)))
        best = max(map(view.prior_of, wins))
        ranks.append(priors.index(best) / len(priors))
    assert len(ranks) > 3
    assert np.mean(ranks) > 0.75


def is_win(position: Any, move: int) -> bool:
    color = int(position["ply"]) % 2
    undo = make(position, move)
    lost = int(losers(position))
    unmake(position, move, undo)
    return lost == (BLACK_LOSES, WHITE_LOSES)[color]


@pytest.mark.parametrize(
    "numbers",
    [
        np.zeros(NUMBERS - 1, dtype=np.int16),
        np.zeros(NUMBERS, dtype=np.int32),
        np.zeros((NUMBERS, 1), dtype=np.int16),
        np.full(NUMBERS, -8 * ONE - 1, dtype=np.int16),
    ],
)
def test_other_numbers_are_no_priors(
    tmp_path: Path, numbers: "np.ndarray[tuple[int, ...], np.dtype[np.integer]]"
) -> None:
    np.save(tmp_path / "other.npy", numbers)
    with pytest.raises(ValueError, match="priors"):
        read_priors(tmp_path / "other.npy")
