"""Bringing pieces into play."""

import pytest
from positions import assert_goes_to_stars, board, destinations, movers, placeable, played

from engine import Color, Game, Hex

BASE_HAND = ["Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3"]


def names(game: Game, color: Color) -> list[str]:
    return [piece.name[1:] for piece in game.hand(color)]


@pytest.mark.parametrize("color", Color)
def test_the_base_set_has_eleven_pieces_a_player(color: Color) -> None:
    assert names(Game("Base"), color) == BASE_HAND


@pytest.mark.parametrize("color", Color)
def test_mosquito_and_ladybug_make_it_thirteen(color: Color) -> None:
    assert names(Game("Base+ML"), color) == [*BASE_HAND, "M", "L"]


@pytest.mark.parametrize("color", Color)
def test_the_full_set_has_fourteen_pieces_a_player(color: Color) -> None:
    assert names(Game("Base+MLP"), color) == [*BASE_HAND, "M", "L", "P"]


def test_white_begins() -> None:
    assert Game("Base").turn is Color.WHITE


def test_white_opens_with_any_piece_but_the_queen() -> None:
    game = Game("Base+MLP")
    assert placeable(game) == {"wS1", "wB1", "wG1", "wA1", "wM", "wL", "wP"}
    assert len(game.legal_moves) == 7


def test_black_opens_with_any_piece_but_the_queen() -> None:
    game = played("Base+MLP", "wS1")
    assert placeable(game) == {"bS1", "bB1", "bG1", "bA1", "bM", "bL", "bP"}


def test_black_joins_the_first_piece_on_any_side() -> None:
    picture = """
          *   *
        *   wS1 *
          *   *
    """
    assert_goes_to_stars("bG1", picture, turn_number=1)


def test_a_new_piece_touches_its_own_colour_only() -> None:
    picture = """
          *   .   .
        *   wS1 bS1 .
          *   .   .
    """
    assert_goes_to_stars("wG1", picture, turn_number=2)


def test_a_new_piece_joins_the_hive() -> None:
    picture = """
        .   .   .   .   .   .
          *   *   .   .   .   .
        *   wA1 wQ  bQ  bA1 .   .
          *   *   .   .   .   .
        .   .   .   .   .   .
    """
    assert_goes_to_stars("wG1", picture)


@pytest.mark.parametrize("piece", ["wB1", "wM"])
def test_beetle_and_mosquito_are_placed_on_the_ground_like_the_others(piece: str) -> None:
    picture = """
          *   *   .
        *   wA1 wQ  bQ
          *   *   .
    """
    assert_goes_to_stars(piece, picture)


def test_a_stack_has_the_colour_of_its_top_piece() -> None:
    picture = """
          *   .   .   *
        *   wQ  bQ  bA1+wB1 *
          *   .   .   *
    """
    assert_goes_to_stars("wG1", picture)


def test_an_enemy_beetle_on_an_own_piece_counts_as_enemy() -> None:
    picture = """
          *   .   .
        *   wQ  wA1+bB1 .
          *   .   .
    """
    assert_goes_to_stars("wG1", picture)


def test_an_own_beetle_does_not_excuse_touching_another_enemy() -> None:
    picture = """
          *   .   .   .
        *   wQ  bQ  bA1+wB1 bA2
          *   .   .   .
    """
    assert_goes_to_stars("wG1", picture)


def test_a_piece_may_be_placed_into_a_surrounded_space() -> None:
    picture = """
            *   *   *
          *   wS1 wS2 .
        *   wQ  *   wA1 bQ
          *   wA2 wG1 .
            *   *   *
    """
    assert_goes_to_stars("wB1", picture)


def test_a_surrounded_space_that_touches_an_enemy_is_closed_to_new_pieces() -> None:
    picture = """
            *   *   *
          *   wS1 wS2 .
        *   wQ  x   bQ
          *   wA1 wG1 .
            *   *   *
    """
    assert_goes_to_stars("wB1", picture)


def test_no_cell_that_touches_own_pieces_only_means_no_placement() -> None:
    game = board("""
        bA1 wQ  bA2
    """)
    assert placeable(game) == set()


@pytest.mark.parametrize("color", Color)
@pytest.mark.parametrize("turn_number", [2, 3, 4])
def test_the_queen_may_be_placed_on_turns_two_to_four(color: Color, turn_number: int) -> None:
    opening = ["wS1", "bS1 wS1-", "wS2 -wS1", "bS2 bS1-", "wG1 -wS2", "bG1 bS2-"]
    if color is Color.WHITE:
        game = played("Base", *opening[: 2 * turn_number - 2])
    else:
        game = played("Base", *opening[: 2 * turn_number - 2], "wQ \\wS1")
    assert (game.turn, game.turn_number) == (color, turn_number)
    assert f"{color.letter}Q" in placeable(game)


def test_white_must_place_the_queen_on_turn_four() -> None:
    game = played("Base+MLP", "wS1", "bS1 wS1-", "wA1 -wS1", "bQ bS1-", "wG1 -wA1", "bA1 bQ-")
    assert placeable(game) == {"wQ"}
    assert movers(game) == set()


def test_black_must_place_the_queen_on_turn_four() -> None:
    opening = ("wS1", "bS1 wS1-", "wQ -wS1", "bA1 bS1-", "wA1 -wQ", "bG1 bA1-", "wA1 \\wQ")
    game = played("Base+MLP", *opening)
    assert placeable(game) == {"bQ"}
    assert movers(game) == set()


def test_a_queen_placed_in_time_leaves_turn_four_free() -> None:
    game = played("Base", "wS1", "bS1 wS1-", "wQ -wS1", "bA1 bS1-", "wA1 -wQ", "bG1 bA1-")
    assert placeable(game) == {"wS2", "wB1", "wG1", "wA2"}


@pytest.mark.parametrize("turn_number", [5, 20, 100])
def test_a_new_piece_can_come_in_at_any_time(turn_number: int) -> None:
    picture = """
          *   .   .
        *   wQ  bQ  .
          *   .   .
    """
    assert_goes_to_stars("wA1", picture, turn_number=turn_number)


def test_pieces_of_one_bug_come_in_by_number() -> None:
    game = board("""
        wA1 wQ  bQ
    """)
    assert placeable(game) == {"wS1", "wB1", "wG1", "wA2", "wM", "wL", "wP"}


def test_a_piece_in_play_never_leaves_the_board() -> None:
    game = board(
        """
          bA1 wQ  wM  bL
        wA1 bQ+wB1 wP  wG1
        """
    )
    in_play = {piece for stack in game.stacks.values() for piece in stack}
    for move in game.legal_moves:
        game_after = game.copy()
        game_after.play(move)
        assert {piece for stack in game_after.stacks.values() for piece in stack} >= in_play


def test_the_first_piece_is_the_centre_of_the_table() -> None:
    assert destinations(Game("Base"), "wA1") == {Hex(0, 0)}
