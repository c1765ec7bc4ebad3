"""What commands do with a search: best move, analysis, evaluation, and pondering between them."""

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from uhp.errors import RefusedError
from uhp.loader import Loader, Stage
from uhp.options import Options
from uhp.output import note

if TYPE_CHECKING:
    from engine import Game
    from search import Limits, Line, Result, Score, Searcher
    from search.stop_flag import StopFlag

_POLL = 0.01
"""Seconds between two looks at whether an analysis without end is to end."""


class SearchCommands:
    """A searcher with the options applied, ready as soon as its kernels are."""

    def __init__(self, options: Options, loader: Loader) -> None:
        self._options = options
        self._loader = loader
        self._searcher: Searcher | None = None
        self._has_searched = False
        self._memory_noted: int | None = None
        self._seed_of_game: int | None = None

    def best_move(
        self,
        game: "Game",
        limits: "Limits",
        started: float,
        stop: "StopFlag",
        report: Callable[[str], None] | None = None,
    ) -> str:
        """The move to play, found within limits counted from `started`, or until stopped.

        `report` is called from a searching thread with a line for every better-searched move.
        """
        self._has_searched = True
        limits = limits.counted_from(started - self._options.move_overhead_ms.value / 1000)
        from_book = self._book_move(game, limits.deadline, stop)
        if from_book is not None:
            return from_book
        moves = game.legal_moves
        # A single move needs no search, but a client that wants scores gets one if it costs little.
        if len(moves) == 1 and (report is None or not self._search_stage.is_ready):
            return game.move_string(moves[0])
        if not self._search_stage.wait(stop, limits.deadline):
            from search.rules_only import rules_only_move

            note(
                f"propolis: still {self._search_stage.activity} {self._search_stage.title}; "
                "this move was chosen by the rules alone"
            )
            return game.move_string(rules_only_move(game))
        reporter = self._reporter(game, report)
        searcher = self._ready_searcher()
        result = searcher.search(game, limits, stop=stop, on_line=reporter)
        self._note_memory()
        if reporter is not None:
            reporter.report(result.line)
        if self._options.verbose.value and searcher.level < self._options.level.high:
            note(f"propolis: level {searcher.level} with seed {searcher.seed_in_use}")
        return game.move_string(result.move)

    def _book_move(self, game: "Game", deadline: float | None, stop: "StopFlag") -> str | None:
        """What the book has to say; None if there is none, or no time to load what it needs."""
        book = self._options.book.book
        if book is None:
            return None
        from random import Random

        now = time.perf_counter()
        patience = None if deadline is None else now + (deadline - now) / 2
        if not self._loader.book.wait(stop, patience):
            return None
        seed = self._options.seed.value or self._seed_of_game
        if not seed:
            seed = self._seed_of_game = time.time_ns()
        chance = Random(f"{seed} {game.notation}")
        found = book.choose(game, self._options.book_variety.value, chance)
        if found is None:
            return None
        if self._options.verbose.value:
            note(f"propolis: {found.text} is from the book")
        return found.text

    def analyze(self, game: "Game", limits: "Limits", count: int, stop: "StopFlag") -> list[str]:
        """The best lines at full strength, one text each; time counts from when it can begin."""
        self.wait_until_ready(stop)
        result = self.search_lines(game, limits, count, stop, self._reporter(game))
        return [describe(game, line) for line in result.lines]

    def analyze_endlessly(
        self, game: "Game", count: int, stop: "StopFlag", report: Callable[[str], None]
    ) -> list[str]:
        """The best lines when it is stopped, never before; `report` is called with all until then.

        The search must be ready.
        """
        from search import Limits

        verbose = self._reporter(game)

        def on_line(line: "Line") -> None:
            if verbose is not None:
                verbose(line)
            report(describe(game, line))

        result = self.search_lines(game, Limits(), count, stop, on_line)
        while not stop.is_set:  # a search that has proven everything ends by itself
            time.sleep(_POLL)
        return [describe(game, line) for line in result.lines]

    def wait_until_ready(self, stop: "StopFlag") -> None:
        """Wait until a search can begin. Raises RefusedError if that is interrupted."""
        if not self._search_stage.wait(stop):
            raise RefusedError("interrupted before the search was ready")

    def search_lines(
        self,
        game: "Game",
        limits: "Limits",
        count: int,
        stop: "StopFlag",
        on_line: Callable[["Line"], None] | None = None,
    ) -> "Result":
        """The best lines at full strength, with a search that is ready."""
        self._has_searched = True
        searcher = self._ready_searcher()
        result = searcher.search(game, limits, multipv=count, stop=stop, on_line=on_line)
        self._note_memory()
        return result

    @property
    def nodes_so_far(self) -> int:
        """How many nodes the search under way has visited."""
        return 0 if self._searcher is None else self._searcher.nodes_so_far

    def evaluate(self, game: "Game", stop: "StopFlag") -> list[str]:
        """The static evaluation for the side to move, one part a line, the total last."""
        if not self._loader.evaluation.wait(stop):
            raise RefusedError("interrupted before the evaluation was ready")
        from search import evaluate_parts

        parts = evaluate_parts(game)
        return [f"{name}: {round(value, 2) + 0.0:+.2f}" for name, value in parts.items()]

    def ponder(self, game: "Game") -> None:
        """Search in the background, if the option is on and a search has been asked for before."""
        if self._options.ponder.value and self._has_searched and self._search_stage.is_ready:
            self._ready_searcher().start_pondering(game.copy())

    def stop_pondering(self) -> None:
        """End pondering. An error that has ended it already is only noted."""
        try:
            if self._searcher is not None:
                self._searcher.stop_pondering()
        except Exception as error:
            note(f"propolis: thinking ahead failed: {type(error).__name__}: {error}")

    def forget(self) -> None:
        """A new game has begun: the table of the last one is of no use."""
        self._seed_of_game = None
        if self._searcher is not None:
            self._searcher.new_game()

    @property
    def _search_stage(self) -> Stage:
        return self._loader.searches[self._options.strategy.value]

    def _ready_searcher(self) -> "Searcher":
        options = self._options
        searcher = self._searcher = self._searcher or _new_searcher()
        searcher.threads = options.threads_to_start
        searcher.table_mib = options.table_mib.value
        searcher.strategy = options.strategy.value
        searcher.level = options.level.value
        searcher.seed = options.seed.value
        return searcher

    def _note_memory(self) -> None:
        """Say, once, that the system did not give as much memory as the options ask for."""
        assert self._searcher is not None
        got, wanted = self._searcher.table_mib_in_use, self._searcher.table_mib
        if got < wanted != self._memory_noted:
            self._memory_noted = wanted
            note(f"propolis: the system has no {wanted} MiB for TableSizeMiB; {got} MiB are used")

    def _reporter(
        self, game: "Game", report: Callable[[str], None] | None = None
    ) -> "_Reporter | None":
        verbose = self._options.verbose.value
        return _Reporter(game, verbose, report) if verbose or report is not None else None


