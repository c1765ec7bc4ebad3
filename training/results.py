"""Results on file, one format for all commands that make them.

A file has the command that wrote it, the version with its commit, the date and rows. A row about a
match tells what was measured, the limit, games, wins, draws and losses of the side named first,
pairs by points, Elo with its 95 % error. A row about moves chosen tells the variant, the limit, the
positions, in how many of them it chose another move, and the gain in thousandths of a win a move
with its error.
"""

import json
import math
import subprocess
from argparse import ArgumentTypeError
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from arena.statistics.elo import Tally, estimate
from training.command_line import output_file
from training.files import InputError, reason, replace_file
from uhp.version import __version__

_PAIR_RESULTS = len(Tally().pairs)
_LARGEST_COUNT = 10**9

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).with_name("results")

Row = dict[str, Any]


def new_row(name: str, limit: str, tally: Tally, verdict: str = "") -> Row:
    """One match; an Elo number or error that the games do not tell is None."""
    found = estimate(tally)
    return {
        "name": name,
        "limit": limit,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": list(tally.pairs),
        "elo": round(found.elo, 1) if math.isfinite(found.elo) else None,
        "error": round(found.elo_error, 1) if math.isfinite(found.elo_error) else None,
        **({"verdict": verdict} if verdict else {}),
    }


def new_choices_row(name: str, limit: str, differences: Sequence[float | None]) -> Row:
    """A variant by the moves it chose: by how much each is better, None where it is the same.

    An error that a single position does not tell is None.
    """
    gains = [0.0 if each is None else 1000 * each for each in differences]
    error = 1.96 * stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else None
    return {
        "name": name,
        "limit": limit,
        "positions": len(gains),
        "other moves": sum(each is not None for each in differences),
        "gain": round(fmean(gains), 1),
        "error": None if error is None else round(error, 1),
    }


def results_file(text: str) -> Path:
    """The kind of argument that is a file for results, new or one of results before.

    It raises ArgumentTypeError, which argparse reports.
    """
    path = output_file(text)
    try:
        if path.exists() and path.stat().st_size:
            read_results(path)
    except (InputError, OSError) as error:
        raise ArgumentTypeError(f"{reason(error)}, and is left as it is") from None
    return path


def fits_table(text: Any) -> bool:
    """Whether something is text that stands in a cell of a table as it is."""
    return isinstance(text, str) and "|" not in text and text.isprintable()


def cell(text: str) -> str:
    """The kind of argument that fits into a cell of a table. It raises ArgumentTypeError."""
    if not fits_table(text):
        raise ArgumentTypeError("must be a line of text without |")
    return text


def is_match(row: Row) -> bool:
    """Whether a row is about a match, rather than about moves chosen."""
    return "games" in row


def read_results(path: Path) -> dict[str, Any]:
    """A file of results. Raises InputError, OSError."""
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        about = [found["command"], found["version"], found["date"], found.get("commit", "")]
        if not all(isinstance(text, str) and text.isprintable() for text in about):
            raise ValueError
        if not all(map(_is_sound, found["rows"])):
            raise ValueError
    except (ValueError, LookupError, TypeError, RecursionError):
        raise InputError(f"{path} is not a file of results") from None
    return found


def _is_sound(row: Row) -> bool:
    """Whether a row says what can be."""
    if not all(map(fits_table, (row["name"], row["limit"], row.get("verdict", "")))):
        return False
    if is_match(row):
        outcomes = [row[key] for key in ("wins", "draws", "losses")]
        pairs = row["pairs"]
        return (
            _are_counts([row["games"], *outcomes, *pairs])
            and len(pairs) == _PAIR_RESULTS
            and sum(outcomes) == row["games"]
            and 2 * sum(pairs) <= row["games"]
        )
    return (
        _are_counts([row["positions"], row["other moves"]])
        and isinstance(row["gain"], float)
        and isinstance(row["error"], float | None)
    )


def _are_counts(numbers: Sequence[Any]) -> bool:
    return all(type(number) is int and 0 <= number < _LARGEST_COUNT for number in numbers)


def tally_of(row: Row) -> Tally:
    """The results that a row tells."""
    return Tally(row["wins"], row["draws"], row["losses"], tuple(row["pairs"]))


def commit_of(folder: Path) -> str | None:
    """The commit of a checkout, with a plus if the program is another now; None if it is none."""

    def git(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(("git", "-C", folder, *arguments), capture_output=True, text=True)

    try:
        found = git("rev-parse", "--short", "HEAD")
        # A folder above may be a checkout of something else.
        if found.returncode or not (folder / ".git").exists():
            return None
        changed = git("diff", "--quiet", "HEAD", "--", "*.py", "*.npy").returncode
    except OSError:
        return None
    return found.stdout.strip() + ("+" if changed else "")


def write_results(path: Path, command: str, rows: Sequence[Row]) -> None:
    """Write a file of results."""
    about = {
        "command": command,
        "version": __version__,
        **({"commit": commit} if (commit := commit_of(ROOT)) else {}),
        "date": datetime.now(UTC).date().isoformat(),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, json.dumps({**about, "rows": rows}, indent=1) + "\n")
