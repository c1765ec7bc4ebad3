"""For a person at a terminal: editing lines, moves without a command, games, lines that refresh.

Nothing of it is imported where stdin or stdout is not a terminal: programs see the protocol alone.
"""