def _new_searcher() -> "Searcher":
    """A searcher, weakened as the environment says: matches show what a technique is worth."""
    from search import Searcher
    from search.techniques import all_but

    searcher = Searcher()
    try:
        searcher.techniques = all_but(os.environ.get("PROPOLIS_WITHOUT", ""))
    except ValueError as error:
        note(f"propolis: PROPOLIS_WITHOUT: {error}")
    return searcher


class _Reporter:
    """Reports the lines of a search as they are found: all on stderr, the best to the client."""

    def __init__(self, game: "Game", verbose: bool, send: Callable[[str], None] | None) -> None:
        self._game = game.copy()
        self._verbose = verbose
        self._send = send
        self._sent = ""

    def __call__(self, line: "Line") -> None:
        if self._verbose:
            note(f"{describe(self._game, line)}  ({line.seconds:.2f} s)")
        if line.rank == 1:
            self.report(line)

    def report(self, line: "Line") -> None:
        """Send `move;depth;score` if it is new, and searched or the end of the game."""
        if self._send is None or (line.depth == 0 and line.score.mate is None):
            return
        text = f"{self._game.move_string(line.pv[0])};{line.depth};{_points(line.score)}"
        if text != self._sent:
            self._sent = text
            self._send(text)


def _points(score: "Score") -> str:
    """A score as a number, which for a forced win or loss has no end."""
    if score.mate is None:
        return str(score)
    return "inf" if score.mate > 0 else "-inf"


def describe(game: "Game", line: "Line") -> str:
    """A line of play: `1;score +0.35;win 54.2%;depth 6;nodes 81234;pv wS1;bS1 wS1-`.

    Everything after `pv ` are MoveStrings.
    """
    pv = ";".join(line.move_strings(game))
    return (
        f"{line.rank};score {line.score};win {line.score.win_chance:.1%};depth {line.depth};"
        f"nodes {line.nodes};pv {pv}"
    )
