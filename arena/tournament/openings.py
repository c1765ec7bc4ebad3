"""Openings: random legal plies from a seed, the games of a file, or lines of an opening book."""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO, cast

from arena.plain_text import counted
from arena.settings import OWN_BOOK, TournamentSettings
from arena.tournament.opening_lines import NumberedLines, OpeningError, opened_lines
from engine import PASS, Game, HiveError, RecordError

DEFAULT_PLIES = 4
DEFAULT_GAME_TYPE = "Base+MLP"
MOST_TRIES = 1000

Opening = tuple[str, ...]
"""MoveStrings in the referee's spelling."""


class RandomOpenings:
    """Random legal plies; different for every index, the same for the same seed."""

    def __init__(self, game_types: tuple[str, ...], plies: int, seed: int) -> None:
        self.game_types = game_types
        self.longest = plies
        """The plies of the longest opening."""
        self.title = counted(plies, "random ply", "random plies")
        """What to call the source in reports."""
        self.fingerprint = f"random {plies} {seed}"
        """Equal for sources that give the same openings."""
        self._seed = seed

    def opening(self, game_type: str, index: int) -> Opening:
        """Legal plies none of which is forced; the game goes on after them."""
        generator = random.Random(f"{self._seed} {game_type} {index}")
        for _ in range(MOST_TRIES):
            moves = self._attempt(game_type, generator)
            if moves is not None:
                return moves
        raise OpeningError(f"no game of {self.longest} random plies without a pass or an end")

    def _attempt(self, game_type: str, generator: random.Random) -> Opening | None:
        game = Game(game_type)
        for _ in range(self.longest):
            game.play(game.move_string(generator.choice(game.legal_moves)))
            if game.is_over or game.legal_moves == [PASS]:
                return None
        return game.move_strings


class FileOpenings:
    """The openings of a file, in its order or shuffled by the seed; after the last, the first."""

    def __init__(self, path: Path, settings: TournamentSettings) -> None:
        wanted, repetition = settings.openings, settings.conditions.repetition
        self.title = path.name
        self._by_type: dict[str, list[Opening]] = {}
        # Large books repeat the same moves over and over: each text and each opening is kept once.
        texts: dict[str, str] = {}
        known: dict[Opening, Opening] = {}
        for where, game in _read_games(path, wanted.format):
            moves = _cut(where, game, wanted.plies, repetition=repetition)
            if moves not in known:
                moves = tuple(texts.setdefault(move, move) for move in moves)
            opening = known.setdefault(moves, moves)
            self._by_type.setdefault(game.game_type, []).append(opening)
        if not self._by_type:
            raise OpeningError(f"no games in {path}")
        self.game_types = settings.game_types or tuple(sorted(self._by_type))
        for game_type in self.game_types:
            if game_type not in self._by_type:
                there = ", ".join(sorted(self._by_type))
                raise OpeningError(f"{path} has no {game_type} opening, but {there}")
            entries = self._by_type[game_type]
            if wanted.order == "random":
                random.Random(f"{settings.seed} {game_type}").shuffle(entries)
            first = (wanted.start - 1) % len(entries)
            self._by_type[game_type] = entries[first:] + entries[:first]
        chosen = [self._by_type[game_type] for game_type in self.game_types]
        self.longest = max(len(moves) for entries in chosen for moves in entries)
        digest = hashlib.sha256()
        for piece in self._listing():
            digest.update(piece.encode())
        self.fingerprint = f"book {digest.hexdigest()[:16]}"

    def _listing(self) -> Iterator[str]:
        """The list of game types and their openings as Python writes it, piece by piece."""
        for number, kind in enumerate(self.game_types):
            yield f"{', ' if number else '['}({kind!r}, "
            for index, opening in enumerate(self._by_type[kind]):
                yield f"{', ' if index else '['}{opening!r}"
            yield "])"
        yield "]"

    def opening(self, game_type: str, index: int) -> Opening:
        entries = self._by_type[game_type]
        return entries[index % len(entries)]


