"""Engine processes for one question, as bots start them: all in, end of input, answer out."""

import json
import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import uhp_client
from uhp_client import ENGINE, environment, warm_up

from client.piped_process import PipedProcess
from engine import GAME_TYPES, Game
from soak.ledger import version_of_program
from soak.referee import UnreadableError, read_move, replayed

WARM_CACHES = Path(__file__).resolve().parent / "results"
HANGS_AFTER = 120.0
MARK = "PROPOLIS_SOAK"
"""An environment variable by which processes of a trial are known, whoever started them."""

LOADED = "soak-loaded.json"
"""The file in a warm cache that names the others which the engine reads at its start."""

SHARE_OF_LOADED = 0.85
_SECONDS_TO_END = 15.0
_LONGEST_GAME = 40


@dataclass(frozen=True)
class Ended:
    """How a process has ended and what it has said."""

    status: int
    lines: list[str]
    errors: str
    seconds: float


@dataclass(frozen=True)
class Question:
    """A game, what is asked about it, and how an answer is judged."""

    game_string: str
    commands: tuple[str, ...]

    @property
    def text(self) -> bytes:
        """What is sent."""
        lines = (*self.commands[:-1], f"newgame {self.game_string}", self.commands[-1])
        return "".join(f"{line}\n" for line in lines).encode()

    def objection(self, ended: Ended) -> str | None:
        """What is wrong with the end of the process or with the move it has found."""
        if ended.status < 0:
            return f"ended by {signal.Signals(-ended.status).name}"
        if ended.status != 0:
            return f"ended with {ended.status}"
        if "Traceback" in ended.errors:
            return "a traceback on stderr"
        if ended.lines.count("ok") != self.text.count(b"\n") + 1 or ended.lines[-1:] != ["ok"]:
            return "not one ok a command"
        game = replayed(self.game_string)
        try:
            if read_move(game, ended.lines[-2]) in game.legal_moves():
                return None
        except UnreadableError:
            pass
        return f"no legal move: {ended.lines[-2]!r}"

    def details(self, ended: Ended) -> dict[str, object]:
        """What is needed to see an objection again."""
        return {"sent": self.text.decode(), "lines": ended.lines, "stderr": ended.errors[-2000:]}


def random_game(chance: Random, shortest: int, longest: int) -> str:
    """A game of random moves that is not over."""
    game = Game(chance.choice(GAME_TYPES))
    for _ in range(chance.randint(shortest, longest)):
        game.play(chance.choice(game.legal_moves))
        if game.is_over:
            game.undo()
            break
    return game.game_string


def random_question(chance: Random, limit: str) -> Question:
    """The best move of a random game, by either strategy."""
    game_string = random_game(chance, 0, _LONGEST_GAME)
    options = ("options set Strategy MCTS",) if chance.random() < 0.25 else ()
    return Question(game_string, (*options, f"bestmove {limit}"))


def start(command: tuple[str, ...], sent: bytes, **changes: str) -> PipedProcess:
    """Start an engine in a session and a changed environment of its own, and write to it."""
    process = uhp_client.start(command, env=environment(**changes))
    process.send(sent)
    return process


def ask(question: Question, command: tuple[str, ...], **changes: str) -> Ended:
    """Ask and wait for the end; a process that hangs is killed."""
    started = time.perf_counter()
    with start(command, question.text, **changes) as process:
        process.close_input()
        with suppress(TimeoutError):
            process.wait_for_end(HANGS_AFTER)
        process.kill()
        seconds = time.perf_counter() - started
        status = process.exit_code
        lines = process.output.take().decode("utf-8", "replace").splitlines()
        errors = process.stderr.decode("utf-8", "replace")
    return Ended(-signal.SIGKILL if status is None else status, lines, errors, seconds)


def marked(mark: str) -> Iterator[int]:
    """The processes that carry a mark, where the system shows it."""
    wanted = f"{MARK}={mark}\0".encode()
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            # A process that has ended but was not waited for has no environment left.
            if wanted in (entry / "environ").read_bytes() + b"\0":
                yield int(entry.name)


def left_behind(mark: str) -> list[int]:
    """Processes that outlive their trial; those that are about to end get the time to."""
    deadline = time.monotonic() + _SECONDS_TO_END
    while found := list(marked(mark)):
        if time.monotonic() > deadline:
            for pid in found:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return found
        time.sleep(0.05)
    return []


def warm_cache() -> Path:
    """A cache folder with everything compiled, made if it is not there; copies are for damaging."""
    folder = WARM_CACHES / f"cache-{version_of_program()}"
    if not folder.exists():
        unfinished = folder.with_name(f"{folder.name}.{os.getpid()}")
        shutil.rmtree(unfinished, ignore_errors=True)
        warm_up(env=environment(PROPOLIS_CACHE_DIR=str(unfinished)))
        _list_loaded(unfinished)
        for old in WARM_CACHES.glob("cache-*"):
            if old != unfinished:
                shutil.rmtree(old, ignore_errors=True)
        unfinished.rename(folder)
    return folder


def _list_loaded(cache: Path) -> None:
    """Write down which files the engine reads when it starts from a warm cache."""
    for path in files_of(cache):
        os.utime(path, (0, path.stat().st_mtime))
    game = "Base+MLP;NotStarted;White[1]"
    for commands in (("bestmove depth 2",), ("options set Strategy MCTS", "bestmove depth 2")):
        ask(Question(game, commands), ENGINE, PROPOLIS_CACHE_DIR=str(cache))
    # Where the system does not keep the time of the last access, all files count as loaded.
    loaded = [path for path in files_of(cache) if path.stat().st_atime > 0] or files_of(cache)
    names = [str(path.relative_to(cache)) for path in loaded]
    (cache / LOADED).write_text(json.dumps(names))


def files_of(cache: Path) -> list[Path]:
    """All files of a cache folder, in an order that depends on nothing else."""
    return sorted(path for path in cache.rglob("*") if path.is_file() and path.name != LOADED)


def choose_file(cache: Path, chance: Random) -> Path:
    """A file of the cache, mostly one that starts load: what they never read can do no harm."""
    loaded = [cache / name for name in json.loads((cache / LOADED).read_text())]
    present: list[Path] = [path for path in loaded if path.exists()]
    if present and chance.random() < SHARE_OF_LOADED:
        return chance.choice(present)
    return chance.choice(files_of(cache))
