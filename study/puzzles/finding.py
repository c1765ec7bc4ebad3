"""Puzzles in a game: where a win or the threat of one is near, the solver proves what is there."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import PositionError
from engine.game import Game
from engine.notation import Move
from engine.pieces import ALL_PIECES, NOBODY, PER_COLOR, Bug, Color, Piece
from engine.position import drop, new_position
from engine.symmetry import canonical_hash
from search.stop_flag import StopFlag
from study.puzzles.difficulty import hardness
from study.puzzles.puzzle import Kind, Puzzle
from study.puzzles.solver import Solver, UnprovenError
from study.puzzles.themes import themes_of

LONGEST_WIN = 4
LONGEST_SAVE = 3
HOLDS_LONGER = 1
"""By so many turns the saving move must hold longer than the others do."""

LAST_PLIES = 24
"""How much of a game's end is looked at."""

LEAST_CHOICE = 8
"""With fewer legal moves there is little to find."""

CROWDED = 4
"""Neighbours of a queen from which on wins in 3 are looked for, whatever happened later."""

PROOF_NODES = 1_000_000
"""Nodes of one question to the solver; what takes more is no puzzle."""

_TABLE_MIB = 4

CLASSES: tuple[tuple[Kind, int], ...] = (
    *(("win", turns) for turns in range(1, LONGEST_WIN + 1)),
    *(("save", turns) for turns in range(1, LONGEST_SAVE + 1)),
)


@dataclass(frozen=True)
class Candidate:
    """A puzzle that is proven but not written down yet."""

    game: Game
    kind: Kind
    length: int
    move: Move
    key: int
    look: int
    """`key` without the stunned piece: puzzles that differ in it alone are one to a person."""


def candidates(
    game: Game, wanted: frozenset[tuple[Kind, int]], stop: StopFlag | None = None
) -> list[Candidate]:
    """What the end of a game has of the wanted kinds and lengths, latest position first."""
    finder = _Finder(wanted, stop)
    return list(finder.search(game))


class _Finder:
    """One look through a game, from its end backwards."""

    def __init__(self, wanted: frozenset[tuple[Kind, int]], stop: StopFlag | None) -> None:
        self._wanted = wanted
        self._stop = stop
        self._solver = Solver(nodes=PROOF_NODES, table_mib=_TABLE_MIB, stop=stop)
        self._later: dict[Color, int] = {}
        """Turns within which a colour was to win two plies later, where it was."""

    def search(self, game: Game) -> Iterator[Candidate]:
        """The candidates, the latest position first."""
        now = game.copy()
        for _ in range(min(LAST_PLIES, len(game.history))):
            now.undo()
            if self._stop is not None and self._stop.is_set:
                return
            if None in (now.place_of(_queen(color)) for color in Color):
                return
            self._solver.clear()
            try:
                # A puzzle has no history and the usual rules, whatever game it comes from.
                here = Game.from_setup(now.setup())
                found = self._look(here)
            except (PositionError, UnprovenError):
                continue
            if found is not None and len(here.legal_moves) >= LEAST_CHOICE:
                yield Candidate(here, *found, symmetric_key(here), look_key(here))

    def _look(self, game: Game) -> tuple[Kind, int, Move] | None:
        color = game.turn
        later = self._later.pop(color, None)
        most = _usual_length(game, color.other)
        if later is not None:
            most = min(max(most, later + 1), LONGEST_WIN)
        length = self._solver.fewest_turns(game, most)
        if length is None:
            return self._save(game)
        self._later[color] = length
        if ("win", length) not in self._wanted:
            return None
        winning = self._solver.winning_moves(game, length, most=2)
        return ("win", length, winning[0]) if len(winning) == 1 else None

    def _save(self, game: Game) -> tuple[Kind, int, Move] | None:
        """A defence by one move alone, which holds longer than the others."""
        solver = self._solver
        most = _usual_length(game, game.turn)
        threat = next((n for n in range(1, most + 1) if solver.threatens(game, n)), None)
        if threat is None:
            return None
        for length in range(threat, LONGEST_SAVE + 1):
            saving = solver.saving_moves(game, length, most=2)
            if len(saving) > 1:
                continue
            if not saving or ("save", length) not in self._wanted:
                return None
            after = game.copy()
            after.play(saving[0])
            if not after.is_over and solver.wins(after, length + HOLDS_LONGER):
                return None
            return "save", length, saving[0]
        return None


def _usual_length(game: Game, color: Color) -> int:
    """The turns within which to look for an end of a queen: the more about her, the more."""
    place = game.place_of(_queen(color))
    assert place is not None
    around = sum(bool(game.stack(cell)) for cell in place.neighbours)
    return 3 if around >= CROWDED else 2


def finished(candidate: Candidate, stop: StopFlag | None = None) -> Puzzle | None:
    """The whole puzzle: the line to the end, themes and difficulty; None if that takes too long."""
    game, kind, length = candidate.game, candidate.kind, candidate.length
    line, unique = [game.move_string(candidate.move)], True
    if kind == "win":
        solver = Solver(nodes=PROOF_NODES, table_mib=_TABLE_MIB, stop=stop)
        try:
            line, unique = solver.line(game, candidate.move, length)
        except UnprovenError:
            return None
    themes = themes_of(game, kind, length, line)
    return Puzzle(
        id=f"{candidate.key:016x}"[:10],
        position=game.position_text,
        kind=kind,
        length=length,
        solution=tuple(line),
        theme=themes[0],
        themes=tuple(themes),
        difficulty=hardness(game, candidate.move, kind, length, stop).difficulty,
        unique=unique,
    )


def symmetric_key(game: Game) -> int:
    """64 bits that are equal for positions equal up to shifts, rotations, reflections and colours.

    The number of the turn counts for nothing.

    >>> white = Game.from_position_text("Base White[3] wQ,bQ,bS1,wS1 -")
    >>> black = Game.from_position_text("Base Black[3] bS1,wS1,wQ,bQ -")
    >>> symmetric_key(white) == symmetric_key(black.rotated(2))
    True
    """
    return _key(game, game.stunned)


def look_key(game: Game) -> int:
    """The same whatever piece is stunned.

    >>> free = Game.from_position_text("Base+P White[5] wQ,bQ,bS1,wS1 -")
    >>> stunned = Game.from_position_text("Base+P White[5] wQ,bQ,bS1,wS1 bQ")
    >>> look_key(free) == look_key(stunned), symmetric_key(free) == symmetric_key(stunned)
    (True, False)
    """
    return _key(game, None)


def _key(game: Game, stunned: Piece | None) -> int:
    own, swapped = game.position.copy(), new_position(game.game_type)
    for place, pieces in game.stacks.items():
        for piece in pieces:
            twin = _twin(piece)
            swapped["hand"][twin.color][twin.bug] -= 1
            drop(swapped, twin.index, place.cell)
    own["stunned"] = NOBODY if stunned is None else stunned.index
    swapped["stunned"] = NOBODY if stunned is None else _twin(stunned).index
    swapped["ply"] = game.ply + 1
    return min(canonical_hash(own), canonical_hash(swapped))


def _twin(piece: Piece) -> Piece:
    """The same piece of the other colour."""
    return ALL_PIECES[(piece.index + PER_COLOR) % len(ALL_PIECES)]


def _queen(color: Color) -> Piece:
    return Piece(color, Bug.QUEEN, 1)
