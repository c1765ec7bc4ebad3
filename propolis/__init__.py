"""Hive for Python: the rules, the search and all that goes with them, under one name.

>>> import propolis
>>> game = propolis.Game("Base+MLP")
>>> game.play("wS1")
Move(piece=Piece.named('wS1'), to=Hex(q=0, r=0))
>>> propolis.Searcher(threads=1).search(game, propolis.Limits(depth=2)).depth
2

Here is all that `engine`, `search` and `study` offer. More are modules: `propolis.svg` draws
positions, `propolis.client` talks to other engines, `propolis.learning` is for machine learning,
`propolis.puzzles` has puzzles and the solver that proves them.

Everything is imported when it is first used, and is the very object of the package it comes from:
`propolis.Game` is `engine.Game`. Those packages have plain names; where a file of the user has one
of them too, importing propolis says so.
"""

from importlib import import_module
from typing import Any

from propolis.rooms import share_submodules, take

_ROOMS = (take("engine"), take("search"), take("study"))
_NAMED_BY = {name: room for room in _ROOMS for name in room.__all__}
__version__ = take("uhp.version").__version__
__all__ = ["__version__", *_NAMED_BY]

_MODULES = ("client", "learning", "puzzles", "svg")
share_submodules("client", "learning")


def __getattr__(name: str) -> Any:
    """Import on first use: numpy and numba take a third of a second to load."""
    if name in _NAMED_BY:
        globals()[name] = value = getattr(_NAMED_BY[name], name)
        return value
    if name in _MODULES:
        return import_module(f"propolis.{name}")
    raise AttributeError(f"module 'propolis' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What can be imported, whether it has been used yet or not."""
    return sorted({*__all__, *_MODULES, *filter(_is_of_modules, globals())})


def _is_of_modules(name: str) -> bool:
    """Whether every module has such a name; those of tools above are for nobody's completion."""
    return name.startswith("__")
