"""Choosing a move: alpha-beta and Monte-Carlo tree search over the rules in `engine`.

from engine import Game
from search import Limits, Searcher

print(Searcher().search(Game("Base+MLP"), Limits(seconds=1)).move)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from search.evaluation.explain import evaluate_parts as evaluate_parts
    from search.limits import Limits as Limits
    from search.result import Line as Line
    from search.result import Result as Result
    from search.searcher import Searcher as Searcher
    from search.stop_flag import StopFlag as StopFlag
    from search.strategies import STRATEGIES as STRATEGIES
    from search.values import Score as Score

_HOME_OF = {
    "Limits": "search.limits",
    "Line": "search.result",
    "Result": "search.result",
    "STRATEGIES": "search.strategies",
    "Score": "search.values",
    "Searcher": "search.searcher",
    "StopFlag": "search.stop_flag",
    "evaluate_parts": "search.evaluation.explain",
}

if not TYPE_CHECKING:  # type checkers go by the imports above, also for `import *`
    __all__ = list(_HOME_OF)


def __getattr__(name: str) -> Any:
    """Import on first use: numpy and numba take a third of a second to load."""
    from importlib import import_module

    if name not in _HOME_OF:
        raise AttributeError(f"module 'search' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """What can be imported, whether it has been used yet or not."""
    return sorted({*globals(), *_HOME_OF})
