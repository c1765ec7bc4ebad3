"""The gate: what it accepts, what it does not, and how sides are described."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from arena.statistics.elo import Tally, estimate
from search.evaluation import features
from search.evaluation.network import SHIPPED, shipped_network
from search.techniques import ALL_TECHNIQUES, all_but
from training import gate
from training.commands import main
from training.equal_time import engine
from training.fit import as_source
from training.gate import configuration
from training.match import play_match

QUICK = ["--nodes", "100", "--elo0", "0", "--elo1", "100", "--workers", "1"]
ROOT = Path(__file__).parents[2]
RANDOM_PLAYER = ROOT / "tests" / "engines" / "random_player.py"


@pytest.fixture
def blind(tmp_path: Path) -> str:
    """A file of weights that see nothing."""
    path = tmp_path / "blind.py"
    nothing = np.zeros(features.FEATURES, dtype=np.int32)
    path.write_text(as_source(nothing, nothing, "a test"))
    return f"weights={path}"


def test_a_side_that_is_stronger_is_accepted_and_its_results_are_filed(
    blind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "folder" / "results.json"
    arguments = [*QUICK, "--old", blind, "--out", str(out)]
    assert gate.main(arguments) == 0
    assert "[0, 100] H1 accepted" in capsys.readouterr().out
    results = json.loads(out.read_text())
    assert results["command"].startswith("python -m training gate --nodes 100")
    (row,) = results["rows"]
    assert row["name"] == f"the search against {blind}"
    tally = Tally(row["wins"], row["draws"], row["losses"], tuple(row["pairs"]))
    assert tally.wins > 3 * tally.losses
    assert row["elo"] == pytest.approx(estimate(tally).elo, abs=0.06)


def test_a_side_that_is_weaker_is_not_accepted(
    blind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate.main([*QUICK, "--new", blind]) == 1
    assert "[0, 100] H0 accepted" in capsys.readouterr().out


@pytest.mark.slow
def test_a_side_against_itself_is_not_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    assert gate.main([*QUICK, "--games", "60"]) == 1
    assert "H1" not in capsys.readouterr().out


def test_games_that_do_not_suffice_leave_it_undecided(
    blind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate.main([*QUICK, "--games", "2", "--old", blind]) == 1
    assert "undecided" in capsys.readouterr().out


def test_all_games_are_played_if_asked_for(
    blind: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Long after a test would have been decided, and in any game type."""
    out = tmp_path / "results.json"
    wanted = [*QUICK, "--elo1", "2000", "--games", "14", "--all", "--type", "Base"]
    gate.main([*wanted, "--old", blind, "network=off", "--out", str(out)])
    (row,) = json.loads(out.read_text())["rows"]
    assert row["games"] == 14
    assert "verdict" not in row
    one, other = configuration([]), configuration([blind, "network=off"])
    *_, tally = play_match(one, other, 100, 14, 1, 1, "Base")
    assert row["pairs"] == list(tally.pairs)
    *_, of_other_type = play_match(one, other, 100, 14, 1, 1)
    assert (tally.wins, tally.draws, tally.pairs) != (
        of_other_type.wins,
        of_other_type.draws,
        of_other_type.pairs,
    )


@pytest.mark.slow
def test_the_same_seed_gives_the_same_result_with_any_number_of_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    side = ["--nodes", "60", "--games", "12", "--new", "without=quiescence"]
    tables = []
    for more in (["--workers", "1"], ["--workers", "2"], ["--workers", "1", "--seed", "5"]):
        gate.main([*side, *more])
        tables.append(capsys.readouterr().out)
    assert tables[0] == tables[1] != tables[2]


def test_sides_are_described_by_words(blind: str, tmp_path: Path) -> None:
    assert configuration([]).techniques == ALL_TECHNIQUES
    state = tmp_path / "spsa.json"
    state.write_text('{"values": {"history_bonus": 60, "late_moves_1": 4}}')
    words = ["without=killers,history", blind, f"parameters={state}", "late_moves_1=5"]
    side = configuration(words)
    assert side.techniques == all_but("killers,history")
    assert not side.weights.any()
    assert side.parameters == {"history_bonus": 60, "late_moves_1": 5}
    assert side.network is shipped_network()
    assert configuration(["network=off"]).network is None
    assert configuration(["priors=off"]).techniques == all_but("priors")
    of_trees = configuration(["tree_children=9", "strategy=MCTS"])
    assert (of_trees.strategy, of_trees.parameters) == ("MCTS", {"tree_children": 9})
    again = configuration([f"network={SHIPPED}"]).network
    assert again is not None
    assert np.array_equal(again.numbers, shipped_network().numbers)


def test_a_parameter_may_be_negative() -> None:
    assert configuration(["reduction_base=-50"]).parameters == {"reduction_base": -50}


