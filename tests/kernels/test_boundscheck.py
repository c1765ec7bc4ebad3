"""Kernels run without bounds checks; here they run with them, and nothing must change."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent

GAMES = """
from engine import Game
from helpers import digest_of_random_games
print(digest_of_random_games(games=6, plies=120))
print(Game("Base+MLP").perft(4))
print(Game.from_string(r"{position}").perft(3))
"""

BATCHES = """
import hashlib, numpy as np
from learning import CENTRES, GameBatch
digest = hashlib.sha256()
for centre in CENTRES:
    batch = GameBatch(70, "Base+MLP", centre=centre, auto_reset=True, repetition_draw=True,
                      max_plies=60, threads=2)
    for _ in range(90):
        actions, offsets = batch.legal_actions()
        batch.step(actions[offsets[:-1]])
        batch.random_step()
        digest.update(batch.action_masks().tobytes() + batch.observations().tobytes())
    batch.random_playouts()
    digest.update(batch.positions["hash"].tobytes())
print(digest.hexdigest())
"""

MANY_THROWS = (
    r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;"
    r"bM bQ-;wP /wQ;bP bQ/;wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;"
    r"wA2 wS1/;bA2 /bA1"
)

OUT_OF_RANGE = {
    "a list of moves that is too short": (
        "from engine.movegen import list_moves\n"
        "list_moves(new_position('Base'), np.empty(3, dtype=np.int32))"
    ),
    "a piece that does not exist": (
        "from engine.position import surrounded\nsurrounded(new_position('Base'), 28)"
    ),
    "a cell off the torus": (
        "from engine.position import occupied\noccupied(new_position('Base'), 1024)"
    ),
}


def run_python(code: str, boundscheck: bool) -> subprocess.CompletedProcess[str]:
    environment = {name: v for name, v in os.environ.items() if name != "NUMBA_BOUNDSCHECK"}
    environment["PYTHONPATH"] = os.pathsep.join((str(TESTS.parent), str(TESTS / "support")))
    if boundscheck:
        environment["NUMBA_BOUNDSCHECK"] = "1"
    return subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
def test_games_and_perft_are_the_same_with_bounds_checked() -> None:
    code = GAMES.format(position=MANY_THROWS)
    checked, unchecked = (run_python(code, boundscheck) for boundscheck in (True, False))
    assert checked.returncode == 0, checked.stderr
    assert unchecked.returncode == 0, unchecked.stderr
    digest, from_start, from_position = checked.stdout.split()
    assert len(digest) == 64
    assert (from_start, from_position) == ("151686", "1356195")
    assert checked.stdout == unchecked.stdout


@pytest.mark.slow
def test_batches_are_the_same_with_bounds_checked() -> None:
    checked, unchecked = (run_python(BATCHES, boundscheck) for boundscheck in (True, False))
    assert checked.returncode == 0, checked.stderr
    assert unchecked.returncode == 0, unchecked.stderr
    assert len(checked.stdout.strip()) == 64
    assert checked.stdout == unchecked.stdout


@pytest.mark.parametrize("access", OUT_OF_RANGE.values(), ids=OUT_OF_RANGE)
def test_access_out_of_range_is_caught_with_bounds_checked(access: str) -> None:
    code = f"import numpy as np\nfrom engine.position import new_position\n{access}"
    result = run_python(code, boundscheck=True)
    assert result.returncode != 0
    assert "IndexError" in result.stderr
