"""Why a move is illegal, in plain words. Runs only after a move has been refused."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from engine.errors import IllegalMoveError, Reason
from engine.hexgrid import Hex
from engine.notation import Move
from engine.pieces import Bug, Color, Piece, hand_of
from engine.position import QUEEN_DUE

if TYPE_CHECKING:
    from engine.game_view import GameView

_CRAWLS = {Bug.QUEEN: 1, Bug.PILLBUG: 1, Bug.SPIDER: 3}
"""How many steps bugs crawl that crawl a fixed number of them."""


def why_illegal(game: "GameView", move: Move) -> IllegalMoveError:
    """The error to raise for a move that is not among the legal ones."""
    return IllegalMoveError(*_find_reason(game, move))


def _find_reason(game: "GameView", move: Move) -> tuple[Reason, str]:
    piece, to = move
    if game.is_over:
        return Reason.GAME_OVER, "the game is over"
    if (piece is None) != (to is None):
        return Reason.NO_DESTINATION, "a move has a piece and a destination, a pass has neither"
    if piece is None or to is None:
        return Reason.PASS_NOT_FORCED, f"{game.turn} has legal moves and may not pass"
    if hand_of(game.game_type)[piece.bug] < piece.number:
        return Reason.NOT_IN_GAME, f"{piece} is not part of a {game.game_type} game"
    if game.place_of(piece) is None:
        reason = _why_not_placed(game, piece, to)
    else:
        reason = _why_not_moved(game, piece, to)
    if reason[0] is Reason.UNREACHABLE and game.legal_moves[0].piece is None:
        return Reason.MUST_PASS, f"{game.turn} has no legal move and must pass"
    return reason


def _why_not_placed(game: "GameView", piece: Piece, to: Hex) -> tuple[Reason, str]:
    color = game.turn
    if piece.color != color:
        return Reason.WRONG_COLOR, f"it is {color}'s turn and {piece} is in {color.other}'s hand"
    queen_waits = _queen(game, color) is None
    if piece.bug is Bug.QUEEN and game.turn_number == 1 and not game.queen_first:
        return Reason.QUEEN_FIRST_TURN, "the queen may not be placed on a player's first turn"
    if piece.bug is not Bug.QUEEN and queen_waits and game.turn_number >= QUEEN_DUE:
        return Reason.QUEEN_OVERDUE, f"{color} must place the queen by turn {QUEEN_DUE}"
    following = next(p for p in game.hand(color) if p.bug == piece.bug)
    if following != piece:
        return Reason.NOT_IN_HAND, f"{following} must be placed before {piece}"
    if game.stack(to):
        return Reason.OCCUPIED, f"{piece} is placed on an empty cell, not on {game.stack(to)[-1]}"
    neighbours = [game.stack(to.neighbour(d))[-1] for d in range(6) if game.stack(to.neighbour(d))]
    if not neighbours:
        where = "next to the hive" if game.stacks else "at (0, 0)"
        return Reason.NOT_AT_HIVE, f"{piece} must be placed {where}"
    for neighbour in neighbours:
        if neighbour.color != color:
            return Reason.TOUCHES_ENEMY, f"a new piece may not touch the enemy's {neighbour}"
    return Reason.UNREACHABLE, f"{piece} may not be placed there"


def _why_not_moved(game: "GameView", piece: Piece, to: Hex) -> tuple[Reason, str]:
    color = game.turn
    origin = game.place_of(piece)
    assert origin is not None
    throwers = [t for t in _throwers(game) if _adjacent(game.place_of(t), origin)]
    if piece.color != color and not throwers:
        return Reason.WRONG_COLOR, f"it is {color}'s turn and {piece} is {color.other}'s"
    if _queen(game, color) is None:
        return Reason.QUEEN_NOT_PLACED, f"{color} may not move before the queen is placed"
    if game.stack(origin)[-1] != piece:
        return Reason.COVERED, f"{piece} is covered by {game.stack(origin)[-1]}"
    if piece == game.stunned:
        return Reason.STUNNED, f"{piece} was moved last and is stunned for this turn"
    if to == origin:
        return Reason.UNREACHABLE, f"{piece} must leave its cell"
    if len(game.stack(origin)) == 1 and _splits(game, origin):
        return Reason.BREAKS_HIVE, f"moving {piece} would break the hive"
    if piece.color != color and len(game.stack(origin)) > 1:
        return Reason.COVERED, f"{piece} is part of a stack and cannot be thrown"
    if _only_a_gate_bars(game, piece, origin, to, throwers):
        return Reason.GATE, f"{piece} cannot pass the gate on its way there"
    if piece.color != color:
        return (
            Reason.UNREACHABLE,
            f"{piece} can only be thrown to an empty cell next to {throwers[0]}",
        )
    return Reason.UNREACHABLE, f"the {piece.bug} {piece} cannot reach that cell"


def _queen(game: "GameView", color: Color) -> Hex | None:
    return game.place_of(Piece(color, Bug.QUEEN, 1))


def _adjacent(one: Hex | None, other: Hex) -> bool:
    return one is not None and any(one.neighbour(d) == other for d in range(6))


def _bugs_next_to(game: "GameView", place: Hex) -> set[Bug]:
    stacks = (game.stack(place.neighbour(d)) for d in range(6))
    return {stack[-1].bug for stack in stacks if stack}


def _throwers(game: "GameView") -> list[Piece]:
    """The pieces of the side to move that have the pillbug's power now."""
    if _queen(game, game.turn) is None:
        return []
    found = []
    for bug in (Bug.PILLBUG, Bug.MOSQUITO):
        piece = Piece(game.turn, bug, 1)
        place = game.place_of(piece)
        if place is None or game.stack(place) != (piece,) or piece == game.stunned:
            continue
        if bug is Bug.PILLBUG or Bug.PILLBUG in _bugs_next_to(game, place):
            found.append(piece)
    return found


