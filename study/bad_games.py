"""Games of a file that cannot be used: told of, until there are too many."""

from collections.abc import Callable

from engine.errors import RecordError

MOST_IN_A_ROW = 10_000
"""So many in one file, with no good one between them, and the rest is not looked at.

It is a file of something else, or a pipe that sends such things without end.
"""


class BadGames:
    """Given to `read_games` as `on_error`: passes errors on, and counts."""

    def __init__(self, tell: Callable[[RecordError], object]) -> None:
        self._tell = tell
        self._path: str | None = None
        self._in_a_row = 0

    def __call__(self, error: RecordError) -> None:
        """A bad game, told of. Raises RecordError if it is one too many."""
        self._tell(error)
        if error.path != self._path:
            self._path, self._in_a_row = error.path, 0
        self._in_a_row += 1
        if self._in_a_row == MOST_IN_A_ROW:
            problem = f"{MOST_IN_A_ROW:,} games in a row are of no use; the rest is left out"
            raise RecordError(problem, path=error.path)

    def saw_good_game(self) -> None:
        """The row has ended."""
        self._in_a_row = 0
