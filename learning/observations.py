"""What a player sees, as planes for a network. `learning.planes` defines them.

>>> from engine import Game
>>> game = Game("Base+MLP")
>>> _ = game.play("wS1"), game.play("bS1 wS1-"), game.play("wQ -wS1")
>>> planes = observation(game)
>>> planes.shape, planes.dtype
((51, 32, 32), dtype('uint8'))
>>> [(PLANES[c], int(planes[c, 16, 16])) for c in planes[:, 16, 16].nonzero()[0]][:3]
[('enemy Q', 1), ('enemy top', 1), ('height', 1)]
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import Color, Game
from engine.checks import instance
from engine.hexgrid import SIDE
from learning.centre import CENTRES, centre_number, centre_of
from learning.planes import HANDS, NOT_DRAWN, PLANES, SKETCH, draw, sketch_constants

OBSERVATION_SHAPE = (len(PLANES), SIDE, SIDE)


def observation(
    game: Game,
    centre: str = CENTRES[0],
    *,
    viewer: Color | None = None,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """The planes of a position as the player to move sees it, or another viewer.

    They are of uint8; an array of another type, such as float32, may be given as `out`, to be
    filled with the same values.
    """
    instance(game, Game, "an observation is made of a Game")
    color = game.turn if viewer is None else Color(viewer)
    if out is None:
        out = np.empty(OBSERVATION_SHAPE, dtype=np.uint8)
    instance(out, np.ndarray, "the planes are an array")
    if out.shape != OBSERVATION_SHAPE:
        raise ValueError(f"the planes have the shape {OBSERVATION_SHAPE}, not {out.shape}")
    fits = out.dtype == np.uint8 and out.flags.carray
    planes = out if fits else np.empty(OBSERVATION_SHAPE, dtype=np.uint8)
    start = int(centre_of(game.position, color, centre_number(centre)))
    draw(game.position, color, start, _sketch(), planes.reshape(-1))
    if not fits:
        out[:] = planes
    return out


def hands(game: Game, *, viewer: Color | None = None) -> NDArray[np.uint8]:
    """How many of each bug are in hand, own ones in the first row, the enemy's in the second.

    These are the values of the last 16 planes, for networks that take them as a vector.
    """
    instance(game, Game, "hands are those of a Game")
    sketch = _sketch()
    sketch_constants(game.position, game.turn if viewer is None else Color(viewer), sketch)
    counts: NDArray[np.uint8] = sketch["constant"][HANDS:].reshape(2, -1)
    return counts


def _sketch() -> Any:
    sketch = np.zeros(1, dtype=SKETCH)[0]
    sketch["count"] = NOT_DRAWN
    return sketch
