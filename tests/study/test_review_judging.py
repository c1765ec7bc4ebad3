"""What moves are called: by what they gave away, and fairly."""

import pytest

from study.review.judging import (
    BLUNDER,
    HALF_ACCURACY,
    INACCURACY,
    MISTAKE,
    ONLY_MOVE,
    Facts,
    Judgement,
    accuracy_of,
    accuracy_of_player,
    drop_of,
    has_missed_win,
    judge,
)


@pytest.mark.parametrize(
    ("drop", "judgement", "sign", "nag"),
    [
        (0, Judgement.GOOD, "", None),
        (INACCURACY - 0.01, Judgement.GOOD, "", None),
        (INACCURACY + 0.001, Judgement.INACCURACY, "?!", 6),
        (MISTAKE + 0.001, Judgement.MISTAKE, "?", 2),
        (BLUNDER + 0.001, Judgement.BLUNDER, "??", 4),
        (0.7, Judgement.BLUNDER, "??", 4),
    ],
)
def test_a_move_is_judged_by_the_chance_it_gave_away(
    drop: float, judgement: Judgement, sign: str, nag: int | None
) -> None:
    found = judge(Facts(hoped=0.7, left=0.7 - drop))
    assert (found, found.sign, found.nag) == (judgement, sign, nag)


def test_the_only_legal_move_is_never_an_error() -> None:
    facts = Facts(hoped=0.9, left=0.0, is_forced=True)
    assert judge(facts) is Judgement.FORCED
    assert drop_of(facts) == 0


def test_in_a_lost_position_no_move_is_an_error() -> None:
    facts = Facts(hoped=0.0, left=0.0, loss_was_forced=True)
    assert judge(facts) is Judgement.FORCED
    assert drop_of(facts) == 0


def test_the_best_move_is_no_error_whatever_comes_of_it() -> None:
    assert judge(Facts(hoped=0.6, left=0.2, is_best=True)) is Judgement.BEST


def test_a_slower_forced_win_is_no_error() -> None:
    facts = Facts(hoped=1.0, left=1.0, win_was_forced=True, win_is_forced=True)
    assert judge(facts) is Judgement.GOOD
    assert not has_missed_win(facts)


def test_a_forced_win_that_is_thrown_away_is_a_missed_win() -> None:
    facts = Facts(hoped=1.0, left=0.7, win_was_forced=True)
    assert judge(facts) is Judgement.BLUNDER
    assert has_missed_win(facts)
    nearly = Facts(hoped=1.0, left=0.97, win_was_forced=True)  # more than that is no proof of it
    assert judge(nearly) is Judgement.GOOD
    assert not has_missed_win(nearly)


def test_a_missed_win_in_one_is_always_told() -> None:
    still_won = Facts(
        hoped=1.0, left=1.0, missed_win_in_one=True, win_was_forced=True, win_is_forced=True
    )
    assert judge(still_won) is Judgement.INACCURACY
    assert has_missed_win(still_won)
    nearly = Facts(hoped=1.0, left=0.99, missed_win_in_one=True, win_was_forced=True)
    assert judge(nearly) is Judgement.MISTAKE
    assert has_missed_win(nearly)
    thrown_away = Facts(hoped=1.0, left=0.5, missed_win_in_one=True, win_was_forced=True)
    assert judge(thrown_away) is Judgement.BLUNDER


def test_an_only_move_is_great_if_a_glance_does_not_find_it() -> None:
    second = 0.6 - ONLY_MOVE - 0.01
    assert judge(Facts(0.6, 0.6, is_best=True, second=second, is_hidden=True)) is Judgement.GREAT
    assert judge(Facts(0.6, 0.6, is_best=True, second=second)) is Judgement.BEST
    assert judge(Facts(0.6, 0.6, is_best=True, second=0.58, is_hidden=True)) is Judgement.BEST
    assert judge(Facts(0.6, 0.3, is_best=True, second=second, is_hidden=True)) is Judgement.BEST


def test_accuracy_halves_with_every_so_much_given_away() -> None:
    assert accuracy_of(2 * HALF_ACCURACY) == pytest.approx(25)
    assert accuracy_of_player([0, HALF_ACCURACY]) == pytest.approx(75)
    assert accuracy_of_player([]) is None
