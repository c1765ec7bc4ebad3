"""Puzzles: positions with one right move, proven, and the set that ships with the program."""
