"""The puzzles that ship with the program: how many, of which kinds, and that they are right."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import plain_proof
import pytest

from engine import Game
from study.puzzles import Judge, Puzzle, PuzzleError, Solver, read_puzzles, shipped
from study.puzzles.checking import check_proof
from study.puzzles.finding import CLASSES, look_key, symmetric_key
from study.puzzles.puzzle import parse_puzzles, write_puzzles
from study.puzzles.themes import THEMES, WIN_IN, themes_of


def of_class(kind: str, length: int) -> list[Puzzle]:
    return [each for each in shipped() if (each.kind, each.length) == (kind, length)]


def test_there_are_at_least_300_of_every_kind_length_and_theme() -> None:
    puzzles = shipped()
    assert len(puzzles) >= 300
    assert {(each.kind, each.length) for each in puzzles} == {*CLASSES}
    assert min(len(of_class(*each)) for each in CLASSES) >= 15
    assert {theme for each in puzzles for theme in each.themes} == {*THEMES} - {*WIN_IN[4:]}
    assert len({each.game_type for each in puzzles}) >= 4
    difficulties = Counter(each.difficulty for each in puzzles)
    assert {*difficulties} == {*range(1, 11)}


def test_no_two_are_equal_up_to_rotation_reflection_colours_and_the_stunned_piece() -> None:
    looks = {look_key(each.game) for each in shipped()}
    assert len(looks) == len({each.id for each in shipped()}) == len(shipped())


def test_positions_differing_by_symmetry_and_colour_have_one_key() -> None:
    swap = str.maketrans("wbWB", "bwBW")
    for puzzle in shipped()[::40]:
        game = puzzle.game
        twins = [game.rotated(steps) for steps in range(6)]
        twins += [twin.mirrored() for twin in twins]
        assert len({symmetric_key(twin) for twin in twins}) == 1
        game_type, turn, board, stunned = puzzle.position.split()
        word = "Black" if turn.startswith("White") else "White"
        other = f"{word}{turn[5:]}", board.translate(swap), stunned.translate(swap)
        setup = " ".join((game_type, *other))
        try:
            swapped = type(game).from_position_text(setup)
        except ValueError:
            continue  # a stunned piece that no game has on this turn, say
        assert symmetric_key(swapped) == symmetric_key(game)
        assert swapped.canonical_hash != game.canonical_hash


def test_solutions_are_legal_and_end_with_the_win() -> None:
    for puzzle in shipped():
        game = puzzle.game
        for move in puzzle.solution:
            assert game.is_legal(move)
            game.play(move)
        if puzzle.kind == "win":
            assert game.winner is puzzle.color
            assert len(puzzle.solution) == 2 * puzzle.length - 1
        else:
            assert len(puzzle.solution) == 1


def test_themes_are_those_of_the_solution() -> None:
    for each in shipped()[::12]:
        assert [*each.themes] == themes_of(each.game, each.kind, each.length, each.solution)


@pytest.mark.parametrize(("kind", "length", "step"), [("win", 1, 9), ("save", 1, 6)])
def test_a_brute_force_finds_the_same_one_move(kind: str, length: int, step: int) -> None:
    for puzzle in of_class(kind, length)[::step]:
        _assert_one_move(puzzle)


@pytest.mark.slow
def test_a_brute_force_finds_the_same_one_move_two_turns_ahead() -> None:
    choice = sorted(of_class("win", 2), key=lambda each: len(each.game.legal_moves))[:2]
    choice += sorted(of_class("save", 2), key=lambda each: len(each.game.legal_moves))[:1]
    for puzzle in choice:
        _assert_one_move(puzzle)


def _assert_one_move(puzzle: Puzzle) -> None:
    game = puzzle.game
    find = plain_proof.winning_moves if puzzle.kind == "win" else plain_proof.saving_moves
    assert find(game, puzzle.length) == [game.parse_move(puzzle.solution[0])], puzzle.id


@pytest.mark.slow
def test_all_are_proven_by_the_solver() -> None:
    # Four turns take seconds each: a few of these here, all of them in `propolis puzzles check`.
    solver = Solver()
    long = of_class("win", 4)
    for puzzle in shipped():
        if puzzle not in long or puzzle in long[::33]:
            solver.clear()
            check_proof(puzzle, solver)


def test_what_is_not_so_is_found_out() -> None:
    solver = Solver()
    given = of_class("win", 2)[0].to_dict()
    wrong: dict[str, dict[str, Any]] = {
        "not the only winning move": {"length": 1, "solution": _some_other_move(given)},
        "shorter win": {"length": 3},
        "not the only defence": {"kind": "save", "length": 1},
        "cannot|illegal|not": {"solution": ["wQ bQ-"]},
    }
    for words, changes in wrong.items():
        with pytest.raises(PuzzleError, match=words):
            check_proof(Puzzle.from_dict(json.loads(json.dumps(given | changes))), solver)


def _some_other_move(given: dict[str, Any]) -> list[str]:
    game = Game.from_position_text(given["position"])
    return [next(m for m in game.legal_move_strings if m not in given["solution"])]


def test_puzzles_can_be_written_and_read_again() -> None:
    text = write_puzzles(shipped())
    assert tuple(parse_puzzles(text)) == shipped()
    for line in text.splitlines():
        assert {"position", "solution", "theme", "difficulty"} <= json.loads(line).keys()


GOOD = json.dumps(shipped()[0].to_dict())
HOSTILE = {
    "no JSON": "{",
    "no object": "[1, 2]",
    "nested too deep": "[" * 5000,
    "a missing field": '{"id": "a"}',
    "a number for a text": GOOD.replace('"kind": "win"', '"kind": 7'),
    "another kind": GOOD.replace('"kind": "win"', '"kind": "<script>"'),
    "no moves": GOOD.replace('"solution": [', '"solution": [], "x": ['),
    "a huge length": GOOD.replace('"length": 1', '"length": 99999999999999999999'),
    "an unknown theme": GOOD.replace('"theme": "', '"theme": "no '),
    "control characters": GOOD.replace('"id": "', '"id": "\\u001b[2J'),
    "megabytes": '"' + "x" * 3_000_000 + '"',
    "the same twice": f"{GOOD}\n{GOOD}",
    "a move that cannot be made": GOOD.replace('"solution": ["', '"solution": ["wQ bQ-", "'),
    "an impossible position": GOOD.replace("wQ", "wS2wQ"),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_bad_file_is_refused_in_one_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(PuzzleError) as caught:
        read_puzzles(path)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PuzzleError, match="no text"):
        read_puzzles(path)


# What is said about a move


def test_following_the_solution_solves_a_puzzle() -> None:
    judge = Judge()
    for puzzle in (of_class("win", 3)[0], of_class("win", 1)[0], of_class("save", 2)[0]):
        played: list[str] = []
        for number in range(0, len(puzzle.solution), 2):
            verdict = judge.judge(puzzle, played, puzzle.solution[number])
            last = number == len(puzzle.solution) - 1
            assert verdict.outcome == ("solved" if last else "right")
            if not last:
                assert verdict.reply == puzzle.solution[number + 1]
                played += [puzzle.solution[number], verdict.reply]
        with pytest.raises(PuzzleError, match="ended"):
            judge.judge(puzzle, [*played, puzzle.solution[-1]], "pass")


def test_any_move_that_wins_in_time_is_right() -> None:
    solver, judge = Solver(), Judge()
    tried = 0
    for puzzle in of_class("win", 2) + of_class("win", 3)[:20]:
        if puzzle.unique:
            continue
        played, game = list(puzzle.solution[:2]), puzzle.game
        for move in played:
            game.play(move)
        winning = [game.move_string(m) for m in solver.winning_moves(game, puzzle.length - 1)]
        for move in winning[:3]:
            assert judge.judge(puzzle, played, move).outcome in ("right", "solved")
            tried += move not in puzzle.solution
        wrong = next(m for m in game.legal_move_strings if m not in winning)
        assert judge.judge(puzzle, played, wrong).outcome == "wrong"
    assert tried > 3


def test_a_wrong_move_is_refuted() -> None:
    judge, solver = Judge(), Solver()
    for kind, length in (("win", 2), ("win", 3), ("save", 1), ("save", 2)):
        puzzle = of_class(kind, length)[3]
        right = puzzle.game.parse_move(puzzle.solution[0])
        wrong = [move for move in puzzle.game.legal_moves if move != right][::9]
        for move in wrong:
            game = puzzle.game
            verdict = judge.judge(puzzle, [], game.move_string(move))
            assert verdict.outcome == "wrong"
            assert verdict.message.endswith(".")
            game.play(move)
            for reply in verdict.refutation:
                game.play(reply)
            if kind == "save":
                assert game.winner is puzzle.color.other
            elif verdict.refutation:
                assert not solver.wins(game, length - 1, puzzle.color)


def test_hints_lead_to_the_move() -> None:
    judge = Judge()
    for puzzle in (of_class("win", 3)[1], of_class("save", 1)[0]):
        texts = [judge.hint(puzzle, [], number) for number in (1, 2, 3)]
        assert puzzle.solution[0].split()[0] in texts[1]
        assert texts[2] == f"Play {puzzle.solution[0]}."
        assert puzzle.solution[0] not in texts[0]
