"""`engine.Game` beside python-chess, whose `Board` is the model of such an object, in one run.

Hive has three times the moves of chess. As a Python program does it: every list of moves, every ply
of random games. CPU time, so that a busy machine hits both alike.
"""

import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import chess
import numpy as np

from benchmarks.measure import Measure, at_least, at_most
from benchmarks.timing import rounds, timed
from engine import Game, canonical_hashes

ROUNDS = 5
GAMES = 10
PLIES = 100
"""A random game is broken off there, in chess as in Hive."""

POSITIONS = 40
PLIES_BEFORE = 30
REPEATS = 20


def run(quick: bool) -> Iterator[Measure]:
    times = 2 if quick else ROUNDS
    hive = [_hive_position(seed) for seed in range(POSITIONS)]
    board = [_chess_position(seed) for seed in range(POSITIONS)]
    lists: dict[str, list[float]] = {"Hive": [], "chess": []}
    plies: dict[str, list[float]] = {"Hive": [], "chess": []}
    for number in rounds("game object, Hive and chess", times):
        # A game knows its legal moves once it was asked, so every round asks new copies.
        copies = [[game.copy() for game in hive] for _ in range(REPEATS)]
        for name, work, given in (
            ("Hive", _list_hive, copies),
            ("chess", _list_chess, [board] * REPEATS),
        ):
            seconds, _ = timed(work, given, clock=time.process_time)
            lists[name].append(1e6 * seconds / (REPEATS * POSITIONS))
        for name, play in (("Hive", _play_hive), ("chess", _play_chess)):
            seconds, count = timed(play, number, clock=time.process_time)
            plies[name].append(count / seconds)
    for name, title in (("Hive", "Game.legal_moves"), ("chess", "python-chess, legal moves")):
        yield Measure(title, median(lists[name]), "us", samples=(*lists[name],))
    ratio = median(lists["Hive"]) / median(lists["chess"])
    yield Measure("Game.legal_moves : python-chess, time", ratio, "x", at_most(1.2), at_most(0.6))
    for name, title in (("Hive", "random plies, Game"), ("chess", "random plies, python-chess")):
        yield Measure(title, median(plies[name]), "/s", samples=(*plies[name],))
    ratio = median(plies["Hive"]) / median(plies["chess"])
    yield Measure("random plies, Game : python-chess", ratio, "x", at_least(0.7), at_least(1.0))
    yield from _hashes(hive, times)


def _hashes(games: list[Game], times: int) -> Iterator[Measure]:
    """Hashes that all symmetries share: through `Game`, and of an array of records."""
    records = np.array([game.position for game in games])
    one_by_one, together = [], []
    for _ in rounds("canonical hashes", times):
        seconds, _ = timed(_hash_games, games, clock=time.process_time)
        one_by_one.append(1e6 * seconds / (REPEATS * POSITIONS))
        seconds, _ = timed(_hash_records, records, clock=time.process_time)
        together.append(1e6 * seconds / (REPEATS * POSITIONS))
    for title, samples in (
        ("Game.canonical_hash", one_by_one),
        ("canonical_hashes, a position", together),
    ):
        yield Measure(title, median(samples), "us", at_most(20), at_most(10), (*samples,))


def _hash_games(games: list[Game]) -> None:
    for _ in range(REPEATS):
        for game in games:
            _ = game.canonical_hash


def _hash_records(records: Any) -> None:
    for _ in range(REPEATS):
        canonical_hashes(records)


def _hive_position(seed: int) -> Game:
    while True:
        game, random = Game("Base+MLP"), Random(seed)
        while game.ply < PLIES_BEFORE and not game.is_over:
            game.play(random.choice(game.legal_moves))
        if not game.is_over:
            return game
        seed += POSITIONS


def _chess_position(seed: int) -> chess.Board:
    while True:
        board, random = chess.Board(), Random(seed)
        while board.ply() < PLIES_BEFORE and not board.is_game_over():
            board.push(random.choice([*board.legal_moves]))
        if not board.is_game_over():
            return board
        seed += POSITIONS


def _list_hive(repeats: list[list[Game]]) -> None:
    for games in repeats:
        for game in games:
            _ = game.legal_moves


def _list_chess(repeats: list[list[chess.Board]]) -> None:
    for boards in repeats:
        for board in boards:
            _ = [*board.legal_moves]


def _play_hive(seed: int) -> int:
    random, plies = Random(seed), 0
    for _ in range(GAMES):
        game = Game("Base+MLP")
        while game.ply < PLIES and (moves := game.legal_moves):
            game.play(random.choice(moves))
        plies += game.ply
    return plies


def _play_chess(seed: int) -> int:
    random, plies = Random(seed), 0
    for _ in range(GAMES):
        board = chess.Board()
        while board.ply() < PLIES and (moves := [*board.legal_moves]):
            board.push(random.choice(moves))
        plies += board.ply()
    return plies
