"""The engine against the slow reference rules: the same games, compared at every ply.

Seeded games are the same in every run and must between them meet every kind of event; further
games are drawn by hypothesis. A failure names the seed, the rules and the GameString that led to
it: `play_and_compare` with the same arguments plays the same game again.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from helpers import TASTES, Coverage, plain, players
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from reference import ReferenceGame

from engine import GAME_TYPES, Color, Game

SEEDED_GAMES = 14
SHUFFLED_GAMES = 3
DRAWN_GAMES = 12
"""How many games are played of each of the eight types: 232 in all."""

SHORTEST_GAME, LONGEST_GAME = 60, 150
"""After how many plies a game is broken off if nobody has won."""

EVENTS = (
    "WhiteWins",
    "BlackWins",
    "suicides",
    "both queens surrounded",
    "repetition draws",
    "passes",
    "throws",
    "stacks of three or more",
    "queens on a first turn",
    "games of 60 plies or more",
)


class Rules(NamedTuple):
    """The rules of one game."""

    game_type: str
    queen_first: bool = False
    repetition_draw: bool = False


def compare(game: Game, reference: ReferenceGame) -> None:
    """Everything the two say about the position must be the same."""
    moves = [plain(move) for move in game.legal_moves]
    assert len(moves) == len(set(moves)), "a move is listed twice"
    assert set(moves) == reference.legal_moves()
    assert game.state == reference.state
    # Without a pillbug in the box the engine has no use for the notion of a stunned piece.
    stunned = reference.stunned if "P" in game.game_type else None
    assert (game.stunned and game.stunned.name) == stunned
    for color in Color:
        assert [piece.name for piece in game.hand(color)] == reference.hand(color.letter)
    stacks = {(place.q, place.r): [p.name for p in stack] for place, stack in game.stacks.items()}
    assert stacks == reference.stacks
    assert game.game_string == reference.game_string()


def play_and_compare(seed: str, rules: Rules, tastes: Sequence[str], plies: int) -> Coverage:
    """Play a random game with both, comparing at every ply; returns what happened in it."""
    print(f"seed {seed!r}, {rules}, tastes {tastes}, plies {plies}")
    rng = random.Random(seed)
    game_type, queen_first, repetition_draw = rules
    game = Game(game_type, queen_first=queen_first, repetition_draw=repetition_draw)
    reference = ReferenceGame(game_type, queen_first=queen_first, repetition_draw=repetition_draw)
    pair = players(rng, tastes)
    coverage = Coverage()
    try:
        compare(game, reference)
        while game.ply < plies and not game.is_over:
            move = pair[game.turn].choose(game)
            coverage.note_move(game, move)
            game.play(move)
            reference.apply(plain(move))
            compare(game, reference)
    except AssertionError as error:
        error.add_note(f"seed {seed!r}, {rules}, tastes {tastes}, after {game.game_string}")
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
def test_seeded_games_of_all_types_agree_and_meet_every_event() -> None:
    coverage = Coverage()
    for game_type in GAME_TYPES:
        for number in range(SEEDED_GAMES):
            rules = Rules(game_type, queen_first=number % 4 == 1, repetition_draw=number % 4 == 2)
            seed = f"{game_type} {number}"
            plies = random.Random(number).randint(SHORTEST_GAME, LONGEST_GAME)
            coverage.update(play_and_compare(seed, rules, TASTES, plies))
    print(dict(coverage))
    assert coverage["games"] == SEEDED_GAMES * len(GAME_TYPES)
    assert [event for event in EVENTS if coverage[event] == 0] == []


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_games_of_shuffling_players_are_drawn_by_repetition(game_type: str) -> None:
    coverage = Coverage()
    for number in range(SHUFFLED_GAMES):
        rules = Rules(game_type, repetition_draw=True)
        seed = f"{game_type} shuffled {number}"
        coverage.update(play_and_compare(seed, rules, ["shuffle"], SHORTEST_GAME))
    print(dict(coverage))
    assert coverage["repetition draws"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("game_type", GAME_TYPES)
@DRAWN
@given(
    seed=st.integers(0, 2**32),
    tastes=st.lists(st.sampled_from(TASTES), min_size=1, max_size=2),
    plies=st.integers(SHORTEST_GAME, LONGEST_GAME),
    queen_first=st.booleans(),
    repetition_draw=st.booleans(),
)
def test_games_drawn_at_random_agree(
    game_type: str,
    seed: int,
    tastes: list[str],
    plies: int,
    queen_first: bool,
    repetition_draw: bool,
) -> None:
    rules = Rules(game_type, queen_first, repetition_draw)
    play_and_compare(f"{game_type} {seed}", rules, tastes, plies)
