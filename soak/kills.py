"""`kill -9` at any moment: of engines while they fill their cache, and of arenas while they play.

After the kill of an engine the next start with the same cache must answer. After the kill of an
arena its journal can be read, holds every game that was reported as finished, and grows from where
it was; in the end every game has been played once. Nothing that was started is left behind.
"""

import contextlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from uhp_client import ENGINE, environment

from arena.tournament.journal import JournalError, lacks_header, read_journal
from engine.pgn import read_all
from soak.campaign import Campaign, Outcome
from soak.oneshot import (
    MARK,
    ask,
    choose_file,
    left_behind,
    random_question,
    start,
    warm_cache,
)

ARENA = (sys.executable, "-m", "arena")
MOST_FILES_MISSING = 3
"""Files removed from a warm cache, so that an engine has something to compile and to write."""

LATEST_ENGINE_KILL = 3.0
LATEST_START_KILL, LATEST_GAME_KILL = 2.0, 0.5
"""Seconds after the start of an arena, and after a game of it has ended."""

GAMES_PER_KILL = 8
FIRST_GAMES_PATIENCE = 60.0
LAST_RUN_PATIENCE = 300.0
_REPORTED = re.compile(rb"^game (\d+) ", re.MULTILINE)


@dataclass(frozen=True)
class Kills(Campaign):
    """Sudden ends; engines and arenas take turns."""

    name: ClassVar[str] = "kills"
    unit: ClassVar[str] = "kills"
    per_item: ClassVar[int] = 5
    patience: ClassVar[float] = 1200.0
    engine: tuple[str, ...] = ENGINE
    arena: tuple[str, ...] = ARENA

    def prepare(self) -> None:
        warm_cache()

    def run(self, number: int, chance: Random) -> Outcome:
        outcome = Outcome()
        with tempfile.TemporaryDirectory(prefix="propolis-soak-") as folder:
            trial = self.kill_arenas if number % 2 else self.kill_engines
            trial(Path(folder), chance, outcome)
            if pids := left_behind(folder):
                outcome.fail("processes left behind", number=len(pids))
        return outcome

    def kill_engines(self, folder: Path, chance: Random, outcome: Outcome) -> None:
        """Kill engines that share a cache which lacks something; ask one after every kill."""
        cache = folder / "cache"
        shutil.copytree(warm_cache(), cache)
        for _ in range(chance.randint(1, MOST_FILES_MISSING)):
            choose_file(cache, chance).unlink()
        environment = {"PROPOLIS_CACHE_DIR": str(cache), MARK: str(folder)}
        for last in [False] * (self.per_item - 1) + [True]:
            process = start(self.engine, random_question(chance, "depth 3").text, **environment)
            moment = LATEST_ENGINE_KILL * chance.random()
            time.sleep(moment)
            process.kill()
            outcome.counts.update({"kills": 1, "kills of engines": 1})
            question = random_question(chance, "depth 2" if last else "time 00:00:00.3")
            ended = ask(question, self.engine, **environment)
            outcome.sample("start to end after a kill", ended.seconds)
            if wrong := question.objection(ended):
                what = f"after kill -9 of an engine: {wrong}"
                outcome.fail(what, killed_after=moment, **question.details(ended))
                return

    def kill_arenas(self, folder: Path, chance: Random, outcome: Outcome) -> None:
        """Kill a match again and again, then let it end."""
        games = GAMES_PER_KILL * self.per_item
        match = Match(self.arena, self.engine, folder, games, chance.getrandbits(31))
        kills: list[tuple[int, float]] = []
        try:
            for _ in range(self.per_item):
                finished = chance.choice((0, 1, 2, 3))
                moment = chance.random() * (LATEST_GAME_KILL if finished else LATEST_START_KILL)
                kills.append((finished, moment))
                if match.run_and_kill(finished, moment):
                    outcome.counts["matches that had ended before the kill"] += 1
                else:
                    outcome.counts.update({"kills": 1, "kills of arenas": 1})
                match.check()
            match.run_to_end()
        except MatchError as error:
            outcome.fail(str(error), killed_after_games_and_seconds=kills, command=match.command)
        outcome.counts["games of matches that were killed"] += len(match.reported)
        outcome.counts["games reported before a kill and still there"] += match.reported_before_kill


