"""The names of the ways to search."""

STRATEGIES = ("AlphaBeta", "MCTS")
