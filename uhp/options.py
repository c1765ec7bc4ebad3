"""The engine's options, in the form in which UHP lists them: `Name;type;value;default;extra`."""

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from search.strategies import STRATEGIES
from uhp.errors import RefusedError, quoted

if TYPE_CHECKING:
    from study.openings.book import Book

Value = TypeVar("Value")

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_MOST_THREADS = 256
_MOST_TABLE_MIB = 65536


class Option(ABC, Generic[Value]):
    """A named value with a default."""

    type_name: str

    def __init__(self, name: str, default: Value, meaning: str) -> None:
        self.name = name
        self.default = default
        self.value = default
        self.meaning = meaning

    @abstractmethod
    def parse(self, text: str) -> Value:
        """The value a text stands for. Raises RefusedError."""

    def extra(self) -> list[str]:
        """What follows the default in the option's line."""
        return []

    def set(self, text: str) -> None:
        """Take the value a text stands for. Raises RefusedError."""
        self.value = self.parse(text)

    def start_with(self, text: str) -> None:
        """Take a value given at the start of the process; it is the default from now on."""
        self.default = self.value = self.parse(text)

    def line(self) -> str:
        """The option as UHP lists it."""
        values = (str(self.value), str(self.default))
        return ";".join((self.name, self.type_name, *values, *self.extra()))


class BoolOption(Option[bool]):
    """`True` or `False`, in any case."""

    type_name = "bool"

    def parse(self, text: str) -> bool:
        if text.lower() not in ("true", "false"):
            raise RefusedError(f"{self.name} is True or False, not {quoted(text)}")
        return text.lower() == "true"


class IntOption(Option[int]):
    """A whole number between bounds."""

    type_name = "int"

    def __init__(self, name: str, default: int, low: int, high: int, meaning: str) -> None:
        super().__init__(name, default, meaning)
        self.low = low
        self.high = high

    def parse(self, text: str) -> int:
        if not _INTEGER.fullmatch(text) or not self.low <= int(text) <= self.high:
            bounds = f"between {self.low} and {self.high}"
            raise RefusedError(f"{self.name} is a whole number {bounds}, not {quoted(text)}")
        return int(text)

    def extra(self) -> list[str]:
        return [str(self.low), str(self.high)]


class EnumOption(Option[str]):
    """One of a few words, in any case; the first is the default."""

    type_name = "enum"

    def __init__(self, name: str, words: tuple[str, ...], meaning: str) -> None:
        super().__init__(name, words[0], meaning)
        self.words = words

    def parse(self, text: str) -> str:
        for word in self.words:
            if word.lower() == text.lower():
                return word
        raise RefusedError(f"{self.name} is {' or '.join(self.words)}, not {quoted(text)}")

    def extra(self) -> list[str]:
        return list(self.words)


class BookOption(Option[str]):
    """`Off`, `Own` for the opening book that comes with the program, or the name of a file.

    The protocol has no type for such names: it is listed as a choice, to which the file in use is
    added. Unlike those of other options, the value may have blanks in it.
    """

    type_name = "enum"
    off, own = "Off", "Own"

    def __init__(self, name: str, meaning: str) -> None:
        super().__init__(name, self.off, meaning)
        self.book: Book | None = None

    def parse(self, text: str) -> str:
        words = [word for word in (self.off, self.own) if word.lower() == text.lower()]
        if not words and (";" in text or not text.isprintable() or "\ufffd" in text):
            raise RefusedError(f"{self.name}: {quoted(text)} cannot be the name of a file here")
        return words[0] if words else text

    def extra(self) -> list[str]:
        return list(dict.fromkeys((self.off, self.own, self.default, self.value)))

    def set(self, text: str) -> None:
        value = self.parse(text)
        self.value, self.book = value, self._loaded(value)

    def start_with(self, text: str) -> None:
        self.set(text)
        self.default = self.value

    def _loaded(self, value: str) -> "Book | None":
        """The book; what is wrong with a file is found out at once."""
        if value == self.off:
            return None
        from study.openings.book import Book, BookError

        try:
            return Book.own() if value == self.own else Book.load(os.path.expanduser(value))
        except BookError as error:
            raise RefusedError(f"{self.name}: {error}") from None


AnyOption = BoolOption | IntOption | EnumOption | BookOption


class Options:
    """All options with their values."""

    def __init__(self) -> None:
        self.threads = IntOption(
            "Threads", _cores(), 1, _MOST_THREADS, "how many of the processor's cores to think with"
        )
        self.table_mib = IntOption(
            "TableSizeMiB",
            64,
            1,
            _largest_table_mib(),
            "memory for positions already searched; at most half of what the machine has",
        )
        self.strategy = EnumOption("Strategy", STRATEGIES, "how moves are searched for")
        self.ponder = BoolOption(
            "Ponder", False, "think on while waiting for a command, once a move has been asked for"
        )
        self.level = IntOption("Level", 10, 1, 10, "playing strength, from 1 to full strength 10")
        self.seed = IntOption(
            "Seed",
            0,
            0,
            2**31 - 1,
            "chance used below full strength; 0 takes another for every game, from the clock",
        )
        self.verbose = BoolOption("Verbose", False, "print thoughts on stderr while searching")
        self.queen_first = BoolOption(
            "QueenFirst", False, "rule: the queen may be placed on a player's first turn"
        )
        self.repetition_draw = BoolOption(
            "RepetitionDraw", False, "rule: the third occurrence of a position ends in a draw"
        )
        self.move_overhead_ms = IntOption(
            "MoveOverheadMs", 10, 0, 10000, "milliseconds kept back from the time of a move"
        )
        self.report_best_moves = BoolOption(
            "ReportIntermediateBestMoves",
            False,
            "bestmove shows move;depth;score on the way; the move comes last",
        )
        self.book = BookOption(
            "Book",
            "openings that bestmove plays from: Off, Own or a file of 'propolis openings make'",
        )
        self.book_variety = IntOption(
            "BookVariety",
            20,
            0,
            100,
            "how much worse a move from the book may be than the best, in hundredths of a point",
        )

    @property
    def threads_to_start(self) -> int:
        """As many threads as were asked for, but no more than can run at once."""
        return min(self.threads.value, _cores())

    def __iter__(self) -> Iterator[AnyOption]:
        return iter(vars(self).values())

    def start_with(self, assignment: str) -> None:
        """Take `Name=Value` as given at the start of the process. Raises RefusedError."""
        name, equals, value = (part.strip() for part in assignment.partition("="))
        if not (name and equals and value):
            raise RefusedError(f"{quoted(assignment)} is not NAME=VALUE, such as Level=5")
        self.named(name).start_with(value)

    def named(self, name: str) -> AnyOption:
        """The option with that name. Raises RefusedError."""
        for option in self:
            if option.name == name:
                return option
        for option in self:
            if option.name.lower() == name.lower():
                raise RefusedError(
                    f"there is no option {quoted(name)}; it is spelled {option.name}"
                )
        known = ", ".join(option.name for option in self)
        raise RefusedError(f"there is no option {quoted(name)}; there are {known}")


def _cores() -> int:
    """As `engine.cores` counts them, which must not be imported before the banner is out."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(cores or 1, _MOST_THREADS)


def _largest_table_mib() -> int:
    """Half of the machine's memory in MiB where the system tells it, else 4 GiB."""
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 4096
    return max(64, min(total // 2 >> 20, _MOST_TABLE_MIB))
