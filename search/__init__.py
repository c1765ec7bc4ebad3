"""Choosing a move: alpha-beta and Monte-Carlo tree search over the rules in `engine`.

from engine import Game
from search import Limits, Searcher

print(Searcher().search(Game("Base+MLP"), Limits(seconds=1)).move)
"""

from typing import TYPE_CHECKING, Any

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

_HOME_OF = {
    "Analysis": "search.analysis",
    "Limits": "search.limits",
    "Line": "search.result",
    "Result": "search.result",
    "ResultStream": "search.many",
    "STRATEGIES": "search.strategies",
    "Score": "search.values",
    "Searcher": "search.searcher",
    "StopFlag": "search.stop_flag",
    "analyse_many": "search.many",
    "analyse_stream": "search.many",
    "evaluate_parts": "search.evaluation.explain",
}

if not TYPE_CHECKING:  # which goes by the imports above, also for `import *`
    __all__ = list(_HOME_OF)

    def __getattr__(name: str) -> Any:
        # As `engine.lazy_names`, which the front end must not import before its banner.
        from importlib import import_module

        if name not in _HOME_OF:
            raise AttributeError(f"module 'search' has no attribute {name!r}")
        return getattr(import_module(_HOME_OF[name]), name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *_HOME_OF})
