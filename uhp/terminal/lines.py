"""Lines of play for people: as many columns as the window has room for."""

import textwrap
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine import Game
    from search import Line

_WIDE, _MIDDLING = 60, 34
"""Columns from which on a line has all its figures, and from which on it has its chance."""

_NARROWEST = 12
"""A window with fewer columns is treated as if it had so many."""

_NO_BREAK = "\x00"
"""Stands for the blank inside a move while lines are broken."""


class SpelledLine(NamedTuple):
    """A line of play with its moves as MoveStrings."""

    line: "Line"
    moves: tuple[str, ...]

    @classmethod
    def of(cls, line: "Line", game: "Game") -> "SpelledLine":
        """A line of a game."""
        return cls(line, line.move_strings(game))

    def row(self, width: int) -> str:
        """The line in one row of a window: whole moves, as many as there is room for."""
        text = self._figures(width)
        for number, move in enumerate(self.moves):
            more = f"{', ' if number else ''}{move}"
            rest = len(" ..") if number + 1 < len(self.moves) else 0
            if len(text) + len(more) + rest > width:
                return f"{text} .."[:width] if number else f"{text}{more}"[:width]
            text += more
        return text

    def full(self, width: int) -> list[str]:
        """The whole line, in as many rows as it takes."""
        figures = self._figures(width)
        moves = ", ".join(move.replace(" ", _NO_BREAK) for move in self.moves)
        indent = " " * min(len(figures), width // 2)
        rows = wrapped(moves, width, figures, indent)
        return [row.replace(_NO_BREAK, " ") for row in rows]

    def _figures(self, width: int) -> str:
        line = self.line
        if width >= _WIDE:
            chance = f"{line.score.win_chance:.1%}"
            return f"{line.rank:>3} {line.score!s:>7} {chance:>7} {line.depth:>6}  "
        if width >= _MIDDLING:
            return f"{line.rank:>2} {line.score!s:>6} {line.score.win_chance:>5.0%}  "
        return f"{line.score} "


def wrapped(text: str, width: int, first: str = "", others: str = "") -> list[str]:
    """A text in rows, each with something before it; words stay whole, since moves are such."""
    return textwrap.wrap(
        text,
        max(width, _NARROWEST),
        initial_indent=first,
        subsequent_indent=others,
        break_on_hyphens=False,
        break_long_words=False,
    )


def heading(width: int) -> list[str]:
    """What stands over the figures of lines, if there is room for them."""
    if width >= _WIDE:
        return [f"{'':>3} {'score':>7} {'to win':>7} {'depth':>6}  line of play"]
    return []


def totals(nodes: int, seconds: float, width: int) -> str:
    """Nodes, time and nodes a second, as far as there is room.

    >>> totals(1_432_964, 12.5, 80)
    '12.5 s, 1.43 M nodes, 115 k a second'
    """
    parts = [f"{seconds:.1f} s" if seconds < 100 else f"{int(seconds)} s"]
    parts.append(f"{_number(nodes)} nodes")
    if seconds > 0:
        parts.append(f"{_number(nodes / seconds)} a second")
    while len(parts) > 1 and len(", ".join(parts)) > width:
        parts.pop()
    return ", ".join(parts)[:width]


def _number(value: float) -> str:
    """Three digits, which is all that can be read while they change."""
    for size, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            digits = 2 if value < 10 * size else 1 if value < 100 * size else 0
            return f"{value / size:.{digits}f}{name}"
    return f"{value:.0f}"
