r"""The engine against OpenSpiel's Hive, an independent program in C++, compared at every ply.

How OpenSpiel differs, and what is done about it:

- It lists every spelling of a move and every number of a bug in hand. Its actions are turned into
  pieces and cells; of the pieces in hand only the lowest number of each bug is compared, after a
  check that all numbers have the same destinations.
- Until the white queen is placed it takes no piece for pinned, so Black, who may move once the
  black queen lies, can break the hive. That is wrong: the one hive rule has no such exception.
  Until then, and only then, its moves of pinned pieces are struck off before comparing.
- Its board has a radius of `board_size` cells, at most 14. A hive that leaves it is moved back to
  the middle; where that fails the game ends as a draw. Here such a game is broken off.
- A game ends as a draw after 500 plies; Hive knows no such limit.
- It has no repetition rule, and the queen can never be placed on a first turn.

It agrees on the forced pass, which is listed only where nothing else is, and on stunned pieces.
"""

import random
from collections import defaultdict
from collections.abc import Sequence

import pytest
from helpers import TASTES, Cell, Coverage, PlainMove, as_move, plain, players
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from reference import is_one_hive, lifted

from benchmarks.openspiel_rules import PIECES, WIDEST_BOARD, meaning, new_state
from engine import GAME_TYPES, Game, GameState, Hex

SEEDED_GAMES = 20
DRAWN_GAMES = 8
PLIES = 120
LONGEST_GAME = 500

RESULTS = {
    GameState.WHITE_WINS: [1.0, -1.0],
    GameState.BLACK_WINS: [-1.0, 1.0],
    GameState.DRAW: [0.0, 0.0],
}


class SpielGame:
    """A game in OpenSpiel, with its moves as pieces and cells."""

    def __init__(self, game_type: str, board_size: int = WIDEST_BOARD) -> None:
        self.state = new_state(game_type, board_size)
        self.cells: dict[str, Cell] = {}

    def actions(self) -> dict[PlainMove, list[int]]:
        """The legal moves with the actions that spell them."""
        found: dict[PlainMove, list[int]] = defaultdict(list)
        for action in self.state.legal_actions():
            found[meaning(action, self.cells)].append(action)
        return found

    def moves(self) -> set[PlainMove]:
        """The legal moves with one piece of each bug in hand."""
        places: dict[str, set[Cell]] = defaultdict(set)
        for move in self.actions():
            if move is None:
                return {None}
            places[move[0]].add(move[1])
        moves: set[PlainMove] = set()
        first_in_hand: dict[str, str] = {}
        for piece in (piece for piece in PIECES if piece in places):
            if piece not in self.cells:
                first = first_in_hand.setdefault(piece[:2], piece)
                assert places[piece] == places[first]
                if piece != first:
                    continue
            moves |= {(piece, cell) for cell in places[piece]}
        return moves

    def play(self, move: PlainMove, rng: random.Random) -> None:
        """Play a move in any of its spellings."""
        self.state.apply_action(rng.choice(self.actions()[move]))
        if move is not None:
            self.cells[move[0]] = move[1]


def pinned_pieces(game: Game) -> set[str]:
    """The pieces without which the hive falls apart."""
    hive = {(place.q, place.r): [p.name for p in stack] for place, stack in game.stacks.items()}
    return {
        stack[0]
        for cell, stack in hive.items()
        if len(stack) == 1 and not is_one_hive(lifted(hive, cell))
    }


def compare(game: Game, spiel: SpielGame) -> None:
    moves = {plain(move) for move in game.legal_moves}
    expected = spiel.moves()
    if "wQ" not in spiel.cells:
        pinned = pinned_pieces(game)
        expected = {move for move in expected if move is None or move[0] not in pinned}
    assert moves == expected
    assert game.is_over == spiel.state.is_terminal()
    if game.is_over:
        assert spiel.state.returns() == RESULTS[game.state]


def has_left_the_board(game: Game, spiel: SpielGame) -> bool:
    """Whether OpenSpiel has given up, which it may only if the hive has strayed far enough."""
    if game.is_over or not spiel.state.is_terminal():
        return False
    return max(distance(place) for place in game.stacks) > WIDEST_BOARD


