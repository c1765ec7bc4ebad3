"""The tables about strength in README.md and docs, written from the results on file.

    python -m training tables

Between the lines `<!-- results: NAME ... -->` and `<!-- end of results -->` stands a table of the
files `training/results/NAME.json`, with the commands that made them.
"""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from arena.output.report import estimate_text
from arena.statistics.elo import estimate
from training.files import InputError, replace_file
from training.results import FOLDER, ROOT, Row, is_match, read_results, tally_of, write_results

BEGIN = "<!-- results:"
MARKED = re.compile(
    rf"^({BEGIN} ([\w -]+) -->\n)(?:(?!{BEGIN}).)*?^(<!-- end of results -->)",
    re.DOTALL | re.MULTILINE,
)
_LEFT, _RIGHT = "---", "---:"
_MATCH_COLUMNS = {
    "match": _LEFT,
    "limit a move": _LEFT,
    **dict.fromkeys(("games", "won", "drawn", "lost", "Elo"), _RIGHT),
}
_CHOICE_COLUMNS = {
    "variant": _LEFT,
    "limit a move": _LEFT,
    **dict.fromkeys(("positions", "other moves", "thousandths of a win a move"), _RIGHT),
}


def markdown(rows: Sequence[Row]) -> str:
    """A table of rows that are all about matches or all about moves chosen. Raises InputError."""
    kinds = {is_match(row) for row in rows}
    if len(kinds) > 1:
        raise InputError("matches and choices of moves do not go into one table")
    judged = any("verdict" in row for row in rows)
    columns = _MATCH_COLUMNS if True in kinds else _CHOICE_COLUMNS
    columns = {**columns, **({"verdict": _LEFT} if judged else {})}
    lines = [[*columns], [*columns.values()]]
    lines += [_cells(row)[: len(columns)] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cells(row: Row) -> list[str]:
    if is_match(row):
        elo = estimate_text(estimate(tally_of(row))).replace("+/-", "±")
        told = [row[key] for key in ("name", "limit", "games", "wins", "draws", "losses")]
        return [*map(str, told), elo, row.get("verdict", "")]
    told = [row[key] for key in ("name", "limit", "positions", "other moves")]
    return [*map(str, told), gain_text(row)]


def gain_text(row: Row) -> str:
    """What a variant gains by the moves it chooses, with the error."""
    error = "∞" if row["error"] is None else row["error"]
    return f"{row['gain']:+.1f} ± {error}"


def tell(rows: Sequence[Row], out: Path | None, command: str) -> None:
    """Print a table of rows and write it on file, each even if the other fails. Raises OSError."""
    try:
        print(markdown(rows), end="")
    finally:
        if out:
            write_results(out, command, rows)


def updated(text: str, folder: Path = FOLDER) -> str:
    """A document with its tables as the results give them. Raises InputError, OSError."""
    if len(re.findall(f"^{BEGIN}", text, re.MULTILINE)) != len(MARKED.findall(text)):
        raise InputError(f"a table that begins with '{BEGIN}' has no name or no end")

    def fresh(match: re.Match[str]) -> str:
        files = [read_results(folder / f"{name}.json") for name in match[2].split()]
        table = markdown([row for file in files for row in file["rows"]])
        origins = "".join(
            f"    {file['command']}  # version {file['version']}, "
            f"{'commit ' + file['commit'] + ', ' if 'commit' in file else ''}{file['date']}\n"
            for file in files
        )
        return f"{match[1]}\n{table}\nMade by\n\n{origins}\n{match[3]}"

    return MARKED.sub(fresh, text)


def documents() -> list[Path]:
    """The files that may have such tables."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def main(arguments: Sequence[str]) -> None:
    """Write the tables anew."""
    parser = argparse.ArgumentParser(
        prog="python -m training tables",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args(arguments)
    for path in documents():
        old = path.read_text("utf-8")
        try:
            new = updated(old)
        except (InputError, OSError) as error:
            raise InputError(f"{path.relative_to(ROOT)}: {error}") from None
        if new != old:
            replace_file(path, new)
            print(f"{path.relative_to(ROOT)} has new tables")
