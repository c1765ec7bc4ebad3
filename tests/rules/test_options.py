"""Rule options: the queen on the first turn, and the draw by repetition."""

import pytest
from positions import board, movers, placeable, played

from engine import Game, GameState

# Queen on the first turn


def test_the_queen_is_barred_from_the_first_turn_by_default() -> None:
    assert not Game("Base").queen_first
    assert "wQ" not in placeable(Game("Base"))


def test_older_rules_let_white_open_with_the_queen() -> None:
    assert placeable(Game("Base", queen_first=True)) == {"wQ", "wS1", "wB1", "wG1", "wA1"}


def test_older_rules_let_black_open_with_the_queen() -> None:
    game = played("Base", "wQ", queen_first=True)
    assert placeable(game) == {"bQ", "bS1", "bB1", "bG1", "bA1"}


def test_with_older_rules_a_piece_may_move_on_the_second_turn() -> None:
    game = played("Base", "wQ", "bQ wQ-", queen_first=True)
    assert movers(game) == {"wQ"}
    assert placeable(game) == {"wS1", "wB1", "wG1", "wA1"}


def test_with_older_rules_the_queen_is_still_due_on_turn_four() -> None:
    opening = ("wS1", "bS1 wS1-", "wS2 -wS1", "bS2 bS1-", "wG1 -wS2", "bG1 bS2-")
    assert placeable(played("Base", *opening, queen_first=True)) == {"wQ"}


# Repetition

SHUFFLE = (r"wQ \wA1", "bQ bA1\\", "wQ -wA1", "bQ bA1-")
"""Four plies after which both queens are back."""


def opened(game_type: str = "Base", *, repetition_draw: bool = True) -> Game:
    """A game with a queen at either end of the hive, White to move."""
    game = Game(game_type, repetition_draw=repetition_draw)
    for move in ("wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"):
        game.play(move)
    return game


def play_until_over(game: Game, moves: tuple[str, ...], rounds: int) -> int:
    """Play the moves over and over; returns how many were made before the game ended."""
    for made, move in enumerate(moves * rounds):
        if game.is_over:
            return made
        game.play(move)
    return len(moves) * rounds


def test_a_position_that_occurs_for_the_third_time_is_a_draw() -> None:
    game = opened()
    assert play_until_over(game, SHUFFLE, rounds=3) == 8
    assert (game.state, game.winner) == (GameState.DRAW, None)
    assert game.legal_moves == []


def test_repetition_is_no_draw_by_default() -> None:
    game = opened(repetition_draw=False)
    assert not Game("Base").repetition_draw
    assert play_until_over(game, SHUFFLE, rounds=5) == 20
    assert game.state is GameState.IN_PROGRESS


def test_taking_back_the_third_occurrence_reopens_the_game() -> None:
    game = opened()
    play_until_over(game, SHUFFLE, rounds=2)
    game.undo()
    assert not game.is_over
    game.play("bQ bA1-")
    assert game.state is GameState.DRAW


def test_the_same_hive_with_the_other_side_to_move_is_another_position() -> None:
    picture = "wA1 wQ  bQ  bA1"
    assert board(picture, turn="w").position_hash != board(picture, turn="b").position_hash
    assert board(picture, turn="w").position_hash == board(picture, turn_number=20).position_hash


def test_a_drifting_hive_repeats_its_position() -> None:
    game = Game("Base", queen_first=True, repetition_draw=True)
    for move in ("wQ", "bQ wQ-"):
        game.play(move)
    start = game.place_of("wQ")
    assert play_until_over(game, (r"wQ \bQ", "bQ wQ-"), rounds=9) == 4
    assert game.state is GameState.DRAW
    assert game.place_of("wQ") != start


def test_ants_of_one_colour_are_interchangeable() -> None:
    game = opened()
    for move in ("wA2 -wQ", "bQ bA1\\", r"wA3 \wQ", "bQ bA1-"):
        game.play(move)
    white = ("wA2 /wQ", "wA3 -wQ", "wA2 wQ\\", r"wA2 \wQ")
    black = ("bQ bA1\\", "bQ bA1-", "bQ bA1\\", "bQ bA1-")
    swap = tuple(move for pair in zip(white, black, strict=True) for move in pair)
    swap_back = tuple(move.translate(str.maketrans("23", "32")) for move in swap)
    # The hive with both ants in place first occurred when the last one was placed, a ply ahead.
    assert play_until_over(game, swap + swap_back, rounds=3) == 15
    assert game.state is GameState.DRAW


def test_another_stunned_piece_makes_another_position() -> None:
    game = opened("Base+P")
    nobody_stunned = game.position_hash
    for move in SHUFFLE:
        game.play(move)
    black_queen_stunned = game.position_hash
    assert black_queen_stunned != nobody_stunned
    # The opening position, with nobody stunned, does not come back; the one after it does.
    assert play_until_over(game, SHUFFLE, rounds=9) == 5
    assert game.state is GameState.DRAW


@pytest.mark.parametrize("game_type", ["Base+M", "Base+L", "Base+ML"])
def test_without_the_pillbug_the_piece_moved_last_does_not_matter(game_type: str) -> None:
    assert play_until_over(opened(game_type), SHUFFLE, rounds=9) == 8
