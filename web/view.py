"""A game as the page sees it: everything that is to be drawn, said or clicked, as JSON."""

from typing import Any

from engine import Color, Game, HiveError, Piece
from engine.hexgrid import Hex
from web.messages import LONGEST_GAME, MOST_PLIES, BadRequestError, Fields
from web.moves import pinned, surrounded, throwers
from web.spoken import spoken_end, spoken_move

_FIELDS_BEFORE_MOVES = 3
"""Game type, state and turn; semicolons come after them."""


def read_game(request: Fields, name: str = "game") -> Game:
    """The game of a request, with the rules it is played by. Raises BadRequestError."""
    notation = request.text(name, LONGEST_GAME)
    rules = read_rules(request)
    too_long = BadRequestError(
        f"a game of more than {MOST_PLIES:,} moves is too long for this board"
    )
    if notation.count(";") > MOST_PLIES + _FIELDS_BEFORE_MOVES:  # before it costs anything
        raise too_long
    try:
        game = Game.from_notation(notation, **rules)
    except HiveError as error:
        raise BadRequestError(sentence(error)) from None
    if len(game.history) > MOST_PLIES:
        raise too_long
    return game


def read_rules(request: Fields) -> dict[str, bool]:
    """The rules a game is played by."""
    return {
        "queen_first": request.flag("queen_first", False),
        "repetition_draw": request.flag("repetition_draw", False),
    }


def view(game: Game) -> dict[str, Any]:
    """How a game stands, and what can be done in it."""
    thrown = throwers(game)
    must_pass = bool(game.legal_moves) and game.legal_moves[0].piece is None
    return {
        "game": game.notation,
        "game_type": game.game_type,
        "queen_first": game.queen_first,
        "repetition_draw": game.repetition_draw,
        "state": str(game.state),
        "turn": str(game.turn),
        "turn_number": game.turn_number,
        "turn_string": game.turn_string,
        "ply": game.ply,
        "is_over": game.is_over,
        "winner": None if game.winner is None else str(game.winner),
        "end": spoken_end(game),
        "start": game.start_position,
        "moves": list(game.move_strings),
        **_last(game),
        "stacks": [
            {"q": place.q, "r": place.r, "pieces": [piece.name for piece in pieces]}
            for place, pieces in game.stacks.items()
        ],
        "hands": {str(color): _hand(game, color) for color in Color},
        "stunned": None if game.stunned is None else game.stunned.name,
        "pinned": [piece.name for piece in pinned(game)],
        "surrounded": [piece.name for piece in surrounded(game)],
        "legal": [
            {
                "move": text,
                "piece": move.piece.name,
                "to": list(move.to),
                "thrown_by": _name(thrown.get(move)),
            }
            for move, text in zip(game.legal_moves, game.legal_move_strings, strict=True)
            if move.piece is not None and move.to is not None
        ],
        "must_pass": must_pass,
        "pass_reason": _why_pass(game) if must_pass else None,
        "position": game.position_text,
    }


def sentence(error: Exception | str) -> str:
    """What went wrong as a sentence: with a capital and a full stop.

    >>> sentence("the game is over"), sentence("wA1 is covered by bB1")
    ('The game is over.', 'wA1 is covered by bB1.')
    """
    text = str(error).strip()
    head = text[:1]
    if not text[1:2].isupper():  # the name of a piece, such as wA1
        head = head.upper()
    return head + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _last(game: Game) -> dict[str, Any]:
    """The last move, drawn and spoken."""
    if not game.history:
        return {"last": None, "spoken": ""}
    before = game.copy()
    move = before.undo()
    thrown_by = throwers(before).get(move)
    origin = None if move.piece is None else before.place_of(move.piece)
    last = {
        "move": game.move_strings[-1],
        "piece": _name(move.piece),
        "from": place(origin),
        "to": place(move.to),
        "thrown_by": _name(thrown_by),
    }
    return {"last": last, "spoken": spoken_move(before, move, thrown_by)}


def _hand(game: Game, color: Color) -> list[dict[str, Any]]:
    """The pieces yet to be placed, kind by kind; the first of each is the one to place next."""
    kinds: dict[str, list[str]] = {}
    for piece in game.hand(color):
        kinds.setdefault(piece.bug.letter, []).append(piece.name)
    return [{"bug": bug, "pieces": pieces} for bug, pieces in kinds.items()]


def _why_pass(game: Game) -> str:
    can_place = "cannot place a piece" if game.hand(game.turn) else "has no piece left to place"
    return f"{game.turn} {can_place} and cannot move any, so {game.turn} must pass."


def place(place: Hex | None) -> list[int] | None:
    """A cell as two numbers."""
    return None if place is None else list(place)


def _name(piece: Piece | None) -> str | None:
    return None if piece is None else piece.name