ARRAY_HEADERS = {
    "huge.npy": b"{'descr': '<i2', 'fortran_order': False, 'shape': (1000000000000000,)}\n",
    "vast.npy": b"{'descr': '<i2', 'fortran_order': False, 'shape': (1" + b"0" * 30 + b",)}\n",
    "open.npy": b"{'descr': '<i2', 'fortran_order': False, 'shape': (3,\n",
    "comma.npy": b"{'descr': ',i2', 'fortran_order': False, 'shape': (3,), }\n",
    "nothing.npy": b"{'descr': (), 'fortran_order': False, 'shape': (3,)}\n",
    "sum.npy": b"{'descr': " + b"+".join([b"1"] * 4000) + b", 'shape': (3,)}\n",
    "bytes.npy": b"{'descr': '<i2', B'fortran_order': False, 'shape': (3,), }\n",
}


@pytest.mark.parametrize(
    ("word", "complaint"),
    [
        ("without=gravity", "there is no technique 'gravity'"),
        ("gravity=3", "the search has no parameter 'gravity'"),
        ("tree_children=9", "AlphaBeta does not use tree_children; MCTS does"),
        ("strategy=Luck", "there is no strategy 'Luck'; there are AlphaBeta, MCTS"),
        ("history_bonus=lots", "history_bonus must be a whole number, not 'lots'"),
        ("history_bonus=-5", "history_bonus must be between 10 and 400, not -5"),
        ("history_bonus=\uff11\uff12", "history_bonus must be a whole number"),
        ("history_bonus=9999", "history_bonus must be between 10 and 400, not 9999"),
        ("killers", "'killers' is not KEY=VALUE"),
        ("weights=no_such_file.py", "No such file"),
        ("parameters=no_such_file.json", "No such file"),
        (f"weights={__file__}", "is not a file of weights"),
        ("network=no_such_file.npy", "No such file"),
        (f"network={__file__}", "is not a file of a network"),
        ("network={folder}/huge.npy", "is not a file of a network"),
        ("priors={folder}/huge.npy", "is not a file of priors"),
        ("priors={folder}/vast.npy", "is not a file of priors"),
        ("priors={folder}/open.npy", "is not a file of priors"),
        ("network={folder}/comma.npy", "is not a file of a network"),
        ("network={folder}/bytes.npy", "is not a file of a network"),
        ("network={folder}/nothing.npy", "is not a file of a network"),
        ("priors={folder}/sum.npy", "is not a file of priors"),
        ("network={folder}", "is not a file"),
        ("network={folder}/pipe", "is not a file"),
        ("weights={folder}/pipe", "is not a file"),
        ("parameters=/dev/zero", "is not a file"),
        ("priors=no_such_file.npy", "no_such_file.npy: No such file"),
        ("parameters={folder}/deep.json", "has no parameters that can be used"),
        ("weights={folder}/few.py", f"has no weights for the {features.FEATURES} features"),
        ("weights={folder}/ends.py", "is not a file of weights"),
        ("parameters={folder}/few.py", "has no parameters that can be used"),
        ("parameters={folder}/wild.json", "prior_weight must be between"),
    ],
)
def test_sides_that_make_no_sense_are_refused(
    word: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "few.py").write_text("EARLY = LATE = [1, 2, 3]")
    (tmp_path / "ends.py").write_text("import sys; sys.exit(0)")
    for name, header in ARRAY_HEADERS.items():
        size = len(header).to_bytes(2, "little")
        (tmp_path / name).write_bytes(b"\x93NUMPY\x01\x00" + size + header)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "deep.json").write_text("[" * 200_000)
    (tmp_path / "wild.json").write_text('{"values": {"prior_weight": -5000000}}')
    with pytest.raises(SystemExit) as ended:
        gate.main(["--new", word.format(folder=tmp_path)])
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    "wrong",
    [
        "--games 3",
        "--games 0",
        "--elo0 10 --elo1 10",
        "--time 0",
        "--elo0 nan",
        "--elo1 inf",
        "--time nan",
        "--workers 99999999999",
        f"--nodes {10**23}",
        "--name one|two",
        "--name one\x1b[31m",
    ],
)
def test_numbers_that_make_no_sense_are_refused(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        gate.main(wrong.split())
    assert ended.value.code == 2
    assert wrong.split()[0] in capsys.readouterr().err.splitlines()[-1]


def test_engines_are_those_of_this_folder_unless_named() -> None:
    own = engine(["dir=other", "option.Threads=2"])
    assert own[0].endswith("-m uhp")
    assert own[1:] == ["option.TableSizeMiB=16", "dir=other", "option.Threads=2"]
    assert engine(["cmd=other", "option.Level=3"]) == ["cmd=other", "option.Level=3"]


@pytest.mark.slow
def test_at_equal_time_the_arena_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The search against an engine that moves at random, whatever is left out or set elsewhere."""
    monkeypatch.setitem(os.environ, "PROPOLIS_WITHOUT", "killers")
    monkeypatch.setitem(os.environ, "PROPOLIS_OPTIONS", "Level=1")
    out = tmp_path / "results.json"
    start = shlex.join((sys.executable, str(RANDOM_PLAYER)))
    script = f'test -z "$PROPOLIS_WITHOUT$PROPOLIS_OPTIONS" && exec {start}'
    weak = f"cmd=sh -c {shlex.quote(script)}"
    limits = ["--time", "0.02", "--games", "40", "--elo0", "0", "--elo1", "200"]
    assert gate.main([*limits, "--old", weak, "--out", str(out)]) == 0
    (row,) = json.loads(out.read_text())["rows"]
    assert (row["limit"], row["losses"]) == ("0.02 s", 0)
    assert row["verdict"] == "[0, 200] H1 accepted"
    assert "H1 accepted" in capfd.readouterr().out
    assert gate.main([*limits, "--new", weak]) == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("--old dir=.", "dir=. describes an engine: give --time SECONDS, too"),
        ("--new option.Level=3", "option.Level=3 describes an engine"),
        ("--time 1 --new network=off", "network=off is not for --time"),
        ("--time 1 --old late_moves_1=3", "late_moves_1=3 is not for --time"),
        ("--time 1 --nodes 50", "--nodes and --time exclude each other"),
    ],
)
def test_arguments_for_the_other_kind_of_match_are_refused(
    arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        gate.main(arguments.split())
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


def test_a_folder_without_the_program_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The program that is installed would be found from there, and play itself."""
    assert main(["gate", "--time", "0.02", "--games", "2", "--old", f"dir={tmp_path}"]) == 2
    assert capfd.readouterr().err.splitlines()[-1].endswith(f"there is no Propolis in {tmp_path}")


def test_a_program_that_cannot_be_compiled_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Before the first game: until it is compiled it would play by the rules alone."""
    (tmp_path / "uhp").mkdir()
    (tmp_path / "uhp" / "__init__.py").touch()
    (tmp_path / "uhp" / "__main__.py").write_text(
        "import sys\nassert sys.argv[1:] == ['--warm-up']\nsys.exit('no room')"
    )
    assert main(["gate", "--time", "0.02", "--games", "2", "--old", f"dir={tmp_path}"]) == 2
    told = capfd.readouterr().err.splitlines()[-1]
    assert told.endswith(f"the program in {tmp_path} cannot be compiled: no room")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_engine_outlives_a_match_that_is_ended(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "player.py").symlink_to(RANDOM_PLAYER)
    side = f"cmd={shlex.join((sys.executable, str(tmp_path / 'player.py')))}"
    command = [sys.executable, "-m", "training", "gate", "--time", "0.02", "--workers", "1"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        [*command, "--new", side, "--old", side],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as match:
        assert match.stderr is not None
        while not match.stderr.readline().startswith("game "):
            assert match.poll() is None
        assert programs_with(tmp_path)
        match.send_signal(number)
        rest = match.stderr.read()
        code = match.wait(30)
    assert code == (-number if number == signal.SIGKILL else 128 + number)
    assert "Traceback" not in rest
    deadline = time.monotonic() + 30
    while programs_with(tmp_path):
        assert time.monotonic() < deadline, "an engine was left behind"
        time.sleep(0.05)
    if number != signal.SIGKILL:
        assert [path.name for path in tmp_path.iterdir()] == ["player.py"]


def programs_with(path: Path) -> list[str]:
    """The command lines of running programs in which a path stands."""
    lines = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            lines.append(each.read_bytes().decode(errors="replace"))
    return [line for line in lines if str(path) in line]


def test_an_engine_that_does_not_start_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["gate", "--time", "0.02", "--games", "2", "--old", "cmd=no-such-program"]) == 2
    complaints = capfd.readouterr().err
    assert "no-such-program" in complaints
    assert "exit code 3" in complaints.splitlines()[-1]


def test_an_engine_that_crashes_proves_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """Games won because the other side died are no strength."""
    scripted = RANDOM_PLAYER.with_name("scripted.py")
    crashing = f"cmd={shlex.join((sys.executable, str(scripted), '--fault', 'crash'))}"
    assert main(["gate", "--time", "0.02", "--games", "2", "--old", crashing]) == 2
    assert "exit code 7" in capfd.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("wrong", ["{folder}", "{folder}/file/results.json", "/dev/full"])
def test_results_that_cannot_be_kept_are_refused_before_the_games(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit) as ended:
        gate.main(["--nodes", "1", "--games", "2", "--out", wrong.format(folder=tmp_path)])
    assert ended.value.code == 2
    assert "--out" in capsys.readouterr().err.splitlines()[-1]


def test_a_file_that_is_none_of_results_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter, results = tmp_path / "letter.md", tmp_path / "results.json"
    letter.write_text("Dear reader")
    limits = ["--nodes", "20", "--games", "2", "--workers", "1", "--out"]
    with pytest.raises(SystemExit) as ended:
        gate.main([*limits, str(letter)])
    assert ended.value.code == 2
    assert "is not a file of results, and is left" in capsys.readouterr().err.splitlines()[-1]
    assert letter.read_text() == "Dear reader"
    results.touch()
    for name in ("one", "two"):
        gate.main([*limits, str(results), "--name", name])
        assert json.loads(results.read_text())["rows"][0]["name"] == name


def test_sides_that_fit_no_table_need_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        gate.main(["--nodes", "20", "--games", "2", "--new", "network=a|b"])
    assert ended.value.code == 2
    assert "give --name" in capsys.readouterr().err.splitlines()[-1]
