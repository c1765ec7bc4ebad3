"""Queen, spider and ant: the bugs that crawl around the hive."""

from positions import assert_goes_to_stars

# Queen


def test_queen_between_two_pieces_of_a_ring_has_four_spaces() -> None:
    picture = """
            *   *
          wA1 bQ  bS1
        wG1 *   *   wQ
          bA1 wS1 bG1
    """
    assert_goes_to_stars("bQ", picture)


def test_queen_crawls_one_space() -> None:
    picture = """
          *   .   .
        wQ  wA1 bQ  .
          *   .   .
    """
    assert_goes_to_stars("wQ", picture)


def test_queen_does_not_climb() -> None:
    picture = """
        *   wA1 bA1
          wQ  bQ
        .   *   .
    """
    assert_goes_to_stars("wQ", picture)


def test_queen_keeps_in_touch_with_the_hive_while_crawling() -> None:
    picture = """
          bA1 wA1
        wG1 *   wQ
          x   bQ  *
    """
    assert_goes_to_stars("bQ", picture)


# Spider


def test_spider_has_four_ends_and_does_not_cross_to_a_piece_out_of_touch() -> None:
    picture = """
        *   x   bS1
          wA1 .   wQ
        bA1 *   *   bQ  *
          wG1 bG1 wA2
        .   .   bA2
    """
    assert_goes_to_stars("bS1", picture)


def test_spider_crawls_three_spaces_no_more_no_less() -> None:
    picture = """
          .   .   *   .
        wS1 wQ  bQ  bA1 .
          .   .   *   .
    """
    assert_goes_to_stars("wS1", picture)


def test_spider_does_not_backtrack() -> None:
    picture = """
            bA1 wA1 *
          wG1 .   wQ
        *   .   wS1 x
    """
    assert_goes_to_stars("wS1", picture)


def test_spider_that_would_come_back_to_its_start_cannot_move() -> None:
    picture = """
          wA1 bA1 wQ
        wG1 wS1 .   bQ
          bA2 .   wA2
            bG1 wG2
    """
    assert_goes_to_stars("wS1", picture)


def test_spider_may_take_two_ways_round_to_one_end() -> None:
    picture = """
          .   .
        wS1 wQ  *
          .   .
    """
    assert_goes_to_stars("wS1", picture)


# Ant


def test_ant_has_eleven_positions_but_not_the_centre_of_the_hive() -> None:
    picture = """
          *   *   *
        *   wQ  bS1 *
          *   x   bQ  *
        *   wG1 bG1 wA1
          *   *   *
    """
    assert_goes_to_stars("wA1", picture)


def test_ant_crawls_to_any_position_around_the_hive() -> None:
    picture = """
          *   *   *   *   *
        wA1 wQ  bQ  bA1 bG1 *
          *   *   *   *   *
    """
    assert_goes_to_stars("wA1", picture)


def test_ant_does_not_climb_or_enter_a_closed_space() -> None:
    picture = """
            *   *   *
          *   wS1 bS1 *
        wA1 wQ  x   bQ  *
          *   wG1 bG1 *
            *   *   *
    """
    assert_goes_to_stars("wA1", picture)


def test_ant_enters_a_bay_with_a_wide_mouth() -> None:
    picture = """
        .   *   *   *   *
          *   bA1 bG1 bQ  *
        *   wQ  *   *   wA2 wA1
          *   *   .   *   *
    """
    assert_goes_to_stars("wA1", picture)