def _splits(game: "GameView", origin: Hex) -> bool:
    """Whether the hive falls apart when a lone piece is lifted."""
    rest = set(game.stacks) - {origin}
    start = next(iter(rest))
    return _flood(start, lambda place: rest & {place.neighbour(d) for d in range(6)}) != rest


def _flood(start: Hex, spread: Callable[[Hex], Iterable[Hex]]) -> set[Hex]:
    """Every cell reached by spreading again and again."""
    reached = {start}
    frontier = [start]
    while frontier:
        for place in spread(frontier.pop()):
            if place not in reached:
                reached.add(place)
                frontier.append(place)
    return reached


def _only_a_gate_bars(
    game: "GameView", piece: Piece, origin: Hex, to: Hex, throwers: list[Piece]
) -> bool:
    """Whether the piece would get there if it could squeeze through gates."""
    alone = len(game.stack(origin)) == 1
    if alone and not game.stack(to) and any(_adjacent(game.place_of(t), to) for t in throwers):
        return True
    if piece.color != game.turn:
        return False
    bugs = {piece.bug}
    if not alone:
        bugs = {Bug.BEETLE}
    elif piece.bug is Bug.MOSQUITO:
        bugs = _bugs_next_to(game, origin)
    if Bug.BEETLE in bugs and _adjacent(origin, to):
        return bool(game.stack(to)) or not alone or to in _crawls(game, origin, origin)
    if game.stack(to):
        return False
    if Bug.LADYBUG in bugs and to in _down_from_top(game, origin):
        return True
    return any(to in _crawled(game, origin, _CRAWLS[bug]) for bug in bugs & _CRAWLS.keys()) or (
        Bug.ANT in bugs and to in _flood(origin, lambda place: _crawls(game, place, origin))
    )


def _crawls(game: "GameView", place: Hex, origin: Hex) -> Iterator[Hex]:
    """Ground cells one crawl away, gates or not, in touch with the hive all along."""
    for d in range(6):
        beside = (place.neighbour(d - 1), place.neighbour((d + 1) % 6))
        to = place.neighbour(d)
        if not game.stack(to) and any(game.stack(b) and b != origin for b in beside):
            yield to


def _crawled(game: "GameView", origin: Hex, steps: int) -> set[Hex]:
    paths: list[tuple[Hex, ...]] = [(origin,)]
    for _ in range(steps):
        paths = [
            (*path, to)
            for path in paths
            for to in _crawls(game, path[-1], origin)
            if to not in path
        ]
    return {path[-1] for path in paths}


def _down_from_top(game: "GameView", origin: Hex) -> set[Hex]:
    """Empty cells that two steps on top of the hive and one down lead to, gates or not."""
    rest = set(game.stacks) - {origin}
    reached = {origin}
    for _ in range(2):
        reached = {p.neighbour(d) for p in reached for d in range(6)} & rest
    return {p.neighbour(d) for p in reached for d in range(6)} - rest - {origin}
