"""Data sets of self-play: one command makes one set, of whole parts, each position once."""

import json
import os
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest

from engine.packed import unpack
from engine.position import losers, make
from engine.symmetry import canonical_hash
from search.evaluation.network import NUMBERS, shipped_network
from training import dataset, relabel, selfplay
from training.dataset import ROW, DataSet, read_rows, without_repeats, writing
from training.files import InputError
from training.match import Configuration, Player

NODES = 30


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "GAMES_A_PART", 2)
    monkeypatch.setattr(relabel, "POSITIONS_A_PART", 10)


def make_set(folder: Path, games: int = 4, *more: str) -> Any:
    numbers = f"--games {games} --nodes {NODES} --workers 1".split()
    selfplay.main([*numbers, "--out", str(folder), *more])
    return read_rows([folder])


def part_played(part: int, nodes: int = NODES) -> Any:
    """The games of a part."""
    return selfplay.play_part(nodes, 1, shipped_network(), part)


def test_rows_are_the_games_that_were_played(tmp_path: Path) -> None:
    """Each move leads to the next position of the game, and the last one to its result."""
    nodes = 10 * NODES
    rows = np.concatenate([part_played(part, nodes) for part in range(4)])
    assert {*rows["game"]} == {*range(8)}
    ended = 0
    for game in range(8):
        own = rows[rows["game"] == game]
        assert len({*own["result"]}) == len({*own["opening"]}) == 1
        assert own["position"]["ply"][0] == own["opening"][0]
        assert (own["nodes"] == nodes).all()
        for i in range(len(own)):
            position = unpack(own[i]["position"])
            assert int(own[i]["hash"]) == canonical_hash(position)
            make(position, int(own[i]["move"]))
            if i + 1 < len(own):
                assert int(position["hash"]) == int(unpack(own[i + 1]["position"])["hash"])
                assert not losers(position)
            elif lost := losers(position):
                ended += 1
                assert own[i]["result"] == (0, -1, 1, 0)[lost]
    assert ended


def test_openings_are_balanced_and_of_all_kinds() -> None:
    rows = np.concatenate([part_played(part) for part in range(8)])
    first = rows[rows["position"]["ply"] == rows["opening"]]
    assert len(first) == 16
    assert (np.abs(first["score"].astype(int)) <= selfplay.BALANCED).all()
    assert len({*first["opening"]}) > 3
    assert len({*first["position"]["game_type"]}) > 2
    assert len({*first["hash"]}) == 16


def test_the_same_command_makes_the_same_set_whole_or_in_pieces(tmp_path: Path) -> None:
    whole = make_set(tmp_path / "whole", 6)
    make_set(tmp_path / "pieces", 2)
    in_pieces = make_set(tmp_path / "pieces", 6)
    assert np.array_equal(whole, in_pieces)
    other = make_set(tmp_path / "other", 6, "--seed", "2")
    assert not np.array_equal(whole["hash"][:10], other["hash"][:10])


def test_positions_are_there_once(tmp_path: Path) -> None:
    rows = make_set(tmp_path / "one")
    assert len({*rows["hash"]}) == len(rows) > 50
    twice = np.concatenate((rows, rows[::-1]))
    assert np.array_equal(without_repeats(twice), rows)
    assert np.array_equal(read_rows([tmp_path / "one", tmp_path / "one"]), rows)


def test_a_set_describes_itself(tmp_path: Path) -> None:
    make_set(tmp_path / "one", 2)
    found = json.loads((tmp_path / "one" / "data.json").read_text())
    assert found["format"] == dataset.FORMAT
    assert [*found["row"]] == [*(ROW.names or ())]
    assert found["settings"]["nodes"] == NODES


def test_other_settings_do_not_get_into_a_set(tmp_path: Path) -> None:
    make_set(tmp_path / "one", 2)
    before = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    with pytest.raises(InputError, match="other settings: seed 1"):
        make_set(tmp_path / "one", 2, "--seed", "5")
    assert before == {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").write_text("mine")
    with pytest.raises(InputError, match="not empty"):
        make_set(tmp_path / "full", 2)


def test_a_set_whose_description_was_broken_off_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "data.json.new").write_text('{"format": "pro')
    make_set(tmp_path / "one", 2)
    make_set(tmp_path / "two", 2)
    assert np.array_equal(read_rows([tmp_path / "one"]), read_rows([tmp_path / "two"]))
    assert not (tmp_path / "one" / "data.json.new").exists()


