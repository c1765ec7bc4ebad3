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
from training.command_line import InputError, replace_file
from training.results import FOLDER, Row, read_results, tally_of

ROOT = Path(__file__).parents[1]
BEGIN = "<!-- results:"
MARKED = re.compile(
    rf"^({BEGIN} ([\w -]+) -->\n)(?:(?!{BEGIN}).)*?^(<!-- end of results -->)",
    re.DOTALL | re.MULTILINE,
)
COLUMNS = ("match", "limit a move", "games", "won", "drawn", "lost", "Elo")


def markdown(rows: Sequence[Row]) -> str:
    """A table of rows."""
    judged = any("verdict" in row for row in rows)
    head = (*COLUMNS, *(["verdict"] if judged else []))
    lines = [head, ("---", "---", *("---:" for _ in COLUMNS[2:]), *(["---"] if judged else []))]
    for row in rows:
        elo = estimate_text(estimate(tally_of(row))).replace("+/-", "±")
        cells = (
            *(str(row[key]) for key in ("name", "limit", "games", "wins", "draws", "losses")),
            elo,
        )
        lines.append((*cells, *([row.get("verdict", "")] if judged else [])))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def updated(text: str, folder: Path = FOLDER) -> str:
    """A document with its tables as the results give them. Raises InputError, OSError."""
    if len(re.findall(f"^{BEGIN}", text, re.MULTILINE)) != len(MARKED.findall(text)):
        raise InputError(f"a table that begins with '{BEGIN}' has no name or no end")

    def fresh(match: re.Match[str]) -> str:
        files = [read_results(folder / f"{name}.json") for name in match[2].split()]
        table = markdown([row for file in files for row in file["rows"]])
        origins = "".join(
            f"    {file['command']}  # version {file['version']}, {file['date']}\n"
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
