"""Streams of games: files taken apart game by game, with a choice of what to do about bad ones."""

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Generic, Literal, NamedTuple, Self, TypeVar

from engine.errors import RecordError
from engine.game_tree import GameTree
from engine.lines import Lines

Item = TypeVar("Item")

OnError = Literal["raise", "skip"] | Callable[[RecordError], object]
"""What to do about a game that cannot be read: raise the error, go on, or tell somebody and go on.
"""
Filter = Callable[[dict[str, str]], bool]
"""Whether games with these tags are wanted."""


class Chunk(NamedTuple):
    """The text of one game, with the number of its first line."""

    text: str
    line: int

    def line_at(self, offset: int) -> int:
        """The number of the line at a place in the text."""
        return self.line + self.text.count("\n", 0, offset)


class Headers(NamedTuple):
    """The tags of a game that was not replayed, and the line where its text begins."""

    tags: dict[str, str]
    line: int


class Format(NamedTuple):
    """How a kind of file is read."""

    chunks: Callable[[Iterator[str]], Iterator[Chunk]]
    """Takes lines apart into games."""
    tags: Callable[[Chunk], dict[str, str]]
    tree: Callable[[Chunk, bool | None], GameTree]
    """Replays a game; the flag is `queen_first`, None to allow it where the record needs it."""


class GameStream(Iterator[Item], Generic[Item]):
    """Games, read from their file one by one as they are asked for.

    `errors` has what was wrong with the games that `on_error="skip"` has passed over so far.
    A file given by its path is closed at its end, by `close`, and by the end of a `with` block.
    """

    def __init__(
        self,
        opened: Iterable[tuple[Lines, Format]],
        read: Callable[[Format, Chunk], Item],
        on_error: OnError,
        only: Filter | None = None,
    ) -> None:
        if on_error not in ("raise", "skip") and not callable(on_error):
            raise ValueError(f"on_error is 'raise', 'skip' or a function, not {on_error!r}")
        self.errors: list[RecordError] = []
        self._on_error = on_error
        self._read = read
        self._only = only
        self._items = self._all(opened)

    def __next__(self) -> Item:
        return next(self._items)

    def close(self) -> None:
        """Read no further and close the file."""
        self._items.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _all(self, opened: Iterable[tuple[Lines, Format]]) -> Generator[Item, None, None]:
        for lines, form in opened:
            try:
                yield from self._of_file(lines, form)
            finally:
                lines.close()

    def _of_file(self, lines: Lines, form: Format) -> Iterator[Item]:
        number = 0
        chunks = form.chunks(lines)
        while True:
            try:
                chunk = next(chunks, None)
            except RecordError as error:
                self._report(error, lines, None)
                return
            if chunk is None:
                return
            number += 1
            lines.begin_game()
            try:
                if self._only is not None and not self._only(form.tags(chunk)):
                    continue
                item = self._read(form, chunk)
            except RecordError as error:
                self._report(error, lines, number)
            else:
                yield item

    def _report(self, error: RecordError, lines: Lines, number: int | None) -> None:
        error.path, error.game_number = lines.path, number
        if self._on_error == "raise":
            raise error
        # Tracebacks would keep the games alive.
        error.__traceback__ = error.__cause__ = error.__context__ = None
        if callable(self._on_error):
            self._on_error(error)
        else:
            self.errors.append(error)


def only_game(lines: Lines, form: Format, read: Callable[[Format, Chunk], Item]) -> Item:
    """The one game there is. Raises RecordError if there are none or several."""
    chunks = form.chunks(lines)
    chunk = next(chunks, None)
    others = sum(1 for _ in chunks)
    if chunk is None or others:
        count = 0 if chunk is None else others + 1
        raise RecordError(f"the text holds {count} games instead of one", path=lines.path)
    try:
        return read(form, chunk)
    except RecordError as error:
        error.path = lines.path
        raise
