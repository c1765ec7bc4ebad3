"""Observations: what the planes say is so, nothing is lost, and they stay as they are."""

import hashlib

import learning_model as model
import numpy as np
import pytest
from helpers import ONE_GAME_TYPE_FAST
from numpy.typing import NDArray

from benchmarks.positions import SIGNATURE_SET
from engine import Color, Game, Hex
from learning import CENTRES, OBSERVATION_SHAPE, OBSERVATION_VERSION, PLANES, hands, observation

GAMES, PLIES = 5, 90


def test_planes_have_the_names_that_are_documented() -> None:
    assert list(PLANES) == model.PLANES
    assert observation(Game()).shape == OBSERVATION_SHAPE


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_planes_show_what_is_documented(game_type: str) -> None:
    highest = 0
    for seed in range(GAMES):
        for game in model.eventful_game(game_type, seed, PLIES):
            centre = CENTRES[(seed + game.ply) % len(CENTRES)]
            for viewer in Color:
                planes = observation(game, centre, viewer=viewer)
                assert np.array_equal(planes, model.planes(game, centre, viewer))
                assert np.array_equal(hands(game, viewer=viewer).ravel(), planes[-16:, 0, 0])
            highest = max(highest, int(planes[PLANES.index("height")].max()))
    assert highest >= 2


Seen = tuple[dict[tuple[int, int], tuple[str, ...]], dict[str, int], str, int, str | None]


def reconstructed(planes: NDArray[np.uint8]) -> Seen:
    """Stacks round the centre, hands, player, turn and stunned piece, from the planes alone."""
    by_name = dict(zip(PLANES, planes, strict=True))
    own, enemy = "bw" if by_name["black"][0, 0] else "wb"
    stacks: dict[tuple[int, int], dict[int, str]] = {}
    counts: dict[str, int] = {}
    for letter, side in ((own, "own"), (enemy, "enemy")):
        for name in model.NAMES:
            for row, column in np.argwhere(by_name[f"{side} {name}"]).tolist():
                level = int(by_name[f"{side} {name}"][row, column])
                stacks.setdefault((column - 16, row - 16), {})[level] = letter + name
        for bug in model.BUGS:
            counts[letter + bug] = int(by_name[f"{side} {bug} in hand"][0, 0])
    hive = {at: tuple(stack[level] for level in sorted(stack)) for at, stack in stacks.items()}
    stunned = [
        hive[column - 16, row - 16][-1] for row, column in np.argwhere(by_name["stunned"]).tolist()
    ]
    return hive, counts, own, int(by_name["turn"][0, 0]), stunned[0] if stunned else None


def seen(game: Game) -> Seen:
    """The same from the game."""
    q, r = model.centre(game, CENTRES[0], game.turn)
    hive = {
        (place.q - q, place.r - r): tuple(piece.name for piece in pieces)
        for place, pieces in game.stacks.items()
    }
    counts = {color.letter + bug: 0 for color in Color for bug in model.BUGS}
    for color in Color:
        for piece in game.hand(color):
            counts[color.letter + piece.bug.letter] += 1
    stunned = game.stunned.name if game.stunned else None
    return hive, counts, game.turn.letter, game.turn_number, stunned


@pytest.mark.parametrize("game_type", ONE_GAME_TYPE_FAST)
def test_a_position_can_be_reconstructed_with_the_names_of_its_pieces(game_type: str) -> None:
    for seed in range(GAMES):
        for game in model.eventful_game(game_type, f"again {seed}", PLIES):
            assert reconstructed(observation(game)) == seen(game)


def test_a_long_line_of_pieces_is_seen_whole() -> None:
    """With the queen at its end it goes round the torus, yet no two cells share a place."""
    game = Game("Base+MLP")
    game.play("wS1")
    game.play("bS1 wS1-")
    game.play("wQ -wS1")
    game.play("bQ bS1-")
    ends = ["wQ", "bQ"]
    names = ["A1", "A2", "A3", "G1", "G2", "G3", "B1", "B2", "S2", "M", "L", "P"]
    for name in names:
        game.play(f"w{name} -{ends[0]}")
        game.play(f"b{name} {ends[1]}-")
        ends = [f"w{name}", f"b{name}"]
    planes = observation(game)
    assert np.count_nonzero(planes[PLANES.index("height")]) == 28
    assert (planes[:28].reshape(28, -1).sum(axis=1) == 1).all()
    assert np.array_equal(planes, model.planes(game, "own queen", game.turn))
    assert model.centre(game, "hive", game.turn) in (Hex(0, 0), Hex(1, 0))
    assert np.array_equal(observation(game, "hive"), model.planes(game, "hive", game.turn))


def test_turns_are_counted_up_to_255() -> None:
    game = Game("Base")
    for move in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        game.play(move)
    for _ in range(128):
        for move in ("wQ \\wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"):
            game.play(move)
    assert game.turn_number > 255
    assert (observation(game)[PLANES.index("turn")] == 255).all()


def test_planes_are_written_to_the_array_given() -> None:
    game = Game.from_string(SIGNATURE_SET["Base+MLP, move 14"])
    expected = observation(game)
    for dtype in (np.uint8, np.float32):
        out = np.full(OBSERVATION_SHAPE, 9, dtype=dtype)
        assert observation(game, out=out) is out
        assert np.array_equal(out, expected)
    gaps = np.full((len(PLANES), 32, 64), 9, dtype=np.uint8)[..., ::2]
    assert np.array_equal(observation(game, out=gaps), expected)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="the planes have the shape"):
        observation(Game(), out=np.empty((2, 3)))
    with pytest.raises(TypeError, match="an observation is made of a Game"):
        observation("Base")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no centre"):
        observation(Game(), "elsewhere")


def test_the_planes_are_those_of_their_version() -> None:
    """Networks are trained on them. What changes a plane raises the version and changes this."""
    digest = hashlib.sha256(repr(PLANES).encode())
    for text in SIGNATURE_SET.values():
        game = Game.from_string(text)
        for centre in CENTRES:
            for viewer in Color:
                digest.update(observation(game, centre, viewer=viewer).tobytes())
    assert (OBSERVATION_VERSION, digest.hexdigest()[:16]) == (1, "10657c035caf52b6")
