"""Freedom to move: what cannot slide through a gate does not pass it, on any level."""

import pytest
from positions import assert_goes_to_stars

# On the ground


@pytest.mark.parametrize("piece", ["wQ", "wS1", "wA1", "wP"])
def test_a_crawler_does_not_slide_out_through_a_gate(piece: str) -> None:
    partner = "wG1" if piece == "wQ" else "wQ"
    picture = f"""
          bA1 bA2
        x   {piece} bG1
          {partner} bG2
    """
    assert_goes_to_stars(piece, picture)


def test_a_crawler_does_not_slide_in_through_a_gate() -> None:
    picture = """
        *   bA1 bA2
          wQ  x   bG1
        *   bS1 bG2
    """
    assert_goes_to_stars("wQ", picture)


def test_a_spider_passes_no_gate_on_any_of_its_steps() -> None:
    picture = """
        *   bA1 bA2
          .   x   bG1
        .   wQ  bG2 *
          wS1
    """
    assert_goes_to_stars("wS1", picture)


def test_beetle_on_the_ground_does_not_pass_a_gate() -> None:
    picture = """
          bA1* bA2*
        x   wB1 bG1*
          wQ* bG2*
    """
    assert_goes_to_stars("wB1", picture)


def test_grasshopper_is_exempt() -> None:
    picture = """
        .   *   .   *
          .   bA1 bA2
        .   .   wG1 bG1 *
          .   wQ  bG2
        .   *   .   *
    """
    assert_goes_to_stars("wG1", picture)


def test_mosquito_is_exempt_while_it_copies_the_grasshopper() -> None:
    picture = """
        .   *   .   *
          .   bA1 bA2
        .   x   wM  bG1 *
          .   wQ  bG2
        .   *   .   *
    """
    assert_goes_to_stars("wM", picture)


def test_ladybug_climbs_out_where_it_could_not_slide() -> None:
    picture = """
        .   *   *   *
          *   bA1 bA2 *
        .   *   wL  bG1 *
          *   wQ  bG2 *
        .   *   *   *
    """
    assert_goes_to_stars("wL", picture)


# Above the ground


@pytest.mark.parametrize("climber", ["wB1", "wM"])
def test_no_climbing_between_two_stacks_that_rise_higher(climber: str) -> None:
    picture = f"""
        *   wQ+bB1*
          {climber} bQx
        *   bA1+bB2*
    """
    assert_goes_to_stars(climber, picture)


@pytest.mark.parametrize(
    ("left", "target", "right"),
    [
        ("wQ+bB1", "bQ", "bA1"),
        ("wQ", "bQ", "bA1+bB1"),
        ("wQ+bB1", "bQ+wB2", "bA1+bB2"),
    ],
)
def test_a_gate_takes_two_stacks_higher_than_the_climb(left: str, target: str, right: str) -> None:
    picture = f"""
        *   {left}*
          wB1 {target}*
        *   {right}*
    """
    assert_goes_to_stars("wB1", picture)


def test_beetle_on_top_does_not_cross_between_two_higher_stacks() -> None:
    picture = """
          *   wA1+bB1*
        *   wQ+wB1 bQx
          *   bA1+bB2*
    """
    assert_goes_to_stars("wB1", picture)


def test_beetle_on_top_does_not_fall_between_two_higher_stacks() -> None:
    picture = """
          *   wA1+bB1*
        *   wQ+wB1 x
          *   bA1+bB2*
    """
    assert_goes_to_stars("wB1", picture)


def test_beetle_crosses_between_stacks_no_higher_than_itself() -> None:
    picture = """
          *   wA1+bB1*
        *   wQ+wB1+wB2 bQ*
          *   bA1+bB2*
    """
    assert_goes_to_stars("wB2", picture)


def test_ladybug_does_not_climb_between_two_higher_stacks() -> None:
    picture = """
          wQ+bB1 *   x
        wL  bQ  wA1 x
          bA1+bB2 *   x
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_climbs_past_a_single_stack() -> None:
    picture = """
          *   *
        *   wQ+bB1 *   *
          wL  bQ  wA1 *
        *   bA1 *   *
          *   *
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_does_not_cross_between_two_higher_stacks() -> None:
    picture = """
        .   *   *
          *   wA1+wB1 *
        wL  wQ  bQ  x
          *   bA1+bB1 *
        .   *   *
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_crosses_past_a_single_stack() -> None:
    picture = """
        .   *   *
          *   wA1+wB1 *
        wL  wQ  bQ  *
          *   bA1 *
        .   *   *
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_does_not_come_down_between_two_higher_stacks() -> None:
    picture = """
          .   *   wA1+wB1
        wL  wQ  bQ  x
          .   *   bA1+bB1
    """
    assert_goes_to_stars("wL", picture)


def test_ladybug_comes_down_past_a_single_stack() -> None:
    picture = """
          .   *   wA1+wB1
        wL  wQ  bQ  *
          .   *   bA1
    """
    assert_goes_to_stars("wL", picture)
