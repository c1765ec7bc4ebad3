"""What a tournament is made of: engines, conditions of play, SPRT bounds."""

from dataclasses import dataclass, field
from pathlib import Path

from arena.exit_codes import ExitCode
from arena.match.time_control import TimeControl


class ArenaError(Exception):
    """Something the user can put right; `exit_code` tells scripts what kind of thing."""

    exit_code = ExitCode.WRONG_INPUT


@dataclass(frozen=True)
class EngineSettings:
    """An engine as the command line describes it."""

    name: str
    command: tuple[str, ...]
    time_control: TimeControl
    directory: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    margin: float = 0.25
    """Seconds a move may be late without losing."""
    startup: float = 30.0
    """Seconds until the banner must be complete."""
    reply: float = 30.0
    """Seconds any command but `bestmove` may take."""
    patience: float = 600.0
    """Seconds `bestmove` may take without a time to keep to."""
    threads: int = 0
    """Cores the engine uses; 0 until its option `Threads` has been read."""
    whole_seconds: bool = False
    """Whether the engine refuses fractions of a second; found out before the first game."""
    wants_scores: bool = False
    """Whether to turn on the engine's option that shows scores, if it has one."""


@dataclass(frozen=True)
class ResignRule:
    """A side that reports at most `-score` for `move_count` moves in a row has lost."""

    move_count: int
    score: float
    two_sided: bool = False
    """Whether the opponent must agree, reporting at least `score`."""


@dataclass(frozen=True)
class DrawRule:
    """Both sides within `score` of zero for `move_count` moves each, from `move_number` on."""

    move_number: int
    move_count: int
    score: float


@dataclass(frozen=True)
class Conditions:
    """What ends a game besides a surrounded queen."""

    max_plies: int = 300
    repetition: bool = True
    resign: ResignRule | None = None
    draw: DrawRule | None = None

    @property
    def score_rules(self) -> str:
        """The rules that go by the scores of the engines, as they are asked for."""
        rules = {"-resign": self.resign, "-draw": self.draw}
        return " and ".join(name for name, rule in rules.items() if rule is not None)


@dataclass(frozen=True)
class SprtBounds:
    """The two hypotheses of a sequential test, and how often it may err."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = True


OWN_BOOK = "own"
"""In place of a file: the opening book that comes with the program."""


@dataclass(frozen=True)
class OpeningSettings:
    """Where openings come from: a file of games, an opening book, or else random plies."""

    file: Path | None = None
    book: str | None = None
    """The file of an opening book, or `OWN_BOOK`."""
    most_score: float = 0.5
    """How far ahead, in points, either side may be after an opening of a book."""
    format: str | None = None
    plies: int | None = None
    order: str = "sequential"
    start: int = 1


@dataclass(frozen=True)
class TournamentSettings:
    """A whole tournament."""

    engines: tuple[EngineSettings, ...]
    games: int
    """Games of each two engines that meet; even, for every opening is played twice."""
    gauntlet: bool = False
    game_types: tuple[str, ...] = ()
    """Empty: those of the opening file."""
    openings: OpeningSettings = field(default_factory=OpeningSettings)
    seed: int = 1
    conditions: Conditions = field(default_factory=Conditions)
    sprt: SprtBounds | None = None
    event: str = "Propolis arena"
    site: str = "?"
