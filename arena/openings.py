"""Openings: random legal plies from a seed, or the games of a file."""

import hashlib
import random
from pathlib import Path
from typing import Protocol

from arena.settings import ArenaError, OpeningSettings
from engine import PASS, Game, HiveError

DEFAULT_PLIES = 4
DEFAULT_GAME_TYPE = "Base+MLP"
MOST_TRIES = 1000

Opening = tuple[str, ...]
"""MoveStrings in the referee's spelling."""


class OpeningError(ArenaError):
    """There are no openings of that kind."""


class Openings(Protocol):
    """A source of openings: the same index always gives the same opening."""

    game_types: tuple[str, ...]

    def opening(self, game_type: str, index: int) -> Opening:
        """An opening by its number, counted from 0 for each game type."""

    @property
    def title(self) -> str:
        """What to call the source in reports."""

    @property
    def fingerprint(self) -> str:
        """Equal for sources that give the same openings."""


class RandomOpenings:
    """Random legal plies; different for every index, the same for the same seed."""

    def __init__(self, game_types: tuple[str, ...], plies: int, seed: int) -> None:
        self.game_types = game_types
        self._plies = plies
        self._seed = seed

    @property
    def title(self) -> str:
        return f"{self._plies} random plies"

    @property
    def fingerprint(self) -> str:
        return f"random {self._plies} {self._seed}"

    def opening(self, game_type: str, index: int) -> Opening:
        """Legal plies none of which is forced; the game goes on after them."""
        generator = random.Random(f"{self._seed} {game_type} {index}")
        for _ in range(MOST_TRIES):
            moves = self._attempt(game_type, generator)
            if moves is not None:
                return moves
        raise OpeningError(f"no game of {self._plies} random plies without a pass or an end")

    def _attempt(self, game_type: str, generator: random.Random) -> Opening | None:
        game = Game(game_type)
        for _ in range(self._plies):
            game.play(game.move_string(generator.choice(game.legal_moves)))
            if game.is_over or game.legal_moves == [PASS]:
                return None
        return game.move_strings


class Book:
    """The openings of a file, in its order or shuffled by the seed; after the last, the first."""

    def __init__(
        self,
        settings: OpeningSettings,
        game_types: tuple[str, ...],
        seed: int,
        *,
        repetition: bool,
    ) -> None:
        assert settings.file is not None
        self._path = settings.file
        games = _read_games(settings.file, settings.format)
        if not games:
            raise OpeningError(f"no games in {settings.file}")
        self._by_type: dict[str, list[Opening]] = {}
        for where, game in games:
            opening = _cut(where, game, settings.plies, repetition=repetition)
            self._by_type.setdefault(game.game_type, []).append(opening)
        self.game_types = game_types or tuple(sorted(self._by_type))
        for game_type in self.game_types:
            if game_type not in self._by_type:
                there = ", ".join(sorted(self._by_type))
                raise OpeningError(f"{self._path} has no {game_type} opening, but {there}")
            entries = self._by_type[game_type]
            if settings.order == "random":
                random.Random(f"{seed} {game_type}").shuffle(entries)
            first = (settings.start - 1) % len(entries)
            self._by_type[game_type] = entries[first:] + entries[:first]

    @property
    def title(self) -> str:
        return self._path.name

    @property
    def fingerprint(self) -> str:
        text = repr([(kind, self._by_type[kind]) for kind in self.game_types])
        return f"book {hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def opening(self, game_type: str, index: int) -> Opening:
        entries = self._by_type[game_type]
        return entries[index % len(entries)]


def open_openings(
    settings: OpeningSettings, game_types: tuple[str, ...], seed: int, *, repetition: bool = True
) -> "Openings":
    """The source the settings describe; with `repetition` that ends games. Raises OpeningError."""
    if settings.file is not None:
        return Book(settings, game_types, seed, repetition=repetition)
    plies = DEFAULT_PLIES if settings.plies is None else settings.plies
    return RandomOpenings(game_types or (DEFAULT_GAME_TYPE,), plies, seed)


def _cut(where: str, game: Game, plies: int | None, *, repetition: bool) -> Opening:
    """The first plies of a game, respelled; it must not be over by then."""
    start = Game(game.game_type, repetition_draw=repetition)
    for text in game.move_strings[:plies]:
        start.play(start.move_string(start.parse_move(text)))
        if start.is_over:
            raise OpeningError(
                f"{where}: the game is over after the opening, at ply {start.ply}; "
                "give fewer plies="
            )
    return start.move_strings


def _read_games(path: Path, kind: str | None) -> list[tuple[str, Game]]:
    """The games of a file, each with where it stands."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OpeningError(f"cannot read the openings: {error}") from None
    if kind == "pgn" or (kind is None and path.suffix.lower() == ".pgn"):
        return _read_pgn_games(path, text)
    games = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{path}, line {number}"
        try:
            games.append((where, Game.from_string(line)))
        except HiveError as error:
            raise OpeningError(f"{where}: {error}") from None
    return games


def _read_pgn_games(path: Path, text: str) -> list[tuple[str, Game]]:
    from engine.pgn import read_all

    try:
        records = list(read_all(text, queen_first=False))
    except HiveError as error:
        raise OpeningError(f"{path}: {error}") from None
    return [(f"{path}, game {n}", record.game) for n, record in enumerate(records, start=1)]
