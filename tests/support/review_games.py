"""Small games to review, and the program that does so."""

import random
from pathlib import Path

import pytest
from bruteforce import crowded_game

from engine import Game, write_pgn
from study.review.command_line import main

NODES = "150"


def crowded(game_type: str = "Base+MLP", seed: int = 3, plies: int = 34) -> Game:
    """A game of players who crowd queens and overlook a lot."""
    return [*crowded_game(game_type, seed, plies)][-1]


def short_game(plies: int = 6, seed: int = 1) -> Game:
    """A few random moves."""
    rng = random.Random(seed)
    game = Game("Base+MLP")
    while game.ply < plies and not game.is_over:
        game.play(rng.choice(game.legal_moves))
    return game


def write_game(path: Path, game: Game, **tags: str) -> Path:
    """A file with one game."""
    path.write_text(write_pgn(game, tags), encoding="utf-8")
    return path


class Reviewing:
    """`propolis review` in this process, with a folder for what it writes."""

    def __init__(self, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self.out = folder
        self._capfd = capfd

    def run(self, *arguments: object, out: Path | None = None, nodes: str = NODES) -> int:
        """Review; what was said is in `said` and `complaints` then."""
        given = [str(each) for each in arguments]
        code = main([*given, "--nodes", nodes, "--out", str(out or self.out)])
        self.said, complaints = self._capfd.readouterr()
        self.complaints = [line for line in complaints.splitlines() if "positions" not in line]
        return code

    def files(self, out: Path | None = None) -> dict[str, bytes]:
        """All that lies in the folder."""
        return {path.name: path.read_bytes() for path in sorted((out or self.out).iterdir())}
