"""Forced wins by brute force in plain Python: a second opinion on what the solver proves.

It knows `Game` alone: no kernels of its own, no table, no order of moves, no shortcut but that of
`any` and `all`, which stop when the answer is certain.
"""

from engine import Color, Game, Move


def wins(game: Game, turns: int, color: Color) -> bool:
    """Whether a colour wins within so many turns of its own, whoever is to move."""
    if game.is_over:
        return game.winner is color
    if turns == 0:
        return False
    if game.turn is color:
        return any(wins_by(game, move, turns, color) for move in game.legal_moves)
    return all(wins_by(game, move, turns, color) for move in game.legal_moves)


def wins_by(game: Game, move: Move, turns: int, color: Color) -> bool:
    """The same after a move, which is a turn if it is the colour's."""
    left = turns - (game.turn is color)
    game.play(move)
    try:
        return wins(game, left, color)
    finally:
        game.undo()


def winning_moves(game: Game, turns: int) -> list[Move]:
    """The moves of the side to move that win within so many turns."""
    return [move for move in game.legal_moves if wins_by(game, move, turns, game.turn)]


def saving_moves(game: Game, turns: int) -> list[Move]:
    """The moves after which the opponent does not win within so many turns."""
    opponent = game.turn.other
    return [move for move in game.legal_moves if not wins_by(game, move, turns, opponent)]
