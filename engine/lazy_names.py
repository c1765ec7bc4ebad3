"""Packages whose public names are imported when they are first used.

numpy and the kernels take a third of a second to load; who needs one name waits for that one alone.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

Lookup = Callable[[str], Any]
Listing = Callable[[], list[str]]


def lazy_names(
    namespace: dict[str, Any], homes: Mapping[str, Sequence[str]]
) -> tuple[list[str], Lookup, Listing]:
    """What a package takes for its `__all__`, `__getattr__` and `__dir__`.

    `namespace` is the package's `globals()`, and `homes` has the names by the modules they are in.
    """
    package = namespace["__name__"]
    home_of = {name: home for home, names in homes.items() for name in names}

    def look_up(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(home_of[name]), name)

    def list_names() -> list[str]:
        return sorted({*namespace, *home_of})

    return [*home_of], look_up, list_names
