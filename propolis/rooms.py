"""Where the packages behind propolis are, and what stands in their way.

`engine`, `search` and the others are packages of their own beside this one. A user's `search.py`
would be found first; it must be named before it is run, or else the error would be a riddle.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def take(name: str) -> ModuleType:
    """Import a module of the packages beside this one, or say what has taken the package's name.

    Raises ImportError.
    """
    room = name.partition(".")[0]
    place = _foreigner(room)
    if place is not None:
        raise ImportError(
            f"propolis needs its own package '{room}', but {place} has taken that name: "
            "rename it, or keep the folder it is in out of sys.path",
            name=room,
        )
    return import_module(name)


def _foreigner(room: str) -> str | None:
    """What `import room` would give or has given in place of our package: where it is."""
    module = sys.modules.get(room)
    if module is not None:
        places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
        places.append(f"a module without a file, {module!r},")
    else:
        spec = _spec(room)
        if spec is None:
            return None
        places = [spec.origin, *(spec.submodule_search_locations or ())]
    found = next(filter(None, places), None)
    return None if found is None or _is_ours(found, room) else found


def _is_ours(place: str, room: str) -> bool:
    """Whether a file lies in our package of that name."""
    folder, ours = os.path.dirname(place), os.path.join(_HOME, room)
    return folder == ours or os.path.realpath(folder) == os.path.realpath(ours)


def _spec(room: str) -> ModuleSpec | None:
    """What would be imported, without doing so."""
    specs = (finder.find_spec(room, None) for finder in sys.meta_path)
    return next(filter(None, specs), None)


def share_submodules(*rooms: str) -> None:
    """Let `import propolis.ROOM.part` be `import ROOM.part`: never the same code twice."""
    sys.meta_path.insert(0, _Shared(tuple(f"propolis.{room}." for room in rooms)))


class _Shared:
    """Finds and loads modules below propolis that are modules of a package beside it."""

    def __init__(self, prefixes: tuple[str, ...]) -> None:
        self._prefixes = prefixes

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        loader: Any = self  # is one by what it can do; `importlib.abc` takes time to import
        return ModuleSpec(name, loader) if name.startswith(self._prefixes) else None

    def create_module(self, spec: ModuleSpec) -> None:
        """An empty module will do."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the true module in place of the empty one."""
        sys.modules[module.__name__] = import_module(module.__name__.removeprefix("propolis."))
