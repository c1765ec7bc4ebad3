"""The network of the evaluation a second time: inputs from the stacks on the table, plain sums."""

from typing import Any

from feature_model import CRAWLERS, FAR, Side, distance

from engine import Bug, Color, Game, Piece
from search.evaluation import inputs
from search.evaluation.network import Network

STATES = ("hemmed", "pinned", "covered", "one way", "two ways", "more ways", "on top")
RANGES = (0, 1, 2, 3, "farther", "in hand")


def state_of(side: Side, piece: Piece) -> str:
    freedom = side.freedom(piece)
    if freedom != "free":
        return freedom
    place = side.game.place_of(piece)
    assert place is not None
    if len(side.game.stack(place)) > 1:
        return "on top"
    ways = side.slides(place) if piece.bug in CRAWLERS else len(side.occupied(place))
    return ("one way", "one way", "two ways")[ways] if ways < 3 else "more ways"


def range_of(away: int) -> int:
    return RANGES.index("in hand" if away == FAR else away if away <= 3 else "farther")


def inputs_of_side(game: Game, color: Color) -> list[int]:
    """The kinds of inputs that there are of one colour."""
    side = Side(game, color)
    counts = side.count()

    def total(*beginnings: str) -> int:
        return sum(count for name, count in counts.items() if name.startswith(beginnings))

    kinds = []
    for place, stack in game.stacks.items():
        for piece in stack:
            if piece.color == color:
                kind = list(Bug).index(piece.bug) * len(STATES)
                kind += STATES.index(state_of(side, piece))
                for queen in (side.enemy_queen, side.queen):
                    kind = kind * len(RANGES) + range_of(distance(place, queen))
                kinds.append(inputs.PIECE + kind)
    for at, bug in enumerate(Bug):
        name = "mosquito on top" if bug is Bug.MOSQUITO else f"free mosquito next to {bug.letter}"
        if counts[name]:
            kinds.append(inputs.MOSQUITO + at)
        if in_hand := counts[f"in hand {bug.letter}"]:
            kinds.append(inputs.HAND + 3 * at + in_hand - 1)
    own, enemy = int(side.own_crowd[0]), int(side.enemy_crowd[0])
    free = total("free pieces that do not yet touch")
    places = total("placement cells against")
    kinds.append(inputs.FREE_AGAINST + 12 * enemy + min(free, 11))
    kinds.append(inputs.PLACES + min(places // 2, 11))
    if side.queen is not None:
        rescued, throws = total("own queen that can be"), total("pieces that can be thrown")
        kinds += [
            inputs.QUEEN_OPEN + 7 * own + total("cells to crawl into"),
            inputs.QUEEN_DROPS + 7 * own - total("placement cells at enemy queen"),
            inputs.QUEEN_ENEMIES + 7 * own + total("free enemy pieces"),
            inputs.QUEEN_THROWS + 4 * (2 * own + rescued) + min(throws, 3),
        ]
    return kinds


def inputs_of(game: Game) -> list[int]:
    """All inputs, White's with even numbers."""
    return [2 * kind + color for color in Color for kind in inputs_of_side(game, color)]


def correction_of(network: Network, game: Game) -> int:
    """What the network adds for the side to move, in hundredths of a point."""
    numbers = inputs_of(game)
    rows, bias, weights = (part.tolist() for part in (network.rows, network.bias, network.weights))
    pieces = sum(map(len, game.stacks.values()))
    total = 0
    for view in range(2):
        flipped = [number ^ game.turn ^ view for number in numbers]
        for at, weight in enumerate(weights[pieces * 7 // 29][view]):
            found = bias[at] + sum(rows[number][at] for number in flipped)
            total += (min(max(found, 0), 255) ** 2 // 256) * weight
    return total // 2**14


def any_network(random: Any) -> Network:
    """A network of large numbers drawn by lot, so that sums are clipped at either end."""
    import numpy as np

    from search.evaluation.network import LARGEST_ROW, NUMBERS, WEIGHTS_AT

    numbers = random.integers(-200, 201, NUMBERS)
    numbers[WEIGHTS_AT // 2 :] *= 100
    numbers[:7] = LARGEST_ROW
    return Network(numbers.astype(np.int16))
