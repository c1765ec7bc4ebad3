"""What a player sees in the moves of a position: who throws whom, which pieces hold the hive."""

from engine import Bug, Color, Game, Hex, Move, Piece
from engine.movegen import legal_codes
from engine.position import MOVE_SHIFT


def throwers(game: Game) -> dict[Move, Piece]:
    """The piece that throws, for every legal move that is a throw and nothing else.

    A bug that could also go there by itself goes by itself. Where both the pillbug and the mosquito
    can throw, the pillbug does.
    """
    record = game.position.copy()
    if not record["stuns"] or game.is_over:
        return {}
    moves = game.legal_moves
    if moves[0].piece is None:
        return {}
    # Without the pillbug's power, what is left goes on foot.
    record["stuns"] = 0
    on_foot = set(legal_codes(record))
    thrown = [move for move in moves if _code(move) not in on_foot]
    if not thrown:
        return {}
    pillbug, mosquito = (Piece(game.turn, bug, 1) for bug in (Bug.PILLBUG, Bug.MOSQUITO))
    if game.stunned in (pillbug, mosquito):
        able = mosquito if game.stunned == pillbug else pillbug
        return dict.fromkeys(thrown, able)
    # A stunned mosquito throws nothing, and but for itself its stun changes nothing of what the
    # pillbug throws.
    record["stuns"], record["stunned"] = 1, mosquito.index
    by_pillbug = set(legal_codes(record))
    return {
        move: pillbug if move.piece == mosquito or _code(move) in by_pillbug else mosquito
        for move in thrown
    }


def _code(move: Move) -> int:
    assert move.piece is not None
    assert move.to is not None
    return move.piece.index << MOVE_SHIFT | move.to.cell


def pinned(game: Game) -> list[Piece]:
    """The pieces that lie alone on their cell and hold the hive together: the hive would break.

    These are the points of articulation of the hive, found in one walk.
    """
    stacks = game.stacks
    if not stacks:
        return []
    order: dict[Hex, int] = {}
    lowest: dict[Hex, int] = {}
    holding: set[Hex] = set()
    start = next(iter(stacks))
    branches = 0

    def neighbours(place: Hex) -> list[Hex]:
        near = (place.neighbour(direction) for direction in range(6))
        return [place for place in near if place in stacks]

    order[start] = lowest[start] = 0
    walk = [(start, start, iter(neighbours(start)))]
    while walk:
        place, before, rest = walk[-1]
        for near in rest:
            if near not in order:
                order[near] = lowest[near] = len(order)
                walk.append((near, place, iter(neighbours(near))))
                break
            if near != before:
                lowest[place] = min(lowest[place], order[near])
        else:
            walk.pop()
            if walk:
                lowest[before] = min(lowest[before], lowest[place])
                if before == start:
                    branches += 1
                elif lowest[place] >= order[before]:
                    holding.add(before)
    if branches > 1:
        holding.add(start)
    return sorted(stacks[place][0] for place in holding if len(stacks[place]) == 1)


def surrounded(game: Game) -> list[Piece]:
    """The queens with no empty cell around them."""
    queens = (Piece(color, Bug.QUEEN, 1) for color in Color)
    places = ((queen, game.place_of(queen)) for queen in queens)
    return [
        queen
        for queen, place in places
        if place is not None and all(game.stack(place.neighbour(d)) for d in range(6))
    ]
