"""The solver proves what a brute force finds, wins and their absence, and nothing else."""

import time
from collections.abc import Iterator
from threading import Timer

import plain_proof
import pytest
from bruteforce import CRAMPED, crowded_game, loses_within, wins_within
from plain_proof import CHEAP, late_position
from tactics import TACTICS, Tactic

from engine import Color, Game, Move
from engine.pieces import GAME_TYPES
from search import StopFlag
from study.puzzles.proof import may_win_now
from study.puzzles.solver import Solver, UnprovenError, solve


@pytest.mark.slow
def test_the_solver_says_what_plain_python_says() -> None:
    seen = set()
    solver = Solver()
    for turns, places in CHEAP.items():
        for place in places:
            game = late_position(*place)
            for color in Color:
                expected = plain_proof.wins(game, turns, color)
                assert solver.wins(game, turns, color) == expected, (game.notation, turns, color)
                seen.add((turns, expected, color is game.turn))
    one_or_two = {(n, won, own) for n in (1, 2) for won in (True, False) for own in (True, False)}
    assert one_or_two <= seen, "wins and non-wins of either side"
    assert {(3, False, True), (3, False, False)} <= seen


def late_positions(games: int, every: int) -> Iterator[Game]:
    """Positions of crowded games of all types."""
    for seed in range(games):
        game_type = GAME_TYPES[seed % len(GAME_TYPES)]
        for game in crowded_game(game_type, ("late", seed), 60, careful=seed % 16 < 8):
            if game.ply >= 16 and (game.ply + seed) % every == 0:
                yield game


@pytest.mark.slow
def test_the_solver_says_what_a_search_without_shortcuts_says() -> None:
    seen = set()
    solver = Solver()
    known = [Game.from_string(each.game_string) for each in TACTICS if each.plies == 5][:3]
    for game in (*known, *late_positions(32, 9)):
        for turns in (1, 2, 3) if game.perft(3) < 30_000 or game in known else (1, 2):
            # The full-width searcher counts plies, of the side to move.
            own = wins_within(game.position, 2 * turns - 1)
            assert solver.wins(game, turns) == own, (game.notation, turns)
            seen.add((turns, own, True))
            if turns < 3:
                other = loses_within(game.position, 2 * turns)
                assert solver.wins(game, turns, game.turn.other) == other, (game.notation, turns)
                seen.add((turns, other, False))
    assert len(seen) == 10, "wins and non-wins of either side within 1 and 2 turns, of one in 3"


@pytest.mark.slow
def test_all_winning_and_all_saving_moves_are_found() -> None:
    solver = Solver()
    some_save = some_win = 0
    for place in CHEAP[1]:
        game = late_position(*place)
        winning, saving = solver.winning_moves(game, 1), solver.saving_moves(game, 1)
        assert winning == plain_proof.winning_moves(game, 1)
        assert saving == plain_proof.saving_moves(game, 1)
        assert solver.winning_moves(game, 1, most=1) == winning[:1]
        some_win += bool(winning)
        some_save += 0 < len(saving) < len(game.legal_moves)
    for place in CHEAP[2][4:9]:
        game = late_position(*place)
        assert solver.winning_moves(game, 2) == plain_proof.winning_moves(game, 2)
    assert min(some_save, some_win) > 3


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


def after(game: Game, move: Move) -> Game:
    copy = game.copy()
    copy.play(move)
    return copy


@pytest.mark.parametrize("tactic", TACTICS[:40:3], ids=lambda tactic: tactic.title)
def test_tactics_have_the_one_move_they_are_known_for(tactic: Tactic) -> None:
    game = Game.from_string(tactic.game_string)
    solver = Solver()
    if tactic.kind == "wins":
        found = solver.winning_moves(game, (tactic.plies + 1) // 2)
    else:
        found = solver.saving_moves(game, tactic.plies // 2)
    assert [game.move_string(each) for each in found] == [tactic.move]


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
    for game in late_positions(3, 20):
        answers = [solver.winning_moves(game, 2) for solver in (bare, threaded, usual)]
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