def test_positions_are_searched_with_the_network_that_is_named(tmp_path: Path) -> None:
    sets = {}
    np.save(tmp_path / "zeros.npy", np.zeros(NUMBERS, dtype=np.int16))
    np.save(tmp_path / "own.npy", shipped_network().numbers)
    for name, words in {
        "shipped": (),
        "own": ("--network", str(tmp_path / "own.npy")),
        "off": ("--network", "off"),
        "zeros": ("--network", str(tmp_path / "zeros.npy")),
    }.items():
        sets[name] = make_set(tmp_path / name, 2, *words)
        again = f"{tmp_path / name} --nodes 90 --workers 1 --out {tmp_path / name}-deeper"
        relabel.main([*again.split(), *words])
        sets[f"{name}-deeper"] = read_rows([tmp_path / f"{name}-deeper"])
    for which in ("", "-deeper"):
        assert np.array_equal(sets[f"shipped{which}"], sets[f"own{which}"])
        assert np.array_equal(sets[f"off{which}"], sets[f"zeros{which}"])
        assert not np.array_equal(sets[f"shipped{which}"], sets[f"off{which}"])
    told = {name: DataSet.open(tmp_path / name).settings["network"] for name in sets}
    assert told["shipped"] == told["own"] == told["own-deeper"] != told["zeros"]
    assert told["off"] == told["off-deeper"] == "off"


def test_a_set_is_not_gone_on_with_by_another_search_or_from_other_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_set(tmp_path / "one", 2)
    deeper = f"{tmp_path}/one --nodes 50 --sample 10 --workers 1 --out {tmp_path}/deeper".split()
    relabel.main(deeper)
    make_set(tmp_path / "one", 4)
    with pytest.raises(InputError, match="other settings: positions"):
        relabel.main(deeper)
    monkeypatch.setattr(selfplay, "program_fingerprint", lambda: "other")
    with pytest.raises(InputError, match=r"settings: by the program [0-9a-f]{12}, not other"):
        make_set(tmp_path / "one", 4)


