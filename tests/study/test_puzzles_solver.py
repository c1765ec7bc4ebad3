"""The solver proves what a brute force finds, wins and their absence, and nothing else."""

import time
from collections.abc import Iterator
from threading import Timer

import plain_proof
import pytest
from bruteforce import CRAMPED, crowded_game
from tactics import TACTICS

from engine import Color, Game
from engine.pieces import GAME_TYPES
from search import StopFlag
from study.puzzles.proof import may_win_now
from study.puzzles.solver import Solver, UnprovenError, solve


def late_positions(games: int, leaves: dict[int, int]) -> Iterator[tuple[Game, int]]:
    """Positions of crowded games with the most turns for which a brute force is quick.

    `leaves` has the most lines of three plies (one for a single turn) by turns.
    """
    for seed in range(games):
        game_type = GAME_TYPES[seed % len(GAME_TYPES)]
        careful = seed % 16 < 8
        for game in crowded_game(game_type, ("proof", seed), 60, careful=careful):
            if game.ply < 16 or (game.ply + seed) % 5:
                continue
            fitting = [n for n, most in leaves.items() if game.perft(min(2 * n - 1, 3)) < most]
            if fitting:
                yield game, max(fitting)


def test_the_solver_says_what_a_brute_force_says() -> None:
    seen = set()
    solver = Solver()
    for game, most in late_positions(64, {1: 60, 2: 500, 3: 50}):
        for turns in range(1, most + 1):
            for color in Color:
                expected = plain_proof.wins(game, turns, color)
                assert solver.wins(game, turns, color) == expected, (game.notation, turns, color)
                seen.add((turns, expected, color is game.turn))
    assert len(seen) == 12, "wins and non-wins of either side within 1, 2 and 3 turns"


def test_all_winning_and_all_saving_moves_are_found() -> None:
    solver = Solver()
    found = [0, 0]
    for game, most in late_positions(48, {1: 40, 2: 300}):
        winning = solver.winning_moves(game, most)
        saving = solver.saving_moves(game, 1)
        assert winning == plain_proof.winning_moves(game, most), game.notation
        assert saving == plain_proof.saving_moves(game, 1), game.notation
        found[0] += bool(winning)
        found[1] += 0 < len(saving) < len(game.legal_moves)
    assert min(found) > 5


def test_where_one_move_cannot_win_none_does() -> None:
    # The shortcut of the last turn, by itself.
    ruled_out = possible = 0
    for seed in range(16):
        for game in crowded_game(GAME_TYPES[seed % 8], ("shortcut", seed), 60):
            if game.ply % 4 != seed % 4:
                continue
            if may_win_now(game.position.copy()):
                possible += 1
            else:
                ruled_out += 1
                assert not plain_proof.winning_moves(game, 1)
    assert ruled_out > 50
    assert possible > 5


THROWN_QUEEN = "Base+P White[14] 1,wA1,wA2,bS1/wA3,1,wP,bQ/wG1,wB1/wQ -"
"""The black queen has four free neighbours, and the pillbug throws her into a hole."""


def test_a_queen_thrown_into_a_hole_is_a_win_in_one() -> None:
    game = Game.from_position_text(THROWN_QUEEN)
    won = plain_proof.winning_moves(game, 1)
    assert [str(move.piece) for move in won] == ["bQ"]
    assert solve(game, 1).moves == tuple(won)


BOTH_CLOSED = "Base White[13] 2,wG1/1,wA1,wA2,bA1,bA2/wA3,wQ,1,bQ,bA3/wS1,wS2,bS1,bS2 -"
"""One empty cell is the last both of the white queen's and of the black one's neighbours."""


def test_a_double_surround_is_no_win() -> None:
    game = Game.from_position_text(BOTH_CLOSED)
    ends = [move for move in game.legal_moves if str(after(game, move).state) == "Draw"]
    assert ends
    assert solve(game, 1).turns is None
    assert not {*ends} & {*Solver().winning_moves(game, 2)}


def after(game: Game, move: object) -> Game:
    copy = game.copy()
    copy.play(move)  # type: ignore[arg-type]
    return copy


@pytest.mark.parametrize("tactic", TACTICS[:40:3], ids=lambda tactic: tactic.title)
def test_tactics_have_the_one_move_they_are_known_for(tactic: object) -> None:
    game = Game.from_string(tactic.game_string)  # type: ignore[attr-defined]
    kind, plies, move = tactic.kind, tactic.plies, tactic.move  # type: ignore[attr-defined]
    solver = Solver()
    if kind == "wins":
        found = solver.winning_moves(game, (plies + 1) // 2)
    else:
        found = solver.saving_moves(game, plies // 2)
    assert [game.move_string(each) for each in found] == [move]


def test_symmetric_positions_are_solved_alike() -> None:
    solver = Solver()
    for game_type, seed, ply in CRAMPED[:4]:
        *_, game = crowded_game(game_type, ("few", seed), ply, careful=True)
        twins = [game.rotated(steps) for steps in range(6)]
        twins += [twin.mirrored() for twin in twins]
        for color in Color:
            answers = {solver.fewest_turns(twin, 3, color) for twin in twins}
            assert len(answers) == 1
        counts = {len(solver.saving_moves(twin, 2)) for twin in twins}
        assert len(counts) == 1


def test_the_table_and_the_threads_change_no_answer() -> None:
    bare, threaded, usual = Solver(table_mib=0), Solver(jobs=3), Solver()
    for game, _ in late_positions(3, {2: 1500}):
        answers = [solver.winning_moves(game, 3) for solver in (bare, threaded, usual)]
        assert answers[0] == answers[1] == answers[2]


def test_the_line_wins_in_time_and_the_defence_is_the_longest() -> None:
    tactic = next(t for t in TACTICS if t.kind == "wins" and t.plies == 5)
    game = Game.from_string(tactic.game_string)
    solver = Solver()
    line, _ = solver.line(game, solver.winning_moves(game, 3)[0], 3)
    assert len(line) == 5
    for number, move in enumerate(line):
        left = 3 - (number + 1) // 2
        assert solver.fewest_turns(game, 3, game.turn if number % 2 == 0 else None) == (
            left if number % 2 == 0 else None
        )
        game.play(move)
    assert game.is_over


def test_a_proof_that_takes_too_long_is_no_answer() -> None:
    game = Game.from_string(TACTICS[0].game_string)
    with pytest.raises(UnprovenError, match="takes over 100 nodes"):
        Solver(nodes=100).saving_moves(game, 3)
    with pytest.raises(ValueError, match="8"):
        Solver().wins(game, 9)
    ended = Game.from_position_text(THROWN_QUEEN)
    ended.play(solve(ended, 1).moves[0])
    with pytest.raises(ValueError, match="over"):
        solve(ended, 1)


def test_a_proof_can_be_stopped() -> None:
    stop = StopFlag()
    game = next(game.copy() for game in crowded_game("Base+MLP", "long", 40) if game.ply == 30)
    solver = Solver(jobs=2, stop=stop)
    timer = Timer(0.2, stop.set)
    timer.start()
    started = time.monotonic()
    with pytest.raises(UnprovenError, match="stopped"):
        solver.winning_moves(game, 8)
    timer.join()
    assert time.monotonic() - started < 60
