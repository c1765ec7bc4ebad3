"""Games and matches between configurations: results, openings, and what decides them."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from bruteforce import code_of
from positions import ONE_GAP, board

from arena.statistics.elo import Tally
from engine import GAME_TYPES, PASS, Game
from engine.position import PASS as PASS_CODE
from engine.position import losers
from search import Limits, Searcher
from search.evaluation.evaluate import WEIGHTS
from search.techniques import all_but
from training import match
from training.match import (
    BLACK_WINS,
    DRAW,
    WHITE_WINS,
    Choice,
    Configuration,
    Pair,
    Player,
    TreePlayer,
    play,
    play_match,
    play_pair,
    random_opening,
)

ROOT = Path(__file__).parents[2]

NODES = 60
BLIND = Configuration(weights=np.zeros_like(WEIGHTS))
"""Sees nothing but wins and losses."""

BOTH_GAPS = """
      bA1 bA2+wB1 bS1 bS2
    wA1 wQ  .   bQ  wA2
      wG1 wG2 bG1 bG2
"""


STUCK = "bQ  bA1 wQ  bA2"
"""White can neither move, since the queen links the hive, nor place without touching Black."""

IN_A_ROW = "wQ wS1 bS1 bQ"
ROUND_TRIP = (r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-")


class Scripted(Player):
    """Plays what it is told."""

    def __init__(self, game: Game, moves: Iterable[str]) -> None:
        super().__init__(Configuration(), NODES)
        game = game.copy()
        self._codes = iter([code_of(game.play(move)) for move in moves])

    def choose(self, position: Any, hashes: list[int]) -> Choice:
        return Choice(next(self._codes), 0)


def outcome(game: Game, player: Player) -> tuple[float, int]:
    """What becomes of a game that one player goes on with for both sides, and after how long."""
    result, plies = play((player, player), game.position, [int(game.position["hash"])])
    return result, len(plies)


def test_a_win_in_one_is_played_and_counted() -> None:
    player = Player(Configuration(), NODES)
    assert outcome(board(ONE_GAP), player) == (WHITE_WINS, 1)
    swapped = ONE_GAP.translate(str.maketrans("wb", "bw"))
    assert outcome(board(swapped, turn="b"), player) == (BLACK_WINS, 1)


def test_a_forced_move_has_the_score_of_what_it_leads_to() -> None:
    game = board(STUCK)
    assert game.legal_moves == [PASS]
    choice = Player(Configuration(), NODES).choose(game.position, [int(game.position["hash"])])
    assert choice.code == PASS_CODE
    assert choice.score == Searcher(threads=1).search(game, Limits(depth=1)).lines[0].score.value


def test_both_queens_surrounded_at_once_is_a_draw() -> None:
    game = board(BOTH_GAPS)
    assert outcome(game, Scripted(game, ["wB1 wQ-"])) == (DRAW, 1)


def test_a_third_occurrence_is_a_draw() -> None:
    game = board(IN_A_ROW, "Base")
    assert outcome(game, Scripted(game, ROUND_TRIP * 3)) == (DRAW, 8)


def test_an_endless_game_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    game = board(IN_A_ROW, "Base")
    monkeypatch.setattr(match, "LONGEST_GAME", game.ply + 3)
    assert outcome(game, Scripted(game, ROUND_TRIP)) == (DRAW, 3)


def test_a_game_changes_neither_position_nor_hashes_and_gives_its_own_plies() -> None:
    position, hashes = random_opening("Base+MLP", 6, Random(1))
    kept, kept_hashes = position.copy(), hashes.copy()
    player = Player(Configuration(), NODES)
    _, plies = play((player, player), position, hashes)
    assert all(np.array_equal(position[name], kept[name]) for name in kept.dtype.names)
    assert hashes == kept_hashes
    assert [int(ply.position["ply"]) for ply in plies] == list(range(6, 6 + len(plies)))


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_openings_are_reproducible_by_seed(game_type: str) -> None:
    found = []
    for seed in ("a", "a", "b"):
        position, hashes = random_opening(game_type, 6, Random(seed))
        assert int(position["ply"]) == 6 == len(hashes) - 1
        assert hashes[-1] == int(position["hash"])
        assert not losers(position)
        found.append(hashes)
    assert found[0] == found[1] != found[2]


def test_a_pair_has_its_colours_swapped() -> None:
    """A side against itself wins with one colour what it loses with the other."""
    for number in range(6):
        with_white, with_black = play_pair(Pair(Configuration(), Configuration(), 100, str(number)))
        assert with_white + with_black == 1


def test_configurations_are_what_is_played() -> None:
    """Weights, techniques and parameters each lead to other games."""
    position, hashes = random_opening("Base+MLP", 6, Random(2))

    def moves(configuration: Configuration) -> list[Choice]:
        player = Player(configuration, 1000)
        return [ply.choice for ply in play((player, player), position, hashes)[1]]

    plain = moves(Configuration())
    assert plain == moves(Configuration())
    for other in (
        BLIND,
        Configuration(techniques=all_but("quiescence")),
        Configuration(parameters={"quiescence_plies": 0, "late_moves_1": 1}),
    ):
        assert moves(other) != plain


def test_the_tree_search_plays_with_its_parameters() -> None:
    """Never a move that loses at once, the same moves again, others with other parameters."""
    position, hashes = random_opening("Base+MLP", 6, Random(2))

    def moves(**parameters: int) -> list[Choice]:
        player = TreePlayer(Configuration(parameters=parameters, strategy="MCTS"), 1000)
        return [ply.choice for ply in play((player, player), position, hashes)[1]]

    assert moves() == moves() != moves(tree_children=8, tree_leaf_depth=0)
    player = TreePlayer(Configuration(strategy="MCTS"), NODES)
    assert outcome(board(ONE_GAP), player) == (WHITE_WINS, 1)


def test_a_pair_is_played_by_the_strategies_of_its_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def watched(players: tuple[Player, Player], *_: Any) -> tuple[float, list[Any]]:
        seen.append(players)
        return DRAW, []

    monkeypatch.setattr(match, "play", watched)
    play_pair(Pair(Configuration(strategy="MCTS"), Configuration(), 10, "1"))
    assert [[type(player) for player in players] for players in seen] == [
        [TreePlayer, Player],
        [Player, TreePlayer],
    ]


def test_matches_are_the_same_with_any_number_of_workers() -> None:
    tallies = [list(play_match(Configuration(), BLIND, NODES, 8, 3, workers)) for workers in (1, 2)]
    assert tallies[0] == tallies[1]
    assert [tally.games for tally in tallies[0]] == [2, 4, 6, 8]


def test_tallies_count_games_and_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    points = iter([(1.0, 0.5), (0.0, 0.0), (1.0, 0.0)])
    monkeypatch.setattr(match, "play_pair", lambda pair: next(points))
    *_, tally = play_match(Configuration(), Configuration(), 1, 6, 1, 1)
    assert tally == Tally(2, 1, 3, (1, 0, 1, 1, 0))


def test_a_match_can_be_left_early() -> None:
    """What is not yet played is not waited for."""
    tallies = play_match(Configuration(), Configuration(), NODES, 20_000, 1, 2)
    assert next(tallies).games == 2
    tallies.close()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_a_command_that_is_ended(number: signal.Signals) -> None:
    """Not the ones that play games either, and with one line at most to say so."""
    command = (sys.executable, "-m", "training", "gate", "--nodes", "300", "--old", "without=table")
    with subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as gate:
        assert gate.stderr is not None
        assert "LLR" in gate.stderr.readline()
        gate.send_signal(number)
        rest = gate.stderr.read()
        code = gate.wait(30)
    assert code == (-number if number == signal.SIGKILL else 128 + number)
    assert "Traceback" not in rest
    deadline = time.monotonic() + 30
    while group_is_alive(gate.pid):
        assert time.monotonic() < deadline, "a process was left behind"
        time.sleep(0.05)


def group_is_alive(leader: int) -> bool:
    """Whether a process of the group runs; those that ended and wait for their parent do not."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, group = path.read_text().rpartition(")")[2].split()[:3]
            if int(group) == leader and state not in "ZX":
                return True
    return False
