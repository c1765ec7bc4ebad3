"""A move without a search: it wins at once where it can, and never loses at once without need."""

import pytest
from bruteforce import DRAWN, LOSS_IN_TWO, OPEN, crowded_position, move_fates

from engine import GAME_TYPES, Game, Move
from search.rules_only import rules_only_move


def fates_of(game: Game) -> dict[Move, int]:
    """What becomes of every move at once; a draw is as good as a game that goes on."""
    fates = move_fates(game.position)
    return {game.move_of(code): OPEN if fate == DRAWN else fate for code, fate in fates.items()}


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_the_move_is_as_good_as_the_rules_alone_can_tell(game_type: str) -> None:
    seen = set()
    for seed in range(10):
        game = crowded_position(game_type, f"instant {seed}", 40 + 3 * seed)
        if game.is_over:
            continue
        fates = fates_of(game)
        before = game.game_string, game.position.tobytes()
        assert fates[rules_only_move(game)] == max(fates.values()), game.game_string
        assert (game.game_string, game.position.tobytes()) == before
        seen |= {(max(fates.values()), min(fates.values()))}
    assert len(seen) > 2


def test_a_third_repetition_saves_a_game_that_is_lost_otherwise() -> None:
    """With the rule on, a move that repeats cannot be answered."""
    for seed in range(300):
        game = crowded_position("Base+MLP", f"repetition {seed}", 60)
        if game.is_over:
            continue
        fates = fates_of(game)
        if max(fates.values()) == LOSS_IN_TWO:
            break
    else:
        pytest.fail("no lost position was found")
    ruled = Game.from_string(game.game_string, repetition_draw=True)
    saving = list(fates)[-1]
    after = ruled.copy()
    after.play(saving)
    key = after._keys[-1]
    ruled._seen[key] += 2
    assert rules_only_move(ruled) == saving


THROWN_INTO_A_HOLE = (
    r"Base+MLP;InProgress;White[7];wP;bS1 -wP;wQ wP/;bQ \bS1;wA1 wP\;bA1 -bS1;wS1 wQ-;bA2 -bA1;"
    r"wS2 wA1-;bQ \wP;wG1 wS1\;bA3 -bA2"
)


def test_a_queen_thrown_into_a_hole_is_lost() -> None:
    """She has few neighbours where she stands and six where the pillbug puts her."""
    game = Game.from_string(THROWN_INTO_A_HOLE)
    assert game.move_string(rules_only_move(game)) == "bQ wQ\\"
    game.undo()
    fates = fates_of(game)
    assert {*fates.values()} == {OPEN, LOSS_IN_TWO}
    assert fates[rules_only_move(game)] == OPEN
