"""What is seen while a tournament runs: finished games and a line of progress."""

import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from arena.match.game_record import GameRecord
from arena.output.report import estimate_text, ratio_text
from arena.plain_text import counted
from arena.settings import TournamentSettings
from arena.statistics.elo import estimate
from arena.statistics.results import Results

SECONDS_BETWEEN_LINES = 10.0
"""On a terminal the line is redrawn all the time; elsewhere there is a new one this often."""


class Progress:
    """Writes to a stream, normally standard error; without one, nothing is shown."""

    def __init__(
        self, settings: TournamentSettings, results: Results, games: int, stream: TextIO | None
    ) -> None:
        """`games` is how many the whole tournament has; some may be among the results already."""
        self._settings = settings
        self._results = results
        self._games = games
        self._stream = stream
        self._redraws = stream is not None and stream.isatty()
        self._resumed_games = len(results.records)
        self._start = time.monotonic()
        self._last_line = self._start
        self._width = 0
        self._score_rules = settings.conditions.score_rules
        self._checked_for_scores = {
            name
            for record in results.records
            for name in record.players
            if record.reports_scores(name)
        }

    def begin(self, journal: Path, capacity: int) -> None:
        """Say what is about to happen."""
        missing = self._games - sum(r.number <= self._games for r in self._results.records)
        self.note(f"{counted(missing, 'game')} to play, {capacity} at a time; journal {journal}")

    def note(self, text: str) -> None:
        """Show a note in a line of its own."""
        self.clear_line()
        self._write(f"{text}\n")

    def game_over(self, record: GameRecord) -> None:
        """Report a finished game."""
        players = f"{record.white} - {record.black}"
        text = f"game {record.number} {players} {record.game_type}: {record.result}"
        why = f"{record.ending}: {record.detail}" if record.ending.is_fault else record.detail
        lines = [f"{text} ({why})"]
        lines += [f"  warning: {remark}" for remark in record.disagreements]
        if record.ending.is_fault:
            lines += [f"  stderr: {line}" for line in record.stderr.splitlines()[-5:]]
        if self._score_rules:
            lines += self._missing_scores(record)
        self.note("\n".join(lines))

    def _missing_scores(self, record: GameRecord) -> list[str]:
        """A warning for each engine that reported no score in its first game."""
        warnings = []
        for name in record.players:
            reports = record.reports_scores(name)
            if reports is not None and name not in self._checked_for_scores:
                self._checked_for_scores.add(name)
                if not reports:
                    text = f"{name} reports no scores for {self._score_rules} to go by"
                    warnings.append(f"  warning: {text}")
        return warnings

    def update(self) -> None:
        """Show how things stand, if it is time to."""
        if self._stream is None:
            return
        now = time.monotonic()
        if self._redraws:
            text = self.line()[: shutil.get_terminal_size().columns - 1]
            self._write("\r" + text.ljust(self._width))
            self._width = len(text)
        elif now - self._last_line >= SECONDS_BETWEEN_LINES:
            self._last_line = now
            self._write(self.line() + "\n")

    def line(self) -> str:
        """Score, Elo, games a minute and time left."""
        done = len(self._results.records)
        minutes = (time.monotonic() - self._start) / 60
        pace = (done - self._resumed_games) / minutes if minutes > 0 else 0.0
        total = counted(self._games, "game")
        parts = [f"{done}/{total}", self._standing(), f"{pace:.1f} games/min"]
        if pace:
            left = max(0, self._games - done) / pace
            at_most = "at most " if self._settings.sprt else ""
            parts.append(f"{at_most}{_duration(60 * left)} left")
        return ", ".join(parts)

    def _standing(self) -> str:
        """The score of a match, or the leader of a tournament."""
        results = self._results
        if len(results.engines) > 2:
            leader = max(results.engines, key=lambda name: results.total(name).score)
            tally = results.total(leader)
            if not tally.games:
                return "no result yet"
            elo = estimate_text(estimate(tally))
            return f"{leader} leads with {tally.points:g}/{tally.games}, Elo {elo} to the field"
        first, second = results.engines
        tally = results.head_to_head(first, second)
        text = f"{first} +{tally.wins} ={tally.draws} -{tally.losses}"
        text += f", Elo {estimate_text(estimate(tally))}"
        if self._settings.sprt is not None:
            text += f", LLR {ratio_text(tally.pairs, self._settings.sprt)}"
        return text

    def clear_line(self) -> None:
        """Take the line of progress off the terminal."""
        if self._redraws and self._width:
            self._write("\r" + " " * self._width + "\r")
            self._width = 0

    def _write(self, text: str) -> None:
        """Show something, if anybody is there to see it: the games matter more."""
        with suppress(OSError, ValueError):
            if self._stream is not None:
                self._stream.write(text)
                self._stream.flush()


def _duration(seconds: float) -> str:
    """A time as people say it: `1 h 05 min`, `3 min`, `20 s`."""
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole // 60 % 60:02} min"
    return f"{whole // 60} min" if whole >= 120 else f"{whole} s"
