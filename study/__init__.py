"""What the engine knows, told to people: review of games, puzzles, openings."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from study.openings.book import Book as Book
    from study.openings.book import BookMove as BookMove
    from study.openings.book import BookPosition as BookPosition
    from study.openings.book_file import BookError as BookError
    from study.openings.making import make_book as make_book
    from study.openings.tally import Tally as Tally
    from study.review.annotated import annotated_tree as annotated_tree
    from study.review.judging import Judgement as Judgement
    from study.review.model import GameReview as GameReview
    from study.review.model import PlayerSummary as PlayerSummary
    from study.review.model import ReviewedMove as ReviewedMove
    from study.review.model import ReviewError as ReviewError
    from study.review.model import ReviewLine as ReviewLine
    from study.review.model import ReviewSettings as ReviewSettings
    from study.review.model import UnpunishedMistake as UnpunishedMistake
    from study.review.page import review_page as review_page
    from study.review.reviewing import review_game as review_game
    from study.review.reviewing import review_games as review_games
else:
    from engine.lazy_names import lazy_names

    __all__, __getattr__, __dir__ = lazy_names(
        globals(),
        {
            "study.review.annotated": ("annotated_tree",),
            "study.review.judging": ("Judgement",),
            "study.review.model": (
                "GameReview",
                "PlayerSummary",
                "ReviewError",
                "ReviewLine",
                "ReviewSettings",
                "ReviewedMove",
                "UnpunishedMistake",
            ),
            "study.review.page": ("review_page",),
            "study.review.reviewing": ("review_game", "review_games"),
            "study.openings.book": ("Book", "BookMove", "BookPosition"),
            "study.openings.book_file": ("BookError",),
            "study.openings.making": ("make_book",),
            "study.openings.tally": ("Tally",),
        },
    )