class MatchError(Exception):
    """A match is not what it should be after a kill."""


class Match:
    """A match of the engine against itself that can be killed and resumed."""

    def __init__(
        self, arena: tuple[str, ...], engine: tuple[str, ...], folder: Path, games: int, seed: int
    ) -> None:
        self.folder = folder
        self.games = games
        self.journal = folder / "match.pgn.journal"
        self.pgn = folder / "match.pgn"
        self.stderr = folder / "stderr"
        self.seen = b""
        """The whole lines of the journal when it was last looked at."""
        self.reported: set[int] = set()
        """Games that the arena has said were finished."""
        self.reported_before_kill = 0
        players = [
            part
            for name in ("A", "B")
            for part in ("-engine", f"cmd={subprocess.list2cmdline(engine)}", f"name={name}")
        ]
        self.command = [*arena, *players, "-each", "nodes=20", "option.Threads=1"]
        self.command += ["option.TableSizeMiB=1", "-games", str(games), "-gametype", "all"]
        self.command += ["-maxplies", "40", "-openings", "random", "plies=4", "-concurrency", "2"]
        self.command += ["-seed", str(seed), "-pgnout", str(self.pgn), "-resume"]

    def run_and_kill(self, games: int, seconds: float) -> bool:
        """Run the arena for some games and some time more and kill it; whether it had ended."""
        process = self._start()
        deadline = time.monotonic() + FIRST_GAMES_PATIENCE
        while len(self._told()) < games and process.poll() is None:
            if time.monotonic() > deadline:
                break
            time.sleep(0.005)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        ended = process.poll() is not None
        process.kill()
        self._finish(process)
        if ended:
            self._check_status(process)
        self.reported_before_kill = len(self.reported)
        return ended

    def run_to_end(self) -> None:
        """Let the arena play all games that are missing."""
        process = self._start()
        try:
            process.wait(LAST_RUN_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise MatchError("the match does not end") from None
        finally:
            self._finish(process)
        self._check_status(process)
        self.check()
        numbers = sorted(record.number for record in read_journal(self.journal).records)
        if numbers != list(range(1, self.games + 1)):
            raise MatchError(f"the games of the journal are {numbers}")
        written = len(list(read_all(self.pgn.read_text(encoding="utf-8"))))
        if written != self.games:
            raise MatchError(f"{written} games in the PGN file")

    def check(self) -> None:
        """The journal can be read, has kept what it had, and has what was reported."""
        if not self.journal.exists() or lacks_header(self.journal):
            if self.reported:
                raise MatchError("the journal is gone")
            return
        data = self.journal.read_bytes()
        if not data.startswith(self.seen):
            raise MatchError("the journal has lost what it had")
        self.seen = data[: data.rindex(b"\n") + 1]
        try:
            records = read_journal(self.journal).records
        except JournalError as error:
            raise MatchError(f"the journal cannot be read: {error}") from None
        lost = self.reported - {record.number for record in records}
        if lost:
            raise MatchError(f"games reported as finished are lost: {sorted(lost)}")
        if faults := [str(r.ending) for r in records if r.ending.is_fault or r.disagreements]:
            raise MatchError(f"games with faults: {faults}")

    def _start(self) -> "subprocess.Popen[bytes]":
        with self.stderr.open("wb") as stderr:
            return subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=environment(**{MARK: str(self.folder)}),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )

    def _told(self) -> set[int]:
        """The games that the running arena has said were finished."""
        return {int(number) for number in _REPORTED.findall(self.stderr.read_bytes())}

    def _finish(self, process: "subprocess.Popen[bytes]") -> None:
        """Wait until no process of the match is left, and note which games it has reported."""
        process.wait()
        pids = left_behind(str(self.folder))
        self.reported |= self._told()
        if pids:
            raise MatchError(f"{len(pids)} processes left behind")

    def _check_status(self, process: "subprocess.Popen[bytes]") -> None:
        if process.returncode != 0:
            tail = self.stderr.read_bytes()[-1000:].decode("utf-8", "replace")
            raise MatchError(f"the arena ended with {process.returncode}: {tail}")
