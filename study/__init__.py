"""What the engine knows, told to people: review of games, puzzles, openings."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from study.openings.book import Book as Book
    from study.openings.book import BookMove as BookMove
    from study.openings.book import BookPosition as BookPosition
    from study.openings.book_file import BookError as BookError
    from study.openings.making import make_book as make_book
    from study.openings.tally import Tally as Tally
else:
    from engine.lazy_names import lazy_names

    __all__, __getattr__, __dir__ = lazy_names(
        globals(),
        {
            "study.openings.book": ("Book", "BookMove", "BookPosition"),
            "study.openings.book_file": ("BookError",),
            "study.openings.making": ("make_book",),
            "study.openings.tally": ("Tally",),
        },
    )