@pytest.mark.parametrize(
    "damage",
    [
        *("cut", "text", "rows", "bytes", "results", "array", "end"),
        *("newer", "no description", "deep", "missing", "pipe", "endless"),
    ],
)
def test_what_is_no_data_set_is_refused_in_one_line(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / "one"
    make_set(folder, 2)
    part, description = folder / "part-000000.npz", folder / "data.json"
    if damage == "cut":
        part.write_bytes(part.read_bytes()[:100])
    elif damage == "text":
        part.write_text("no positions")
    elif damage == "rows":
        with part.open("wb") as file:
            np.savez(file, rows=np.zeros(3))
    elif damage == "bytes":
        rows = DataSet.open(folder).read(0)
        rows["position"]["stunned"] = 99
        with part.open("wb") as file:
            np.savez(file, rows=rows)
    elif damage == "results":
        rows = DataSet.open(folder).read(0)
        rows["result"][-1] = 99
        with part.open("wb") as file:
            np.savez(file, rows=rows)
    elif damage == "array":
        with part.open("wb") as file:
            np.save(file, np.zeros(3))
    elif damage == "end":
        shorter_by_a_byte(part)
    elif damage == "deep":
        description.write_text("[" * 200_000)
    elif damage == "newer":
        description.write_text(description.read_text().replace('"version": 1', '"version": 2'))
    elif damage == "pipe":
        part.unlink()
        os.mkfifo(part)
    elif damage == "endless":
        description.unlink()
        description.symlink_to("/dev/zero")
    elif damage == "no description":
        description.write_text("[]")
    else:
        description.unlink()
    with pytest.raises(InputError) as caught:
        read_rows([folder])
    assert "\n" not in str(caught.value)
    assert str(folder) in str(caught.value)


def shorter_by_a_byte(part: Path) -> None:
    """Have both places that tell the size of what is in a part tell one byte less."""
    content = bytearray(part.read_bytes())
    with ZipFile(part) as file:
        (member,) = file.infolist()
    size = member.file_size.to_bytes(4, "little")
    less = (member.file_size - 1).to_bytes(4, "little")
    assert content.count(size) >= 1
    part.write_bytes(bytes(content).replace(size, less))


def test_a_part_in_the_place_of_another_is_made_anew(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = make_set(tmp_path / "one", 6)
    copied = tmp_path / "one" / "part-000001.npz"
    copied.write_bytes((tmp_path / "one" / "part-000002.npz").read_bytes())
    assert np.array_equal(make_set(tmp_path / "one", 6), whole)
    assert "part 1 of" in (told := capfd.readouterr().err)
    assert "has the positions of another one: made anew" in told
    deeper = f"{tmp_path}/one --nodes 50 --sample 30 --workers 1 --out {tmp_path}/deeper".split()
    relabel.main(deeper)
    whole = read_rows([tmp_path / "deeper"])
    copied = tmp_path / "deeper" / "part-000001.npz"
    copied.write_bytes((tmp_path / "deeper" / "part-000002.npz").read_bytes())
    relabel.main(deeper)
    assert np.array_equal(read_rows([tmp_path / "deeper"]), whole)
    assert "has the positions of another one" in capfd.readouterr().err


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one").touch()
    with pytest.raises(InputError, match="one is not a folder"):
        make_set(tmp_path / "one")


def test_a_damaged_part_is_made_anew(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    make_set(tmp_path / "one", 4)
    whole = read_rows([tmp_path / "one"])
    part = tmp_path / "one" / "part-000001.npz"
    part.write_bytes(part.read_bytes()[:100])
    make_set(tmp_path / "one", 4)
    told = capfd.readouterr().err
    assert f"{part} is not a part of a data set: made anew" in told
    assert "1 of 2 parts are there already" in told
    assert np.array_equal(read_rows([tmp_path / "one"]), whole)


def test_two_processes_do_not_write_to_one_set(tmp_path: Path) -> None:
    with writing(tmp_path / "one", {"seed": 1}) as data:
        data.write(0, np.zeros(0, dtype=ROW))
        with pytest.raises(InputError, match="another process is writing"):
            make_set(tmp_path / "one", 2)
    with pytest.raises(InputError, match="other settings"):
        make_set(tmp_path / "one", 2)


def test_every_damage_to_a_part_is_told_of_or_harmless(tmp_path: Path) -> None:
    make_set(tmp_path / "one", 2)
    data, part = DataSet.open(tmp_path / "one"), tmp_path / "one" / "part-000000.npz"
    whole = part.read_bytes()
    random = np.random.default_rng(1)
    refused = 0
    for _ in range(300):
        damaged = bytearray(whole)
        for at in random.integers(0, len(whole), random.integers(1, 4)):
            damaged[at] ^= 1 << random.integers(8)
        part.write_bytes(damaged)
        try:
            data.read(0)
        except InputError:
            refused += 1
    assert refused > 250


def test_a_part_that_cannot_be_written_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = DataSet.create(tmp_path / "one", {})

    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        data.write(0, np.zeros(3, dtype=ROW))
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["data.json"]


def test_relabelled_positions_have_the_score_of_a_deeper_search(tmp_path: Path) -> None:
    rows = make_set(tmp_path / "one")
    source = str(tmp_path / "one")
    arguments = [source, "--sample", "25", "--nodes", "200", "--workers", "1", "--out"]
    relabel.main([*arguments, str(tmp_path / "deep")])
    deeper = read_rows([tmp_path / "deep"])
    assert len(deeper) == 25
    assert (deeper["nodes"] == 200).all()
    by_hash = {int(row["hash"]): row for row in rows}
    player = Player(Configuration(), 200)
    for row in deeper:
        old = by_hash[int(row["hash"])]
        assert row["result"] == old["result"]
        assert row["game"] == old["game"]
        position = unpack(row["position"])
        player.new_game()
        choice = player.choose(position, [int(position["hash"])])
        assert (choice.score, choice.code) == (int(row["score"]), int(row["move"]))
    (tmp_path / "deep" / "part-000001.npz").unlink()
    relabel.main([*arguments, str(tmp_path / "deep")])
    assert np.array_equal(read_rows([tmp_path / "deep"]), deeper)


def test_games_read_with_relabelled_positions_have_the_deeper_scores(tmp_path: Path) -> None:
    """In their old places, since what comes after a position in its game counts for it."""
    rows = make_set(tmp_path / "one")
    folders = [tmp_path / "one"]
    for sample, nodes in ((25, 200), (10, 300)):
        out = tmp_path / str(nodes)
        size = ["--sample", str(sample), "--nodes", str(nodes)]
        relabel.main([str(tmp_path / "one"), *size, "--workers", "1", "--out", str(out)])
        folders.append(out)
    best = {int(row["hash"]): row for row in rows}
    for folder in folders[1:]:
        best.update({int(row["hash"]): row for row in read_rows([folder])})
    expected = np.array([best[int(row["hash"])] for row in rows], dtype=ROW)
    assert (expected["nodes"] == 300).sum() == 10
    assert (expected["score"] != rows["score"]).sum() > 5
    for order in ([0, 1, 2], [0, 2, 1], [2, 0, 1]):
        assert np.array_equal(read_rows([folders[i] for i in order]), expected)


def test_a_deeper_search_of_a_turned_position_leaves_the_move_as_it_was(tmp_path: Path) -> None:
    rows = make_set(tmp_path / "one", 2)
    turned = rows.copy()
    turned["position"] = np.roll(rows["position"], 1)
    turned["nodes"] *= 2
    turned["move"] += 1
    assert np.array_equal(without_repeats(np.concatenate((rows, turned))), rows)


@pytest.mark.parametrize(
    "wrong",
    [
        *("--games 0", "--nodes -1", "--workers 0", "--games x", "--seed -1"),
        *("--nodes 5000000000", "--games 1000000000", f"--seed {10**20}", "--workers 9999"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        selfplay.main([*wrong.split(), "--out", str(tmp_path / "one")])
    assert ended.value.code == 2
    assert wrong.split()[0] in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "one").exists()
