"""Matches at equal time: the arena plays two engine processes.

A side is what the arena's option `-engine` takes: `dir=DIRECTORY`, `option.NAME=VALUE`,
`cmd=COMMAND`. Without a command it is this program, in that directory, with one thread.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path

from arena.command_line.main import main as arena_main
from arena.exit_codes import ExitCode
from arena.settings import SprtBounds
from arena.statistics.elo import Tally
from training.files import InputError
from training.match import end_with_parent

OWN_ENGINE = (
    f"cmd={shlex.quote(sys.executable)} -m uhp",
    "option.Threads=1",
    "option.TableSizeMiB=16",
)

MARGIN = 2.0
"""Seconds by which a move may be late: a busy machine must not decide what a change is worth."""

ARENA_SETTLED = (ExitCode.DONE, ExitCode.H0_ACCEPTED, ExitCode.UNDECIDED)
"""How an arena ends that has played its match."""


def engine(words: Sequence[str]) -> list[str]:
    """A side of a match between engines: this program with one thread unless another is named."""
    own = () if _has_command(words) else OWN_ENGINE
    given = {word.partition("=")[0] for word in words}
    return [*(word for word in own if word.partition("=")[0] not in given), *words]


def play_at_equal_time(options: Namespace, bounds: SprtBounds) -> Tally:
    """Let the arena play two engines until the test is decided. Raises InputError."""
    for words in (options.new, options.old):
        if not _has_command(words):
            _warm_up(words)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        arguments = [
            *("-strict", "-concurrency", str(options.workers)),
            *("-engine", *engine(options.new), "name=new"),
            *("-engine", *engine(options.old), "name=old"),
            *("-each", f"st={options.time}", f"margin={MARGIN}", "-games", str(options.games)),
            *("-openings", "random", "plies=6", "-gametype", options.type),
            *("-seed", str(options.seed)),
            *(() if options.all else ("-sprt", f"elo0={bounds.elo0}", f"elo1={bounds.elo1}")),
            *("-jsonout", str(report), "-journal", str(Path(folder, "journal"))),
        ]
        exit_code = _run_arena(arguments)
        if exit_code not in ARENA_SETTLED:
            raise InputError(f"the arena ended with exit code {exit_code}")
        told = json.loads(report.read_text("utf-8"))["encounters"][0]
    return Tally(told["wins"], told["draws"], told["losses"], tuple(told["pentanomial"]))


def _has_command(words: Sequence[str]) -> bool:
    return any(word.startswith("cmd=") for word in words)


def _warm_up(words: Sequence[str]) -> None:
    """Have this program, or the one in another directory, compiled: until then it is no match.

    Raises InputError.
    """
    folder = next((word.partition("=")[2] for word in words if word.startswith("dir=")), None)
    # From anywhere else this very program would be found, and play itself.
    if folder is not None and not Path(folder, "uhp", "__main__.py").is_file():
        raise InputError(f"there is no Propolis in {folder}")
    command = (sys.executable, "-m", "uhp", "--warm-up")
    ended = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if ended.returncode:
        last = ended.stderr.strip().rpartition("\n")[2]
        raise InputError(f"the program in {folder or '.'} cannot be compiled: {last}")


def _run_arena(arguments: list[str]) -> int | None:
    """Run the arena in a process that does not outlive this one; returns its exit code."""
    process = get_context("spawn").Process(target=_be_arena, args=(arguments,))
    process.start()
    try:
        process.join()
    except BaseException:
        process.terminate()
        process.join()
        raise
    return process.exitcode


def _be_arena(arguments: list[str]) -> None:
    end_with_parent()
    for name in ("PROPOLIS_WITHOUT", "PROPOLIS_OPTIONS"):  # sides have what is said of them alone
        os.environ.pop(name, None)
    os.dup2(2, 1)  # what it tells is no result of ours
    sys.exit(arena_main(arguments))
