"""The network of the evaluation: its inputs, exact sums, files."""

import os
import pickle
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from bruteforce import evaluator, positions_of_all_types, static_value
from fresh_python import python
from network_model import any_network, correction_of, inputs_of
from program_copy import copy_program

from engine import Game
from search import evaluate_parts
from search.evaluation.evaluate import evaluate, pieces_in_play, weighed
from search.evaluation.inputs import INPUTS, MOST_INPUTS, list_inputs
from search.evaluation.network import (
    HIDDEN,
    LARGEST_ROW,
    NUMBERS,
    PHASES,
    SHIPPED,
    Network,
    correction,
    read_network,
    shipped_network,
)
from search.shipped import DamagedError, read_shipped


def listed(game: Game) -> list[int]:
    position = game.position.copy()
    worker = evaluator(position)
    weighed(worker, position, pieces_in_play(position))
    numbers = np.zeros(MOST_INPUTS, dtype=np.int16)
    count = list_inputs(position, worker["notes"], numbers)
    return [int(number) for number in numbers[:count]]


def test_inputs_are_what_is_seen_on_the_table() -> None:
    seen: Counter[int] = Counter()
    for game in positions_of_all_types("network"):
        found = listed(game)
        assert sorted(found) == sorted(inputs_of(game)), game.game_string
        seen.update(found)
    assert len(seen) > 500
    assert max(seen) < INPUTS


def test_there_is_room_for_the_most_inputs_and_their_sums_stay_within_16_bits() -> None:
    assert max(len(listed(game)) for game in positions_of_all_types("network")) > 40
    # Pieces in play and kinds in hand, what two mosquitoes move like, and counts of two sides.
    assert MOST_INPUTS >= 28 + 2 * 7 + 2 * 6
    assert (MOST_INPUTS + 1) * LARGEST_ROW <= 2**15 - 1


def test_the_kernel_computes_what_plain_sums_give() -> None:
    networks = [shipped_network(), *(any_network(np.random.default_rng(seed)) for seed in range(3))]
    different = set()
    for game in positions_of_all_types("network"):
        position = game.position.copy()
        worker = evaluator(position)
        pieces = pieces_in_play(position)
        for network in networks:
            worker["network"] = network.address
            linear = weighed(worker, position, pieces)
            added = correction(worker, position, pieces)
            assert added == correction_of(network, game), game.game_string
            assert evaluate(worker, position) == max(-20000, min(20000, linear + added))
            different.add(added)
    assert len(different) > 300


def test_without_a_network_the_value_is_the_linear_sum() -> None:
    for game in positions_of_all_types("network")[::5]:
        position = game.position.copy()
        worker = evaluator(position)
        worker["network"] = 0
        assert evaluate(worker, position) == weighed(worker, position, pieces_in_play(position))


def test_the_part_network_is_what_it_adds() -> None:
    for game in positions_of_all_types("network")[::5]:
        parts = evaluate_parts(game)
        assert round(100 * parts["network"]) == correction_of(shipped_network(), game)
        assert static_value(game.position) == pytest.approx(100 * parts["total"], abs=2)


def test_the_shipped_network_is_small_and_used_whole() -> None:
    assert SHIPPED.stat().st_size < 2 << 20
    network = shipped_network()
    assert np.any(network.rows, axis=1).mean() > 0.5
    assert network.weights.shape == (PHASES, 2, HIDDEN)
    assert np.any(network.weights, axis=2).all()


def test_all_threads_have_the_same_network() -> None:
    """Kernels keep its address: another one in its place would leave them with freed memory."""
    python(
        "import sys, threading\n"
        "sys.setswitchinterval(1e-6)\n"
        "barrier, found = threading.Barrier(8), []\n"
        "def ask():\n"
        "    barrier.wait()\n"
        "    from search.evaluation.network import shipped_network\n"
        "    found.append(shipped_network())\n"
        "threads = [threading.Thread(target=ask) for _ in range(8)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "assert len(found) == 8 and len({*map(id, found)}) == 1"
    )


def test_a_network_survives_pickling() -> None:
    assert pickle.loads(pickle.dumps(shipped_network())) is shipped_network()
    network = any_network(np.random.default_rng(5))
    twin = pickle.loads(pickle.dumps(network))
    assert twin.address != network.address
    assert np.array_equal(twin.numbers, network.numbers)


