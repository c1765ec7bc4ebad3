"""Set up positions from small pictures, for tests.

A picture has one line a row of hexagons; every row starts half a hexagon (two characters) to the
left or the right of the row above. Cells of a row are separated by blanks:

    .       nothing
    wA1     a piece
    wQ+bB1  a stack, bottom first
    *       an empty cell that the test is about; letters and digits will do as well
    wA1*    an occupied cell that the test is about
"""

import re
from collections.abc import Iterator
from textwrap import dedent

from engine import Color, Fault, Game, Hex, Move, Piece, Setup

HALF = 2
"""Half the width of a hexagon in characters."""

ONE_GAP = """
      wS1 bS1
    .   bQ  wG1 wA1
      wQ  bG1 bA1
"""
"""White to move can surround the black queen."""

_CELL = re.compile(r"(?P<stack>[wb][A-Z]\d?(?:\+[wb][A-Z]\d?)*)?(?P<mark>[*a-z0-9]?)|\.")

_SLIPS = (Fault.NOT_IN_GAME, Fault.OUT_OF_ORDER, Fault.MORE_THAN_ONE_HIVE)


def board(
    picture: str,
    game_type: str = "Base+MLP",
    turn: str = "w",
    stunned: str | None = None,
    turn_number: int = 10,
) -> Game:
    """The position of a picture as a game without a history; the other pieces are in hand.

    Slips of the pen are refused: pieces out of order or not in the game, more than one hive. Else
    it need not be a position that a game can come to.
    """
    setup = Setup(
        game_type,
        {place: stack for place, stack, _ in _cells(picture) if stack},
        turn=Color("wb".index(turn)),
        turn_number=turn_number,
        stunned=stunned,
    )
    slips = [problem.message for problem in setup.problems() if problem.fault in _SLIPS]
    if slips:
        raise ValueError(f"{'; '.join(slips)}:{picture}")
    game = Game(game_type)
    game._set_up(setup)
    return game


def marked(picture: str, mark: str = "*") -> set[Hex]:
    """The cells of a picture with that mark."""
    return {place for place, _, found in _cells(picture) if found == mark}


def destinations(game: Game, piece: str) -> set[Hex]:
    """Where a piece can go now, on foot, thrown or from the hand."""
    wanted = Piece.named(piece)
    return {move.to for move in game.legal_moves if move.piece == wanted and move.to is not None}


def assert_goes_to_stars(
    piece: str,
    picture: str,
    *,
    turn: str | None = None,
    game_type: str = "Base+MLP",
    stunned: str | None = None,
    turn_number: int = 10,
) -> None:
    """The piece can go to the starred cells of the picture and nowhere else.

    It is its owner's turn unless `turn` says otherwise.
    """
    game = board(picture, game_type, turn or piece[0], stunned, turn_number)
    found, expected = destinations(game, piece), marked(picture)
    assert found == expected, (
        f"{piece} in{picture}\nshould not reach {_spelled(game, piece, found - expected)}"
        f"\nshould reach {_spelled(game, piece, expected - found)}"
    )


def movers(game: Game) -> set[str]:
    """The pieces in play that can go somewhere this turn, thrown ones included."""
    pieces = {move.piece for move in game.legal_moves if move.piece is not None}
    return {piece.name for piece in pieces if game.place_of(piece) is not None}


def placeable(game: Game) -> set[str]:
    """The pieces in hand that can be placed this turn."""
    pieces = {move.piece for move in game.legal_moves if move.piece is not None}
    return {piece.name for piece in pieces if game.place_of(piece) is None}


def is_one_hive(game: Game) -> bool:
    """Whether all pieces in play are linked."""
    rest = set(game.stacks)
    frontier = [rest.pop()]
    while frontier:
        near = {frontier[-1].neighbour(d) for d in range(6)} & rest
        frontier[-1:] = near
        rest -= near
    return not rest


def played(game_type: str, *moves: str, queen_first: bool = False) -> Game:
    """A new game after these moves."""
    game = Game(game_type, queen_first=queen_first)
    for move in moves:
        game.play(move)
    return game


def _cells(picture: str) -> Iterator[tuple[Hex, list[Piece], str]]:
    """Every cell of a picture with its stack and its mark."""
    rows = dedent(picture).strip("\n").rstrip().split("\n")
    parity = _indent(rows[0]) % 2
    for r, row in enumerate(rows):
        if (_indent(row) - r) % 2 != parity:
            raise ValueError(f"row {r + 1} is not half a hexagon off the row above it:{picture}")
        for number, text in enumerate(row.split()):
            cell = _CELL.fullmatch(text)
            if cell is None:
                raise ValueError(f"{text!r} is not a cell")
            names = cell["stack"].split("+") if cell["stack"] else []
            q = (_indent(row) + 2 * number - r - parity) // 2
            yield Hex(q, r), [Piece.named(name) for name in names], cell["mark"] or ""


def _indent(row: str) -> int:
    """How many half hexagons a row is indented by."""
    return (len(row) - len(row.lstrip())) // HALF


def _spelled(game: Game, piece: str, cells: set[Hex]) -> str:
    """Destinations as a person would write them."""
    moves = (Move(Piece.named(piece), cell) for cell in sorted(cells))
    return ", ".join(game.move_string(move) for move in moves) or "more"