class BookOpenings:
    """Balanced openings of a book, no two equal up to symmetry, in an order that the seed gives."""

    def __init__(self, settings: TournamentSettings) -> None:
        from study.openings.book import Book, BookError
        from study.openings.lines import BookLines

        wanted = settings.openings
        name = wanted.book or OWN_BOOK
        self.longest = DEFAULT_PLIES if wanted.plies is None else wanted.plies
        self.game_types = settings.game_types or (DEFAULT_GAME_TYPE,)
        try:
            book = Book.own() if name == OWN_BOOK else Book.load(name)
        except BookError as error:
            raise OpeningError(str(error)) from None
        self._lines = {
            game_type: BookLines(
                book,
                game_type,
                plies=self.longest,
                most_score=round(wanted.most_score * 100),
                seed=settings.seed,
            )
            for game_type in self.game_types
        }
        for game_type, lines in self._lines.items():
            if not lines:
                plies = counted(self.longest, "ply", "plies")
                raise OpeningError(
                    f"the book has no {game_type} opening of {plies} after which neither side is "
                    f"more than {wanted.most_score:g} ahead; give fewer plies= or a larger score="
                )
        kind = "own book" if name == OWN_BOOK else Path(name).name
        self.title = f"{kind}, {counted(self.longest, 'ply', 'plies')}"
        digest = hashlib.sha256(book.to_bytes()).hexdigest()[:16]
        self.fingerprint = f"book {digest} {self.longest} {wanted.most_score:g} {settings.seed}"

    def opening(self, game_type: str, index: int) -> Opening:
        lines = self._lines[game_type]
        return lines.moves(index % len(lines))


Openings = RandomOpenings | FileOpenings | BookOpenings
"""A source of openings, numbered from 0 for each game type; a number always gives the same one."""


def open_openings(settings: TournamentSettings) -> Openings:
    """The source the settings describe. Raises OpeningError."""
    wanted = settings.openings
    if wanted.file is not None:
        return FileOpenings(wanted.file, settings)
    if wanted.book is not None:
        return BookOpenings(settings)
    plies = DEFAULT_PLIES if wanted.plies is None else wanted.plies
    return RandomOpenings(settings.game_types or (DEFAULT_GAME_TYPE,), plies, settings.seed)


def _cut(where: str, game: Game, plies: int | None, *, repetition: bool) -> Opening:
    """The first plies of a game, respelled; it must not be over by then."""
    start = Game(game.game_type, repetition_draw=repetition)
    for move in game.history[:plies]:
        start.play(move)
        if start.is_over:
            raise OpeningError(
                f"{where}: the game is over after the opening, at ply {start.ply}; "
                "give fewer plies="
            )
    return start.move_strings


def _read_games(path: Path, kind: str | None) -> Iterator[tuple[str, Game]]:
    """The games of a file one after the other, each with where it stands."""
    is_pgn = kind == "pgn" or (kind is None and path.suffix.lower() == ".pgn")
    with opened_lines(path) as lines:
        yield from _read_pgn_games(path, lines) if is_pgn else _read_lines(lines)


def _read_lines(lines: NumberedLines) -> Iterator[tuple[str, Game]]:
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            game = Game.from_string(line)
        except HiveError as error:
            raise OpeningError(f"{lines.place}: {error}") from None
        yield lines.place, game


def _read_pgn_games(path: Path, lines: NumberedLines) -> Iterator[tuple[str, Game]]:
    from engine.pgn import read_all

    try:
        for number, record in enumerate(read_all(cast(TextIO, lines), queen_first=False), start=1):
            yield f"{path}, game {number}", record.game
    except RecordError as error:
        if error.ply is None:
            raise OpeningError(f"{path}, line {error.line}: {error.problem}") from None
        raise OpeningError(f"{path}: {error}") from None
