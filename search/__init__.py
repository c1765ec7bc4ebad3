"""Choosing a move: alpha-beta and Monte-Carlo tree search over the rules in `engine`.

from engine import Game
from search import Limits, Searcher

print(Searcher().search(Game("Base+MLP"), Limits(seconds=1)).move)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from search.analysis import Analysis as Analysis
    from search.evaluation.explain import evaluate_parts as evaluate_parts
    from search.limits import Limits as Limits
    from search.many import ResultStream as ResultStream
    from search.many import analyse_many as analyse_many
    from search.many import analyse_stream as analyse_stream
    from search.result import Line as Line
    from search.result import Result as Result
    from search.searcher import Searcher as Searcher
    from search.stop_flag import StopFlag as StopFlag
    from search.strategies import STRATEGIES as STRATEGIES
    from search.values import Score as Score
else:
    from engine.lazy_names import lazy_names

    __all__, __getattr__, __dir__ = lazy_names(
        globals(),
        {
            "search.analysis": ("Analysis",),
            "search.evaluation.explain": ("evaluate_parts",),
            "search.limits": ("Limits",),
            "search.many": ("ResultStream", "analyse_many", "analyse_stream"),
            "search.result": ("Line", "Result"),
            "search.searcher": ("Searcher",),
            "search.stop_flag": ("StopFlag",),
            "search.strategies": ("STRATEGIES",),
            "search.values": ("Score",),
        },
    )