def distance(place: Hex) -> int:
    return max(abs(place.q), abs(place.r), abs(place.q + place.r))


def play_and_compare(seed: str, game_type: str, tastes: Sequence[str]) -> Coverage:
    """Play a random game with both, comparing at every ply; returns what happened in it."""
    print(f"seed {seed!r}, {game_type}, tastes {tastes}")
    rng = random.Random(seed)
    game, spiel = Game(game_type), SpielGame(game_type)
    pair = players(rng, tastes)
    coverage = Coverage()
    try:
        compare(game, spiel)
        while game.ply < PLIES and not game.is_over:
            move = pair[game.turn].choose(game)
            coverage.note_move(game, move)
            game.play(move)
            spiel.play(plain(move), rng)
            if has_left_the_board(game, spiel):
                coverage["games off the board"] += 1
                return coverage
            compare(game, spiel)
        replayed = Game.from_string(str(spiel.state))
        assert replayed == game
        assert replayed.stacks == game.stacks
    except AssertionError as error:
        error.add_note(f"seed {seed!r}, {game_type}, tastes {tastes}, after {game.game_string}")
        raise
    coverage.note_end(game)
    return coverage


DRAWN = settings(
    max_examples=DRAWN_GAMES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # A smaller seed is no simpler game: there is nothing to shrink.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


@pytest.mark.slow
@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_seeded_games_agree_with_openspiel(game_type: str) -> None:
    coverage = Coverage()
    for number in range(SEEDED_GAMES):
        coverage.update(play_and_compare(f"{game_type} spiel {number}", game_type, TASTES))
    print(dict(coverage))
    assert coverage["games"] > SEEDED_GAMES // 2
    assert coverage["WhiteWins"] + coverage["BlackWins"] > 0
    assert coverage["stacks of three or more"] > 0
    assert (coverage["throws"] > 0) == ("P" in game_type)


@pytest.mark.slow
@pytest.mark.parametrize("game_type", GAME_TYPES)
@DRAWN
@given(
    seed=st.integers(0, 2**32),
    tastes=st.lists(st.sampled_from(TASTES), min_size=1, max_size=2),
)
def test_games_drawn_at_random_agree_with_openspiel(
    game_type: str, seed: int, tastes: list[str]
) -> None:
    play_and_compare(f"{game_type} {seed}", game_type, tastes)


def test_openspiel_forgets_pins_while_the_white_queen_is_in_hand() -> None:
    text = r"Base+M;InProgress;Black[3];wG1;bS1 -wG1;wA1 wG1\;bQ -bS1;wS1 /wA1"
    game, spiel = Game("Base+M"), SpielGame("Base+M")
    rng = random.Random(0)
    for move in Game.from_string(text).history:
        game.play(move)
        spiel.play(plain(move), rng)
    extra = spiel.moves() - {plain(move) for move in game.legal_moves}
    assert extra == {("bS1", (-3, 0)), ("bS1", (-2, 3)), ("bS1", (1, 0))}
    assert "bS1" in pinned_pieces(game)
    assert all(not game.is_legal(as_move(move)) for move in extra)


def test_openspiel_draws_a_game_that_leaves_its_board() -> None:
    game, spiel = Game(), SpielGame("Base", board_size=2)
    rng = random.Random(0)
    for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"):
        assert not spiel.state.is_terminal()
        spiel.play(plain(game.play(text)), rng)
    assert spiel.state.is_terminal()
    assert spiel.state.returns() == [0.0, 0.0]
    assert not game.is_over


def test_openspiel_draws_a_game_that_is_too_long() -> None:
    game, spiel = Game(), SpielGame("Base")
    rng = random.Random(0)
    opening = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
    dance = (r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-")
    for text in (*opening, *dance * (LONGEST_GAME // len(dance))):
        assert spiel.state.is_terminal() == (game.ply >= LONGEST_GAME)
        if game.ply >= LONGEST_GAME:
            break
        spiel.play(plain(game.play(text)), rng)
    assert game.ply == LONGEST_GAME
    assert not game.is_over
