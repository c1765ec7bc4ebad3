"""What is wrong with a position that was put together by hand.

Every rule here follows from the rules of play: turns begin with placing, the queen comes by the
fourth piece, nothing moves before her, only beetles and mosquitoes climb, the hive is one.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.errors import Fault, Problem
from engine.hexgrid import Hex
from engine.pieces import Bug, Color, Piece, hand_of
from engine.position import QUEEN_DUE

if TYPE_CHECKING:
    from engine.setup import Setup

Stacks = Mapping[Hex, tuple[Piece, ...]]

_CLIMBERS = (Bug.BEETLE, Bug.MOSQUITO)


def problems_of(setup: "Setup", queen_first: bool) -> list[Problem]:
    """All problems of a position, those of single pieces first."""
    stacks = setup.stacks
    return [
        *_of_pieces(setup.game_type, stacks),
        *_of_the_hive(stacks),
        *_of_the_stunned(setup),
        *(problem for color in Color for problem in _of_a_player(setup, color, queen_first)),
    ]


def turns_needed(stacks: Stacks, turn: Color, stunned: Piece | None) -> dict[Color, int]:
    """How many turns each player must have had, at the least: placements and moves."""
    return {
        color: _placed(stacks, color) + _moves_needed(stacks, turn, stunned, color)
        for color in Color
    }


def _placed(stacks: Stacks, color: Color) -> int:
    return sum(piece.color is color for pieces in stacks.values() for piece in pieces)


def _climbed(stacks: Stacks, color: Color) -> list[Piece]:
    """A player's pieces that lie on others: each has moved at least once."""
    return [piece for pieces in stacks.values() for piece in pieces[1:] if piece.color is color]


def _moves_needed(stacks: Stacks, turn: Color, stunned: Piece | None, color: Color) -> int:
    climbed = _climbed(stacks, color)
    stunned_by_it = stunned is not None and turn is not color and stunned not in climbed
    return len(climbed) + stunned_by_it


def _of_pieces(game_type: str, stacks: Stacks) -> Iterator[Problem]:
    in_play = {piece for pieces in stacks.values() for piece in pieces}
    for piece in sorted(in_play):
        if piece.number > hand_of(game_type)[piece.bug]:
            yield Problem(Fault.NOT_IN_GAME, f"{piece} is not part of a {game_type} game")
        elif piece.number > 1:
            earlier = Piece(piece.color, piece.bug, piece.number - 1)
            if earlier not in in_play:
                yield Problem(Fault.OUT_OF_ORDER, f"{piece} is in play and {earlier} is not")
    for pieces in stacks.values():
        for piece, below in zip(pieces[1:], pieces, strict=False):
            if piece.bug not in _CLIMBERS:
                message = f"{piece} lies on {below}, but only beetles and mosquitoes climb"
                yield Problem(Fault.CANNOT_CLIMB, message)


def _of_the_hive(stacks: Stacks) -> Iterator[Problem]:
    rest = set(stacks)
    frontier = [rest.pop()] if rest else []
    while frontier:
        near = rest.intersection(map(frontier.pop().neighbour, range(6)))
        rest -= near
        frontier += near
    if rest:
        lonely = stacks[min(rest)][-1]
        yield Problem(Fault.MORE_THAN_ONE_HIVE, f"{lonely} is not linked with all the others")


def _of_the_stunned(setup: "Setup") -> Iterator[Problem]:
    stunned = setup.stunned
    if stunned is None:
        return
    if not hand_of(setup.game_type)[Bug.PILLBUG]:
        message = f"{stunned} cannot be stunned: there is no pillbug in {setup.game_type}"
    elif not any(stunned in pieces for pieces in setup.stacks.values()):
        message = f"{stunned} cannot be stunned: it is not in play"
    elif not any(stunned == pieces[-1] for pieces in setup.stacks.values()):
        message = f"{stunned} cannot be stunned: it moved last, but another piece lies on it"
    elif stunned in _climbed(setup.stacks, setup.turn):
        message = f"{stunned} cannot be stunned: it climbed by itself, so {setup.turn} moved last"
    else:
        return
    yield Problem(Fault.STUNNED, message)


def _of_a_player(setup: "Setup", color: Color, queen_first: bool) -> Iterator[Problem]:
    stacks, stunned = setup.stacks, setup.stunned
    turns = (setup.ply + (color is Color.WHITE)) // 2
    placed = _placed(stacks, color)
    moves = _moves_needed(stacks, setup.turn, stunned, color)
    queen = Piece(color, Bug.QUEEN, 1)
    has_queen = any(queen in pieces for pieces in stacks.values())
    if turns > 0 and placed == 0:
        yield Problem(Fault.NOTHING_PLACED, f"{color} has had a turn and must have placed a piece")
    if placed + moves > turns:
        done = f"{placed} placed" + (f" and {moves} or more moved" if moves else "")
        message = f"{color} has had {turns} turns, too few for the pieces in play: {done}"
        yield Problem(Fault.TOO_FEW_TURNS, message)
    if has_queen and placed == 1 and not queen_first:
        message = f"{color}'s queen is in play alone, but may not be placed on a first turn"
        yield Problem(Fault.QUEEN_FIRST_TURN, message)
    if not has_queen and placed >= QUEEN_DUE:
        message = f"{color} has placed {placed} pieces, the queen not among the first {QUEEN_DUE}"
        yield Problem(Fault.QUEEN_OVERDUE, message)
    if not has_queen and moves:
        climbed = _climbed(stacks, color)
        what = f"{climbed[0]} lies on another piece" if climbed else f"{stunned} moved last"
        message = f"{what}, but {color}'s queen is not in play, so nothing of {color}'s has moved"
        yield Problem(Fault.QUEEN_NOT_PLACED, message)
