"""Forced wins by brute force in plain Python: a second opinion on what the solver proves.

It knows `Game` alone: no kernels of its own, no table, no order of moves, no shortcut but that of
`any` and `all`, which stop when the answer is certain.
"""

from bruteforce import crowded_game

from engine import Color, Game, Move

CHEAP = {
    1: (
        ("Base+LP", 0, 50),
        ("Base+P", 5, 35),
        ("Base+L", 0, 40),
        ("Base+M", 10, 49),
        ("Base+L", 1, 45),
        ("Base+P", 3, 55),
        ("Base+MLP", 11, 60),
        ("Base+LP", 0, 53),
        ("Base+M", 2, 50),
        ("Base+M", 10, 53),
        ("Base+L", 0, 37),
        ("Base+MP", 0, 45),
        ("Base+L", 12, 53),
        ("Base+ML", 5, 50),
    ),
    2: (
        ("Base+P", 5, 35),
        ("Base+L", 0, 40),
        ("Base", 13, 30),
        ("Base+LP", 0, 50),
        ("Base+LP", 17, 60),
        ("Base+LP", 17, 58),
        ("Base", 45, 55),
        ("Base", 45, 37),
        ("Base+L", 23, 56),
        ("Base+L", 1, 41),
    ),
    3: (("Base+P", 5, 38), ("Base+P", 5, 42), ("Base", 9, 33)),
}
"""Positions, as game type, seed and ply, by the turns for which plain Python is quick enough."""


def late_position(game_type: str, seed: int, ply: int) -> Game:
    *_, game = crowded_game(game_type, ("proof", seed), ply, careful=seed % 2 == 1)
    assert game.ply == ply
    return game


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
