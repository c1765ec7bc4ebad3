"""One test for each way in which known clients use an engine."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from uhp_client import PATIENCE, ROOT, Engine, converse, environment

from engine import Game

pytestmark = pytest.mark.slow

PASS = (
    r"Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;"
    r"wQ \wA1;bA1 \wQ;wG1 /wQ;bA2 /wG1"
)
PILLBUG_GATE = (
    r"Base+P;InProgress;White[9];wP;bB1 wP-;wQ /wP;bQ bB1/;wQ wP\;bQ \bB1;wQ /wP;bA1 bQ/;wQ wP\;"
    r"bA1 -bQ;wQ /wP;bB2 \bQ;wQ wP\;bB2 bQ;bA1 -wP;bB1 wQ"
)
BEETLE_GATE = (
    r"Base;InProgress;White[12];wB1;bS1 wB1-;wQ \wB1;bQ bS1/;wB2 -wQ;bB1 bQ\;wS1 /wB2;bB1 bS1;"
    r"wG1 /wS1;bQ \bB1;wG2 wG1\;bB2 bQ/;wG3 wG2\;bB2 \bQ;wA1 wG3-;bB2 wQ;wA2 wA1-;bA1 bQ/;wS2 wA2-;"
    r"bA1 bB1/;wA3 wS2/;bA1 wA3/"
)


def test_mzinga_viewer_plays_a_game() -> None:
    """It waits for the banner, sends one command at a time and `validmoves` after each change."""
    with Engine() as engine:
        assert engine.banner[-1] == "Mosquito;Ladybug;Pillbug"
        assert len(engine.ask("options")) >= 9
        assert engine.ask("newgame Base+MLP") == ["Base+MLP;NotStarted;White[1]"]
        for limit in ("time 00:00:00.2500000", "time 00:00:00.0500000", "depth 1") * 3:
            legal = engine.ask("validmoves")[0].split(";")
            [best] = engine.ask(f"bestmove {limit}")
            assert best.split(";")[0] in legal
            [state] = engine.ask("pass" if best == "pass" else f"play {best}")
            assert state.startswith("Base+MLP;InProgress;")
        engine.send("bestmove time 00:10:00\n")
        time.sleep(0.2)
        engine.interrupt()
        assert len(engine.reply(5)) == 1
        assert engine.ask("undo")[0].startswith("Base+MLP;InProgress;")
        engine.send("exit\n")
        assert engine.wait(3) == 0
        assert engine.rest == []


def test_mzinga_viewer_goes_on_asking_after_a_draw_by_repetition() -> None:
    """It works out the state from the moves and does not see that draw."""
    shuffle = r"wQ \wS1;bQ bS1\;wQ -wS1;bQ bS1-"
    with Engine() as engine:
        engine.ask("options set RepetitionDraw True")
        [state] = engine.ask(
            f"newgame Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;{shuffle};{shuffle}"
        )
        assert state.startswith("Base;Draw;")
        assert engine.ask("validmoves")[0].startswith("err ")
        assert engine.ask("bestmove time 00:00:01")[0].startswith("err ")
        assert engine.ask("undo 1")[0].startswith("Base;InProgress;")


def test_nokamute_play_spells_moves_by_the_mover_itself() -> None:
    with Engine() as engine:
        engine.ask("newgame Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
        for move in ("wQ wQ/", "bQ /bQ", r"wQ /wQ", "play pass"):
            if move == "play pass":
                assert engine.ask(move)[0].startswith("invalidmove ")
            else:
                assert engine.ask(f"play {move}")[0].endswith(f";{move}")


@pytest.mark.parametrize(
    ("game_string", "moves"), [(PASS, 1), (PILLBUG_GATE, 2), (BEETLE_GATE, 4)], ids="abc"
)
def test_nokamute_uhp_debug_loads_games_and_counts_moves(game_string: str, moves: int) -> None:
    with Engine() as engine:
        [state] = engine.ask(f"newgame {game_string}")
        assert state.split(";")[1] == "InProgress"
        assert len(engine.ask("validmoves")[0].split(";")) == moves
        if moves == 1:
            assert engine.ask("play pass")[0].endswith(";pass")


def random_game(seed: int, plies: int) -> Game:
    chance = random.Random(seed)
    game = Game("Base+MLP")
    while game.ply < plies and not game.is_over:
        game.play(chance.choice(game.legal_moves))
    return game


def test_hive_hydra_starts_a_process_for_every_move() -> None:
    """Both lines are written at once, then the input ends; the answer follows the second `ok`."""
    for seed in range(3):
        game = random_game(seed, 12)
        lines, status = converse(f"newgame {game.game_string}\nbestmove depth 1\n")
        assert status == 0
        assert lines.count("ok") == 3
        second = [index for index, line in enumerate(lines) if line == "ok"][1]
        assert game.is_legal(lines[second + 1])
        assert lines[second + 2 :] == ["ok"]


def test_hive_hydra_gets_its_answer_although_the_last_line_is_unfinished() -> None:
    lines, status = converse(b"newgame Base+MLP\r\nbestmove time 00:00:00.1")
    assert status == 0
    assert lines.count("ok") == 3


def run_tool(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(Path(sys.executable).parent / name), sys.executable, sys.executable, *arguments],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_uhp_utils_arena_plays_games_with_us() -> None:
    sides = [f"--{side}-arg={word}" for side in ("white", "black") for word in ("-m", "uhp")]
    limits = ["--games", "2", "--depth", "1", "--max-moves", "16", "--no-results"]
    finished = run_tool("uhp-arena", *sides, *limits)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "Draws: 2" in finished.stdout or "wins" in finished.stdout
    assert "ProtocolError" not in finished.stdout
    assert "Crash" not in finished.stdout


ENGINE_ARGUMENTS = [f"--engine-{e}-arg={word}" for e in "ab" for word in ("-m", "uhp")]


def test_uhp_utils_compares_our_perft() -> None:
    start = "Base+MLP;NotStarted;White[1]"
    finished = run_tool("uhp-compare-perft", start, "4", *ENGINE_ARGUMENTS)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "151" in finished.stdout
    assert "686" in finished.stdout


def test_uhp_utils_compares_our_valid_moves(tmp_path: Path) -> None:
    positions = tmp_path / "positions.txt"
    games = [random_game(seed, 20).game_string for seed in range(3)]
    positions.write_text("\n".join([*games, PASS, PILLBUG_GATE, BEETLE_GATE]) + "\n")
    finished = run_tool("uhp-compare-validmoves", str(positions), "-f", *ENGINE_ARGUMENTS)
    assert finished.returncode == 0, finished.stdout + finished.stderr
