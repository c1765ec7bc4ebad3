"""Beetle, grasshopper and ladybug: the bugs that go over the hive."""

import pytest
from positions import assert_goes_to_stars, board, destinations

# Beetle


def test_beetle_beside_two_linked_pieces_has_four_positions() -> None:
    picture = """
        *   wQ*
          wB1 bQ*
            *
    """
    assert_goes_to_stars("wB1", picture)


def test_beetle_has_three_positions_where_gates_bar_the_ground() -> None:
    picture = """
            bA1 bA2
          wQ* x   wA1
        x   wB1 bQ*
          wG1* x   bG1
            wA2 bG2
    """
    assert_goes_to_stars("wB1", picture)


def test_beetle_moves_one_space_around_the_hive_or_up() -> None:
    picture = """
          *   .   .
        wB1 wQ* bQ  .
          *   .   .
    """
    assert_goes_to_stars("wB1", picture)


def test_beetle_on_top_moves_from_piece_to_piece_and_down() -> None:
    picture = """
          *   wA1*
        *   bA1+wB1 wQ* bQ
          *   *
    """
    assert_goes_to_stars("wB1", picture)


def test_beetle_on_top_drops_into_a_surrounded_space() -> None:
    picture = """
          *   bA1* wA1
        *   wQ+wB1 *   bQ
          *   bG1* wG1
    """
    assert_goes_to_stars("wB1", picture)


def test_beetle_on_top_is_not_held_by_pieces_around_it() -> None:
    picture = """
          bA1* bA2*
        bG1* wA1+wB1 bQ*
          bG2* wQ*
    """
    assert_goes_to_stars("wB1", picture)


def test_beetle_climbs_a_stack_of_any_height_and_falls_from_it() -> None:
    up = """
          *   .
        wB1 wQ+bB1+bB2* bQ
          *   .
    """
    assert_goes_to_stars("wB1", up)
    down = """
          *   *
        *   wQ+bB1+bB2+wB1 bQ*
          *   *
    """
    assert_goes_to_stars("wB1", down)


def test_a_covered_piece_cannot_move() -> None:
    covered = "wA1+bB1 wQ  bQ"
    assert destinations(board(covered), "wA1") == set()


def test_a_beetle_on_top_is_blocked_only_by_a_piece_on_top_of_it() -> None:
    assert destinations(board("bA1+wB1+bB1 wQ  bQ"), "wB1") == set()
    assert destinations(board("bA1+wB1+bM wQ  bQ"), "wB1") == set()
    assert len(destinations(board("bA1+wB1 wQ  bQ"), "wB1")) == 6


def test_all_beetles_and_mosquitoes_can_share_a_stack() -> None:
    game = board("wQ+wB1+bB1+wB2+bB2+wM bA1+bM bQ", turn="b")
    game.play("bM wM")
    place = game.place_of("wQ")
    assert place is not None
    stack = [piece.name for piece in game.stack(place)]
    assert stack == ["wQ", "wB1", "bB1", "wB2", "bB2", "wM", "bM"]


# Grasshopper


def test_grasshopper_has_three_landings_and_does_not_jump_a_gap() -> None:
    picture = """
            *
          bS1 wA1 bA1
        wG1 wQ  *   bQ  x
          wB1
            *
    """
    assert_goes_to_stars("wG1", picture)


def test_grasshopper_jumps_over_any_number_of_pieces_in_a_row() -> None:
    picture = "wG1 wQ  bQ  bA1 wA1 bG1 wS1 *"
    assert_goes_to_stars("wG1", picture)


def test_grasshopper_does_not_move_around_the_outside() -> None:
    picture = """
        .   .   *
          .   wQ  bQ
        .   wG1 .
          .   .
    """
    assert_goes_to_stars("wG1", picture)


def test_grasshopper_fills_a_surrounded_space() -> None:
    picture = """
        .   *
          bA1 wA1 bA2
        wG1 wQ  *   bQ
          wS1 bG1 wG2
        .   *
    """
    assert_goes_to_stars("wG1", picture)


def test_grasshopper_jumps_out_of_a_surrounded_space() -> None:
    picture = """
        .   *   .   *
          .   bA1 wA1
        *   wQ  wG1 bQ  *
          .   bS1 bS2
        .   *   .   *
    """
    assert_goes_to_stars("wG1", picture)


def test_grasshopper_jumps_over_stacks() -> None:
    picture = "wG1 wQ+bB1+wB1 bQ  *"
    assert_goes_to_stars("wG1", picture)


# Ladybug


def test_ladybug_has_ten_positions() -> None:
    picture = """
          *   *   *
        *   wQ  bS1 wL
          *   *   bQ  *
        .   wG1 bG1 *
          .   *   *
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_steps_twice_on_top_and_once_down() -> None:
    picture = """
          .   *   *   .
        wL  wQ  bQ  bA1 .
          .   *   *   .
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_needs_two_pieces_to_walk_on() -> None:
    assert_goes_to_stars("wL", "wL  wQ")


def test_ladybug_neither_steps_on_its_own_cell_nor_comes_back_to_it() -> None:
    picture = """
          *   wA1 wL  wQ  *
        *   bA1 *   *   bQ  *
          *   bG1 bG2 wG1 *
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_moves_into_a_surrounded_space() -> None:
    picture = """
        .   *   *
          wA1 bA1 *
        wQ  *   bQ  wL
          wG1 bG1 *
        .   *   *
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_moves_out_of_a_surrounded_space() -> None:
    picture = """
        .   *   *   *
          *   wA1 bA1 *
        *   wQ  wL  bQ  *
          *   wG1 bG1 *
        .   *   *   *
    """
    assert_goes_to_stars("wL", picture)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("wQ", "bA1+bB1"),
        ("bA1+bB1", "wQ"),
        ("bA1+bB1", "wQ+wB1"),
        ("bA1+bB1", "wQ+wB1+bB2"),
        ("wQ+wB1+bB2", "bA1+bB1"),
    ],
)
def test_ladybug_steps_up_level_or_down_on_top_of_the_hive(first: str, second: str) -> None:
    picture = f"""
          .   *   *
        wL  {first} {second} bQ
          .   *   *
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_never_ends_on_top_of_the_hive() -> None:
    game = board("""
          wA1 bA1
        wQ  wL  bQ
          wG1 bG1+bB1
    """)
    assert destinations(game, "wL").isdisjoint(game.stacks)
    assert len(destinations(game, "wL")) == 12
