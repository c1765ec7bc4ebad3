"""The mosquito, which is whatever it touches."""

import pytest
from positions import assert_goes_to_stars, board, destinations, marked

TOUCHING = {
    "queen": """
          *   .   .
        wM  bQ  wQ  .
          *   .   .
    """,
    "spider": """
          .   .   *
        wM  bS1 wQ  .
          .   .   *
    """,
    "beetle": """
          *   .   .
        wM  bB1* wQ  .
          *   .   .
    """,
    "grasshopper": """
          .   .   .
        wM  bG1 wQ  *
          .   .   .
    """,
    "ant": """
          *   *   *
        wM  bA1 wQ  *
          *   *   *
    """,
    "ladybug": """
          .   *   *
        wM  bL  wQ  *
          .   *   *
    """,
    "pillbug": """
          *   .   .
        wM  bP  wQ  .
          *   .   .
    """,
}


@pytest.mark.parametrize("bug", TOUCHING)
def test_mosquito_moves_like_the_bug_it_touches(bug: str) -> None:
    assert_goes_to_stars("wM", TOUCHING[bug])


@pytest.mark.parametrize("bug", [bug for bug in TOUCHING if bug not in ("queen", "pillbug")])
def test_mosquito_copies_its_own_colour_too(bug: str) -> None:
    assert_goes_to_stars("wM", TOUCHING[bug].replace("wM  b", "wM  w"))


def test_mosquito_copies_its_own_queen() -> None:
    picture = """
          *   .
        wM  wQ  bQ
          *   .
    """
    assert_goes_to_stars("wM", picture)


def test_mosquito_copies_its_own_pillbug() -> None:
    picture = """
          *   .
        wM  wP  wQ
          *   .
    """
    assert_goes_to_stars("wM", picture, stunned="wP")


def test_mosquito_between_a_beetle_and_a_spider_has_six_positions() -> None:
    picture = """
        *   wM  *
          bB1* wS1*
        *   .   wQ  *
    """
    assert_goes_to_stars("wM", picture)


def test_mosquito_changes_with_its_neighbours() -> None:
    after = "*   bA1 wQ  bG1 wM"
    game = board("wM  bA1 wQ  bG1")
    game.play("wM bG1-")
    game.play("bQ \\bA1")
    assert destinations(game, "wM") == marked(after)


def test_elevated_mosquito_moves_like_a_beetle_only() -> None:
    picture = """
          *   *
        *   bA1+wM wG1* wQ
          *   *
    """
    assert_goes_to_stars("wM", picture)


def test_mosquito_is_a_beetle_until_it_climbs_down() -> None:
    before = """
          .   .   .   .   .   .
        .   bA1+wM wG1 wQ  bQ  .   .
    """
    after = """
          *   *   *   *   *   *
        wM  bA1 wG1 wQ  bQ  bG1 *
          *   *   *   *   *   *
    """
    game = board(before)
    game.play("wM -bA1")
    game.play("bG1 bQ-")
    assert destinations(game, "wM") == marked(after)


def test_mosquito_next_to_a_stack_copies_its_top() -> None:
    picture = """
          *   .   .
        wM  bG1+bB1* wQ  .
          *   .   .
    """
    assert_goes_to_stars("wM", picture)


@pytest.mark.parametrize("neighbour", ["bM", "wG1+bM", "wG1+bB1+bM"])
def test_mosquito_that_touches_mosquitoes_only_cannot_move(neighbour: str) -> None:
    assert_goes_to_stars("wM", f"wM  {neighbour} wQ  bQ")


def test_mosquito_that_touches_a_mosquito_and_another_bug_copies_that_bug() -> None:
    picture = """
        wM  bM  *
          wG1 wQ
            *
    """
    assert_goes_to_stars("wM", picture)


# The pillbug's power


def test_mosquito_throws_while_it_touches_a_pillbug() -> None:
    picture = """
          bG1 wQ
        bP  wM  bA1
          *   *
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_mosquito_that_touches_no_pillbug_throws_nothing() -> None:
    picture = """
          bG1 wQ
        bG2 wM  bA1
          .   .
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_mosquito_may_throw_the_pillbug_it_copies() -> None:
    picture = """
          bG1 wQ
        bP  wM  bA1
          *   *
    """
    assert_goes_to_stars("bP", picture, turn="w")


def test_mosquito_copies_a_pillbug_that_was_just_moved() -> None:
    picture = """
          bG1 wQ
        bP  wM  bA1
          *   *
    """
    assert_goes_to_stars("bA1", picture, turn="w", stunned="bP")


def test_mosquito_does_not_copy_a_covered_pillbug() -> None:
    picture = """
          bG1 wQ
        bP+bB1 wM  bA1
          .   .
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_pinned_mosquito_may_throw_but_not_move() -> None:
    picture = """
          *   wQ
        bP  wM  bA1
          *   *
    """
    assert_goes_to_stars("bA1", picture, turn="w")
    assert destinations(board(picture), "wM") == set()


def test_stunned_mosquito_neither_moves_nor_throws() -> None:
    picture = """
          bG1 wQ
        bP  wM  bA1
          .   .
    """
    assert_goes_to_stars("wM", picture, stunned="wM")
    assert_goes_to_stars("bA1", picture, turn="w", stunned="wM")


def test_covered_mosquito_neither_moves_nor_throws() -> None:
    picture = """
          bG1 wQ
        bP  wM+bB1 bA1
          .   .
    """
    assert_goes_to_stars("wM", picture)
    assert_goes_to_stars("bA1", picture, turn="w")


def test_elevated_mosquito_does_not_throw() -> None:
    picture = """
          bG1 wQ
        bP  wG1+wM bA1
          .   .
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_mosquito_does_not_get_the_power_from_another_mosquito() -> None:
    picture = """
        bP  bM  wQ
          .   wM  bA1
            .   .
    """
    assert_goes_to_stars("bA1", picture, turn="w")


def test_mosquito_next_to_its_own_pillbug_throws_as_well() -> None:
    picture = """
          *   *
        bA1 wM  wP
          *   wQ
    """
    assert_goes_to_stars("bA1", picture, turn="w")