@pytest.mark.parametrize(
    "numbers",
    [
        np.zeros(NUMBERS - 1, dtype=np.int16),
        np.zeros(NUMBERS, dtype=np.int32),
        np.zeros((NUMBERS, 1), dtype=np.int16),
        np.full(NUMBERS, LARGEST_ROW + 1, dtype=np.int16),
        np.full(NUMBERS, -(2**15), dtype=np.int16),
    ],
)
def test_other_numbers_are_no_network(
    tmp_path: Path, numbers: "np.ndarray[tuple[int, ...], np.dtype[np.integer]]"
) -> None:
    with pytest.raises(ValueError, match=r"network|row"):
        Network(numbers)
    np.save(tmp_path / "other.npy", numbers)
    with pytest.raises(ValueError, match=r"network|row"):
        read_network(tmp_path / "other.npy")


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """A copy of the network that ships, with its manifest."""
    for suffix in (".npy", ".json"):
        shutil.copy(SHIPPED.with_suffix(suffix), tmp_path)
    return tmp_path / SHIPPED.name


def test_what_ships_is_read(shipped: Path) -> None:
    assert np.array_equal(read_shipped(shipped, read_network).numbers, shipped_network().numbers)


def test_every_damage_of_what_ships_is_told_of_by_the_name_of_the_file(shipped: Path) -> None:
    """In the header of the file, of its end, and of numbers that could well be."""
    content = shipped.read_bytes()
    header = (content[:at] + b" " + content[at + 1 :] for at in range(1, 128))
    zeroed = content[:4096] + bytes(4096) + content[8192:]
    for damaged in (content[:5000], b"", content + b"\0", zeroed, *header):
        if damaged != content:
            shipped.write_bytes(damaged)
            with pytest.raises(DamagedError, match=r"network\.npy is damaged, install Propolis"):
                read_shipped(shipped, read_network)
    shipped.unlink()
    with pytest.raises(DamagedError, match=r"network\.npy is damaged.*No such file"):
        read_shipped(shipped, read_network)


def test_a_damaged_manifest_is_told_of(shipped: Path) -> None:
    manifest = shipped.with_suffix(".json")
    for damaged in ("[]", "{}", "nonsense", "\n", "[" * 100_000, '{"sha256": 5}'):
        manifest.write_text(damaged)
        with pytest.raises(DamagedError, match=r"network\.(json|npy) is damaged"):
            read_shipped(shipped, read_network)
    manifest.unlink()
    with pytest.raises(DamagedError, match=r"network\.json is damaged.*No such file"):
        read_shipped(shipped, read_network)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("suffix", [".npy", ".json"])
def test_a_pipe_is_nothing_that_ships(suffix: str, shipped: Path) -> None:
    shipped.with_suffix(suffix).unlink()
    os.mkfifo(shipped.with_suffix(suffix))
    with pytest.raises(DamagedError, match=f"network{suffix} is damaged.*it is not a file"):
        read_shipped(shipped, read_network)


def test_programs_tell_of_a_damaged_installation_in_one_line(tmp_path: Path) -> None:
    rooms = ("arena", "client", "engine", "propolis", "search", "study", "training", "uhp")
    copy_program(tmp_path, rooms)
    damaged = tmp_path / "search" / "evaluation" / "network.npy"
    damaged.write_bytes(b"")

    def told(*arguments: str, input: str = "") -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=tmp_path, input=input, capture_output=True, text=True, timeout=120
        )

    ended = told("-m", "uhp", input="newgame Base\nbestmove depth 1\neval\nvalidmoves\nexit\n")
    best, value, moves = ended.stdout.split("\nok\n")[2:5]
    assert best.startswith(f"err the search (AlphaBeta) cannot be loaded: {damaged} is damaged")
    assert value.startswith(f"err the evaluation cannot be loaded: {damaged} is damaged")
    assert "wS1" in moves
    assert "Traceback" not in ended.stderr
    (tmp_path / "games.uhp").write_text("Base;InProgress;Black[1];wS1\n")
    for command in (("training", "selfplay", "--out", "new"), ("propolis", "review", "games.uhp")):
        ended = told("-m", *command)
        assert ended.returncode in (1, 2)
        assert f"{damaged} is damaged, install Propolis again" in ended.stderr
        assert ended.stderr.count("\n") == 1, ended.stderr


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x93NUMPY\x01\x00", b"PK\x03\x04"])
def test_rubbish_is_no_network(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rubbish.npy"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"magic|EOF|not match"):
        read_network(path)
