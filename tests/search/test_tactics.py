"""The tactical suite: forced wins and single saving moves, proven, and found with few nodes."""

from collections import Counter

import pytest
from bruteforce import (
    after,
    code_of,
    loses_within,
    saving_codes,
    winning_codes,
    wins_within,
)
from tactics import TACTICS, Tactic

from engine import GAME_TYPES, Game
from search import Limits, Line, Result, Searcher, StopFlag

NODES = 1_000_000
"""What a core visits in about two seconds."""

FEW_NODES = NODES // 10
"""Enough for nearly all saving moves; those they are too few for get all."""

DETOUR = 2
"""Plies that a forced win may be longer than the shortest."""

IDS = [tactic.title for tactic in TACTICS]


def test_the_suite_is_large_and_varied() -> None:
    games = [Game.from_string(tactic.game_string) for tactic in TACTICS]
    kinds = Counter((tactic.kind, tactic.plies) for tactic in TACTICS)
    assert len(TACTICS) >= 60
    assert set(kinds) == {("wins", 1), ("wins", 3), ("wins", 5), ("saves", 2), ("saves", 4)}
    assert min(kinds.values()) >= 10
    assert {game.game_type for game in games} == set(GAME_TYPES)
    assert len({game.position_hash for game in games}) == len(games)
    assert len(set(IDS)) == len(IDS)


@pytest.mark.parametrize("tactic", TACTICS, ids=IDS)
def test_the_full_width_solver_agrees(tactic: Tactic) -> None:
    game = Game.from_string(tactic.game_string)
    if tactic.kind == "wins":
        codes = winning_codes(game.position, tactic.plies)
        assert not wins_within(game.position, tactic.plies - 1)
    else:
        codes = saving_codes(game.position, tactic.plies)
        assert not loses_within(game.position, tactic.plies)
    assert [game.move_string(game.move_of(code)) for code in codes] == [tactic.move]


def search(searcher: Searcher, game: Game, tactic: Tactic, nodes: int) -> Result:
    """Search for a while, but no longer than it takes to prove the win."""
    stop = StopFlag()

    def watch(line: Line) -> None:
        mate = line.score.mate
        if mate is not None and 0 < mate <= tactic.plies:
            stop.set()

    return searcher.search(game, Limits(nodes=nodes), stop=stop, on_line=watch)


def is_right(game: Game, tactic: Tactic, result: Result) -> bool:
    """Whether the move is the one, or begins another win, longer but as forced."""
    if game.move_string(result.move) == tactic.move:
        return True
    mate = result.lines[0].score.mate
    if tactic.kind != "wins" or mate is None or not 0 < mate <= tactic.plies + DETOUR:
        return False
    return loses_within(after(game.position, code_of(result.move)), mate - 1)


@pytest.mark.slow
@pytest.mark.parametrize("tactic", TACTICS, ids=IDS)
def test_the_search_finds_the_right_move(tactic: Tactic) -> None:
    game = Game.from_string(tactic.game_string)
    searcher = Searcher()
    searcher.warm_up()
    if tactic.kind == "saves":
        if is_right(game, tactic, search(searcher, game, tactic, FEW_NODES)):
            return
        searcher.new_game()
    result = search(searcher, game, tactic, NODES)
    assert is_right(game, tactic, result), (game.move_string(result.move), result.lines[0].score)
