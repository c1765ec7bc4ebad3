"""Rotations, reflections and shifts: the same rules, one canonical form, one hash."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from positions import played

from engine import GAME_TYPES, Color, Game, Hex, Move, canonical_hashes

Cells = tuple[tuple[int, int, bool, tuple[str, ...]], ...]


def views(game: Game) -> Iterator[Cells]:
    """The twelve pictures of a position, each pushed into the corner: plain Python, no kernel."""
    for mirrored in (False, True):
        for steps in range(6):
            places = {}
            for place, pieces in game.stacks.items():
                seen = place
                if mirrored:
                    seen = Hex(-seen.q - seen.r, seen.r)
                for _ in range(steps):
                    seen = Hex(-seen.r, seen.q + seen.r)
                kinds = tuple(piece.name[:2] for piece in pieces)
                places[seen] = game.stunned is not None and pieces[-1] == game.stunned, kinds
            left = min((place.q for place in places), default=0)
            top = min((place.r for place in places), default=0)
            yield tuple(sorted((p.q - left, p.r - top, *rest) for p, rest in places.items()))


def canonical(game: Game) -> tuple[object, ...]:
    hands = tuple(tuple(piece.bug for piece in game.hand(color)) for color in Color)
    return min(views(game)), hands, game.turn


def random_games(game_type: str, count: int, plies: int) -> Iterator[Game]:
    for seed in range(count):
        random, game = Random(f"{game_type} {seed}"), Game(game_type)
        while game.ply < plies and (moves := game.legal_moves):
            game.play(random.choice(moves))
            yield game


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_turned_and_mirrored_games_have_the_same_moves_hash_and_form(game_type: str) -> None:
    random = Random(game_type)
    for game in random_games(game_type, 3, 50):
        if random.random() < 0.8:
            continue
        steps = random.randrange(6)
        turned = game.rotated(steps)
        flipped = turned.mirrored()
        shifted = flipped.setup().shifted(random.randrange(-40, 40), 17).game()
        for twin in (turned, flipped, shifted):
            assert twin.canonical_hash == game.canonical_hash
            assert twin.canonical_text == game.canonical_text
            assert len(twin.legal_moves) == len(game.legal_moves)
            assert twin.state == game.state
        images = {Move(move.piece, move.to and move.to.rotated(steps)) for move in game.legal_moves}
        assert {*turned.legal_moves} == images
        assert turned.rotated(-steps).move_strings == game.rotated(0).move_strings
        assert flipped.mirrored().game_string == turned.game_string


@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_hashes_are_equal_exactly_where_positions_are(game_type: str) -> None:
    """Against twelve sorted pictures in plain Python, over all positions after four plies of some
    bugs and over random games.
    """
    hashes: dict[int, object] = {}
    forms: dict[str, object] = {}
    classes: set[object] = set()
    checked = 0
    for game in [*all_positions(game_type), *map(Game.copy, random_games(game_type, 4, 40))]:
        found = canonical(game)
        assert hashes.setdefault(game.canonical_hash, found) == found
        assert forms.setdefault(game.canonical_text, found) == found
        classes.add(found)
        checked += 1
    assert len(hashes) == len(forms) == len(classes)
    assert checked > 3 * len(classes) / 2


def all_positions(game_type: str) -> Iterator[Game]:
    """Every position after up to three plies, and of four plies those with two bugs alone."""
    frontier = [Game(game_type)]
    for ply in range(4):
        following = []
        for game in frontier:
            moves = [m for m in game.legal_moves if m.piece and m.piece.name[1] in "QA"]
            for move in moves if ply >= 2 else game.legal_moves[:14]:
                twin = game.copy()
                twin.play(move)
                following.append(twin)
        frontier = following[:1500]
        yield from frontier


def test_what_differs_has_another_hash() -> None:
    game = played("Base+MLP", "wP", "bS1 wP-", "wQ -wP", "bQ bS1-", "wA1 -wQ", "bA1 bQ-")
    others = [game.setup() for _ in range(3)]
    others[0].turn = Color.BLACK
    others[0].turn_number = 5
    others[1].stunned = None
    others[2].game_type = "Base+LP"
    moved = played(
        "Base+MLP", "wP", "bS1 wP-", "wQ -wP", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wA1 bA1-"
    )
    stunned = moved.setup()
    assert stunned.stunned is not None
    free = moved.setup()
    free.stunned = None
    games = [game, others[0].game(), others[2].game(), moved, free.game()]
    assert len({one.canonical_hash for one in games}) == len(games)
    assert len({one.canonical_text for one in games}) == len(games)


def test_the_hash_is_the_same_in_every_version_and_process() -> None:
    """Opening books and data sets are keyed by it."""
    assert Game("Base").canonical_hash == START_HASH
    game = played("Base+MLP", "wP", "bS1 wP-", "wQ -wP", "bQ bS1-")
    assert game.canonical_hash == FOUR_PLIES_HASH


START_HASH = 16919312265230604258
FOUR_PLIES_HASH = 10168773661714278780


def test_a_long_thin_hive_is_not_confused_by_the_torus() -> None:
    """28 pieces in a line span more than half of the torus."""
    names = [f"{color}{bug}" for color in "wb" for bug in LINE.split()]
    line = Game.from_stacks({(q, 0): name for q, name in enumerate(names)}, game_type="Base+MLP")
    hashes = {line.canonical_hash}
    for steps in range(6):
        for shift in ((0, 0), (31, 5), (-16, 16)):
            setup = line.setup().rotated(steps).shifted(*shift)
            hashes |= {setup.game().canonical_hash, setup.mirrored().game().canonical_hash}
    assert len(hashes) == 1


LINE = "Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P"


def test_many_positions_are_hashed_in_one_call() -> None:
    games = [game.copy() for game in random_games("Base+MLP", 2, 40)]
    hashes = canonical_hashes(np.array([game.position for game in games]))
    assert hashes.dtype == np.uint64
    assert hashes.tolist() == [game.canonical_hash for game in games]
    assert canonical_hashes(np.array([games[0].position])[:0]).tolist() == []


def test_the_canonical_form_is_a_position_to_play_from() -> None:
    for game in random_games("Base+MLP", 2, 40):
        form = Game.from_position_text(game.canonical_text)
        assert form.canonical_text == game.canonical_text
        assert form.canonical_hash == game.canonical_hash
        assert len(form.legal_moves) == len(game.legal_moves)
