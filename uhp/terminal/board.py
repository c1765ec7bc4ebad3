"""The picture of the hive for a window: the last move marked, in colours, no wider than it fits."""

import re
from typing import TYPE_CHECKING

from uhp.colors import colored
from uhp.terminal.lines import wrapped

if TYPE_CHECKING:
    from engine import Game

_INDENT = "  "


def board_lines(game: "Game", width: int, *, has_colors: bool, with_header: bool) -> list[str]:
    """The hive with the piece that moved last in square brackets, the stacks and the hands.

    >>> from engine import Game
    >>> game = Game.from_string("Base;InProgress;White[2];wS1;bS1 wS1-")
    >>> print(*board_lines(game, 40, has_colors=False, with_header=False)[:3], sep="\\n")
        .     .     .
     .    wS1  [bS1]   .
        .     .     .
    """
    header, _, *rest = str(game).split("\n")
    end = rest.index("")
    rows, notes = rest[:end], rest[end + 1 :]
    rows, column = _marked(rows, game)
    lines = _cropped(rows, column, width)
    lines.append("")
    for text in notes:
        lines += wrapped(text, width, others=_INDENT)
    if with_header:
        lines = [header, "", *lines]
    return [colored(line) for line in lines] if has_colors else lines


def _marked(rows: list[str], game: "Game") -> tuple[list[str], int | None]:
    """The rows with brackets round the piece moved last, and where that is."""
    moved = game.history[-1].piece if game.history else None
    if moved is None:
        return rows, None
    # Left of every piece there is at least a blank, and right of it as well or nothing.
    label = re.compile(rf"(?<= ){moved.name}(\^[0-9])?(?= |$)")
    for number, row in enumerate(rows):
        found = label.search(row)
        if found is not None:
            start, end = found.span()
            marked = f"{row[: start - 1]}[{found[0]}]{row[end + 1 :]}"
            return [*rows[:number], marked, *rows[number + 1 :]], start
    return rows, None


def _cropped(rows: list[str], column: int | None, width: int) -> list[str]:
    """As much of the rows as fits, with the column in the middle if there is a choice."""
    widest = max(map(len, rows))
    if widest <= width:
        return list(rows)
    middle = widest // 2 if column is None else column
    left = max(0, min(middle - width // 2, widest - width))
    note = f"(columns {left + 1} to {left + width} of {widest}: the window is narrow)"
    shown = [row[left : left + width].rstrip() for row in rows]
    return [*shown, *wrapped(note, width)]
